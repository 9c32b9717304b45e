"""Which tests judge a change: those of its functions, by their price, within the time; else those that import it."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from tests.map.changes import Change
from tests.map.choice import MAX_BESIDE, Choice, choose, is_test
from tests.map.imports import distances, importers
from tests.map.touched import Cost, TestMap, function_name, kernel_calls, module_name, unit

BOX = "src/sleuth/box.py"
QUICK, SLOW, PAGE = "tests/test_box.py::test_quick", "tests/test_box.py::test_slow[1]", "docs/box.md"
KNOWN = TestMap(
    {QUICK: Cost(1, 3), SLOW: Cost(50, 9), PAGE: Cost(3, 5)},
    {BOX: 3},
    {BOX: {"Box.side": [QUICK, SLOW], "Box.area": [PAGE, QUICK], "": [PAGE]}},
    {"tests/test_box.py": 51.0, PAGE: 3.0},
)


def chosen(*changes: Change, seconds: float = 100, known: TestMap = KNOWN) -> Choice:
    return choose(changes, known, seconds, dict)


def test_the_tests_of_a_function() -> None:
    assert chosen(Change(BOX, frozenset({"Box.side"}))).tests == [QUICK, SLOW]
    assert chosen(Change(BOX, frozenset({"Box.area"}))).tests == [PAGE, QUICK]


def test_one_for_each_part_before_another_for_any() -> None:
    both = chosen(Change(BOX, frozenset({"Box.side", "Box.area"})))
    assert both.tests == [QUICK, PAGE, SLOW]
    assert chosen(Change(BOX, None)).tests == both.tests


def test_what_there_is_no_time_for_is_left_out() -> None:
    short = chosen(Change(BOX, None), seconds=20)
    assert short.tests == [QUICK, PAGE]
    assert short.left_out == {SLOW: BOX}


def test_one_test_at_least() -> None:
    assert chosen(Change(BOX, frozenset({"Box.side"})), seconds=0.1).tests == [QUICK]


def test_a_new_function_has_the_tests_of_the_others() -> None:
    choice = chosen(Change(BOX, frozenset({"Box.new"})))
    assert set(choice.tests) == {QUICK, PAGE}
    assert choice.left_out == {SLOW: BOX}  # half of the time is for what is beside a change
    assert "no test is known to run Box.new" in choice.notes[0]


def test_files_of_tests_that_import_the_module_come_after_the_tests_of_what_changed() -> None:
    """The one of its name first, then those with the shortest way."""
    graph = {"sleuth.box": {"tests.test_box", "tests.test_area", "sleuth.lid"}, "sleuth.lid": {"tests.test_lid"}}
    known = TestMap(KNOWN.tests, KNOWN.counts, KNOWN.touched, {"tests/test_box.py": 9.0, "tests/test_area.py": 4.0})
    choice = choose([Change(BOX, frozenset({"Box.area"}))], known, 100, lambda: graph)
    assert choice.tests == [PAGE, QUICK, "tests/test_box.py", "tests/test_area.py", "tests/test_lid.py"]
    assert chosen(Change(BOX, frozenset()), known=known).tests == []  # the lines of a comment


def test_a_file_of_tests_is_its_own_test(tmp_path: Path) -> None:
    file = tmp_path / "tests" / "test_box.py"
    file.parent.mkdir()
    file.touch()

    def tests(*functions: str) -> list[str]:
        change = Change("tests/test_box.py", frozenset(functions) if functions else None)
        return choose([change], KNOWN, 100, dict, tmp_path).tests

    assert tests() == ["tests/test_box.py"]
    assert tests("test_slow") == ["tests/test_box.py::test_slow"]
    assert tests("TestBox.test_slow") == ["tests/test_box.py::TestBox::test_slow"]
    assert tests("test_slow", "made") == ["tests/test_box.py"]
    file.unlink()
    assert tests() == []


def test_what_holds_tests() -> None:
    assert all(map(is_test, ("tests/a/test_b.py", "docs/a/b.md", "README.md")))
    assert not any(map(is_test, ("tests/a/b.py", "src/sleuth/test_b.py", "CHANGELOG.md", "tests/frozen/changes.md")))


def test_a_file_that_nothing_reads_is_named() -> None:
    choice = chosen(Change("src/sleuth/picture.svg", None))
    assert choice.tests == []
    assert choice.notes == ["src/sleuth/picture.svg: no test is known that reads it"]


SOURCES = {
    "src/sleuth/__init__.py": "",
    "src/sleuth/show/__init__.py": "",
    "src/sleuth/show/__init__.pyi": "from sleuth.show.canvas import Canvas as Canvas\n",
    "src/sleuth/show/canvas.py": "class Canvas: ...\n",
    "src/sleuth/games/box/__init__.py": 'register_game(__name__, "box", "rules:Box", board="board.svg:board")\n',
    "src/sleuth/games/box/board/svg.py": "from sleuth.show import Canvas\n",
    "src/sleuth/games/box/rules.py": "def rules():\n    import sleuth.core\n",
    "tests/games/box/test_rules.py": "import sleuth.games.box\n",
    "tests/show/test_canvas.py": "from sleuth.show import Canvas\n",
    "tests/test_broken.py": "def (:\n",
}


def test_imports_lead_to_tests_by_stubs_and_by_text(tmp_path: Path) -> None:
    for name, text in SOURCES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    graph = importers(tmp_path)
    rules, canvas = "tests/games/box/test_rules.py", "tests/show/test_canvas.py"
    assert distances("src/sleuth/games/box/board/svg.py", graph) == {rules: 2}
    assert distances("src/sleuth/games/box/rules.py", graph) == {rules: 2}
    assert distances("src/sleuth/show/canvas.py", graph) == {canvas: 1, rules: 3}
    choice = choose([Change("src/sleuth/show/canvas.py", None)], TestMap(), 100, lambda: graph)
    assert choice.tests == [canvas, rules]  # the one of its name first
    assert choice.notes == ["src/sleuth/show/canvas.py: the map does not know it; 2 of 2 files of tests that import it"]


def test_few_files_stand_for_what_many_import() -> None:
    graph = {"sleuth.box": {f"tests.test_{number}" for number in range(40)}}
    assert len(choose([Change(BOX, None)], TestMap(), 1000, lambda: graph).tests) == MAX_BESIDE


def test_the_map_is_kept_and_read(tmp_path: Path) -> None:
    file = tmp_path / "map.json"
    KNOWN.write(file)
    assert TestMap.read(file) == KNOWN
    assert TestMap.read(tmp_path / "none.json") == TestMap()


def test_recorded_tests_take_the_place_of_what_was_known_of_their_files(tmp_path: Path) -> None:
    for path in (BOX, "tests/test_box.py", PAGE):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("")
    renewed = KNOWN.renewed(
        {"tests/test_box.py::test_new": {(BOX, "Box.area")}}, {"tests/test_box.py::test_new": 2.0}, tmp_path
    )
    assert renewed.touched == {BOX: {"Box.area": ["tests/test_box.py::test_new", PAGE], "": [PAGE]}}
    assert renewed.files == {"tests/test_box.py": 2.0, PAGE: 3.0}
    assert set(renewed.tests) == {"tests/test_box.py::test_new", PAGE}


COSTS = st.dictionaries(
    st.sampled_from([f"tests/test_{file}.py::test_{name}[{n}]" for file in "abcd" for name in "ef" for n in range(9)]),
    st.tuples(st.floats(0, 9), st.integers(1, 99)),
    min_size=1,
)


@given(COSTS, st.floats(0.1, 60))
def test_laws_of_a_choice(costs: dict[str, tuple[float, int]], seconds: float) -> None:
    """Nothing twice, nothing both run and left out, nothing past the time but a first test; nothing is forgotten."""
    known = TestMap({test: Cost(*cost) for test, cost in costs.items()}, {BOX: 1}, {BOX: {"f": list(costs)}})
    choice = chosen(Change(BOX, frozenset({"f"})), seconds=seconds, known=known)
    assert len(set(choice.tests)) == len(choice.tests)
    assert {*choice.tests, *choice.left_out} == set(costs)
    assert not set(choice.tests) & choice.left_out.keys()
    assert choice.seconds <= seconds or len(choice.tests) == 1


def test_names() -> None:
    assert module_name("src/sleuth/games/box/__init__.py") == "sleuth.games.box"
    assert module_name("tests/test_box.py") == ""
    assert unit("docs/a.md::line:3,column:1") == "docs/a.md"
    assert unit(SLOW) == SLOW
    assert function_name("Box.side.<locals>.inner") == "Box.side"


def test_a_kernel_counts_for_what_it_calls() -> None:
    calls = kernel_calls()
    names = {function for _, function in calls}
    assert len(names) > 100
    assert any(inner != caller for caller, inners in calls.items() for inner in inners)
