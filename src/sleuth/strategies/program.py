"""A program that answers lines with lines. Threads read and write, so that none of it can block whoever waits."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import time
from collections import deque
from contextlib import suppress
from queue import Empty, Queue, SimpleQueue
from threading import Thread
from typing import IO, NoReturn

from sleuth.core.errors import AgentError
from sleuth.core.text import shorten

MAX_LINE = 1 << 16
"""Bytes in a reply."""
MAX_AHEAD = 64
"""Lines of a program that are kept before somebody asks for them."""
MAX_COMPLAINT = 200
"""Signs of its last words that are told."""
GRACE_SECONDS = 0.5
"""What a program has to end by itself, once its input has."""
LAST_SECONDS = 5.0
"""How long the end and the last words of a program are waited for that has closed its output."""


def command_words(text: str, windows: bool = os.name == "nt") -> list[str]:
    r"""A command line as words; no shell sees it. Windows writes paths with backslashes.

    >>> command_words(r'"C:\My agents\agent.exe" --depth 2', windows=True)
    ['C:\\My agents\\agent.exe', '--depth', '2']
    """
    try:
        words = shlex.split(text, posix=not windows)
    except ValueError:  # a quote that is not closed
        return []
    return [_unquoted(word) for word in words] if windows else words


def _unquoted(word: str) -> str:
    return word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "\"'" else word


class Program:
    """A process that is asked a line at a time."""

    def __init__(self, command: str, name: str) -> None:
        self.name = name
        self.introduction = ""
        """What it was told last about the game."""
        self._process = self._begin(command_words(command))
        self._lines = Queue[bytes | None](MAX_AHEAD)
        self._waiting = SimpleQueue[bytes | None]()
        self._complaints = deque[str](maxlen=1)
        self._hearing = Thread(target=self._hear, args=(self._process.stderr,), daemon=True)
        reading = Thread(target=self._read, args=(self._process.stdout,), daemon=True)
        sending = Thread(target=self._send, args=(self._process.stdin,), daemon=True)
        for thread in (self._hearing, reading, sending):
            thread.start()

    def _begin(self, words: list[str]) -> subprocess.Popen[bytes]:
        found = shutil.which(words[0])
        if found is None:
            raise AgentError(f"{self.name}: there is no program {shorten(words[0])!r} that can be run")
        pipe = subprocess.PIPE
        try:
            return subprocess.Popen([found, *words[1:]], stdin=pipe, stdout=pipe, stderr=pipe)
        except (OSError, ValueError) as error:
            raise AgentError(f"{self.name} does not start: {error}") from error

    def write(self, line: str) -> None:
        """Tell it something that needs no reply."""
        self._waiting.put(f"{line}\n".encode())

    def reply(self, line: str, seconds: float) -> str:
        """What it says to a line; one that does not answer is stopped."""
        self._check_silence()
        self.write(line)
        until = time.monotonic() + seconds
        while True:
            try:
                said = self._lines.get(timeout=max(0.0, until - time.monotonic()))
            except Empty:
                self.stop()
                raise AgentError(f"{self.name} did not reply within {seconds:g} seconds") from None
            if said is None:
                raise AgentError(f"{self.name} ended {self._ending()}")
            if len(said) > MAX_LINE:
                self._give_up(f"wrote a line of more than {MAX_LINE:,} bytes", said)
            if text := self._text(said):
                return text

    def _check_silence(self) -> None:
        """Refuse what was written before it was asked for: it would be taken for the reply."""
        while not self._lines.empty():
            early = self._lines.get()
            if early is None:
                self._lines.put(None)  # it has ended, which is told instead of a reply
                return
            if early.strip():
                self._give_up("wrote a line that nobody asked for", early)

    def _text(self, said: bytes) -> str:
        try:
            return said.decode().strip()
        except UnicodeDecodeError:
            self._give_up("wrote what is no UTF-8", said)

    def _give_up(self, what: str, said: bytes) -> NoReturn:
        self.stop()
        raise AgentError(f"{self.name} {what}: {shorten(said.decode(errors='replace').strip())!r}")

    def _ending(self) -> str:
        """How it ended, with its last words."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(LAST_SECONDS)
        code = self._process.poll()
        self.stop()
        self._hearing.join(LAST_SECONDS)
        ending = f"with exit code {code}" if code else "before it replied"
        return f"{ending}: {shorten(self._complaints[-1], MAX_COMPLAINT)}" if self._complaints else ending

    def stop(self) -> None:
        """End the process: its input ends, and it is killed if it does not end soon."""
        self._waiting.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE_SECONDS)
        with suppress(OSError):
            self._process.kill()
        self._process.wait()

    # Each in a thread of its own, until its pipe ends.

    def _read(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError), pipe:
            while line := pipe.readline(MAX_LINE + 1):
                self._lines.put(line)
        self._lines.put(None)

    def _hear(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError), pipe:
            while line := pipe.readline(MAX_LINE):
                if text := line.decode(errors="replace").strip():
                    self._complaints.append(text)

    def _send(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError), pipe:
            while (line := self._waiting.get()) is not None:
                pipe.write(line)
                pipe.flush()
