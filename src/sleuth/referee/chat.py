"""Asking a server that speaks the chat-completions protocol, with the standard library alone.

A reply is text: nothing of it is run, and of a long one the end is kept. What a network does wrong is tried again, with
growing pauses; what takes too long once it was sent is not, since it is paid for. The key is in no text that leaves.
"""

from __future__ import annotations

import json
import socket
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from threading import Event, Lock, Timer
from typing import Any, NamedTuple

from sleuth import __version__
from sleuth.core.errors import SleuthError
from sleuth.core.text import one_line, real_number, shorten
from sleuth.referee.bench_store import KeptReply
from sleuth.referee.chat_spec import Chat, ChatServer
from sleuth.referee.prompt import Message

MAX_BODY = 4 << 20
"""Bytes of an answer that are read."""
MAX_SAID = 100_000
"""Signs of a reply that are kept: its end."""
MAX_ERROR_BODY = 1 << 16
"""The same of an error."""
MAX_PAUSE = 60.0
"""Seconds between two tries, unless the server names them."""
MAX_WAIT = 300.0
"""Seconds that a server may ask for."""
CONNECT = 20.0
"""Seconds to reach a server."""
SIGNS_PER_TOKEN = 4
"""About so many signs are a token, where a server does not count them."""
AGAIN = (408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529)
"""Statuses after which a request is tried again."""
OF_THE_REQUEST = (400, 413, 422)
"""Statuses that may be about this one request: its length, or what is in it."""


class ChatError(SleuthError, RuntimeError):
    """A server cannot be asked. `fatal`: no other request would fare better."""

    def __init__(self, message: str, *, fatal: bool = True) -> None:
        self.fatal = fatal
        super().__init__(message)


class HaltedError(SleuthError, RuntimeError):
    """Nothing more is to be asked: somebody stops, or no request is left."""


class RequestCount:
    """How many requests were made, by all threads; the most there may be."""

    def __init__(self, made: int = 0, most: int | None = None) -> None:
        self.made, self.most = made, most
        self._lock = Lock()

    @property
    def left(self) -> bool:
        """Whether there may be one more."""
        return self.most is None or self.made < self.most

    def take(self) -> None:
        """Count one more, before it is made."""
        with self._lock:
            if not self.left:
                raise HaltedError("no request is left")
            self.made += 1


class _Failure(Exception):
    """A try that failed, and may be made again after a pause."""

    def __init__(self, message: str, pause: float | None = None) -> None:
        self.message, self.pause = message, pause
        super().__init__(message)


class _Late(Exception):
    """A reply took too long."""


class _Answer(NamedTuple):
    """What a server sent."""

    status: int
    body: bytes
    wait: float | None
    """Seconds that it asks to wait."""


@dataclass(frozen=True)
class ChatClient:
    """Asks one model at one server, from any thread."""

    chat: Chat
    """The model."""
    server: ChatServer
    """Where it is."""
    tries: int = 6
    """How often a request is made before the server counts as out of reach."""
    pause: float = 1.0
    """Seconds before the second try; they double."""

    def reply(self, messages: list[Message], count: RequestCount, stop: Event) -> KeptReply:
        """What the model replies; a refusal where it took too long, or said too much."""
        body = json.dumps(self.chat.body(messages)).encode()
        began, pause = time.monotonic(), self.pause
        for number in range(1, self.tries + 1):
            count.take()
            try:
                return self._once(body, messages)._replace(requests=number, seconds=time.monotonic() - began)
            except _Late:
                reason = f"the reply took longer than {self.chat.timeout:g} seconds"
                tokens = _tokens(messages)
                return KeptReply("", reason, tokens, 0, True, number, time.monotonic() - began)
            except _Failure as failure:
                if number == self.tries:
                    tries = "after 1 try" if number == 1 else f"after {number} tries"
                    raise ChatError(f"{self.server.where}: {failure.message} ({tries})") from None
                wait = min(pause, MAX_PAUSE) if failure.pause is None else failure.pause
                if stop.wait(wait):
                    raise HaltedError("stopped") from None
                pause *= 2
        raise AssertionError

    def _once(self, body: bytes, messages: list[Message]) -> KeptReply:
        answer = self._post(body)
        if answer.status == 200:
            if len(answer.body) > MAX_BODY:
                return KeptReply("", f"the reply is longer than {MAX_BODY >> 20} MiB", _tokens(messages), 0, True)
            return self._read(answer.body, messages)
        message = f"status {answer.status}{self._reason(answer.body)}"
        if answer.status in AGAIN:
            if answer.wait is not None and answer.wait > MAX_WAIT:
                raise ChatError(f"{self.server.where}: {message}; it asks to wait {answer.wait:,.0f} seconds")
            raise _Failure(message, answer.wait)
        raise ChatError(f"{self.server.where}: {message}", fatal=answer.status not in OF_THE_REQUEST)

    def _post(self, body: bytes) -> _Answer:
        """One request, which ends when its time is over, however slowly bytes drip."""
        address, late = self.server.address, Event()
        kind = HTTPSConnection if address.scheme == "https" else HTTPConnection
        connection = kind(str(address.hostname), address.port, timeout=CONNECT)
        try:
            connection.connect()
        except (OSError, HTTPException) as error:
            connection.close()
            raise _Failure(f"it cannot be reached: {_reason_of(error)}") from None
        plain: socket.socket = connection.sock
        plain.settimeout(self.chat.timeout)
        timer = Timer(self.chat.timeout, _cut, (plain, late))
        timer.daemon = True
        timer.start()
        try:
            connection.request("POST", self.server.path, body, self._headers())
            return _answer(connection.getresponse())
        except (OSError, HTTPException, ValueError, AttributeError) as error:
            # Where the timer cut a connection that is read here, Python's own code may stumble in any of these ways.
            if late.is_set() or isinstance(error, TimeoutError):
                raise _Late from None
            raise _Failure(f"the connection broke: {_reason_of(error)}") from None
        finally:
            timer.cancel()
            connection.close()

    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        headers["User-Agent"] = f"sleuth/{__version__}"
        return {**headers, "Authorization": f"Bearer {self.server.key}"} if self.server.key else headers

    def _read(self, body: bytes, messages: list[Message]) -> KeptReply:
        """The reply in an answer; what is no answer of the protocol is a fault of the server."""
        try:
            value = json.loads(body)
            message = value["choices"][0]["message"]
            said = _content(message.get("content"))
        except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
            raise _Failure(f"its answer is none of chat completions{self._reason(body)}") from None
        said = _printable(self.server.without_key(said))
        usage = value.get("usage")
        counted = [_count(usage, name) for name in ("prompt_tokens", "completion_tokens")]
        tokens_in, tokens_out = counted
        if tokens_in is None or tokens_out is None:
            return KeptReply(said, None, _tokens(messages), len(said) // SIGNS_PER_TOKEN + 1, True)
        return KeptReply(said, None, tokens_in, tokens_out)

    def _reason(self, body: bytes) -> str:
        """What a server says of an error, as the end of a sentence."""
        text = body[:MAX_ERROR_BODY].decode("utf-8", "replace")
        with suppress(ValueError, RecursionError):
            text = _error_text(json.loads(text))
        # The key goes before the text is cut, so that no part of it is left.
        text = shorten(self.server.without_key(" ".join(text.split())), 200)
        return f": {one_line(text)}" if text else ""


def _cut(connection: socket.socket, late: Event) -> None:
    """End a connection whose time is over."""
    late.set()
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


def _answer(response: HTTPResponse) -> _Answer:
    most = MAX_BODY + 1 if response.status == 200 else MAX_ERROR_BODY
    return _Answer(response.status, response.read(most), _wait(response.getheader("Retry-After")))


def _wait(text: str | None) -> float | None:
    """The seconds of a `Retry-After`: a number, or a date."""
    if not text:
        return None
    seconds = real_number(text)
    if seconds is None:
        try:
            date = parsedate_to_datetime(text)
        except (TypeError, ValueError):
            return None
        seconds = (date.replace(tzinfo=date.tzinfo or UTC) - datetime.now(UTC)).total_seconds()
    return max(0.0, seconds)


def _content(content: Any) -> str:
    """The text of a message: one text, or the texts among its parts; a message without one says nothing."""
    if content is None:
        return ""
    if isinstance(content, list):
        return "".join(str(part.get("text") or "") for part in content if isinstance(part, dict))
    if not isinstance(content, str):
        raise TypeError(content)
    return content


def _printable(text: str) -> str:
    """The end of a reply, as text that can be kept: no halves of signs, no zeros."""
    return text[-MAX_SAID:].encode("utf-8", "replace").decode("utf-8").replace("\0", "�")


def _count(usage: Any, name: str) -> int | None:
    value = usage.get(name) if isinstance(usage, dict) else None
    return value if type(value) is int and 0 <= value < 10**12 else None


def _tokens(messages: list[Message]) -> int:
    return sum(len(message["content"]) for message in messages) // SIGNS_PER_TOKEN + 1


def _error_text(value: Any) -> str:
    """The sentence in an error, where servers put it."""
    if isinstance(value, dict):
        for name in ("error", "message", "detail"):
            if name in value:
                return _error_text(value[name])
    return value if isinstance(value, str) else json.dumps(value)


def _reason_of(error: Exception) -> str:
    """Why a connection failed, in a few words that hold nothing of the request."""
    text = (error.strerror if isinstance(error, OSError) else "") or ""
    return text or {"RemoteDisconnected": "the server hung up"}.get(type(error).__name__, type(error).__name__)
