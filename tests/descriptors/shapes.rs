//! The shapes: commands that need descriptors. Each prints something, and has a status other than
//! 0 where a part of it was lost.

/// All shapes.
pub const SHAPES: &[&str] = &[
    // Pipelines.
    "cat data | $PROBE cat | wc -c",
    "cat data | $PROBE cat | $PROBE cat | $PROBE count",
    "$PROBE emit 200000 | $PROBE cat | cat | $PROBE cat | wc -c",
    "{ cat data; } | $PROBE cat | { cat; } | $PROBE cat | { wc -c; }",
    "while read -r l; do echo \"$l\"; done <lines | $PROBE cat | sort | head -n 1",
    "(cat data) | { cat; } | passes | (wc -c)",
    "yes | $PROBE cat | head -n 1",
    "yes | $PROBE cat | $PROBE drop 5 | echo end",
    "(: $BASHPID; cat data) | (: $BASHPID; cat) | (: $BASHPID; wc -c)",
    "{ cat lines | $PROBE cat | { $PROBE cat | cat; } | $PROBE cat; } | wc -l",
    "for i in 1 2 3; do $PROBE echo $i | cat; done | $PROBE cat",
    "$PROBE cat <data | tee copy | $PROBE count && wc -c <copy",
    "! cat data | $PROBE cat | grep -q nothing",
    "cat data | $PROBE cat | $PROBE count & s=$?; [ $s -ne 0 ] || wait $!; (exit $s)",
    "{ cat data; echo end; } | $PROBE count & s=$?; [ $s -ne 0 ] || wait $!; (exit $s)",
    "shopt -s lastpipe; cat lines | $PROBE cat | mapfile -t l && echo \"${l[1]}\"; s=$?; shopt -u lastpipe; (exit $s)",
    "set -m; cat data | $PROBE cat | wc -c; s=$?; set +m; (exit $s)",
    // Command substitutions.
    "x=$(cat data | $PROBE cat | wc -c) && echo \"$x\"",
    "x=$($PROBE echo a b) && echo \"$x\"",
    "x=$($PROBE emit 100000) && echo \"${#x}\"",
    "x=`$PROBE echo a && echo b` && echo \"$x\"",
    "x=$(: $BASHPID; echo a) && echo \"$x\"",
    "x=$(: $BASHPID; $PROBE echo a | cat) && echo \"$x\"",
    "x=$(y=$(z=$($PROBE echo a) && echo \"$z\") && echo \"$y\") && echo \"$x\"",
    "x=$(<lines) && echo \"$x\"",
    "x=$($PROBE cat <lines | cat) && y=$($PROBE echo \"$x\" | $PROBE cat) && echo \"$y\"",
    // Here-documents.
    "$PROBE cat <<E\na\nE",
    "$PROBE count <<E\n$big\nE",
    "cat <<E | $PROBE cat\na\n$($PROBE echo b)\nE",
    "$PROBE cat <<<a",
    "(: $BASHPID; cat) <<E\na\nE",
    "while read -r l; do $PROBE echo \"$l\"; done <<E\na\nb\nE",
    // Process substitutions.
    "cat <(echo a)",
    "$PROBE cat < <(echo a)",
    "cat <($PROBE echo a) <(echo b; echo c)",
    "$PROBE echo a > >(cat >copy) && wait $! && cat copy",
    "paste <(cat lines) <($PROBE cat <lines) | $PROBE count",
    ". <(echo echo a); s=$?; wait $!; (exit $s)",
    // Coprocesses.
    "coproc cat && echo a >&\"${COPROC[1]}\" && read -r l <&\"${COPROC[0]}\" && echo \"$l\"; s=$?; \
     [ -z \"${COPROC_PID-}\" ] || { kill $COPROC_PID; wait $COPROC_PID; }; (exit $s)",
    "coproc { read -r l; $PROBE echo \"$l\"; } && echo a >&\"${COPROC[1]}\" && \
     read -r l <&\"${COPROC[0]}\" && echo \"$l\"; s=$?; \
     [ -z \"${COPROC_PID-}\" ] || { kill $COPROC_PID; wait $COPROC_PID; }; (exit $s)",
    // Redirections.
    "read -r l <lines && echo \"$l\"",
    "$PROBE cat <lines >copy && cat copy",
    "cat lines 3<lines 4<lines 5<lines 6<lines",
    "$PROBE cat 3<lines 4<lines 5<lines <&4",
    "exec 3<lines 4<lines && cat <&4; s=$?; exec 3<&- 4<&-; (exit $s)",
    "exec 3<>copy && echo a >&3; s=$?; exec 3>&-; (exit $s)",
    "{ cat; $PROBE echo b; } <lines >copy 2>&1 && cat copy",
    "exec {new}<lines && cat <&$new; s=$?; [ -z \"${new-}\" ] || exec {new}<&-; unset new; (exit $s)",
    "mapfile -t a <lines && echo \"${a[1]}\"",
    ". ./script",
    "eval 'cat <lines | $PROBE cat'",
    // Subshells that move, and directories.
    "(ulimit -c 0; cat data | $PROBE count)",
    "(trap : USR1; $PROBE echo a; echo b)",
    "(cd sub && cat file && $PROBE cat <file)",
    "(cd sub && cat file | $PROBE cat && (: $BASHPID; cat file))",
    "cd sub && cat file; s=$?; cd .. && (exit $s)",
    // Utilities.
    "sort lines",
    "cp lines copy && cat copy",
    "mkdir -p a/b/c && rm -r a && echo gone",
    // Not find: with a limit of 5 GNU find itself finds nothing, says nothing, and returns 0.
    "ls sub",
    "sed -n 1p lines; s=$?; (exit $s)",
    "tee copy <lines | cat",
    "xargs $PROBE echo <lines",
    "awk 'BEGIN { while ((s = (\"echo a\" | getline x)) > 0) print x; if (s < 0) { print s >\"/dev/stderr\"; exit 1 } }'",
    "awk '{ print | \"cat\" }' lines",
    "diff lines lines && cmp lines lines && echo same",
];

/// What all scripts begin with.
pub const BEGIN: &str = "set -o pipefail
passes() { cat; }
printf 'a\\nb\\nc\\n' >lines
yes 'a line of data' | head -n 20000 >data
big=$(cat data)
echo 'cat lines' >script
mkdir sub
echo inside >sub/file
exec 2>errors
count() {
    ulimit -S -n 500
    # The pipe by which others are looked at is made once, by the first that can have it.
    $PROBE echo a | { read -r l; }
    set -- /proc/$$/fd/*
    echo \"descriptors: $#\"
    # What has ended is reaped by a later command with a process substitution.
    for i in 1 2 3 4 5 6 7 8 9; do
        read -r children <\"/proc/$$/task/$$/children\"
        [ -n \"$children\" ] || break
        [ <(:) = \"$(sleep 0.1)\" ]
    done
    echo \"children: $children\"
}";
