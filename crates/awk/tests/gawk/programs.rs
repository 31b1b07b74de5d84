//! Programs by feature.

use crate::harness::compare;

#[track_caller]
fn same(arguments: &[&str], input: &[u8]) {
    assert!(compare(arguments, input), "stepped aside: {arguments:?}");
}

fn each(programs: &[&str]) {
    for program in programs {
        same(&[program], "a b\n1 2\n9.5 +9\n".as_bytes());
    }
}

#[test]
fn numbers() {
    each(&[
        "BEGIN { print 2^31, 2^53 + 1, 2^63, 1e18, 1e300, -2^40, 0.1, 1e6, 100000 * 100000 }",
        "BEGIN { print \"0x11\" + 0, \"1e3x\" + 0, \"+inf\" + 0, \"-nan\" + 0, \"inf\" + 0, \".5.\" + 0 }",
        "BEGIN { x = \"+inf\" + 0; print x, -x, x - x, (x == x), (x - x == 0), (x - x != 0) }",
        "BEGIN { print substr(\"hello\", 0, 2), substr(\"hello\", -1, 3), substr(\"hello\", 1.9, 1.9) }",
        "BEGIN { print substr(\"hello\", \"+nan\", 2), substr(\"hello\", 2, \"+inf\"), substr(\"\", 1) }",
        "BEGIN { print int(-3.9), int(\"3abc\"), -3 % 2, 2 ^ 0.5, 1e3 \"\" }",
        "BEGIN { print 1 == 1.0, \"a\" < \"b\", \"10\" < 9, x == 0, x == \"\" } { print ($5 == 0), ($5 == \"\") }",
        "BEGIN { CONVFMT = \"%.2g\"; a = 3.14159; b = a \"\"; print b, a; a = 12; print a \"\" }",
        "BEGIN { OFMT = \"%.2f\"; print 3.14159, 17, 1e20; print 3.14159 \"\" }",
        "BEGIN { print length(12345678901), length(1e300), index(1e6, 0) }",
    ]);
}

#[test]
fn printing() {
    each(&[
        "BEGIN { printf \"%d %i %d\\n\", 2^31, -2^40, 1e30 }",
        "BEGIN { printf \"%d %s|%i %d %s%%%s %d %d\\n\", 3.9, \"x\", -0.5, 2^53, \"\", sprintf(\"%s%d\", sprintf(\"%d\", 7), 8), \"12x\", -2^53 + 1; print 2^53, -2^40, 1e15, int(-0.1) }",
        "BEGIN { printf \"%c%c%c|%5c|%-3c|\\n\", 256, 233, 65, \"xyz\", \"\" }",
        "BEGIN { printf \"%u %x %X %o %#x %#o\\n\", -1, 255, 255, 8, 255, 8 }",
        "BEGIN { printf \"%5.3d|%-5d|%05d|%+d|% d|%.0d|%.5d|%05.1f\\n\", 7, 7, -7, 7, 7, 0, -42, -2.55 }",
        "BEGIN { printf \"%s %5s|%-5s|%.2s|%.s|%05s\\n\", 1e20, \"ab\", \"ab\", \"abc\", \"abc\", \"z\" }",
        "BEGIN { printf \"%z %ld %5% %\" \"\\n\", 3 }",
        "BEGIN { printf \"%*d|%-*d|%.*f\\n\", 5, 42, 5, 42, 1, 3.14159 }",
        "BEGIN { printf \"%d %d\\n\", \"+inf\", \"-nan\"; printf \"%G %5.1f\\n\", \"+inf\", \"-nan\" }",
        "BEGIN { printf \"%a %e %E %g %G\\n\", 1, 12345.678, 1e-10, 1e-5, 1e10 }",
        "BEGIN { printf \"%s %d\\n\", 1 }",
        "BEGIN { f = \"%s %*d\\n\"; print 1; printf f, 1, 2 }",
        "BEGIN { printf \"%c\", \"é\"; printf \"%3c|%3s|%.1s|%-4s|\", \"é\", \"é\", \"éa\", \"é\" }",
        "BEGIN { printf \"%5s|%.2s|\", \"a\\377b\", \"\\377ab\" }",
    ]);
}

#[test]
fn walks() {
    each(&[
        "BEGIN { for (i = 0; i < 50; i++) a[i]; for (k in a) printf \"%s \", k }",
        "BEGIN { for (i = 50; i > -50; i -= 3) a[i]; for (k in a) printf \"%s \", k }",
        "BEGIN { for (i = 0; i < 200; i++) a[\"k\" i]; for (k in a) printf \"%s \", k }",
        "BEGIN { for (i = 0; i < 3000; i++) a[\"k\" i * 7]; for (k in a) printf \"%s \", k }",
        "BEGIN { for (i = 0; i < 3000; i++) a[i * i * 77]; for (k in a) printf \"%s \", k }",
        "BEGIN { for (i = 0; i < 500; i++) { a[i * 1000003 % 70001]; a[-i]; a[\"x\" i] } for (k in a) printf \"%s \", k }",
        "BEGIN { for (i = 0; i < 900; i++) a[-i * 37]; for (i = 0; i < 900; i += 2) delete a[-i * 37]; for (k in a) printf \"%s \", k }",
        "BEGIN { for (i = 0; i < 900; i++) a[i \"\"]; a[\"y\"]; for (i = 3; i < 900; i += 2) delete a[i]; a[1e9]; for (k in a) printf \"%s \", k }",
        "BEGIN { a[\"x\"]; for (i = 0; i < 90; i++) a[i]; delete a[\"x\"]; for (k in a) printf \"%s \", k }",
        "BEGIN { a[1]; a[\"x\"]; delete a[1]; for (i = 0; i < 30; i++) a[i]; for (k in a) printf \"%s \", k }",
        "BEGIN { n = split(\"c b a\", a); a[\"z\"]; a[-1]; a[10]; for (k in a) print k, a[k]; print n }",
        "BEGIN { a[\"01\"]; a[\"1\"]; a[1.0]; a[1.5]; a[\"-0\"]; a[\"+1\"]; a[2147483648]; a[-2147483648]; for (k in a) print k; print (1 in a), (\"01\" in a) }",
        "BEGIN { a[1, 2]; a[\"é\"]; a[\"\\377\"]; a[\"\"]; for (k in a) { split(k, p, SUBSEP); print p[1], p[2] } }",
        "{ a[$1]; b[$2] } END { for (k in a) print k, (k > 10), (k == 9.50); for (k in b) print k, (k == 9), (k < 10) }",
        "BEGIN { a[0]; a[5]; for (k in a) { if (k) print \"yes\"; print (k < 10), (k == 0), k + 1 } }",
        "function f(x, k) { x[\"q\"]; x[3]; for (k in x) print k } BEGIN { f(a); delete a; f(a); f() }",
    ]);
}

#[test]
fn characters() {
    each(&[
        "BEGIN { print length(\"é\"), index(\"aéb\", \"b\"), substr(\"aébc\", 2, 2), toupper(\"éa\"), tolower(\"ÉA\") }",
        "BEGIN { print match(\"aéb\", /b/), RSTART, RLENGTH; print match(\"éé\", /é+/), RLENGTH; print match(\"éb\", /$/) }",
        "BEGIN { n = split(\"aéb\", a, \"\"); print n, a[2]; FS = \"\"; $0 = \"éa\"; print NF, $1 }",
        "BEGIN { print length(\"\\377\\376\"), substr(\"a\\377b\", 2, 1), toupper(\"a\\377\") }",
        "BEGIN { print index(\"a\\377b\", \"b\"); print index(\"éa\\376\", \"\\377\") }",
        "BEGIN { s = \"éa\"; gsub(/x*/, \"-\", s); print s; t = \"éé\"; print gsub(/./, \"x\", t), t }",
        "BEGIN { print (\"é\" ~ /^.$/), (\"é\" ~ /[é]/), (\"\\377\" ~ /./), (\"É\" ~ /[[:upper:]]/) }",
        "BEGIN { print match(\"aé\\377b\", /b/), RSTART; print substr(\"é\\377ab\", 2) }",
    ]);
}

#[test]
fn expressions() {
    each(&[
        "BEGIN { print \"ab\" ~ /a\\y/, \"a b\" ~ /a\\>/, \"a_b\" ~ /\\<b/, \"a\\tb\" ~ /\\s/, \"-\" ~ /\\W/ }",
        "BEGIN { print \"aaa\" ~ /^a{3}$/, \"a{\" ~ /a{/, \"ab\" ~ /a{,1}b/, \"*a\" ~ /*a/, \"+\" ~ /(+|b)/ }",
        "BEGIN { print \"a.b\" ~ /a\\.b/, \"a/b\" ~ /a\\/b/, \"a]\" ~ /[]]/, \"a\\\\\" ~ /[\\\\]/, \"x\" ~ /^*x/ }",
        "BEGIN { p = \"(\"; print \"a\" ~ p }",
        "BEGIN { p = \"[a\"; print 1; print \"a\" ~ p }",
        "BEGIN { p = \"a\\\\q\"; print \"aq\" ~ p, \"b\" ~ p; p = \"\\\\q\"; print \"q\" ~ p }",
        "BEGIN { s = \"hello\"; gsub(/l/, \"[&]\", s); print s; gsub(/\\[/, \"\\\\&\", s); print s }",
        "BEGIN { s = \"abc\"; gsub(/b/, \"\\\\\\\\&\", s); print s; t = \"abc\"; sub(/b/, \"\\\\\\\\\\\\&\", t); print t }",
        "BEGIN { s = \"aaa\"; print gsub(/x*/, \"-\", s), s; t = \"abc\"; print gsub(/$/, \"X\", t), t }",
        "BEGIN { print \"A\" ~ /[a-c]/, \"b\" ~ /[a-c]/, \"é\" ~ /[a-z]/, \"\\n\" ~ /[^a]/, \"a\\nb\" ~ /a.b/, \"a\\nb\" ~ /^b/ }",
        "{ print /a/ ? \"yes\" : \"no\", $1 ~ \"[0-9]\", match($0, \"[0-9]+\"), RSTART, RLENGTH }",
    ]);
}

#[test]
fn records() {
    let paragraphs = b"\n\na b\nc:d\n\n\ne:f g\n\nh";
    for program in [
        "BEGIN { RS = \"\" } { print NR \": \" $1 \"|\" $2 \"|\" NF \"|\" $0 }",
        "BEGIN { RS = \"\"; FS = \":\" } { print NR \": \" $1 \"|\" $2 \"|\" NF }",
        "BEGIN { FS = \":\"; RS = \"\" } { for (i = 1; i <= NF; i++) printf \"<%s>\", $i; print \"\" }",
        "BEGIN { RS = \"\"; FS = \"\\\\\" } { print NF }",
        "BEGIN { RS = \"\"; FS = \"[ :]\" } { print NF }",
        "BEGIN { RS = \"\" } { n = split($0, a); m = split($0, b, \":\"); print n, m }",
        "BEGIN { RS = \":|\\n+\" } { print NR, $0 }",
        "BEGIN { RS = \":\" } { print NR, NF, $0 }",
        "BEGIN { RS = \"e\" } NR == 2 { RS = \"\" } { print NR, $0 }",
        "{ $3 = \"x\"; print; print NF; $1 = \"\"; print ($2 == 0), ($9 == 0) }",
        "{ $0 = 3.5; print; print ($0 == 3.50); $2 = 1 / 3; print $0, $2 }",
        "{ NF = 1; print; NF = 3; print; print ($3 == 0), ($3 == \"\") }",
        "END { print $0, NF, NR }",
        "{ while ((getline line) > 0) last = line } END { print last, NR, $0 }",
    ] {
        same(&[program], paragraphs);
    }
    same(&["-F", "|", "{ print $2 }"], b"a|b|c\n");
    same(&["-F", "t", "{ print $2 }"], b"atb\n");
    same(&["-F", "\\t", "{ print $2 }"], b"a\tb\n");
    same(&["-Fx*y", "{ print $2 }"], b"axxyb\n");
    same(&["-F", "\\\\|", "{ print $2 }"], b"a|b|c\n");
    same(&["-v", "x=a\\tb", "-v", "n=010", "BEGIN { print x, n + 1, (n == 10) }"], b"");
}

/// A file or a command is open twice, to read and to write.
#[test]
fn names_twice() {
    each(&[
        "BEGIN { c = \"cat; exit 3\"; print \"x\" | c; c | getline z; print close(c), close(c), close(c) }",
        "BEGIN { c = \"cat; exit 3\"; c | getline z; print \"x\" | c; print close(c), close(c), close(c) }",
        "BEGIN { print \"x\" > \"/dev/null\"; getline y < \"/dev/null\"; print fflush(\"/dev/null\"), close(\"/dev/null\"), fflush(\"/dev/null\"), close(\"/dev/null\"), close(\"/dev/null\") }",
        "BEGIN { \"cat\" | getline x; print fflush(\"cat\"); print \"q\" | \"cat\"; print fflush(\"cat\"), close(\"cat\"), fflush(\"cat\"), close(\"cat\"); print fflush(\"cat\") }",
    ]);
}

/// Standard output is closed by its name.
#[test]
fn standard_output_closed() {
    each(&[
        "BEGIN { print \"x\" > \"/dev/stdout\"; print close(\"/dev/stdout\") }",
        "BEGIN { print \"x\"; print close(\"/dev/stdout\") }",
        "BEGIN { print \"x\"; printf \"%s\", close(\"/dev/stdout\") }",
        "BEGIN { r = close(\"/dev/stdout\"); print r \"a\"; fflush(); print \"b\" }",
        "BEGIN { print close(\"/dev/stdout\") > \"/dev/stdout\"; print \"a\" > \"/dev/stdout\"; print \"b\" }",
        "BEGIN { print \"a\"; close(\"/dev/stdout\"); print \"q\" > \"/dev/stdout\"; close(\"/dev/stdout\"); print \"b\" }",
        "BEGIN { print \"a\"; r = close(\"/dev/stdout\"); s = close(\"/dev/stdout\"); print r, s > \"/dev/stderr\" }",
        "BEGIN { print \"a\" > \"/dev/stdout\"; n = \"/dev/std\" \"out\"; close(n); print fflush(n) > \"/dev/stderr\"; print fflush() > \"/dev/stderr\" }",
        "BEGIN { close(\"/dev/stdout\"); for (i = 0; i < 9999; i++) s = s \"a long text\"; print s }",
        "BEGIN { print \"a\" > \"-\"; r = fflush(\"-\"); s = close(\"-\"); t = close(\"-\"); print r, s, t > \"/dev/stderr\" }",
        "BEGIN { close(\"/dev/stdout\"); system(\"echo a\"); print \"b\" | \"cat\" }",
        "BEGIN { print \"a\" > \"/dev/stderr\"; r = close(\"/dev/stderr\"); s = close(\"/dev/stderr\"); print r, s, fflush(\"/dev/stderr\"); print \"b\" > \"/dev/stderr\" }",
        "{ print; close(\"/dev/stdout\") }",
        "{ print > \"/dev/stdout\"; close(\"/dev/stdout\") }",
    ]);
}

/// A name has a NUL: what opens it takes what comes before, what finds it again all of it.
#[test]
fn names_with_nul() {
    each(&[
        "BEGIN { f = sprintf(\"Cargo.toml%cb\", 0); r = getline x < f; print r, x; print (getline x < f), x, close(f), close(\"Cargo.toml\") }",
        "BEGIN { f = sprintf(\"Cargo.toml%cb\", 0); getline < \"Cargo.toml\"; getline x < f; print x, close(\"Cargo.toml\"), close(\"Cargo.toml\") }",
        "BEGIN { c = sprintf(\"echo a; exit 3%cb\", 0); c | getline x; c | getline y; print x, y, close(c), close(\"echo a; exit 3\") }",
        "BEGIN { c = sprintf(\"cat%cb\", 0); print \"1\" | c; print \"2\" | \"cat\"; print close(c), close(\"cat\") }",
        "BEGIN { f = sprintf(\"/dev/stdout%cb\", 0); print \"x\" > f; print \"y\"; print fflush(sprintf(\"o%c\", 0)) }",
        "BEGIN { f = sprintf(\"/dev/stderr%cb\", 0); print \"x\" > f; print close(f) }",
        "BEGIN { print \"x\" > sprintf(\"/dev/full%cb\", 0) }",
        "BEGIN { print \"x\" > sprintf(\"/nonexistent/x%cb\", 0) }",
        "BEGIN { print \"x\" > sprintf(\"%cb\", 0) }",
        "BEGIN { print \"x\" | sprintf(\"%cb\", 0) }",
        "BEGIN { print (getline x < sprintf(\"%cb\", 0)) }",
        "BEGIN { print (getline x < sprintf(\"/nonexistent%cb\", 0)) }",
        "BEGIN { ARGV[1] = sprintf(\"Cargo.toml%cb\", 0); ARGC = 2 } NR == 1 { print FILENAME, $0 }",
        "BEGIN { ARGV[1] = sprintf(\"/nonexistent%cb\", 0); ARGC = 2 } { print }",
        "BEGIN { ARGV[1] = sprintf(\"/%cb\", 0); ARGC = 2 } { print }",
        "BEGIN { ARGV[1] = sprintf(\"%cb\", 0); ARGC = 2 } { print }",
    ]);
}

#[test]
fn complaints() {
    each(&[
        "BEGIN { print \"before\"; x = 0; print 1 / x }",
        "{ print $1; x = 1 / (NR - 2) }",
        "{ print 5 % (NR - 1) }",
        "BEGIN { a = 1; a /= b }",
        "BEGIN { a = 1; a %= b[1] }",
        "{\n    print $1\n    if (NR == 2)\n        print 1 / y\n}",
        "function f(x) {\n    return 1 / x\n}\n\nBEGIN {\n    print f(1)\n    print f(0)\n}",
        "function f(x) {\n    return x\n}\nBEGIN {\n    while (i < 2) {\n        i++\n    }\n    print f(1) / f(0)\n}",
        "BEGIN { print $(-1) }",
        "{ NF = -1 }",
        "BEGIN { print log(-1), sqrt(-4), exp(1000), exp(-1000), log(0) }",
        "BEGIN { print fflush(\"nothing\") }",
        "BEGIN { print 1 > \"/nonexistent/file\" }",
        "BEGIN { print 1 > \"\" }",
        "BEGIN { print (getline x < \"\") }",
        "BEGIN { print (getline x < \"/nonexistent\"), (getline y < \"/\") }",
        "BEGIN { printf \"a\" > \"/dev/full\" }",
        "BEGIN { printf \"a\" > \"/dev/full\"; close(\"/dev/full\"); print 1 }",
        "BEGIN { exit -1 } END { print \"end\" }",
        "{ exit 3 } END { print NR }",
    ]);
    same(&["{ print }", "/dev/null", "/nonexistent", "/dev/null"], b"");
    same(&["{ print } END { print NR }", "Cargo.toml", "/nonexistent"], b"");
    same(&["{ n++ } END { print n, FILENAME }", "/", "Cargo.toml", "x=1", "y"], b"");
    same(&["END { print NR, FNR, FILENAME }", "/nonexistent"], b"");
}

#[test]
fn commands() {
    each(&[
        "BEGIN { print system(\"exit 3\"), system(\"kill -9 $$\"), system(\"\") }",
        "BEGIN { \"echo a b\" | getline; print $2, NR; \"echo c \" \"d\" | getline x; print x }",
        "BEGIN { while (\"echo a; echo b\" | getline > 0) print; print close(\"echo a; echo b\") }",
        "BEGIN { print \"b\\na\" | \"sort\"; print close(\"sort\"); print \"c\" }",
        "BEGIN { print \"x\" | \"cat; exit 5\"; print close(\"cat; exit 5\"), close(\"nothing\") }",
        "BEGIN { print rand(), rand(); print srand(5), srand(7); print rand(); srand(0); print rand() }",
        "BEGIN { print RSTART, RLENGTH, NF, FILENAME, SUBSEP == \"\\034\", FS, RS, ARGC, ARGV[0] }",
        "BEGIN { print \"a\" > \"/dev/stderr\"; print \"b\" > \"/dev/stdout\"; print \"c\" }",
        "BEGIN { print ENVIRON[\"AWKTEST\"] + 1, ENVIRON[\"NOTHING\"] \"\" }",
    ]);
}

#[test]
fn grammar() {
    each(&[
        "BEGIN { print 1 \" \" -1, -12 \" \" -24, 2 ^ -1, -2 ^ 2, !x + 1, 1 - -1, !1 ~ 0 }",
        "BEGIN { x = 5; print x++ / 2, x-- / 2, x++ + ++x; print length / 2 }",
        "BEGIN { $0 = \"3 a b c\"; print $NF++, NF, $0; print $1 ^ 2, $NF-1, $1++ + ++$1, -$1 }",
        "BEGIN { a[1]; print 1 in a, (1, 2) in a, !(1 in a), 1 in a ? \"y\" : \"n\" }",
        "BEGIN { print (1)(2), (1) (2) + 3; print(1, 2) > \"/dev/stdout\" }",
        "BEGIN { if (1) ; else print 1; for (;;) if (i++ > 2) break; print i; do i--; while (i) }",
        "BEGIN { print \"a\" > \"/dev\" \"/stdout\"; print length\n print length() }",
        "function f(a, b) { return a + b }\nBEGIN { print f(1,\n 2); print f(1) }",
        "BEGIN { if (1) { } else { }; while (0) ; for (k in x) ; do ; while (0); print 1 }",
        "BEGIN { x = y = 3; x += y -= 1; print x, y; z = x > y ? x : y; print z }",
        "BEGIN{print 1;;print 2};BEGIN{print 3}\nEND{print 4}",
        "",
        "BEGIN { regex = /a/; print regex }",
        "{ print; next; print } END { getline; print \"end\" }",
        "BEGIN { while ((getline line < \"Cargo.toml\") > 0) n++; print n > 5; close(\"Cargo.toml\") }",
    ]);
}

/// What mawk answers otherwise.
#[test]
fn differences() {
    /// Numbers that are equal, and their texts are not.
    const KEPT: &str = "a10 10\na1e1 1e1\n10 10.\n100 010\nb11 11\n";
    for (program, input) in [
        ("BEGIN { for (i = 2; i < 40; i++) printf \"%.17g \", 1.1 ^ i }", ""),
        ("BEGIN { for (i = 0; i < 9; i++) a[\"k\" i]; for (k in a) print k }", ""),
        ("BEGIN { OFMT = \"%.2f %\"; print 1.5 }", ""),
        ("BEGIN { OFMT = \"%.2f\" } { $0 = 3.14159; print }", "a\n"),
        ("BEGIN { print substr(\"hello\", -1, 3), substr(\"hello\", -1e300, 1e300) }", ""),
        ("BEGIN { s = \"a\"; sub(/a/, \"x\\\\\\\\y\\\\\\\\&\", s); print s }", ""),
        ("BEGIN { print match(\"a*b\", /a\\052b/), match(\"aab\", /a\\052b/) }", ""),
        ("{ $(0) += 1; print }", "5\n"),
        ("{ getline $5; print $0, NF }", "a\n"),
        ("BEGIN { print length(RSTART), (RSTART == \"\"), (RLENGTH < 5) }", ""),
        ("{ $1 = 10; print ($0 < 9) }", "x\n"),
        ("BEGIN { NR = 2.7; print NR }", ""),
        ("BEGIN { FS = \"\\\\\" } { print $2 }", "a\\b\n"),
        ("NR == 1 { RS = \"\" } { print NR \": \" $0 }", "a\n\n\n\nb\nc\n\n"),
        ("BEGIN { FNR = 5 } { print FNR }", "q\n"),
        ("BEGIN { print \"a\" > \"-\" }", ""),
        (
            "BEGIN { r = \"^[è-ê]\"; print \"é\" ~ r, \"ë\" ~ r, \"z\" ~ /[a-é]/, \"é\" ~ /[^z-ê]/ }",
            "",
        ),
        (
            "{ n = split($0, p, /^c?/); print n, p[1], p[2]; print split($0, p, /^c*|x/), p[1], p[2] }",
            "aaa\ncaa\nb\néa\nbxb\naaxbb\n\n",
        ),
        (
            "{ n = split($0, p, /\\</); print n, p[1]; n = split($0, q, /\\>/); print n, q[1] }",
            "ab cd\n x\n",
        ),
        (
            "{ print split($0, p, /\\`ab/), split($0, q, /\\B./), q[1], q[2], split($0, p, /\\ya*/), p[1] }",
            "abab\ncab a\n",
        ),
        ("BEGIN { FS = \"^b*\" } { print NF, $1, $2 }", "abc\nbbc\nx\n"),
        ("{ print $1 ~ $2, match($1, $2), split($1, p, $2), gsub($2, \"x\", $1), $1 }", KEPT),
        ("{ x = $2; print $1 ~ x, $1 ~ (x + 0), $1 ~ (x \"\") }", KEPT),
        ("{ print $1 ~ x, split($1, p, x); x = 0 }", "abc\nb0\n"),
        ("{ print $1 ~ $9, $2 ~ $NR }", KEPT),
        ("{ x = NR == 1 ? 0 : \"\"; print $1 ~ x }", "abc\nb0\n"),
        (
            "function f(p) { return \"1e1\" ~ p } { print f($2), f($1); a[1] = $2; print $1 ~ a[1] }",
            KEPT,
        ),
        (
            "BEGIN { x = 0.1; for (i = 0; i < 2; i++) { print \"0.1\" ~ x; CONVFMT = \"%.3f\" } }",
            "",
        ),
    ] {
        assert!(compare(&[program], input.as_bytes()), "{program}");
    }
}

/// What gawk 5.3.2 answers otherwise than 5.2.1: the entries of its NEWS since, and what goes unsaid there.
#[test]
fn versions() {
    each(&[
        "BEGIN { for (i = 0; i < 60; i++) a[\"k\" i * 7]; for (k in a) printf \"%s \", k }",
        "BEGIN { for (i = 0; i < 60; i++) a[-i * 7]; for (k in a) printf \"%s \", k }",
        "BEGIN { for (i = 0; i < 300; i++) a[i * 700000]; for (i = 0; i < 200; i += 3) delete a[i * 700000]; for (k in a) print k }",
        "BEGIN { print match(\"éa€b\", /b*$/), RSTART, RLENGTH; print match(\"éa\", /x*/), RLENGTH }",
        "BEGIN { s = \"aéb€c\"; print gsub(/b*/, \"-\", s), s; t = \"é\"; print gsub(//, \"[&]\", t), t }",
        "BEGIN { print split(\"a.b\", a, /./), split(\"a|b\", a, /|/), a[1], split(\"a b\", a, / /), split(\"a^b\", a, /^/) }",
        "BEGIN { r = \"\\\\u0041\"; print \"A\" ~ r, \"u0041\" ~ r; r = \"^[\\\\u00e8-\\\\u00ea]$\"; print \"é\" ~ r }",
        "BEGIN { r = \"\\\\u\"; print \"u\" ~ r; r = \"\\\\ud800\"; print \"?\" ~ r; r = \"\\\\u2e\"; print \"a\" ~ r }",
        "BEGIN { printf \"%5d|%-8G|%08.3x|%5i|\\n\", \"+inf\", \"-nan\", \"-inf\", \"+nan\"; printf \"%10Pd|%Pg|%P10F|\\n\", \"-inf\", \"+nan\", \"+inf\" }",
        "BEGIN { printf \"%S|%5C|%.1S|%Dd|%Hu|%wx|%DDd|\\n\", \"ab\", \"ab\", \"ab\", 1, 2, 3, 4 }",
    ]);
    same(
        &[
            "BEGIN { printf \"%c%c%c%c%c|%#u|%#x\", 1e20, -1e20, \"+inf\" + 0, \"+nan\" + 0, 2^63 + 4096, 1e20, 1e20 }",
        ],
        b"",
    );
    // Flags, widths and precisions of integers.
    for flags in ["", "+", " ", "-", "0", "#", "- ", "+0", "-0", "#0", "#-", "+ ", "#+0"] {
        let mut program = String::from("BEGIN {");
        for size in ["", "7", ".0", "7.0", ".4", "7.4", ".12", "3.12", "14.3"] {
            for letter in ["d", "o", "u", "x", "X"] {
                for value in ["0", "-0", "0.5", "1", "-1", "-42", "4095", "-7.9", "1e20", "-1e20"] {
                    let format = format!("%{flags}{size}{letter}");
                    program += &format!(" printf \"{format}|\", {value};");
                }
            }
        }
        program += " print \"\" }";
        same(&[&program], b"");
    }
    for value in ["a=x\\", "a=x\\\\", "a=é\\"] {
        same(&["-v", value, "BEGIN { print a }"], b"");
    }
}

#[test]
fn records_that_end_where_a_block_does() {
    // What is read first is some thousand bytes; the separator may go on behind them.
    for pad in 0..10 {
        let mut input = vec![b'x'; pad];
        for number in 0..2000 {
            input.extend_from_slice(format!("ti1\ndwv,{number}\n").as_bytes());
        }
        compare(
            &["BEGIN { RS = \"ti1\\n(dwv,)?\" } /d/ { print NR, $0 } END { print NR }"],
            &input,
        );
    }
}

#[test]
fn a_file_that_ends_with_a_backslash() {
    let path = std::env::temp_dir().join(format!("awk-backslash-{}", std::process::id()));
    std::fs::write(&path, "BEGIN { print 1 }\\").unwrap();
    let ours = compare(&["-f", path.to_str().unwrap()], b"");
    std::fs::remove_file(&path).unwrap();
    assert!(!ours || crate::peer::program().is_none());
}

/// What gawk warns of, or reads in a way of its own: it is left to it.
#[test]
fn doubtful_programs() {
    if crate::peer::program().is_none() {
        return;
    }
    for program in [
        "BEGIN { print \"\\q\" }",
        "BEGIN { print match(\"q\", /\\q/) }",
        "BEGIN { ENVIRON[\"A\"] = 1; print ENVIRON[\"A\"] }",
        "BEGIN { print index(\"a\", /a/) }",
        "x / !2",
        "x % -!\"a\"",
        "x / -0",
        "{ sub(/(a|^b)+/, \"x\"); print }",
        "/a/ ~ 1",
        "BEGIN { if (x && /a/ !~ /b/) print 1 }",
        "{ print $1++ ++x }",
        "{ print $NF-- --$1 }",
        "/\\xg/",
    ] {
        assert!(!compare(&[program], b""), "{program}");
    }
}

/// What `if`, `else` and loops control is not to be missing, as it may be in mawk.
#[test]
fn missing_bodies() {
    if crate::peer::program().is_none() {
        return;
    }
    for program in [
        "BEGIN { if (1) }",
        "BEGIN { while (0)\n}",
        "BEGIN { for (k in x) }",
        "BEGIN { for (; i++ < 3;) }",
        "BEGIN { if (1) ; else }",
        "function f() { if (1) x = 1; else }\nBEGIN { print 1 }",
    ] {
        assert!(!compare(&[program], b""), "{program}");
    }
}

/// Where RS is empty and FS a space, blanks are passed over whatever expression separates, and nothing is behind the
/// last separator.
#[test]
fn split_in_paragraphs() {
    for call in [
        "\",\", p, /,+/",
        "\" ,\", p, /,+/",
        "\"a,\", p, /,+/",
        "\" a, \", p, /,+/",
        "\"  a,b,\", p, /,+/",
        "\" \", p, /,+/",
        "\"\", p, /,+/",
        "\" \\t\\n ,,a,,\", p, /,+/",
        "\" ab\", p, /b/",
        "\" ,a,,b,\", p, /,/",
        "\" ,,\", p, /,/",
        "\" abc\", p, /x*/",
        "\" \", p, /x*/",
        "\" \\n\", p, / /",
        "\"a \\n\", p, / /",
        "\" a,b\", p, \",\"",
        "\" a,b\", p, \", *\"",
        "\" a,b,\", p, x \",+\"",
        "\" a b\", p",
        "\" ab\", p, \"\"",
    ] {
        for assignment in ["", "FS = \",\"", "FS = \"\\t\"", "RS = \"\\n\""] {
            let program = format!(
                "BEGIN {{ RS = \"\"; {assignment}; n = split({call}); print n; for (i = 1; i <= n; i++) print \"[\" p[i] \"]\" }}"
            );
            same(&[&program], b"");
        }
    }
}

/// A byte that is C's -1 stands for nothing where flags may stand.
#[test]
fn bytes_that_are_no_flags() {
    for format in [
        "%\\377s",
        "%\\377\\3775s|",
        "%-\\3775d|",
        "%5\\377d|",
        "%5.\\377d|",
        "%.2\\377f|",
        "%\\376s|",
        "%\\377",
    ] {
        same(
            &[&format!("BEGIN {{ printf \"{format}\", 12; print sprintf(\"{format}\", 7) }}")],
            b"",
        );
    }
}

/// The numbers that `*` stands for.
#[test]
fn sizes_of_conversions() {
    for value in ["1e20", "-1e20", "2^63", "-2^63", "\"+nan\"", "-5", "3.9", "\"x\"", "0"] {
        for format in ["%*d|", "%-*d|", "%.*d|", "%.*s|", "%0*d|"] {
            same(&[&format!("BEGIN {{ printf \"{format}\", {value}, 7 }}")], b"");
            same(&[&format!("BEGIN {{ f = \"{format}\"; printf f, {value}, \"abc\" }}")], b"");
        }
    }
    for format in ["%*5d|", "%10.*5d|", "%-*05d|"] {
        same(&[&format!("BEGIN {{ f = \"{format}\"; printf f, 2, 7, 8 }}")], b"");
        compare(&[&format!("BEGIN {{ printf \"{format}\", 2, 7, 8 }}")], b"");
    }
}

/// What is C's long of an index is below zero where it is too large; NUL behind a backslash ends gawk.
#[test]
fn odd_indices_and_expressions() {
    for value in [
        "\"+nan\"", "\"+inf\"", "\"-inf\"", "-0.5", "-1", "1e300", "-1e300", "2^31", "2^62", "1.9",
        "\"x\"",
    ] {
        same(&[&format!("BEGIN {{ v = {value}; x = $v; print length(x) }}")], b"");
        same(&[&format!("{{ v = {value}; print $v }}")], b"a b c\n");
    }
    for program in
        ["{ print \"a\" ~ $0 }", "{ sub($0, \"x\"); print }", "{ print split(\"abc\", q, $0) }"]
    {
        same(&[program], b"b\na\\\0b\nc\n");
        same(&[program], b"q\\e\\\0\n");
        same(&[program], b"q\\\\\0\n");
        same(&[program], b"\\xg\na\\x\n[\\xg]\n\\x4g\n\\xxx\n");
    }
}
