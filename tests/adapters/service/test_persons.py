"""Persons without an account: what is theirs, how it is graded, how it is forgotten; and the puzzles of the day."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from sleuth.adapters.service import daily, person_store, schema
from sleuth.adapters.service.daily import GAMES, Puzzle, featured, streak, today
from sleuth.adapters.service.person_store import PersonStore, Whose
from sleuth.adapters.service.service import Service
from sleuth.adapters.service.store import PlayStore
from sleuth.adapters.web.me import bars, summaries
from sleuth.app.errors import ConflictError, MissingError
from sleuth.app.requests import Start

SMALL = "mastermind:pegs=2,colours=3"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    made = Service(tmp_path_factory.mktemp("persons"), workers=1).open()
    yield made
    made.close()


def person(service: Service) -> str:
    return service.persons.known(service.persons.add())


async def solved(service: Service, whose: Whose, game: str = SMALL) -> str:
    """A play that somebody solves by asking everything."""
    play = await service.start(Start(game, seed=1), whose)
    for action in (f"{a}{b}" for a in range(3) for b in range(3)):
        if (await service.ask(play.id, action)).over:
            break
    return play.id


def test_the_file_holds_a_hash_and_a_forged_text_is_nobody(service: Service) -> None:
    token = service.persons.add()
    known = service.persons.known(token)
    assert known
    for forged in ("", "x", token[:-1], token + "x", known, "x" * 5000, "' OR 1=1 --", "\udcff"):
        assert service.persons.known(forged) == ""
    assert token.encode() not in service.store.path.read_bytes()
    assert token.encode() not in service.store.path.with_name("plays.db-wal").read_bytes()


def test_what_was_begun_is_the_persons_the_newest_first(service: Service) -> None:
    async def plays() -> tuple[list[str], list[str]]:
        me, other = person(service), person(service)
        first = await service.start(Start(SMALL), Whose(me))
        second = await service.start(Start("number"), Whose(me))
        await service.start(Start(SMALL), Whose(other))
        await service.ask(first.id, "00")
        return [one.play for one in service.persons.recent(me, 5)], [first.id, second.id]

    recent, begun = asyncio.run(plays())
    assert recent == begun


def test_a_play_of_nobody_is_whoevers_asks_first(service: Service) -> None:
    async def claim() -> tuple[str | None, str | None]:
        me, other = person(service), person(service)
        play = await service.start(Start(SMALL, secret="12"))
        assert await service.progress(play.id) is None
        await service.ask(play.id, "00", person=me)
        await service.ask(play.id, "01", person=other)
        progress = await service.progress(play.id)
        assert progress is not None
        assert progress.steps == 2
        return progress.person, me

    whose, me = asyncio.run(claim())
    assert whose == me


def test_who_is_forgotten_leaves_nothing(service: Service) -> None:
    async def forget() -> None:
        token = service.persons.add()
        me = service.persons.known(token)
        room = await service.rooms.open(me, SMALL)
        play = await service.rooms.join(room, me, "Ann")
        version = (await service.rooms.find(room.code)).version
        await asyncio.to_thread(service.persons.forget, me)
        assert service.persons.known(token) == ""
        assert service.persons.recent(me, 9) == []
        for table in ("progress", "members", "owners"):
            assert service.store.read(f"SELECT * FROM {table} WHERE person = ?", me) == []
        assert (await service.rooms.find(room.code)).version > version
        assert (await service.rooms.board(room)).present == 0
        assert (await service.look(play)).id == play  # under its address it is still there

    asyncio.run(forget())


def test_who_was_not_seen_for_long_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    persons = PersonStore(PlayStore(tmp_path / "plays.db"))
    old = persons.add()
    monkeypatch.setattr(person_store, "MAX_ABSENCE", -1.0)
    new = persons.add()
    assert persons.known(old) == ""
    assert persons.known(new) == ""  # this one was not seen for long either
    monkeypatch.undo()
    assert persons.known(persons.add())


def test_statistics(service: Service) -> None:
    async def play() -> str:
        me = person(service)
        for _ in range(2):
            await solved(service, Whose(me))
        lost = await service.start(Start("number"), Whose(me))
        await service.give_up(lost.id)
        await service.start(Start(SMALL), Whose(me))  # this one is not over
        return me

    me = asyncio.run(play())
    plays = service.persons.all_of(me, 99)
    service.persons.grade(next(one.play for one in plays if one.solved), 80, 40)
    mastermind, number = summaries(service.persons.all_of(me, 99))
    assert (mastermind.name, mastermind.plays, mastermind.found, mastermind.skill) == ("mastermind", 2, 2, 80)
    assert mastermind.bars == [(f"{mastermind.mean:.0f}", 2)]
    assert (number.name, number.plays, number.found, number.mean, number.skill) == ("number", 1, 0, None, None)


def test_bars() -> None:
    assert bars([]) == []
    assert bars([4, 4, 6]) == [("4", 2), ("5", 0), ("6", 1)]
    assert bars([2, 40])[-1] == ("13+", 1)
    assert sum(count for _, count in bars([2, 13, 40, 50])) == 4


def test_skill_and_luck_come_after_the_end_and_survive_a_restart(tmp_path: Path) -> None:
    """The first server is gone before it grades; the second one goes on with it."""

    async def first() -> tuple[str, str]:
        service = Service(tmp_path, workers=1).open()
        try:
            token = service.persons.add()
            return await solved(service, Whose(service.persons.known(token))), token
        finally:
            service.close()

    async def second(play: str) -> tuple[int | None, int | None]:
        service = Service(tmp_path, workers=1)
        async with service.running():
            while True:
                progress = await service.progress(play)
                assert progress is not None
                if progress.skill is not None:
                    return progress.skill, progress.luck
                await asyncio.sleep(0.05)

    play, _ = asyncio.run(first())
    skill, luck = asyncio.run(asyncio.wait_for(second(play), 120))
    assert skill is not None
    assert luck is not None
    assert 0 <= skill <= 99
    assert 0 <= luck <= 99


def test_a_play_is_graded_by_one_process_only(service: Service) -> None:
    play = asyncio.run(solved(service, Whose(person(service))))
    other = PersonStore(PlayStore(service.store.path))
    taken: set[str] = set()
    while name := service.persons.ungraded():
        taken.add(name)
    assert play in taken
    assert other.ungraded() == ""
    service.persons.release(play)
    assert other.ungraded() == play
    other.store.close()


def test_tables_and_logs_can_be_carried_on_too(service: Service) -> None:
    me, stranger = person(service), person(service)
    table = service.store.add("table", kind="table")
    play = service.store.add("record")
    service.persons.note(me, f"/clue/{table.id}", "clue", "With Anna")
    service.persons.note(stranger, f"/clue/{table.id}", "clue", "Mine now")
    service.persons.note(me, f"/clue/{play.id}", "clue", "This is a play")
    service.persons.note(me, "/clue/nothing-like-it", "clue", "This is nothing")
    (found,) = service.persons.recent(me, 9)
    assert (found.where, found.line) == (f"/clue/{table.id}", "With Anna")
    assert service.persons.recent(stranger, 9) == []


def test_a_file_of_version_2_has_rooms_afterwards(tmp_path: Path) -> None:
    """What version 2 wrote is read, and nothing of it is lost."""
    with sqlite3.connect(tmp_path / "plays.db") as connection:
        connection.executescript(f"""
            PRAGMA application_id = {schema.APPLICATION}; PRAGMA user_version = 2;
            CREATE TABLE plays (
                id TEXT PRIMARY KEY, kind TEXT NOT NULL, record TEXT NOT NULL, strategy TEXT NOT NULL,
                given_up INTEGER NOT NULL, version INTEGER NOT NULL, changed REAL NOT NULL,
                copied TEXT NOT NULL DEFAULT ''
            );
            CREATE INDEX plays_changed ON plays (changed);
            INSERT INTO plays VALUES ('old', 'play', 'record', 'entropy', 0, 3, 0.0, '');
        """)
    connection.close()
    for _ in range(2):
        store = PlayStore(tmp_path / "plays.db")
        assert store.get("old").version == 3
        assert store.read("PRAGMA user_version") == [(schema.VERSION,)]
        assert PersonStore(store).of_play("old") is None
        assert PersonStore(store).known(PersonStore(store).add())
        store.close()
    fresh = PlayStore(tmp_path / "fresh.db")
    old = PlayStore(tmp_path / "plays.db")
    tables = (
        "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' AND name <> 'plays' ORDER BY name"
    )
    assert old.read(tables) == fresh.read(tables)


# Puzzles of the day.


def test_every_server_draws_the_same_puzzle(tmp_path: Path) -> None:
    """Two servers that know nothing of each other; and the seed of a day that is pinned."""

    async def secret(folder: Path, name: str) -> str | None:
        service = Service(folder, workers=1).open()
        try:
            play = await service.daily.play(name, person(service))
            return (await service.give_up(play)).secret
        finally:
            service.close()

    one, other = (asyncio.run(secret(tmp_path / name, "mastermind")) for name in ("one", "other"))
    assert one == other
    assert Puzzle(date(2026, 1, 2), "mastermind").seed == Puzzle(date(2026, 1, 2), "mastermind").seed
    seeds = {Puzzle(date(2026, 1, 1) + timedelta(days=n), name).seed for n in range(50) for name in GAMES}
    assert len(seeds) == 50 * len(GAMES)


def test_the_seed_of_a_puzzle_does_not_change_by_accident() -> None:
    """Another seed would be another puzzle on servers of the same version."""
    assert Puzzle(date(2026, 1, 2), "mastermind").seed == PINNED


PINNED = 261_361_785_182_425
"""sha256 of `sleuth 2026-01-02 mastermind`, the first six bytes."""


def test_each_game_is_the_first_of_its_day_once_a_week() -> None:
    days = [date(2026, 3, 1) + timedelta(days=n) for n in range(len(GAMES))]
    assert {featured(day).name for day in days} == set(GAMES)
    assert featured(days[0]).name == featured(days[0] + timedelta(days=len(GAMES))).name


def test_one_play_a_day_without_undo_and_with_hints_counted(service: Service) -> None:
    async def play() -> None:
        me = person(service)
        both = await asyncio.gather(*(service.daily.play("battleship", me) for _ in range(3)))
        assert len(set(both)) == 1
        await service.ask(both[0], "5,5")
        with pytest.raises(ConflictError, match="no undo in the puzzle of the day"):
            await service.undo(both[0])
        await service.hint(both[0])
        progress = await service.progress(both[0])
        assert progress is not None
        assert progress.hints == 1
        with pytest.raises(MissingError, match="no puzzle of the day"):
            await service.daily.play("ulam", me)

    asyncio.run(play())


def test_how_the_others_did(tmp_path: Path) -> None:
    async def play() -> dict[int, int]:
        service = Service(tmp_path, workers=1).open()
        try:
            puzzle = Puzzle(today(), "mastermind")
            for hinted in (False, False, True):
                play = await service.daily.play("mastermind", person(service))
                while not (await service.look(play)).over:
                    hint = await service.hint(play) if hinted else None
                    if hint is not None:
                        await service.ask(play, hint.action or "")
                    else:
                        await service.give_up(play)
            return await service.daily.others(puzzle)
        finally:
            service.close()

    assert asyncio.run(play()) == {0: 2}  # who took a hint is not counted


def test_todays_answer_is_not_told(service: Service) -> None:
    with pytest.raises(ConflictError, match="not over yet"):
        asyncio.run(service.daily.answer(Puzzle(today(), "wordle")))
    answer = asyncio.run(service.daily.answer(Puzzle(today(), "wordle").before))
    assert len(answer.secret or "") == 5


def test_a_streak_lasts_while_no_day_is_missing() -> None:
    last = date(2026, 3, 10)
    days = {(last - timedelta(days=back)).isoformat() for back in (0, 1, 2, 4)}
    assert streak(days, last) == 3
    assert streak(days - {last.isoformat()}, last) == 2  # today may still come
    assert streak(set(), last) == 0
    assert streak({(last - timedelta(days=4)).isoformat()}, last) == 0


def test_the_week_shows_what_was_found(service: Service) -> None:
    async def week() -> list[int | None]:
        me = person(service)
        day = (today() - timedelta(days=2)).isoformat()
        await solved(service, Whose(me, day=day))
        return [None if play is None else play.steps for _, play in await service.daily.week(me)]

    found = asyncio.run(week())
    assert len(found) == daily.WEEK
    assert [place for place, steps in enumerate(found) if steps] == [4]
