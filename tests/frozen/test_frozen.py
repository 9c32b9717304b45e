"""Every answer is what it was. `python tests/frozen/freeze.py` rewrites the answers, and tells what changed."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from tests.frozen.asking import api, ask_api, ask_command
from tests.frozen.comparing import differences
from tests.frozen.freeze import kept
from tests.frozen.questions import COMMANDS, REQUESTS


def pairs(questions: dict[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    return [(name, question) for name, asked in questions.items() for question in asked]


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with api() as made:
        yield made


def check(name: str, question: str, answer: object) -> None:
    old = kept(name)
    assert question in old, f"no answer is kept; run: python tests/frozen/freeze.py {name!r}"
    assert not (lines := list(differences(old[question], answer))), "\n".join(lines)


@pytest.mark.parametrize(("name", "question"), pairs(COMMANDS))
def test_the_command_line_answers_as_before(name: str, question: str) -> None:
    check(name, question, ask_command(question))


@pytest.mark.parametrize(("name", "question"), pairs(REQUESTS))
def test_the_api_answers_as_before(client: httpx.Client, name: str, question: str) -> None:
    check(name, question, ask_api(client, question))


def test_no_answer_is_kept_without_a_question() -> None:
    for name, asked in {**COMMANDS, **REQUESTS}.items():
        assert set(kept(name)) == set(asked), name
