"""The documentation of the API as one plain page: from its OpenAPI description, with no script and no other host."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined


@dataclass(frozen=True)
class Field:
    """A parameter of a route, or a key of the body that is sent to it."""

    name: str
    kind: str
    default: str
    about: str

    @classmethod
    def of(cls, name: str, schema: dict[str, Any], required: bool, text: str = "") -> Field:
        """A field by its schema."""
        kind = " or ".join(schema["enum"]) if "enum" in schema else str(schema.get("type", ""))
        default = "required" if required else f"default {json.dumps(schema.get('default'))}"
        return cls(name, kind, default, text or schema.get("description", ""))


@dataclass(frozen=True)
class Operation:
    """A route: what it is for, what it takes, and an example of the least that it takes."""

    method: str
    path: str
    about: str
    fields: list[Field]
    example: str


def page(description: dict[str, Any]) -> str:
    """The whole page."""
    groups: dict[str, list[Operation]] = {}
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            group = (operation.get("tags") or ["other"])[0]
            groups.setdefault(group, []).append(_operation(description, path, method, operation))
    loader = PackageLoader(__package__)
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.get_template("reference.html").render(info={"summary": "", **description["info"]}, groups=groups)


def _operation(description: dict[str, Any], path: str, method: str, operation: dict[str, Any]) -> Operation:
    fields = [
        Field.of(p["name"], p.get("schema", {}), p.get("required", False), p.get("description", ""))
        for p in operation.get("parameters", [])
    ]
    schema = _resolved(description, _body_schema(operation))
    needed = schema.get("required", [])
    keys = schema.get("properties", {})
    fields += [Field.of(name, _resolved(description, one), name in needed) for name, one in keys.items()]
    example = {name: _example(one) for name, one in keys.items() if name in needed}
    shown = json.dumps(example, ensure_ascii=False) if example else ""
    return Operation(method.upper(), path, operation.get("description", ""), fields, shown)


def _body_schema(operation: dict[str, Any]) -> dict[str, Any]:
    content = operation.get("requestBody", {}).get("content", {})
    schema: dict[str, Any] = content.get("application/json", {}).get("schema", {})
    return schema


def _resolved(description: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    reference = schema.get("$ref")
    if not reference:
        return schema
    named: dict[str, Any] = description["components"]["schemas"][reference.rpartition("/")[2]]
    return named


def _example(schema: dict[str, Any]) -> Any:
    if schema.get("examples"):
        return schema["examples"][0]
    return {"integer": 2, "number": 1.0, "boolean": False}.get(str(schema.get("type")), "")
