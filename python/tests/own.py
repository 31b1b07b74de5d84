"""What forkless has beyond subprocess, and that nothing forks."""

import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

import forkless

SHARED = "memory shared"


class Options(unittest.TestCase):
    def sh(self, script, **options):
        done = forkless.run(["sh", "-c", script], capture_output=True, text=True, **options)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn(SHARED, forkless.launch_path())
        return done.stdout

    @unittest.skipUnless(os.geteuid() == 0, "needs root")
    def test_identity(self):
        script = "id -u; id -g; id -G; umask"
        options = dict(user=12345, group=23456, extra_groups=[34567], umask=0o027)
        expected = "12345\n23456\n23456 34567\n0027\n"
        self.assertEqual(self.sh(script, **options), expected)

    def test_limits(self):
        limits = {resource.RLIMIT_NOFILE: (33, 44), resource.RLIMIT_CORE: (0, -1)}
        self.assertEqual(self.sh("ulimit -n; ulimit -Hn; ulimit -c", limits=limits), "33\n44\n0\n")
        with self.assertRaisesRegex(OSError, "resource limit"):
            forkless.run(["true"], limits={resource.RLIMIT_NOFILE: (5, 4)})
        # They are for that launch alone.
        self.assertNotEqual(self.sh("ulimit -n"), "33\n")

    def test_nice(self):
        now = os.nice(0)
        self.assertEqual(self.sh("nice", nice=3), f"{min(now + 3, 19)}\n")

    def test_parent_death_signal(self):
        children = []

        def start():
            children.append(forkless.Popen(["sleep", "100"], parent_death_signal=signal.SIGTERM))

        thread = threading.Thread(target=start)
        thread.start()
        thread.join()
        self.assertEqual(children[0].wait(60), -signal.SIGTERM)

    def test_session_and_group(self):
        script = "read -r pid name state parent group session rest </proc/self/stat;" \
            "test $$ = $group && echo $((session == $$))"
        self.assertEqual(self.sh(script, start_new_session=True), "1\n")

    def test_namespaces(self):
        try:
            done = self.sh("id -u", namespaces="user", uid_map=[(0, os.geteuid(), 1)])
        except OSError as error:
            self.skipTest(str(error))
        self.assertEqual(done, "0\n")
        self.assertEqual(self.sh("uname -n", namespaces=["user"], hostname="apart"), "apart\n")
        with self.assertRaisesRegex(ValueError, "'pif'"):
            forkless.run(["true"], namespaces="user pif")
        mount = forkless.Mount
        system = [mount.bind(path, read_only=True) for path in ("/usr", "/bin", "/lib", "/lib64") if os.path.exists(path)]
        mounts = [mount.memory("/"), *system, *mount.devices(), mount.directory("/a/b"), mount.link("a", "/link")]
        with tempfile.TemporaryDirectory() as folder:
            mounts.append(mount.bind(folder, "/out"))
            script = "pwd; echo x >/out/file; echo lost >/dev/null; echo /link/*; ls /etc"
            done = forkless.run(
                ["sh", "-c", script], namespaces="user pid network", mounts=mounts, cwd="/a", capture_output=True, text=True
            )
            self.assertEqual(done.stdout, "/a\n/link/b\n", done.stderr)
            with open(os.path.join(folder, "file")) as file:
                self.assertEqual(file.read(), "x\n")
        with self.assertRaises(FileNotFoundError) as caught:
            forkless.run(["true"], namespaces="user", mounts=[mount.memory("/tmp"), mount.bind("/no/such", "/tmp/x")])
        self.assertEqual(caught.exception.filename, "/tmp/x")

    def test_preexec_fn_is_refused(self):
        with self.assertRaisesRegex(ValueError, "fork"):
            forkless.run(["true"], preexec_fn=lambda: None)

    def test_errors_are_those_of_subprocess(self):
        for options in ({}, {"cwd": "/nonexistent"}, {"executable": "/nonexistent"}, {"shell": True, "executable": "/nonexistent"}):
            args = "true" if options.get("shell") else ["/nonexistent/program"]
            ours = theirs = None
            try:
                subprocess.Popen(args, **options)
            except OSError as error:
                theirs = error
            try:
                forkless.Popen(args, **options)
            except OSError as error:
                ours = error
            self.assertEqual(type(ours), type(theirs), options)
            self.assertEqual((ours.errno, ours.filename), (theirs.errno, theirs.filename), options)
        with self.assertRaises(subprocess.CalledProcessError):
            forkless.check_call(["false"])
        with self.assertRaises(subprocess.TimeoutExpired):
            forkless.run(["sleep", "100"], timeout=0.05)


class Examples(unittest.TestCase):
    """The programs in examples/python, each in a process of its own."""

    def run_example(self, name, *arguments):
        path = os.path.join(os.path.dirname(__file__), "../../examples/python", name)
        command = [sys.executable, path, *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=60)

    def test_gather(self):
        done = self.run_example("gather.py")
        self.assertEqual((done.stdout, done.stderr), ("0 one\n3 two\n0 three\n", ""))

    def test_service(self):
        done = self.run_example("service.py", "", "sh", "-c", "ulimit -n; umask")
        self.assertEqual((done.returncode, done.stdout), (0, "64\n0077\n"))
        self.assertIn(SHARED, done.stderr)
        done = self.run_example("service.py", "", "/nonexistent")
        self.assertEqual(done.returncode, 127)
        self.assertIn("No such file", done.stderr)


if __name__ == "__main__":
    unittest.main()
