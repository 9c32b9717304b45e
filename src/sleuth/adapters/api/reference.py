"""The documentation of the API as one plain page: from its OpenAPI description, with no script and no other host."""

from __future__ import annotations

import json
from html import escape
from typing import Any

STYLE = """
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;
background:light-dark(#fff,#16191e);color:light-dark(#1c1c1c,#f2f2f2)}
a{color:light-dark(#005a8e,#7cc5f0)}
h2{margin-top:2.5rem;border-bottom:1px solid light-dark(#757575,#949ba5)}
section{margin:1.5rem 0}
code,pre{font-family:ui-monospace,monospace;font-size:.9rem}
pre{background:light-dark(#e9edf1,#2a3038);padding:.6rem;border-radius:6px;overflow-x:auto}
table{border-collapse:collapse;width:100%}
td,th{text-align:left;padding:.25rem .6rem .25rem 0;vertical-align:top}
td:last-child{overflow-wrap:anywhere}
.method{font-weight:700}
"""


def page(description: dict[str, Any]) -> str:
    """The whole page."""
    info = description["info"]
    groups: dict[str, list[str]] = {}
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            group = (operation.get("tags") or ["other"])[0]
            groups.setdefault(group, []).append(_operation(description, path, method, operation))
    body = "".join(f"<h2>{escape(name)}</h2>{''.join(parts)}" for name, parts in groups.items())
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(info["title"])} API</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head><body>'
        f"<h1>{escape(info['title'])} API</h1><p>{escape(info.get('summary', ''))}</p>"
        '<p>Bodies and answers are JSON. What goes wrong is <code>{"error": "one sentence"}</code> with a status of '
        '4xx or 5xx. The description for programs is <a href="/api/openapi.json">openapi.json</a>.</p>'
        f"{body}</body></html>"
    )


def _operation(description: dict[str, Any], path: str, method: str, operation: dict[str, Any]) -> str:
    rows = [
        _row(p["name"], p.get("schema", {}), p.get("required", False), p.get("description", ""))
        for p in operation.get("parameters", [])
    ]
    schema = _resolved(description, _body_schema(operation))
    needed = schema.get("required", [])
    rows += [
        _row(name, _resolved(description, one), name in needed) for name, one in schema.get("properties", {}).items()
    ]
    table = f"<table>{''.join(rows)}</table>" if rows else ""
    example = {name: _example(one) for name, one in schema.get("properties", {}).items() if name in needed}
    shown = f"<pre>{escape(json.dumps(example, ensure_ascii=False))}</pre>" if example else ""
    return (
        f'<section><p><span class="method">{method.upper()}</span> <code>{escape(path)}</code><br>'
        f"{escape(operation.get('description', ''))}</p>{table}{shown}</section>"
    )


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


def _row(name: str, schema: dict[str, Any], required: bool, text: str = "") -> str:
    kind = " or ".join(schema["enum"]) if "enum" in schema else str(schema.get("type", ""))
    about = text or schema.get("description", "")
    default = "required" if required else f"default {json.dumps(schema.get('default'))}"
    return (
        f"<tr><td><code>{escape(name)}</code></td><td>{escape(kind)}</td><td>{escape(default)}</td>"
        f"<td>{escape(about)}</td></tr>"
    )


def _example(schema: dict[str, Any]) -> Any:
    if schema.get("examples"):
        return schema["examples"][0]
    return {"integer": 2, "number": 1.0, "boolean": False}.get(str(schema.get("type")), "")
