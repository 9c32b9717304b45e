"""The documentation under /docs: the site that `make docs` builds, which travels in the wheel."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from mimetypes import guess_type
from pathlib import Path

from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from sleuth.adapters.web.site import FOR_EVER, POLICY, Site

FOLDER = Path(str(files(__package__) / "documentation"))
ASK_AGAIN = {"Cache-Control": "no-cache"}
"""A browser keeps it, and asks each time whether it is still the same."""
ABSENT = (
    "the documentation is not part of this installation; in a checkout, `make docs` builds it, and a wheel that is "
    "built after that has it"
)


def register(app: FastAPI, site: Site) -> None:
    """The pages of the documentation and their files."""

    def document(request: Request, path: str = "") -> Response:
        if not (FOLDER / "index.html").is_file():
            return site.sorry(ABSENT)
        file = located(path)
        if file is None:
            raise HTTPException(404)
        if file.is_dir():  # so that the links of its first page lead on from there
            return RedirectResponse(f"{request.url.path}/")
        return _sent(request, file)

    app.add_api_route("/docs", lambda: RedirectResponse("/docs/"), methods=["GET", "HEAD"])
    app.add_api_route("/docs/{path:path}", document, methods=["GET", "HEAD"])


def located(path: str) -> Path | None:
    """The file or the folder of an address, where there is one with pages; a folder's first page after a slash."""
    root = FOLDER.resolve()
    if "\0" in path:
        return None
    file = (root / path).resolve()
    if path.endswith("/") or not path:
        file /= "index.html"
    if not file.is_relative_to(root):
        return None
    return file if file.is_file() or (file / "index.html").is_file() else None


def _sent(request: Request, file: Path) -> Response:
    """A file, or only that it is still the same."""
    content, tag = _content(file, file.stat().st_mtime_ns)
    keep = FOR_EVER if "v" in request.query_params else ASK_AGAIN
    headers = {**keep, "ETag": tag, "Content-Security-Policy": POLICY}
    if tag in (one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")):
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=_kind(file), headers=headers)


@lru_cache(maxsize=64)
def _content(file: Path, changed: int) -> tuple[bytes, str]:
    """A file, and a tag that changes with it: times of files in a wheel say nothing."""
    content = file.read_bytes()
    return content, f'"{sha256(content).hexdigest()[:20]}"'


def _kind(file: Path) -> str:
    """The media type of a file."""
    kind = guess_type(file.name)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") or file.suffix == ".js" else kind
