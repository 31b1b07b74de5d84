//! What of readline's variables the editor follows (readline(3), VARIABLES).

use rustyline::config::{BellStyle, Configurer};

/// The values of the variables of readline that the editor follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Completions are listed at once where there are several (`show-all-if-ambiguous`), not at the second key.
    pub lists_at_once: bool,
    /// The terminal's bell sounds (`bell-style`).
    pub sounds_bell: bool,
    /// The terminal is asked to bracket what is pasted (`enable-bracketed-paste`).
    pub brackets_paste: bool,
    /// The most completions that are listed without a question (`completion-query-items`).
    pub most_listed: usize,
}

impl Settings {
    /// Makes an editor follow them from its next line on.
    pub(crate) fn apply(&self, editor: &mut impl Configurer) {
        let bell = if self.sounds_bell { BellStyle::Audible } else { BellStyle::None };
        editor.set_bell_style(bell);
        editor.set_completion_show_all_if_ambiguous(self.lists_at_once);
        editor.enable_bracketed_paste(self.brackets_paste);
        editor.set_completion_prompt_limit(self.most_listed);
    }
}
