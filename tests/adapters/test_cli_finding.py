"""Battleship, Hangman and lies on the command line: play, assist, watch, evaluate, tournament, analyse, bad input."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.adapters.conftest import Shell

BATTLESHIP = ("battleship", "--size", "5", "--fleet", "3-2")
WORDS = "apple ample maple pie lie tie angle ankle uncle\n"
TABLE_LIES = "mastermind:pegs=2,colours=4@lies:most=1"


@pytest.fixture(autouse=True)
def words(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text(WORDS.replace(" ", "\n"), encoding="utf-8")


def test_the_usual_strategy_finds_everything(shell: Shell) -> None:
    for game in (BATTLESHIP, ("hangman", "--words", "words.txt", "--secret", "maple")):
        told = shell.json("watch", *game, "--seed", "4")
        assert told["strategy"] == "hit-probability"
        assert told["solved"]
        assert told["steps"][-1]["entropy"] == pytest.approx(0, abs=1)
    assert shell.json("watch", "mastermind:pegs=2")["strategy"] == "entropy"


def test_assist_names_a_cell_and_its_chance(shell: Shell) -> None:
    told = shell.json("assist", *BATTLESHIP, "--history", "3,3=hit;3,2=miss")
    assert {"action", "bits", "candidates", "reasons", "alternatives"} <= told.keys()
    assert "is a hit with a chance of" in told["reasons"][0]
    assert 0 < told["hit"] < 1


def test_assist_says_at_which_shot_it_became_impossible(shell: Shell) -> None:
    code, _, err = shell("assist", *BATTLESHIP, "--history", "3,3=sunk", "--json")
    assert code != 0
    assert "step 1" in err
    code, _, err = shell("assist", *BATTLESHIP, "--history", "3,3=miss;3,3=miss", "--json")
    assert code != 0
    assert "asked at step 1 already" in err
    code, _, err = shell("assist", *BATTLESHIP, "--history", "9,9=miss", "--json")
    assert code != 0
    assert "9,9" in err


def test_a_mistake_costs_nothing_at_the_table(shell: Shell) -> None:
    typed = "3,3=sunk\n6,6=miss\n3,3=miss\n3,3=miss\n:quit\n"
    _, out, err = shell("assist", *BATTLESHIP, typed=typed)
    assert "step 1 (3,3=sunk) is impossible" in out + err
    assert "was asked at step 1 already" in out + err
    record = next(Path().glob("sleuth-battleship-*.record")).read_text(encoding="utf-8")
    assert "1: 3,3 = miss" in record
    assert "2:" not in record


def test_a_play_is_recorded_replayed_and_graded(shell: Shell) -> None:
    secret = shell.json("watch", *BATTLESHIP, "--record", "b.record")["secret"]
    assert shell.json("replay", "b.record")["secret"] == secret
    graded = shell.json("grade", "b.record")
    assert graded["totals"]["inaccuracy_hits"] == pytest.approx(0, abs=1e-9)
    assert {move["mark"] for move in graded["moves"]} == {"best"}


def test_a_person_plays_hangman_and_hears_of_the_lengths(shell: Shell) -> None:
    _, out, _ = shell("play", "hangman", "--words", "words.txt", "--secret", "maple", typed="e\nx\nmaple\n")
    assert "lengths=5" in out
    assert "Solved in 3 steps: maple" in out


def test_evaluate_draws_a_sample_where_there_are_too_many(shell: Shell) -> None:
    told = shell.json("evaluate", *BATTLESHIP, "--sample", "6", "--seed", "2")
    assert told["sampled"]
    assert told["secrets"] == 6 == sum(told["histogram"].values())
    assert told["mean_misses"] == pytest.approx(told["mean"] - 5)
    again = shell.json("evaluate", *BATTLESHIP, "--sample", "6", "--seed", "2")
    assert again["histogram"] == told["histogram"]
    assert "misses" in shell("evaluate", *BATTLESHIP, "--sample", "3")[1]


def test_evaluate_plays_every_secret_where_they_are_few(shell: Shell) -> None:
    told = shell.json("evaluate", "battleship:size=3,fleet=2")
    assert not told["sampled"]
    assert told["secrets"] == 12
    assert told["error"] == 0
    solved = shell.json("solve", "battleship:size=3,fleet=2")
    assert solved["total"] <= told["total"]
    assert "all 12 secrets" in shell("evaluate", "battleship:size=3,fleet=2", "--strategy", "random")[1]


@pytest.mark.parametrize("strategy", ["look-ahead", "rollout", "optimal"])
def test_strategies_that_look_far_find_too(shell: Shell, strategy: str) -> None:
    told = shell.json("evaluate", "battleship:size=2x3,fleet=2", "--strategy", strategy)
    assert told["mean"] <= shell.json("evaluate", "battleship:size=2x3,fleet=2")["mean"] + 1e-9


@pytest.mark.parametrize("strategy", ["ismcts", "sampled-ises"])
def test_strategies_that_sample_find_too(shell: Shell, strategy: str) -> None:
    for game in ("battleship:size=2x3,fleet=2", "hangman:words=words.txt,lengths=5"):
        told = shell.json("evaluate", game, "--strategy", f"{strategy}:seconds=0.05", "--sample", "2")
        assert told["mean"] > 1


def test_a_word_in_no_list_is_not_counted(shell: Shell) -> None:
    told = shell.json("assist", "hangman:words=words.txt,lengths=5", "--history", "e=no;a=no")
    assert not told["exact"]
    assert told["estimated_candidates"] is None
    assert " bits still missing" not in " ".join(told["reasons"])
    shown = shell("assist", "hangman:words=words.txt,lengths=5", "--history", "e=no;a=no")[1]
    assert "an unknown number of candidates" in shown
    assert "is in no list" in shown


def test_solve_proves_the_worst_case_of_ulam(shell: Shell) -> None:
    told = shell.json("solve", "ulam:numbers=1048576@lies:most=1")
    assert (told["worst"], told["lower_bound"], told["proved"]) == (25, 25, True)
    assert "no strategy needs fewer" in shell("solve", "ulam:numbers=100@lies:most=1")[1]
    code, _, err = shell("solve", "ulam:numbers=100@lies:most=1", "--beam", "3")
    assert code == 2
    assert "only the worst case is solved" in err


def test_solve_proves_the_worst_case_with_lies(shell: Shell) -> None:
    told = shell.json("solve", TABLE_LIES)
    assert (told["worst"], told["lower_bound"], told["proved"], told["total"]) == (6, 6, True, None)
    assert "6 steps, whatever is answered" in shell("solve", TABLE_LIES)[1]
    code, _, err = shell("solve", TABLE_LIES, "--first", "01")
    assert code == 2
    assert "some answers may be lies" in err
    code, _, err = shell("solve", "mastermind:pegs=2,colours=4@noise")
    assert code == 2
    assert "any number of its answers may be lies" in err


def test_solve_proves_a_small_one(shell: Shell) -> None:
    told = shell.json("solve", "hangman:words=words.txt,lengths=5,guesses=letters")
    assert told["proved"]
    assert told["total"] == told["lower_bound"]
    for rule in ("hit-probability", "entropy"):
        played = shell.json("evaluate", "hangman:words=words.txt,lengths=5,guesses=letters", "--strategy", rule)
        assert played["total"] >= told["total"]
    code, _, err = shell("solve", "battleship", "--json")
    assert code != 0
    assert "too many to solve" in err


def test_analyse_of_a_sample(shell: Shell) -> None:
    told = shell.json("analyse", "battleship:size=4,fleet=2")
    assert "all 24 secrets, played one by one" in told["left_out"]
    told = shell.json("analyse", "battleship:size=4x7,fleet=2")
    assert told["secrets"] == 45
    assert told["first_moves"]["actions"] == 28
    assert told["difficulty"]["random"]["mean"] > min(rule["mean"] for rule in told["difficulty"]["rules"])
    assert "drawn at random" in told["left_out"]


def test_a_tournament_of_all_three(shell: Shell) -> None:
    Path("cup.toml").write_text(
        f'games = ["battleship:size=4,fleet=2", "hangman:words=words.txt", "{TABLE_LIES}"]\n'
        'agents = ["random", "hit-probability"]\ntrials = 3\n',
        encoding="utf-8",
    )
    code, _, err = shell("tournament", "run", "cup.toml", "--out", "cup.db", "--json")
    assert code == 0, err
    report = shell.json("tournament", "report", "cup.db")
    assert len(report["table"]) == 6
    assert all(cell["trials"] == 3 and not cell["failed"] for cell in report["table"])


def test_lies_are_caught_and_confessed(shell: Shell) -> None:
    told = [shell("watch", TABLE_LIES, "--seed", str(seed))[1] for seed in range(6)]
    assert any("A lie is caught" in text for text in told)
    assert any("was a lie:" in text for text in told)
    flag = shell.json("watch", "mastermind:pegs=2,colours=4", "--channel", "lies:most=1")
    assert flag["game"] == TABLE_LIES
    assert flag["oracle"] == "lying"


def test_under_lies_a_question_may_be_asked_again(shell: Shell) -> None:
    told = shell.json("assist", TABLE_LIES, "--history", "01=0.0;01=0.1")
    assert told["candidates"] > 1
    code, _, err = shell("assist", TABLE_LIES, "--history", "01=0.0;01=0.1;01=1.0", "--json")
    assert code != 0
    assert "step 3" in err
