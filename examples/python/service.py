"""Runs a program as another user, with limits, as a service manager would.

    python3 service.py nobody id -un
"""

import resource
import signal
import sys

import forkless as subprocess


def main(user: str, command: list[str]) -> int:
    try:
        done = subprocess.run(
            command,
            user=user or None,
            cwd="/",
            umask=0o077,
            start_new_session=True,
            limits={resource.RLIMIT_NOFILE: (64, 64)},
            parent_death_signal=signal.SIGTERM,
            capture_output=True,
            text=True,
            timeout=30,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"service: {error}", file=sys.stderr)
        return 127
    print(done.stdout, end="")
    print(done.stderr, end="", file=sys.stderr)
    print(f"launched by {subprocess.launch_path()}", file=sys.stderr)
    return done.returncode


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(f"usage: {sys.argv[0]} USER PROGRAM [ARGUMENT ...]")
    sys.exit(main(sys.argv[1], sys.argv[2:]))
