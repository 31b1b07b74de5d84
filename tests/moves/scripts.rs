//! The scripts: the product of what moves and where it stands.

use forkless_tests::beside::Script;
use forkless_tests::case::parse;
use std::path::Path;

/// What comes before each script: the process's number, by which [`normalize`] knows it.
const BEGIN: &str = "\
echo $$
TIMEFORMAT=; v=BASHPID; declare -n r=BASHPID
f() { echo \"$BASHPID\"; }
g() { /bin/echo \"$BASHPID\"; }
";

/// What comes after it: a copy of the shell that goes on would say it twice.
const END: &str = "\necho \"E $?\"\nwait\necho end\n";

/// Words that make the subshell that expands them move: `@` in [`WORD_PLACES`].
const WORDS: [&str; 7] = [
    "$BASHPID",
    "${!v}",
    "$r",
    "$((BASHPID))",
    "${BASHPID%x}",
    "${none:-$BASHPID}",
    "$(ulimit -n 99; echo $BASHPID)",
];

/// Commands that make the subshell that runs them move: `@` in [`COMMAND_PLACES`].
const COMMANDS: [&str; 22] = [
    "echo $BASHPID",
    "/bin/echo $BASHPID",
    "x=$BASHPID",
    "x=$BASHPID /bin/echo a",
    "echo ${!v}",
    "/bin/echo ${!v}",
    "echo $r",
    "eval 'echo $BASHPID'",
    "eval '/bin/echo $BASHPID'",
    "f",
    "g",
    "f >&1",
    "x=$BASHPID f",
    "{ ulimit -n 99; ulimit -n; }",
    "ulimit -n 99",
    "{ trap 'echo T' USR1; kill -USR1 $BASHPID; echo k; }",
    "{ trap 'echo X' EXIT; echo $BASHPID; }",
    "{ set -m; echo m; }",
    "sh -c 'echo $PPID'",
    "kill -0 $BASHPID",
    "echo a >o.$BASHPID",
    "exec /bin/echo $BASHPID",
];

/// Where a command stands.
const COMMAND_PLACES: [&str; 62] = [
    "@ & wait",
    "@ & wait $!",
    "! @ & wait",
    "true && @ & wait",
    "{ @; echo a; } & wait",
    "(@) & wait",
    "(@; echo a) & wait",
    "h() { @; echo a; }; h & wait",
    "@ | cat",
    "@ | /bin/cat",
    "@ | $PROBE cat",
    "echo b | @",
    "echo b | @ | cat",
    "$PROBE cat </dev/null | @",
    "@ | @ | cat",
    "{ @; echo a; } | cat",
    "echo b | { @; echo a; }",
    "(@)",
    "(@; echo a)",
    "( (@) )",
    "( (@); echo a)",
    "((1)) && (@; echo a)",
    "(@) | cat",
    "(@; echo a) | cat",
    "x=$(@); echo \"$x\"",
    "x=$(@; echo a); echo \"$x\"",
    "x=$( (@) ); echo \"$x\"",
    "x=$(@ | cat); echo \"$x\"",
    "x=$(@ & wait); echo \"$x\"",
    "x=`@`; echo \"$x\"",
    "echo \"$(@)\" \"$(@)\"",
    "cat <<A\n$(@)\nA",
    "cat <<<\"$(@)\"",
    "echo a >\"o$(@ >&2; echo 1)\"; echo o*",
    "case \"$(@ >&2; echo y)\" in y) echo yes ;; esac",
    "echo $(( $(@ >&2; echo 1) + 1 ))",
    "a[$(@ >&2; echo 2)]=5; echo ${a[2]}",
    "a=(\"$(@)\" b); echo \"${a[*]}\"",
    "x=abc; echo ${x#$(@ >&2; echo a)}",
    "time @",
    "(time @; echo a)",
    "! (@)",
    "for i in 1 2; do (@); done",
    "for i in 1 2; do @; done | cat",
    "for i in \"$(@)\"; do echo \"$i\"; done",
    "while read x; do (@; echo $x); done <<A\n1\n2\nA",
    "if (@); then echo t; else echo f; fi",
    "if @; then echo t; else echo f; fi | cat",
    "(false || @; echo a)",
    "( trap '@' EXIT; echo b )",
    "( trap '@; echo a' USR1; kill -USR1 $BASHPID; echo b )",
    "(eval '@; echo a'; echo b)",
    "echo '@; echo a' >file; (. ./file; echo b)",
    "echo '@; echo a' >file; . ./file | cat",
    "h() { @; echo a; }; (h; echo b)",
    "h() { @; echo a; }; h | cat",
    "h() { @; echo a; }; x=$(h); echo \"$x\"",
    "h() ( @; echo a; ); h",
    "cat <(@)",
    "cat <(@; echo a)",
    "coproc { @; echo a; }; cat <&${COPROC[0]}; wait",
    "{ @ & wait; } | cat",
];

/// Where a script is called that is the file `n`: it begins as others do, runs `@` and says so.
const NESTED_PLACES: [&str; 24] = [
    "$SH ./n a b",
    "$SH ./n; echo a",
    "$SH <n; echo a",
    "$SH -s a b <n; echo a",
    "cat n | $SH; echo a",
    "$SH ./n | cat",
    "x=$($SH ./n; echo a); echo \"$x\"",
    "($SH ./n)",
    "($SH ./n; echo a)",
    "$SH ./n & wait",
    "{ $SH ./n; echo a; } & wait",
    "$SH -c '. ./n; echo a'; echo b",
    "$SH -c 'eval \"$(cat n)\"; echo a'; echo b",
    "$SH -c 'h() { . ./n; }; h; (h; echo a); x=$(h); echo \"$x\"'",
    "$SH -c '(. ./n; echo a); . ./n | cat; cat <(. ./n)'",
    "$SH -c 'x=$(. ./n; echo a); echo \"$x\"' <n",
    "$SH -c 'trap \". ./n\" EXIT; echo a'",
    "$SH -c 'trap \"echo X\" EXIT; . ./n; (exit 3)'; echo $?",
    "trap '' USR2; $SH ./n; echo a",
    "echo a | xargs -n 1 $SH ./n; echo b",
    "find n -exec $SH {} \\;; echo b",
    "BASH_ENV=./n $SH -c 'echo a; exit 4'; echo $?",
    "cp n .bash_profile; cp n .profile; HOME=. $SH -lc 'echo a; exit 4'; echo $?",
    "mv n m; echo '$SH ./m; echo c' >n; SH=$SH $SH ./n; echo d",
];

/// Where a word stands.
const WORD_PLACES: [&str; 84] = [
    "/bin/echo @ & wait",
    "echo @ & wait",
    "$PROBE args @ & wait",
    "x=@ /bin/echo a & wait",
    "x=@ & wait",
    "/bin/echo a >o.@ & wait; echo o*",
    "/bin/echo $(echo b >>once) @ & wait; cat once",
    "/bin/echo @ | cat",
    "/bin/echo @ | /bin/cat",
    "$PROBE args @ | $PROBE cat",
    "echo @ | $PROBE cat",
    "/bin/echo $(echo b >>once) @ | cat; cat once",
    "x=@ /bin/echo a | cat",
    "echo a >o.@ | cat; echo o*",
    "echo b | /bin/echo @",
    "echo b | $PROBE args @",
    "/bin/echo @ |& cat",
    "(/bin/echo @)",
    "($PROBE args @)",
    "(x=@; echo $x)",
    "(echo a >o.@; echo o*)",
    "(echo a >o.@; echo @)",
    "(cat <<A; echo a\n@\nA\n)",
    "(cat <<<@; echo @)",
    "(case @ in *) echo @ ;; esac)",
    "(((@ > 0)) && echo @)",
    "(a[@ % 3]=1; echo @)",
    "(a=(@ @); echo ${a[*]})",
    "(for i in @ @; do echo $i; done)",
    "([[ @ == @ ]] && echo @)",
    "(export x=@; printenv x)",
    "(local=@; set -- @; echo $1)",
    "(exec /bin/echo @)",
    "(exec >o.@; echo a); cat o.*",
    "exec /bin/echo @ | cat",
    "(/bin/echo @ & wait)",
    "(/bin/echo @ & wait) | cat",
    "{ /bin/echo @ & } | cat",
    "x=$(/bin/echo @); echo \"$x\"",
    "x=$(echo @ @); echo \"$x\"",
    "x=$(/bin/echo @ & wait); echo \"$x\"",
    "cat <(/bin/echo @)",
    "coproc /bin/echo @; cat <&${COPROC[0]}; wait",
    "set -m; /bin/echo @ & wait",
    "set -m; /bin/echo @ | cat",
    "(x='@'; echo \"${x@P}\")",
    "(printf '%s\\n' @)",
    "(printf -v 'a[@ % 3]' x; echo @)",
    "([[ -v 'a[@ % 3]' ]]; echo $? @)",
    "(a=(1 2 3); unset 'a[@ % 3]'; echo ${#a[*]} @)",
    "(read 'a[@ % 3]' <<<x; echo ${#a[*]} @)",
    "(let 'y = @ % 1'; echo $y @)",
    "(declare -i y='@ % 1'; echo $y @)",
    "(x=abc; echo ${x:@ % 1} @)",
    "([[ @ -gt 1 ]]; echo $? @)",
    "(x=(1 2); echo ${x[@ % 1]} @)",
    "(for ((i = @ % 1; i < 1; i++)); do echo $i @; done)",
    "(PS4='+ @ '; set -x; echo a) 2>&1",
    "(trap 'echo @' DEBUG; :; echo a)",
    "(trap 'echo @' ERR; false; echo a)",
    "(h() { trap 'echo @' RETURN; :; }; h; echo a)",
    "(command_not_found_handle() { echo @; }; nosuch; echo a)",
    "(mapfile -c 1 -C 'echo @' m <<<x; echo a ${#m[*]})",
    "(select i in a; do echo @; break; done <<<1) 2>/dev/null",
    "(case x in @) ;; *) echo @ ;; esac)",
    "(exec 3>o.@; echo o*)",
    "(cd ./@ 2>/dev/null; echo $? @)",
    "(readonly x=@; echo $x)",
    "(typeset -a z=(@ b); echo ${#z[*]} @)",
    "(alias q=@; echo @)",
    "(eval \"echo @\")",
    "(set -- @; shift $(( @ % 1 )); echo $#)",
    "(while [ @ = x ]; do :; done; echo @)",
    "(until [ @ ]; do :; done; echo @)",
    "(if [ @ ]; then echo @; fi; echo a)",
    "({ echo @; } >o; cat o)",
    "(time echo @)",
    "(echo a | cat - <(echo @))",
    "(exit $(( @ % 1 + 5 ))); echo $?",
    "(h() { local l=@; echo $l; }; h; echo @)",
    "(h() { return $(( @ % 1 + 6 )); }; h; echo $? @)",
    "(x=1 y=@; echo $y; unset y; echo ${y-@})",
    "(declare -A m; m[@]=1; m+=([x@]=2); echo ${#m[*]} @)",
    "(a=(x y); for i in \"${a[*]:@ % 1}\"; do echo $i; done; echo @)",
];

/// Expressions that move by a variable that they name, whole scripts.
const EXPRESSIONS: [&str; 44] = [
    "(declare -i y; y=BASHPID+0; echo $y $BASHPID)",
    "(declare -i y=BASHPID; echo $y $BASHPID)",
    "(h() { local -i y=BASHPID; echo $y; }; h; echo a)",
    "(typeset -i y; read y <<<BASHPID; echo $y)",
    "(declare -i y; for y in BASHPID 2; do echo $y; done)",
    "(declare -i y; printf -v y BASHPID; echo $y)",
    "(declare -i y; y+=BASHPID; echo $y)",
    "(declare -i y; y=1 y=BASHPID; echo $y)",
    "(declare -i y; : ${y:=BASHPID}; echo $y)",
    "(declare -ia y=(BASHPID 2); echo ${y[*]})",
    "(declare -ia y; y[1]=BASHPID; echo ${y[*]})",
    "(declare -i y; mapfile -t y <<<BASHPID; echo ${y[*]})",
    "(declare -i y; export y=BASHPID; printenv y)",
    "(declare -i y; readonly y=BASHPID; echo $y)",
    "(declare -i y; y=BASHPID echo a; echo b)",
    "(declare -i y; getopts a y -a; echo $y $BASHPID)",
    "(y=BASHPID; echo $((y)) $((y + 0)); echo a)",
    "(let y=BASHPID; echo $y)",
    "(((y = BASHPID)); echo $y)",
    "(x=abc; echo ${x:BASHPID * 0})",
    "([[ BASHPID -gt 1 ]] && echo y; [[ BASHPID -eq $BASHPID ]] && echo same)",
    "(a[BASHPID % 1]=1; echo ${a[BASHPID % 1]} ${#a[BASHPID % 1]})",
    "(printf -v 'a[BASHPID % 1]' x; echo ${a[0]})",
    "(read 'a[BASHPID % 1]' <<<x; echo ${a[0]})",
    "(a=(1 2); unset 'a[BASHPID % 1]'; echo ${a[*]})",
    "(a=(1 2); [[ -v 'a[BASHPID % 1]' ]]; echo $?; test -v 'a[BASHPID % 1]'; echo $?)",
    "(for ((i = BASHPID * 0; i < 1; i++)); do echo $i; done)",
    "(a=(1 2 3); echo ${a[*]:BASHPID % 1:1})",
    "(a[0]=BASHPID; echo $((a[0])))",
    "(declare -n q='a[BASHPID % 1]'; a=5; echo $q; q=6; echo ${a[0]})",
    "(v='a[BASHPID % 1]'; a=5; echo ${!v})",
    "(test BASHPID -gt 1 2>/dev/null; echo $?; echo $((BASHPID * 0)))",
    "(echo {1..3} $((BASHPID * 0)) | cat)",
    "(while ((BASHPID < 0)); do :; done; echo a)",
    "(until ((BASHPID > 0)); do :; done; echo a)",
    "(((BASHPID > 0)) && echo a; echo b)",
    "(if ((BASHPID)); then echo a; fi; echo b)",
    "(case $((BASHPID * 0)) in 0) echo zero ;; esac)",
    "(declare -A m; m[k]=BASHPID; echo $((m[k] * 0)))",
    "(x=$((BASHPID * 0)) y=$x; echo $x $y)",
    "(wait -n -p y; echo ${y-unset} $((BASHPID * 0)))",
    "(exec 3>o.$((BASHPID * 0)); echo o*)",
    "(OPTIND=BASHPID; echo a; RANDOM=BASHPID; echo b; SECONDS=BASHPID; echo c)",
    "(shift $((BASHPID * 0)); echo a; (exit BASHPID) 2>/dev/null; echo b)",
];

/// All scripts: every command and word in every place, under the own name and as bash.
pub fn all() -> Result<Vec<Script>, String> {
    let mut scripts = Vec::new();
    for name in ["own", "bash"] {
        for (places, movers) in
            [(&COMMAND_PLACES[..], &COMMANDS[..]), (&WORD_PLACES[..], &WORDS[..])]
        {
            for place in places {
                for mover in movers.iter().filter(|mover| explained(name, place, mover).is_none()) {
                    let text = place.replace('@', mover);
                    scripts.push(script(name, &text)?);
                }
            }
        }
        for text in EXPRESSIONS {
            scripts.push(script(name, text)?);
        }
        for place in NESTED_PLACES {
            for mover in COMMANDS.iter().filter(|mover| explained(name, place, mover).is_none()) {
                let begin = BEGIN.split_once('\n').map_or("", |(_, rest)| rest);
                let file = format!("cat >n <<'A'\n{begin}{mover}\necho \"N $?\"\nA\n");
                scripts.push(script(name, &format!("{file}{place}"))?);
            }
        }
    }
    Ok(scripts)
}

/// Why a combination is not compared: it is no script, or the shells differ in something else.
fn explained(name: &str, place: &str, mover: &str) -> Option<&'static str> {
    let asks_for_parent = mover.contains("$PPID");
    let sets_exit_trap = mover.contains("EXIT");
    if mover.contains('\'') && place.contains("'@") {
        Some("quotes in quotes")
    } else if asks_for_parent
        && (place.starts_with("! @ &")
            || place.starts_with("true && @ &")
            || place.starts_with("( (@) )")
            || place.starts_with("cat <<"))
    {
        Some("which last commands take the place of their subshell is not the same")
    } else if sets_exit_trap
        && (place.starts_with("true && @ &")
            || place.starts_with("for i in 1 2; do @;")
            || place.starts_with("if @;"))
    {
        Some("bash does not run the EXIT trap of a subshell that is a list or a compound command")
    } else if sets_exit_trap && (place.contains("$(( $(@") || place.starts_with("a[$(@")) {
        Some("the output of the EXIT trap is no expression: errors of expansion end our script")
    } else if place.starts_with("BASH_ENV") && name != "bash" {
        Some("only bash reads that file")
    } else if place.starts_with("(command_not_found") && name != "bash" {
        Some("only bash calls that function")
    } else if place.starts_with("(cat <<<@") {
        Some("bash expands here-strings in the process of the external command")
    } else {
        None
    }
}

/// A script that runs `text`, under the shell's own name or as bash.
fn script(name: &str, text: &str) -> Result<Script, String> {
    let title = format!("{name}: {}", text.replace('\n', "\\n"));
    let case = format!("#### {title}\n{BEGIN}{text}{END}#: stdout any\n#: stderr any\n");
    let file = match name {
        "bash" => "bash-moves.sh",
        _ => "ksh-moves.sh",
    };
    let case = parse(Path::new(file), &case.into_bytes())?.pop().ok_or("no script")?;
    Ok(Script { case, peer: "bash", normalize })
}

/// Numbers of processes by the order in which they occur: the shell's own, which the first line
/// has, is 0.
fn normalize(output: &[u8]) -> Vec<u8> {
    let mut seen: Vec<&[u8]> = Vec::new();
    let mut out = Vec::new();
    let mut rest = output;
    while let Some(byte) = rest.first() {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (number, after) = rest.split_at(digits.max(1));
        // Shorter ones are the script's.
        if digits < 3 {
            out.extend_from_slice(if digits == 0 { std::slice::from_ref(byte) } else { number });
        } else {
            let place = seen.iter().position(|other| *other == number).unwrap_or_else(|| {
                seen.push(number);
                seen.len() - 1
            });
            out.extend_from_slice(format!("<{place}>").as_bytes());
        }
        rest = after;
    }
    out
}
