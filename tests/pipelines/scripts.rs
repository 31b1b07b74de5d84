//! The scripts: pipelines of three stages, of every kind.

use forkless_tests::beside::Script;
use forkless_tests::case::parse;

/// How many kinds of stage there are: builtin, utility, function, `while` loop, program,
/// subshell, group. The stages of a kind stand at its place in the lists below.
const KINDS: usize = 7;

/// Stages that write `data`.
const WRITE: [&str; KINDS] = [
    r#"printf '%s' "$data""#,
    "cat data",
    "writes",
    r#"while read -r l; do echo "$l"; done <data"#,
    "$PROBE cat <data",
    "(cat data)",
    r#"{ read -r l; echo "$l"; cat; } <data"#,
];
/// Stages that hand on what they read; a builtin that reads nothing.
const PASS: [&str; KINDS] = [
    "echo middle",
    "tr x y",
    "passes",
    r#"while read -r l; do echo "$l"; done"#,
    "$PROBE cat",
    r#"(read -r l; echo "$l"; cat)"#,
    "{ cat; echo end; }",
];
/// Stages that read to the end and say something of it; a builtin that reads a line.
const READ: [&str; KINDS] = [
    "read -r l",
    "cksum",
    "reads",
    r#"while read -r l; do case $l in *00\ *) echo "$l" ;; esac; done"#,
    "$PROBE count",
    r#"(read -r l; echo "$l"; wc -c | tr -d ' ')"#,
    r#"{ read -r l; echo "$l"; cksum; }"#,
];
/// Stages that write without an end; a builtin that writes 320 KB.
const ENDLESS: [&str; KINDS] = [
    r#"printf '%s' "$data""#,
    "yes",
    "endless",
    "while :; do echo y; done",
    "$PROBE emit 100000000000",
    "(yes)",
    "{ echo first; yes; }",
];
/// Stages that stop reading early.
const STOP: [&str; KINDS] = [
    "read -r l",
    "head -n 1",
    "stops",
    r#"while read -r l; do echo "$l"; break; done"#,
    "$PROBE drop 10",
    "(head -c 1)",
    "{ head -n 2; }",
];
/// Stages that fail.
const FAIL: [&str; KINDS + 1] = [
    "false",
    "grep -q nothing",
    "fails",
    "while read -r l; do exit 5; done",
    "$PROBE status 6",
    "(cat >/dev/null; exit 7)",
    "{ cat >/dev/null; exit 8; }",
    "$PROBE die 15",
];
/// Stages that use other processors, and what has them do so from the first block.
const PARALLEL: [&str; 11] = [
    "grep -v 9",
    "cut -c 1-20",
    "sort -r",
    "tr -s 0-9 x",
    "sort -u -k 2",
    "grep -v 9 | tr -c 0-7 ' ' | sort",
    "rev",
    "fold -s -w 7",
    "wc",
    "awk '{ print $2, $1 }'",
    "awk 'BEGIN { FS = 0 } length($2) { n = NF; print n, $1 } END { print NR, $0 }'",
];
const FROM_THE_FIRST: &str = "export FORKLESS_THREADS=3:0";

/// As `PASS` for so much that a `while` loop of dash would take too long.
const PASS_MUCH: &str = r#"while read -r l; do echo "$l"; cat; done"#;

/// What all scripts begin with: the functions, and a first pipeline of everything that
/// may leave something behind for good.
const BEGIN: &str = r#"writes() { cat data; }
passes() { sed s/x/z/; }
reads() { cat | wc -c | tr -d ' '; }
endless() { while :; do echo y; done; }
stops() { read -r l; echo "$l"; }
fails() { cat >/dev/null; return 4; }
descriptors() { set -- /proc/$$/fd/*; count=$#; }
{ echo a; (echo b); } | while read -r l; do $PROBE args; done | $PROBE cat
x=$(echo a | $PROBE cat | (read -r l; cat))
descriptors; before=$count"#;

/// What all scripts end with. The children of a process are in proc_pid_task(5).
const END: &str = r#"wait
descriptors; echo "descriptors left: $((count - before))"
read -r children <"/proc/$$/task/$$/children"; echo "children: <$children>"
[ "$data" = "$(cat data)" ] || echo "data changed""#;

/// All scripts.
pub fn all() -> Result<Vec<Script>, String> {
    let mut scripts = Vec::new();
    for (size, text) in [
        ("nothing", ": >data"),
        ("a line", "echo 'line 100 of one' >data"),
        (
            "64 KiB and a byte",
            "seq -f 'line %010g of as many as there are' 9999 | head -c 65537 >data",
        ),
    ] {
        for (first, write) in WRITE.iter().enumerate() {
            let three = pairs().map(|(second, third)| [write, PASS[second], READ[third]]);
            scripts.push(script(&format!("{size}, {}", name(first)), "dash", text, three)?);
        }
    }
    let some = "seq -f 'line %010g' 20000 >data";
    let parallel = format!("{FROM_THE_FIRST}; {some}");
    for stage in PARALLEL {
        let three = pairs().map(|(first, third)| [WRITE[first], stage, READ[third]]);
        scripts.push(script(&format!("threads, {stage}"), "dash", &parallel, three)?);
        // Where the output is in the order of the input, one who stops early stops them all.
        if !stage.contains("sort") && stage != "wc" && !stage.contains("END") {
            let three = (0..KINDS).map(|other| [ENDLESS[other], stage, STOP[other]]);
            scripts.push(script(&format!("threads, endless, {stage}"), "dash", &parallel, three)?);
        }
        let three = (0..KINDS).flat_map(|other| {
            [[FAIL[other], stage, READ[other]], [WRITE[other], stage, FAIL[other]]]
        });
        scripts.push(script(&format!("threads, failing, {stage}"), "dash", &parallel, three)?);
    }
    for (first, endless) in ENDLESS.iter().enumerate() {
        let three = pairs().map(|(second, third)| [endless, PASS[second], STOP[third]]);
        scripts.push(script(&format!("endless, {}", name(first)), "dash", some, three)?);
    }
    for peer in ["dash", "bash"] {
        for (failing, fail) in FAIL.iter().enumerate() {
            let three = pairs().flat_map(|(one, other)| {
                [
                    [*fail, PASS[one], READ[other]],
                    [WRITE[one], *fail, READ[other]],
                    [WRITE[one], PASS[other], *fail],
                ]
            });
            let how = if peer == "bash" { "set -o pipefail; " } else { "" };
            let text = format!("{how}echo 'line 100 of one' >data");
            let title = format!("failing {}, {how}{fail}", name(failing));
            scripts.push(script(&title, peer, &text, three)?);
        }
    }
    let much = "seq -f 'line %014g' 1000000 >data";
    for (first, write) in WRITE.iter().enumerate() {
        let three = [(1, 2), (3, 5)].map(|(second, third)| {
            let [second, third] = [second, third].map(|step| (first + step) % KINDS);
            let text = [*write, PASS[second], READ[third]];
            // A loop that reads all of it by lines takes dash half a minute.
            [
                if first == 3 { "while read -r l; do cat; done <data" } else { text[0] },
                if second == 3 { PASS_MUCH } else { text[1] },
                if third == 3 { "while read -r l; do cksum; done" } else { text[2] },
            ]
        });
        scripts.push(script(&format!("20 MB, {}", name(first)), "dash", much, three)?);
    }
    Ok(scripts)
}

/// All pairs of kinds.
fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (0..KINDS * KINDS).map(|index| (index / KINDS, index % KINDS))
}

/// The name of a kind.
fn name(kind: usize) -> &'static str {
    let names = ["builtin", "utility", "function", "while loop", "program", "subshell", "group"];
    names.get(kind).copied().unwrap_or("signal")
}

/// A script of pipelines.
fn script<'a>(
    name: &str,
    peer: &'static str,
    prepare: &str,
    pipelines: impl IntoIterator<Item = [&'a str; 3]>,
) -> Result<Script, String> {
    let mut text = format!("#### {name}\n{prepare}\ndata=$(cat data)\n{BEGIN}\n");
    for stages in pipelines {
        let pipeline = stages.join(" | ");
        let shown = pipeline.replace('\'', "'\\''");
        text += &format!("echo '# {shown}'\n{pipeline}\necho \"= $?\"\n");
    }
    text += &format!("{END}\n#: stdout any\n#: stderr any\n");
    let case = parse(std::path::Path::new("pipelines-p.sh"), &text.into_bytes())?
        .pop()
        .ok_or("no script")?;
    Ok(Script { case, peer, normalize: <[u8]>::to_vec })
}
