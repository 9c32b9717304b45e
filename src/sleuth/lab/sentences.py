"""What the figures say, in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sleuth.core.text import listing, plural
from sleuth.lab.analysis import Analysis
from sleuth.lab.difficulty import Difficulty
from sleuth.lab.first_moves import FORCED, FirstMoves
from sleuth.lab.luck import Luck
from sleuth.lab.spatial_interest import AlongPlay
from sleuth.lab.temporal_interest import HIGH, LOW, Fan
from sleuth.measures.intervals import Interval
from sleuth.strategies.criteria import TOLERANCE

NEAR = 0.05
"""Under this share, a difference is called small."""


@dataclass(frozen=True)
class Sentence:
    """A sentence, and the section that it belongs to."""

    section: str
    text: str


def sentences(analysis: Analysis) -> list[Sentence]:
    """Everything worth saying about a game, in the order of the sections."""
    parts: list[tuple[str, Iterator[str]]] = [("first_moves", _first_moves(analysis.first_moves))]
    if analysis.along_play is not None:
        parts.append(("along_play", _along_play(analysis.along_play, analysis.actions)))
    if analysis.fan is not None and analysis.first_moves.start > TOLERANCE:
        parts.append(("fan", _fan(analysis.fan)))
    if analysis.difficulty is not None:
        parts.append(("difficulty", _difficulty(analysis.difficulty)))
    if analysis.luck is not None:
        parts.append(("luck", _luck(analysis.luck)))
    if analysis.left_out:
        parts.append(("left_out", iter([analysis.left_out])))
    return [Sentence(section, text) for section, texts in parts for text in texts]


def _first_moves(first: FirstMoves) -> Iterator[str]:
    figures = first.spread
    if first.start <= TOLERANCE:
        yield "There is only one secret, so there is nothing to find out."
        return
    if figures.best <= TOLERANCE:
        yield "No first move tells anything."
        return
    missing = f"{first.start:.2f} bits that are missing"
    if figures.distinct == 1:
        yield "Every first move is as good as any other: there is nothing to choose at the start."
        yield f"Each is expected to tell {figures.best:.2f} of the {missing}."
    else:
        yield (
            f"First moves differ: the best ({first.best.text}) is expected to tell {figures.best:.2f} of the "
            f"{missing}, the middle one {figures.median:.2f}, "
            f"the worst ({first.openings[-1].text}) {figures.least:.2f}."
        )
        share = figures.choice / figures.best
        if figures.choice <= TOLERANCE:
            yield f"{first.best.count / figures.actions:.0%} of all first moves are among the best."
        elif share < NEAR:
            yield f"Half of all first moves come within {share:.1%} of the best: it is hard to open badly."
        else:
            yield f"A middling opening tells {figures.choice:.2f} bits ({share:.0%}) less than the best."
    if first.forced:
        yield f"One kind of opening is forced: everything else tells at least {first.lead / figures.best:.0%} less."
    elif figures.distinct > 1:
        yield f"No opening is forced: others come within {FORCED:.0%} of the best."
    if first.dead:
        yield (
            f"{len(first.dead):,} of {plural(figures.actions, 'first move')} "
            f"{'is' if len(first.dead) == 1 else 'are'} dead: nothing is told by {listing(first.dead, 3)}."
        )


def _along_play(along: AlongPlay, actions: int) -> Iterator[str]:
    if not along.steps:
        return
    most = max(along.steps, key=lambda s: (s.share >= NEAR, s.choice))
    if along.deviation <= TOLERANCE:
        yield "All questions tell the same all along: there is never anything to choose."
    elif along.choice <= TOLERANCE:
        yield "Along play, half of all questions or more are as good as the best."
    else:
        yield (
            f"Along play, the best question tells {along.choice:.2f} bits more than a middling one on average; "
            f"it matters most at step {most.step}, with {most.choice:.2f} bits."
        )
    if along.never_tell:
        yield (
            f"{plural(len(along.never_tell), 'action')} never {_s('tell', along.never_tell)} anything while play goes "
            f"by entropy, and could be taken out: {listing(along.never_tell, 3)}."
        )
    if along.never_best:
        yield (
            f"{len(along.never_best):,} of {plural(actions, 'action')} {'is' if len(along.never_best) == 1 else 'are'} "
            f"nowhere the best question: {listing(along.never_best, 3)}."
        )
    else:
        yield "Every action is the best question somewhere."


def _s(verb: str, who: tuple[str, ...]) -> str:
    return f"{verb}s" if len(who) == 1 else verb


def _fan(fan: Fan) -> Iterator[str]:
    if fan.straight:
        yield (
            "All plays by entropy run the same course: at every step they lose the same bits. "
            "Once the method is known, nothing is uncertain any more."
        )
        return
    widest = fan.widest
    low, high = widest.quantiles[LOW], widest.quantiles[HIGH]
    if widest.width > TOLERANCE:
        yield (
            f"Plays run differently although all are played well: after step {widest.step}, four out of five have "
            f"between {low:.2f} and {high:.2f} bits missing, {widest.width:.2f} apart"
            f"{_ends(fan.width_interval, '{:.2f}')}."
        )
    else:
        yield "Nearly all plays run the same course: four out of five have the same bits missing after every step."
    ends = _ends(fan.uncertainty_interval, "{:.2f}")
    yield (
        f"What an answer will tell is uncertain by {fan.uncertainty:.2f} bits{ends}, even to one who knows all before "
        "it."
    )


def _difficulty(hard: Difficulty) -> Iterator[str]:
    random, best = hard.random, hard.best
    ends = _ends(best.interval, "{:.2f}")
    if random is None:
        yield f"The best one-step rule ({best.player}) needs {best.mean:.2f} steps on average{ends}."
    else:
        needs = f"A player who asks at random needs {random.mean:.2f} steps on average"
        needs += _ends(random.interval, "{:.2f}")
        if random.mean - best.mean > TOLERANCE:
            saved = _ends(hard.saved, "{:.0%}")
            yield (
                f"{needs}, the best one-step rule ({best.player}) {best.mean:.2f}{ends}: good questions save "
                f"{hard.saving:.0%}{saved}."
            )
        else:
            yield f"{needs}, and no one-step rule does better."
    if hard.gap is None:
        yield f"The optimum is not known here; no player can need fewer than {hard.bound:.2f} steps on average."
    elif hard.optimum is not None and hard.optimal_mean is not None:
        if hard.gap <= TOLERANCE:
            yield f"That is the optimum ({hard.optimum.source}): looking further ahead gains nothing."
        else:
            share = hard.gap / hard.optimal_mean
            gains = "little" if share < NEAR else "something"
            yield (
                f"The optimum is {hard.optimal_mean:.3f} steps ({hard.optimum.source}), {hard.gap:.3f} less "
                f"({share:.1%}): looking further ahead gains {gains}."
            )


def _ends(interval: Interval | None, form: str, before: str = "") -> str:
    """Where an estimate may lie, to stand behind it: in brackets, or after a comma within them."""
    if interval is None or interval.exact or interval.low is None or interval.high is None:
        return ""
    ends = f"{form.format(interval.low)} to {form.format(interval.high)}"
    return f"{before}{ends}" if before else f" ({ends})"


def _luck(luck: Luck) -> Iterator[str]:
    if luck.variance <= TOLERANCE:
        yield "Every play takes as many steps as any other, whoever plays: neither luck nor skill makes a difference."
        return
    shares = luck.shares
    skill, rest = shares["player"], shares["pairing"] + shares["chance"]
    ends = {name: _ends(interval, "{:.0%}", ", ") for name, interval in luck.intervals.items()}
    yield (
        f"Of the differences between plays, {skill:.0%} come from who plays (skill{ends['player']}), "
        f"{shares['secret']:.0%} from which secret it is{_ends(luck.intervals['secret'], '{:.0%}')}, and {rest:.0%} "
        f"from how questions and secret happen to meet (luck{ends['rest']})."
    )
    if skill >= 0.5:
        yield "Skill decides more than luck, even in a single play."
    elif skill >= 0.2:
        yield "Luck decides more in a single play; over several plays skill shows."
    else:
        yield "Luck decides most of a single play; it takes many plays to tell good players from bad ones."
