"""What a Python program pays: the lines of launcher.c, answered by subprocess and, where it
is installed, by the module forkless."""
import fcntl
import mmap
import os
import resource
import subprocess
import sys
import time

try:
    import forkless
except ImportError:
    forkless = None

STAMP = 9
NOW = time.monotonic_ns
kept = []
program = [""]


def start(module, **more):
    begin = NOW()
    child = module.Popen(program, pass_fds=(STAMP,), **more)
    returned = NOW()
    status = child.wait()
    return begin, returned, NOW(), status == 0


def piped(module):
    begin = NOW()
    child = module.Popen(program, pass_fds=(STAMP,), stdout=module.PIPE)
    returned = NOW()
    said = child.stdout.read()
    child.stdout.close()
    status = child.wait()
    return begin, returned, NOW(), status == 0 and said == b"Hello, world!\n"


WAYS = {
    "py-start": lambda: start(subprocess),
    "py-user": lambda: start(subprocess, user=os.getuid()),
    "py-pipe": lambda: piped(subprocess),
}
if forkless:
    WAYS["py-forkless"] = lambda: start(forkless)
    WAYS["py-forkless-user"] = lambda: start(forkless, user=os.getuid())
    WAYS["py-forkless-pipe"] = lambda: piped(forkless)


def stamp(stamps):
    """The child's own time of its first instruction, or 0."""
    last = 0
    while True:
        try:
            told = os.read(stamps, 16)
        except BlockingIOError:
            return last
        last = int.from_bytes(told[:8], sys.byteorder) * 10**9
        last += int.from_bytes(told[8:], sys.byteorder)


def cpu():
    total = 0.0
    for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
        used = resource.getrusage(who)
        total += used.ru_utime + used.ru_stime
    return total


def run(way, count, stamps):
    lines = []
    # One that does not count: the caches are those of whatever ran before.
    WAYS[way]()
    stamp(stamps)
    before = cpu()
    for _ in range(min(count, 256)):
        begin, returned, reaped, well = WAYS[way]()
        if not well:
            return "error the program did not do what it should\n"
        lines.append(f"{begin} {returned} {stamp(stamps)} {reaped}\n")
    return "".join(lines) + f"cpu {int((cpu() - before) * 1e9)}\n"


def take_memory(size, percent):
    memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    memory.madvise(mmap.MADV_NOHUGEPAGE)
    for place in range(0, size // 100 * percent, 4096):
        memory[place] = 1
    kept.append(memory)


def obey(words, stamps):
    if words == ["ways"]:
        return "".join(f"way {name}\n" for name in WAYS) + "done\n"
    if words[0] == "program":
        program[0] = words[1]
        return "done\n"
    if words[0] == "memory" and words[3] == "small":
        take_memory(int(words[1]), int(words[2]))
        return "done\n"
    if words[0] == "run" and words[1] in WAYS:
        return run(words[1], int(words[2]), stamps)
    return "error not understood\n"


def main():
    asked = os.fdopen(fcntl.fcntl(0, fcntl.F_DUPFD_CLOEXEC, 10), "r")
    answers = os.fdopen(fcntl.fcntl(1, fcntl.F_DUPFD_CLOEXEC, 10), "w")
    null = os.open("/dev/null", os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    read, write = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
    stamps = fcntl.fcntl(read, fcntl.F_DUPFD_CLOEXEC, 10)
    if write != STAMP:
        os.dup2(write, STAMP)
    os.set_inheritable(STAMP, True)
    for line in asked:
        try:
            answer = obey(line.split(), stamps)
        except OSError as error:
            answer = f"error {error}\n"
        answers.write(answer)
        answers.flush()


main()
