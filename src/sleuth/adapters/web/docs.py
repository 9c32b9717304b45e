"""The documentation under /docs: the site that `make docs` builds, which travels in the wheel."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from mimetypes import guess_type
from pathlib import Path
from zipfile import ZipFile, ZipInfo

from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from sleuth.adapters.web.site import FOR_EVER, POLICY, Site

ARCHIVE = Path(str(files(__package__) / "documentation.zip"))
"""One file, a fifth of the size of its pages."""
ASK_AGAIN = {"Cache-Control": "no-cache"}
"""A browser keeps it, and asks each time whether it is still the same."""
ABSENT = (
    "the documentation is not part of this installation; in a checkout, `make docs` builds it, and a wheel that is "
    "built after that has it"
)


def register(app: FastAPI, site: Site) -> None:
    """The pages of the documentation and their files."""

    def document(request: Request, path: str = "") -> Response:
        archive = _archive()
        if archive is None:
            return site.sorry(ABSENT)
        pages = archive.NameToInfo
        name = f"{path}index.html" if path.endswith("/") or not path else path
        if name in pages:
            return _sent(request, archive, pages[name])
        if f"{name}/index.html" in pages:  # so that the links of its first page lead on from there
            return RedirectResponse(f"{request.url.path}/")
        raise HTTPException(404)

    app.add_api_route("/docs", lambda: RedirectResponse("/docs/"), methods=["GET", "HEAD"])
    app.add_api_route("/docs/{path:path}", document, methods=["GET", "HEAD"])


def _archive() -> ZipFile | None:
    """The site, if it is here; opened anew where it was built anew."""
    try:
        state = ARCHIVE.stat()
    except OSError:
        return None
    return _opened(ARCHIVE, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=1)
def _opened(file: Path, changed: int, size: int) -> ZipFile:
    return ZipFile(file)


def _sent(request: Request, archive: ZipFile, page: ZipInfo) -> Response:
    """A file, or only that it is still the same; its tag changes with its content."""
    tag = f'"{page.CRC:08x}{page.file_size:x}"'
    keep = FOR_EVER if "v" in request.query_params else ASK_AGAIN
    headers = {**keep, "ETag": tag, "Content-Security-Policy": POLICY}
    if tag in (one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")):
        return Response(status_code=304, headers=headers)
    return Response(archive.read(page), media_type=_kind(page.filename), headers=headers)


def _kind(name: str) -> str:
    """The media type of a file."""
    kind = guess_type(name)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") or name.endswith(".js") else kind
