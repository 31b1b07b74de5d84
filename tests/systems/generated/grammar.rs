//! What calls are made of: for each utility its options and its operands.
//!
//! A template is words with placeholders (`<f>` is a file, `<n>` a number …); [`words`] says what
//! stands for each. Options are drawn none to three at a time, and need not go together: what a
//! program says to that is a part of it.

use super::random::Random;

/// How one utility is called.
pub struct Call {
    /// Its name.
    pub name: &'static str,
    /// Options, parted by `|`.
    pub options: &'static str,
    /// Lists of operands, parted by `|`.
    pub operands: &'static str,
    /// Whether it reads standard input where no file is named.
    pub reads: bool,
}

macro_rules! calls {
    ($($name:literal, $options:literal, $operands:literal, $reads:literal;)*) => {
        /// All that are called.
        pub const CALLS: &[Call] = &[$(Call {
            name: $name, options: $options, operands: $operands, reads: $reads,
        }),*];
    };
}

calls! {
    "[", "", "<test> ]|<test>|! <test> ]|<test> -a <test> ]|( <test> ) ]|]", false;
    "arch", "", "||<f>", false;
    "awk", "-F<c>|-v x=<n>|-F<ere>", "<awk>|<awk> <f>|<awk> <f> <f>", true;
    "b2sum", "-b|-t|-z|--tag|-c|-l <n>", "|<f>|<f> <f>", true;
    "base32", "-d|-i|-w <n>|-w0", "|<f>|-", true;
    "base64", "-d|-i|-w <n>|-w0", "|<f>|-", true;
    "basename", "-a|-s <t>|-z|-as <t>|--multiple|--suffix=<t>|-az", "<path>|<path> <t>|<path> <path> <path>||<path> <path>|-s <t> <path> <path>|<path> <path> <path> <path>|-- <path>|<path>.c .c", false;
    "cat", "-n|-b|-s|-A|-E|-T|-v|-e|-t|-u|--show-all|--number|--squeeze-blank|--show-ends|-vE", "|<f>|<f> <f>|- <f>|<f> -|<f> <f> <f>|- - <f>|<x> <f> <x>", true;
    "chmod", "-c|-f|-R|-v|--reference=<x>|-Rc|-vf|--changes|--recursive|--silent", "<mode> <x>|<mode> <x> <x>|<mode>|<mode>,<mode> <x>|<mode> <x> <x> <x>|-R <mode> sub <x>|--reference=<x> <x> <x>|<mode> <x>/", false;
    "chgrp", "-c|-f|-R|-v|-h|-H|-RH|--reference=<x>", "daemon <x>|9 <x> <x>|<x>|<t> <x>", false;
    "chown", "-c|-f|-R|-v|-h|-H|-RH|--reference=<x>", "daemon <x>|7:9 <x> <x>|<x>|:daemon <x>|daemon: <x>|<t> <x>", false;
    "cksum", "-a md5|-a sha256|-a crc|--untagged|--algorithm=bsd|-a sysv|--check", "|<f>|<f> <f>|<f> <f> <f>|<x> <f>", true;
    "cmp", "-l|-s|-b|-n <n>|-i <n>|-n <n> -l|--bytes=<n>|-i <n>:<n>|--quiet", "<f> <f>|<f>|<f> -|<f> <f> <n>|<f> <f> <n> <n>|<x> <x>", true;
    "column", "-t|-x|-c <n>|-s <c>|-o <t>|-L|-c <n> -x|-s <c> -t|--table|-n|-N a,b -t", "|<f>|<f> <f>|<f> <f> <f>|<x> <f>|-", true;
    "comm", "-1|-2|-3|-12|-23|-z|--check-order|--nocheck-order|--output-delimiter=<c>|--total|-13|--output-delimiter=", "<f> <f>|<f> -|<f>|- <f>|<f> <f> <f>|sorted sorted", true;
    "cp", "-a|-d|-f|-l|-L|-n|-p|-P|-r|-R|-s|-T|-u|-v|-x|-t <d>|--attributes-only|--remove-destination|--preserve=mode|--no-preserve=mode|-b|-S .b|--parents|-i|--no-clobber|--strip-trailing-slashes|-x|--update=older|--sparse=never", "<x> <d>|<x> <x> <d>|<x>|<x> <d>/<d>|<x> <x> <x> sub|sub/x <d>|-t <d> <x> <x>|<d>/ <x>", false;
    "csplit", "-k|-s|-z|-q|-n <n>|-f p|-b %03d|--suppress-matched", "<f> <n>|<f> /<bre>/|<f> /<bre>/ {*}|- %<bre>% <n>|<f> /<bre>/-1|<f> /<bre>/+<n> <n>|- <n> {<n>}|<f> %<bre>% /<bre>/|- /a/ {1}|<f>", true;
    "cut", "-b<list>|-c<list>|-f<list>|-f <list>|-d<c>|-s|-z|-n|--complement|--output-delimiter=<t>|--fields=<list>|--bytes=<list>|--only-delimited|--delimiter=<c>|-c <list> -s", "|<f>|<f> <f>|<f> <f> <f>|<f> - <x>", true;
    "date", "-u|-d @<n>|-d 2024-02-29|-r <f>|-R|-I|--rfc-3339=date|-d <t>|-d @<n>.5|--date=@<N>|--utc", "+%Y-%m-%d|+%H:%M:%S -d @86400|+%a %b %e -d @<n>00000000|-u -d @<n>|-d @0 +%s|+%F%T -d @<n>|+%-d -d @0|+%_H -d @0|+%^a -d @0|+%N -d @1|-d 2024-01-31 +%j %U %V|+%Q -d @0|+ -d @0|-d @0 +%c|-d 2024-12-30 +%G-%V-%u", false;
    "dd", "count=<n>|bs=<n>|skip=<n>|seek=<n>|conv=notrunc|conv=ucase|conv=sync|ibs=<n>", "status=none|if=<f> status=none|if=<f> of=new status=none", true;
    "df", "-P|-k|-h|-m|-T", "/proc|/proc missing|missing", false;
    "diff", "-a|-b|-c|-d|-i|-q|-s|-u|-w|-B|-U <n>|-C<n>|--normal|-N|-L <t> -L <t>|-y|-r|-e|-n|-p|-E|-Z|-t|--brief|-I <bre>|--strip-trailing-cr|-F<bre>|--unified|--label=<t>|--speed-large-files", "<f> <f>|<x> <x>|<f> -|sub .|<f> sub|- <f>|<x> <f>", true;
    "dirname", "-z|--zero", "<path>|<path> <path>||<path> <path> <path>|-- <path>|<path>/<path>", false;
    "du", "-a|-b|-c|-d <n>|-h|-H|-k|-l|-m|-s|-S|-x|-0|--apparent-size|--si|-L|-t <n>|-sh|-ab|-ak|--max-depth=<n>|--exclude=<t>|--inodes|-sc|--block-size=1K|-B1", "|<x>|<x> <x>|. <x>|sub|<x> <x> <x>|sub sub|sub/x sub", false;
    "echo", "-n|-e|-E", "<t>|<t> <t>|<esc>|", false;
    "egrep", "-c|-i|-v|-n|-o|-q|-s|-w|-x|-l|-h|-H", "<ere>|<ere> <f>|<ere> <f> <f>", true;
    "env", "-i|-u HOME|-u A|-0|-u A -u HOME|-i A=<t>|--unset=A|--ignore-environment|-S <t>|-C sub|-v|--chdir=<x>|--null", "A=<n> printenv A|A=b|true|env A=<t>|-||A=<t> B=<n> env|-i B=<n> /usr/bin/env|A=1 A=2 printenv A|-u A A=3 printenv A|=x|A=b <t>|-- A=1 env|A= printenv A", false;
    "expand", "-i|-t <n>|-t<list>|-<n>|--tabs=<n>|--initial", "|<f>|<f> <f>|<f> <f> <f>|<x> <f>", true;
    "expr", "", "<N> <op> <N>|<t> : <bre>|<t> : \\(<bre>\\)|length <t>|substr <t> <N> <N>|index <t> <t>|<t> <op> <t>|<N> <op> <N> <op> <N>|( <N> <op> <N> ) <op> <N>|<t>|<t> | <t>|<t> & <t>|match <t> <bre>|+ <t>||( <N> <op> <N> ) <op> ( <N> <op> <N> )|length <t> <op> <N>|<t> : .*|<t> : \\(.\\).*|substr <t> <n> <n> : <bre>|<N> <op>|( <N>|index <t> <t> <op> <N>|<t> : <bre> | <t>|-- <N> <op> <N>", false;
    "false", "", "|<t>", false;
    "fgrep", "-c|-i|-v|-n|-o|-q|-w|-x|-l", "<t>|<t> <f>|<t> <f> <f>", true;
    "find", "-L|-H|-P", "<x> <find>|<x> <find> <find>|. <find>|. <find> -o <find>|. ! <find>|<x> <x> <find>|. -depth <find>|. -maxdepth <n> <find>|<x> -type f -newer <f> -o <find> <find>|( <find> -o <find> ) -print|. -not <find> -print|sub <find> , <find>|. <find> -a <find> -o <find> -print|-L . <find>|. -maxdepth 1 <find> -exec echo {} +", false;
    "flock", "-n|-x|-s|-u|-w 9|-E <n>|-o|-F|-nx|-sn|-E <n> -n|--nonblock|--timeout 0|-e|--close|-c", "<d> echo <t>|f <t>|g -c <t>|empty true|missing/x true|<d> -c <t>|sub true|<x> echo <t>|0|9|<t>|f sh -c <run> f|<x> nosuch", false;
    "fmt", "-c|-s|-t|-u|-w <n>|-g <n>|-p <t>", "|<f>|<f> <f>|-", true;
    "fold", "-b|-s|-w <n>|-w<n>|-<n>|--spaces|--bytes|--width=<n>", "|<f>|<f> <f>|<f> <f> <f>|<x> <f>", true;
    "getconf", "", "<conf>|<conf>|<conf> <x>|nosuch", false;
    "getopt", "-u|-q|-Q|-n <t>|-l a,bc:,bd::|-s sh|-T", "ab: -a -b <t> <t>|-o ab:c:: -- -ab <t> <t> -c|-o +a <t> -a|-o a -l foo,bar: -- --foo <t> --ba <t>|-o a -- -<c>|<t> <t>", false;
    "grep", "-E|-F|-c|-i|-v|-n|-o|-q|-s|-w|-x|-l|-L|-h|-H|-b|-a|-m <N>|-A <N>|-B<N>|-C <N>|-r|-e <bre>|-e <t>|-f <f>|-z|-Z|--color=never|-T|-y|--include=<t>|--exclude=f|--max-count=<n>|--label=<t>|--line-buffered|--binary-files=text|--only-matching|--no-messages|-nH|-cv|-ho|-x -F|-A <N> -B <N>|--exclude-dir=sub|-U|--no-ignore-case", "<bre>|<bre> <f>|<bre> <f> <f>|<t>|<t> <f>|<ere> <f>|<bre> <x>|-e <bre> -e <t> <f>|-E <ere> <f> <f> <f>|-r <t> .|-r <bre> sub <f>|-F <t> -|<bre> - <f>|-f <f> <f> <f>|-e <t> -f <f> <x>", true;
    "groups", "", "||root|<t>|daemon bin|root <t> sync|--|nosuch", false;
    "hd", "-v|-n <n>|-s <n>|-C", "|<f>|<f> <f>|<x>", true;
    "head", "-n <N>|-n<N>|-<N>|-c <N>|-n -<N>|-c -<N>|-q|-v|-z|-n <N> -c <n>|--lines=<N>|--bytes=-<N>|--quiet|-qn <n>|-c <n>b|-n <n>K", "|<f>|<f> <f>|<f> <f> <f>|<x> <f> <x>|- <f> -", true;
    "hexdump", "-C|-b|-c|-d|-o|-x|-v|-n <n>|-s <n>", "|<f>|<f> <f>", true;
    "id", "-u|-g|-G|-n|-un|-gn|-ur|-Gn|-nu|-z|-ru|-zG|-Z|-rG|-G root", "|root|<t>|root root|0|nosuch root|root <t>", false;
    "install", "-d|-D|-m <mode>|-p|-T|-v|-t <d>|-C|-c", "<x> <d>|<x> <x> <d>|<d>", false;
    "join", "-a 1|-v 2|-1 <N>|-2 <N>|-j <N>|-e <t>|-o 1.1,2.2|-t <c>|-i|-z|--header|--nocheck-order|-a 1 -a 2|-v 1 -v 2|-o auto|-o 0,1.2,2.1|-t  |--check-order|-1 <n> -2 <n>|-e <t> -o auto", "<f> <f>|<f> -|- <f>|sorted keys|<f> <f> <f>|<x> <f>", true;
    "link", "", "<x> <d>|<x>", false;
    "ln", "-f|-L|-n|-P|-r|-s|-T|-v|-t <d>|-sf|-sfn|-b|-S .b|-i|-sr|-st <d>", "<x> <d>|<x>|<x> <x> <d>|<t> <d>|<x> <x> <x> sub|-t <d> <x> <x>|<x> sub/", false;
    "ls", "-1|-a|-A|-d|-F|-l|-n|-p|-r|-R|-S|-t|-U|-X|-B|-L|-H|-o|-g|-G|-h|-k|-s|-f|-v|-m|-C|-x|-Q|-q|-b|--sort=size|--color=never|--zero|--full-time|-I <t>|--group-directories-first|--file-type|-w <n>|--time-style=+%Y|-T <n>|--hide=<t>|--indicator-style=slash|-lh|-la|-ld|-lS|-N|--quoting-style=c|--quoting-style=shell-escape|--sort=extension|--sort=none|-D|--author|-c|-ul|--block-size=1K|--si", "|<x>|<x> <x>|<x> <x> <x>|<x> <x> <x> <x>|sub link <x>|. sub", false;
    "md5sum", "-b|-t|-z|--tag|-c|--quiet|--status", "|<f>|<f> <f>", true;
    "mawk", "-F<c>|-v x=<n>|-F<ere>|-v OFS=<t>|-v x=<t>|--", "<awk>|<awk> <f>|<awk> <f> <f>|<awk> x=<n> <f> x=<t> <f>|<mawk>|<mawk> <f>|<mawk> <f> <f>|<mawk> <x>|<awk> - <f>", true;
    "mkdir", "-p|-v|-m <mode>|--mode=<mode>|-pv", "<d>|<d>/<d>|<d> <d>|<x>||<d>/<d>/<d>|<d> <x> <d>|-p <d> <x>/<d>", false;
    "mkfifo", "-m <mode>", "<d>|<d> <d>|<x>", false;
    "mktemp", "-u|-d|-q|-p <x>", "aX|<x>/aXX/b|a.X|aXX b", false;
    "mv", "-f|-n|-T|-u|-v|-Z|-t <d>|-b|-S .b|-i|--no-clobber|--strip-trailing-slashes|-fv|--backup=numbered", "<x> <d>|<x> <x> <d>|<x>|<x> <d>/<d>|<x> <x> <x> sub|-t <d> <x> <x>|<x> <x>|sub <d>|<x> sub/", false;
    "nice", "-n <n>|-<n>|--adjustment=<n>|-n <n> -n <n>|--adjustment <n>|-n<n>", "|nice|sh -c nice|<t>|<x>|echo <t>|nice nice|-n 1 nice -n 2 nice|-- echo <t>|<t> <t>|-n 5|sh -c <run> f", false;
    "nl", "-ba|-bn|-bp<bre>|-d<c><c>|-i <n>|-l <n>|-nln|-nrz|-p|-s <t>|-v <n>|-w <n>|-ha|-fa|-b t -h n|-s: -w <n>|-v -<n>|-v <n> -i -<n>|--number-format=ln|-f p<bre>", "|<f>|<f> <f>|<f> <f> <f>|<x> <f>", true;
    "nohup", "--", "grep ^SigIgn /proc/self/status|<t>|<x>|echo <t>|", false;
    "nproc", "--ignore=<n>|--all", "|<t>", false;
    "numfmt", "--to=iec|--to=si|--from=auto|--from=iec|--suffix=B|--padding=9|-d <c>|--field=<list>|--invalid=warn|--header|--round=nearest|--to-unit=<n>|--to=iec-i|--format=%.2f|--grouping|--from-unit=<n>|--delimiter=<c>|--zero-terminated|--format=%<n>f|--round=up", "<n>|<n>K <n>|<t>||<n>.5 <n>M|<N> <N> <N>|1.5K x", true;
    "od", "-b|-c|-d|-x|-o|-v|-An|-Ad|-Ax|-j <n>|-N <n>|-t x1|-tx2|-t u1|-t c|-t a|-w<n>|-w|-t d2|-t o1|-t x8|-t f4|-S <n>|--endian=big|-j <n> -N <n>|-t x1z|-A n -t c|-s|-i|-l|-f|-H", "|<o>|<o> <o>|<f>|- <f>|<x> <f>", true;
    "paste", "-d<c>|-d <t>|-s|-z|-sd<c>|-d<c><c>|--serial", "<f>|<f> <f>|- -|<f> -|- - -|<f> <f> <f>|<x> <f>|- <f> -", true;
    "pr", "-d|-f|-F|-l <n>|-l 12|-l 15|-n|-n<c>|-n:3|-n2|-o <n>|-h <t>|-t|-T|-r|-<n>|-m|+2|-w <n>|-2|-3|--columns=2|-a|-s|-s<c>|-S<t>|-S::|-J|-w 30|-W 30|-e|-e<c>|-e4|-i|-i4|-c|-v|-N <n>|+2:3|-l 6", "|<f>|<f> <f>|-|-t <f>|-t|-t <f> <f>|-3 <f>|-2 feeds|feeds|-mt <f> <f>|-m <f> feeds <f>|-3a <f>|-t feeds <f>", true;
    "printenv", "-0|--null|-z", "HOME|A|HOME A|NOSUCH|A B|A A|A=b|-- A|HOME NOSUCH A|", false;
    "printf", "", "<fmt> <t>|<fmt> <n>|<fmt> <n> <t>|<fmt>|<fmt> <t> <t> <t>||<fmt><fmt> <n> <t> <t>|<fmt> <t> <n> <t> <n>|%*s <n> <t>|%.*f|%s-%s <t>|%-*s| <n> <t>|-- <fmt> <t>|%5.<n>d <n>|%<n>s|<t> <n>|%(%F)T <n>|%1$s <t>", false;
    "pwd", "-L|-P", "||<t>", false;
    "readlink", "-e|-f|-m|-n|-q|-s|-v|-z|-fn|-ez|-mv|--canonicalize", "<x>|<x> <x>|<d>/<d>||<x> <x> <x>|<x>/../<x>|sub/../<x>|<x>/.", false;
    "realpath", "-e|-L|-m|-P|-q|-s|-z|--relative-to=<x>|--relative-base=<x>|-es|-mz|--strip|-LP|--relative-to=sub|--relative-base=.", "<x>|<x> <x>|<d>/<d>||<x>/../<x>|<x> <x> <x>|sub//x|dlink/../<x>|<x>/", false;
    "rev", "", "|<f>|<f> <f>", true;
    "rm", "-d|-f|-r|-R|-v|-rf|--one-file-system|-i|-I|-rv|-fd|--interactive=never|--preserve-root|-- ", "<x>|<x> <x>|<x> <x> <x>||<x> . <x>|sub/ <x>|sub sub|<x> / |-r sub <x>|.. <x>", false;
    "rmdir", "-p|-v|--ignore-fail-on-non-empty", "<x>|<x> <x>|<d>/<d>|sub/deep", false;
    "sed", "-n|-E|-s|-u|-z|-r|--posix|-e <sed>|-i|-i.bak|-l <n>|-b|--expression=<sed>|--quiet|-nE|-ns|-zn|--debug|-n -i|-Ei|-su|--sandbox|-l 1|-E -e <sed>|-n -s -i.b", "<sed>|<sed> <f>|<sed> <f> <f>|<sed>|<sed>|<sed>;<sed> <f>|-e <sed> -e <sed> <f>|<bre>{<sed>} <f>|/<bre>/{<sed>;<sed>} <f>|s/<bre>/<t>/g <f>|s,<bre>,<t>, <f>|/<bre>/,/<bre>/<sed> <f>|-n <sed>;<sed> <f> <f> <f>|-s <sed> <f> <f>|<sed> <x> <f>|-n $= <f> <f>|-s F <f> <f>|1!<sed> <f> -|$<sed> <f> <f>|-n /<bre>/= <f> <f>|-E s/<ere>/[&]/g <f>|-E /<ere>/,+<n>d <f>|<n>,<n>!<sed> <f>|y/<c>/<c>/ <f>|-f <f> <f>", true;
    "seq", "-w|-s <t>|-f %g|-w -s <t>|-f %03g|-f %.2f|--equal-width|-s  |-f %x", "<i>|<i> <i>|<i> <i> <i>|-<i> <i>|<i>.<i> <i>|<t>||<i> -<i> <i>|<i>.5 .25 <i>|-w <i> <i>|<i> <i>e0|1 0 2|inf 1", false;
    "setsid", "-w|--wait", "echo <t>|<t>|<x>|false|", false;
    "sha1sum", "-b|-t|-z|--tag|-c", "|<f>|<f> <f>", true;
    "sha224sum", "-b|-t|-z|--tag|-c", "|<f>|<f> <f>", true;
    "sha256sum", "-b|-t|-z|--tag|-c", "|<f>|<f> <f>", true;
    "sha384sum", "-b|-t|-z|--tag|-c", "|<f>|<f> <f>", true;
    "sha512sum", "-b|-t|-z|--tag|-c", "|<f>|<f> <f>", true;
    "shuf", "-n <n>|--random-source=bin|-z", "-n 0 <f>|-e <t>|-e|<x>/|-n 9 h|-i 3-3|--random-source=bin -i 1-<n>|--random-source=bin <f>|--random-source=bin -e <t> <t>", true;
    "sleep", "", "0|0.0|0s|x|0 x|", false;
    "sort", "-b|-c|-C|-d|-f|-g|-h|-i|-M|-m|-n|-r|-s|-u|-V|-z|-k<n>|-k <n>,<n>|-k<n>n|-k<n>.<n>|-t<c>|-o <d>|--parallel=2|-k<n>b,<n>r|-k<n>.<n>,<n>.<n>|--sort=numeric|-S 1M|-nr|-ru|-su|-k<n>,<n>n -k<n>,<n>|-t<c> -k<n>|--reverse|-zu|-k<n>M|-k<n>h,<n>|-k <n>fd,<n>|--check=quiet|-uf|-nu|-ms|-k0|-kx", "|<f>|<f> <f>|-|<f> <f> <f>|<f> -o <f>|-m <f> <f>|- <f> -|<x> <f>", true;
    "stat", "-L|-t|-f", "-c %s <x>|-c %n:%s:%F:%a:%h <x>|-c %A <x> <x>|-c %Y <f>|-c %N <x>|--printf=%s\\n <x>|-c %U:%G <x>|-c %<c> <f>|-c %a%%%s <x>|-c %5s.%-5s <x>|-c %f <f>|--format=%n <x> <x> <x>|-c %n|--printf=%n\\t%a\\101 <x>|-c %Hd%Ld <f>|-c %.3Y <x>|-c %m /proc", false;
    "sum", "-r|-s", "|<f>|<f> <f>", true;
    "sync", "-d|-f", "<x>|<x> <x>|<x>", false;
    "tac", "-b|-s <t>|-r", "|<f>|<f> <f>", true;
    "tail", "-n <N>|-n<N>|-<N>|-c <N>|-n +<N>|-c +<N>|+<N>|-q|-v|-z|-n <N> -c <n>|--lines=+<N>|--bytes=<N>|--quiet|-qn <n>|-c <n>b|-c +<n>k|-n -<N>", "|<f>|<f> <f>|<f> <f> <f>|<x> <f> <x>|- <f> -|-n +<n> <f> <f>", true;
    "taskset", "", "-c 0 echo <t>|1 <t>|0x1 echo|x true|1|-c 0 <x>|-p 1|-cp 1|-pc 1|-p <t>", false;
    "tee", "-a|-p|-ai|--append", "|new|new out|sub|missing/x new|new new|<f> new out|- new|<d> <x>", true;
    "test", "", "<test>|! <test>|<test> -a <test>|<test> -o <test>|( <test> )|", false;
    "timeout", "-k 9|-s KILL|-s INT|--foreground|--preserve-status|-v|-s <n>|-k 1 -s INT|--signal=TERM|-s 0|-p|-f", "9 echo <t>|0.01 sleep 9|<t> true|9 <t>|9 <x>|9 cat|<n>|0 echo <t>|1d true|.5 true|0.05s sleep 5|9 sh -c <run> f|1m nosuch|9 <x>|-- 9 echo <t>", false;
    "touch", "-a|-c|-f|-h|-m|-r <x>|-d 2020-01-02|-d @<N>|-t 202001020304|-d <t>|-am|-ch|-r <x> -d +<n>days|--time=atime|-d 2020-01-02T03:04:05Z|-d @-<n>|-d now|-t <n>|--date=@<n>.5", "<x>|<d>|<x> <d>||<x> <x> <x>|-r <x> <x>|-", false;
    "tr", "-c|-C|-d|-s|-t|-cd|-ds|--delete|-sc|-Cs|--truncate-set1|-dc", "<set> <set>|<set>|<set> <set>|<set> <set> <set>||<set><set> <set>|<set> <set><set>|<set>-<set>|[:upper:] [:lower:]|[:lower:] [:upper:]|a-z [:upper:]|<set> [<c>*<n>]|[<c>*] <set>", true;
    "true", "", "|<t>", false;
    "truncate", "-c|-o|-r <f>|-s <n>|-s +<n>|-s -<n>|-s %<n>|-s<n>K", "<x>|<d>|<f> <f>", false;
    "split", "-l <n>|-b <n>|-d|-x|-a 3|-n 2|--additional-suffix=.t|-l <n> -d|-C <n>|-n l/2|-n r/2|-t <c>|--verbose|-b 1K|-a 1|--numeric-suffixes=<n>|-e|-n 1/2|-n l/1/2", "|<f>|<f> <f>|-|<f> p|- p|<x> p|<f> sub/", true;
    "tsort", "", "|<f>|<f>|-|<f> <f>", true;
    "tty", "-s", "|<t>", false;
    "uname", "-a|-s|-n|-r|-v|-m|-p|-i|-o|-sr", "|<t>", false;
    "unexpand", "-a|--first-only|-t <n>|-t<list>|--all|--tabs=<n>|-at <n>", "|<f>|<f> <f>|<f> <f> <f>|<x> <f>", true;
    "uniq", "-c|-d|-D|-i|-u|-z|-f <n>|-s <n>|-w <n>|--all-repeated=separate|--group|--skip-fields=<n>|--skip-chars=<n>|--check-chars=<n>|-dc|-iu|-cf <n>|--group=both|--all-repeated", "|<f>|<f> new|- new|<f> -|<x> <x>|<f> <f> <f>|<f>", true;
    "users", "", "|<f>", false;
    "unlink", "", "<x>|<x> <x>|", false;
    "wc", "-c|-m|-l|-L|-w|--lines|--total=never|--total=only|-lw|-cm|-lcm|--max-line-length", "|<f>|<f> <f>|- <f>|<f> <f> <f>|<x> <f> <x>|- -|<f> -", true;
    "which", "-a", "sh|ls cat|nosuch|<t>|/bin/sh", false;
    "whoami", "", "|<t>", false;
    "xargs", "-0|-r|-t|-x|-n <n>|-L <n>|-I{}|-d <c>|-s <n>|-E <t>|-n <n> -t|-0 -n <n>|-I {} -t|-rn <n>|--max-args=<n>|-d <c> -n <n>|-s <n> -x|-L <n> -t|-E <t> -n <n>|--null|-i|-l<n>", "|echo|echo {}|printf <fmt>|-n1 echo <t>|false|nosuch|-n1 sh -c <run>|-n2 sh -c <run>|-I{} sh -c <run> {}|-L1 sh -c <run>|-n<n> echo <t> <t>|-I{} echo {}{} {}|-I <c> echo <c><c>|-t echo <t>|-n <n> printf <fmt>|-I {} -n1 echo {}|cat|-a <f> echo|-a <x> -n <n> echo", true;
    "xxd", "-p|-b|-i|-u|-c <n>|-g <n>|-l <n>|-s <n>|-r", "|<f>|<f>|-r -p <f>", true;
}

const NAMES: &[&str] = &["f", "g", "h", "empty", "sorted", "utf", "a b", "bin", "keys", "nums"];
const OTHERS: &[&str] = &[
    "sub",
    "sub/x",
    "link",
    "dangling",
    "loop",
    "missing",
    "dlink",
    "exec",
    "sub/deep",
    "missing/x",
    "f/x",
    ".",
    "hard",
    "setid",
    "-",
    "sub/",
    "x'y",
    "secret",
];
const TEXTS: &[&str] = &[
    "a",
    "b",
    "foo",
    "a b",
    "x",
    "",
    "1",
    "bar",
    "é",
    "Foo",
    "a.b",
    ".txt",
    "0",
    "-a",
    "oo",
    "07",
    "*",
    "fo",
    "line",
    ":",
    "A",
    "10",
    "3",
    "caf",
    "\\",
    "xyz",
    "a/b",
    "=",
    "--",
    "ab-c=d",
    "\u{4e2d}",
    "x--with=y",
    "-1",
    "+5",
    "o",
    "foobar",
    "c",
    ".c",
    "z",
    "'",
    "\"q\"",
    "1.5",
    "0x1f",
    "1e3",
];
const EXPRESSIONS: &[&str] = &[
    "a",
    "foo",
    "^a",
    "o*",
    ".",
    "a.*b",
    "[a-f]",
    "[^a]",
    "x$",
    "^$",
    "\\(a\\)\\1",
    "o\\{2\\}",
    "é",
    "[[:alpha:]]*",
    "[0-9][0-9]*",
    "\\<foo",
    "a\\|b",
    "^",
    "ba\\?r",
    ".*",
    "x--[^=]*=\\(.*\\)",
    "\\w",
    "[a",
    "\\(",
    "*a",
    "a**",
    "[[:digit:]]",
    "\\.",
    "\\s",
    "[é中]",
    "^ *",
    "foo\\>",
    "[]a]",
    "\\bf",
];
const EXTENDED: &[&str] = &[
    "a|b",
    "(foo)+",
    "o{2}",
    "^(a|f)",
    "[a-z]+",
    "x?",
    "(a)(b)?\\2",
    "a+|b*",
    "fo{1,2}",
    "(",
    "a{,2}",
    "\\.",
    "[[:upper:]]",
    "(^| )x",
    "foo|bar|baz",
    "()",
    "a|",
    "é+",
    ".",
    "[0-9]{2,}",
    "\\<b",
];
const SCRIPTS: &[&str] = &[
    "p",
    "d",
    "1d",
    "$d",
    "s/a/b/",
    "s/o/0/g",
    "s/foo/&&/p",
    "2,3p",
    "/a/d",
    "/foo/,/bar/d",
    "y/abc/xyz/",
    "s/\\(a\\)\\(b\\)/\\2\\1/",
    "$!N;P;D",
    "N;s/\\n/ /",
    "G",
    "=",
    "l",
    "2q",
    "3q5",
    "s/.*/\"&\"/",
    "/^$/d",
    "s/[ \\t]*$//",
    "s/^ *//",
    "1!G;h;$!d",
    "n;d",
    "s,/,:,g",
    "s/a/b/2",
    "s/x/y/I",
    "i\\\ntext",
    "a text",
    "c\\\nnew",
    "$=",
    "w out",
    "r f",
    "s/$/\\n/",
    ":a;s/^\\(x*\\)a/\\1x/;ta",
    "s/é/e/g",
    "/a/!s/b/c/",
    "1~2d",
    "0,/a/d",
    "s/a/\\U&/",
    "s/.*/\\L\\u&/",
    "2,+1d",
    "{p;p}",
    "{p",
    "s/a/b",
    "k",
    "q1",
    "z",
    "e",
    "F",
    "x;p;x",
    "s/[0-9]\\+/N/g",
    "s/a\\|b/X/g",
    "y/é/e/",
    "1,2{s/a/b/;n;d}",
    "#n\np",
    "s/\\(/x/",
    "//s//y/",
    "s/a*/x/g",
    "s/b*$/!/",
    "D",
    "$!{h;d};x;G",
    "s/./&\\\n/2",
    "R g",
    "v",
    "W out",
    "s/a/b/w out",
    "l 5",
    "/\\./!d",
    "s#a#b#",
    "s/[/]/x/",
    "s/a/[&]/3g",
    "t;s/a/b/;T;p",
    "b end;p;:end",
    "/x/I,$p",
    "s/\\ba/b/",
    "s/^[ \t]*//g",
    "s/#.*//g",
    "s/\\([0-9]*\\)\\.\\([0-9]*\\).*/\\1 \\* 100 + \\2/",
    "s/ *: */=/g",
    "/^a/,$d",
    "s/\\(f[o]*\\) \\(.*\\)/\\2 \\1/p",
    "$!N;s/\\n/,/",
    "n",
    "N;P;D",
    "1{h;d};G",
    "s/[^a-z]//g",
    "s/[[:space:]]*$//",
    "s/-/_/g",
    "s/b*/x/g",
    "s/x*$/!/g",
    "s/$/ end/",
    "s/a\\?b/Q/",
    "s/o\\{1,2\\}/0/",
    "s/^/> /",
];
const PROGRAMS: &[&str] = &[
    "{print}",
    "{print $1}",
    "{print $2, $NF}",
    "NR==2",
    "/a/",
    "END{print NR}",
    "{s+=$1}END{print s}",
    "{n[$1]++}END{for(k in n)print k,n[k] | \"sort\"}",
    "length>3",
    "{gsub(/o/,\"0\");print}",
    "NF",
    "!s[$0]++",
    "{print substr($0,2,3)}",
    "BEGIN{printf \"%5.2f|%-4s|%c\\n\",3.14159,\"ab\",65}",
    "{$2=\"x\";print}",
    "{print toupper($0)}",
    "{print index($0,\"a\")}",
    "BEGIN{print 1e6,0.1,100000000,2^53}",
    "{print length($0)}",
    "{n=split($0,a,/[ :]/);print n,a[1]}",
    "match($0,/o+/){print RSTART,RLENGTH}",
    "BEGIN{print x+1}",
    "{printf \"%s\\n\",$0}",
    "BEGIN{while((getline l<\"f\")>0)print l}",
    "{print $(NF-1)}",
    "BEGIN{exit 3}",
    "{sub(/^ */,\"\");print}",
    "NR==1,NR==3",
    "BEGIN{OFS=\"-\"}{$1=$1;print}",
    "{print FILENAME,FNR}",
    "{print",
    "}",
    "BEGIN{print -3%2,int(-3.7),2**3}",
    "BEGIN{print length()}",
    "$1~/^[0-9]+$/{print $1*2}",
    "BEGIN{print substr(\"héllo\",2,2)}",
    "BEGIN{RS=\"\"}{print NR\": \"$1}",
    "{print > \"out\"}",
    "END{print $0}",
    "BEGIN{printf \"%d %i %x %o %e %g\\n\",42,42,42,42,42,42}",
];
/// Programs that versions of mawk take in their own ways, and what else may go wrong.
const PROGRAMS_OF_MAWK: &[&str] = &[
    "BEGIN{print 2^31,2^53,2^63,2^64,-2^40}",
    "BEGIN{x=2^40;print x \"\",x+0.5 \"\"}",
    "{print $1+2^40,$1*1e10}",
    "BEGIN{a[2^33]=1;a[3]=2;a[\"x\"];for(k in a)print k,a[k]}",
    "{n[$1+4e9]++}END{for(k in n)print k,n[k]}",
    "{$NF=\"\";print NF}",
    "{print $NF;if(NF>1)print NF}",
    "END{print $NF,NF}",
    "{for(i=NF;i>0;i--)printf \"%s \",$i;print $NF++}",
    "/o{2}/",
    "/[0-9]{3}/{print FNR}",
    "{gsub(/a{2}|o{0,1}b/,\"<&>\");print}",
    "/fo{1,2}/",
    "/(foo){2}/",
    "/{/",
    "/a{/{print}",
    "{gsub(/o/,\"\\\\\\\\&\");print}",
    "{sub(/a/,\"\\\\\\\\x\");print}",
    "{sub(/a/,\"[\\\\&]\");print}",
    "BEGIN{printf \"%d %i %u %x\\n\",2^40,-2^40,2^40,-1}",
    "BEGIN{printf \"%c%c|%5c\\n\",256+65,\"\",\"ab\"}",
    "{printf \"%d %5.1f %s\\n\",$1,$2,$3}",
    "BEGIN{print \"0x1F\"+0,\"inf\"+0,\"nan\"+1,\"+5\"+0}",
    "{print ($1==$2),($1<$2),$1+0}",
    "BEGIN{print log(-1),-log(0),int(\"3x\")}",
    "BEGIN{OFMT=\"%.2f\";CONVFMT=\"%.3g\";x=3.14159;print x,x \"\"}",
    "BEGIN{srand(5);print rand(),srand(7),srand()}",
    "BEGIN{while((getline l<\"missing\")>0);print (getline l<\"sub\")}",
    "BEGIN{printf \"x\">\"sub\"}",
    "{print >$1}",
    "{print > \"missing/x\"}",
    "BEGIN{exit 256+3}",
    "BEGIN{exit -1}",
    "BEGIN{exit 3e9}",
    "function f(n){return n?n*f(n-1):1}BEGIN{print f(15),f(20),f(25)}",
    "BEGIN{print length(x),substr(\"hello\",2,3),substr(\"hello\",0),substr(\"hello\",-1,3)}",
    "BEGIN{RS=\"[0-9]\"}{print NR,$0}",
    "BEGIN{FS=\"a{2}\"}{print $1}",
    "BEGIN{FS=\",\"}{print $1,$NF}",
    "{$3=\"q\";print;print NF}",
    "{NF=2;print}",
    "{$0=tolower($0);print $1}",
    "{print;next}END{print NR}",
    "{nextfile}END{print FILENAME,NR}",
    "BEGIN{\"echo a b\"|getline;print $2;close(\"echo a b\")}",
    "BEGIN{print \"b\\na\"|\"sort\";close(\"sort\");print \"c\"}",
    "BEGIN{print system(\"exit 3\"),close(\"x\")}",
    "BEGIN{printf \"%s\"}",
    "BEGIN{print substr(\"x\")}",
    "BEGIN{print -3%2,2^0.5,2**2,1e300*1e300}",
    "{print length}",
    "!x[$1]++{print NR\":\"$0}",
    "{a[NR]=$0}END{for(i=NR;i;i--)print a[i]}",
    "$1>5",
    "$1~$2",
    "{print $(NF-3)}",
    "{split($0,p,\"\");print p[1],p[2]}",
    "BEGIN{printf \"%s %s %s\\n\",ARGC,ARGV[1],ENVIRON[\"A\"]}",
    "END{print x,$0}",
    "BEGIN{getline;print;getline x;print x,NR}",
    "{sum+=length($0)}END{print sum/NR,NR}",
];
const SETS: &[&str] = &[
    "a-z",
    "A-Z",
    "a",
    "b",
    "0-9",
    "[:lower:]",
    "[:upper:]",
    "[:space:]",
    "[:alpha:]",
    "\\n",
    " ",
    "abc",
    "xyz",
    "[a*3]",
    "[x*]",
    "\\t",
    "é",
    "a-",
    "z-a",
    "[:digit:]",
    "[=a=]",
    "o",
    "\\141",
    "[:punct:]",
    "a-f0-9",
    ":",
    "",
    "\\0",
    "[:alnum:]_",
    "/",
    "\\\\",
    "[:blank:]",
    "\\r",
    "-",
    "[:nosuch:]",
    "\\057",
];
const LISTS: &[&str] = &[
    "1", "2", "1,3", "2-3", "2-", "-2", "3,1", "1-2,4", "0", "2,2-4", "5-3", "", "1,4-", "x", "4,8",
];
const MODES: &[&str] = &[
    "644",
    "755",
    "u+x",
    "go-w",
    "a=r",
    "4755",
    "+x",
    "u=rwX,go=rX",
    "0",
    "g+s",
    "-w",
    "u=g",
    "1777",
    "o+t",
    "999",
    "=",
    "u+s,g-x",
];
const PATHS: &[&str] = &[
    "/a/b.c",
    "a",
    "/",
    "//",
    "a/",
    "a/b/",
    "",
    ".",
    "..",
    "/a//b//",
    "a.c",
    ".c",
    "sub/x.txt",
    "a b/c",
    "-x",
    "///a",
    "é/ü",
    "a/.",
];
const OPERATORS: &[&str] = &["+", "-", "*", "/", "%", "=", "!=", "<", "<=", ">", ">=", "|", "&"];
const TESTS: &[&str] = &[
    "-f <x>",
    "-d <x>",
    "-e <x>",
    "-s <x>",
    "-r <x>",
    "-w <x>",
    "-x <x>",
    "-L <x>",
    "-h <x>",
    "-p <x>",
    "-b <x>",
    "-c /dev/null",
    "-u <x>",
    "-g <x>",
    "-k <x>",
    "-O <x>",
    "-G <x>",
    "-S <x>",
    "-N <x>",
    "-t 0",
    "-n <t>",
    "-z <t>",
    "<t>",
    "<t> = <t>",
    "<t> != <t>",
    "<n> -eq <n>",
    "<n> -lt <n>",
    "<n> -ge <n>",
    "<t> -gt <n>",
    "<x> -nt <x>",
    "<x> -ot <x>",
    "<x> -ef <x>",
    "<t> == <t>",
    "<t> < <t>",
    "-l <t> -eq <n>",
    "<t> <t>",
    "-f",
    "<t> = ",
];
const FORMATS: &[&str] = &[
    "%s\\n", "%d\\n", "%5s|", "%-5s|", "%05d", "%x", "%o", "%c", "%b", "%q\\n", "%s %s\\n", "%.2s",
    "%%", "a\\tb", "%i\\n", "%u\\n", "%e\\n", "%f\\n", "%g\\n", "%*d", "\\101", "\\x41", "%z", "%",
    "\\c", "%+d", "% d", "%#x", "%.3d\\n", "%X\\n", "%ld", "\\u00e9", "x",
];
const ESCAPED: &[&str] =
    &["a\\nb", "a\\tb", "\\101", "\\0101", "\\x41", "a\\cb", "\\\\", "\\e", "\\a", "-n"];
const VARIABLES: &[&str] =
    &["LONG_BIT", "PAGESIZE", "ARG_MAX", "NAME_MAX", "PATH_MAX", "PATH", "OPEN_MAX", "LFS_CFLAGS"];
const ENDINGS: &[&str] = &[
    "exit 255",
    "exit 3",
    "kill -9 $$",
    "case $0 in f*) exit 1 ;; a*) exit 255 ;; esac",
    "case $0 in *o*) exit 126 ;; b*) kill -15 $$ ;; esac",
    "case $0 in a*) exit 127 ;; *) exit 255 ;; esac",
];
const TESTS_OF_FIND: &[&str] = &[
    "-name f",
    "-name *",
    "-name [a-g]",
    "-iname F*",
    "-type f",
    "-type d",
    "-type l",
    "-type f,d",
    "-print",
    "-print0",
    "-empty",
    "-size +0",
    "-size -2k",
    "-perm 644",
    "-perm -u+x",
    "-perm /111",
    "-newer f",
    "-links 2",
    "-path ./sub/*",
    "-delete",
    "-exec echo {} ;",
    "-exec echo {} +",
    "-prune",
    "-mindepth 1",
    "-maxdepth 1",
    "-printf %p:%y:%s\\n",
    "-printf %f\\n",
    "-xtype l",
    "-xtype f",
    "-lname *",
    "-regex .*x",
    "-user root",
    "-uid 0",
    "-nouser",
    "-readable",
    "-executable",
    "-samefile f",
    "-quit",
    "-mtime +10",
    "-mmin -5",
    "-depth",
    "-true",
    "-false",
    "-xdev",
    "-wholename *f",
    "-inum 1",
    "-nosuch",
    "-name",
    "-printf %m:%n:%l:%d\\n",
    "-type",
    "-type q",
    "-size x",
    "-exec false ;",
    "-execdir echo {} ;",
    "-ok true {} ;",
];

/// The text that a template stands for, as it is given to the shell.
pub fn expand(template: &str, random: &mut Random) -> Vec<Vec<u8>> {
    template
        .split(' ')
        .filter(|word| !word.is_empty())
        .flat_map(|word| words(word, random))
        .collect()
}

/// The words of one word of a template.
fn words(template: &str, random: &mut Random) -> Vec<Vec<u8>> {
    match template {
        "<test>" => return expand(random.pick(TESTS), random),
        "<find>" => return expand(random.pick(TESTS_OF_FIND), random),
        _ => {}
    }
    let mut word = Vec::new();
    let mut rest = template;
    while let Some(open) = rest.find('<')
        && let Some(length) = rest[open..].find('>')
        && let Some(text) = value(&rest[open + 1..open + length], random)
    {
        word.extend_from_slice(&rest.as_bytes()[..open]);
        word.extend_from_slice(text.as_bytes());
        rest = &rest[open + length + 1..];
    }
    word.extend_from_slice(rest.as_bytes());
    vec![word]
}

/// What stands for the name of a placeholder.
fn value(name: &str, random: &mut Random) -> Option<String> {
    let list = match name {
        // The longest name of a file, and one that is too long; the same for a link's text.
        "d" if random.one_in(40) => return Some("l".repeat(255 + random.below(2))),
        "t" if random.one_in(80) => return Some("t".repeat(4095 + random.below(2))),
        // Of a directory and a file od shows what was in its memory.
        "o" => NAMES,
        "f" if random.one_in(12) => OTHERS,
        "x" if random.one_in(2) => OTHERS,
        "f" | "x" => NAMES,
        "d" if random.one_in(3) => OTHERS,
        "d" if random.one_in(3) => NAMES,
        "d" => &["new", "out", "sub", "n w", "other"],
        "t" => TEXTS,
        "bre" => EXPRESSIONS,
        "ere" => EXTENDED,
        "sed" => SCRIPTS,
        "awk" => PROGRAMS,
        "mawk" => PROGRAMS_OF_MAWK,
        "set" => SETS,
        "list" => LISTS,
        "mode" => MODES,
        "path" => PATHS,
        "op" => OPERATORS,
        "fmt" => FORMATS,
        "esc" => ESCAPED,
        "conf" => VARIABLES,
        "run" => ENDINGS,
        "c" => &[":", " ", ",", "a", "\t", "/", "=", "o", "|", "é", ""],
        "N" if random.one_in(12) => &["9999999999", "18446744073709551616", "1k", "1K", "1kB"],
        "n" | "N" if random.one_in(20) => &["007", "-1", "x", "", "+2"],
        // None that goes on without an end.
        "i" => &["1", "2", "3", "5", "8", "10", "12", "007", "-1", "x", "+2"],
        "n" | "N" => &["0", "1", "2", "3", "4", "5", "7", "8", "10", "12", "16", "40"],
        _ => return None,
    };
    Some(random.pick(list).to_string())
}
