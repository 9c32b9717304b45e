"""How frozen answers may change: new keys pass, other keys need a row with a reason. The answers here are made up."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.frozen import freeze
from tests.frozen.changes import DONE_HEAD, NEXT_HEAD, Place, Reason, proposals, read_reasons, spend, unexplained
from tests.frozen.comparing import Difference, differences, written
from tests.frozen.test_frozen import NewKeyWarning, check

ROOT = Path(__file__).parents[2]
QUESTIONS = [("sums", "add 1 2"), ("sums", "add 3 4"), ("names", "who | what")]
EMPTY = f"# Changes\n\n## Next\n\n{NEXT_HEAD}\n## Done\n\n{DONE_HEAD}"
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


def text_with(*rows: str) -> str:
    """A text such as `changes.md` in which rows wait."""
    return EMPTY.replace(NEXT_HEAD, NEXT_HEAD + "".join(f"{row}\n" for row in rows), 1)


class Answers:
    """A folder of answers and a text of changes, with what is answered today."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[str]) -> None:
        self.folder, self.changes, self.patch, self.capture = folder / "answers", folder / "changes.md", patch, capture
        self.folder.mkdir()
        self.changes.write_text(EMPTY, encoding="utf-8")
        patch.setattr(freeze, "ANSWERS", self.folder)
        patch.setattr(freeze, "CHANGES", self.changes)
        patch.setattr(freeze, "REQUESTS", {})
        patch.setattr(freeze, "api", nullcontext)

    def keep(self, answers: dict[str, Any], name: str = "sums") -> None:
        """Write the answers of earlier."""
        (self.folder / f"{name}.json").write_text(written(answers), encoding="utf-8")

    def kept(self, name: str = "sums") -> Any:
        return json.loads((self.folder / f"{name}.json").read_text(encoding="utf-8"))

    def freeze(self, today: dict[str, Any], *options: str) -> tuple[int, str]:
        """The exit code and the text of `freeze.py`, where questions are answered so today."""
        questions = {"sums": tuple(today)}
        self.patch.setattr(freeze, "QUESTIONS", questions)
        self.patch.setattr(freeze, "ASKED_HERE", ((questions, today.__getitem__),))
        self.patch.setattr(sys, "argv", ["freeze.py", *options])
        code = freeze.main()
        return code, self.capture.readouterr().out


@pytest.fixture
def answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Answers:
    return Answers(tmp_path, monkeypatch, capsys)


# What differs.


@given(JSON_VALUES)
def test_an_answer_does_not_differ_from_itself(value: Any) -> None:
    assert list(differences(value, value)) == []
    assert json.loads(written(value)) == value


@given(st.dictionaries(st.text(max_size=5), JSON_VALUES, max_size=4), st.text(max_size=5), JSON_VALUES, st.booleans())
def test_one_key_more_is_new_and_nothing_else(value: dict[str, Any], key: str, item: Any, first: bool) -> None:
    old = {name: inner for name, inner in value.items() if name != key}
    new = {key: item} | old if first else old | {key: item}
    assert [(one.path, one.kind) for one in differences(old, new)] == [(f"$.{key}", "new")]
    assert [(one.path, one.kind) for one in differences(new, old)] == [(f"$.{key}", "lost")]
    assert [(one.path, one.kind) for one in differences({"in": [old]}, {"in": [new]})] == [(f"$.in[0].{key}", "new")]


@pytest.mark.parametrize(
    ("old", "new", "places"),
    [
        ({"a": 1}, {"a": 2}, ["changed $.a: 1 -> 2"]),
        ({"a": 1}, {}, ["lost $.a: 1 -> nothing"]),
        ({"a": [1]}, {"a": [1, 2]}, ["changed $.a[1]: nothing -> 2"]),
        ({"a": [1, 2]}, {"a": [1]}, ["changed $.a[1]: 2 -> nothing"]),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, ["changed $.(order): a b -> b a"]),
        ({"a": 1, "b": 2}, {"b": 2, "c": 3, "a": 1}, ["new $.c: nothing -> 3", "changed $.(order): a b -> b a"]),
        ({"a": 1}, {"a": 1.0}, ["changed $.a: 1 -> 1.0"]),
        ({"a": 1}, {"a": True}, ["changed $.a: 1 -> true"]),
        ({"a": None}, {}, ["lost $.a: null -> nothing"]),
        ({"a": 0.1}, {"a": 0.1 + 1e-14}, []),
        ({"a": 0.1}, {"a": 0.1001}, ["changed $.a: 0.1 -> 0.1001"]),
    ],
)
def test_a_difference_has_a_path_and_a_kind(old: Any, new: Any, places: list[str]) -> None:
    assert [str(one) for one in differences(old, new)] == places


# What the test of the answers says.


def test_a_new_key_passes_and_is_a_warning(answers: Answers) -> None:
    answers.keep({"add 1 2": {"total": 3, "parts": [{"of": 1}, {"of": 2}]}})
    with pytest.warns(NewKeyWarning) as warnings:
        check("sums", "add 1 2", {"total": 3, "mean": 1.5, "parts": [{"of": 1, "is": 1}, {"of": 2, "is": 2}]})
    assert [str(one.message) for one in warnings] == [
        "a new key in sums: $.parts[*].is",
        "a new key in sums: $.mean",
    ]


@pytest.mark.parametrize("answer", [{"total": 4}, {}, {"total": 3, "in": []}, {"in": [1], "total": 3}, {"total": 3.0}])
def test_a_key_that_changes_or_is_lost_fails(answers: Answers, answer: dict[str, Any]) -> None:
    answers.keep({"add 1 2": {"total": 3, "in": [1]}})
    with pytest.raises(AssertionError, match=r"changed|lost"):
        check("sums", "add 1 2", answer)


def test_a_question_without_an_answer_fails(answers: Answers) -> None:
    with pytest.raises(AssertionError, match="no answer is kept"):
        check("sums", "add 1 2", {"total": 3})


def test_a_run_in_two_processes_passes_and_lists_the_new_key(tmp_path: Path) -> None:
    """Warnings are errors in this project, also in the processes of a run."""
    file = tmp_path / "test_sums.py"
    file.write_text(
        "from pathlib import Path\n"
        "from tests.frozen import freeze\n"
        "from tests.frozen.test_frozen import check\n"
        "def test_sums(monkeypatch):\n"
        "    monkeypatch.setattr(freeze, 'ANSWERS', Path(__file__).parent)\n"
        "    check('sums', 'add', {'total': 3, 'mean': 1.5})\n",
        encoding="utf-8",
    )
    (tmp_path / "sums.json").write_text('{"add": {"total": 3}}', encoding="utf-8")
    options = ("-c", str(ROOT / "pyproject.toml"), "--rootdir", str(ROOT), "-p", "no:cacheprovider", "-n", "2")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(file)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "NewKeyWarning: a new key in sums: $.mean" in run.stdout
    assert "1 passed, 1 warning" in run.stdout


# What `freeze.py` writes.


def test_what_is_new_is_written_without_a_row(answers: Answers) -> None:
    answers.keep({"add 1 2": {"total": 3}})
    today = {"add 1 2": {"total": 3, "mean": 1.5}, "add 3 4": {"total": 7}}
    code, text = answers.freeze(today)
    assert (code, answers.kept()) == (0, today)
    assert "new $.mean: nothing -> 1.5" in text
    assert "new $: the question is new" in text
    assert answers.changes.read_text(encoding="utf-8") == EMPTY


@pytest.mark.parametrize("today", [{"add 1 2": {"total": 4}}, {"add 1 2": {}}, {}])
def test_nothing_is_written_without_a_row(answers: Answers, today: dict[str, Any]) -> None:
    old = {"add 1 2": {"total": 3}}
    answers.keep(old)
    code, text = answers.freeze(today)
    assert (code, answers.kept()) == (1, old)
    key = "$.total" if today else "$"
    assert f"Nothing is written. Rows that changes.md lacks:\n| sums | add 1 2 | {key} | ? |\n" in text


def test_a_row_excuses_a_change_and_is_moved(answers: Answers) -> None:
    row = "| sums | add * | $.parts[*].of | counted from 0 |"
    answers.keep({"add 1 2": {"parts": [{"of": 1}, {"of": 2}]}, "add 3 4": {"parts": [{"of": 1}]}})
    answers.changes.write_text(text_with(row), encoding="utf-8")
    today = {"add 1 2": {"parts": [{"of": 0}, {"of": 1}]}, "add 3 4": {"parts": [{"of": 0}]}}
    code, _ = answers.freeze(today)
    assert (code, answers.kept()) == (0, today)
    done = "| sums | add * | $.parts[*].of | 3 | counted from 0 |\n"
    assert answers.changes.read_text(encoding="utf-8") == EMPTY + done
    assert answers.freeze(today)[0] == 0
    assert answers.changes.read_text(encoding="utf-8") == EMPTY + done
    assert answers.freeze({**today, "add 3 4": {"parts": [{"of": 9}]}})[0] == 1


def test_a_row_excuses_its_own_key_only(answers: Answers) -> None:
    answers.keep({"add 1 2": {"total": 3, "mean": 1.5}})
    answers.changes.write_text(text_with("| sums | add 1 2 | $.total | wrong |"), encoding="utf-8")
    code, text = answers.freeze({"add 1 2": {"total": 4, "mean": 2.0}})
    assert code == 1
    assert text.endswith("Rows that changes.md lacks:\n| sums | add 1 2 | $.mean | ? |\n")


def test_the_last_question_of_a_file_goes_with_a_row(answers: Answers) -> None:
    answers.keep({"add 1 2": {"total": 3}})
    answers.changes.write_text(text_with("| sums | add 1 2 | $ | nobody adds |"), encoding="utf-8")
    assert answers.freeze({})[0] == 0
    assert not (answers.folder / "sums.json").exists()


def test_a_row_for_what_does_not_differ_is_refused(answers: Answers) -> None:
    row = "| sums | add 1 2 | $.total | wrong |"
    answers.keep({"add 1 2": {"total": 3}})
    answers.changes.write_text(text_with(row), encoding="utf-8")
    code, text = answers.freeze({"add 1 2": {"total": 3}})
    assert code == 1
    assert f"Nothing that differs is named by {row}" in text


def test_a_row_waits_for_a_question_that_is_not_asked(answers: Answers) -> None:
    row = "| sums | add 3 4 | $.total | wrong |"
    old = {"add 1 2": {"total": 3}, "add 3 4": {"total": 8}}
    answers.keep(old)
    answers.changes.write_text(text_with(row), encoding="utf-8")
    assert answers.freeze({"add 1 2": {"total": 3}, "add 3 4": {"total": 7}}, "add 1")[0] == 0
    assert answers.kept() == old
    assert answers.changes.read_text(encoding="utf-8") == text_with(row)


def test_a_dry_run_writes_nothing(answers: Answers) -> None:
    row = "| sums | add 1 2 | $.total | wrong |"
    old = {"add 1 2": {"total": 3}}
    answers.keep(old)
    answers.changes.write_text(text_with(row), encoding="utf-8")
    assert answers.freeze({"add 1 2": {"total": 4}}, "--dry")[0] == 0
    assert (answers.kept(), answers.changes.read_text(encoding="utf-8")) == (old, text_with(row))


def test_last_bits_of_another_answer_stay(answers: Answers) -> None:
    answers.keep({"add 1 2": {"mean": 0.1}, "add 3 4": {"total": 7}})
    answers.freeze({"add 1 2": {"mean": 0.1 + 1e-14}, "add 3 4": {"total": 7, "mean": 3.5}})
    assert answers.kept() == {"add 1 2": {"mean": 0.1}, "add 3 4": {"total": 7, "mean": 3.5}}


# Rows.


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("| sums | add 1 2 | $.total |  |", "no reason is given"),
        ("| sums | add 1 2 | $.total | ? |", "no reason is given"),
        ("| sums | add 5 6 | $.total | wrong |", "there is no such question"),
        ("| names | add 1 2 | $.total | wrong |", "there is no such question"),
        ("| sums | add 1 2 | total | wrong |", "a key is a path"),
        ("| sums | add 1 2 | $* | wrong |", "a key is a path"),
        ("| sums | add 1 2 | wrong |", "a row is"),
        ("add 1 2 is wrong", "a row is"),
    ],
)
def test_a_row_that_says_too_little_is_refused(row: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read_reasons(text_with(row), QUESTIONS)


@pytest.mark.parametrize("edit", [lambda text: text.replace("## Next", "## Now"), lambda text: text + "## Next"])
def test_a_text_without_the_tables_is_refused(edit: Callable[[str], str]) -> None:
    with pytest.raises(ValueError, match="has the tables"):
        read_reasons(edit(EMPTY).replace(DONE_HEAD, ""), QUESTIONS)


@pytest.mark.parametrize(
    ("key", "path", "covers"),
    [
        ("$.total", "$.total", True),
        ("$.total", "$.totals", False),
        ("$.parts", "$.parts[3].of", True),
        ("$.parts", "$.parts.(order)", True),
        ("$.(order)", "$.(order)", True),
        ("$.(order)", "$.parts.(order)", False),
        ("$.parts[*].of", "$.parts[12].of.what", True),
        ("$.parts[*].of", "$.parts[12].is", False),
        ("$", "$", True),
        ("$", "$.total", False),
    ],
)
def test_a_key_stands_for_all_that_is_in_it(key: str, path: str, covers: bool) -> None:
    place = Place("sums", "add 1 2", Difference(path, "changed", ""))
    assert Reason("sums", "*", key, "wrong").covers(place) is covers
    assert unexplained([place], [Reason("sums", "add*", key, "wrong")]) == ([] if covers else [place])


def test_a_proposal_that_is_given_a_reason_explains_its_places() -> None:
    places = [
        Place("sums", "add 1 2", Difference("$.parts[0].of", "changed", "")),
        Place("sums", "add 3 4", Difference("$.parts[7].of", "lost", "")),
        Place("names", "who | what", Difference("$.name", "changed", "")),
    ]
    rows = [str(row).replace("| ? |", "| mended |") for row in proposals(places)]
    assert rows == ["| sums | * | $.parts[*].of | mended |", "| names | who &#124; what | $.name | mended |"]
    reasons = read_reasons(text_with(*rows), QUESTIONS)
    assert unexplained(places, reasons) == []
    assert spend(text_with(*rows), reasons, places) == EMPTY + (
        "| sums | * | $.parts[*].of | 2 | mended |\n| names | who &#124; what | $.name | 1 | mended |\n"
    )


def test_a_new_key_needs_no_row() -> None:
    assert unexplained([Place("sums", "add 1 2", Difference("$.mean", "new", ""))], []) == []
