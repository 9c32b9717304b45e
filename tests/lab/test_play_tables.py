"""Tables of plays as laboratories write them: columns by any name, any delimiter, and errors that say where."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth import Record, parse_game
from sleuth.core.errors import ParameterError, RecordError, SleuthError
from sleuth.core.game import Game
from sleuth.lab.observed_questions import Questions, questions_of
from sleuth.lab.play_tables import read_questions
from sleuth.lab.softmax import SoftPlayer, simulate
from sleuth.lab.table_columns import TableColumns
from sleuth.lab.table_text import parse_table

GAME = parse_game("mastermind:pegs=4,colours=6")
SMALL = parse_game("mastermind:pegs=2,colours=3")


def lines(records: list[Record], delimiter: str = ",") -> list[str]:
    """The plays as a table of the usual columns."""
    out = [delimiter.join(("subject", "condition", "trial", "turn", "guess", "black", "white"))]
    for number, record in enumerate(records):
        for turn, (action, (black, white)) in enumerate(record.history, 1):
            guess = record.game.format_action(action)
            values = (f"p{number % 3}", "AB"[number % 2], number, turn, guess, black, white)
            out.append(delimiter.join(map(str, values)))
    return out


def read(folder: Path, text: str, subject: Game | None = GAME, **columns: object) -> Questions:
    path = folder / "plays.csv"
    path.write_text(text, encoding="utf-8")
    return read_questions([path], subject, TableColumns(**columns))  # type: ignore[arg-type]


def same(one: Questions, other: Questions) -> bool:
    """Whether two have the same questions, from the same knowledge, with the same answers."""
    pairs = zip(one.every, other.every, strict=True)
    return all(
        a.action == b.action and a.info.history == b.info.history and (a.after is None) == (b.after is None)
        and (a.after is None or b.after is None or a.after.history == b.after.history)
        for a, b in pairs
    )  # fmt: skip


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return simulate(SMALL, SoftPlayer(1, 1, 0.3), 7, seed=3)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_every_delimiter_gives_the_same_questions(
    tmp_path: Path, records: list[Record], delimiter: str, bom: str
) -> None:
    found = read(tmp_path, bom + "\r\n".join(lines(records, delimiter)) + "\r\n", SMALL)
    assert same(found, questions_of(records))
    assert found.participants == ("p0", "p1", "p2")
    assert found.groups == ("A", "B")
    assert [q.trial for q in found.every[:1]] == ["0"]
    assert found.plays == len({q.play for q in found.asked})


def test_rows_are_put_in_order(tmp_path: Path, records: list[Record]) -> None:
    head, *rows = lines(records)
    mixed = [head, *sorted(rows, key=lambda row: row.split(",")[4:])]
    by_trial = sorted(read(tmp_path, "\n".join(mixed), SMALL).every, key=lambda q: (int(q.trial), q.step))
    assert same(Questions(tuple(by_trial)), questions_of(records))


def test_columns_by_any_name(tmp_path: Path, records: list[Record]) -> None:
    text = "\n".join(lines(records)).replace("subject,condition,trial,turn,guess,black,white", "a,b,c,d,e,f,g")
    named = {"participant": "a", "group": "b", "trial": "C", "order": "d", "guess": "e", "answers": "f, g"}
    assert same(read(tmp_path, text, SMALL, **named), questions_of(records))
    with pytest.raises(ParameterError, match=r"no column 'z' for --guess; it has a, b, c, d, e, f, g"):
        read(tmp_path, text, SMALL, guess="z")
    with pytest.raises(ParameterError, match="as the guesses usually are; name it with --guess COLUMN; it has a, b"):
        read(tmp_path, text, SMALL)
    with pytest.raises(ParameterError, match="as the answers usually are; name it with --answers COLUMN"):
        read(tmp_path, text, SMALL, guess="e")


def test_parquet_is_read_where_it_can_be(tmp_path: Path, records: list[Record]) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parse_table("t", "\n".join(lines(records)))
    rows = [{**row.values, "black": float(row.values["black"]), "turn": int(row.values["turn"])} for row in table.rows]
    parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / "plays.parquet")
    assert same(read_questions([tmp_path / "plays.parquet"], SMALL), questions_of(records))


@pytest.mark.parametrize("answer", ["1.2", '"1,2"', "12", "1 2"])
def test_an_answer_in_one_column(tmp_path: Path, answer: str) -> None:
    found = read(tmp_path, f"guess,feedback\n0123,{answer}\n")
    assert found.every[0].after is not None
    assert found.every[0].after.history.steps[0].feedback == (1, 2)


def test_leading_zeros_are_kept_and_put_back_only_when_asked(tmp_path: Path) -> None:
    assert read(tmp_path, "guess,black,white\n0012,1,0\n").every[0].action == (0, 0, 1, 2)
    told = r"line 2, column guess: '12' is shorter than '0012': .* put them back with --pad"
    for text in ("guess,black,white\n12,1,0\n", "guess,black,white\n12.0,1.0,0.0\n"):
        with pytest.raises(RecordError, match=told.replace("'12'", r"'12(\.0)?'")):
            read(tmp_path, text)
        assert read(tmp_path, text, pad=True).every[0].action == (0, 0, 1, 2)


def test_own_symbols(tmp_path: Path) -> None:
    assert read(tmp_path, "guess,black,white\nRrGB,1,0\n", symbols="RGBYOW").every[0].action == (0, 0, 1, 2)
    assert read(tmp_path, "guess,black,white\n1123,1,0\n", symbols="123456").every[0].action == (0, 0, 1, 2)
    names = "red,green,blue,yellow,orange,white"
    assert read(tmp_path, "guess;black;white\nRed red Green,blue;1;0\n", symbols=names).every[0].action == (0, 0, 1, 2)
    with pytest.raises(RecordError, match="column guess: 'X' in 'RRGX' is none of the symbols r, g, b, y, o, w"):
        read(tmp_path, "guess,black,white\nRRGX,1,0\n", symbols="RGBYOW")
    with pytest.raises(RecordError, match="own symbols are named with --symbols"):
        read(tmp_path, "guess,black,white\nRRGB,1,0\n")
    with pytest.raises(ParameterError, match="symbols are different signs"):
        read(tmp_path, "guess,black,white\nRRGB,1,0\n", symbols="RGR")


def test_plays_without_a_trial_column(tmp_path: Path) -> None:
    """Another participant, a number that does not rise, and a play that is over begin another play."""
    text = "subject,guess,black,white\na,01,1,0\na,02,2,0\na,01,0,0\nb,01,0,1\n"
    assert [q.play for q in read(tmp_path, text, SMALL).every] == [0, 0, 1, 2]
    text = "guess,turn,black,white\n01,1,1,0\n02,2,0,1\n01,1,0,0\n"
    assert [(q.play, q.step) for q in read(tmp_path, text, SMALL).every] == [(0, 1), (0, 2), (1, 1)]


def test_several_games_in_one_table(tmp_path: Path) -> None:
    text = "game;trial;guess;answer\nnumber:numbers=9;1;5;lower\nmastermind:pegs=2,colours=3;2;01;1.0\n"
    found = read(tmp_path, text, None, game="game")
    assert [str(q.info.game) for q in found.every] == ["number:numbers=9", "mastermind:pegs=2,colours=3"]
    with pytest.raises(RecordError, match="line 2, column game: there is no game called 'nmber'"):
        read(tmp_path, text.replace("number:", "nmber:"), None, game="game")


BAD = [
    ("guess,black,white\n01,1,0\n99,0,0\n", "line 3, column guess: '99' is no action of mastermind"),
    ("guess,black,white\n01,7,0\n", "line 2, column black, white: '7.0' is no answer in mastermind"),
    ("guess,black,white\n01,,0\n", "line 2, column black, white: the answer is missing"),
    ("guess,black,white\n,1,0\n", "line 2, column guess: nothing is written there"),
    ("guess,black,white\n00,0,0\n01,2,0\n", r"line 3, column black, white: step 2 \(01=2.0\) is impossible"),
    ("guess,black,white,secret\n01,1,0,22\n", "column black, white: the answer to 01 is 1.0 there, but 0.0 by the law"),
    ("guess,black,white,secret\n01,1,0,29\n", "line 2, column secret: '29' is no secret"),
    ("guess,turn,black,white\n01,first,1,0\n02,2,1,0\n", "line 2, column turn: 'first' is no number"),
    ("guess,trial,turn,black,white\n01,1,1,1,0\n02,1,1,1,0\n", "column turn: 1 stands twice in this play, first in"),
    ("guess,trial,black,white\n01,1,,\n02,1,1,0\n", "line 2, column black, white: the answer is missing"),
    ("guess,black,black\n01,1,0\n", "two columns are called 'black'"),
    ("guess,black,white\n01,1,0,9\n", "line 2: 4 fields, but the heading names 3"),
    ('guess,black,white\n"01,1,0\n', "line 2: unexpected end of data"),
]


@pytest.mark.parametrize(("text", "told"), BAD)
def test_bad_rows_are_named(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises((RecordError, ParameterError), match=told) as caught:
        read(tmp_path, text, SMALL)
    assert "plays.csv" in str(caught.value)


@pytest.mark.parametrize("row", ["99,0,0", "02,2,0"])
def test_a_play_is_left_at_a_bad_row_if_wanted(tmp_path: Path, row: str) -> None:
    text = f"trial,guess,black,white\n1,01,0,0\n1,{row}\n1,22,2,0\n2,01,1,0\n"
    with pytest.raises(RecordError):
        read(tmp_path, text, SMALL)
    found = read(tmp_path, text, SMALL, skip_bad=True)
    assert [(q.trial, q.step) for q in found.every] == [("1", 1), ("2", 1)]
    assert len(found.left_out) == 1
    assert found.left_out[0].startswith("2 rows left out: ")
    assert "plays.csv, line 3" in found.left_out[0]


def test_a_last_guess_without_an_answer_is_a_question_all_the_same(tmp_path: Path) -> None:
    found = read(tmp_path, "guess,black,white\n01,1,0\n02,,\n", SMALL)
    assert [q.after is None for q in found.every] == [False, True]


def test_the_answers_of_a_record_are_held_against_its_secret() -> None:
    text = "sleuth record 1\ngame: mastermind:pegs=2,colours=3\n1: 01 = 1.0\nsecret: 22\nresult: solved\n"
    with pytest.raises(RecordError, match=r"the answer to 01 is 1.0 there, but 0.0 by the law if the secret is 22"):
        questions_of([Record.parse(text)])


@given(st.text(alphabet='guesblackwhit,;\t|\n\r"01290. \ufeff=∞', max_size=120))
def test_any_text_is_read_or_refused_in_one_line(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    folder = tmp_path_factory.mktemp("fuzz")
    for start in ("", "guess,black,white\n", "subject;trial;guess;feedback\n"):
        for skip in (False, True):
            error = None
            try:
                read(folder, start + text, SMALL, skip_bad=skip)
            except SleuthError as problem:
                error = problem
            assert "\n" not in str(error)
