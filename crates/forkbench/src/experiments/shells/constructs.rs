//! The constructs: what scripts do all the time.

/// One of them.
pub struct Construct {
    /// What it is called.
    pub name: &'static str,
    /// Whether it is measured with --quick too.
    pub quick: bool,
    /// Whether it is repeated in a loop; otherwise `body` is the script.
    pub repeated: bool,
    /// Before the loop.
    before: &'static str,
    /// One iteration.
    body: &'static str,
    /// Behind the loop, to show that it did what it should.
    after: &'static str,
}

/// The row of a substitution of a function, which findings look at.
pub const COMMAND_SUBSTITUTION: &str = "x=$(f): a function";
/// The row of the builtin echo, which findings look at.
pub const ECHO: &str = "echo, the builtin";
/// The row of the program echo, which findings look at.
pub const ECHO_PROGRAM: &str = "/bin/echo, the program";

impl Construct {
    /// The script of so many iterations.
    pub fn script(&self, iterations: u64) -> Vec<u8> {
        if !self.repeated {
            return self.body.as_bytes().to_vec();
        }
        let Construct { before, body, after, .. } = self;
        format!(
            "{before}\ni=0\nwhile [ $i -lt {iterations} ]; do\n{body}\ni=$((i+1))\ndone\n{after}\n"
        )
        .into_bytes()
    }
}

const fn repeated(
    name: &'static str,
    quick: bool,
    before: &'static str,
    body: &'static str,
    after: &'static str,
) -> Construct {
    Construct { name, quick, repeated: true, before, body, after }
}

/// All of them.
pub const CONSTRUCTS: &[Construct] = &[
    Construct {
        name: "start: sh -c :",
        quick: true,
        repeated: false,
        before: "",
        body: ":",
        after: "",
    },
    repeated("an iteration of a loop", true, "", "", "echo $i"),
    repeated("(x=1): subshell", true, "", "(x=1)", "echo $i"),
    repeated("x=$(echo hi)", true, "", "x=$(echo hi)", "echo $x"),
    repeated(COMMAND_SUBSTITUTION, true, "f() { echo \"$1\"; }", "x=$(f a)", "echo $x"),
    repeated("x=$(cd /; pwd)", false, "", "x=$(cd /; pwd)", "echo $x"),
    repeated("echo | { read x; }", true, "", "echo a | { read x; }", "echo $i"),
    repeated(ECHO, true, "", "echo line $i", "echo $i"),
    repeated(ECHO_PROGRAM, true, "", "/bin/echo line $i", "echo $i"),
    repeated("an external program", true, "", "./prog", "echo $i"),
    repeated("a program in the background", false, "", "./prog & wait", "echo $i"),
    repeated("echo | tr | cut", true, "", "x=$(echo abc | tr a-z A-Z | cut -c1-2)", "echo $x"),
    repeated("$(basename …)", true, "", "x=$(basename /a/b/c.txt .txt)", "echo $x"),
    repeated("$(expr …)", false, "", "x=$(expr 1 + 2)", "echo $x"),
    repeated("echo | sed", false, "", "x=$(echo bar | sed 's/bar/baz/')", "echo $x"),
    repeated("printf | grep -c", false, "", "x=$(printf 'a\\nb\\n' | grep -c a)", "echo $x"),
    repeated("echo | awk", false, "", "x=$(echo a b | awk '{print $2}')", "echo $x"),
    repeated("sort | uniq", false, "", "x=$(printf 'b\\na\\nb\\n' | sort | uniq)", "echo \"$x\""),
    repeated(
        "case, ${x%%…}, ${x##…}",
        true,
        "p=/usr/lib/x/y.tar.gz",
        "case $p in *.c) x=c;; *.tar.*) x=${p%%.*} y=${p##*/};; esac",
        "echo $x $y",
    ),
    repeated("a function call", false, "f() { set -- \"$2\" \"$1\"; r=$1; }", "f $i b", "echo $r"),
    repeated(
        "for over 20 fields",
        false,
        "l='a b c d e f g h i j k l m n o p q r s t'",
        "for w in $l; do :; done",
        "echo $w",
    ),
    repeated(
        "read 100 lines",
        true,
        "",
        "n=0; while IFS= read -r l; do n=$((n+1)); done <lines",
        "echo $n",
    ),
    repeated("read <<here-document", false, "", "read x <<E\nhello $i\nE", "echo ${x%% *}"),
    repeated("[ -f ] and [ = ]", false, "", "[ -f lines ] && [ \"$i\" != x ]", "echo $i"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts() {
        let echo = CONSTRUCTS.iter().find(|c| c.name == ECHO).unwrap();
        assert_eq!(
            echo.script(7),
            b"\ni=0\nwhile [ $i -lt 7 ]; do\necho line $i\ni=$((i+1))\ndone\necho $i\n"
        );
        assert_eq!(CONSTRUCTS[0].script(7), b":");
    }

    #[test]
    fn names_are_all_different() {
        let mut names: Vec<_> = CONSTRUCTS.iter().map(|c| c.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), CONSTRUCTS.len());
    }
}
