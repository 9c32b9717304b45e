"""A real server on this machine that speaks the chat-completions protocol, for tests: it answers as it is told to."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any

from sleuth import begin, parse_game, parse_strategy
from sleuth.core.history import History

Body = dict[str, Any]
ANSWER = re.compile(
    r"Answer to question \d+, (.*?): (.*?)(?: \(.*\))?\. (?:Question \d+|You have reached|No question)", re.DOTALL
)
KEY = "sk-very-secret-0123456789"


class HangUp(Exception):
    """The server closes the connection without a word."""


class Raw:
    """An answer of any status and form."""

    def __init__(self, status: int, body: bytes | str = b"", **headers: str) -> None:
        self.status, self.headers = status, headers
        self.body = body.encode() if isinstance(body, str) else body


Behaviour = Callable[[Body, int], "str | Raw"]
"""From a request and its number, from 1, to a reply."""


class ChatServerHere(ThreadingHTTPServer):
    """The server, and a log of what it was asked."""

    daemon_threads = True

    def __init__(self, behaviour: Behaviour) -> None:
        self.behaviour = behaviour
        self.log: list[Body] = []
        self.keys: list[str | None] = []
        self._lock = Lock()
        super().__init__(("127.0.0.1", 0), _Handler)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    @property
    def environment(self) -> dict[str, str]:
        return {"SLEUTH_CHAT_URL": self.url, "SLEUTH_CHAT_KEY": KEY}

    def note(self, body: Body, key: str | None) -> int:
        with self._lock:
            self.log.append(body)
            self.keys.append(key)
            return len(self.log)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that are killed or give up leave broken connections."""


class _Handler(BaseHTTPRequestHandler):
    server: ChatServerHere
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        assert self.path == "/v1/chat/completions"
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        number = self.server.note(body, self.headers["Authorization"])
        try:
            reply = self.server.behaviour(body, number)
        except HangUp:
            self.close_connection = True
            return
        answer = reply if isinstance(reply, Raw) else Raw(200, json.dumps(completion(body, reply)))
        self.send_response(answer.status)
        for name, value in {"Content-Length": str(len(answer.body)), **answer.headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(answer.body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


def completion(body: Body, text: str | None) -> Body:
    """A reply as the protocol has it; ten tokens were read, and two written."""
    return {
        "model": body["model"],
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 2, "total_tokens": 12},
    }


@contextmanager
def serving(behaviour: Behaviour) -> Iterator[ChatServerHere]:
    """A server, while the block runs."""
    with ChatServerHere(behaviour) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def by_strategy(spec: str, strategy: str = "entropy") -> Behaviour:
    """Replies by a strategy, which reads what was answered from the messages alone."""
    game, player, lock = parse_game(spec), parse_strategy(strategy), Lock()

    def reply(body: Body, number: int) -> str:
        with lock:  # the caches of sets are not made for threads
            info = begin(game)
            for step in history_of(spec, body["messages"]):
                info = info.observe(*step)
            action = game.format_action(player.decide(info).action)
        return f"<think>Is it {action[::-1]}?</think>I think that {action} tells most.\nQuestion: {action}"

    return reply


def history_of(spec: str, messages: list[dict[str, str]]) -> History:
    """What was asked and answered, read from the messages."""
    game, history = parse_game(spec), History()
    for message in messages:
        if message["role"] == "user" and (match := ANSWER.match(message["content"])):
            action = game.parse_action(match[1])
            history = history.add(action, game.parse_feedback(match[2], action))
    return history


class Gate:
    """Lets a number of requests pass, and holds all others until it is opened."""

    def __init__(self, behaviour: Behaviour, passes: int) -> None:
        self.behaviour, self.passes = behaviour, passes
        self.held, self.opened = Event(), Event()

    def __call__(self, body: Body, number: int) -> str | Raw:
        if number > self.passes and not self.opened.is_set():
            self.held.set()
            self.opened.wait()
            raise HangUp
        return self.behaviour(body, number)
