"""Long work tells how far it is, studies are kept, and neither changes a result."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sleuth.adapters.service import listener as listening
from sleuth.adapters.service.limits import SERVED
from sleuth.adapters.service.listener import Listener, Listeners, left_text, listener
from sleuth.adapters.service.pool import Lane
from sleuth.adapters.service.service import Service
from sleuth.adapters.service.study_store import StudyStore
from sleuth.app import Analyse, EntropyPlane, Evaluate, perform
from sleuth.app.perform import perform_afar
from sleuth.core.progress import Progress, silent


def count_up(steps: int, progress: Progress = silent) -> int:
    for done in range(steps):
        progress("counting", done + 1, steps)
        time.sleep(0.05)
    progress("resting", 1, 1)
    return steps


@pytest.fixture
def lane() -> Iterator[Lane]:
    made = Lane("test", 1, 60, 10).open()
    yield made
    made.close()


class Record(Listener):
    """A listener that remembers all that it hears."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[tuple[str, float, float]] = []

    def hear(self, what: str, done: float, total: float) -> None:
        self.heard.append((what, done, total))
        super().hear(what, done, total)


def test_a_worker_tells_how_far_it_is(lane: Lane) -> None:
    """Now and then, each part at once, and the share goes up."""
    heard = Record()
    assert asyncio.run(lane.run(count_up, 30, listens=heard)) == 30
    counting = [done for what, done, total in heard.heard if what == "counting"]
    assert counting == sorted(counting)
    assert 2 <= len(counting) < 30
    assert heard.heard[0] == ("counting", 1.0, 30.0)
    assert heard.heard[-1] == ("resting", 1.0, 1.0)
    assert asyncio.run(lane.run(count_up, 3)) == 3  # nobody listens


def test_who_listens_changes_no_result(lane: Lane) -> None:
    request = Analyse("mastermind:pegs=2,colours=4")
    heard = Record()
    listened = asyncio.run(lane.run(perform_afar, request, SERVED, listens=heard))
    quiet = asyncio.run(lane.run(perform_afar, request, SERVED))
    assert {**listened, "seconds": 0} == {**quiet, "seconds": 0}
    assert heard.heard


def test_a_study_is_heard_of_through_the_service(tmp_path: Path) -> None:
    service = Service(tmp_path, workers=1).open()
    try:
        heard = Record()

        async def study() -> dict[str, object]:
            listener.set(heard)
            return await service.study(EntropyPlane("mastermind:pegs=2,colours=4"))

        assert asyncio.run(study())["best"] > 0  # type: ignore[operator]
        assert heard.heard[-1][1] <= heard.heard[-1][2]
    finally:
        service.close()


def test_time_left_is_told_once_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(listening, "monotonic", lambda: now[0])
    heard = Listener(began=100, part_began=100)
    assert heard.as_json()["what"] == "Waiting for its turn"
    heard.begin()
    assert heard.as_json() | {"seconds": 0} == {
        "what": "Working", "part": 0, "share": None, "seconds": 0, "seconds_left": None,
        "left_text": "how long it takes is not known yet",
    }  # fmt: skip
    heard.hear("playing", 0, 100)
    now[0] += 10
    heard.hear("playing", 25, 100)
    assert heard.as_json()["seconds_left"] == 30
    assert heard.as_json()["left_text"] == "about 30 seconds left for this part"
    heard.hear("looking", 1, 7)  # another part: nothing is known of it
    assert heard.part == 2
    assert heard.seconds_left is None


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (None, "how long it takes is not known yet"),
        (0.4, "this part is nearly done"),
        (7.2, "about 7 seconds left for this part"),
        (43, "about 45 seconds left for this part"),
        (200, "about 3 minutes left for this part"),
    ],
)
def test_time_left_as_people_say_it(seconds: float | None, text: str) -> None:
    assert left_text(seconds) == text


def test_tickets_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "MAX_LISTENERS", 3)
    kept = Listeners()
    assert kept.add("../../etc") is None
    assert kept.add("short") is None
    for number in range(5):
        assert kept.add(f"ticket-{number}") is not None
    assert [kept.get(f"ticket-{number}") is not None for number in range(5)] == [False, False, True, True, True]
    kept.remove("ticket-4")
    assert kept.get("ticket-4") is None


REQUEST = Evaluate("number:numbers=9")


def whole(request: Evaluate) -> dict[str, object]:
    result: dict[str, object] = perform_afar(request, SERVED)
    return result


def test_studies_are_kept(tmp_path: Path) -> None:
    store = StudyStore(tmp_path / "studies")
    assert store.get(REQUEST) is None
    given = store.add(REQUEST, whole(REQUEST))
    again = StudyStore(tmp_path / "studies")  # after a restart
    assert (
        again.get(REQUEST)
        == given
        == json.loads(json.dumps(perform(REQUEST).as_json())) | {"seconds": given["seconds"]}
    )
    assert again.get(Evaluate("number:numbers=9", seed=1)) is None
    assert again.get(Analyse("number:numbers=9")) is None


def test_only_so_many_studies_are_kept(tmp_path: Path) -> None:
    store = StudyStore(tmp_path, most=2)
    requests = [Evaluate(f"number:numbers={number}") for number in (3, 4, 5)]
    for request in requests:
        store.add(request, {"game": str(request.game)})
        time.sleep(0.01)
    assert [store.get(request) is not None for request in requests] == [False, True, True]
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize("spoil", [lambda file: file.write_text("{"), lambda file: file.write_text("[1]")])
def test_a_study_that_cannot_be_read_is_made_again(tmp_path: Path, spoil: Callable[[Path], object]) -> None:
    store = StudyStore(tmp_path)
    store.add(REQUEST, {"game": "x"})
    spoil(next(tmp_path.glob("*.json")))
    assert store.get(REQUEST) is None


def test_a_study_depends_on_what_the_owner_offers(tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    (games / "one.py").write_text("size = 3")
    StudyStore(tmp_path / "studies", games).add(REQUEST, {"game": "x"})
    assert StudyStore(tmp_path / "studies", games).get(REQUEST) == {"game": "x"}
    (games / "one.py").write_text("size = 4")
    assert StudyStore(tmp_path / "studies", games).get(REQUEST) is None
