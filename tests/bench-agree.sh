#!/bin/sh
# Does forkbench measure what others measure? Its figures beside those of hyperfine(1) and of a
# loop in C written by hand, all taking turns. Takes three minutes.
#
# Compared are the shortest times of all rounds: a virtual machine may run everything 1.4 times
# slower for some seconds, whatever is measured, and a fork of so much memory takes three times
# as long in one second as in another. Each shell is measured alone (by turns shells displace
# each other from the processor's caches). All work on the same processor and start programs by
# their paths (hyperfine's child otherwise tries all of PATH's directories, 70 us here); the
# loop's child does what forkbench's does.
#
#   tests/bench-agree.sh [FORKBENCH [SHELL...]]
#
# ROUNDS: how often each has its turn (7). PERCENT: how far the figures may be apart for the
# status to be 0 (5).
set -eu
cd "$(dirname "$0")/.."
bench=${1:-${DIST:-dist}/bin/forkbench}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- dash bash
rounds=${ROUNDS:-7}
for tool in hyperfine taskset cc "$bench" "$@"; do
	command -v "$tool" >/dev/null || {
		echo "bench-agree: needs $tool" >&2
		exit 2
	}
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/loop.c" <<'C'
/* loop fork|vfork COUNT PROGRAM: starts it so often from a process of 200 MiB, half of it in
 * use, and prints the shortest time in nanoseconds from the call until it is reaped. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

static int by_size(const void *one, const void *other)
{
	double a = *(const double *)one, b = *(const double *)other;
	return (a > b) - (a < b);
}

int main(int argc, char **argv)
{
	if (argc != 4)
		return 2;
	int count = atoi(argv[2]), is_vfork = strcmp(argv[1], "vfork") == 0;
	char *arguments[] = { argv[3], NULL }, **environment = environ;
	size_t size = (size_t)200 << 20;
	char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	madvise(memory, size, MADV_NOHUGEPAGE);
	memset(memory, 1, size / 2);
	/* On the last processor that it may use, as forkbench does. */
	cpu_set_t all, one;
	sched_getaffinity(0, sizeof(all), &all);
	for (int cpu = CPU_SETSIZE - 1; cpu >= 0; cpu--)
		if (CPU_ISSET(cpu, &all)) {
			CPU_ZERO(&one);
			CPU_SET(cpu, &one);
			sched_setaffinity(0, sizeof(one), &one);
			break;
		}
	int told[2];
	if (pipe2(told, O_CLOEXEC) < 0 || dup2(told[1], 9) < 0)
		return 1;
	int output = dup(1);
	fcntl(output, F_SETFD, FD_CLOEXEC);
	dup2(open("/dev/null", O_RDWR | O_CLOEXEC), 1);
	double *times = calloc((size_t)count, sizeof(*times));
	for (int i = 0; i < count; i++) {
		int status;
		long when[2];
		double begin = now();
		pid_t pid = is_vfork ? vfork() : fork();
		if (pid == 0) {
			execve(argv[3], arguments, environment);
			_exit(127);
		}
		if (waitpid(pid, &status, 0) != pid || status != 0)
			return 1;
		times[i] = now() - begin;
		if (read(told[0], when, sizeof(when)) != sizeof(when))
			return 1;
	}
	qsort(times, (size_t)count, sizeof(*times), by_size);
	dprintf(output, "%.0f\n", times[0]);
	return 0;
}
C
cat >"$work/child.S" <<'ASM'
/* Takes the time, tells it on descriptor 9, says one line and ends, without any library. */
.globl _start
_start:
#if defined(__x86_64__)
	sub $16, %rsp
	mov $228, %eax
	mov $1, %edi
	mov %rsp, %rsi
	syscall
	mov $1, %eax
	mov $9, %edi
	mov $16, %edx
	syscall
	mov $1, %eax
	mov $1, %edi
	lea line(%rip), %rsi
	mov $14, %edx
	syscall
	mov $60, %eax
	xor %edi, %edi
	syscall
#elif defined(__aarch64__)
	sub sp, sp, #16
	mov x8, #113
	mov x0, #1
	mov x1, sp
	svc #0
	mov x8, #64
	mov x0, #9
	mov x1, sp
	mov x2, #16
	svc #0
	mov x8, #64
	mov x0, #1
	adr x1, line
	mov x2, #14
	svc #0
	mov x8, #93
	mov x0, #0
	svc #0
#endif
line:
	.ascii "Hello, world!\n"
ASM
cc -O2 -o "$work/loop" "$work/loop.c"
cc -nostdlib -static -no-pie -Wl,--build-id=none -Wl,-z,noseparate-code -o "$work/child" "$work/child.S"

cat >"$work/script.sh" <<'SH'
# Some of everything: arithmetic, strings, functions, substitutions, programs.
f() { r=${1%x}; }
i=0
while [ $i -lt 3000 ]; do
	f "$i"x
	case $r in *7) s=$s.;; esac
	i=$((i + 1))
done
for n in 1 2 3 4 5; do
	x=$(echo "$n" | tr 1-5 a-e)
	/bin/echo "$x" "${#s}"
done
SH

# add NAME VALUE: keeps a figure, in nanoseconds.
add() {
	echo "$2" >>"$work/of-$1"
}
# The least in forkbench's CSV, by the section, row and column that it is in.
cell() {
	awk -F, -v at="$2,$3,$4" '{ gsub(/"/, "") } index($0, at ",") == 1 {
		n = split(at, parts, ","); print $(n + 7); exit }' "$1"
}
# The last processor that this may use: where forkbench's launchers are.
processor=$(taskset -cp $$ | sed 's/.*[^0-9]//')
# hyperfine's, of a command, by so many runs.
other() {
	taskset -c "$processor" hyperfine -N --style none --warmup 3 --min-runs "$1" --export-csv "$work/hyperfine" "$2" \
		>/dev/null 2>&1
	awk -F, 'NR == 2 { print $(NF - 1) * 1e9 }' "$work/hyperfine"
}
round=0
while [ "$round" -lt "$rounds" ]; do
	round=$((round + 1))
	printf '\rround %d of %d' "$round" "$rounds" >&2
	for shell in "$@"; do
		name=$(basename "$shell")
		taskset -c "$processor" "$bench" script "$work/script.sh" --time 2 --csv "$work/csv" -- "$shell" >/dev/null
		taskset -c "$processor" "$bench" shells "$shell" --time 2 --quick --csv "$work/start" >/dev/null
		add "script-$name-forkbench" "$(cell "$work/csv" script "$name" time)"
		add "start-$name-forkbench" "$(cell "$work/start" shells 'start: sh -c :' "$name")"
		path=$(command -v "$shell")
		add "script-$name-other" "$(other 30 "$path $work/script.sh")"
		add "start-$name-other" "$(other 300 "$path -c :")"
	done
	add hyperfine-launch "$(other 300 "$work/child")"
	"$bench" launch --time 2 --csv "$work/csv" >/dev/null
	for way in vfork fork; do
		add "launch-$way-forkbench" "$(cell "$work/csv" launch "$way, exec" reaped)"
		# About as many as forkbench: the least of more would be less.
		count=120
		[ "$way" = vfork ] || count=12
		add "launch-$way-other" "$("$work/loop" "$way" "$count" "$work/child")"
	done
done
printf '\r\033[K' >&2

least() {
	sort -n "$1" | head -n 1
}
# What hyperfine adds to all that it starts: its launch of a program that does nothing takes
# that much longer than a vfork of the loop.
added=$(($(least "$work/of-hyperfine-launch" | cut -d. -f1) - $(least "$work/of-launch-vfork-other")))
far=0
compare() {
	one=$(least "$work/of-$1-forkbench") other=$(least "$work/of-$1-other")
	case $3 in hyperfine) other=$(echo "$other $added" | awk '{ printf "%.0f", $1 - $2 }') ;; esac
	awk -v what="$2" -v with="$3" -v one="$one" -v other="$other" -v most="${PERCENT:-5}" 'BEGIN {
		percent = (one / other - 1) * 100
		printf "| %s | %.3f ms | %s %.3f ms | %+.1f %% |\n", what, one / 1e6, with, other / 1e6, percent
		exit (percent > most || percent < -most)
	}' || far=1
}
echo '| what | forkbench | another | difference |'
echo '| :-- | --: | --: | --: |'
awk -v added="$added" 'BEGIN {
	printf "\nhyperfine'"'"'s figures are less %.3f ms, what its launch takes longer than a vfork.\n", added / 1e6
}' >"$work/added"
for shell in "$@"; do
	name=$(basename "$shell")
	compare "script-$name" "a script, $name" hyperfine
	compare "start-$name" "$name -c :" hyperfine
done
compare launch-vfork "vfork, exec, wait; 200 MiB" "a loop in C"
compare launch-fork "fork, exec, wait; 200 MiB" "a loop in C"
cat "$work/added"
exit "$far"
