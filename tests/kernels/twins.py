"""The slow, readable twins of the kernels: what the tests hold them to.

Those that the package needs besides stay there: `partitions.power_twin`, and `ismcts.search_twin`, which searches where
what may be asked changes. Where a law, a count or a game's own rule is the twin, the test of the kernel says so.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from sleuth.kernels.arrays import Array, Codes, Floats, Ints, Words
from sleuth.kernels.partitions import PartTerms, power_twin
from sleuth.kernels.search_bounds import FOREVER, INFINITE, Law, narrow

# Deals. These know nothing of tables or of kin.


def grouped_twin(parts: list[int], size: int) -> tuple[list[int], list[int]]:
    """`grouped`."""
    order = sorted(range(len(parts)), key=lambda n: parts[n])
    return order, [sum(part < number for part in parts) for number in range(size + 1)]


def list_hands_twin(cards: list[int], size: int, clauses: list[int]) -> list[int]:
    """`list_hands`."""
    hands = (sum(chosen) for chosen in combinations(cards, size))
    return [hand for hand in hands if all(hand & clause for clause in clauses)]


def push_twin(mass: dict[int, float], hands: list[int], weights: list[float]) -> dict[int, float]:
    """`push` with every mask for itself: the weight of each union."""
    out: dict[int, float] = {}
    for state, before in mass.items():
        for hand, weight in zip(hands, weights, strict=True):
            if not hand & state:
                out[hand | state] = out.get(hand | state, 0.0) + before * weight
    return out


def pull_twin(
    mass: dict[int, float], hands: list[int], weights: list[float], beyond: dict[int, float]
) -> tuple[dict[int, float], list[float]]:
    """`pull`: what may follow each state, and the share of each hand."""
    out = {
        state: sum(
            w * beyond.get(hand | state, 0.0) for hand, w in zip(hands, weights, strict=True) if not hand & state
        )
        for state in mass
    }
    shares = [
        sum(before * w * beyond.get(hand | state, 0.0) for state, before in mass.items() if not hand & state)
        for hand, w in zip(hands, weights, strict=True)
    ]
    return out, shares


def meet_twin(
    left: dict[int, float], hands: list[int], weights: list[float], right: dict[int, float], full: int
) -> tuple[float, list[float]]:
    """`meet`: the weight of all deals, and the share of each hand in the middle."""
    shares = [
        sum(before * w * right.get(full & ~(hand | state), 0.0) for state, before in left.items() if not hand & state)
        for hand, w in zip(hands, weights, strict=True)
    ]
    return sum(shares), shares


def card_shares_twin(hands: list[int], shares: list[float], bits: int) -> list[float]:
    """`card_shares`."""
    pairs = list(zip(hands, shares, strict=True))
    return [sum(share for hand, share in pairs if hand >> bit & 1) for bit in range(bits)]


# Parts of a set.


def scores_twin(codes: Codes, cands: Ints, actions: Ints, width: int, weights: Floats, terms: PartTerms) -> Floats:
    """`scores`, slow and readable: the test oracle of the kernels."""
    out = []
    for action in actions:
        column = codes[cands, action]
        found = [cands[column == code] for code in np.unique(column)]
        if terms.power is not None and (weights.size or terms.power.averaged):
            out.append(power_twin([weights[p] if weights.size else np.ones(p.size) for p in found], terms.power))
            continue
        values = []
        for part in found:
            n = part.size
            mass = float(weights[part].sum()) if weights.size else float(n)
            values.append(mass * terms.per_mass[n] + terms.per_part[n] + terms.bits * mass * np.log2(mass))
        out.append(max(0.0, *values) if terms.worst else sum(values))
    return np.array(out, np.float64)


def counts_twin(codes: Codes, cands: Ints, actions: Ints, width: int) -> Array:
    """`counts`, slow and readable."""
    return np.array([np.bincount(codes[cands, a], minlength=width) for a in actions], np.int32)


# Plans in sequence form.


def bring_twin(
    rows: list[int], columns: list[int], weights: list[float], plan: Floats, sign: float, size: int
) -> Floats:
    """`bring`, entry by entry."""
    out = np.zeros(size)
    for row, column, weight in zip(rows, columns, weights, strict=True):
        out[row] += sign * weight * plan[column]
    return out


def _decisions(parent: Ints, first: Ints, width: Ints) -> list[tuple[int, slice]]:
    """What each decision follows, and where its own sequences are."""
    return [(p, slice(f, f + w)) for p, f, w in zip(parent.tolist(), first.tolist(), width.tolist(), strict=True)]


def reply_twin(parent: Ints, first: Ints, width: Ints, gains: Floats) -> float:
    """`reply`."""
    worth = gains.copy()
    for before, own in reversed(_decisions(parent, first, width)):
        worth[before] += worth[own].max()
    return float(worth[0])


def learn_twin(
    parent: Ints, first: Ints, width: Ints, gains: Floats, share: Floats, regret: Floats
) -> tuple[Floats, Floats]:
    """`learn`: the new shares and the new regrets."""
    worth, share, regret = gains.copy(), share.copy(), regret.copy()
    for before, own in reversed(_decisions(parent, first, width)):
        mean = share[own] @ worth[own]
        worth[before] += mean
        regret[own] = np.maximum(regret[own] + worth[own] - mean, 0)
        wanted = regret[own] if regret[own].any() else np.ones(own.stop - own.start)
        share[own] = wanted / wanted.sum()
    return share, regret


def realise_twin(parent: Ints, first: Ints, width: Ints, share: Floats) -> Floats:
    """`realise`."""
    plan = share.copy()
    for before, own in _decisions(parent, first, width):
        plan[own] *= plan[before]
    return plan


def behave_twin(first: Ints, width: Ints, plan: Floats, least: float) -> Floats:
    """`behaviour`."""
    share = np.ones(len(plan))
    for _, own in _decisions(first, first, width):
        part = np.maximum(plan[own], 0)
        share[own] = part / part.sum() if part.sum() > least else 1 / len(part)
    return share


# The race of two guessers.


def next_plane_twin(m: int, before: Floats, guess: Floats, guess_before: Floats) -> Floats:
    """`next_plane`, whole diagonals at a time."""
    size = len(before)
    plane = np.ones_like(before)
    for total in range(1, 2 * size - 1):
        b = np.arange(max(1, total - size + 1), min(size, total + 1))
        a = total - b
        found = m / (m + b) * np.maximum(guess_before[b], 1 - before[b, a])
        plane[a, b] = found + b / (m + b) * np.maximum(guess[b - 1], 1 - plane[b - 1, a])
    return plane


# Exact search.


# Colours.


def seen_by_secrets_twin(codes: Codes, words: Words, actions: Words, some: list[int]) -> list[int]:
    """`seen_by_secrets`, in whole numbers of any size."""
    return [sum(int(words[row[a]]) * int(actions[a]) for a in some) % 2**64 for row in codes]


def seen_by_actions_twin(codes: Codes, words: Words, secrets: Words, some: list[int]) -> list[int]:
    """`seen_by_actions`, the same with rows and columns exchanged."""
    return seen_by_secrets_twin(codes.T, words, secrets, some)


def search_twin(law: Law, cands: Ints, actions: Ints, depth: int = FOREVER) -> float:
    """`search` without bounds, memo or order, slow and readable: the least total over all trees."""
    n, below = cands.size, depth if depth == FOREVER else depth - 1
    if n == 1 and not law.name:
        return 0.0
    best = INFINITE
    mass = float(law.weights[cands].sum())
    for a in actions.tolist() if depth > 0 else []:
        column = law.codes[cands, a]
        if law.only_possible and not (law.named[a] >= 0 and law.named[a] in cands):
            continue
        total = mass * float(law.costs[a])
        for code in np.unique(column):
            if law.name and code == law.winning[a]:
                continue
            part = cands[column == code]
            if part.size == n:
                total = INFINITE  # it tells nothing
                break
            need = law.need[a, code] if law.have.shape[1] else law.have[a]
            left = actions[((law.have[actions] & need) == need).all(axis=1)]
            total += search_twin(law, part, left, below)
        best = min(best, total)
    return best


def late_twin(law: Law, cands: Ints, actions: Ints, early: int, left: int) -> float:
    """`late_search`: every action at every set, without bounds."""
    if cands.size == 1 and not law.name:
        return 0.0
    if left < 1:
        return INFINITE
    mass = float(law.weights[cands].sum())
    best = INFINITE
    for action in actions.tolist():
        column = law.codes[cands, action]
        wins = law.name and law.named[action] in cands
        if law.only_possible and not wins:
            continue
        if not wins and (column == column[0]).all():
            continue
        total = mass if early == 0 else 0.0
        for code in np.unique(column).tolist():
            if not (law.name and code == law.winning[action]):
                kept = np.empty(actions.size, np.int32)
                after = kept[: narrow(law, actions, action, code, kept)]
                total += late_twin(law, cands[column == code], after, early - 1, left - 1)
        best = min(best, total)
    return best


def look_twin(law: Law, cands: Ints, action: int, depth: int) -> float:
    """What `looks` says of an action: each part by its size, and of few secrets by whether one tells all apart."""
    below = depth if depth == FOREVER else depth - 1
    parts: dict[int, list[int]] = {}
    for secret in cands.tolist():
        parts.setdefault(int(law.codes[secret, action]), []).append(secret)
    wins = int(law.winning[action]) if law.name else -1
    if len(parts) == 1 and wins not in parts:
        return INFINITE
    total = float(law.weights[cands].sum() * law.costs[action])
    for code, part in parts.items():
        if code != wins:
            total += part_look_twin(law, part, below)
    return min(total, INFINITE)


def part_look_twin(law: Law, part: list[int], steps: int) -> float:
    """What one look at a part tells."""
    if len(part) > law.capacity[min(steps, law.capacity.size - 1)]:
        return INFINITE
    bound = sum(w * r for w, r in zip(law.weights[part].tolist(), law.rank.tolist(), strict=False))
    if not 3 <= len(part) <= law.few:
        return bound
    naming = [a for a in law.naming[part].tolist() if a >= 0]
    apart = any(len(set(law.codes[part, a].tolist())) == len(part) for a in naming)
    return max(bound, 2.0 * len(part) - apart)
