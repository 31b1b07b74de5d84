//! Scripts of the language of bash, made from a number: what POSIX does not have.

use crate::made::Choices;

/// The script of a number.
pub fn script(number: u64) -> String {
    let mut choices = Choices::of(number);
    let mut text = String::from(PREAMBLE);
    for _ in 0..4 + choices.below(6) {
        text += &command(&mut choices, 2);
        text.push('\n');
    }
    text + "p \"end $?\" \"$s\" \"$n\" \"${a[@]}\" \"${!a[@]}\"; declare -p m 2>/dev/null | sort\n"
}

const PREAMBLE: &str = "shopt -s extglob expand_aliases
s='abc Def abc' n=5 e= t='a/b.c/d.tar.gz' w='*'
a=(one 'two three' '' four) b=([2]=x [5]=y)
declare -A m=([k]=v ['a b']='c d')
declare -n r=s
p() { local i; for i; do printf '<%s>' \"$i\"; done; echo; }
";

/// A variable's name, or an element's.
fn place(choices: &mut Choices) -> String {
    choices
        .pick(&[
            "s", "n", "e", "t", "w", "a", "b", "r", "u", "a[1]", "a[-1]", "a[n-4]", "b[5]", "b[3]",
            "m[k]", "m['a b']", "m[$n]", "1", "a[@]", "a[*]", "b[@]", "m[k]", "@", "*", "a[9]",
        ])
        .to_string()
}

/// What stands behind a parameter's name in braces.
fn operation(choices: &mut Choices) -> String {
    let pattern = choices.pick(&[
        "a",
        "b*",
        "*b",
        "?",
        "[a-c]",
        "\"$w\"",
        "$w",
        "*",
        "+(a|b)",
        "@(abc|D)*",
        "!(abc)",
        "*(?)",
        "' '",
        "/",
        ".*",
        "\\*",
        "",
        "#a",
        "%c",
        "##",
        "a*c",
        "[!a]",
        "[[:upper:]]",
        "${s:0:1}",
        "o*e",
        "\"two three\"",
    ]);
    let text = choices.pick(&[
        "X", "", "&", "\\&", "'$n'", "\"$n\"", "$n", "[&]", "\\/", "~", "\"a b\"", "'&'",
        "\"\\&\"", "$e", "\\\\",
    ]);
    match choices.below(16) {
        0 => format!("/{pattern}/{text}"),
        1 => format!("//{pattern}/{text}"),
        2 => format!("/#{pattern}/{text}"),
        3 => format!("/%{pattern}/{text}"),
        4 => format!("//{pattern}"),
        5 => format!("#{pattern}"),
        6 => format!("##{pattern}"),
        7 => format!("%{pattern}"),
        8 => format!("%%{pattern}"),
        9 => format!("@{}", choices.pick(&["Q", "E", "P", "A", "a", "U", "u", "L", "K", "k"])),
        10 => choices
            .pick(&["^", "^^", ",", ",,", "^^[a-c]", ",,[A-Z]", "~", "~~", "^[!a]"])
            .to_string(),
        11 => format!(
            ":{}",
            choices.pick(&[
                "0", "1", " -2", "n-4", "1:2", "1:-1", "0:0", " -3:2", "9", "1:n", "(-1)",
                "n>3?1:2", " -1:1", "2:1", "0:99"
            ])
        ),
        12 | 13 => format!(
            "{}{}",
            choices.pick(&[":-", "-", ":+", "+"]),
            choices.pick(&[
                "d",
                "'d e'",
                "\"d e\"",
                "$s",
                "\"${a[@]}\"",
                "",
                "${a[@]}",
                "$'x\\ty'",
                "~"
            ])
        ),
        _ => String::new(),
    }
}

fn parameter(choices: &mut Choices) -> String {
    let place = place(choices);
    let text = match choices.below(14) {
        0 => format!("${{#{}}}", place),
        1 => format!("${{!{}}}", choices.pick(&["a[@]", "m[@]", "b[*]", "s@", "r", "q", "a@"])),
        2 => format!("${place}").replace('[', "\\["),
        _ => format!("${{{place}{}}}", operation(choices)),
    };
    // No assignment to a parameter.
    if text.contains(":=") && text.contains(['1', '@', '*']) { "$s".into() } else { text }
}

fn word(choices: &mut Choices, depth: usize) -> String {
    match choices.below(if depth == 0 { 14 } else { 17 }) {
        0..=3 => parameter(choices),
        4..=7 => format!("\"{}\"", parameter(choices)),
        8 => format!("\"x{}y\"", parameter(choices)),
        9 => format!("x{}y", parameter(choices)),
        10 => choices
            .pick(&[
                "a",
                "'a b'",
                "$'a\\n\\x41\\101'",
                "\"$s $n\"",
                "\\*",
                "''",
                "abc",
                "5",
                "~",
                "$\"t\"",
                "a=b",
                "-n",
            ])
            .to_string(),
        11 => choices
            .pick(&[
                "{a,b}",
                "{1..3}",
                "x{a,b{c,d}}y",
                "{a..e..2}",
                "{3..1}",
                "{01..3}",
                "{a}",
                "{,x}",
                "\"{a,b}\"",
                "{a,$n}",
                "{$n,x}",
                "$e{a,b}",
                "{a,'b c'}",
                "{-1..1}",
                "{a,b}{1,2}",
                "{c..a}",
                "{1..5..2}",
                "{a,b",
                "{1..a}",
                "{\"x\",y}",
                "a{b,}c",
            ])
            .to_string(),
        12 => format!("$(({}))", arithmetic(choices, 2)),
        13 => {
            // A list and `$*` in one pair of quotes: bash splits what the quotes keep together.
            let (one, other) = (parameter(choices), parameter(choices));
            let lists = one.contains('@') || other.contains('@');
            match lists && (one.contains('*') || other.contains('*')) {
                true => "\"$s$n\"".to_string(),
                false => format!("\"{one}{other}\""),
            }
        }
        14 => format!("\"$({})\"", command(choices, depth - 1)),
        15 => format!("$({})", command(choices, depth - 1)),
        _ => format!("{}{}", word(choices, depth - 1), word(choices, depth - 1)),
    }
}

fn arithmetic(choices: &mut Choices, depth: usize) -> String {
    if depth == 0 || choices.below(5) == 0 {
        return choices
            .pick(&[
                "n", "1", "0", "7", "n++", "--n", "a[0]", "b[2]", "${#s}", "$n", "2#101", "0x1f",
                "m[k]", "q", "q=3", "n+=2", "'1'", "16#ff", "${#a[@]}", "010",
            ])
            .replace("'1'", "1");
    }
    let operator =
        choices.pick(&["+", "-", "*", "<", ">=", "==", "!=", "&", "|", "^", "&&", "||", ","]);
    let (left, right) = (arithmetic(choices, depth - 1), arithmetic(choices, depth - 1));
    match choices.below(7) {
        0 => format!("({left} ? {right} : 2)"),
        1 => format!("~({left})"),
        2 => format!("(({right}) ** 2)"),
        3 => format!("(({left}) % 7)"),
        _ => format!("({left} {operator} {right})"),
    }
}

/// What is between `[[` and `]]`.
fn condition(choices: &mut Choices, depth: usize) -> String {
    if depth > 0 {
        match choices.below(6) {
            0 => {
                return format!(
                    "{} && {}",
                    condition(choices, depth - 1),
                    condition(choices, depth - 1)
                );
            }
            1 => {
                return format!(
                    "{} || {}",
                    condition(choices, depth - 1),
                    condition(choices, depth - 1)
                );
            }
            2 => return format!("! {}", condition(choices, depth - 1)),
            3 => return format!("( {} )", condition(choices, depth - 1)),
            _ => {}
        }
    }
    let left = word(choices, 0);
    match choices.below(6) {
        0 => format!(
            "{left} == {}",
            choices.pick(&[
                "a*",
                "\"a*\"",
                "$w",
                "\"$w\"",
                "+([a-z ])",
                "@(one|five)",
                "!(a*)",
                "?*",
                "*[[:space:]]*",
                "'a b'",
                "$s",
                "*\"$n\"*",
                "\\*",
                "[a-"
            ])
        ),
        1 => format!("{left} != {}", choices.pick(&["a*", "$s", "\"\"", "*"])),
        2 => format!(
            "{left} =~ {}",
            choices.pick(&[
                "a",
                "^a",
                "c$",
                "(a)(b)?",
                "[a-c]+",
                "\"a*\"",
                "$w",
                "b.c",
                "^(.*)/(.*)$",
                "'.'",
                "\\.",
                "(x|a)+",
                "a{1,2}",
                "[[:upper:]]",
                "$n",
                "^$",
                "([^/]*)/"
            ])
        ),
        3 => format!("{} {left}", choices.pick(&["-n", "-z", "-e", "-d"])),
        4 => format!(
            "-v {}",
            choices.pick(&["s", "u", "a", "a[1]", "a[9]", "m[k]", "m[z]", "r", "b[0]", "b", "m"])
        ),
        _ => format!(
            "{} {} {}",
            arithmetic(choices, 0),
            choices.pick(&["-eq", "-lt", "-ge"]),
            arithmetic(choices, 0)
        ),
    }
}

fn command(choices: &mut Choices, depth: usize) -> String {
    if depth == 0 || choices.below(3) > 0 {
        return simple(choices, depth);
    }
    let (body, other) = (command(choices, depth - 1), command(choices, depth - 1));
    match choices.below(20) {
        0 => format!("if [[ {} ]]; then {body}\nelse {other}\nfi", condition(choices, 2)),
        1 => format!(
            "for ((i=0; i<{}; i++)); do p $i; {body}\ndone",
            choices.pick(&["2", "n-3", "1"])
        ),
        2 => format!(
            "for x in {}; do p \"$x\"; {body}\n{}\ndone",
            word(choices, 0),
            choices.pick(&["break", "continue", ":"])
        ),
        3 => format!(
            "case {} in {}) {body}\n{} *c*) {other}\n;; *) p other;; esac",
            word(choices, 0),
            choices.pick(&[
                "a*",
                "@(one|abc)*",
                "$w",
                "\"$w\"",
                "+([0-9])",
                "''",
                "!(a*|b*)",
                "?(a)*"
            ]),
            choices.pick(&[";;", ";&", ";;&"])
        ),
        4 => format!("( {body}\n)"),
        5 => format!("{{ {body}\n}}"),
        6 => format!("{body} && {other}"),
        7 => format!("{body} || {other}"),
        8 => format!("! {{ {body}\n}}"),
        9 => format!("{{ {body}\n}} | {{ {other}\ncat; }}; p \"${{PIPESTATUS[@]}}\""),
        10 => format!("( set -o pipefail; {{ {body}\nfalse; }} | cat; p $?)"),
        11 => {
            format!("(shopt -s lastpipe; {{ {body}\n}} | while read -r x; do q=$x; done; p \"$q\")")
        }
        12 => format!(
            "g{depth}() {{ local s=l n a=(z) {}; {body}\n{other}\n}}; g{depth} {}; p \"$s\" $n",
            choices.pick(&["e=$s", "u", "-r c=1", "-a b=(1 2)", "-i o=1+2", "-A m", "w=x", "x y"]),
            word(choices, 0)
        ),
        13 => format!("(trap 'p T$?' EXIT; {body}\n)"),
        14 => format!(
            "(trap 'p E$?' ERR; {}{body}\n{other}\nfalse; {{ false; }}; ! true; false || :)",
            choices.pick(&["", "set -E; ", "set -e; "])
        ),
        15 => format!(
            "(trap 'p R$?' RETURN; {}h() {{ {body}\nreturn 2; }}; h; p $?)",
            choices.pick(&["", "set -T; ", "declare -ft h; "])
        ),
        16 => format!("(trap 'p D' DEBUG; {body}\n{other}\n)"),
        17 => format!(
            "while read -r x y; do p \"$x\" \"$y\"; {body}\ndone < <(printf '%s\\n' 'a b c' '' ' d ' )"
        ),
        18 => format!("(set -e; {body}\n{other}\np on); p $?"),
        _ => format!("{{ {body}\n}} > >(cat); wait $!; {{ {other}\n}} 2>&1 | cat"),
    }
}

fn simple(choices: &mut Choices, depth: usize) -> String {
    let below = depth.saturating_sub(1);
    let value = word(choices, below);
    match choices.below(36) {
        0..=9 => format!("p {value} {}", word(choices, below)),
        10 => format!("{}={value}", choices.pick(&["s", "e", "q", "a[1]", "a[-1]", "a[n]", "m[k]", "m[x y]", "b[7]", "r", "m['q']", "m[\"$s\"]", "m[$n]"])),
        11 => format!("{}+={value}", choices.pick(&["s", "a[1]", "m[k]", "e", "r", "b[5]", "q"])),
        12 => format!("a=({value} {})", word(choices, below)),
        13 => format!("{}+=({value})", choices.pick(&["a", "b", "s", "q"])),
        14 => format!("b=([3]={} {} [1]={})", parameter(choices), word(choices, below), parameter(choices)),
        15 => format!("m=([{}]={value} [x]={})", choices.pick(&["k", "a b", "$n", "\"$s\"", "'*'", "1+1"]), word(choices, 0)),
        16 => format!("unset {}", choices.pick(&["s", "'a[1]'", "'a[-1]'", "'m[k]'", "a", "b", "r", "-n r", "q", "'m[$n]'", "e", "-v w", "'m[a b]'"])),
        17 => format!("(( {} )); p $? $n $q", arithmetic(choices, 2)),
        18 => format!("let {}; p $? \"$n\" \"$q\"", choices.pick(&["n++", "'q = n * 2'", "n+=1", "q=n==5", "0", "'a[0]=7'", "n=1,q=2"])),
        19 => format!("[[ {} ]]; p $? \"${{BASH_REMATCH[@]}}\"", condition(choices, 2)),
        20 => format!("declare -p {} 2>/dev/null", choices.pick(&["s", "n", "a", "b", "r", "q", "e", "u", "w"])),
        21 => format!("declare {} {}; declare -p q", choices.pick(&["-i", "-u", "-l", "-a", "-x", "-r", "-ix", "-A", "-n", "-g", "-c"]), choices.pick(&["q=5+5", "q", "q=AbC", "q=s"]))
            .replace("declare -r q=5+5; declare -p q", "(declare -r q=5+5; declare -p q)")
            .replace("-n q=5+5", "-n q=s"),
        22 => format!("printf -v {} '{}' {value}; p \"$q\" \"${{a[1]}}\"", choices.pick(&["q", "a[1]", "'a[1]'", "m[k]"]).replace("m[k]", "'m[k]'"), choices.pick(&["%s", "%q", "[%5s]", "%d", "%s-%s", "%b", "%.3s", "%-6s|", "%x", "%c"])),
        23 => format!("read {} <<<{value}; p \"$q\" \"$x\" \"${{y-}}\"", choices.pick(&["q x", "-r q x y", "-n 2 q", "-d b q", "-N 3 q", "-ra y q", "-r q", "-a y"]).replace("-ra y q", "-ra y")),
        24 => format!("mapfile {} y < <(printf '%s\\n' {value} {}); p \"${{y[@]}}\" \"${{!y[@]}}\"; unset y", choices.pick(&["-t", "", "-t -n 1", "-t -s 1", "-tO 2", "-td b"]), word(choices, 0)),
        25 => choices.pick(&[
            "exec {fd}>o; echo x >&$fd; exec {fd}>&-; cat o",
            "echo x 12>o >&12; cat o",
            "{ echo a; echo b >&2; } |& cat",
            "{ echo a; echo b >&2; } &>o; cat o",
            "echo c &>>o; cat o; >o",
            "cat <(echo x) <(echo y)",
            "cat <<<\"$s $n\"",
            "cat <<< a$n'b c'\"d\"",
            "(sleep 0; exit 3) & wait -n; p $?",
            "coproc cat; echo hi >&${COPROC[1]}; read -r q <&${COPROC[0]}; p \"$q\"; exec {COPROC[1]}>&-; wait",
            "select q in x y; do p \"$q\" $REPLY; break; done <<<2 2>/dev/null",
            "select q in \"${a[@]}\"; do p \"$q\"; [[ $REPLY == 1 ]] || break; done <<<$'1\\n9\\n' 2>/dev/null; p $?",
            "time -p : 2>/dev/null; p $?",
            "h() { p ${FUNCNAME[0]} $#; caller 0 >/dev/null; p $?; }; h 1 2",
            "h() { shift; p \"$@\" $#; set -- z; p $1; }; h a b c; p $#",
            "h() { local -n v=$1; v=changed; v+=x; }; h s; p \"$s\"",
            "h() { local -n v=$1; v+=(new); p \"${v[@]}\" ${#v[@]}; }; h a",
            "h() { local IFS=,; p \"$*\" \"${a[*]}\" ${a[*]}; }; h 1 2",
            "IFS=, read -ra y <<<'a,b,,c'; p \"${y[@]}\"; unset y",
            "IFS=: ; p $t ${a[*]} \"${a[*]}\"; unset IFS",
            "IFS=; p $s ${a[@]} \"$*\" $*; unset IFS",
            "set -- x 'y z' ''; p \"$@\" $# \"${@:2}\" \"${*:1:1}\" ${@: -1}; p \"${@/x/q}\" \"${@^^}\"",
            "set --; p \"$@\" \"x$@\" \"${@}\"\"$*\"",
            "set -- \"${a[@]}\"; shift 2; p $# $1",
            "touch f1 f2 .h; p f* *; shopt -s nullglob; p z*; shopt -u nullglob; shopt -s dotglob; p *; shopt -u dotglob; p !(f*) @(f1|x); rm f1 f2 .h",
            "shopt -s nocasematch; [[ ABC == abc ]]; p $?; case DEF in def) p y;; esac; p ${s/DEF/x}; shopt -u nocasematch",
            "x=1; for x in 1 2 3; do [[ $x == 2 ]] && continue; p $x; done; p $x",
            "p ${BASH_SUBSHELL} $(echo $BASH_SUBSHELL) $( (echo $BASH_SUBSHELL) )",
            "f=(a b); f[1]+=c; f+=([5]=z y); p \"${f[@]}\" \"${!f[@]}\"; unset f",
            "echo -e 'a\\tb\\x41\\c' z; p",
            "echo $'a\\'b' $'\\e[0m' $'\\cA' | od -c | head -2",
            "p \"${s@Q}\" \"${a[@]@Q}\" \"${m[@]@A}\" \"${a[*]@K}\"",
            "type -t p if echo nothing cat; p $?",
            "declare -f p | head -3",
            "alias zz='p al'\neval 'zz 1'; unalias zz",
            "eval \"$(declare -p a)\"; p \"${a[@]}\"",
            "h() { return; }; (exit 3); h; p $?; h() { (return 4); p $?; }; h",
            "until ((n > 6)); do ((n++)); done; p $n",
            "for ((i=0,j=3; i<j; i++,j--)); do p $i $j; done",
            "p $((x=5, x++ + ++x)) $x $((1,2)) $((!0)) $((-2**2)) $((2**3**2)) $((7/-2)) $((-7%3)) $((1<2<3)) $((5&3|4^1))",
            "declare -i k=3; k+=4; k=k*2; p $k; k=x; p $k; unset k",
            "local x 2>/dev/null; p $?",
            "p \"${s:1:3}\" \"${s: -3}\" \"${a[@]:1:2}\" \"${s:n-5:2}\"",
            "p \"${!m[@]}\" \"${#m[k]}\" \"${m[none]-d}\"",
            "v=s; p \"${!v}\" \"${!v/abc/x}\" \"${!v:0:2}\"; v='a[1]'; p \"${!v}\"; v=a[@]; p \"${!v}\"",
            "readonly ro=1; (ro=2; p no) 2>/dev/null; p $?",
            "p \"$(cat <<E\n$s ${a[1]} $((n+1))\nE\n)\"",
            "cat <<'E' <<F\nno\nE\nyes $n\nF",
            "h() { cat <<-E\n\t$1 ${2:-d}\n\tE\n}; h x; h 1 2",
            "{ p in; } 2>/dev/null >&2; p $?",
            "kill -l 9 INT 130 2>/dev/null; p $?",
            "test -v a[1] -a -n \"$s\"; p $?; [ \"$s\" \\< z ]; p $?; [ a -ef a ] || p $?",
            "getopts ab: o -a; p $? $o $OPTIND; getopts ab: o -a -b v; p $o $OPTARG; OPTIND=1",
            "p ${PIPESTATUS[@]}; true | (exit 3) | false; p ${PIPESTATUS[@]}",
            "h() { trap 'p ret' RETURN; p in; }; h; p out; trap - RETURN",
            "printf '%s=%d ' a 1 b 2; printf '%(%Y)T\\n' 0; printf '%q %q\\n' 'a b' $'a\\nb'; printf '%5.2s|%-5d|%05d\\n' abc 3 4",
            "p \"${FUNCNAME[@]}\" \"$LINENO\" \"${BASH_LINENO[@]}\"",
            "dirs >/dev/null; pushd / >/dev/null; p \"$PWD\"; popd >/dev/null; p ${#DIRSTACK[@]}",
            "hash -r; command -v p echo; builtin echo b; command echo c; enable -n echo; enable echo",
            "compgen -A function; compgen -W 'abc abd x' ab; p $?",
            "p \"${u?}\" 2>/dev/null; p $?",
            "(p ${u:?msg} 2>/dev/null; p no); p $?",
        ]).to_string(),
        26 => format!("case {value} in {}) p y;; *) p n;; esac", choices.pick(&["*(a|b)*", "[[:alpha:]]*", "\"$s\"", "$s", "+(?)", "@()", "!(*c)", "[]a]*", "[!a]*", "\\*"])),
        27 => format!("set -- {value} {}; p \"$#\" \"$*\" $1", word(choices, below)),
        28 => format!("s=x p {value}; p \"$s\""),
        29 => format!("export q={value}; p \"$q\""),
        30 => format!("cat <<E\n{} {}\nE", parameter(choices), parameter(choices)),
        31 => format!("p \"${{q:-{}}}\" ${{q:+{}}}", word(choices, 0).replace('"', ""), word(choices, 0)),
        32 => format!("x={value} y={}; p \"$x\" \"$y\"", word(choices, 0)),
        33 => format!("declare -a q=({value}); p \"${{q[@]}}\"; unset q"),
        34 => format!("local_() {{ local q={value} z; p \"$q\" \"${{z-u}}\"; }}; local_"),
        _ => choices.pick(&["false", "true", "(exit 3)", "! true"]).to_string(),
    }
}
