"""The store of a proof: a row that changed on the disk is worked out again before it counts."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests import scripts
from tests.lab.test_proof import WORDS, folder

from sleuth.core.game_spec import parse_game
from sleuth.lab import Proof, ProofOptions, certify_proof, prove, read_proof
from sleuth.lab.proof import task
from sleuth.lab.proof.store import TREE, TREE_TOTAL, ProofStore
from sleuth.play.tournament import ResultsError

GAME = "mastermind:pegs=4,colours=4"
__all__ = ["folder"]


@pytest.fixture
def sound(folder: Path) -> Proof:
    """A complete proof in `p.db`, with parts of first actions and a certificate."""
    task._search_of.cache_clear()  # parts that are known from before are not searched, nor kept
    prove(parse_game(GAME), "p.db", workers=0)
    certify_proof(parse_game(GAME), "p.db", "p.proof", workers=0)
    return read_proof("p.db")


def edit(statement: str, *values: object) -> None:
    with closing(sqlite3.connect("p.db")) as connection, connection:
        assert connection.execute(statement, values).rowcount > 0


def told(proof: Proof) -> tuple[object, ...]:
    return proof.best, proof.proved, [row.action for row in proof.optimal], len(proof.rows), proof.tree_total


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE openers SET lower = lower + 5, total = NULL WHERE total = (SELECT min(total) FROM openers)",
        "UPDATE openers SET total = total - 3 WHERE total = (SELECT max(total) FROM openers)",
        "UPDATE openers SET number = 250 WHERE number = (SELECT max(number) FROM openers)",
        "UPDATE openers SET action = '7011'",
        "UPDATE parts SET lower = lower + 2, exact = 1",
        "UPDATE about SET value = '1.0' WHERE key = 'tree total'",
        "UPDATE about SET value = replace(value, '0', '1') WHERE key = 'tree'",
        "UPDATE about SET value = '3.0' WHERE key = 'bound'",
        "UPDATE lemmas SET lemmas = x'789c03000000000001'",
    ],
)
def test_what_changed_is_worked_out_again(sound: Proof, statement: str) -> None:
    certificate, tree = Path("p.proof").read_bytes(), sound.tree
    edit(statement)
    lemmas_alone = statement.startswith(("UPDATE lemmas", "UPDATE parts"))
    if lemmas_alone:  # the table tells nothing of them
        assert told(read_proof("p.db")) == told(sound)
    else:
        with pytest.raises(ResultsError, match="checksum"):
            read_proof("p.db")
    again = prove(parse_game(GAME), "p.db", workers=0)
    assert told(again) == told(sound)
    assert again.tree == tree
    certify_proof(parse_game(GAME), "p.db", "p.proof", workers=0)
    assert Path("p.proof").read_bytes() == certificate


def test_rows_that_are_sound_are_not_done_again(sound: Proof) -> None:
    edit("UPDATE openers SET look = look + 1 WHERE number = 0")
    again = {row.number: row for row in prove(parse_game(GAME), "p.db", workers=0).rows}
    assert all(again[row.number].cpu == row.cpu for row in sound.rows if row.number)


def test_a_kill_between_mending_and_the_tree(sound: Proof) -> None:
    edit("UPDATE about SET value = 'x' WHERE key = ?", TREE)
    ProofStore.go_on("p.db").close()  # the damaged row is gone, and nothing else is done
    with ProofStore.go_on("p.db") as store:
        assert {TREE, TREE_TOTAL} & store.notes().keys() == {TREE_TOTAL}
    assert told(prove(parse_game(GAME), "p.db", workers=0)) == told(sound)
    assert read_proof("p.db").tree is not None


def test_a_store_without_checksums_proves_nothing_before_it_is_worked_out_again(sound: Proof) -> None:
    scripts.script("benchmarks/flipped_bits.py").without_checksums("p.db")
    edit("UPDATE openers SET lower = lower + 5, total = NULL WHERE total = (SELECT min(total) FROM openers)")
    old = read_proof("p.db")
    assert (old.checked, old.proved, old.none_below) == (False, False, False)
    assert not any(row["proved"] for row in old.plain_rows())
    assert "no checksums" in old.note
    assert old.as_json()["checked"] is False
    assert [claim.bound for claim in old.claims] == [None]
    assert (old.as_json()["lower_bound"], old.best_tree().search["lower_bound"]) == (None, None)
    assert {row["at_least"] for row in old.plain_rows()} == {0}
    assert "not checked" in repr(old)
    again = prove(parse_game(GAME), "p.db", workers=0)
    assert again.checked
    assert told(again) == told(sound)


@pytest.mark.parametrize("value", ["NULL", "'much'", "x'00'"])
def test_values_that_make_no_sense_are_told_in_a_line(sound: Proof, value: str) -> None:
    scripts.script("benchmarks/flipped_bits.py").without_checksums("p.db")
    with closing(sqlite3.connect("p.db")) as connection, connection:
        connection.execute("CREATE TABLE o AS SELECT * FROM openers")
        connection.execute(f"UPDATE o SET lower = {value} WHERE number = 1")
        connection.execute("DROP TABLE openers")
        connection.execute("ALTER TABLE o RENAME TO openers")
    with pytest.raises(ResultsError, match=r"p\.db is damaged: (Type|Value)Error"):
        read_proof("p.db")


def test_words_of_the_store_too(folder: Path) -> None:
    """Six of 22 bits of these bounds made `prove` call a wrong total proved."""
    whole = prove(parse_game(WORDS), "whole.db", workers=0)
    prove(parse_game(WORDS), "p.db", ProofOptions(seconds=0.001), workers=0)
    best = whole.optimal[0].number
    for bits in (1, 4, 64):
        edit("UPDATE openers SET lower = lower + ? WHERE number = ?", bits, best)
        assert told(prove(parse_game(WORDS), "p.db", workers=0)) == told(whole)
