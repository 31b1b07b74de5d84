"""Runs programs beside each other under asyncio: no thread, no signal handler, no fork.

    python3 gather.py
"""

import asyncio
import os

import forkless


async def output(*command: str) -> tuple[int, bytes]:
    """The status of a program and what it has written, once it has ended."""
    process = forkless.Popen(command, stdout=forkless.PIPE)
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    pipe = process.stdout
    assert pipe is not None
    protocol = asyncio.StreamReaderProtocol(reader)
    transport, _ = await loop.connect_read_pipe(lambda: protocol, pipe)
    # A descriptor of the process, which is readable once that has ended.
    pidfd = os.pidfd_open(process.pid)
    ended = asyncio.Event()
    loop.add_reader(pidfd, ended.set)
    try:
        text = await reader.read()
        await ended.wait()
        return process.wait(), text
    except asyncio.CancelledError:
        process.kill()
        process.wait()
        raise
    finally:
        loop.remove_reader(pidfd)
        os.close(pidfd)
        transport.close()


async def main() -> None:
    commands = [["echo", "one"], ["sh", "-c", "echo two; exit 3"], ["echo", "three"]]
    for status, text in await asyncio.gather(*(output(*command) for command in commands)):
        print(status, text.decode().strip())


if __name__ == "__main__":
    asyncio.run(main())
