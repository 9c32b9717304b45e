"""Every answer is what it was. `python tests/frozen/freeze.py` writes the answers, and says what changed."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import httpx
import pytest
from tests.frozen.asking import api, ask_api, ask_certificate, ask_command, ask_help, ask_table
from tests.frozen.changes import CHANGES, any_number, read_reasons
from tests.frozen.comparing import differences
from tests.frozen.freeze import QUESTIONS, kept, kept_answers
from tests.frozen.questions import CERTIFICATES, COMMANDS, HELP, REQUESTS, TABLES


class NewKeyWarning(UserWarning):
    """An answer has a key that it had not. That is welcome; the summary of a run lists them."""


def pairs(questions: dict[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    return [(name, question) for name, asked in questions.items() for question in asked]


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with api() as made:
        yield made


def check(name: str, question: str, answer: object) -> None:
    old = kept(name)
    assert question in old, f"no answer is kept; run: python tests/frozen/freeze.py {name!r}"
    places = list(differences(old[question], answer))
    assert not (faults := [place for place in places if place.kind != "new"]), "\n".join(map(str, faults))
    with warnings.catch_warnings():
        warnings.simplefilter("always", NewKeyWarning)
        for key in dict.fromkeys(any_number(place.path) for place in places):
            warnings.warn(f"a new key in {name}: {key}", NewKeyWarning, stacklevel=1)


@pytest.mark.parametrize(("name", "question"), pairs(COMMANDS))
def test_the_command_line_answers_as_before(name: str, question: str) -> None:
    check(name, question, ask_command(question))


@pytest.mark.parametrize(("name", "question"), pairs(HELP))
def test_the_help_reads_as_before(name: str, question: str) -> None:
    check(name, question, ask_help(question))


@pytest.mark.parametrize(("name", "question"), pairs(CERTIFICATES))
def test_a_certificate_is_what_it_was(name: str, question: str) -> None:
    check(name, question, ask_certificate(question))


@pytest.mark.parametrize(("name", "question"), pairs(TABLES))
def test_a_table_answers_as_before(name: str, question: str) -> None:
    check(name, question, ask_table(question))


@pytest.mark.parametrize(("name", "question"), pairs(REQUESTS))
def test_the_api_answers_as_before(client: httpx.Client, name: str, question: str) -> None:
    check(name, question, ask_api(client, question))


def test_no_answer_is_kept_without_a_question() -> None:
    assert {name: set(answers) for name, answers in kept_answers().items()} == {
        name: set(asked) for name, asked in QUESTIONS.items()
    }


def test_no_reason_waits() -> None:
    """A row that stays where it is would excuse the next change, too; `freeze.py` moves it with the answers."""
    assert read_reasons(CHANGES.read_text(encoding="utf-8"), pairs(QUESTIONS)) == []
