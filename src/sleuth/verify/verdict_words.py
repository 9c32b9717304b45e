"""A verdict in sentences."""

from __future__ import annotations

import json

from sleuth.core.claim import in_words
from sleuth.core.text import one_line, plural, shorten
from sleuth.verify.verification import TreeVerdict


def describe(verdict: TreeVerdict) -> list[str]:
    """The verdict in sentences."""
    if not verdict.ok:
        return [f"{'WRONG' if verdict.judged else 'NOT JUDGED'}: {verdict.problem}."]
    assert verdict.secrets is not None
    out = [
        f"Right: the tree of {plural(verdict.nodes, 'node')} plays all {plural(verdict.secrets, 'secret')} of "
        f"{verdict.game} with a total of {verdict.total}, {verdict.mean:.4f} on average, {verdict.worst} at most."
    ]
    if verdict.total_cost is not None:
        out.append(f"It costs {verdict.total_cost} in total, {verdict.mean_cost:.4f} on average.")
    if verdict.certificate is None:
        out += [f"It keeps its terms: it is one of the {verdict.among}."] if verdict.among else []
        out.append("It has no certificate, so nothing is said here about whether a better one exists.")
    else:
        out.append(_proof_in_words(verdict))
    if verdict.search:
        message = shorten(
            ", ".join(f"{key} {json.dumps(value)}" for key, value in verdict.search.items() if value is not None), 200
        )
        out.append(one_line(f"Not checked: what the search says of itself ({message})."))
    return out


def _proof_in_words(verdict: TreeVerdict) -> str:
    assert verdict.lemmas is not None
    text = in_words(verdict.shown) or "nothing of all trees"
    text += "" if verdict.proved else "; whether this tree is the best is left open"
    return f"Its certificate of {plural(verdict.lemmas, 'lemma')} holds, and proves: {text}."
