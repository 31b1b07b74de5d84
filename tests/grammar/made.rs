//! Scripts of the shell command language, made from a number.

/// Choices that follow from a number (xorshift).
pub struct Choices(u64);

impl Choices {
    /// Those of a number.
    pub fn of(number: u64) -> Self {
        let mut choices = Choices(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        for _ in 0..4 {
            choices.below(1);
        }
        choices
    }

    /// A number below a limit.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit.max(1)
    }

    /// One of some texts.
    pub fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}

/// The script of a number.
pub fn script(number: u64) -> String {
    let mut choices = Choices::of(number);
    let mut text = String::from("x=1 y='a b' z= w='*'\nf() { echo \"f:$#:$1\"; return $x; }\n");
    text += "alias al='echo alias' al2='echo ' al3='echo b;' al4=cat\n";
    for _ in 0..3 + choices.below(5) {
        text += &command(&mut choices, 3);
        text.push('\n');
    }
    text + "echo \"end $? $x-$y-$z\"\n"
}

/// A word that fields may be made of.
fn word(choices: &mut Choices, depth: usize) -> String {
    let name = choices.pick(&["x", "y", "z", "w", "1", "2", "@", "*", "#", "?", "u"]);
    match choices.below(if depth == 0 { 8 } else { 13 }) {
        0 => choices.pick(&["a", "b1", "-", "a/b", "12", "~", "=", "a=b", "{a,b}"]).to_string(),
        1 => format!("${{{name}}}"),
        2 => format!("\"<${{{name}}}>\""),
        3 => format!("'{}'", choices.pick(&["", "a b", "$x", "*"])),
        4 => format!("\"{}\"", choices.pick(&["a b", "$x $y", "\\$x", "${z:-d e}", "'$w'"])),
        5 => {
            let name = choices.pick(&["x", "y", "z", "w", "u"]);
            let operator = choices.pick(&[":-", "-", ":+", "+", "#", "##", "%", "%%"]);
            let operand = choices.pick(&["a", "a*", "?", "'a b'", "\"$y\"", "$x", "*b", ""]);
            format!("${{{name}{operator}{operand}}}")
        }
        6 => format!("$(({}))", arithmetic(choices, 3)),
        7 => choices.pick(WORDS).to_string(),
        8 => format!("$({})", command(choices, depth - 1)),
        9 => format!("\"$({})\"", command(choices, depth - 1)),
        10 => format!("${{#{}}}", choices.pick(&["x", "y", "z", "w"])),
        11 => format!("{}{}", word(choices, depth - 1), word(choices, depth - 1)),
        _ => format!("pre{}", word(choices, depth - 1)),
    }
}

fn arithmetic(choices: &mut Choices, depth: usize) -> String {
    if depth == 0 {
        return choices.pick(&["0", "1", "7", "x", "010", "0x1f", "z", "$x"]).to_string();
    }
    let (left, right) = (arithmetic(choices, depth - 1), arithmetic(choices, depth - 1));
    let operator = choices
        .pick(&["+", "-", "*", "<", "<=", "==", "!=", "&", "|", "^", "&&", "||", "<<", "%", "/"]);
    match choices.below(6) {
        0 => format!("({left} ? {right} : {left})"),
        1 => format!("-({left})"),
        2 => format!("!{}", arithmetic(choices, 0)),
        3 => left,
        // A divisor is never 0, a shift never far.
        _ if matches!(operator, "/" | "%") => format!("({left} {operator} (({right}) & 7 | 1))"),
        _ if operator == "<<" => format!("({left} << (({right}) & 7))"),
        _ => format!("({left} {operator} {right})"),
    }
}

fn list(choices: &mut Choices, depth: usize) -> String {
    let (one, other) = (command(choices, depth), command(choices, depth));
    match choices.below(5) {
        0 => format!("{one} && {other}"),
        1 => format!("{one} || {other}"),
        2 => format!("{one}\n{other}"),
        _ => one,
    }
}

/// A command; all it needs is in it.
fn command(choices: &mut Choices, depth: usize) -> String {
    if depth == 0 || choices.below(3) == 0 {
        return simple(choices, depth);
    }
    let body = list(choices, depth - 1);
    match choices.below(14) {
        0 => format!("({body}\n)"),
        1 => format!("{{ {body}\n}}"),
        2 => format!("if {}; then {body}\nelse {}\nfi", simple(choices, 0), simple(choices, 0)),
        3 => {
            let words = format!("{} {}", word(choices, depth - 1), word(choices, depth - 1));
            format!("for i in {words}; do echo \"i=$i\"; {body}\ndone")
        }
        4 => {
            let end = choices.pick(&["break", "continue", ":", "break 2"]);
            format!(
                "n{depth}=0; while [ $n{depth} -lt 3 ]; do n{depth}=$((n{depth}+1)); {body}\n{end}\ndone"
            )
        }
        5 => {
            let pattern = choices.pick(&["a*", "1", "''", "'*'", "?", "[a-f]*", "$x", "\"$y\""]);
            format!(
                "case {} in {pattern}) {body}\n;; *) echo other;; esac",
                word(choices, depth - 1)
            )
        }
        6 => format!("{{ {body}\n}} | {{ while read -r l; do echo \"l=$l\"; done; }}"),
        7 => format!("{{ {body}\n}} | cat"),
        8 => format!("! {{ {body}\n}}"),
        // A name for each depth: nothing calls itself.
        9 => format!("g{depth}() {{ {body}\n}}; g{depth} {}", word(choices, depth - 1)),
        10 => format!("{{ {body}\n}} >out{depth}; cat out{depth}"),
        11 => {
            let quote = choices.pick(&["", "'"]);
            format!("cat <<{quote}E{quote}\n$x {} $((x+1))\nE", word(choices, 0))
        }
        12 => format!("(trap 'echo exit' EXIT; {body}\n)"),
        _ => format!("(set -e; {body}\n)"),
    }
}

fn simple(choices: &mut Choices, depth: usize) -> String {
    let below = depth.saturating_sub(1);
    match choices.below(22) {
        16..=19 => phrase(choices, depth),
        0 => format!("x=$(({}))", arithmetic(choices, 2)),
        1 => format!("{}={}", choices.pick(&["y", "z"]), word(choices, below)),
        2 => format!("set -- {} {}", word(choices, below), word(choices, below)),
        3 => "shift 2>/dev/null || set -- q r".to_string(),
        4 => format!("f {}", word(choices, below)),
        5 => format!("eval \"echo {}\"", choices.pick(&["$x", "'$y'", "\\$z", "a; echo b"])),
        6 => format!(
            "[ {} ]",
            choices.pick(&["-n \"$y\"", "\"$x\" = 1", "$x -gt 2", "-e lines", "-z \"$z\""])
        ),
        7 => choices.pick(&["true", "false", ":", "(exit 3)"]).to_string(),
        8 => "read -r y z <lines".to_string(),
        9 => format!("printf '%s|' {} {}; echo", word(choices, below), word(choices, below)),
        10 => format!("IFS={} && echo $y && unset IFS", choices.pick(&["b", "''", "' '", "1"])),
        11 => format!("x={} f {}", choices.pick(&["2", "3"]), word(choices, below)),
        12 => "unset u; u=a; echo $u; unset u".to_string(),
        _ => format!("echo {} {}", word(choices, below), word(choices, below)),
    }
}

/// Words with quotes, lists of parameters and tildes in all kinds of places.
const WORDS: &[&str] = &[
    "\"$@\"",
    "\"p$@q\"",
    "\"$*\"",
    "p$*q",
    "${@:-a}",
    "\"${@:+x y}\"",
    "\"${y:-\"a b\"}\"",
    "\"${u+'q'}\"",
    "${u:-'a b'}",
    "\"${u:-'a b'}\"",
    "\"${y#\"a\"}\"",
    "\"${y%\\ *}\"",
    "~",
    "~/x",
    "x:~",
    "\"~\"",
    "\"a`echo b`c\"",
    "`echo 'a  b'`",
    "\\a\\ b",
    "\"\\$x\\\\\"",
    "${x#\"$x\"}",
    "${y%%\"${y#?}\"}",
    "\"${z:-$@}\"",
    "${u-$*}",
    "\"${u-}\"",
    "${u-\"\"}",
    "''$u",
    "$u''",
    "\"$u\"$u",
    "${y+\"$@\"}",
    "${#}",
    "${#y}",
    "${y:+\"a b\" c}",
    "\"${w}\"\\*",
    "[a]",
    "a\"b c\"d'e f'",
    "$((${#y}+$#))",
    "\"${y:-${z:-${w}}}\"",
    "${y##*[!a-z]}",
    "${y%%[[:space:]]*}",
    "${1+\"$1\"}",
    "${z:+}",
    "\"${u:=v}\"",
    "{x,y}",
    "a\\
b",
    "${y#'a '}",
    "${y#a\\ }",
    "\"${y#'a '}\"",
    "\"\\\"$y\\\"\"",
    "'\\'",
    "\"\\a\"",
    "\"`echo \\$x`\"",
    "$(echo \"$y\")",
];

/// Values that are split, and what may split them.
const TEXTS: &[&str] = &[
    "a:b::c",
    ":a:",
    " a  b ",
    "a : b",
    "a\\:b",
    "::",
    "",
    " ",
    "a b\\ c d e",
    "x,y;z",
    "*:?",
    "a\tb",
    ": :",
    "a: :b:",
];
const SEPARATORS: &[&str] = &[":", "' :'", "': '", "', '", "''", "' '", "':;'", "'a'", "\\\\"];

/// A few commands that belong together, about something that has rules of its own.
fn phrase(choices: &mut Choices, depth: usize) -> String {
    let below = depth.saturating_sub(1);
    let (text, separator) = (choices.pick(TEXTS), choices.pick(SEPARATORS));
    match choices.below(24) {
        0 => {
            let fields = choices.pick(&["$v", "a$v", "\"$v\"", "$v$v", "${v#a}", "$v''", "'q'$v", "${u-$v}", "$(echo \"$v\")"]);
            format!("v='{text}'; IFS={separator}; set -- {fields}; unset IFS; echo $#; printf '[%s]' \"$@\"; echo")
        }
        1 => {
            let options = choices.pick(&["-r", ""]);
            let names = choices.pick(&["p", "p q", "p q r", "p q r s"]);
            format!(
                "printf '%b\\n' '{text}' >t; IFS={separator} read {options} {names} <t; echo $?; printf '[%s]' \"$p\" \"${{q-}}\" \"${{r-}}\"; echo; unset p q r"
            )
        }
        2 => {
            let specification = choices.pick(&[":ab:c", "ab:c", ":", "a:b:", ":a"]);
            let words = choices.pick(&["-a -bx -c", "-ab x -- y", "-c -b", "-z -a", "-abc d", "x -a", "-- -a", "-a- -b ''", "- -a", "-b -a -c"]);
            format!(
                "OPTIND=1; while getopts {specification} o {words} 2>/dev/null; do echo \"$o:${{OPTARG-u}}:$OPTIND\"; done; echo \"$o $OPTIND\""
            )
        }
        3 => {
            let format = choices.pick(&["%5s|", "%-5s|", "%05d|", "%x,%o|", "%c|", "%%%s|", "%b|", "%.2s|", "%+d|", "% d|", "%s\\t", "\\101%s", "%*d|", "%.*s|", "%#x|", "%i|%u|", "%s", "x"]);
            let arguments = choices.pick(&["12", "'a b' c", "7 8 9", "-3", "\"'a\"", "0x1f 010", "'a\\tb' '\\0101'", "", "4 5", "3 abcdef"]);
            format!("printf '{format}' {arguments} 2>/dev/null; echo \" $?\"")
        }
        4 => format!("h() {{ local y=\"$1\" q; echo \"${{q-unset}}\"; y=l; f \"$y\"; }}; h {}; echo \"$y\"", word(choices, below)),
        5 => format!("(trap 'echo \"T$?\"' EXIT; {}\nexit {})", simple(choices, 0), choices.pick(&["0", "3", "", "256"])),
        6 => choices.pick(&["al w", "echo a; al w", "al2 al w", "al3 al w", "'al' w", "\\al w", "x=1 al w", "if al; then al2 al; fi", "echo $(al w)", "case al in al) al; esac", "{ al; }", "al | al4", ">o al; cat o", "al && al2 'al'"]).replace("'al' w", "'al' w 2>/dev/null").replace("\\al w", "\\al w 2>/dev/null"),
        7 => {
            let pattern = choices.pick(&["$p", "\"$p\"", "$p*", "[!a]*", "*\"$p\"*", "'$p'", "${p#\\*}", "\\$p", "$(echo \"$p\")", "[$p]*", "(*)"]);
            let pattern = pattern.trim_start_matches('(').trim_end_matches(')');
            let value = choices.pick(&["'*'", "'[a-c]*'", "'a\\*'", "'?'", "a", "'[!b]*'", "'\\'", "']'", "'-'", "'a b'", "'[]a]*'"]);
            format!("p={value}; case {} in {pattern}) echo m;; *) echo n;; esac", word(choices, below))
        }
        8 => choices.pick(&[
            "exec 3>o; echo hi >&3; exec 3>&-; cat o",
            "{ echo a; echo b >&2; } 2>&1 >/dev/null | cat",
            "echo x 3>&1 >&3 | cat",
            "cat <lines 3<&0 | { read -r q; echo \"$q\"; }",
            "{ echo a >&3; } 3>&1",
            "echo a >o; echo b >>o; echo c 1<>o; cat o",
            "exec 4<lines; read -r q <&4; read -r r <&4; echo \"$r$q\"; exec 4<&-",
            "echo a >&- 2>/dev/null; echo $?",
            "(exec >o; echo in); cat o",
            "echo e 2>&1 >&2 2>/dev/null | cat",
            "f a >o b; cat o",
            ">o; wc -c <o",
            "set -C; echo a >o2; { echo b >o2; } 2>/dev/null; echo $?; set +C; rm o2",
            "cat <nothing 2>/dev/null || echo none; { cat; } <nothing 2>/dev/null; echo $?",
        ]).to_string(),
        9 => {
            let body = choices.pick(&["false || true", "! true", "false && true", "if false; then :; fi", "x=$(false)", "f", "{ false; }", "(false)", "false | true", "true | false", "eval false", "for i in 1; do false; done", "while false; do :; done", "case a in a) false;; esac", "! false", "command false", "local_=$(false) true", "! { false; echo in; }", "g() { false; echo g; }; g || echo or", "g() { false; echo g; }; g", "(set -e; false; echo in) || echo or", "echo $(false; echo s)"]);
            format!("(set -e; {body}; echo on; {}\n); echo \"s$?\"", simple(choices, 0))
        }
        10 => choices.pick(&[
            "(set -u; echo \"${u-d}\"; echo $u; echo no) 2>/dev/null; echo $?",
            "(set -u; echo $((u + 1)); echo no) 2>/dev/null; echo $?",
            "(set -f; echo *); echo l*",
            "echo 'echo sourced $1 $#; return 3' >s; . ./s; echo $?",
            "(readonly x; x=2; echo no) 2>/dev/null; echo $?",
            "(unset -f f; f 2>/dev/null || echo none)",
            "sleep 0 & wait $!; echo $?",
            "(exit 5) & wait $!; echo $?",
            "x=a y=b eval 'echo $x$y'; echo \"$x$y\"",
            "x=3 :; echo $x; x=1",
            "until [ $# -eq 0 ]; do shift; done; set -- p1 'p 2' ''",
            "echo \"$(cat <<E\n$y\nE\n)\"",
            "h() { cat <<E\n$1 ${2-none} $# \"$*\"\nE\n}; h a; h b c",
            "cat <<-E\n\ta\n\t\t$x\n\tE",
            "cat <<\\E\n$x `a` \\\nE",
            "cat <<E; cat <<F\na\\$x `echo \"b\"` \"${y}\" '$z'\nE\n${u-\"q\"} ${u-'q'} \\a \\\\ $(echo \")\")\nF",
            "for i; do echo \"<$i>\"; done",
            "for i in \"$@\"; do case $i in ''|*\\ *) echo e; continue;; esac; echo $i; done",
            "(cd /; pwd; cd - >/dev/null; [ \"$PWD\" = \"$OLDPWD\" ] || echo other)",
            "command -v f echo >/dev/null; echo $?",
            "h() { return; }; false; h; echo $?; h2() { f 4 >/dev/null; return; }; h2; echo $?",
            "(trap 'echo sig' USR1; kill -USR1 $(sh -c 'echo $PPID'); echo after)",
            "trap '' USR1; (trap); trap - USR1",
            "(trap 'echo a; trap - EXIT; exit 4' EXIT; exit 3); echo $?",
            "h() { h() { echo second; }; echo first; }; h; h",
            "a() (x=5; exit 3); a; echo $? $x",
            "{ { echo 1; exit 2; }; echo no; } | cat; echo $?",
            "if ! f >/dev/null; then echo t; elif f >/dev/null; then echo e; else echo n; fi",
            "while read -r q; do [ -n \"$q\" ] || break; echo \"$q\"; done <lines; read -r q <lines; echo $q",
            "set -- a b c; while [ \"$1\" ]; do shift 2 || break; done 2>/dev/null; echo $#",
        ]).to_string(),
        11 => {
            let expression = choices.pick(&["x+=2", "x = x ? 3 : 4", "x<<=1", "x|=4", "x%=3", "x-=x-1", "(x=2)*x", "x==1||(x=7)", "x&&0", "~x", "-x", "x/2*2", "1?x:0", "x>>1", "!x+1", "x!=1", "x^=3", "+x", "x*=-1", "0||x"]);
            format!("echo $(({expression})) $x")
        }
        12 => format!("set -- {0}; echo $#; for i in \"$@\"; do echo \"[$i]\"; done", word(choices, below)),
        13 => format!("v={}; echo \"$v\"; echo $v", word(choices, below)),
        14 => format!("export v={}; echo \"$v\"", word(choices, 0)),
        15 => format!("{{ {}\n}} <<E\nline one\n$x two\nE", choices.pick(&["read -r q; echo \"$q\"; cat", "cat", "while read -r q r; do echo \"$r:$q\"; done", "f a; cat"])),
        16 => format!("eval 'v='{}; echo \"$v\"", choices.pick(&["'\"$y\"'", "$x", "\\$y", "'`echo a`'", "\"'a b'\""])),
        17 => format!("printf '%s\\n' {} | while IFS= read -r q; do printf '<%s>' \"$q\"; done; echo", word(choices, below)),
        18 => format!("case {} in ('') echo empty;; (?) echo one;; (??|???) echo few;; (*) echo many; esac", word(choices, below)),
        19 => format!("[ {} {} {} ] 2>/dev/null; echo $?", word(choices, 0), choices.pick(&["=", "!=", "-eq", "-lt", "-a", "-o"]), word(choices, 0)),
        20 => format!("test {} 2>/dev/null; echo $?", word(choices, 0)),
        21 => format!("echo \"${{v={}}}\"; unset v", word(choices, 0).replace('"', "")),
        22 => format!("cat <<E\n{}\nE", word(choices, below)),
        _ => format!("echo \"{}\" | tr a-c A-C", choices.pick(&["$y $x", "abc", "$*", "$@"])),
    }
}
