"""A language model as a player: which model, how it is asked, and where its server is."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar
from urllib.parse import SplitResult, urlsplit

from sleuth.core.errors import ParameterError
from sleuth.core.spec import Specified, require, split_spec

URLS = ("SLEUTH_CHAT_URL", "OPENAI_BASE_URL")
KEYS = ("SLEUTH_CHAT_KEY", "OPENAI_API_KEY")
"""Where the address and the key are: a key goes to the address of the same pair alone."""
MAX_TIMEOUT = 3600.0
MIN_SECRET = 8
"""A key of fewer signs, such as the `none` that a local server takes, hides nothing."""
RESERVED = ("model", "messages", "stream", "n")
"""Fields of a request that nobody else may set."""


@dataclass(frozen=True)
class Chat(Specified):
    """A language model behind a server that speaks the chat-completions protocol."""

    writes_sizes: ClassVar[bool] = False

    model: str = field(metadata={"help": "the model, as the server calls it"})
    temperature: float | None = field(default=None, metadata={"help": "how much replies vary; the server's if none"})
    max_tokens: int | None = field(default=None, metadata={"help": "the most tokens of a reply; the server's if none"})
    seed: int | None = field(default=None, metadata={"help": "the seed of the server's draws, where it takes one"})
    timeout: float = field(default=120.0, metadata={"help": "seconds that a reply may take"})
    extra: str = field(default="", metadata={"help": "further fields of each request, as a JSON object"})

    def __post_init__(self) -> None:
        require(bool(self.model.strip()) and self.model.isprintable(), self, "model is a name, such as model=NAME")
        require(self.temperature is None or self.temperature >= 0, self, "temperature is at least 0")
        require(self.max_tokens is None or self.max_tokens >= 1, self, "max_tokens is at least 1")
        require(0 < self.timeout <= MAX_TIMEOUT, self, f"timeout is more than 0, and at most {MAX_TIMEOUT:.0f} seconds")
        taken = [name for name in self.fields_of_extra() if name in RESERVED]
        require(not taken, self, f"extra cannot set {', '.join(taken)}")

    def fields_of_extra(self) -> dict[str, Any]:
        """The further fields of each request."""
        try:
            value = json.loads(self.extra or "{}")
        except (ValueError, RecursionError) as error:
            raise ParameterError('chat: extra is a JSON object, such as extra=({"top_p": 0.9})') from error
        if not isinstance(value, dict):
            raise ParameterError('chat: extra is a JSON object, such as extra=({"top_p": 0.9})')
        return value

    def body(self, messages: list[dict[str, str]]) -> dict[str, Any]:
        """A request, as the protocol has it."""
        settings = {"temperature": self.temperature, "max_tokens": self.max_tokens, "seed": self.seed}
        given = {name: value for name, value in settings.items() if value is not None}
        return {"model": self.model, "messages": messages, **given, **self.fields_of_extra()}

    @classmethod
    def parse(cls, spec: str) -> Chat:
        """The player of a spec: `chat:model=NAME`."""
        _, parameters = split_spec(spec)
        return cls.from_parameters(parameters)


def is_chat(spec: str) -> bool:
    """Whether a spec names a language model."""
    return spec.partition(":")[0].strip() == Chat.name


@dataclass(frozen=True)
class ChatServer:
    """Where a model is: an address, and a key that no text shows."""

    address: SplitResult
    """The base of the protocol, such as `http://localhost:8000/v1`."""
    key: str = field(default="", repr=False)
    """What the server knows its users by."""

    @property
    def path(self) -> str:
        """Where completions are asked for."""
        path = f"{self.address.path.rstrip('/')}/chat/completions"
        return f"{path}?{self.address.query}" if self.address.query else path

    @property
    def where(self) -> str:
        """The server, for messages."""
        return f"{self.address.scheme}://{self.address.netloc}"

    def without_key(self, text: str) -> str:
        """A text that came from outside, without the key: a server may repeat what it was sent."""
        return text.replace(self.key, "[key]") if len(self.key) >= MIN_SECRET else text


def chat_server(environment: Mapping[str, str] = os.environ) -> ChatServer:
    """The server that the environment names."""
    for url_name, key_name in zip(URLS, KEYS, strict=True):
        if url := environment.get(url_name, "").strip():
            return ChatServer(_address(url_name, url), _key(key_name, environment.get(key_name, "").strip()))
    raise ParameterError(f"where is the server? set {URLS[0]}, for example to http://localhost:8000/v1")


def _address(name: str, url: str) -> SplitResult:
    try:
        address = urlsplit(url)
        right = address.scheme in ("http", "https") and bool(address.hostname) and (address.port or 1) > 0
    except ValueError:
        right = False
    if not right or not url.isprintable() or not url.isascii() or " " in url:
        raise ParameterError(f"{name} is no address of a server; write it as http://localhost:8000/v1")
    if address.username is not None or address.password is not None:
        raise ParameterError(f"{name} holds a name or a password; leave it out, and set {KEYS[0]}")
    return address


def _key(name: str, key: str) -> str:
    if not (key.isascii() and key.isprintable()) or set(key) & set(' "\\'):
        raise ParameterError(f"{name} is no key: it has spaces, or signs that no header can carry")
    return key
