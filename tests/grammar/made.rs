//! Scripts of the shell command language, made from a number.

/// Choices that follow from a number (xorshift).
struct Choices(u64);

impl Choices {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit.max(1)
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}

/// The script of a number.
pub fn script(number: u64) -> String {
    let mut choices = Choices(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    for _ in 0..4 {
        choices.below(1);
    }
    let mut text = String::from("x=1 y='a b' z= w='*'\nf() { echo \"f:$#:$1\"; return $x; }\n");
    for _ in 0..3 + choices.below(5) {
        text += &command(&mut choices, 3);
        text.push('\n');
    }
    text + "echo \"end $? $x-$y-$z\"\n"
}

/// A word that fields may be made of.
fn word(choices: &mut Choices, depth: usize) -> String {
    let name = choices.pick(&["x", "y", "z", "w", "1", "2", "@", "*", "#", "?", "u"]);
    match choices.below(if depth == 0 { 7 } else { 12 }) {
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
        7 => format!("$({})", command(choices, depth - 1)),
        8 => format!("\"$({})\"", command(choices, depth - 1)),
        9 => format!("${{#{}}}", choices.pick(&["x", "y", "z", "w"])),
        10 => format!("{}{}", word(choices, depth - 1), word(choices, depth - 1)),
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
        10 => format!("{{ {body}\n}} >out; cat out"),
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
    match choices.below(16) {
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
