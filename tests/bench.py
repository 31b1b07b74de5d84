#!/usr/bin/env python3
"""CPU time of a shell and its peers, side by side (A B C A B C ...), the least of five runs.

usage: bench.py SHELL
"""
import os
import shutil
import subprocess
import sys

PEERS = ["dash", "ksh93", "bash", "mksh"]
CASES = [
    ("start", ":"),
    ("$(echo)", "i=0; while [ $i -lt 2000 ]; do x=$(echo hi); i=$((i+1)); done"),
    ("( )", "i=0; while [ $i -lt 2000 ]; do (x=1); i=$((i+1)); done"),
    ("loop", "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done"),
    ("function", 'f() { r=$1; }; i=0; while [ $i -lt 50000 ]; do f $i; i=$((i+1)); done'),
    ("pipeline", "i=0; while [ $i -lt 300 ]; do echo a | { read x; }; i=$((i+1)); done"),
]


def cpu(shell, script):
    process = subprocess.Popen([shell, "-c", script], stdout=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    return usage.ru_utime + usage.ru_stime


def main():
    shells = [sys.argv[1]] + [peer for peer in PEERS if shutil.which(peer)]
    print(f"{'':12}" + "".join(f"{os.path.basename(s):>12}" for s in shells))
    for name, script in CASES:
        best = {}
        for _ in range(6):
            for shell in shells:
                best[shell] = min(best.get(shell, 1e9), cpu(shell, script))
        own = best[shells[0]]
        cells = "".join(f"{best[s] / own if own else 0:11.2f}x" for s in shells)
        print(f"{name:12}{cells}   (forkless {own * 1e3:.2f} ms)")


main()
