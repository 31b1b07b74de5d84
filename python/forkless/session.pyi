from os import PathLike
from signal import Signals
from typing import Any, Callable, IO, Iterable, Mapping, NamedTuple, Sequence, Union

Text = Union[str, bytes]
File = Union[int, IO[Any], Callable[[bytes], object]]

NULL: int
CAPTURE: int

class ScriptError(ValueError): ...

class Outcome(NamedTuple):
    status: int
    signal: int
    limit: str | None
    stdout: bytes
    stderr: bytes
    steps: int
    processes: int
    seconds: float
    @property
    def text(self) -> str: ...
    def check(self) -> Outcome: ...

class Analysis(NamedTuple):
    commands: list[str]
    reads: list[str]
    writes: list[str]
    process: str | None
    open: bool
    personal: bool
    asynchronous: bool

class Event(NamedTuple):
    kind: str
    words: list[str]
    file: str
    function: str
    line: int
    reason: str | None

class Call:
    arguments: list[str]
    def read(self) -> bytes: ...
    def write(self, text: Text, number: int = ...) -> None: ...
    def __getitem__(self, name: Text) -> str: ...
    def __setitem__(self, name: Text, value: object) -> None: ...

class Script: ...

class Session:
    def __init__(
        self,
        dialect: str = ...,
        *,
        name: Text = ...,
        arguments: Sequence[Text] = ...,
        variables: Mapping[str, object] | None = ...,
        inherit: bool = ...,
        directory: str | bytes | PathLike[str] | None = ...,
        stdin: int | IO[Any] = ...,
        stdout: File = ...,
        stderr: File = ...,
        limits: Mapping[str, float] | None = ...,
        policy: Text | None = ...,
        shell: str | bytes | PathLike[str] | None = ...,
        memory: Iterable[str | bytes | PathLike[str]] = ...,
        memory_size: int = ...,
    ) -> None: ...
    def run(self, script: Text | Script) -> Outcome: ...
    def call(self, *words: Text) -> Outcome: ...
    def fields(self, words: Text) -> list[str]: ...
    async def arun(self, script: Text | Script) -> Outcome: ...
    def parse(self, script: Text) -> Script: ...
    def analyze(self, script: Text) -> Analysis: ...
    def clone(self) -> Session: ...
    def restore(self, snapshot: Session) -> None: ...
    def cancel(self, signal: int | Signals = ...) -> None: ...
    def limit(
        self,
        *,
        steps: int = ...,
        processes: int = ...,
        output: int = ...,
        wall: float = ...,
        cpu: float = ...,
        nesting: int = ...,
        variables: int = ...,
        memory: int = ...,
    ) -> None: ...
    def files(
        self,
        stdin: int | IO[Any] = ...,
        stdout: int | IO[Any] = ...,
        stderr: int | IO[Any] = ...,
    ) -> None: ...
    def define(self, name: Text, function: Callable[[Call], int | None]) -> None: ...
    def observe(self, function: Callable[[Event], int | None] | None) -> None: ...
    def __getitem__(self, name: Text) -> str: ...
    def get(self, name: Text, default: str | None = ...) -> str | None: ...
    def __setitem__(self, name: Text, value: object) -> None: ...
    def __delitem__(self, name: Text) -> None: ...
    def array(self, name: Text) -> list[str]: ...
    def export(self, name: Text) -> None: ...

def sh(script: Text, *arguments: Text, dialect: str = ..., **settings: Any) -> Outcome: ...
