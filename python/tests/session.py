"""What forkless.session promises, as its users would try it."""

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import forkless
from forkless import ScriptError, Session, sh


class Sessions(unittest.TestCase):
    def test_a_line(self):
        outcome = sh("echo a b | tr a-z A-Z; echo err >&2; exit 3")
        self.assertEqual((outcome.status, outcome.stdout, outcome.stderr), (3, b"A B\n", b"err\n"))
        self.assertEqual(sh('echo "$1-$2"', "x y", "z").text, "x y-z")
        self.assertEqual(sh("a=(1 2 3); echo ${#a[@]}", dialect="bash").text, "3")
        os.environ["FORKLESS_TEST"] = "it's"
        self.assertEqual(sh('echo "$FORKLESS_TEST $1"', "o'k").text, "it's o'k")
        del os.environ["FORKLESS_TEST"]
        self.assertEqual(sh('x=1; echo "$FORKLESS_TEST"').text, "")
        self.assertEqual(sh('echo "$x"').text, "")
        with self.assertRaises(subprocess.CalledProcessError):
            sh("exit 2").check()

    def test_words_of_the_program(self):
        session = Session("bash", variables={"HOME": "/h"})
        session.run("f() { printf '<%s>' \"$@\"; }")
        self.assertEqual(session.call("f", "a b", "", "$x; `id`", "it's", b"\xff", 1).stdout, b"<a b><><$x; `id`><it's><\xff><1>")
        self.assertEqual(session.call("none/such").status, 127)
        with self.assertRaises(ValueError):
            session.call()
        with self.assertRaises(ValueError):
            session.call("a\0b")
        session["x"] = "a  b"
        self.assertEqual(session.fields("~/x $x \"$x\" {p,q} $((6*7)) ''"), ["/h/x", "a", "b", "a  b", "p", "q", "42", ""])
        for text in ("a; b", "a >f", "'", "a\nb"):
            with self.assertRaises(ValueError, msg=text):
                session.fields(text)
        with self.assertRaises(subprocess.CalledProcessError) as raised:
            session.fields("${y?is missing}")
        self.assertIn(b"y: is missing", raised.exception.stderr)
        session.limit(steps=50)
        with self.assertRaises(subprocess.CalledProcessError) as raised:
            session.fields("$(while :; do :; done)")
        self.assertEqual(raised.exception.cmd, "steps")
        session.limit()

        def stop(call):
            raise KeyError("stop")

        session.define("stop", stop)
        with self.assertRaises(KeyError):
            session.fields("$(stop)")

    def test_state_is_kept_and_the_process_is_left_alone(self):
        before = os.getcwd(), signal.getsignal(signal.SIGTERM), os.environ.copy()
        session = Session()
        session.run("cd /; x=1; f() { echo f$x; }; umask 077; trap : TERM")
        self.assertEqual(session.run("f; pwd").stdout, b"f1\n/\n")
        self.assertEqual(before, (os.getcwd(), signal.getsignal(signal.SIGTERM), os.environ))

    def test_lists_in_the_background(self):
        shell = os.environ.get("FORKLESS", "/nowhere/at/all")
        session = Session("bash", shell=shell)
        outcome = session.run("x=1; f() { echo f$x; }; { f; f; } & wait $!; echo $?")
        if os.path.exists(shell):
            self.assertEqual(outcome.stdout, b"f1\nf1\n0\n")
        else:
            self.assertIn(b"no process of its own", outcome.stderr)

    def test_files_in_memory(self):
        session = Session(memory=["/scratch"], memory_size=1 << 20)
        outcome = session.run("cd /scratch; echo a >f; pwd; cat /scratch/f; perl -e 1 /scratch/f")
        self.assertEqual(outcome.stdout, b"/scratch\na\n")
        self.assertIn(b"/scratch is in memory, where no program sees it", outcome.stderr)
        self.assertFalse(os.path.exists("/scratch"))
        self.assertEqual(session.clone().run("cat f").stdout, b"a\n")
        if not any(name.startswith("forkless-") for name in os.listdir("/dev/shm")):
            # It is a mount with a size of its own.
            full = session.run("head -c 2000000 /dev/zero >f")
            self.assertIn(b"No space left on device", full.stderr)
        with self.assertRaises(ValueError):
            Session(memory=["relative"])

    def test_events(self):
        session = Session(variables={"PATH": "/usr/bin:/bin"}, inherit=False)
        events = []

        def watch(event):
            events.append((event.kind, event.words, event.function, event.line))
            return 7 if event.words[0] == "rm" else None

        session.observe(watch)
        outcome = session.run("f() { rm -rf /nowhere; echo $?; }\nf 'a b' | tr 7 8\n/bin/sh -c :")
        self.assertEqual(outcome.stdout, b"8\n")
        # Which stage of a pipeline goes first is the shell's business.
        self.assertCountEqual(
            events,
            [
                ("command", ["f", "a b"], "", 2),
                ("command", ["rm", "-rf", "/nowhere"], "f", 1),
                ("command", ["echo", "7"], "f", 1),
                ("command", ["tr", "7", "8"], "", 2),
                ("utility", ["tr"], "", 2),
                ("command", ["/bin/sh", "-c", ":"], "", 3),
                ("process", ["sh"], "", 3),
            ],
        )

        def fail(event):
            if event.kind == "command" and event.words[0] == "rm":
                raise KeyError("not allowed")

        session.observe(fail)
        with self.assertRaisesRegex(KeyError, "not allowed"):
            session.run("echo a; rm -rf /nowhere; echo b")
        session.observe(None)
        self.assertEqual(session.run("false; echo $?").stdout, b"1\n")

    def test_variables(self):
        session = Session(variables={"A": "1"}, inherit=False)
        session["x"] = "ä b"
        session["list"] = ["p", "q r", ""]
        self.assertEqual(session.run('echo "$A $x ${list[1]} ${#list[@]}"').text, "1 ä b q r 3")
        self.assertEqual(session["x"], "ä b")
        self.assertEqual(session.array("list"), ["p", "q r", ""])
        self.assertIsNone(session.get("nothing"))
        with self.assertRaises(KeyError):
            session["nothing"]
        del session["x"]
        self.assertIsNone(session.get("x"))
        session.run("readonly r=1")
        with self.assertRaises(PermissionError):
            session["r"] = 2
        with self.assertRaises(ValueError):
            session["not a name"] = 1
        with self.assertRaises(ValueError):
            session["x"] = "a\0b"
        session["e"] = "v"
        session.export("e")
        self.assertEqual(session.run("/usr/bin/env | grep ^e=").text, "e=v")

    def test_scripts_and_snapshots(self):
        session = Session()
        script = session.parse("n=$((n+1)); echo $n")
        self.assertEqual([session.run(script).text for _ in range(3)], ["1", "2", "3"])
        with self.assertRaises(ScriptError) as caught:
            session.parse("if")
        self.assertIn("line 1", str(caught.exception))
        snapshot = session.clone()
        session.run("n=50")
        self.assertEqual(snapshot.run(script).text, "4")
        session.restore(snapshot)
        self.assertEqual(session["n"], "4")
        with self.assertRaises(ValueError):
            session.restore(Session())

    def test_functions_of_the_program(self):
        session = Session()

        def greet(call):
            call["seen"] = len(call.arguments)
            call.write(f"{call['greeting']} {call.arguments[1]}: ")
            call.write(call.read())
            return 4

        session.define("greet", greet)
        outcome = session.run("greeting=hi; echo in | greet you | cat; greet x </dev/null; echo $? $seen")
        self.assertEqual(outcome.stdout, b"hi you: in\nhi x: 4 2\n")
        session.define("bad", lambda call: 1 / 0)
        with self.assertRaises(ZeroDivisionError):
            session.run("bad; echo never")
        self.assertEqual(session.run("echo alive").text, "alive")
        kept = []
        session.define("keep", lambda call: kept.append(call))
        session.run("keep")
        with self.assertRaises(ValueError):
            kept[0].read()
        clone = session.clone()
        del session
        with self.assertRaises(ZeroDivisionError):
            clone.run("bad")
        self.assertEqual(clone.run("greet you </dev/null").status, 4)
        session = clone
        session.define("again", lambda call: session.run(":"))
        with self.assertRaises(RuntimeError):
            session.run("again")

    def test_output_as_it_is_written(self):
        pieces = []
        session = Session(stdout=pieces.append, stderr=-1)
        outcome = session.run("echo a; /bin/echo b; nosuchcommand; echo c")
        self.assertEqual((b"".join(pieces), outcome.stdout, outcome.stderr), (b"a\nb\nc\n", b"", b""))

    def test_limits_and_cancelling(self):
        session = Session()
        session.limit(steps=100)
        self.assertEqual(session.run("while :; do :; done").limit, "steps")
        session.limit(wall=0.1)
        self.assertEqual(session.run("sleep 100").limit, "wall")
        session.limit()
        threading.Timer(0.1, session.cancel).start()
        begun = time.monotonic()
        outcome = session.run("/bin/sleep 100")
        self.assertEqual(outcome.signal, signal.SIGTERM)
        self.assertLess(time.monotonic() - begun, 60)
        self.assertEqual(Session(limits={"output": 5}).run("echo 123456789").stdout, b"12345")

    def test_limits_of_what_a_session_has(self):
        session = Session("bash", limits={"nesting": 50, "variables": 100000, "memory": 8 << 20})
        # What is not reproduced here would be a program, which no limit of memory holds.
        is_inside = not session.run("echo b | sort; awk 'BEGIN { }'").processes
        for limit, script in (
            ("nesting", "f() { f; }; f"),
            ("nesting", "f() { x=$(f); }; f"),
            ("variables", "x=x; while :; do x=$x$x; done"),
            ("variables", "while :; do a[i++]=0123456789; done"),
            ("memory", "yes | sort"),
            ("memory", "printf '%20000000s' x >/dev/null"),
            ("memory", "awk 'BEGIN { s = \"x\"; while (1) s = s s }'"),
            ("memory", "echo $(yes)"),
        ):
            if not is_inside and ("sort" in script or "awk" in script):
                continue
            outcome = session.run(script)
            self.assertEqual((outcome.limit, outcome.status), (limit, 152), script)
            with self.assertRaises(subprocess.CalledProcessError):
                outcome.check()
            self.assertEqual(session.run("unset x a i; echo alive").stdout, b"alive\n")
        session.limit(memory=8 << 20)
        empty = session.clone()
        for _ in range(20):
            session["text"] = "x" * (2 << 20)
            self.assertEqual(session.run("x=$text; echo ${#x}").text, str(2 << 20))
            session.restore(empty)
        # Functions of the program have memory of their own.
        session.define("work", lambda call: call.write(b"%d\n" % len(bytearray(64 << 20))))
        self.assertEqual(session.run("work").text, str(64 << 20))
        with self.assertRaises(TypeError):
            session.limit(memory="much")
        for bad in (1 << 70, -1):
            with self.assertRaises(ValueError):
                session.limit(memory=bad)

    def test_asyncio(self):
        async def several():
            sessions = [Session() for _ in range(4)]
            outcomes = await asyncio.gather(*(one.arun("sleep 0.1; echo x") for one in sessions))
            self.assertEqual([outcome.text for outcome in outcomes], ["x"] * 4)
            task = asyncio.ensure_future(sessions[0].arun("sleep 100"))
            await asyncio.sleep(0.1)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
            self.assertEqual(sessions[0].run("echo alive").text, "alive")

        asyncio.run(several())

    def test_threads_run_beside_each_other(self):
        def work():
            session = Session()
            for number in range(30):
                self.assertEqual(session.run(f"x=$(echo {number} | cat); echo $x").text, str(number))

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def test_a_policy_holds_scripts_and_not_functions(self):
        try:
            session = Session(policy="ro=/usr exec=/usr/bin")
        except OSError as error:
            self.assertIn("this kernel does not hold", str(error))
            self.skipTest(str(error))
        outcome = session.run("cat /etc/passwd; /usr/bin/env cat /etc/passwd; echo $?")
        self.assertEqual(outcome.stdout, b"1\n")
        self.assertIn(b"Permission denied", outcome.stderr)
        here = threading.get_ident()

        def reads(call):
            self.assertEqual(threading.get_ident(), here)
            with open("/etc/passwd", "rb") as file:
                call.write(file.readline() + call.read())

        session.define("reads", reads)
        self.assertTrue(session.run("echo in | reads").stdout.endswith(b"\nin\n"))
        session.define("fails", lambda call: 1 / 0)
        with self.assertRaises(ZeroDivisionError):
            session.run("fails")
        self.assertEqual(session.run("echo alive").text, "alive")
        text = []
        session = Session(policy="ro=/usr", stdout=text.append)
        session.run("echo a")
        self.assertEqual(text, [b"a\n"])
        with self.assertRaisesRegex(ValueError, "wr=/tmp: unknown word"):
            Session(policy="wr=/tmp")
        with self.assertRaisesRegex(FileNotFoundError, "ro=/nonexistent"):
            Session(policy="ro=/nonexistent")

    def test_programs_are_in_namespaces(self):
        try:
            session = Session(policy="ro=/usr exec=/usr/bin namespaces=all", directory="/usr")
        except OSError as error:
            self.skipTest(str(error))
        outcome = session.run("set +o inprocess; ls -d /usr /etc; sh -c 'echo $PPID'")
        self.assertEqual(outcome.stdout, b"/usr\n0\n")
        self.assertIn(b"/etc': No such file or directory", outcome.stderr)
        with self.assertRaisesRegex(ValueError, "namespaces=time: user, mount, "):
            Session(policy="namespaces=time")
        with self.assertRaisesRegex(FileNotFoundError, "cgroup=/nonexistent"):
            Session(policy="cgroup=/nonexistent")

    def test_lines_of_run_need_no_shell(self):
        def both(line, **named):
            results = []
            for module in (subprocess, forkless):
                try:
                    done = module.run(line, shell=True, **named)
                    results.append((done.returncode, done.stdout, done.stderr, done.args))
                except subprocess.SubprocessError as error:
                    results.append((type(error), error.output))
            self.assertEqual(*results)
            return results[0]

        self.assertEqual(both("echo a | tr a b", capture_output=True)[:2], (0, b"b\n"))
        both("cat; exit 3", input=b"x\0y\r\n", stdout=subprocess.PIPE)
        both("cat >&2; echo a", input="\u00e4\r\n", capture_output=True, encoding="utf-8")
        both("echo a; echo b >&2; /bin/echo c", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        both("echo $v; pwd; env | sort", env={"v": "w", "PATH": "/usr/bin"}, cwd="/usr", stdout=subprocess.PIPE)
        both("read x; echo $x$?", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        both("echo a; false", check=True, stdout=subprocess.PIPE)
        both("echo a; sleep 10 | cat", timeout=0.3, stdout=subprocess.DEVNULL)
        with tempfile.TemporaryFile() as file:
            both("echo a; echo b >&2", stdout=file, stderr=subprocess.DEVNULL)
            file.seek(0)
            self.assertEqual(file.read(), b"a\na\n")
        # What takes a shell has one.
        both("ulimit -n 30; ulimit -n", stdout=subprocess.PIPE)
        both("(trap 'echo t' USR1; kill -USR1 $$ 2>/dev/null; :) & wait; eval 'ulimit -n 31; ulimit -n'", stdout=subprocess.PIPE)
        both("echo $0 $1 a", executable="/bin/bash", stdout=subprocess.PIPE)
        both(["echo $1", "sh", "b"], stdout=subprocess.PIPE)
        both("exit 5")
        with self.assertRaises(FileNotFoundError):
            forkless.run("echo", shell=True, cwd="/nonexistent")
        pid = forkless.run("echo $$", shell=True, stdout=subprocess.PIPE, text=True).stdout
        self.assertNotEqual(int(pid), os.getpid())
        self.assertEqual(forkless.check_output("echo a | cat", shell=True), b"a\n")

    def test_a_signal_of_python_ends_a_run(self):
        handled = []

        def handler(number, frame):
            handled.append(number)
            if len(handled) == 2:
                raise KeyboardInterrupt

        session = Session()
        confined = Session(policy="ro=/usr,/lib,/lib64,/etc exec=/usr/bin rw=/dev/null")
        read, write = os.pipe()
        blocked = Session(stdin=read)

        def line(script):
            return lambda: forkless.run(script, shell=True)

        before = signal.signal(signal.SIGALRM, handler)
        try:
            for run in (
                line("while :; do x=1; done"),
                line("/bin/sleep 100"),
                line("sleep 100 | cat"),
                lambda: session.run("while :; do x=1; done"),
                lambda: session.clone().run("/bin/sleep 100 | cat"),
                lambda: session.run("awk 'BEGIN { while (1) x = 1 }'"),
                lambda: confined.run("while :; do x=1; done"),
                lambda: blocked.run("read x"),
            ):
                handled.clear()
                # Each is handled while the script runs; what the second raises ends it.
                signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)
                with self.assertRaises(KeyboardInterrupt):
                    run()
                signal.setitimer(signal.ITIMER_REAL, 0)
                self.assertEqual(len(handled), 2)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        os.close(read)
        os.close(write)
        self.assertEqual(session.run("echo alive").text, "alive")

    def test_a_script_is_analyzed(self):
        session = Session()
        found = session.analyze("sort <in | tee /dev/null >out")
        self.assertEqual(found[:3], (["sort", "tee"], ["in"], ["out"]))
        self.assertEqual(found[3:], (None, False, False, False))
        self.assertEqual(session.analyze("ulimit -n 5; $x $$")[3:], ("limits of a process", True, True, False))
        with self.assertRaises(ValueError):
            session.analyze("if")

    def test_clones_in_other_threads_take_turns(self):
        session = Session()
        session.define("called", lambda call: time.sleep(0.2))
        clone = session.clone()
        began = threading.Event()

        def work():
            began.set()
            self.assertEqual(clone.run("called; called; echo a").text, "a")

        thread = threading.Thread(target=work)
        thread.start()
        began.wait()
        time.sleep(0.05)
        # Each waits for the run, which waits for the interpreter's lock.
        session["x"] = 1
        self.assertEqual((session["x"], session.array("x")), ("1", ["1"]))
        session.clone()
        session.restore(session.clone())
        session.limit()
        session.analyze(":")
        session.run(session.parse(":"))
        thread.join()

    def test_files_of_runs(self):
        session = Session()
        session.run("x=1")
        with tempfile.TemporaryFile() as file:
            session.files(stdout=file, stderr=forkless.session.NULL)
            session.run("echo $x; echo err >&2")
            file.seek(0)
            session.files(stdin=file)
            self.assertEqual(session.run("cat; echo err >&2")[3:5], (b"1\n", b"err\n"))

    def test_a_line_finds_things_as_they_are(self):
        def line(script):
            done = forkless.run(script, shell=True, stdout=subprocess.PIPE, text=True)
            return (sh(script).text, done.stdout.rstrip("\n"))

        before, mask = os.getcwd(), os.umask(0o022)
        try:
            with tempfile.TemporaryDirectory() as directory:
                place = os.path.join(directory, "place")
                os.mkdir(place)
                os.chdir(place)
                self.assertEqual(line("ls; umask"), ("0022",) * 2)
                os.umask(0o027)
                self.assertEqual(line("umask"), ("0027",) * 2)
                # Another directory at the same path, and the same one at another.
                os.rename(place, place + "2")
                self.assertEqual(line("basename $PWD"), ("place2",) * 2)
                os.mkdir(place)
                os.chdir(place)
                with open("file", "w"):
                    pass
                self.assertEqual(line("ls; basename $PWD"), ("file\nplace",) * 2)
                # A program that is new in PATH.
                os.environ["PATH"] = place + ":" + os.environ["PATH"]
                self.assertEqual(line("echo b | tr b c"), ("c",) * 2)
                os.symlink("/bin/true", "tr")
                self.assertEqual(line("echo b | tr b c"), ("",) * 2)
                os.environ["PATH"] = os.environ["PATH"].partition(":")[2]
                os.chdir(before)
        finally:
            os.chdir(before)
            os.umask(mask)
        numbers = {sh("echo $RANDOM $RANDOM", dialect="bash").text for _ in range(20)}
        self.assertGreater(len(numbers), 15)

    def test_a_handler_may_run_lines(self):
        texts = []

        def handler(number, frame):
            texts.append(sh("echo sh").text)
            texts.append(forkless.check_output("echo run", shell=True))

        before = signal.signal(signal.SIGALRM, handler)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            self.assertEqual(sh("sleep 0.3; echo a").text, "a")
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            self.assertEqual(forkless.check_output("sleep 0.3; echo a", shell=True), b"a\n")
        finally:
            signal.signal(signal.SIGALRM, before)
        self.assertEqual(texts, ["sh", b"run\n"] * 2)

    def test_bad_input(self):
        session = Session()
        for script in ("echo a\0b", b"echo a\0b"):
            with self.assertRaises(ValueError):
                session.run(script)
            with self.assertRaises(ValueError):
                session.parse(script)
        outcome = session.run(b"x=\xff\xfe; printf '%s\\n' \"$x\xc3\"; echo ${#x}")
        self.assertEqual(outcome.stdout, b"\xff\xfe\xc3\n2\n")
        self.assertEqual(session.run(b"\xff\xfe").status, 127)
        for policy, message in (("", "nothing is named"), ("wr=/tmp", "wr=/tmp: unknown word")):
            with self.assertRaisesRegex(ValueError, message):
                Session(policy=policy)

        # One session, two threads at once.
        errors = []

        def intrude(call):
            def run():
                try:
                    session.run(":")
                except Exception as error:
                    errors.append(error)

            thread = threading.Thread(target=run)
            thread.start()
            thread.join()

        session.define("intrude", intrude)
        self.assertEqual(session.run("intrude; echo $?").text, "0")
        self.assertEqual(len(errors), 1)

        # Output functions that raise.
        def refuse(text):
            raise KeyError("refused")

        with self.assertRaises(KeyError):
            Session(stdout=refuse).run("echo a; echo b")

    def test_a_host_that_closes_descriptors(self):
        program = """if 1:
            import forkless, os
            session = forkless.Session()
            session.run("x=$(/bin/echo a); exec 3</dev/null")
            os.closerange(3, 1000)
            assert session.run("echo $x").text == "a"
            assert session.run("read y <&3").status == 1
            assert session.run("/bin/echo b; echo c | cat").text == "b\\nc"
        """
        done = subprocess.run([sys.executable, "-c", program], stderr=subprocess.PIPE)
        if done.returncode == -signal.SIGABRT and b"IO Safety" in done.stderr:
            self.skipTest("a build with assertions, which end a process that does so")
        self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_wrong_settings(self):
        with self.assertRaises(ValueError):
            Session("fish")
        with self.assertRaises(FileNotFoundError):
            Session(directory="/nonexistent")
        with self.assertRaises(ValueError):
            Session(arguments=["a\0b"])

    def test_the_example_of_the_guide_runs(self):
        here = os.path.dirname(os.path.abspath(__file__))
        with open(os.path.join(here, "..", "..", "docs", "embedding.md")) as guide:
            example = guide.read().split("```python\n")[1].split("```")[0]
        exec(compile(example, "embedding.md", "exec"), {})

    def test_the_names_are_the_packages(self):
        self.assertIs(forkless.Session, Session)
        self.assertNotIn("nothing_of_the_kind", dir(forkless))
        with self.assertRaises(AttributeError):
            forkless.nothing_of_the_kind


if __name__ == "__main__":
    sys.exit(unittest.main())
