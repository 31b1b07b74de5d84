//! A state made of hostile texts goes to another shell as it is, and no part of it runs there.
//!
//! Each round puts a session into a state by a few random statements about random texts, and has a
//! subshell and an asynchronous list, which another shell runs (`shell::image`), show it. What they show
//! must be the same, or the list must be refused; and nothing of a text may run.
//!
//! `FORKLESS_ROUNDS` says how many rounds there are of each dialect, `FORKLESS_SEED` which.

#![allow(clippy::disallowed_macros, clippy::disallowed_methods)]

use built::shell;
use forkless_session::{Dialect, Session};
use random::Random;
use std::path::{Path, PathBuf};

mod built;
#[path = "../../../tests/src/random.rs"]
mod random;

/// Pieces of hostile texts.
const PIECES: &[&[u8]] = &[
    b"'",
    b"\"",
    b"$(echo ran >ran)",
    b"`echo ran >ran`",
    b"\necho ran >ran\n",
    b";echo ran >ran;",
    b"&echo ran >ran&",
    b"|echo ran >ran",
    b"a[$(echo ran >ran)]",
    b"x",
    b"1",
    b" ",
    b"\t",
    b"\r",
    b"\n",
    b"\\",
    b"\\\n",
    b"]",
    b"[",
    b"=",
    b"+=",
    b"(",
    b")",
    b"{",
    b"}",
    b"<<E",
    b"*",
    b"?",
    b"~",
    b"!",
    b"#",
    b"-",
    b"--",
    b"\x01",
    b"\x7f",
    b"\x80",
    b"\xff\xfe",
    "é".as_bytes(),
    b"${x}",
    b"$'\\n'",
    b"@",
    b":",
    b"%",
];

/// Statements about `$H`, a hostile text, and `$G`, another.
const STATEMENTS: &[&str] = &[
    "v1=$H",
    "v2=$H; export v2",
    "v3=$H; readonly v3",
    "v4=$H; export v4; readonly v4",
    "alias \"$H=$G\"",
    "alias -- \"$H=$G\"",
    "alias word=\"$H\"",
    "alias pwd='echo here; pwd'",
    "f() { echo f; pwd; }",
    "alias pwd='echo here; pwd'; eval 'f() { echo f; pwd; }'",
    "alias export='echo ran >ran;' readonly='echo ran >ran;' typeset='echo ran >ran;'",
    "alias set='echo ran >ran;' return='echo ran >ran;' alias='echo ran >ran;' trap='echo ran >ran;' shopt='echo ran >ran;'",
    "set -- \"$H\" \"$G\"",
    "set -- \"$H\"",
    "typeset -a list; list[2]=$H; list[5]=$G",
    "typeset -A map; map[\"$H\"]=$G",
    "typeset -A map; map[\"$H\"]=$G; map[\"$G\"]=$H; readonly map",
    "typeset -i n; n=5",
    "n=$H; typeset -i n",
    "typeset -a list; list[1]=$H; typeset -i list",
    "declare -i n; declare -g n",
    "PS4=$H",
    "IFS=$H",
    "PS4=$H; export PS4",
    "ENV=$H; export ENV",
    "BASH_ENV=$H; export BASH_ENV",
    "BASH_ENV=./env; export BASH_ENV; ENV=./env; export ENV; echo 'echo ran >ran' >env",
    "f() { echo f \"$1\" '$H' \"$(echo in)\"; }",
    "f() { cat <<E\ntext $v1\nE\n}",
    "f() ( echo f; word )",
    "g() { word() { echo word; }; word; }",
    "eval \"$H() { echo $H; }\"",
    "eval \"function $H { echo h; }\"",
    "eval \"f() { echo $H; }\"",
    "export() { echo ran >ran; }",
    "alias() { echo ran >ran; }",
    "typeset() { echo ran >ran; }",
    "set() { echo ran >ran; }",
    "return() { echo ran >ran; }",
    "trap '' USR1 USR2",
    "trap 'echo ran >ran' USR1",
    "trap 'echo ran >ran' EXIT",
    "set -f",
    "set -C",
    "set -u",
    "set -o pipefail",
    "set -x",
    "shopt -s expand_aliases",
    "shopt -s extglob; h() { case x in @(x|y)) echo h;; esac; }; shopt -u extglob",
    "shopt -s extglob; h() { case x in @(x|y)) echo h;; esac; }",
    "unset IFS",
    "unset PS4",
    "unset HOME",
    "mkdir -p \"./d$H\" && cd \"./d$H\"",
    "false",
    "nameref r=v1",
    "v5=$H; unset v5",
    "export v6",
    "readonly v7",
    "local=1; function k { local v1=$H; }; k",
    "umask 027",
    "unalias -a",
    "OPTIND=3",
    "RANDOM=$H",
    "SECONDS=$H",
    "POSIXLY_CORRECT=$H",
    "LC_ALL=$H",
];

/// What shows a state; without messages, which have other lines.
const SHOW: &str = "\\echo \"$?\" \"$#\" \"$*\" \"$0\"; printf '<%s>' \"$@\"; \
    printf '%s;' \"${v1-unset}\" \"${v2-unset}\" \"${v3-unset}\" \"${v4-unset}\" \"${v5-unset}\" \"${v6-unset}\" \"${v7-unset}\"; \
    printf '%s;' \"${n-unset}\" \"${IFS-unset}\" \"${PS4-unset}\" \"${HOME-unset}\" \"${OPTIND-unset}\"; \
    \\alias; \\set +o; pwd; umask; \
    (eval 'printf \"<%s>\" \"${list[@]}\" \"${!list[@]}\" \"${map[@]}\" \"${!map[@]}\"'); \
    \\export -p | grep ' v'; \\readonly -p | grep ' v'; f 1; g; h";

/// A hostile text.
fn text(random: &mut Random) -> Vec<u8> {
    (0..random.below(5)).flat_map(|_| PIECES[random.below(PIECES.len())].to_vec()).collect()
}

fn shown(bytes: &[u8]) -> String {
    bytes.escape_ascii().to_string()
}

/// A folder that is removed.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// One round; a complaint.
fn round(
    dialect: Dialect,
    shell: &Path,
    folder: &Path,
    random: &mut Random,
    counted: &mut usize,
) -> Option<String> {
    std::fs::create_dir_all(folder.join("home")).unwrap();
    let builder = Session::builder().dialect(dialect).name("sh").shell(shell);
    let builder = builder.variable("PATH", "/usr/bin:/bin").directory(folder);
    let mut session = builder.variable("HOME", "/nonexistent").build().unwrap();
    let mut said = String::new();
    for _ in 0..=random.below(6) {
        let (one, other) = (text(random), text(random));
        let statement = STATEMENTS[random.below(STATEMENTS.len())];
        if statement.contains("echo $H") && one.contains(&b'&') {
            // It is the function's own business to start it, and nobody waits for that.
            return None;
        }
        session.set("H", &one).ok()?;
        session.set("G", &other).ok()?;
        said += &format!("H={:?} G={:?} {statement}\n", shown(&one), shown(&other));
        let _ = session.run(statement).unwrap();
    }
    // The statements themselves may have run some of it.
    let ran = || ["ran", "d/ran"].iter().any(|name| folder.join(name).exists());
    if ran() {
        return None;
    }
    let direct = session.run(format!("(exit 3)\n( {SHOW} ) 2>/dev/null")).unwrap();
    if ran() {
        return None;
    }
    let status = session.run(format!("(exit 3)\n{{ {SHOW}; }} 2>/dev/null & wait")).unwrap();
    let refused = String::from_utf8_lossy(&status.stderr).contains("no process of its own");
    if ran() {
        return Some(format!("{} {said}    something ran", dialect.title()));
    }
    if refused {
        *counted += 1;
    }
    if refused || direct.stdout == status.stdout {
        return None;
    }
    let lines = |bytes: &[u8]| shown(bytes).replace("\\n", "\n\t");
    let (direct, other) = (lines(&direct.stdout), lines(&status.stdout));
    let differing: Vec<String> = direct
        .lines()
        .zip(other.lines().chain(std::iter::repeat("(end)")))
        .filter(|(one, other)| one != other)
        .take(3)
        .map(|(one, other)| format!("    {one}\n    {other}"))
        .collect();
    Some(format!("{} {said}{}\n{}", dialect.title(), differing.join("\n"), lines(&status.stderr)))
}

#[test]
fn a_state_of_hostile_texts_is_the_same_in_the_shell_that_it_is_handed_to() {
    let Some(shell) = shell() else { return };
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let rounds: usize = number("FORKLESS_ROUNDS").unwrap_or(40);
    let mut random = Random(
        (number("FORKLESS_SEED").unwrap_or(1) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
    );
    let room = std::env::temp_dir().join(format!("forkless-image-{}", std::process::id()));
    let (mut complaints, mut refused) = (Vec::new(), 0);
    for dialect in Dialect::ALL {
        for _ in 0..rounds {
            let folder = Folder(room.clone());
            complaints.extend(round(dialect, &shell, &folder.0, &mut random, &mut refused));
        }
    }
    assert!(2 * refused < rounds * Dialect::ALL.len(), "{refused} were refused");
    assert!(complaints.is_empty(), "{}: {}", complaints.len(), complaints.join("\n"));
}
