"""The reference of every public name, a page for each package: written as MyST, for Sphinx to set and to link."""

from __future__ import annotations

import inspect
import json
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

from docs.site.examples import Example, best_examples, doctests, pages_that_use, title
from docs.site.names import (
    Member,
    PublicName,
    data_text,
    doc_of,
    documented,
    extended_by,
    linked_type,
    members,
    packages,
    public_names,
    resolve,
    returned_by,
    signature,
)
from docs.site.pages import DOCS, ROOT, outside_code

FOLDER = "api"
OVERVIEW = DOCS / "reference" / "python.md"
BY_EXAMPLE = "-by-example"
"""How the names of pages end that have an example for each name, and of which nobody learns where it is used."""
MAX_PAGES = 8
"""Pages that are named as users of a name."""
ROW = re.compile(r"\| `(\w+).*?` \| (\S.*?) \|$")
CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
WORD = re.compile(r"[A-Za-z_][\w.]*")


@dataclass(frozen=True)
class Group:
    """Some names of a package under one title, as the overview has them."""

    package: str
    title: str
    names: dict[str, str] = field(default_factory=dict)
    """Each name with the sentence about it."""


@dataclass
class Reference:
    """The pages."""

    folder: Path
    place: Callable[[Path], Path]
    """Where a page of the project is on the site."""

    def __post_init__(self) -> None:
        self.examples = best_examples()
        self.givers = returned_by()
        self.heirs = extended_by()
        self.users = pages_that_use()

    def write(self) -> None:
        """Write a page for each package, and one that lists them."""
        (self.folder / FOLDER).mkdir(parents=True, exist_ok=True)
        groups = groups_of(OVERVIEW.read_text(encoding="utf-8"))
        for package in packages():
            self._write(package, self._page(package, [group for group in groups if group.package == package]))
        rows = "\n".join(f"| [`{one}`]({one}.md) | {self._summary(one)} |" for one in packages())
        self._write("index", f"{INTRODUCTION}\n| package | what is in it |\n|---|---|\n{rows}\n")

    def _write(self, name: str, text: str) -> None:
        (self.folder / FOLDER / f"{name}.md").write_text(text, encoding="utf-8")

    def _summary(self, package: str) -> str:
        return inspect.cleandoc(import_module(package).__doc__ or "").partition("\n\n")[0].replace("\n", " ")

    def _page(self, package: str, groups: list[Group]) -> str:
        names = {one.name: one for one in public_names() if one.package == package}
        text = inspect.cleandoc(import_module(package).__doc__ or "")
        parts = [f"# `{package}`", f"```{{py:module}} {package}\n```", self._prose(text, package)]
        for group in groups:
            heading = group.title or "Names"
            parts += [f"## {heading}"] if len(groups) > 1 else []
            parts += [self._entry(names.pop(name), sentence) for name, sentence in group.names.items() if name in names]
        parts += [self._entry(one, "") for one in names.values()]  # a test misses them on the overview
        return "\n\n".join(parts) + "\n"

    def _entry(self, one: PublicName, sentence: str) -> str:
        if one.kind == "module":
            page = one.full in packages()  # where it has none, it is explained here
            line = self._package_line(one.full, sentence) if page else capital(sentence)
            index = "\n:no-index:" if page else ""
            return f"```{{py:data}} {one.name}\n:module: {one.package}{index}\n\n{line}\n```"
        if one.kind == "data":
            return self._data(one, sentence)
        if one.main != one:
            text = f"{_first_sentence(doc_of(one.value))}\n\nThe same as {{py:obj}}`{one.main.full}`."
            return self._directive(one, [self._prose(text, one.module)])
        canonical = f"{one.module}.{one.name}"
        options = [f":canonical: {canonical}"] if canonical != one.full else []
        return self._directive(one, self._body(one, sentence), options)

    def _package_line(self, inside: str, sentence: str) -> str:
        text = capital(plain(sentence.partition(", [below]")[0])) or self._summary(inside)
        return f"{text.rstrip('.')}. The package {{py:mod}}`{inside}`."

    def _directive(self, one: PublicName, body: list[str], options: list[str] | None = None) -> str:
        head = f"{one.name}{signature(one.value, one.module) or ''}"
        lines = [f"``````{{py:{one.kind}}} {head}", f":module: {one.package}", *(options or ())]
        return "\n".join([*lines, "", "\n\n".join(filter(None, body)), "``````"])

    def _data(self, one: PublicName, sentence: str) -> str:
        kind, value, text = data_text(one)
        lines = [f"``````{{py:data}} {one.name}", f":module: {one.package}"]
        lines += _options(type=linked_type(kind, one.home), value=value)
        body = [self._prose(text or capital(sentence), one.home), self._where(one)]
        return "\n".join([*lines, "", "\n\n".join(filter(None, body)), "``````"])

    def _body(self, one: PublicName, sentence: str) -> list[str]:
        body = [self._bases(one), self._prose(doc_of(one.value) or capital(sentence), one.module, one.value)]
        if one.kind == "class":
            found = members(one.value)
            body += [self._member(one, member) for member in found]
            body.append(_named("Given by", self.givers.get(one.full, ())))
        return [*body, _named("Extended by", self.heirs.get(one.full, ())), self._where(one)]

    def _bases(self, one: PublicName) -> str:
        if not inspect.isclass(one.value):
            return ""
        public = [documented(base) for base in one.value.__bases__]
        links = [f"{{py:class}}`{base.full}`" for base in public if base is not None]
        return f"Extends {', '.join(links)}." if links else ""

    def _member(self, one: PublicName, member: Member) -> str:
        module = member.owner.__module__
        directive = member.kind if member.kind in ("attribute", "property") else "method"
        lines, head = (
            [f":module: {one.package}", ":no-contents-entry:", ":no-index-entry:"],
            f"{one.name}.{member.name}",
        )
        if directive == "method":
            function = inspect.getattr_static(member.owner, member.name)
            head += self._method_signature(function)
            lines += [f":{member.kind}:"] if member.kind != "method" else []
        else:
            lines += _options(type=linked_type(member.annotation, module), value=member.default)
        text = self._prose(member.text, module, one.value)
        return "\n".join([f"`````{{py:{directive}}} {head}", *lines, "", text, "`````"])

    def _method_signature(self, function: object) -> str:
        plain_function = getattr(function, "__func__", function)
        found = signature(plain_function, getattr(plain_function, "__module__", "sleuth")) or "()"
        return re.sub(r"^\((self|cls)(: [\w.\[\]]+)?(, )?(/, )?", "(", found)

    def _where(self, one: PublicName) -> str:
        """An example, where else it is used, and where it is written."""
        parts = []
        example = self.examples.get(one.full)
        texts = [doc_of(one.value)] if one.kind != "data" else []
        if example is not None and not doctests(texts):
            parts.append(self._example(example))
        users = self.users.get(one.full, ())
        pages = [page for page in users if page != OVERVIEW and not page.stem.endswith(BY_EXAMPLE)][:MAX_PAGES]
        if pages:
            links = [f"[{title(page)}]({self._link(page)})" for page in pages]
            parts.append(f"Used in: {', '.join(links)}.")
        parts.append(f"Source: `{one.module.replace('.', '/')}.py`")
        return "\n\n".join(f"{{.api-note}}\n{part}" if not part.startswith("*") else part for part in parts)

    def _example(self, example: Example) -> str:
        prompt = ">>> " if ">>>" in example.code else ""
        first = f"{prompt}{example.imports}\n" if example.imports else ""
        page = example.source.suffix == ".md"
        where = (
            f"[{title(example.source)}]({self._link(example.source)})"
            if page
            else f"`{_inside(example.source)}`, a test"
        )
        return f"*Example, from {where}:*\n\n```python\n{first}{example.code}\n```"

    def _link(self, page: Path) -> str:
        return os.path.relpath(self.place(page), FOLDER).replace(os.sep, "/")

    def _prose(self, text: str, module: str, owner: object = None) -> str:
        """A docstring as Markdown, with public names linked."""
        fenced = re.sub(
            r"((?:^>>> .*\n?(?:^(?!>>> )\S.*\n?|^\.\.\. .*\n?)*)+)", _session, f"{text}\n", flags=re.MULTILINE
        )
        return outside_code(fenced, lambda part: self._linked(_escaped(part), module, owner)).rstrip()

    def _linked(self, text: str, module: str, owner: object) -> str:
        def link(match: re.Match[str]) -> str:
            word = re.match(r"(\w+)(\(.*\))?$", match[1])
            found = documented(resolve(module, word[1])) if word else None
            if found is None or found.value is owner:
                return match[0]
            return f"{{py:obj}}`{match[1]} <{found.full}>`"

        return CODE.sub(link, text)


INTRODUCTION = """\
# Python, name by name

Every public name of every package: its signature with types, what it is, its members, an example that runs as a test,
the pages that use it, and the file that it is written in. The [overview](../reference/python.md) has a line for each.
"""


def groups_of(text: str) -> list[Group]:
    """The names of the overview: by package, and by the line above each table."""
    groups: list[Group] = []
    package, heading, above = "", "", ""
    for line in text.splitlines():
        if line.startswith("#"):
            found = re.search(r"`(sleuth[a-z_.]*)`", line)
            package, above = found[1] if found else "", ""
            heading = plain(line.lstrip("# ").rpartition(":")[0]) if found else ""
        elif package and (row := ROW.match(line)):
            if not groups or groups[-1].package != package or above:
                groups.append(Group(package, above or heading))
                above = ""
            groups[-1].names[row[1]] = row[2]
        elif line.strip() and not line.startswith("|"):
            above = plain(line).rstrip(":") if line.endswith(":") else ""
    return groups


def plain(text: str) -> str:
    """Text without links."""
    return LINK.sub(r"\1", text).strip()


def capital(text: str) -> str:
    """A sentence of a table with a capital and a full stop; its links, which lead from elsewhere, are left out."""
    sentence = plain(text)
    return f"{sentence[:1].upper()}{sentence[1:]}{'' if sentence.endswith('.') else '.'}" if sentence else ""


def link_overview(page: Path) -> None:
    """Link each name of the overview to its place."""
    package, lines = "", []
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            found = re.search(r"`(sleuth[a-z_.]*)`", line)
            package = found[1] if found else ""
        row = re.match(r"\| `((\w+).*?)` \| ", line)
        if package and row:
            line = f"| {{py:obj}}`{row[1]} <{package}.{row[2]}>` | {line[row.end() :]}"
        lines.append(line)
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _first_sentence(text: str) -> str:
    return text.partition("\n\n")[0]


def _session(match: re.Match[str]) -> str:
    return f"```python\n{match[1].rstrip()}\n```\n"


def _escaped(text: str) -> str:
    """Text whose angle brackets are no HTML."""
    return re.sub(r"(`[^`]*`)|<(?=[A-Za-z/!])", lambda match: match[1] or r"\<", text)


def _inside(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _short(full: str) -> str:
    """A name without its package: `Decision.leaves`."""
    return re.sub(r"^sleuth(\.[a-z_]+)*\.(?=[A-Za-z_.]+$)", "", full)


def _named(how: str, names: Sequence[str]) -> str:
    """A sentence that links the first of some names, if there are any."""
    links = [f"{{py:obj}}`{_short(name)} <{name}>`" for name in names[:MAX_PAGES]]
    more = f" and {len(names) - MAX_PAGES} more" if len(names) > MAX_PAGES else ""
    return f"{how} {', '.join(links)}{more}." if links else ""


def _options(**values: str) -> list[str]:
    """Options of a directive that are not empty; quoted, since MyST reads them as YAML."""
    return [f":{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in values.items() if value]
