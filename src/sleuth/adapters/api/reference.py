"""The documentation of the API as one plain page: from its OpenAPI description, with no script and no other host."""

from __future__ import annotations

import json
from html import escape
from typing import Any

STYLE = """
:root{color-scheme:light dark;--paper:light-dark(#FAF7F1,#17151A);--card:light-dark(#FFFFFF,#211F25);
--sunk:light-dark(#F2EDE4,#2A272F);--line:light-dark(#E4DDD0,#3A363F);--ink:light-dark(#211D19,#F4F0EA);
--soft:light-dark(#5E574D,#BDB6AC);--voice:light-dark(#5A3DA8,#C2B0FA)}
body{font:16px/1.5 -apple-system,"Segoe UI",Roboto,"Noto Sans",Arial,sans-serif;margin:0;
background:var(--paper);color:var(--ink)}
header{border-bottom:1px solid var(--line);padding:0 1rem}
header a{display:flex;align-items:center;gap:.5rem;max-width:52rem;min-height:52px;margin:0 auto;color:var(--ink)}
main{max-width:52rem;margin:1.5rem auto 3rem;padding:0 1rem}
h1,h2{font-family:"Iowan Old Style","Palatino Linotype",Palatino,"Noto Serif",Georgia,serif;line-height:1.2}
h2{margin-top:2.5rem;border-bottom:1px solid var(--line)}
a{color:var(--voice)}
:focus-visible{outline:3px solid var(--voice);outline-offset:2px}
section{margin:1.5rem 0}
code,pre{font-family:ui-monospace,monospace;font-size:.9rem}
pre{background:var(--sunk);padding:.6rem;border-radius:12px;overflow-x:auto}
table{border-collapse:collapse;width:100%}
td{text-align:left;padding:.3rem .6rem .3rem 0;vertical-align:top;border-top:1px solid var(--line)}
td:last-child{overflow-wrap:anywhere}
@media(max-width:640px){tr{display:block;border-top:1px solid var(--line)}
td{display:inline-block;border:0}td:last-child{display:block}}
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
        '<header><a href="/">&larr; All games</a></header>'
        f"<main><h1>{escape(info['title'])} API</h1><p>{escape(info.get('summary', ''))}</p>"
        '<p>Bodies and answers are JSON. What goes wrong is <code>{"error": "one sentence"}</code> with a status of '
        '4xx or 5xx. The description for programs is <a href="/api/openapi.json">openapi.json</a>.</p>'
        f"{body}</main></body></html>"
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
    shown = f"<pre tabindex='0'>{escape(json.dumps(example, ensure_ascii=False))}</pre>" if example else ""
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
