"""Help at a real table of Clue, from a log."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth.app.bounds import Bounds
from sleuth.app.errors import RefusedError
from sleuth.app.perform import perform
from sleuth.app.requests import ClueAssist
from sleuth.core.errors import ParameterError
from sleuth.games.clue.belief.asking_habits import parse_habit
from sleuth.games.clue.belief.clue_log import log_of
from sleuth.games.clue.belief.counting import Position
from sleuth.games.clue.belief.facts import evidence_of
from sleuth.games.clue.belief.showing_habits import parse_policy
from sleuth.games.clue.players.advice import view_of
from sleuth.games.clue.players.random_play import random_play
from sleuth.games.clue.rules.clue import Clue
from sleuth.games.clue.rules.errors import LogError
from sleuth.games.clue.rules.stage import Phase

LOG = """players: Ann 6, Ben 6, Cat 6
me: Ann
hand: Mustard, Plum, Knife, Rope, Hall, Study
Ann: Green, Wrench, Library -> Ben no, Cat shows Wrench
"""
AFAR = Bounds(files=False, text=20_000)


def test_help_from_a_log() -> None:
    found = perform(ClueAssist(LOG), AFAR)
    assert found.contradiction is None
    assert found.hands["Cat"]["Wrench"] == pytest.approx(1)
    assert found.suggestion.cards
    assert "bits" in found.suggestion.reason
    assert found.opponents["Ben"].text.startswith("Ben could be missing")
    for card in found.envelope:
        assert found.envelope[card] + sum(hand[card] for hand in found.hands.values()) == pytest.approx(1)


@settings(max_examples=trials(20), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.integers(2, 6),
    st.integers(0, 999),
    st.integers(0, 120),
    st.sampled_from(["random", "repeat", "any"]),
    st.sampled_from(["none", "usual"]),
)
def test_notebook_and_advice_are_one_belief(players: int, seed: int, actions: int, shows: str, habits: str) -> None:
    game = replace(Clue.of(players), seats=("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")[:players])
    play = islice(random_play(game, np.random.default_rng(seed), guessing=0.02), actions + 1)
    *_, situation = (one for one in play if one.over or one.stage.phase in (Phase.ASK, Phase.GUESS))
    log = log_of(situation.view(1))
    found = perform(ClueAssist(str(log), shows, habits=habits))
    evidence = evidence_of(view_of(log), asked=habits != "none")
    weighed = Position.of(evidence, parse_policy(shows), parse_habit(habits))
    chances = dict(weighed.piles)
    assert [one.probability for one in found.solutions] == pytest.approx([p for _, p in weighed.piles[:10]])
    assert (found.worlds, found.entropy_bits) == (weighed.worlds, pytest.approx(weighed.entropy_bits))
    if found.accuse is None:
        assert log.over or log.me in log.out
        return
    first = found.solutions[0]
    assert (found.accuse.cards, found.accuse.chance) == (first.cards, first.probability)
    possible = Position.of(log.evidence(), None).piles
    assert found.accuse.certain is (len(possible) == 1) is ("certain" in found.accuse.text)
    assert (found.suggestion is None) is found.accuse.certain
    for option in [found.suggestion, *found.alternatives] if found.suggestion else []:
        cards = log.game.cards(", ".join(option.cards))
        assert option.at_once == pytest.approx(chances.get(cards, 0.0))
        assert option.exact
        assert option.reason
        assert found.accuse.chance - 1e-9 <= option.guess_chance <= 1 + 1e-9
        assert option.bits <= found.entropy_bits + 1e-9


SILENT = """players: Ann 6, Ben 6, Cat 6
me: Ann
hand: Mustard, Plum, Knife, Rope, Hall, Study
Ann: Mustard, Candlestick, Hall -> Cat shows Candlestick
Ben: pass
Cat: pass
Ann: Mustard, Lead Pipe, Hall -> Cat shows Lead Pipe
Ben: pass
Cat: pass
Ann: Mustard, Revolver, Hall -> none
Ben: pass
Cat: pass
Ann: Mustard, Knife, Library -> none
"""


def test_silence_counts_where_habits_are_supposed() -> None:
    round_of = "Ben: White, Revolver, Library -> none\nCat: pass\nAnn: pass\n"
    plain, usual = (perform(ClueAssist(SILENT + round_of, habits=habits)) for habits in ("none", "usual"))
    assert plain.accuse.cards == plain.solutions[0].cards == ["White", "Revolver", "Library"]
    assert plain.accuse.chance == pytest.approx(5 / 14)
    assert usual.accuse.cards == usual.solutions[0].cards == ["Green", "Revolver", "Library"]
    assert plain.worlds == usual.worlds
    assert any("asks for cards of her own" in sentence for sentence in usual.supposed)
    assert any("Nothing is supposed" in sentence for sentence in plain.supposed)
    often = perform(ClueAssist(SILENT + 7 * round_of, habits="usual"))
    assert not often.accuse.certain
    assert "certain" not in often.accuse.text


def test_the_way_of_showing_reaches_the_advice() -> None:
    turns = "Ann: Green, Revolver, Library -> Ben no, Cat shows Green\nBen: pass\nCat: pass\n"
    for shows, chance in (("random", 0.13), ("any", 0.0575)):
        found = perform(ClueAssist(f"{LOG}Ben: pass\nCat: pass\n{turns}", shows))
        assert found.solutions[0].probability == found.accuse.chance == found.suggestion.at_once
        assert found.accuse.chance == pytest.approx(chance, abs=0.001)


def test_accusing_before_it_is_certain() -> None:
    """A threshold is no chance, and is not told as one."""
    turns = "Ben: pass\nCat: pass\nAnn: Scarlet, Knife, Hall -> Cat shows Scarlet\n"
    found = perform(ClueAssist(SILENT + turns))
    assert not found.accuse.certain
    assert found.accuse.now is (found.accuse.chance > found.accuse.threshold)
    assert f"{found.accuse.threshold:.0%}" not in found.accuse.text
    assert found.accuse.text.startswith("Accuse" if found.accuse.now else "Do not accuse yet")
    assert "±" in " ".join(other.text for other in found.opponents.values())


def test_who_only_watches_gets_no_advice() -> None:
    found = perform(ClueAssist("players: Ann 6, Ben 6, Cat 6\n" + LOG.splitlines()[3]))
    assert (found.me, found.suggestion, found.accuse, found.alternatives) == (None, None, None, [])
    assert found.worlds


def test_lines_that_contradict_each_other_are_a_result() -> None:
    found = perform(ClueAssist(LOG + "Ben: White, Wrench, Library -> Cat no, Ann no\n", why="h(0,Green)"), AFAR)
    assert found.contradiction.startswith("no deal explains this log; these cannot all be true")
    assert (found.worlds, found.solutions, found.suggestion, found.why) == (0, [], None, None)
    assert set(found.as_json()) == set(perform(ClueAssist(LOG)).as_json())


def test_why() -> None:
    found = perform(ClueAssist(LOG, why="h(Cat,Wrench)")).why
    assert (found.known, [entry.line for entry in found.entries]) == (True, [4])
    assert not perform(ClueAssist(LOG, why="h(0,Green)")).why.known


def test_a_log_from_afar_names_no_file(tmp_path: Path) -> None:
    path = tmp_path / "edition.txt"
    path.write_text("suspect: Ada, Bea, Cy\nplace: Here, There\n")
    for line in (f"edition: {path}", f"  EDITION : {path}", f"Edition:{path} # x"):
        with pytest.raises(RefusedError, match="edition is a file"):
            perform(ClueAssist(f"{line}\n{LOG}"), AFAR)
    for name in ("classic", "classic-uk"):
        assert perform(ClueAssist(f"edition: {name}\n{LOG}"), AFAR).worlds
    own = "suspect: Ada, Bea, Cy\nplace: Here, There\nplayers: Ann 2, Ben 1\n"
    assert perform(ClueAssist(own), AFAR).sorts["place"] == ["Here", "There"]
    assert perform(ClueAssist(f"edition: {path}\nplayers: Ann 2, Ben 1\n")).sorts["place"] == ["Here", "There"]


def test_a_log_from_afar_is_not_without_end() -> None:
    for request in (ClueAssist("x" * 20_001), ClueAssist(LOG, why="!" * 20_001)):
        with pytest.raises(RefusedError, match="at most 20,000 signs"):
            perform(request, AFAR)


def test_an_edition_is_looked_for_beside_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    (tmp_path / "here" / "small.txt").write_text("suspect: Ada, Bea, Cy\nplace: Here, Hence\n")
    log = "edition: small.txt\nplayers: Ann 2, Ben 1\n"
    assert perform(ClueAssist(log, folder="../there")).sorts["place"] == ["Here", "Hence"]
    (tmp_path / "there" / "small.txt").write_text("suspect: Ada, Bea, Cy\nplace: There, Thence\n")
    assert perform(ClueAssist(log, folder="../there")).sorts["place"] == ["There", "Thence"]


def test_lines_that_cannot_be_read_are_left_out_and_named() -> None:
    typo = LOG + "# a comment\nBen: Gren, Knife, Kitchen -> none\nCat: White, Revolver, Lounge -> Ben shows ?\n"
    found = perform(ClueAssist(typo, tolerant=True), AFAR)
    [fault] = found.faults
    assert fault.line == 6
    assert fault.text.startswith("there is no card called 'Gren'; did you mean Green")
    without = perform(ClueAssist("\n".join(line for line in typo.splitlines() if "Gren," not in line)))
    assert (found.worlds, found.turns, found.suggestion) == (without.worlds, 2, without.suggestion)
    with pytest.raises(LogError, match="line 6: there is no card called 'Gren'"):
        perform(ClueAssist(typo))
    hand = perform(ClueAssist(LOG.replace("Study", "Studio"), tolerant=True))
    assert (hand.me, [fault.line for fault in hand.faults]) == (None, [3])
    assert perform(ClueAssist(LOG, tolerant=True)).faults == []


def test_advice_for_rooms() -> None:
    found = perform(ClueAssist(LOG + "Cat: White, Revolver, Lounge -> Ben shows ?\n", rooms="kitchen, hall"))
    named = [found.suggestion.cards, *(option.cards for option in found.alternatives)]
    assert len(named) == 5
    assert {cards[-1] for cards in named} <= {"Kitchen", "Hall"}
    assert not found.asked
    with pytest.raises(ParameterError, match="Rope is no room"):
        perform(ClueAssist(LOG, rooms="Hall, Rope"))


def test_cards_on_the_table() -> None:
    log = "players: Ann 4, Ben 4, Cat 4, Dan 4\npublic: Knife, Hall\nme: Ann\nhand: Plum, Rope, Study, Lounge\n"
    found = perform(ClueAssist(log + "Ann: Green, Knife, Hall -> Dan shows Green\n"))
    assert (found.game, found.public) == ("clue:hands=4-4-4-4,public=2", ["Knife", "Hall"])
    assert set(found.hands) == {"Ann", "Ben", "Cat", "Dan"}
    assert found.envelope["Knife"] == found.hands["Ben"]["Hall"] == 0
    assert found.hands["Dan"]["Green"] == 1
    clash = perform(ClueAssist(log + "Ann: White, Knife, Kitchen -> Ben shows Knife\n"))
    assert clash.contradiction is not None
    assert "line 2 (public: Knife, Hall)" in clash.contradiction
