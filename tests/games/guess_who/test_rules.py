import pickle
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from sleuth.core.errors import ActionError, ParameterError
from sleuth.games.guess_who.rules import GuessWho


def write(folder: Path, text: str | bytes) -> str:
    path = folder / "faces.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def test_the_built_in_faces_make_an_interesting_game() -> None:
    game = GuessWho()
    assert game.count() == 24
    for attribute in game.table[0][1:]:
        counts = Counter(look[attribute] for look in game.looks.values())
        assert all(2 <= count <= 22 for count in counts.values()), attribute
    assert all(one != other for one, other in combinations(game.looks.values(), 2))


def test_faces_from_a_file(tmp_path: Path) -> None:
    faces = write(
        tmp_path, "\ufeffname,hat,hair,planet\r\nAnn, no ,red,Earth\r\n\r\nBob,yes,red,Earth\r\nCy,no,grey,Earth\r\n"
    )
    game = GuessWho(faces)
    assert list(game.secrets()) == ["Ann", "Bob", "Cy"]
    assert [game.format_action(a) for a in game.actions()] == ["hat:yes", "hair:red", "Ann", "Bob", "Cy"]
    assert [game.feedback(game.parse_action("HAT:YES"), name) for name in game.secrets()] == [False, True, False]
    assert [game.feedback("Ann", name) for name in game.secrets()] == [True, False, False]
    assert str(game) == f"guess-who:faces={faces}"
    assert pickle.loads(pickle.dumps(game)) == game
    assert hash(GuessWho(faces)) == hash(game)


def test_a_changed_file_is_another_game(tmp_path: Path) -> None:
    before = GuessWho(write(tmp_path, "name,hat\nAnn,no\nBob,yes\n"))
    after = GuessWho(write(tmp_path, "name,hat\nAnn,yes\nBob,no\n"))
    assert before != after
    assert not before.feedback(("hat", "yes"), "Ann")


def test_an_attribute_of_three_values_makes_three_questions(tmp_path: Path) -> None:
    game = GuessWho(write(tmp_path, "name,eyes\nAnn,blue\nBob,green\nCy,brown\n"))
    assert list(game.actions())[:3] == [("eyes", "blue"), ("eyes", "green"), ("eyes", "brown")]


def test_a_question_that_is_not_listed_is_explained() -> None:
    with pytest.raises(ActionError, match="about hat ask hat:yes"):
        GuessWho().parse_action("hat:no")
    with pytest.raises(ActionError, match="about eyes ask eyes:blue, "):
        GuessWho().parse_action("eyes:pink")
    for name in ("Zoe", "A"):
        with pytest.raises(ActionError, match=f"no action '{name}'"):
            GuessWho().parse_action(name)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "2 faces or more"),
        ("name,hat\nAnn,yes\n", "2 faces or more"),
        (b"\xff\xfe\x00\x01", "UTF-8"),
        (b"name,hat\nAnn,\x00\nBob,no\n", "line 2: "),
        ('name,hat\nAnn,"yes\nBob,no\n', "CSV"),
        ("name,hat\nAnn,yes\nBob,no\nAnn,no\n", "line 4: 'Ann' is named on line 2 already"),
        ("name,hat\nAnn,yes\n\nBob\n", "line 4: 1 column, but 2 in the heading"),
        ("name,hat\nAnn,yes\n,no\n", "line 3: the face has no name"),
        ("name,hat,hat\nAnn,yes,no\nBob,no,no\n", "a name of its own"),
        ("name;hat\nAnn;yes\nBob;no\n", "line 1: 'name;hat'"),
    ],
)
def test_a_wrong_file_is_explained_in_one_line(tmp_path: Path, text: str | bytes, told: str) -> None:
    with pytest.raises(ParameterError, match=f"^guess-who: .*file .*{told}") as error:
        GuessWho(write(tmp_path, text))
    assert "\n" not in str(error.value)


def test_a_file_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    for faces in (tmp_path / "none.csv", tmp_path):
        with pytest.raises(ParameterError, match=r"^guess-who: cannot read the file of faces .*: "):
            GuessWho(str(faces))
