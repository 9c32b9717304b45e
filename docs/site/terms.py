"""Words of the glossary, linked where a page uses each for the first time."""

from __future__ import annotations

import re

TERMS = {
    "bits-entropy": r"bits?|entropy|entropies",
    "information-set": r"information sets?",
    "candidate": r"candidates?",
    "prior": r"priors?",
    "feedback": r"feedbacks?",
    "tie-break-key": r"tie-breaks?|ties",
    "oracle": r"oracles?",
    "channel": r"channels?",
    "certificate-lemma": r"certificates?|lemmas?",
    "criterion": r"criterion|criteria",
    "particle": r"particles?",
    "spec-string": r"spec strings?",
    "page": r"the page",
    "jar": r"code jar",
    "book": r"the book",
    "equilibrium": r"equilibrium|equilibria|exploitability",
    "beam": r"beam",
    "symmetry-orbit": r"symmetry|symmetries|orbits?",
}
"""The heading of the glossary, and how the word stands in a text."""
APART = re.compile(
    r"""(?P<heading>^\#[^\n]*)|(?P<code>(`+)(?!`).*?(?<!`)\3(?!`))|(?P<link>!?\[(?:[^\[\]]|\[[^\[\]]*\])*\]\([^)]*\))|(?P<html><[^>]*>)""",
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)


class Terms:
    """Links each word once a page."""

    def __init__(self, glossary: str) -> None:
        self.glossary = glossary
        """The address of the glossary, from the page."""
        self.left = dict(TERMS)

    def link(self, text: str) -> str:
        """Some text of the page, with words that were not met before linked; headings, code and links stay."""
        done, place = [], 0
        for apart in APART.finditer(text):
            done += [self._plain(text[place : apart.start()]), apart[0]]
            place = apart.end()
        return "".join([*done, self._plain(text[place:])])

    def _plain(self, text: str) -> str:
        for anchor, words in list(self.left.items()):
            pieces = re.split(rf"(\[[^\]]*\]\([^)]*\))|(?<![\w/.=-])((?i:{words}))(?![\w/=-]|\.\w)", text, maxsplit=0)
            text, found = self._first(pieces, anchor)
            if found:
                del self.left[anchor]
        return text

    def _first(self, pieces: list[str | None], anchor: str) -> tuple[str, bool]:
        """Text put together again with the first of some words linked; links that are there already stay."""
        found, out = False, []
        for number, piece in enumerate(pieces):
            if piece is not None:
                new = number % 3 == 2 and not found
                out.append(f"[{piece}]({self.glossary}#{anchor})" if new else piece)
                found = found or new
        return "".join(out), found
