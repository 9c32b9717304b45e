"""Rooms: the same secret for all, kept in the file, with rules that hold for the page and the API alike."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from sleuth.adapters.service import room_store, room_watch, rooms
from sleuth.adapters.service.clients import client
from sleuth.adapters.service.errors import BusyError, CrowdedError
from sleuth.adapters.service.room_codes import NAMES, NUMBERS, WORDS, fold, new_code, new_name, read_code, spoken_code
from sleuth.adapters.service.room_store import Room
from sleuth.adapters.service.service import Service
from sleuth.app.errors import ConflictError, MissingError
from sleuth.app.requests import AnswerOfSeed
from sleuth.core.errors import ParameterError, SleuthError

SMALL = "mastermind:pegs=2,colours=3"
LIES = "number:numbers=100@noise:chance=0.4"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    made = Service(tmp_path_factory.mktemp("rooms"), workers=1).open()
    yield made
    made.close()


def person(service: Service) -> str:
    return service.persons.known(service.persons.add())


async def opened(service: Service, game: str = SMALL, hints: bool = False) -> tuple[Room, str]:
    """A room and its owner."""
    owner = person(service)
    return await service.rooms.open(owner, game, hints=hints), owner


async def joined(service: Service, room: Room, *names: str) -> list[str]:
    """The plays of some who join."""
    return [await service.rooms.join(room, person(service), name) for name in names]


async def solve(service: Service, play: str) -> int:
    """Ask everything until it is found; how many steps that took."""
    for action in (f"{a}{b}" for a in range(3) for b in range(3)):
        if (await service.ask(play, action)).over:
            break
    return len((await service.look(play)).steps)


async def wrong(service: Service, room: Room) -> str:
    """A guess that is not the secret."""
    answer = await service.do(AnswerOfSeed(room.game, seed=room.seed))
    return "00" if answer.secret != "00" else "11"


async def again(service: Service, room: Room) -> Room:
    return await service.rooms.find(room.code)


def test_the_same_secret_for_all_and_another_in_the_next_round(service: Service) -> None:
    async def secrets() -> list[str | None]:
        room, _ = await opened(service, "battleship")  # of billions of fleets no two are alike
        plays = await joined(service, room, "Ann", "Ben")
        room = await service.rooms.act(room, "next")
        plays += await joined(service, room, "Cat")
        return [(await service.look(play)).secret or (await service.give_up(play)).secret for play in plays]

    ann, ben, cat = asyncio.run(secrets())
    assert ann == ben != cat


def test_an_oracle_that_lies_throws_the_same_dice_for_all(service: Service) -> None:
    """Dice of each play would agree in all forty with a chance below 1 in a million."""

    async def heard() -> list[list[str]]:
        room, _ = await opened(service, LIES)
        plays = await joined(service, room, "Ann", "Ben")
        return [[(await service.ask(play, "50")).steps[-1].feedback for _ in range(40)] for play in plays]

    ann, ben = asyncio.run(heard())
    assert ann == ben
    assert len(set(ann)) > 1


def test_the_board_tells_how_far_everybody_is_and_nothing_of_the_guesses(service: Service) -> None:
    async def board() -> tuple[str, list[tuple[str, str, int, int | None]]]:
        room, _ = await opened(service)
        ann, ben, _ = await joined(service, room, "Ann", "Ben", "Cat")
        await solve(service, ann)
        guess = await wrong(service, room)
        await service.ask(ben, guess)
        found = await service.rooms.board(await again(service, room))
        return str(found), [(one.name, one.state, one.steps, one.rank) for one in found.members]

    text, members = asyncio.run(board())
    assert [(name, state) for name, state, _, _ in members] == [("Ann", "solved"), ("Ben", "plays"), ("Cat", "plays")]
    assert members[0][3] == 1
    assert members[1][2:] == (1, None)
    assert "feedback" not in text
    assert "'00'" not in text
    assert "'11'" not in text


def test_leaders_are_by_steps_then_by_skill(service: Service) -> None:
    async def order() -> list[str]:
        room, _ = await opened(service)
        ann, ben, cat = await joined(service, room, "Ann", "Ben", "Cat")
        for play in (cat, ben, ann):
            await solve(service, play)
        for play, skill in ((ann, 20), (ben, 90), (cat, 50)):
            await asyncio.to_thread(service.persons.grade, play, skill, 50)
        return [one.name for one in (await service.rooms.board(await again(service, room))).members]

    assert asyncio.run(order()) == ["Ben", "Cat", "Ann"]


def test_rounds_add_up(service: Service) -> None:
    async def sums() -> list[tuple[str, int, int, int]]:
        room, _ = await opened(service)
        ann, ben = person(service), person(service)
        steps = await solve(service, await service.rooms.join(room, ann, "Ann"))
        await service.rooms.join(room, ben, "Ben")
        room = await service.rooms.act(room, "next")
        more = await solve(service, await service.rooms.play(room, ann))
        await solve(service, await service.rooms.play(room, ben))
        board = await service.rooms.board(await again(service, room))
        assert steps + more == board.standings[0].steps
        return [(one.name, one.rank, one.rounds, one.solved) for one in board.standings]

    assert asyncio.run(sums()) == [("Ann", 1, 2, 2), ("Ben", 2, 2, 1)]


def test_what_may_not_be_done_in_a_room(service: Service) -> None:
    async def refusals() -> None:
        room, _ = await opened(service)
        (play,) = await joined(service, room, "Ann")
        await service.ask(play, await wrong(service, room))
        with pytest.raises(ConflictError, match="no undo in a room"):
            await service.undo(play)
        with pytest.raises(ConflictError, match="hints are off in this room"):
            await service.hint(play)
        seen = await service.look(play)
        assert not seen.likely
        assert not seen.examples
        await service.rooms.act(room, "end")
        with pytest.raises(ConflictError, match="this round is over"):
            await service.ask(play, "01")
        with pytest.raises(ConflictError, match="this round is over"):
            await service.give_up(play)
        with pytest.raises(ConflictError, match="wait for the next one"):
            await joined(service, await again(service, room), "Ben")

    asyncio.run(refusals())


def test_hints_are_counted_where_the_owner_allows_them(service: Service) -> None:
    async def hinted() -> tuple[str | None, int]:
        room, _ = await opened(service, hints=True)
        (play,) = await joined(service, room, "Ann")
        hint = await service.hint(play)
        return hint.action, (await service.rooms.board(await again(service, room))).members[0].hints

    action, hints = asyncio.run(hinted())
    assert action
    assert hints == 1


def test_the_answer_is_shown_to_all_and_who_had_not_found_it_gives_up(service: Service) -> None:
    async def shown() -> tuple[str | None, str | None, bool, bool]:
        room, _ = await opened(service)
        (play,) = await joined(service, room, "Ann")
        await service.ask(play, await wrong(service, room))
        room = await service.rooms.act(room, "answer")
        seen = await service.look(play)
        return (await service.rooms.board(room)).answer, seen.spoken_secret, seen.over, seen.solved

    answer, secret, over, solved = asyncio.run(shown())
    assert answer == secret
    assert (over, solved) == (True, False)


def test_only_those_who_are_done_see_the_board(service: Service) -> None:
    async def seen() -> list[bool]:
        room, owner = await opened(service)
        ann = person(service)
        play = await service.rooms.join(room, ann, "Ann")
        before = await service.rooms.sees_board(room, ann)
        await solve(service, play)
        stranger = person(service)
        return [
            before, await service.rooms.sees_board(room, ann), await service.rooms.sees_board(room, owner),
            await service.rooms.sees_board(room, stranger), await service.rooms.sees_board(room, "", room.key),
            await service.rooms.sees_board(room, "", "wrong"),
        ]  # fmt: skip

    assert asyncio.run(seen()) == [False, True, True, False, True, False]


def test_a_place_is_kept_and_two_windows_have_one_play(service: Service) -> None:
    async def plays() -> tuple[set[str], str]:
        room, _ = await opened(service)
        ann = person(service)
        both = await asyncio.gather(*(service.rooms.join(room, ann, "Ann") for _ in range(4)))
        return set(both), await service.rooms.join(room, ann, "Another name")

    both, later = asyncio.run(plays())
    assert both == {later}


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "choose a name"), ("   ", "choose a name"), ("x" * 21, "at most 20 signs"), ("...", "a letter or a digit"),
        ("a\u202eb", "no signs that cannot be seen"), ("ann", "is called ann; choose another"),
        (" A nn ", "choose another name"), ("\uff21nn", "choose another name"),
    ],
)  # fmt: skip
def test_names_that_are_refused(service: Service, name: str, sentence: str) -> None:
    async def join() -> None:
        room, _ = await opened(service)
        await joined(service, room, "Ann")
        await joined(service, room, name)

    with pytest.raises((ParameterError, ConflictError), match=sentence):
        asyncio.run(join())


def test_a_full_room(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_store, "MAX_MEMBERS", 2)
    monkeypatch.setattr(rooms, "MAX_MEMBERS", 2)

    async def join() -> int:
        room, _ = await opened(service)
        await joined(service, room, "Ann", "Ben")
        with pytest.raises(ConflictError, match="this room is full: it holds 2"):
            await joined(service, room, "Cat")
        return (await service.rooms.board(room)).present

    assert asyncio.run(join()) == 2


def test_many_who_join_at_once_do_not_overfill_a_room(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_store, "MAX_MEMBERS", 5)

    async def join() -> int:
        room, _ = await opened(service)
        enter = service.rooms.kept.enter
        entered = await asyncio.gather(
            *(asyncio.to_thread(enter, room, person(service), f"Pupil {number}") for number in range(12))
        )
        assert sum(entered) == 5
        return (await service.rooms.board(room)).present

    assert asyncio.run(join()) == 5


@pytest.mark.parametrize(
    ("game", "oracle", "sentence"),
    [
        ("nothing", "", "nothing"), ("clue:hands=6-6-6", "", "for a game of one player"),
        ("mastermind:pegs=99", "", "secrets"), ("mastermind", "adversarial", "who evades hides nothing"),
        ("mastermind", "nobody", "nobody"),
    ],
)  # fmt: skip
def test_rooms_that_cannot_be_opened(service: Service, game: str, oracle: str, sentence: str) -> None:
    with pytest.raises(SleuthError, match=sentence):
        asyncio.run(service.rooms.open(person(service), game, oracle))


def test_a_room_ends_by_itself_and_is_gone_later(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    async def age() -> None:
        room, _ = await opened(service)
        (play,) = await joined(service, room, "Ann")
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + room_store.ROOM_SECONDS + 1)
        with pytest.raises(MissingError, match=f"the room {spoken_code(room.code)} has ended"):
            await again(service, room)
        with pytest.raises(ConflictError, match="this round is over"):
            await service.ask(play, "00")
        monkeypatch.setattr(time, "time", lambda: now + room_store.KEPT_SECONDS + 1)
        await opened(service)
        monkeypatch.undo()
        with pytest.raises(MissingError, match="there is no room"):
            await again(service, room)
        assert service.store.read("SELECT * FROM members WHERE room = ?", room.id) == []
        assert (await service.look(play)).id == play

    asyncio.run(age())


def test_so_many_rooms_and_no_more(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_store, "MAX_ROOMS", 1)
    with pytest.raises(SleuthError, match="so many rooms are open already"):
        asyncio.run(asyncio.wait_for(_two(service), 60))


async def _two(service: Service) -> None:
    await opened(service)
    await opened(service)


def test_codes_cannot_be_tried_one_after_the_other(service: Service) -> None:
    async def tries() -> int:
        room, _ = await opened(service)
        client.set("192.0.2.7")
        refused = 0
        for number in range(rooms.MAX_WRONG + 5):
            try:
                await service.rooms.find(f"nowhere{10 + number % 90}")
            except CrowdedError:
                refused += 1
            except MissingError:
                pass
        with pytest.raises(CrowdedError, match="too many wrong codes"):  # not even the right one
            await again(service, room)
        client.set("192.0.2.8")
        assert (await again(service, room)).id == room.id
        return refused

    assert asyncio.run(tries()) == 5


def test_codes_cannot_be_tried_at_once_either(service: Service) -> None:
    """Nor can rooms be opened so."""

    async def tries() -> list[int]:
        client.set("192.0.2.9")
        number = rooms.MAX_WRONG + 40
        finding = [service.rooms.find(f"nowhere{10 + one % 90}") for one in range(number)]
        opening = [service.rooms.open("", SMALL) for _ in range(rooms.MAX_OPENED + 5)]
        answers = [await asyncio.gather(*those, return_exceptions=True) for those in (finding, opening)]
        assert {type(one) for some in answers for one in some} <= {MissingError, CrowdedError, Room}
        return [sum(isinstance(one, CrowdedError) for one in some) for some in answers]

    assert asyncio.run(tries()) == [40, 5]


def test_one_address_does_not_open_all_rooms(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither in some minutes nor in a day; another one opens hers."""

    async def tries(most: int, day: int) -> str:
        monkeypatch.setattr(rooms, "MAX_OPENED", most)
        monkeypatch.setattr(rooms, "MAX_ROOMS_EACH", day)
        opening = rooms.RoomService(service.persons, service.do, service.start)
        client.set("192.0.2.7")
        for _ in range(3):
            await opening.open("", SMALL)
        with pytest.raises(CrowdedError) as caught:
            await opening.open("", SMALL)
        client.set("192.0.2.8")
        await opening.open("", SMALL)
        return str(caught.value)

    assert asyncio.run(tries(3, 10)) == "too many rooms were opened from here; wait some minutes"
    assert asyncio.run(tries(10, 3)) == "too many rooms were opened from here today; try again in some hours"


def test_codes_and_names_can_be_said() -> None:
    assert len(set(WORDS)) == len(WORDS) >= 200
    assert len(WORDS) * len(NUMBERS) > 18_000
    assert all(re.fullmatch("[a-z]{3,8}", word) for word in WORDS)
    assert all(read_code(spoken_code(code)) == code for code in (new_code() for _ in range(200)))
    assert read_code(" Owl-27 ") == read_code("OWL 27") == read_code("owl27") == "owl27"
    assert [read_code(text) for text in ("", "owl", "27", "owl 2", "owl 277", "o w l 27", "<b>27")] == [""] * 7
    taken = {fold(name) for name in NAMES}
    assert fold(new_name(taken)) not in taken


def test_who_waits_is_told_of_a_change_at_once_and_of_none_after_a_while(service: Service) -> None:
    async def wait() -> tuple[bool, bool]:
        room, _ = await opened(service)
        (play,) = await joined(service, room, "Ann")
        room = await again(service, room)
        waiting = asyncio.create_task(service.rooms.watch.after(room.id, room.version, seconds=60))
        await asyncio.sleep(0.05)
        early = waiting.done()
        await service.ask(play, "00")
        await asyncio.wait_for(waiting, 30)
        room = await again(service, room)
        await service.rooms.watch.after(room.id, room.version, seconds=0.05)
        await service.rooms.watch.after(room.id, room.version - 1, seconds=600)  # it has changed already
        return early, service.rooms.watch.waiting == 0

    assert asyncio.run(wait()) == (False, True)


def test_so_many_boards_wait_and_no_more(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one address, so that the others find connections; and in all. Who is refused comes back in a moment."""
    monkeypatch.setattr(room_watch, "most_waiting_each", lambda: 3)
    monkeypatch.setattr(room_watch, "most_waiting", lambda: 7)

    async def waits() -> None:
        room, _ = await opened(service)
        watch, waiting = service.rooms.watch, []

        def wait(address: str) -> asyncio.Task[None]:
            client.set(address)
            waiting.append(asyncio.create_task(watch.after(room.id, room.version, seconds=600)))
            return waiting[-1]

        for address in ("192.0.2.1", "192.0.2.2"):
            for _ in range(3):
                wait(address)
            with pytest.raises(CrowdedError, match="so many boards wait here for one address"):
                await wait(address)
        wait("192.0.2.3")
        with pytest.raises(BusyError, match="so many boards wait for news"):
            await wait("192.0.2.3")
        assert watch.waiting == 7
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert not watch.waiting
        assert not watch._clients

    asyncio.run(waits())


def test_two_processes_share_a_room(tmp_path: Path) -> None:
    """A service each, as two processes have; what one does, those who wait at the other are told."""

    async def both() -> tuple[str, int]:
        one, other = (Service(tmp_path, workers=1).open() for _ in range(2))
        try:
            room, _ = await opened(one)
            (play,) = await joined(one, room, "Ann")
            there = await again(other, room)
            waiting = asyncio.create_task(other.rooms.watch.after(there.id, there.version, seconds=60))
            await asyncio.sleep(0.5)
            await one.ask(play, "00")
            await asyncio.wait_for(waiting, 30)
            (found,) = (await other.rooms.board(await again(other, room))).members
            return found.name, found.steps
        finally:
            one.close()
            other.close()

    assert asyncio.run(both()) == ("Ann", 1)


def test_nobody_waits_once_the_server_is_to_stop(tmp_path: Path) -> None:
    async def stop() -> None:
        service = Service(tmp_path, workers=1).open()
        try:
            room, _ = await opened(service)
            waiting = asyncio.create_task(service.rooms.watch.after(room.id, room.version, seconds=600))
            await asyncio.sleep(0.05)
            service.stop_waiting()
            await asyncio.wait_for(waiting, 30)
            await service.rooms.watch.after(room.id, room.version, seconds=600)
        finally:
            service.close()

    asyncio.run(stop())
