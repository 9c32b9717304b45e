"""The few figures of a game that are compared between games and between sizes."""

from __future__ import annotations

from dataclasses import dataclass

from sleuth.lab.analysis import Analysis


@dataclass(frozen=True)
class KeyFigure:
    """One figure, and what it says."""

    key: str
    label: str
    unit: str
    value: float | None
    """Empty where it is not known."""
    meaning: str

    @property
    def text(self) -> str:
        """The value as it is shown."""
        if self.value is None:
            return "–"
        if self.unit == "%":
            return f"{100 * self.value:.0f}%"
        return f"{self.value:,.0f}" if self.unit == "" else f"{self.value:.2f}"


def headline(analysis: Analysis) -> tuple[KeyFigure, ...]:
    """The key figures, always the same ones in the same order."""
    first, along, fan = analysis.first_moves, analysis.along_play, analysis.fan
    hard, luck = analysis.difficulty, analysis.luck
    shares = luck.shares if luck is not None else {}
    return (
        KeyFigure("secrets", "secrets", "", analysis.secrets, "how many there are"),
        KeyFigure("actions", "actions", "", analysis.actions, "how many may be asked first"),
        KeyFigure("start_bits", "missing at the start", "bits", first.start, "what there is to find out"),
        KeyFigure("first_best", "best first move", "bits", first.spread.best, "expected to be told"),
        KeyFigure(
            "first_choice",
            "first move: best over middle",
            "bits",
            first.spread.choice,
            "best first move less the middle one",
        ),
        KeyFigure(
            "first_deviation", "first moves: spread", "bits", first.spread.deviation, "deviation over first moves"
        ),
        KeyFigure("openings", "different openings", "", first.spread.distinct, "values that first moves have"),
        KeyFigure("dead", "dead first moves", "%", len(first.dead) / analysis.actions, "tell nothing at the start"),
        KeyFigure(
            "choice",
            "along play: best over middle",
            "bits",
            None if along is None else along.choice,
            "best question less the middle one, over a play",
        ),
        KeyFigure(
            "never_best",
            "never the best",
            "%",
            None if along is None else len(along.never_best) / analysis.actions,
            "actions that are nowhere the best question",
        ),
        KeyFigure(
            "fan_width",
            "fan at its widest",
            "bits",
            None if fan is None else fan.widest.width,
            "four plays out of five lie within",
        ),
        KeyFigure(
            "uncertainty",
            "uncertainty of an answer",
            "bits",
            None if fan is None else fan.uncertainty,
            "deviation of what one answer tells",
        ),
        KeyFigure(
            "random_mean",
            "random player",
            "steps",
            None if hard is None or hard.random is None else hard.random.mean,
            "mean of a player who asks at random",
        ),
        KeyFigure(
            "best_mean",
            "best one-step rule",
            "steps",
            None if hard is None else hard.best.mean,
            "mean of the best of entropy, minimax, size, parts",
        ),
        KeyFigure("optimum", "optimum", "steps", None if hard is None else hard.optimal_mean, "least mean, if known"),
        KeyFigure(
            "saving",
            "saved by good questions",
            "%",
            None if hard is None else hard.saving,
            "best one-step rule against random",
        ),
        KeyFigure("skill", "skill", "%", shares.get("player"), "of the variance of steps: who plays"),
        KeyFigure("secret", "the secret", "%", shares.get("secret"), "of the variance of steps: what is hidden"),
        KeyFigure(
            "rest",
            "how they meet",
            "%",
            None if luck is None else shares["pairing"] + shares["chance"],
            "of the variance of steps: the rest",
        ),
    )
