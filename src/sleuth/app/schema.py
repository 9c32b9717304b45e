"""One JSON Schema of all requests and results, made from their dataclasses.

Where a result is an object of a room below, the keys that it always has are named here, as data.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from sleuth.app.perform import function_of
from sleuth.app.play import PlayChange
from sleuth.app.requests import About, Drawing, Request
from sleuth.app.results import PlayResult, plain
from sleuth.core.errors import UnknownNameError

SCHEMA_VERSION = 2
"""Goes up where a key is taken away or means something else; keys are added without it."""
DIALECT = "https://json-schema.org/draft/2020-12/schema"
IDENTITY = f"urn:sleuth:schema:{SCHEMA_VERSION}"
ERROR = "ErrorResult"

Schema = dict[str, Any]
NUMBER, TEXT, ENTRY, LIST, TRUTH = "number", "string", "object", "array", "boolean"
KEYS: dict[str, Mapping[str, str]] = {
    "Evaluated": {"secrets": "integer", "total": NUMBER, "mean": NUMBER, "worst": "integer", "histogram": ENTRY,
                  "tie_break": TEXT, "seconds": NUMBER},
    "SolveOutcome": {"total": "number?", "mean": "number?", "worst": "integer?", "lower_bound": "number?",
                 "proved": TRUTH, "nodes": "integer", "seconds": NUMBER},
    "DrawnTree": {"game": TEXT, "history": TEXT, "action": TEXT, "secrets": "integer", "questions": "integer",
                  "chance": NUMBER, "mean": NUMBER, "worst": "integer", "answers": LIST},
    "Grades": {"game": TEXT, "moves": LIST},
    "Analysed": {"game": TEXT, "first_moves": ENTRY, "figures": ENTRY, "intervals": ENTRY, "headline": LIST,
                 "sentences": LIST, "files": LIST},
    "FitReport": {"questions": "integer", "plays": "integer", "left_out": "integer", "order": "object?",
                  "degree": ENTRY, "noise": ENTRY, "log_likelihood": NUMBER, "best": LIST, "models": LIST,
                  "participants": "integer", "groups": ENTRY, "persons": ENTRY, "best_described": ENTRY,
                  "shares": ENTRY, "pooling": LIST, "rows_left_out": LIST, "files": LIST, "notes": LIST},
    "MoveReport": {"questions": "integer", "columns": LIST, "moves": LIST, "baselines": ENTRY, "options": "array?",
                   "criteria": LIST, "sample": "integer?", "rows_left_out": LIST, "files": LIST, "notes": LIST},
    "ProofOutcome": {"game": TEXT, "store": TEXT, "bound": "number?", "total": "number?", "lower_bound": "number?",
                     "proved": TRUTH, "none_below": TRUTH, "optimal": LIST, "optimal_actions": "integer",
                     "openers": "integer", "refuted": "integer", "parts": "integer", "nodes": "integer",
                     "cpu": NUMBER, "table": LIST, "stopped": "string?", "notes": LIST},
    "Standings": {"name": TEXT, "file": TEXT, "rows": "integer", "done": "integer", "trials": "integer",
                  "total": "integer", "stopped": TRUTH, "running": TRUTH, "table": LIST, "cells": LIST,
                  "comparisons": LIST},
}  # fmt: skip
"""The keys that an object which is no `Result` always has, with their types; a question mark allows null."""
NAMES = {"SolveOutcome": "Solved"}
"""What the schema calls a class that has another name here."""
PRIMITIVES = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


def request_kinds() -> list[type[Request]]:
    """Every kind of request of this room, by name; what others refine is none itself."""
    room = import_module("sleuth.app")
    for module in iter_modules(room.__path__):
        import_module(f"{room.__name__}.{module.name}")
    kinds, known = list[type[Request]](), [Request]
    while known:
        kind = known.pop()
        finer = [part for part in kind.__subclasses__() if part.__module__.startswith(f"{room.__name__}.")]
        known += finer
        kinds += [] if finer else [kind]
    return sorted(kinds, key=lambda kind: kind.__name__)


def schema(name: str = "") -> Schema:
    """The schema of everything, or of one request or result with what it needs."""
    return _named(_everything(), name) if name else _everything()


@cache
def _everything() -> Schema:
    writer = _Writer()
    uses = {}
    for kind in request_kinds():
        result = writer.of(get_type_hints(function_of(kind), include_extras=True)["return"])
        uses[kind.__name__] = {"request": writer.of(kind), "result": result, "slow": kind.slow}
    error = {"type": "object", "description": "What is wrong, in one sentence.", "required": ["error"],
             "properties": {"error": {"type": "string"}}}  # fmt: skip
    return {
        "$schema": DIALECT,
        "$id": IDENTITY,
        "title": "Sleuth",
        "description": "Every request, and the result that it gives.",
        "version": SCHEMA_VERSION,
        "requests": uses,
        "$defs": dict(sorted({**writer.definitions, ERROR: error}.items())),
    }


def _named(whole: Schema, name: str) -> Schema:
    """One definition and those that it needs; of a request, also its result."""
    by_key = {_key(known): known for known in whole["$defs"]}
    if _key(name) not in by_key:
        raise UnknownNameError("schema", name, list(whole["$defs"]))
    known = by_key[_key(name)]
    uses = {known: whole["requests"][known]} if known in whole["requests"] else {}
    needed, wanted = set[str](), [known, *_references(uses)]
    while wanted:
        definition = wanted.pop()
        if definition not in needed:
            needed.add(definition)
            wanted += _references(whole["$defs"][definition])
    head = {"$schema": DIALECT, "$id": f"{IDENTITY}:{known}", "title": known, "version": SCHEMA_VERSION}
    defined = {one: definition for one, definition in whole["$defs"].items() if one in needed}
    return {**head, "$ref": f"#/$defs/{known}", **({"requests": uses} if uses else {}), "$defs": defined}


def _key(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "")


def _references(part: Schema) -> list[str]:
    return re.findall(r'"#/\$defs/(\w+)"', json.dumps(part))


class _Writer:
    """Type hints as JSON Schema; classes become definitions."""

    def __init__(self) -> None:
        self.definitions: dict[str, Schema] = {}

    def of(self, hint: Any) -> Schema:
        """What a value of this type looks like."""
        origin, inner = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return {**self.of(inner[0]), **_about(inner[1:])}
        if origin in (Union, UnionType):
            return self._union(inner)
        if origin in (list, tuple, Sequence):
            return {"type": "array", "items": self.of(inner[0])}
        if origin in (dict, Mapping):
            return {"type": "object", "additionalProperties": self.of(inner[1])}
        if hint is Any:
            return {}
        if hint in PRIMITIVES:
            return {"type": PRIMITIVES[hint]}
        return self.of(PlayResult) if hint is PlayChange else self._reference(hint)

    def _union(self, parts: tuple[Any, ...]) -> Schema:
        """Any of several types; what is text for everybody else may be an object in Python."""
        known = [part for part in parts if part in PRIMITIVES or get_origin(part) or is_dataclass(part)]
        if str in known:
            known = [part for part in known if not is_dataclass(part)]
        written = [self.of(part) for part in known]
        if all(set(one) == {"type"} for one in written):
            kinds = [one["type"] for one in written]
            return {"type": kinds if len(kinds) > 1 else kinds[0]}
        return {"anyOf": written}

    def _reference(self, kind: type) -> Schema:
        name = NAMES.get(kind.__name__, kind.__name__)
        if name not in self.definitions:
            self.definitions[name] = {}  # it may hold itself
            plain_fields = is_dataclass(kind) and kind.__name__ not in KEYS
            self.definitions[name] = self._dataclass(kind) if plain_fields else _described(kind)
        return {"$ref": f"#/$defs/{name}"}

    def _dataclass(self, kind: Any) -> Schema:
        hints = get_type_hints(kind, include_extras=True)
        always = not issubclass(kind, Request | Drawing)  # every key of a result is written
        properties, required = {}, []
        for field in fields(kind):
            properties[field.name] = self.of(hints[field.name])
            if always or (field.default is MISSING and field.default_factory is MISSING):
                required.append(field.name)
            elif field.default is not MISSING:
                properties[field.name]["default"] = plain(field.default)
        written: Schema = {"type": "object", "description": _summary(kind), "properties": properties}
        return {**written, "required": required, **({} if always else {"additionalProperties": False})}


def _described(kind: type) -> Schema:
    keys = KEYS.get(kind.__name__, {})
    properties = {key: _type(text) for key, text in keys.items()}
    return {"type": "object", "description": _summary(kind), "properties": properties, "required": list(keys)}


def _type(text: str) -> Schema:
    return {"type": [text[:-1], "null"] if text.endswith("?") else text}


def _summary(kind: type) -> str:
    return (kind.__doc__ or "").strip().partition("\n")[0]


def _about(notes: tuple[Any, ...]) -> Schema:
    about = next((note for note in notes if isinstance(note, About)), None)
    if about is None:
        return {}
    written: Schema = {"description": about.help}
    if about.example is not None:
        written["examples"] = [plain(about.example)]
    return written | ({"enum": list(about.choices)} if about.choices else {})
