//! The functions that keys can be bound to (readline(3), EDITING COMMANDS), by their names.

use rustyline::{Anchor, At, Cmd, Movement, Word};

/// What a function does here.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Does {
    /// What rustyline's command does.
    Command(Cmd),
    /// Inserts the last word of the line before, of the one before that when it is called again.
    YankLastArgument,
}

/// A function's name, and its command for so many repetitions.
type Function = (&'static str, fn(u16) -> Cmd);

/// Functions of the line editor in their order.
const FUNCTIONS: &[Function] = &[
    ("abort", |_| Cmd::Abort),
    ("accept-line", |_| Cmd::AcceptLine),
    ("backward-char", |n| Cmd::Move(Movement::BackwardChar(n))),
    ("backward-delete-char", |n| Cmd::Kill(Movement::BackwardChar(n))),
    ("backward-kill-line", |_| Cmd::Kill(Movement::BeginningOfLine)),
    ("backward-kill-word", |n| Cmd::Kill(Movement::BackwardWord(n, Word::Emacs))),
    ("backward-word", |n| Cmd::Move(Movement::BackwardWord(n, Word::Emacs))),
    ("beginning-of-history", |_| Cmd::BeginningOfHistory),
    ("beginning-of-line", |_| Cmd::Move(Movement::BeginningOfLine)),
    ("capitalize-word", |_| Cmd::CapitalizeWord),
    ("clear-screen", |_| Cmd::ClearScreen),
    ("complete", |_| Cmd::Complete),
    ("delete-char", |n| Cmd::Kill(Movement::ForwardChar(n))),
    ("downcase-word", |_| Cmd::DowncaseWord),
    ("end-of-history", |_| Cmd::EndOfHistory),
    ("end-of-line", |_| Cmd::Move(Movement::EndOfLine)),
    ("forward-char", |n| Cmd::Move(Movement::ForwardChar(n))),
    ("forward-search-history", |_| Cmd::ForwardSearchHistory),
    ("forward-word", |n| Cmd::Move(Movement::ForwardWord(n, At::AfterEnd, Word::Emacs))),
    ("history-search-backward", |_| Cmd::HistorySearchBackward),
    ("history-search-forward", |_| Cmd::HistorySearchForward),
    ("kill-line", |_| Cmd::Kill(Movement::EndOfLine)),
    ("kill-whole-line", |_| Cmd::Kill(Movement::WholeLine)),
    ("kill-word", |n| Cmd::Kill(Movement::ForwardWord(n, At::AfterEnd, Word::Emacs))),
    ("menu-complete", |_| Cmd::Complete),
    ("menu-complete-backward", |_| Cmd::CompleteBackward),
    ("next-history", |_| Cmd::NextHistory),
    ("previous-history", |_| Cmd::PreviousHistory),
    ("quoted-insert", |_| Cmd::QuotedInsert),
    ("redraw-current-line", |_| Cmd::Repaint),
    ("reverse-search-history", |_| Cmd::ReverseSearchHistory),
    ("tab-insert", |n| Cmd::SelfInsert(n, '\t')),
    ("transpose-chars", |_| Cmd::TransposeChars),
    ("transpose-words", Cmd::TransposeWords),
    ("undo", Cmd::Undo),
    ("unix-line-discard", |_| Cmd::Kill(Movement::BeginningOfLine)),
    ("unix-word-rubout", |n| Cmd::Kill(Movement::BackwardWord(n, Word::Big))),
    ("upcase-word", |_| Cmd::UpcaseWord),
    ("yank", |n| Cmd::Yank(n, Anchor::Before)),
    ("yank-pop", |_| Cmd::YankPop),
];

/// Names of the function that inserts the last word of an earlier line.
const YANK_LAST: [&str; 2] = ["insert-last-argument", "yank-last-arg"];

/// Returns what a function does `n` times; none where no function has the name.
pub(crate) fn find(name: &str, n: u16) -> Option<Does> {
    if YANK_LAST.contains(&name) {
        return Some(Does::YankLastArgument);
    }
    let at = FUNCTIONS.binary_search_by_key(&name, |(one, _)| one).ok()?;
    Some(Does::Command(FUNCTIONS[at].1(n)))
}

/// Returns the names of all functions, sorted.
pub fn names() -> impl Iterator<Item = &'static str> {
    let mut names: Vec<_> = FUNCTIONS.iter().map(|(name, _)| *name).chain(YANK_LAST).collect();
    names.sort_unstable();
    names.into_iter()
}

#[cfg(test)]
mod tests {
    use super::{Does, FUNCTIONS, find, names};
    use rustyline::{Cmd, Movement};

    #[test]
    fn every_name_is_found() {
        assert!(FUNCTIONS.is_sorted_by_key(|(name, _)| *name));
        for name in names() {
            assert!(find(name, 1).is_some(), "{name}");
        }
        assert_eq!(find("kill-everything", 1), None);
        let back = Does::Command(Cmd::Move(Movement::BackwardChar(3)));
        assert_eq!(find("backward-char", 3), Some(back));
    }
}
