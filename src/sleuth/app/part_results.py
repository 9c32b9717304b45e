"""What a question would tell, as plain values."""

from __future__ import annotations

from dataclasses import field

from sleuth.app.results import LeafResult, Result


class PartResult(LeafResult):
    """One answer, and the part of what is possible that it would leave."""


class PartsResult(Result):
    """A question before it is asked; an action of `None` where it is not finished."""

    game: str
    noun: str
    """What one secret is called: a code, a word, a fleet."""
    plural: str
    """And several."""
    action: str | None
    spoken: str = ""
    """The action as people say it."""
    picture: str = ""
    """A small drawing of it, where pictures were asked for and there is one."""
    candidates: int
    """How many secrets are possible; of a sample, how many it holds."""
    estimated_candidates: float | None = None
    """How many are possible by estimate, where only a sample is held."""
    exact: bool
    """Whether all of them are known, rather than a sample."""
    entropy: float
    """Bits that are missing."""
    left_text: str
    """How many are possible, in plain words."""
    lies_needed: list[int] | None = None
    """How many candidates take no lie, one, two, and so on; `None` where lies are not counted."""
    bits: float = 0.0
    """What the answer is expected to tell."""
    mean: float | None = None
    """Candidates that are left on average."""
    worst: int | None = None
    """Candidates that the worst answer leaves."""
    win: float | None = None
    """The chance that it is the secret itself."""
    parts: list[PartResult] = field(default_factory=list)
    """The answers, that first which leaves most."""
    rest: float = 0.0
    """The chance of all answers that are not listed."""
    why: list[str] = field(default_factory=list)
    """What it would leave, in plain words, a sentence each."""
    bits_story: str = ""
    """What a bit is, and how many of them the answer is worth."""
