"""Skill and luck of a play as two numbers from 0 to 99.

**Skill** is about the choices. Let x be the share of questions that the choices cost beyond those of good play:

    in steps           x = steps given away / steps that good play expects from the start
    in bits, in hits   x = what was given away / what the choices were worth, both as expected before each answer

Skill is 99 * 2^(-4x): 99 where nothing was given away, half of it for whoever takes a quarter more questions than good
play, and about 6 for twice as many. What an answer happened to be does not enter.

**Luck** is about the answers. The luck of a move is 0 on average, whatever is asked (`sleuth.lab.grading`), and so is
L, the luck of all moves. Luck is 49.5 + 24.75 * L / S, cut at 0 and at 99, where S is what luck usually makes of one:

    in steps   S = the standard deviation of the steps of good play, over the secrets; a step at least
    in bits    S = that of what the best first question tells, times the root of how many such questions it takes to
                   tell everything; a bit at least

S is the same for every play of a game, so luck is in the middle on average, whoever plays, but for what is cut.
"""

from __future__ import annotations

TOP = 99
HALVING = 0.25
"""A play that takes this share of questions more than good play has half the skill."""
DEVIATIONS = 2.0
"""Luck is all or nothing at so many standard deviations."""
LEAST_SPREAD = 1.0
"""A step, or a bit: where luck makes less of a play, it is little luck."""
NOTHING = 1e-9


def skill_score(lost: float, whole: float) -> int:
    """The skill of a play that gave so much away, of a whole in the same unit."""
    if lost <= NOTHING:
        return TOP
    return 0 if whole <= NOTHING else round(TOP * 2.0 ** (-lost / whole / HALVING))


def luck_score(luck: float, spread: float) -> int:
    """The luck of a play whose answers gave so much beyond expectation, where so much is usual."""
    away = luck / max(spread, LEAST_SPREAD) / DEVIATIONS
    return round(TOP * (1 + min(max(away, -1.0), 1.0)) / 2)
