"""Reasons and clashes: always a shortest set of entries, checked against every smaller one."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth.games.clue.belief.counting import Position
from sleuth.games.clue.belief.facts import Evidence, EvidenceEntry, Fact, Has, Lacks, OneOf, evidence_of
from sleuth.games.clue.belief.formulas import Formula, K, Truth, all_of, any_of, h
from sleuth.games.clue.belief.reasons import cases, clash, entails, why
from sleuth.games.clue.players.random_play import random_play
from sleuth.games.clue.rules.cards import PILE
from sleuth.games.clue.rules.clue import Clue
from sleuth.games.clue.rules.editions import Edition
from sleuth.games.clue.rules.errors import TooManyWorldsError
from sleuth.games.clue.rules.myst import Myst

GAME = Clue.of(3, Edition((("who", ("A", "B", "C")), ("what", ("D", "E", "F")), ("where", ("G", "H", "I"))), "small"))
DEALS = list(GAME.deals())
quick = settings(max_examples=trials(40), deadline=None)


def implied(facts: list[Fact], formula_true: list[bool]) -> bool:
    """Whether a formula is true in every deal that agrees with the facts."""
    return all(
        true for deal, true in zip(DEALS, formula_true, strict=True) if all(fact.true_in(deal) for fact in facts)
    )


@st.composite
def evidence(draw: st.DrawFn, lies: int = 0) -> Evidence:
    rng = np.random.default_rng(draw(st.integers(0, 999)))
    deal = GAME.shuffle(rng)
    questions = list(GAME.questions())
    entries = [EvidenceEntry(Has(1, deal[1]), "hand", given=True)]
    number = draw(st.integers(2, 7))
    wrong = draw(st.sets(st.integers(0, number - 1), min_size=lies, max_size=lies)) if lies else set()
    for place in range(number):
        holder, question = draw(st.integers(2, 3)), questions[int(rng.integers(len(questions)))]
        truth = bool(deal[holder] & question) is not (place in wrong)
        entries.append(EvidenceEntry((OneOf if truth else Lacks)(holder, question), f"entry {place}", place + 1))
    return Evidence(GAME, tuple(entries))


@quick
@given(evidence())
def test_no_shorter_set_of_entries_implies_it(found: Evidence) -> None:
    position = Position.of(found, None)
    given_facts = [entry.fact for entry in found.entries if entry.given]
    others = [entry for entry in found.entries if not entry.given]
    literals: list[tuple[Formula, list[bool]]] = []
    for holder in (0, 2, 3):
        for card in range(9):
            true = [bool(deal[holder] >> card & 1) for deal in DEALS]
            literals += [(h(holder, card), true), (~h(holder, card), [not one for one in true])]
    for formula, true in literals[::3]:
        reasons = why(found, formula)
        assert (reasons is not None) == implied([*found.facts], true) == entails(GAME, found.facts, formula)
        if reasons is None:
            continue
        assert implied(given_facts + [entry.fact for entry in reasons], true)
        for fewer in combinations(others, len(reasons) - 1) if reasons else ():
            assert not implied(given_facts + [entry.fact for entry in fewer], true)
    assert position.worlds


@quick
@given(evidence(lies=1))
def test_a_clash_is_shortest_and_its_repairs_repair(found: Evidence) -> None:
    def explained(entries: tuple[EvidenceEntry, ...] | list[EvidenceEntry]) -> bool:
        return any(all(entry.fact.true_in(deal) for entry in entries) for deal in DEALS)

    wrong = clash(found)
    assert (wrong is None) == explained(found.entries)
    if wrong is None:
        return
    assert not explained(wrong.entries)
    for fewer in combinations(found.entries, len(wrong.entries) - 1):
        assert explained(fewer)
    repairs = [e for e in found.entries if explained([other for other in found.entries if other is not e])]
    assert list(wrong.repairs) == repairs
    for entry in wrong.repairs:
        assert str(entry) in str(wrong)


def test_two_mistakes_have_no_single_repair() -> None:
    entries = (
        EvidenceEntry(Has(2, GAME.cards("A")), "a", 1),
        EvidenceEntry(Lacks(2, GAME.cards("A")), "b", 2),
        EvidenceEntry(Has(3, GAME.cards("B")), "c", 3),
        EvidenceEntry(Lacks(3, GAME.cards("B")), "d", 4),
    )
    found = clash(Evidence(GAME, entries))
    assert found is not None
    assert len(found.entries) == 2
    assert found.repairs == ()
    assert str(found).endswith("no single one repairs it")


def test_reasons_at_full_size() -> None:
    """Late in a game of Clue, each certainty has a reason that suffices and of which every entry is needed."""
    game = Clue.of(4)
    for situation in random_play(game, np.random.default_rng(3)):
        told = evidence_of(situation.view(1))
        if len(situation.actions) > 110:
            break
    position = Position.of(told, None)
    sure = [(k, x) for k in (PILE, 2, 3, 4) for x in range(21) if position.probabilities[k, x] > 1 - 1e-12]
    assert len(sure) > 4
    mine = [entry.fact for entry in told.entries if entry.given]
    for holder, card in sure:
        reasons = why(told, h(holder, card))
        assert reasons is not None
        assert entails(game, mine + [entry.fact for entry in reasons], h(holder, card))
        for needed in reasons:
            rest = [entry.fact for entry in reasons if entry is not needed]
            assert not entails(game, mine + rest, h(holder, card))


def test_cases() -> None:
    assert cases(Truth(False)) == set()
    assert cases(any_of(h(2, x) for x in range(3))) == {frozenset({OneOf(2, 0b111)})}
    assert cases(h(1, 0) >> h(2, 1)) == {frozenset({Lacks(1, 1)}), frozenset({Has(2, 2)})}
    assert len(cases(all_of([h(1, 0) | h(2, 0), h(1, 1) | h(2, 1)]))) == 4
    with pytest.raises(TypeError, match="not about cards alone"):
        cases(K(1, h(1, 0)))
    with pytest.raises(TooManyWorldsError, match="write it in smaller ones"):
        entails(Myst(2, 6, 2, 1), [], ~all_of(h(1, x) | h(2, x) for x in range(13)))
