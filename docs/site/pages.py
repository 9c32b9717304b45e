"""The pages of the site, made from the plain Markdown of the project: titles, links and navigation.

The Markdown is written to be read as it is. What only a site needs is added to copies, in a folder that is thrown away:
`README.md` becomes `index.md`, links follow, a file outside docs/ that somebody links to becomes a page that shows it,
comments for the tests go, and hidden tables of contents come.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from docs.site.notebooks import executed, notebook_page
from docs.site.terms import Terms

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
SINGLE = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md", "README.md": "readme.md"}
"""Files beside docs/ that have a place on the site; the first page is that of docs/."""
LEFT_OUT = ("site",)
"""Folders of docs/ that hold no pages."""
WITH_TERMS = ("tutorials", "walks", "how-to", "reference", "explanation", "results")
"""Folders whose pages link the words of the glossary."""
SECTIONS = {
    "Start here": ("readme.md", "tutorials", "walks"),
    "How-to": ("how-to",),
    "Reference": ("reference", "api", "glossary.md"),
    "Explanation": ("explanation",),
    "Project": ("results", "decisions", "contributing.md", "changelog.md"),
}
"""The navigation: a caption, and the folders and pages beneath it. A folder with an index of its own is one line."""
FENCE = re.compile(r"^ *(`{3,}|~{3,})")
COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
LINK = re.compile(
    r"(?P<code>(`+)(?!`).*?(?<!`)\2(?!`))|(?P<text>\[(?:[^\[\]]|\[[^\[\]]*\])*\]\()(?P<to>[^)\s]+)", re.DOTALL
)
IMAGE = re.compile(r'<img\b(?=[^>]*\bsrc="(?P<src>[^"]*)")(?=[^>]*\balt="(?P<alt>[^"]*)")[^>]*>')
PARAGRAPH = re.compile(r"^ *</?p\b[^>]*>\n|^ +(?=<img)", re.MULTILINE)
LANGUAGES = {".py": "python", ".toml": "toml", ".json": "json", ".csv": "text", ".md": "markdown"}


@dataclass
class Pages:
    """The copies that Sphinx reads, in a folder."""

    folder: Path
    shown: set[Path] = field(default_factory=set)
    """Files outside docs/ that a page links to."""

    def stage(self) -> None:
        """Write every page."""
        shutil.rmtree(self.folder, ignore_errors=True)
        for source in sources():
            self._write(self.place(source), self._page(source))
        for source in sorted(self.shown):
            self._write(self.place(source), file_page(source))

    def place(self, source: Path) -> Path:
        """Where a file of the project is on the site."""
        if source.parent == ROOT and source.name in SINGLE:
            return Path(SINGLE[source.name])
        if source.is_relative_to(DOCS):
            inside = source.relative_to(DOCS)
            return (
                inside.with_name("index.md")
                if inside.name == "README.md"
                else inside.with_suffix(".md" if inside.suffix == ".ipynb" else inside.suffix)
            )
        return Path("files", *source.relative_to(ROOT).parts[:-1], f"{source.name}.md")

    def _page(self, source: Path) -> str:
        if source.suffix == ".ipynb":
            text = notebook_page(executed(source), self.folder / self.place(source).parent, source.stem)
        else:
            text = source.read_text(encoding="utf-8")
        if source == ROOT / "README.md":  # its title is that of the first page, and its pictures are side by side
            text = PARAGRAPH.sub("", text.replace("# Sleuth\n", "# At a glance\n", 1))
            text = IMAGE.sub(r"![\g<alt>](\g<src>)", text)
        text = outside_code(text, lambda part: self._linked(COMMENT.sub("", part), source))
        place = self.place(source)
        if place.parts[0] not in WITH_TERMS:
            return text
        return outside_code(text, Terms(os.path.relpath("glossary.md", place.parent).replace(os.sep, "/")).link)

    def _linked(self, text: str, source: Path) -> str:
        """Text of a page with its links as they are on the site."""

        def link(match: re.Match[str]) -> str:
            return match[0] if match["code"] else f"{match['text']}{self.address(match['to'], source)}"

        return LINK.sub(link, text)

    def address(self, to: str, source: Path) -> str:
        """An address on a page as it is on the site; files that are no pages travel along."""
        path, hash_sign, anchor = to.partition("#")
        if not path or re.match(r"[a-z]+:", path):
            return to
        target = Path(os.path.normpath(source.parent / path))
        if not target.is_file():
            return to  # Sphinx says that it is missing
        if not target.is_relative_to(DOCS) and target.name not in SINGLE:
            self.shown.add(target)
        elif target.suffix not in (".md", ".ipynb"):
            self._copy(target)
        here = self.place(source).parent
        return f"{os.path.relpath(self.place(target), here)}{hash_sign}{anchor}".replace(os.sep, "/")

    def _copy(self, source: Path) -> None:
        to = self.folder / self.place(source)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, to)

    def _write(self, place: Path, text: str) -> None:
        to = self.folder / place
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(text, encoding="utf-8")


def sources() -> list[Path]:
    """The files that become pages."""
    inside = [page for kind in ("*.md", "*.ipynb") for page in DOCS.rglob(kind)]
    pages = [page for page in inside if page.relative_to(DOCS).parts[0] not in LEFT_OUT]
    beside = [ROOT / name for name in SINGLE if (ROOT / name).is_file()]
    return sorted(pages) + beside


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """A page with everything but its fenced code changed."""
    return "".join(part if code else change(part) for code, part in parts(text))


def parts(text: str) -> Iterator[tuple[bool, str]]:
    """A page cut into text and fenced code: whether it is code, and its lines."""
    lines: list[str] = []
    fence = ""
    for line in text.splitlines(keepends=True):
        found = FENCE.match(line)
        if not fence and found:
            yield False, "".join(lines)
            lines, fence = [line], found[1]
        elif fence and found and line.strip() == fence:
            yield True, "".join([*lines, line])
            lines, fence = [], ""
        else:
            lines.append(line)
    yield bool(fence), "".join(lines)


def file_page(source: Path) -> str:
    """A page that shows a file."""
    name = source.relative_to(ROOT).as_posix()
    language = LANGUAGES.get(source.suffix, "text")
    return f"# `{name}`\n\n~~~~{language}\n{source.read_text(encoding='utf-8').rstrip()}\n~~~~\n"


def add_navigation(folder: Path) -> None:
    """Hidden tables of contents at the end of the first page and of each folder's own index."""
    pages = {page.relative_to(folder) for page in folder.rglob("*.md")}
    order = {page: number for number, page in enumerate(linked_pages(folder, folder / "index.md"))}
    captions = [
        (caption, [page for place in places for page in entries(place, pages, order)])
        for caption, places in SECTIONS.items()
    ]
    shown = [page for page in sorted(pages) if page.parts[0] == "files"]
    trees = [toctree(found, caption) for caption, found in captions if found]
    _append(folder / "index.md", "".join([*trees, toctree(shown, "Files") if shown else ""]))
    for index in sorted(page for page in pages if page.name == "index.md" and len(page.parts) > 1):
        first = list(linked_pages(folder, folder / index))
        below = sorted(page for page in pages if page.parts[0] == index.parts[0] and page != index)
        below.sort(key=lambda page: first.index(page) if page in first else len(first))
        _append(folder / index, toctree([page.relative_to(index.parent) for page in below]))


def entries(place: str, pages: set[Path], order: dict[Path, int]) -> list[Path]:
    """What stands in the navigation for a folder or a page: its index, or all pages in the order of the first page."""
    if place.endswith(".md"):
        return [Path(place)] if Path(place) in pages else []
    if Path(place, "index.md") in pages:
        return [Path(place, "index.md")]
    inside = sorted(page for page in pages if page.parts[0] == place)
    return sorted(inside, key=lambda page: order.get(page, len(order)))


def linked_pages(folder: Path, page: Path) -> Iterator[Path]:
    """The pages that a page links to, in order."""
    for code, part in parts(page.read_text(encoding="utf-8")):
        for match in () if code else LINK.finditer(part):
            if match["to"] and match["to"].partition("#")[0].endswith(".md"):
                target = Path(os.path.normpath(page.parent / match["to"].partition("#")[0]))
                if target.is_relative_to(folder):
                    yield target.relative_to(folder)


def toctree(pages: Iterable[Path], caption: str = "") -> str:
    """A hidden table of contents, as MyST writes it."""
    lines = [page.with_suffix("").as_posix() for page in pages]
    options = [":hidden:", *([f":caption: {caption}"] if caption else [])]
    return "\n".join(["\n\n```{toctree}", *options, "", *lines, "```\n"]) if lines else ""


def _append(page: Path, text: str) -> None:
    page.write_text(page.read_text(encoding="utf-8") + text, encoding="utf-8")
