"""The suite: fixed for good, and fair."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

import pytest

from sleuth import begin
from sleuth.core.errors import ParameterError, UnknownNameError
from sleuth.lab.baseline import reference_of
from sleuth.referee import SuiteEntry, read_suite
from sleuth.referee.suite import SuiteError, suite_versions

FIRST = read_suite("1")
every_entry = pytest.mark.parametrize("entry", FIRST.entries, ids=lambda entry: entry.name)


def test_the_first_suite_never_changes() -> None:
    """Its entries, games, limits and secrets: another choice is another suite, with another number."""
    assert FIRST.digest == "0f28cc99bdce0710"
    assert (len(FIRST.entries), sum(len(entry.secrets) for entry in FIRST.entries)) == (26, 1163)


@every_entry
def test_secrets_are_those_of_the_file(entry: SuiteEntry) -> None:
    assert entry.digest_of(entry.secrets) == entry.digest
    assert len(set(entry.secrets)) == len(entry.secrets)
    game = entry.game
    assert [game.format_secret(game.parse_secret(text)) for text in entry.secrets] == list(entry.secrets)


@every_entry
def test_where_every_secret_is_played_all_are_as_likely(entry: SuiteEntry) -> None:
    info = begin(entry.game)
    if entry.whole:
        assert len(entry.secrets) == info.size
        assert len({entry.game.prior(secret) for secret in info.candidates()}) == 1
    elif not isinstance(entry.chosen, tuple):
        assert len(entry.secrets) < info.size


@pytest.mark.parametrize("entry", [entry for entry in FIRST.entries if entry.whole], ids=lambda entry: entry.name)
def test_references_are_to_be_had(entry: SuiteEntry) -> None:
    reference = reference_of(begin(entry.game), entry.reference)
    assert (reference is None) == (entry.reference == "none")
    assert reference is None or reference.proved == (entry.reference == "optimal")


def test_the_rule_of_the_order() -> None:
    """Without weights the order is that of SHA-256 of suite, entry and secret, the largest first."""
    entry = next(entry for entry in FIRST.entries if entry.name == "number-20")

    def number(text: str) -> int:
        return int.from_bytes(sha256(f"1\nnumber-20\n{text}".encode()).digest(), "big")

    assert list(entry.secrets) == sorted(entry.secrets, key=number, reverse=True)


def test_likelier_words_come_sooner() -> None:
    entry = next(entry for entry in FIRST.entries if entry.name == "wordle-5")
    game = entry.game
    prior = [game.prior(secret) for secret in begin(game).candidates()]
    chosen = [game.prior(game.parse_secret(text)) for text in entry.secrets]
    assert sum(chosen) / len(chosen) > 1.2 * sum(prior) / len(prior)


def test_a_list_that_has_changed_is_noticed() -> None:
    entry = replace(FIRST.entries[0], digest="0" * 16)
    with pytest.raises(SuiteError, match="mastermind-2x4 are not those of suite 1"):
        entry.secrets  # noqa: B018


def test_parts() -> None:
    assert [entry.name for entry in FIRST.part(["ulam", "number-20"])] == ["number-20", "ulam-16", "ulam-64-lie"]
    assert [entry.name for entry in FIRST.part(["number"], quick=True)] == ["number-20"]
    assert 4 <= len(FIRST.part(quick=True)) <= 6
    with pytest.raises(UnknownNameError, match="number-20"):
        FIRST.part(["number-21"])
    assert suite_versions() == ["1"]
    with pytest.raises(ParameterError, match="there is no suite '2'; there is 1"):
        read_suite("2")
