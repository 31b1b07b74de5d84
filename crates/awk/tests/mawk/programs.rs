//! Programs by feature.

use crate::harness::{compare, same};
use crate::peer;

const INPUT: &[u8] = b"a b c\n1 2 3\n10 9 abc 0x11\n\n  lead  trail  \nfoo:bar:baz\n\
3.14159 1e3 +5 -7\n\x80\xff \tx\ty\nlast";

fn each(programs: &[&str]) {
    for program in programs {
        same(&[program], INPUT);
    }
}

#[test]
fn patterns() {
    each(&[
        "NR==2,NR==4{print NR\": \"$0} /foo/,/bar/{print \"range\", $0} END{exit 5}",
        "NR==2,NR==2",
        "/b/",
        "!/a/",
        "$1 ~ /^[0-9]+$/ {print \"num\", $0}",
        "$1 !~ \"o\"",
        "/b/{next} {print} END{print \"done\"}",
        "NF",
        "$1 == 10",
        "$1 > 2",
        "$2 < \"b\"",
        "length > 5",
        "length($0) > 5 {n++} END {print n+0}",
        "END{print NR, $0, NF}",
        "BEGIN{exit 3} END{print \"end\"}",
        "BEGIN{exit 3} END{exit}",
        "{exit NR} END{print NR}",
        "BEGIN{getline; getline; print; print NR} {print \"main\", $0}",
        "BEGIN{while ((getline line) > 0) n++; print n, NR, $0}",
    ]);
}

#[test]
fn fields() {
    each(&[
        "{print $2, $NF, NF}",
        "{$2=\"X\"; print; print NF; $7=\"Y\"; print NF \":\" $0; NF=2; print; $0=\"p q r\"; print $2, NF}",
        "{$1=$1; print}",
        "{$3=\"\"; print; print NF}",
        "{NF=5; print; $5=\"e\"; print}",
        "{OFS=\"-\"; $1=$1; print; OFS=\" \"}",
        "{$5=1/3; print; print $5==1/3, $5}",
        "{$0=3.0; print $1, NF, $0}",
        "{$(1+1)=\"z\"; print $0}",
        "{print $NF++; print NF}",
        "{n=0; $n = $2; print}",
        "{ $3 -= sub(/[a-z0-9]/, \"x\"); print; $2 += sub(/./, \"7 8 9 1\"); print; print NF }",
        "{ $3 *= ($0 = \"1 2 3\"); print; $3 *= ($0 = \"4 5 6\") + $2; print; $(NF) += sub(/[a-z0-9]/, \"9 &\"); print }",
        "{ NF += sub(/[a-z0-9]/, \" y z\"); print NF, $0; NF -= gsub(/ /, \"  q \"); print NF; print }",
        "{ $0 += sub(/[a-z0-9]/, \"9\"); print; $1 += ($0 = 5) \"\"; print; $2 ^= (getline); print NF, $0 }",
        "{$0 = $2 = $1; print}",
        "{x = $1 = $3; print x, $0}",
        "{NF--; print} NF==0{NF=1}",
        "{$NF=\"\"; print NF \"[\" $0 \"]\"}",
        "{for(i=1;i<=NF;i++) print $i, $i+0, ($i==10), ($i<\"9\"), -$i, !$i}",
        "{FS=\":\"; print $1}",
        "{print $1 > \"/dev/stdout\"; print NF | \"cat\"; close(\"cat\")}",
        "{ $1 = unset; print; print ($1 == 0), ($1 == \"\"), length($1) }",
        "{ $2++; print; $2 += 5; print; print $2-- ; print }",
    ]);
    for separator in
        [":", "|", "t", "[:b]+", " ", "\\t", ".", "a", "", "b*", "^a", "x|y", "\\\\", "\\|", "[ ]"]
    {
        same(&["-F", separator, "{print NF; for(i=1;i<=NF;i++) print i, $i}"], INPUT);
    }
}

#[test]
fn records() {
    for separator in ["", "a", "\\n", "[ab]+", "\\n\\n", "\\n+", ".", "^a", " ", "ab", "$"] {
        let set = format!("RS={separator}");
        for input in [INPUT, b"", b"\n", b"\n\n\nx\n\n\ny z\nw\n\n", b"aabab", b"x\n\n"] {
            same(&["-v", &set, "{print NR \":\" $0 \"|\" NF; print $1; print $2}"], input);
        }
    }
    same(&["BEGIN{RS=\"\";FS=\":\"}{print NF; for(i=1;i<=NF;i++) print i,$i}"], INPUT);
    same(&["NR==1{RS=\"\"}{print NR \":\" $0}"], INPUT);
    same(&["BEGIN{ORS=\"|\"; OFS=\"-\"}{print $1,$2}"], INPUT);
    let long = vec![b'x'; 300_000];
    same(&["{print length($0)} END{print NR}"], &[&long[..], b"\n", &long[..]].concat());
    same(&["-v", "RS=y", "{print length($0)} END{print NR}"], &long);
    same(&["-v", "RS=", "{print length($0)} END{print NR}"], &long);
}

#[test]
fn separators_of_subscripts() {
    each(&[
        "BEGIN { a[(SUBSEP = \"-\"), (SUBSEP = \":\"), \"c\"]; for (k in a) print k }",
        "function f() { SUBSEP = SUBSEP \"+\"; return 1 } BEGIN { a[f(), f(), f()]; for (k in a) print k }",
        "BEGIN { a[1,2,3,4,5,6,7,8,9,SUBSEP=\"/\",11]; for (k in a) print k; print ((1, SUBSEP=\",\") in a) }",
    ]);
}

#[test]
fn numbers() {
    each(&[
        "BEGIN{print 2^31, 2^31-1, -2^31, -2^31+1, 2^53, 1e18, 1e300, 0.1+0.2, 1e6, 123456789.5}",
        "BEGIN{print \"0x1A\"+0, 0x1A, 011, 1e3, \"1e3\"+0, \"inf\"+0, \"nan\"+0, -\"nan\", log(-1), -log(0), sqrt(-1), exp(1000), int(-3.7), sin(1), cos(1), atan2(1,2), exp(1), log(10)}",
        "BEGIN{print 10 % 3 * 2, -2^2, !0 + 1, 1 - -1, 2^3^2, 2^-1, 0^0, -3 % 2, 7 % -3, 5.5 % 2.2}",
        "BEGIN{x = y = 4; print x y; print x++ + ++x, x--, x; print 1==1, \"a\" \"b\" == \"ab\", 1 \" \" 2+3 \" \" -1}",
        "BEGIN{print -0, 0*-1, 1/3, 100000*100000, 1e-5, 1e-4, 123456.7, 1234567.8; print 1e15, 1e16}",
        "BEGIN{OFMT=\"%.2f\"; CONVFMT=\"%.3g\"; print 3.14159, 3.14159 \"\", 17, 17 \"\"; a[3.14159]=1; for (k in a) print k; x = 0.1 + 0.2; print x, x \"\"}",
        "BEGIN{CONVFMT=\"%d\"; a=3.7; print (a \"\")}",
        "BEGIN{CONVFMT=\"%d%d\"}",
        "BEGIN{OFMT=\"%z\"}",
        "BEGIN{OFMT=5; print 3.14159}",
        "BEGIN{print 1==1.0, \"a\"<\"b\", 2<10, \"2\"<\"10\", 2<\"10\", x==0, x==\"\", x<1, \"\"<1, \"x\">1}",
        "BEGIN{print substr(\"hello\",0,3) \"|\" substr(\"hello\",-1,3) \"|\" substr(\"hello\",1.5,2) \"|\" substr(\"hello\",2) \"|\" substr(\"hello\",1,1e10) \"|\" substr(\"hello\",5.5,2) \"|\" substr(\"hello\",0.5,1.5) \"|\" substr(\"hello\",6) \"|\" substr(\"hello\",7,1) \"|\" substr(\"hello\",2,-1) \"|\" substr(\"\",1,2) \"|\" substr(12345,2,3)}",
        "{print (substr($0,2,3)==\"bc \"), (substr($1,NF)<\"c\"), (\"b\">substr($2,1,1)), (substr($1,2)==substr($0,2,length($1)-1)), (substr(NR,1)==1), (substr(u,1)==0), (substr($1,n++,2)==$1), substr($0,n=2,2) n, substr($NF,1,2) substr($1,0) 1, length(substr($0,3))}",
        "BEGIN{srand(1); print rand(), rand(), rand(); srand(42); print rand(); print srand(7), srand(\"3x\"), srand(2^33), srand()}",
        "BEGIN{r = rand(); print (r >= 0), (r <= 1); print (systime() > 1e9)}",
        "function f(a) { y = a; return a } BEGIN { y = \"b\"; print index(f(\"abc\"), y), index(x = \"xc\", x), index(y, f(\"c\")), index($0 = \"a b\", $2) }",
        "{ if (index($0, \"o\")) print NR; if (index($1, $2)) print \"in\"; n += index($0, NR) } END { print n, index(12345, 34), index(n, \"\") }",
        "BEGIN { print int(-0.5), 1 / int(1e300), int(-3.9), int(9007199254740993), int(-1e18), int(1e30), int(\"nan\"), int(\"inf\"), int(\"0x1f\"), int(-2147483648.7) }",
        "function f(a, b) { if (a > 2) return a \"x\"; if (a > 1) return; return b } BEGIN { x = f(1, 5); print x; x = f(2); print x \"|\" x + 0; x = f(3); print x; x = f(1, \"3x\"); print x; f(1, 2); x = f(1); print length(x) }",
        "function g(a) { a[1] = 2; return a[1] } { x = g(b); y = $1; x = h($1); print x, x == 10, x < 9 } function h(z) { return z }",
        "BEGIN{print length(), length, length(12345), length(1/3), length(x), index(\"foobar\",\"o\"), index(\"a\",\"\"), index(\"\",\"a\"), toupper(\"aB\\303\\251\") tolower(\"ABC\") toupper(1)}",
    ]);
}

#[test]
fn formatting() {
    each(&[
        "BEGIN{printf \"%d %d %d %d %i %s %d\\n\", 2^31, 2^53, 1e19, -1e19, 3.9, 3.0, \"12abc\"}",
        "BEGIN{printf \"%c%c%5c|%-5c|%c\", 65, \"hello\", \"x\", \"y\", \"\"} {printf \"%c \", $1}",
        "BEGIN{printf \"%ld %lx %hd|\\n\", -1, -1, 70000}",
        "BEGIN{printf \"%.s|%.0s|%5.2s|%-5.1c|% s|%05s|%+d|% d|%x|%o|%u|%X\\n\",\"abc\",\"abc\",\"abc\",\"abc\",\"\",\"ab\",3,4,-3,8,-1,255}",
        "BEGIN{printf \"%e %f %g %E %G|%10.3e|%-12f|%+g|%#o|%#x|%05d|%-5d|%5d|%.3d\\n\",1.5,2.5,3.5,1e10,1e-10,12345.678,1,2,8,255,42,42,42,42}",
        "BEGIN{printf \"%*d|%-*d|%.*f|%*s\\n\", 5, 42, 5, 42, 2, 3.14159, -6, \"ab\"}",
        "BEGIN{printf \"%s %d\\n\", \"a\"}",
        "BEGIN{printf \"%z\\n\", 1}",
        "BEGIN{printf \"100%%|%5%|\", 1}",
        "BEGIN{printf(\"%s\\n\", \"x\"); printf(\"%s %s\\n\", \"a\", \"b\") > \"/dev/stderr\"; print(\"p\",\"q\"); print (1)(2)}",
        "BEGIN{x = sprintf(\"%5.1f|%s\", 3.14159, \"z\"); print x, length(x); y = sprintf(\"plain\"); print y}",
        "BEGIN{printf \"%d %s|%d %d %s%%%s\\n\", 3.9, \"x\", -0.5, 2147483647, \"\", sprintf(\"%s%d\", sprintf(\"%d\", 7), 8); printf \"%d %d %s\\n\", \"12x\", 2147483648, 1.5; printf \"%d%s%z\", 1, 2, 3}",
        "BEGIN{x = sprintf(\"%s\", sprintf(\"%8191s\", \"\")); print length(x); print length(sprintf(\"%s%d\", x, 1))}",
        "BEGIN{x = sprintf(\"%9000d\", 1); print length(x)}",
        "BEGIN{x = sprintf(\"%s\", sprintf(\"%8000s\",\"\") sprintf(\"%500s\",\"\"))}",
        "BEGIN{printf \"%s\"}",
        "BEGIN{printf \"no newline\"} END{printf \"%s\", NR}",
        "{printf \"%s %s\\n\", $1, $2}",
        "{printf $0 \"\\n\"}",
    ]);
}

#[test]
fn strings_and_expressions() {
    each(&[
        "BEGIN{s=\"aaa\"; print gsub(/x*/,\"-\",s), s; s=\"hello\"; gsub(/l/,\"[&]\",s); print s; gsub(/l/,\"\\\\&\",s); print s; gsub(/\\[/,\"\\\\\\\\&\",s); print s; t=\"abxc\"; gsub(/x*/,\"-\",t); print t}",
        "BEGIN{u=\"a b c\"; print sub(/ /,\"\",u), u; v=\"aaa\"; print gsub(/^a/,\"b\",v),v; w=\"abc\"; print gsub(/$/,\"X\",w), w; print gsub(/b|$/,\"<&>\",w), w; print sub(/zz/,\"q\",w), w}",
        "{gsub(/[a-c]/,\"<&&>\"); print; print NF; print sub(/<.*>/,\"\", $1), $0}",
        "{n = gsub(\"a\",\"b\"); print n, $0}",
        "{gsub(\".\",\"x\"); print} {gsub(/\\./,\"y\"); print}",
        "BEGIN{print split(\"\",a), split(\"abc\",b,\"\"), b[2], split(\"a b\",c,/ /), split(\" a b \",d), split(\" a b \",e,\" \"), split(\"a.b.c\",f,\".\"), split(\"abc\",g,\"b*\"), g[1],g[2], split(\"abc\",h,//), h[3]}",
        "{n = split($0, parts, /[ :]+/); for(i=n;i>0;i--) printf \"%s,\", parts[i]; print n}",
        "BEGIN{print match(\"foobar\",\"o+\"), RSTART, RLENGTH; print match(\"x\",\"y\"), RSTART, RLENGTH; print match(\"aab\", /a*$/), RSTART, RLENGTH; print match(\"\", /x*/), RSTART, RLENGTH}",
        "BEGIN{print !x, !\"\", !\"a\", !0, !\"0\", -x, +x, x \"\" \"e\"; print (1,2) in y; y[1,2]; print (1,2) in y; print -\"3x\", +\"4\"}",
        "BEGIN{print \"abc\" ~ /b/, \"abc\" ~ \"^b\", \"a+b\" ~ /a\\+b/, \"axb\" ~ \"a\\\\.b\", \"a/b\" ~ /a\\/b/, \"x{2}\" ~ /x{2}/, \"]\" ~ /[]]/, \"a-b\" ~ /[a\\-z]-/, \"\\t\" ~ /[[:space:]]/, \"ab\" ~ /^(a|b)+$/, \"\" ~ //}",
        "BEGIN{r=\"^a.c$\"; print \"abc\" ~ r, \"abd\" ~ r, \"abc\" ~ \"b\", \"a\" ~ 1, 11 ~ 1}",
        "BEGIN{print \"a\\tb\\\"c\\/d\\\\e\\101\\x41\\q\"; print \"x\\\ny\"}",
        "BEGIN{print length(\"a\\000b\") }",
        "BEGIN{print 1>2 ? \"a\" : \"b\"; print (1>2) ? \"a\" : \"b\"}",
        "BEGIN{print 1, 2 > \"/dev/stdout\"; print \"x\" \"y\" > \"/dev/\" \"stdout\"}",
        "BEGIN { x[\"a\"]=5; print x[\"a\"]++ + ++x[\"a\"], x[\"a\"]; i = 1; a[i++] = i; print i, a[1]; s = s \"q\" s; s = s s; print s }",
        "BEGIN { for (i = 0; i < 100; i++) s = s \"0123456789\"; print length(s); t = s; s = s \"x\"; print length(s), length(t); s = s s; print length(s) }",
        "BEGIN { $3 = \"c\"; print NF, $0; print $1 \"|\" $2; if (!(3 in arr)) print \"no\"; arr[3]; if (3 in arr) print \"yes\" }",
        "BEGIN { a = \"10\"; b = 9; print (a < b), (a+0 < b); print (\"10\" < 9); c = 10; print (c < b) }",
        "{ print ($1 < $2), ($1 == $2), ($1 > 5), ($1 > \"5\"), ($3 == \"\"), ($9 == 0) }",
    ]);
}

#[test]
fn arrays_and_functions() {
    each(&[
        "BEGIN { for (i = 0; i < 3; i++) { a[\"x\"] += i; a[\"y\"] = a[\"x\"]; for (k in a) print k, a[k]; delete a[\"x\"] } print a[\"x\"], length(a) }",
        "BEGIN { for (i = 0; i < 3; i++) { a[\"x\"]++; split(\"p q r\", a); a[\"x\"]++; a[\"1\"] = \"s\"; for (k in a) print k, a[k]; print a[1] } }",
        "function f(a) { a[\"x\"]++; a[\"y\"] += 2; return a[\"x\"] } BEGIN { for (i = 0; i < 3; i++) { print f(b), f(c); if (i == 1) delete b } for (k in c) print k, c[k]; for (k in b) print k, b[k] }",
        "BEGIN{a[\"b\"];a[\"a\"];a[10];a[9];a[1.5];a[\"c\"]; for(k in a) print k}",
        "BEGIN{n=split(\"c b a z y x\",a); for(k in a) printf \"%s \", k; print \"\"; a[\"q\"]; for(k in a) printf \"%s \", k; print \"\"}",
        "{ $1 = NR + 0.5; c[$1]++; c[$2]--; print c[$1], c[$0]++, c[$0], ($2 in c) } END { for (k in c) print k, c[k] }",
        "{ i = 2; c[$i]++; ++c[$(i - 1)]; c[$0] += $i; $0 = \"x y\"; print c[$1]++ + c[$1], c[$NF] } END { for (k in c) print k, c[k] }",
        "{ c[$-1]++ }",
        "{ c[$1, $2]++; c[$1]++; delete c[$1]; print length(c), c[$2] } END { for (k in c) print k, c[k] }",
        "{ for(i=1;i<=NF;i++) count[$i]++ } END { for (k in count) print k, count[k]; print length(count) }",
        "BEGIN{for(i=0;i<3000;i++) a[i]=i; for(i=0;i<3000;i+=7) delete a[i]; for(k in a) s = s k \" \"; print s, length(a)}",
        "BEGIN{for(i=0;i<3000;i++) a[\"k\" i]=i; for(i=0;i<3000;i+=7) delete a[\"k\" i]; for(k in a) s = s k \" \"; print s}",
        "BEGIN{for(i=0;i<2000;i++) {a[i]=i; a[\"x\" i]=i}; a[5]; a[\"7\"]; for(k in a) s = s k \" \"; print s}",
        "BEGIN { x[\"a\"]; if (\"a\" in x) print \"yes\"; delete x[\"a\"]; print length(x); x[1,2]=3; for (k in x) {split(k,p,SUBSEP); print p[1],p[2]}; delete x; print length(x); SUBSEP=\":\"; x[1,2]; for (k in x) print k }",
        "BEGIN{for(i=0;i<5;i++) a[i]; for(k in a) {delete a[k]; n++}; print n, length(a); for (k in a) print \"never\"}",
        "BEGIN{n = split(\"a b c\", a); delete a[2]; a[5]; for (k in a) print k, a[k]; print length(a); split(\"\", a); print length(a)}",
        "BEGIN{a[3000000000]=1; a[3000000001]=2; for(k in a) print k, a[k]; b[-1]; b[\"-1\"]; b[\"01\"]; b[1]; for(k in b) print k}",
        "function f(n){return n<=1?1:n*f(n-1)} BEGIN{print f(10), f(20)}",
        "function g(a,k,  i){a[k]=1; for(i=0;i<3;i++) a[i]=i*i; return k} BEGIN{g(arr,\"x\"); for(k in arr) print k, arr[k]}",
        "function h(a,  loc){loc[\"x\"]=a; return loc[\"x\"]+1} BEGIN{print h(1)+h(2); print length(zz)}",
        "function swap(a,i,j,t){t=a[i];a[i]=a[j];a[j]=t} BEGIN{split(\"3 1 2\",v); swap(v,1,2); print v[1],v[2],v[3]}",
        "function noret(){x=1} function r2(){return} BEGIN{print noret() \"|\" r2() \"|\"; print x}",
        "function depth(n){return n?1+depth(n-1):0} BEGIN{print depth(100)}",
        "function p(s){print \"in\", s; return s} BEGIN{print p(1), p(2)}",
        "function a1(x){x[1]=2} function b1(y){a1(y)} BEGIN{b1(z); print z[1]}",
        "function fib(n){return n<2?n:fib(n-1)+fib(n-2)} BEGIN{print fib(15)}",
        "function change(v){v=5; $0=\"new line\"; NR=9} {change(x); print x \"|\" $0, NF, NR}",
        "BEGIN{for(k in ENVIRON) print k, ENVIRON[k]; print ENVIRON[\"AWKTEST\"]+1, ENVIRON[\"AWKTEST\"]==12}",
    ]);
}

#[test]
fn input_and_output() {
    each(&[
        "BEGIN{while ((getline l < \"Cargo.toml\") > 0) n++; print (n > 3), NR; getline; print $0, NR; getline x; print x, NR, $0; print (getline y < \"/nonexistent\"); close(\"Cargo.toml\"); getline < \"Cargo.toml\"; print $0, NR}",
        "{while ((getline x) > 0) last = x} END{print last, NR, $0}",
        "BEGIN{printf \"a\\n\" > \"/dev/stderr\"; print \"b\" > \"/dev/stdout\"; system(\"echo sys; exit 3\"); print \"r=\" system(\"exit 7\")}",
        "BEGIN{print \"b\" | \"sort\"; print \"a\" | \"sort\"; print \"y\"}",
        "BEGIN{print \"b\" | \"sort\"; print \"a\" | \"sort\"; print close(\"sort\"); print \"y\"}",
        "BEGIN{print \"b\" | \"cat; exit 3\"; print close(\"cat; exit 3\"); print \"y\"}",
        "BEGIN{\"echo a; echo b\" | getline; print NR, $0; \"echo c\" | getline x; print NR,x; while ((\"printf '1\\\\n2\\\\n'\" | getline z) > 0) print z; print close(\"echo c\"), close(\"nope\")}",
        "{print $1 | \"sort -r\"} END{print \"done\"}",
        "BEGIN{print fflush(), fflush(\"nope\"), fflush(\"\")}",
        "{print FILENAME, FNR, NR}",
        "{nextfile} END{print NR}",
        "BEGIN{print ARGC, ARGV[0]}",
        "BEGIN{print $(-1)}",
        "BEGIN{NF=-1}",
        "{print $(NR-2)}",
    ]);
    let file = "Cargo.toml";
    for arguments in [
        &["{print FILENAME, FNR, NR}", file, "-", file][..],
        &["END{print NR, FILENAME}", "x=1", file, "y=2"],
        &["{print x, $1}", "x=5", file, "x=a\\tb", file],
        &["-v", "x=a\\nb", "BEGIN{print x, x+0; print ARGC, ARGV[1], ARGV[2]}", "p", "q"],
        &[
            "BEGIN{ARGV[1]=\"\"; ARGV[2]=\"Cargo.toml\"; ARGC=3} END{print NR > 0, FILENAME}",
            "nope",
            "x",
        ],
        &["BEGIN{delete ARGV[1]} END{print FILENAME}", "nope", file],
        &["{print}", "/nonexistent"],
        &["{print}", "/"],
        &["END{print x}", "x=3"],
        &["{print x; nextfile}", "FS=o", file, "OFS=x", file],
        &["function f(a){return a} {print}", "f=1"],
        &["{print}", "length=1"],
        &["-v", "NF=3", "BEGIN{print NF}"],
        &["-F\\t", "{print $2}"],
        &["--", "{print $1}"],
        &["", file],
    ] {
        compare(arguments, INPUT);
    }
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
        "BEGIN { print \"a\" > \"/dev/stderr\"; r = close(\"/dev/stderr\"); s = close(\"/dev/stderr\"); print r, s, fflush(\"/dev/stderr\"); print \"b\" > \"/dev/stderr\" }",
        "{ print; close(\"/dev/stdout\") }",
        "{ print > \"/dev/stdout\"; close(\"/dev/stdout\") }",
    ]);
}

/// A name, or an expression that an error shows, has a NUL, which ends it.
#[test]
fn names_with_nul() {
    each(&[
        "BEGIN { f = sprintf(\"Cargo.toml%cb\", 0); r = getline x < f; print r, x; print (getline x < f), x, close(f), close(\"Cargo.toml\") }",
        "BEGIN { f = sprintf(\"Cargo.toml%cb\", 0); getline < \"Cargo.toml\"; getline x < f; print x, close(\"Cargo.toml\"), close(\"Cargo.toml\") }",
        "BEGIN { c = sprintf(\"echo a; exit 3%cb\", 0); c | getline x; c | getline y; print x, y, close(c), close(\"echo a; exit 3\") }",
        "BEGIN { c = sprintf(\"cat%cb\", 0); print \"1\" | c; print \"2\" | \"cat\"; print close(c), close(\"cat\") }",
        "BEGIN { x = sprintf(\"(\\377%cb\", 0); print match(\"a\", x) }",
        "BEGIN { f = sprintf(\"/dev/stdout%cb\", 0); print \"x\" > f; print \"y\"; print fflush(sprintf(\"o%c\", 0)) }",
        "BEGIN { f = sprintf(\"/dev/stderr%cb\", 0); print \"x\" > f; print close(f) }",
        "BEGIN { print \"x\" > sprintf(\"/dev/full%cb\", 0) }",
        "BEGIN { print \"x\" > sprintf(\"/nonexistent/x%cb\", 0) }",
        "BEGIN { print \"x\" > sprintf(\"%cb\", 0) }",
        "BEGIN { print (getline x < sprintf(\"%cb\", 0)) }",
        "BEGIN { print (getline x < sprintf(\"/nonexistent%cb\", 0)) }",
        "BEGIN { ARGV[1] = sprintf(\"Cargo.toml%cb\", 0); ARGC = 2 } NR == 1 { print FILENAME, $0 }",
        "BEGIN { ARGV[1] = sprintf(\"/nonexistent%cb\", 0); ARGC = 2 } { print }",
        "BEGIN { ARGV[1] = sprintf(\"/%cb\", 0); ARGC = 2 } { print }",
        "BEGIN { ARGV[1] = sprintf(\"%cb\", 0); ARGC = 2 } { print }",
    ]);
}

#[test]
fn layout() {
    each(&[
        "\n# comment\nBEGIN {   # another\n  x = 1 ; y = 2 \\\n  + 3\n  if (x == 1)\n    print \"one\"\n  else if (x == 2)\n    print \"two\"\n  else\n    print \"many\"\n  for (i = 0;\n       i < 2;\n       i++)\n    print i\n  while (i > 0)\n  {\n    i--\n  }\n  print i, y\n}\nEND { print \"e\" } ; ",
        "BEGIN{if(1){print 1}else{print 2}}",
        "BEGIN{if(0)print 1;else print 2}",
        "BEGIN{;;print 1;;}",
        "function f(a,\n b) { return a+b }\nBEGIN { print f(1,\n2) }",
        "BEGIN { print 1,\n 2 ; print (1 &&\n 0), (0 ||\n 1) }",
        "BEGIN{do print i++; while(i<3); do { i-- } while (i > 0); print i}",
        "BEGIN { while (i<3) { i++; if (i==2) continue; print i } }",
        "BEGIN{for(;;){if(++n>3)break}; print n; for(i in a);}",
        "BEGIN { a[1]; for (k in a) if (k) print k; else print \"no\" }",
        "BEGIN{print length\n}",
        "BEGIN { getline x < \"/nonexistent\" ; print 1 }",
        "BEGIN{a=1;b=2;print a\" \"b;print(a)(b);print a b,a+b}",
        "BEGIN { print 6 / 2 / 3; a = 12; a /= 4; print a; print a /2/ 3 }",
        "BEGIN { print /x/ ? 1 : 2, !/x/ }",
        "BEGIN { print 1 - 1 \" \" 2 - 1, 3 * 2 \"\" 4 % 3 }",
        "BEGIN { print 1<2?3<4?\"a\":\"b\":\"c\"; x = 1 ? 2 : 3; print x; y = 0 || 1 && 0; print y; print !1 == 0, 1 in a == 0 }",
        "BEGIN { print -1 \" \" -1; print 2 -1; print 2 \" \" -1; print \"a\" > \"/dev/stdout\" }",
        "BEGIN { $1 = \"x\"; $2 = $1 \"y\"; print; print $1$2, $ 1 }",
    ]);
    if peer::program().is_none() {
        return;
    }
    // What mawk refuses is left to it.
    for program in [
        "BEGIN{print 2**3}",
        "BEGIN{print 1e400}",
        "BEGIN { print a++ / 2 }",
        "BEGIN{next}",
        "{print",
        "BEGIN{return}",
        "function f(f){}",
        "BEGIN{print substr(1)}",
        "BEGIN{x[1]; x=1}",
        "BEGIN{f(1)}",
        "BEGIN { 1 = 2 }",
        "/(/",
        "BEGIN { break }",
        "@",
        "BEGIN{a b = 1}",
    ] {
        // gawk's grammar has some of them.
        assert!(!compare(&[program], b"") || !peer::all_run(), "{program}");
    }
}

/// What gawk refuses, warns of or calls something of its own; where it is held against gawk, ours leaves
/// these to it.
#[test]
fn differences() {
    each(&[
        "BEGIN { n = split(\"^? ^?a b^? ^$? ^?+ a^$? ^^?b\", r); for (i = 1; i <= n; i++) print r[i], match(\"ab\", r[i]), RLENGTH, match(\"b\", r[i]), RLENGTH, match(\"\", r[i]), RLENGTH }",
        "BEGIN { r = \"a^$+\"; print match(\"a\", r) }",
        "BEGIN { r = \"(^$)*\"; print match(\"a\", r) }",
        "BEGIN { BINMODE = 1; print BINMODE }",
        "BEGIN { print 1 \\ \n + 2 }",
        "BEGIN { print \"a\\qb\" }",
        "BEGIN { print (1 < 2 < 3) }",
        "{ ($1) = 5; print }",
        "function f(x) { return x } BEGIN { print f (1) }",
        "BEGIN { print \"a\" > 1 ? \"/dev/stdout\" : \"x\" }",
        "BEGIN { r[1, 2]; x = (1, 2) in r in s; print x, (1, 2) in r < 1, 1 == (1, 2) in r }",
    ]);
    // Errors are left to mawk.
    for program in [
        "BEGIN { print (1, 2) in r (3) }",
        "BEGIN { x = (1, 2) in r - 1; print x }",
        "BEGIN { x = 2 (1, 2) in r; print x }",
        "BEGIN { x = $(1, 2) in r; print x }",
    ] {
        compare(&[program], INPUT);
    }
}

/// What versions of mawk do in their own ways.
#[test]
fn versions() {
    if peer::NAME != "mawk" {
        return;
    }
    each(&[
        "{ x = $NF; $0 = \"a b c\"; print NF }",
        "BEGIN { a[10]; for (k in a) print (k < 9) }",
        "BEGIN { print 2^31, 2^31 \"\", -log(0) }",
        "BEGIN { print sprintf(\"%c\", \"65\") }",
        "BEGIN { srand(2^32 + 5); print rand() }",
        "BEGIN { srand(\"3x\"); print srand() }",
        "BEGIN { srand(); x = srand(1); print (x < 1e12) }",
        "BEGIN { x = \"a\"; sub(/a/, \"\\\\\\\\b\", x); print x }",
        "BEGIN { print match(\"aa\", /a{2}/) }",
        "BEGIN { print (getline x < \"/\") }",
    ]);
    for arguments in [
        &["{print}", "/nonexistent"][..],
        // What mawk refuses before it begins is left to it.
        &["-Fa|", "{print $1}"],
        &["-v", "RS=(", "{print $1}"],
        &["-v", "x=1", "!x[$1]++"],
        &["-v", "f=1", "function f(a) { return a } { print f($1) }"],
    ] {
        compare(arguments, INPUT);
    }
}

/// What a comparison, an assignment or a call takes a short way to gives what the long way does.
#[test]
fn short_ways() {
    each(&[
        "BEGIN { x = 5; if (length(x = \"abc\") < x) print 1; else print 2; x = 1; print (2 * (x = \"a\") < x) }",
        "BEGIN { x = 3; print (x++ < x), (++x == \"5\"), ((x += 1) > \"10\"), (x++ > \"a\"), (x-- >= x) }",
        "{ print (NR < $1), (NR++ == $1), (split($0, a) > $1), (length($1) == $1), (sqrt(4) < $1) }",
        "BEGIN { print -7 % 3, 7 % -3, -6 % 3, 5.5 % 2, 2 ^ 53 % 3, -2 ^ 53 % 7, 1e18 % 7, \"x\" % 3, 1 / 3 % 1e-9 }",
        "BEGIN { x = -6 % 3; printf \"%g %s\\n\", x, (2 ^ 53 - 1) % 10; y = -4; y %= 2; printf \"%g\\n\", y }",
        "function f(a,  s, n, r) { s = a; s = s \"-\"; s = s s; s = s s s s; s = s length(s) s; n = 1; n += a; n++; r = n; r = r s; return r }\
         { for (i = 1; i <= NF; i++) print f($i), f(i) }",
        "function f(s,  i, t) { for (i = length(s); i > 0; i--) t = t substr(s, i, 1); return t } { print f($0) f($0 $0 $0) }",
        "BEGIN { s = \"0123456789\"; s = s s; s = s \"a\"; print s; s = s \"b\"; t = s; s = s \"c\"; t = t \"d\" t; print s, t; s = s s; print s, length(s) }",
        "{ s = $1; s = s $2; s = s \"\"; print (s == 12), (s < 9); s = s + 0; s = s 1; print s }",
        "function g(a, b) { a = a \"x\"; b = b + 1; return a b } function f(a, b, c) { return g(g(a, b), g(b, c)) g(a) c } { print f($1, $2, 3), f(1), f() }",
        "function g(a, k) { a[k] = k; return k } function f(n,  own) { g(own, n); g(own, n \"x\"); if (n > 0) f(n - 1); for (k in own) c[k]++; return length(own) }\
         BEGIN { print f(5), f(2); n = 0; for (k in c) n += c[k]; print n }",
        "BEGIN { for (i = 300; i > 0; i--) a[i] = i; for (i = 1; i < 300; i += 3) delete a[i]; a[\"x\"] = 1; a[7] = \"new\"; delete a[\"9\"];\
         for (k in a) printf \"%s \", k a[k]; for (i = 0; i < 2000; i += 7) a[i * 1024]; n = 0; for (k in a) n += k; print n, length(a) }",
        "BEGIN { print atan2(-1, 0), atan2(0, -1), (atan2(1, 2) < 0.5); x = atan2(\"1\", 1); print x }",
    ]);
}

/// A dollar that begins an operand is not joined to a group behind it: what mawk finds on its stack decides.
#[test]
fn lone_ends() {
    for text in [
        "$(c)",
        "$(c)x",
        "$(c)|x",
        "(c)$(d)x",
        "$()",
        "a|$()",
        "a|$(|b)",
        "$$(c)x",
        "$(c)*",
        "x.*$(c)",
        "a|$(b|)",
        "(a$)(b)",
        "((a$)$(b))|c",
        "$(c)(d)",
        "a$(c)",
        "^$(c)",
        ")$(c)",
        "[c]$(c)",
        "\\c$(c)",
        "x|$(c",
        "$(c))",
    ] {
        let input = format!("{text}\n");
        same(
            &["{ print \"first\"; print \"xc\" ~ $0, \"cd\" ~ $0, \"\" ~ $0; print 2 }"],
            input.as_bytes(),
        );
    }
}

/// One that does not end it may not see the end of a text with NULs.
#[test]
fn lone_ends_behind_nul() {
    for text in [
        "$$",
        "$$$",
        "b$$",
        "$|x$",
        "$.$?",
        "$$.?",
        "($)$",
        "$($)?",
        "$*",
        "$.?",
        "(x|$)",
        "(^|b)$",
        "((x|$)|y)*$",
    ] {
        for input in [&b"a\0b\n"[..], b"\0\n", b"ab\n", b"\n"] {
            compare(&[&format!("/{text}/ {{ print NR }}")], input);
        }
    }
}

/// A repetition behind a dollar is of all that the dollar ends.
#[test]
fn repeated_ends() {
    for text in [
        "$*", "$+", "$?", "x$*", "x*$*", "ab$*", "b$?", "b$+", "xb$?", "a*b$?", "a.$+", "[b]$?",
        "x.$?", "x(b)$?", "\\x61b$?", "x\\.$?", "x|b$*", "^ab$*", "^b$?", "ab$?c",
    ] {
        for input in ["ab\n", "\n", "x\n", "xx\n", "xab\n", "b\n"] {
            same(
                &["-v", &format!("r={text}"), "{ print match($0, r), RSTART, RLENGTH }"],
                input.as_bytes(),
            );
        }
    }
}

/// More than mawk's stacks hold.
#[test]
fn deep_expressions() {
    for depth in [20, 21, 30, 31, 32, 33, 61, 62, 63, 64] {
        for (open, close) in [
            ("(", ")"),
            ("a(", ")"),
            ("a|(", ")"),
            ("a|b(", ")"),
            ("a|b|cd(e", ")*"),
            ("((", ")*)|y"),
            ("(", ""),
            ("", "(a)"),
        ] {
            let text = [&open.repeat(depth), "x", &close.repeat(depth)].concat();
            same(&["{ print \"x\" ~ $0 }"], format!("{text}\n").as_bytes());
        }
    }
}

/// A step belongs to the innermost field, and a field that the record has no longer still has its value.
#[test]
fn steps_of_fields() {
    for expression in [
        "$$I--",
        "$$I++",
        "$$$I--",
        "$$1--",
        "$(1)--",
        "$$(1)--",
        "$x[1]--",
        "$$x[1]++",
        "$NF--",
        "$$NF++",
        "$-$I--",
        "$++$I",
        "$$++I",
        "-$$I--",
        "1 $$I-- 2",
        "$$I-- --J",
        "$$I--^2",
        "$$I = 5",
        "$$I += 2",
        "($$I)--",
        "$($I)--",
        "$($I--)",
        "$$I - --I",
        "$$$$I++",
        "$x[$$1]++",
        "$$NF += $$I--",
        "$I++ + $$I++",
        "$$I++ in x",
        "$$length($1)++",
        "$$\"1\"++",
        "2^$$I--",
        "$++I += $++I % $x[1]-- ~ $1",
        "$4 += NF = 2",
        "$I ^= --$I ~ 1",
    ] {
        let program = format!("{{ print {expression}; print I, J, x[1], $0, NF }}");
        same(&["-v", "I=1", &program], b"2 3 1 4\n3 1 2 2\n");
    }
    for format in ["%*d", "%-*.*d", "%d%*d", "%.*x"] {
        compare(&[&format!("{{ printf \"{format}|\", 2 }}")], b"x\n");
    }
    for expression in ["$1 += $1++ + $0++", "$1 += ($1 = 8) + ($0 = 9)", "$1++ /9/", "x++ /9/ 2"] {
        compare(&[&format!("{{ print {expression}; print }}")], b"2 3 1 4\n3 1 2 2\n");
    }
    same(&["{ print $$1 }"], b"-888888888.5\n");
}

/// NF is what was assigned to it until there are other fields.
#[test]
fn odd_numbers_of_fields() {
    for value in [
        "\"nan\"", "log(-1)", "-1", "-0.5", "-1.5", "1.9", "\"x\"", "\"0x2\"", "2.5", "\"2b\"",
        "\"\"", "-1e300", "2", "$2", "x",
    ] {
        for program in [
            "BEGIN { NF = V; print NF, NF + 1, NF == 1, $0 }",
            "{ NF = V; print NF; NF++; print NF; print; print (NF < \"3\"); $5 = 1; print NF; NF = V; $0 = \"r s\"; print NF; NF = V; $1 = 7; print NF; print; print $NF }",
            "{ NF = V; x = NF; getline; print NF, x; NF = V } END { print NF; print; NF = V; print NF; y[NF] = 1; for (k in y) print k }",
            "{ NF = V; $NF = \"q\"; print; print NF; NF -= 1; print NF; sub(/./, \"7\", NF); print NF; print }",
        ] {
            same(&[&program.replace('V', value)], b"a b c\nd e f\ng h i j\n");
        }
    }
}
