"""Information sets and decisions in plain words, for people who came to play: short sentences, rounded.

Real things are named (codes, words, fleets), a chance is `1 in 4`, and nothing is called certain that is not proved.
Bits are spoken of in `bits_story` alone, which says what one is.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10
from typing import TYPE_CHECKING

from sleuth.core.offers import channel_of, lists_all
from sleuth.core.text import capital, plural, several

if TYPE_CHECKING:
    from sleuth.belief.base import InformationSet
    from sleuth.core.channel import Channel
    from sleuth.core.game import Game
    from sleuth.strategies.decision import Decision

EXACT = 1_000_000
"""Numbers from here on are rounded."""
NAMED = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"))
MOST = 10**15
"""From here on numbers are only said to be large."""
SHARES = ((1, 2), (3, 5), (2, 3), (3, 4), (4, 5), (9, 10), (19, 20))
"""What chances of one half and more are rounded to."""
EVEN = (0.45, 0.55)
"""A chance between these is as good as one half."""
FEW = 0.02
"""The chance of a guess is told from here on where it is known by a sample."""
SURE = 0.975
"""From here on a chance is almost sure."""
NEARLY_ALL = 0.9
"""What leaves more than this share of what is possible, where answers may be lies, is told by the lies it takes."""
TURNS = {"name": "guess", "know": "question"}
"""What a step is called, by the goal of a game."""
WAY = (
    (0.05, "You are at the beginning."),
    (0.25, "You have made a start."),
    (0.4, "You are about a third of the way."),
    (0.6, "You are about half-way."),
    (0.8, "You are most of the way."),
    (1.0, "You are nearly there."),
)
"""What is said up to each share of the way."""


def turn_word(goal: str) -> str:
    """What a step is called in a game with this goal: a guess, a question, else a turn."""
    return TURNS.get(goal, "turn")


def amount(number: float, exact: bool = True) -> str:
    """A number as people say it: `1,296`, `about 4,700`, `about 15 billion`; never less than 1."""
    number = max(number, 1)
    if number >= MOST:
        return "more than 1,000 trillion"
    shown = _rounded(number) if number >= EXACT or not exact else round(number)
    about = "" if exact and shown == number else "about "
    for size, name in NAMED:
        if shown >= size:
            return f"{about}{shown / size:,.3g} {name}"
    return f"{about}{shown:,.0f}"


def _rounded(number: float) -> int:
    """Two figures of a number, and all of a small one."""
    return int(round(number, min(0, 1 - floor(log10(number)))))


def counted(number: float, noun: str, exact: bool = True) -> str:
    """So many things: `1 code`, `about 15 billion fleets`."""
    text = amount(number, exact)
    return f"{text} {noun}" if text.removeprefix("about ") == "1" else f"{text} {several(noun)}"


def left_text(info: InformationSet, start: InformationSet | None = None) -> str:
    """How much is still possible: `50 codes are still possible, of 1,296`; `start` is the set before play."""
    noun, size = info.game.noun, info.size if info.exact else info.estimated_size
    if size is None:
        return f"More {several(noun)} than can be counted are still possible"
    if info.exact and size == 1:
        return f"Only one {noun} is still possible"
    begun = None if start is None or not start.exact else start.size
    if begun == size and info.exact:
        return f"All {counted(size, noun)} are still possible".replace("All about", "About")
    of = "" if begun is None else f", of {amount(begun)}"
    text = counted(size, noun, info.exact)
    return f"{capital(text)} {'is' if text.endswith(f'1 {noun}') else 'are'} still possible{of}"


def odds(chance: float, proved: bool = False) -> str:
    """A chance as people say it: `1 in 4`, `3 in 4`, `almost sure`; `certain` only where it is 1 and that is proved."""
    if chance <= 0:
        return "no chance" if proved else "hardly any chance"
    if chance >= SURE:
        return "certain" if proved and chance >= 1 else "almost sure"
    if chance < EVEN[0]:
        times = 1 / max(chance, 1 / MOST)
        exact = times < 100 or abs(times - round(times)) < 1e-6
        return "2 in 5" if chance > 11 / 30 else f"1 in {amount(times, exact).removeprefix('about ')}"
    part, whole = min(SHARES, key=lambda share: abs(share[0] / share[1] - chance))
    return f"{part} in {whole}"


def headline(decision: Decision) -> str:
    """What to do, and the one thing to know of it: `Try this one. It rules out most.`"""
    info, option = decision.info, decision.chosen
    goal = info.game.goal
    if info.exact and info.size == 1 and goal.only_names and option.win >= 1 and lists_all(info.game):
        return "This must be it."
    invitation = info.game.invitation or ("Try this one." if goal.names else "Ask this.")
    if goal.finds or not decision.tells:
        return invitation
    if goal.only_names and option.win > EVEN[1]:
        return f"{invitation} It is probably right."
    share = option.expected / info.size
    if share < EVEN[0]:
        return f"{invitation} It rules out most."
    return f"{invitation} It rules out about half." if share <= EVEN[1] else invitation


def why(decision: Decision) -> list[str]:
    """The reasons for an action, a sentence each: what it will leave, and what it may be itself."""
    info, option = decision.info, decision.chosen
    noun, channel = info.game.noun, channel_of(info.game)
    if info.exact and info.size == 1:
        if info.game.goal.finds:
            return [f"Only one {noun} fits.", _hit(decision)]
        noun = noun if lists_all(info.game) else f"{noun} of my list"
        return [f"It is the only {noun} that fits." if option.win > 0 else f"Only one {noun} fits."]
    if not decision.tells and option.hit == 0:
        return [f"All {several(noun)} that fit give the same answer to it."]
    said = [] if channel is None else [_lies(info, channel)]
    if info.game.goal.finds:
        said.append(_hit(decision))
    elif decision.tells:
        said.append(_left(decision))
    if info.game.goal.only_names and (info.exact or option.win > FEW):
        said.append(_right(option.win, noun))
    return said


def _lies(info: InformationSet, channel: Channel) -> str:
    """What lies are still to be reckoned with."""
    if channel.most and not any(info.kinds[:-1]):
        return "No answer will be a lie any more: all lies were told."
    return channel.promise


def _hit(decision: Decision) -> str:
    """How likely an action is to find something."""
    chance, best = decision.chosen.hit, float(decision.outcomes.hit_probability.max())
    if chance <= 0:
        return "It cannot be a hit; it is asked for what it tells."
    certain = decision.info.exact and chance >= 1
    if certain or chance >= SURE:
        return "It must be a hit." if certain else "It is almost sure to be a hit."
    if EVEN[0] <= chance <= EVEN[1]:
        return "A hit is as likely as not."
    said = f"A hit is likely: {odds(chance)}" if chance > EVEN[1] else f"The chance of a hit is {odds(chance)}"
    if odds(chance) == odds(best):
        return f"{said}."
    return f"{said}; elsewhere it is {odds(best)}."


def _left(decision: Decision) -> str:
    """What an action will leave, on average and at worst."""
    info, option = decision.info, decision.chosen
    noun, number = info.game.noun, counted(info.size, info.game.noun)
    if not info.exact:
        share = option.expected / info.size
        return f"Of the {several(noun)} that fit about {odds(share).replace('almost sure', '19 in 20')} will be left."
    channel = channel_of(info.game)
    kept = channel is not None and (not channel.excludes or option.expected > NEARLY_ALL * info.size)
    if option.worst >= info.size or kept:
        return _shifted(decision)
    if option.worst <= 1:
        return f"Whatever the answer, only one {noun} will be left."
    if 2 * option.parts >= info.size and channel is None:
        return (
            f"It splits the {number} into {option.parts:,} groups, so that at most {amount(option.worst)} will be left."
        )
    mean, worst = amount(option.expected, exact=False), amount(option.worst)
    if mean.removeprefix("about ") == worst.removeprefix("about "):
        return f"Of the {number} {mean} will be left."
    return f"Of the {number} {mean} will be left, {worst} at worst."


def _shifted(decision: Decision) -> str:
    """What an action tells that may leave everything possible: the answer may be a lie, or change nothing."""
    info = decision.info
    number = counted(info.size, info.game.noun)
    honest = [leaf.lies[0] for leaf in decision.leaves if leaf.lies]
    if honest and 0 < max(honest) < info.size:
        return f"Whatever the answer, at most {amount(max(honest))} of the {number} will fit without a lie."
    if channel_of(info.game) is not None:
        return f"It makes some of the {number} likelier than others."
    return f"Of the {number} {amount(decision.chosen.expected, exact=False)} will be left, and all of them at worst."


def _right(chance: float, noun: str) -> str:
    """How likely a guess is the secret itself."""
    if chance <= 0:
        return f"It cannot be the {noun} itself: it is asked for what it tells."
    if chance < 0.25:
        return f"And it may be the {noun} itself: {odds(chance)}."
    if chance >= SURE:
        return f"And it is almost sure to be the {noun} itself."
    part, _, whole = odds(chance).partition(" in ")
    return f"And it is right about {part} time{'' if part == '1' else 's'} in {whole}."


def share_left(entropy: float, start: float) -> float:
    """The share of the way that is still to go, from 0 to 1."""
    return min(max(entropy / start, 0.0), 1.0) if start > 0 else 0.0


def halfway(entropy: float, start: float) -> str:
    """How far somebody has come who missed `start` bits and misses `entropy` now: `You are about half-way.`"""
    done = 1 - share_left(entropy, start)
    return next((text for most, text in WAY if done < most), "You are there.")


def bits_story(bits: float, entropy: float, noun: str = "secret") -> str:
    """What a bit is, and how many of them a question is worth: for those who ask for it."""
    need = max(entropy, bits)
    return (
        f"One bit is one clean halving: half of the {several(noun)} go, half stay. "
        f"This is worth {bits:.1f} {'halving' if f'{bits:.1f}' == '1.0' else 'halvings'} of the {need:.1f} you need."
    )


def contradiction_text(game: Game, doubtful: Sequence[str]) -> str:
    """What to do where no secret explains the answers; `doubtful` are the questions whose answers may be wrong."""
    channel = channel_of(game)
    lies = (
        ""
        if channel is None or not channel.most
        else f", even with {'one lie' if channel.most == 1 else plural(channel.most, 'lie')}"
    )
    said = f"No {game.noun} fits these answers{lies}."
    if not doubtful:
        return f"{said} More than one of them may be wrong: take the last ones back and look at them again."
    first, *others = (f"“{text}”" if text.endswith("?") else text for text in dict.fromkeys(doubtful))
    more = f", or at that to {' or '.join(others[:2])}" if others else ""
    return f"{said} One of them may be wrong: look again at the answer to {first}{more}."
