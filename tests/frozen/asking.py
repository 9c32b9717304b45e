"""Asks a question of the command line or of the API, in this process, and keeps of the answer what does not vary.

A question to the command line is a line as a person types it, without `--json`. `A && B` asks A before B, and the
answer is that of B; `A < x;y` types the lines x and y. Of a help the text is kept; of a certificate the lines at its
head and a digest. A question to the API is a list of requests, one a line, each as `METHOD PATH BODY`; `{id}` and
`{record}` stand for the last id and the last record that were answered. A question at a table is a list of lines, each
as `WORD FIELDS`.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import shlex
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, chdir, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from threading import Thread
from typing import Any
from unittest.mock import patch

import httpx
import uvicorn

from sleuth.adapters.api.app import create
from sleuth.adapters.api.connections import Connection
from sleuth.adapters.cli.app import run
from sleuth.adapters.service.service import Service
from sleuth.app import TableAct, TableBegin, TableHint, TableLook, perform
from sleuth.core.errors import SleuthError

ROOT = Path(__file__).parents[2]
FILES = Path(__file__).parent / "files"
ALIKE = {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb", "PYTHONUTF8": "1", "SLEUTH_WORKERS": "1"}
VARIES = "(varies)"
"""Stands in an answer for what differs from run to run."""
VARYING = ("seconds", "milliseconds_a_move", "cpu", "id")
DATED = re.compile(r"(sleuth-[\w-]+-)\d{8}-\d{6}")
"""The name of a record that nobody named."""
COUNTED = {"solve": ("nodes",), "prove": ("nodes", "parts")}
"""Keys by command that count the work of a search: they depend on threads, and on what is known from before."""
PROOF = "it.proof"
"""The file in which a question asks for a certificate."""
HEAD_END = "proved "
"""How the last line begins that a certificate has before its tree."""
SEATED = {"begin": TableBegin, "act": TableAct, "hint": TableHint, "look": TableLook}
"""What a line at a table asks for, by its word."""
COMPILED = ("warm", "compiled", "kernels", "damaged", "before", "kept")
"""What `warmup` tells depends on what is on the disk."""


def ask_command(line: str) -> dict[str, Any]:
    """The exit code of a command line, the JSON that it writes, and the last line of stderr if it fails."""
    with _workplace() as folder:
        return _answer(_prepare(line), folder)


def ask_help(line: str) -> dict[str, Any]:
    """The exit code of a command line, and its text."""
    with _workplace() as folder:
        code, out, _ = _run(line)
        return {"exit": code, "text": _steady(out.splitlines(), folder, ())}


def ask_certificate(line: str) -> dict[str, Any]:
    """The head, the size and the digest of the proof that a command line writes, and what `verify` says of it."""
    with _workplace() as folder:
        verdict = _answer(_prepare(f"{line} && verify {PROOF}"), folder)
        text = _steady(Path(PROOF).read_text(encoding="utf-8"), folder, ())
    lines = text.splitlines()
    size = next(number for number, one in enumerate(lines, 1) if one.startswith(HEAD_END))
    digest = hashlib.sha256(text.encode()).hexdigest()
    return {"head": lines[:size], "lines": len(lines), "sha256": digest, "verify": verdict}


def ask_table(lines: str) -> list[Any]:
    """What a person at a table is answered: the result of every line, or its error. The table itself is left out."""
    table, answers = "", []
    for line in lines.splitlines():
        word, _, fields = line.partition(" ")
        request = SEATED[word](**json.loads(fields or "{}"), **({"table": table} if table else {}))
        try:
            answer = perform(request).as_json()
        except SleuthError as error:
            answer = {"error": str(error)}
        table = answer.pop("table", table)
        answers.append(_steady(answer, "", VARYING))
    return answers


@contextmanager
def _workplace() -> Iterator[str]:
    """A folder for one question, with the files that questions name."""
    with tempfile.TemporaryDirectory(prefix="sleuth-frozen-") as folder, chdir(folder):
        for file in FILES.iterdir():
            Path(file.name).write_bytes(file.read_bytes())
        Path("examples").symlink_to(ROOT / "examples")
        yield folder


def _prepare(line: str) -> str:
    """The last command of a line, after those before it have run."""
    *before, last = line.split(" && ")
    for earlier in before:
        code, _, err = _run(earlier, "--json")
        if code:
            raise ValueError(f"{earlier}: {err}")
    return last


def _run(line: str, *flags: str) -> tuple[int, str, str]:
    """The exit code of one command, and what it writes to stdout and to stderr."""
    command, _, typed = line.partition(" < ")
    out, err = io.StringIO(), io.StringIO()
    with ExitStack() as stack:
        stack.enter_context(patch.dict(os.environ, ALIKE))
        stack.enter_context(patch("sys.stdin", io.StringIO("".join(f"{said}\n" for said in typed.split(";") if typed))))
        stack.enter_context(redirect_stdout(out))
        stack.enter_context(redirect_stderr(err))
        code = run([*shlex.split(command), *flags])
    return code, out.getvalue(), err.getvalue()


def _answer(command: str, folder: str) -> dict[str, Any]:
    """The exit code of one command and its JSON, steady."""
    code, out, err = _run(command, "--json")
    answer = {"exit": code, "answer": json.loads(out)} | ({"stderr": err.splitlines()[-1]} if code and err else {})
    steady: dict[str, Any] = _steady(answer, folder, _varying(command.split()[0]))
    return steady


def _varying(command: str) -> tuple[str, ...]:
    return (*VARYING, *COUNTED.get(command, ()), *(COMPILED if command == "warmup" else ()))


@contextmanager
def api() -> Iterator[httpx.Client]:
    """A client of a real server, which has a folder of its own with the results of a tournament."""
    with tempfile.TemporaryDirectory(prefix="sleuth-frozen-") as name, patch.dict(os.environ, ALIKE):
        folder = Path(name)
        with chdir(folder):
            (folder / "cup.toml").write_bytes((FILES / "cup.toml").read_bytes())
            _run("tournament run cup.toml --workers 0", "--json")
        service = Service(folder, results_folder=folder, workers=1)
        with _served(service) as address, httpx.Client(base_url=address, timeout=90) as client:
            yield client


@contextmanager
def _served(service: Service) -> Iterator[str]:
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(create(service), http=Connection, log_level="error", server_header=False))
    thread = Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    thread.join(timeout=20)
    listening.close()


def ask_api(client: httpx.Client, lines: str) -> list[dict[str, Any]]:
    """The status and the JSON of every request."""
    answers, identity, record = [], "none", ""
    for line in lines.splitlines():
        method, path, *body = line.split(" ", 2)
        headers = {"content-type": "application/json"} if body else {}
        content = body[0].replace("{record}", json.dumps(record)[1:-1]) if body else None
        reply = client.request(method, path.replace("{id}", identity), content=content, headers=headers)
        told = reply.json()
        if isinstance(told, dict) and "id" in told:
            identity = told["id"]
        if isinstance(told, dict):
            record = told.get("record", record)
        varying = (*VARYING, "nodes") if path == "/api/solve" else VARYING
        answers.append({"status": reply.status_code, "answer": _steady(told, "", varying)})
    return answers


def _steady(value: Any, folder: str, varying: tuple[str, ...]) -> Any:
    """An answer with a sign in place of what varies, and short names for the folders of this machine."""
    if isinstance(value, dict):
        return {
            key: VARIES if key in varying and inner is not None else _steady(inner, folder, varying)
            for key, inner in value.items()
        }
    if isinstance(value, list):
        return [_steady(inner, folder, varying) for inner in value]
    if isinstance(value, str):
        for path, short in ((folder, "FOLDER"), (os.path.realpath(folder), "FOLDER"), (str(ROOT), "ROOT")):
            value = value.replace(path, short) if path else value
        return DATED.sub(f"\\1{VARIES}", value)
    return value
