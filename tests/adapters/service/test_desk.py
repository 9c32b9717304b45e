"""The service as the page and the API use it: plays in the store, answers remembered, two windows."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sleuth.adapters.service import service as desk
from sleuth.adapters.service.errors import SlowError
from sleuth.adapters.service.service import Service
from sleuth.app.errors import ConflictError, MissingError, RefusedError
from sleuth.app.perform import perform
from sleuth.app.requests import Assist, Compare, CompareStep, PossibleAnswers, Start
from sleuth.app.results import LineResult
from sleuth.core.errors import SleuthError

SMALL = "mastermind:pegs=2,colours=3"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    made = Service(tmp_path_factory.mktemp("desk"), workers=1).open()
    yield made
    made.close()


def test_a_play_goes_on_after_a_restart(tmp_path: Path) -> None:
    async def first() -> str:
        service = Service(tmp_path, workers=1).open()
        try:
            return (await service.ask((await service.start(Start(SMALL, secret="22"))).id, "00")).id
        finally:
            service.close()

    async def second(name: str) -> int:
        service = Service(tmp_path, workers=1).open()
        try:
            return len((await service.undo(name)).steps) + len((await service.ask(name, "01")).steps)
        finally:
            service.close()

    assert asyncio.run(second(asyncio.run(first()))) == 1


def test_the_same_seed_is_the_same_secret(service: Service) -> None:
    async def secrets(*seeds: int) -> list[str | None]:
        begun = [await service.start(Start("mastermind", seed=seed)) for seed in seeds]
        return [(await service.give_up(play.id)).secret for play in begun]

    one, again, other = asyncio.run(secrets(7, 7, 8))
    assert one == again != other


def test_asking_again_after_undo_finds_no_lie_out(service: Service) -> None:
    """Dice that were thrown anew would agree in all twenty with a chance of 2 in a million."""

    async def heard() -> tuple[list[str], list[str]]:
        told: list[list[str]] = [[], []]
        for seed in range(20):
            play = await service.start(Start("number:numbers=100@noise:chance=0.4", seed=seed))
            for answers in told:
                answers.append((await service.ask(play.id, "50")).steps[-1].feedback)
                await service.undo(play.id)
        return told[0], told[1]

    first, again = asyncio.run(heard())
    assert first == again


def test_two_windows_at_once(service: Service) -> None:
    """Of two questions at the same moment at least one is answered, and none is lost without a word."""

    async def both() -> tuple[int, int]:
        play = await service.start(Start("mastermind", secret="4152"))
        asked = await asyncio.gather(service.ask(play.id, "0011"), service.ask(play.id, "2233"), return_exceptions=True)
        refused = [one for one in asked if isinstance(one, ConflictError)]
        return len((await service.look(play.id)).steps), len(refused)

    steps, refused = asyncio.run(both())
    assert steps + refused == 2
    assert steps >= 1


def test_what_cannot_be_started_is_not_kept(service: Service) -> None:
    for game, strategy in (("nothing", ""), (SMALL, "nothing")):
        with pytest.raises(SleuthError):
            asyncio.run(service.start(Start(game, "", strategy)))
    with pytest.raises(MissingError):
        asyncio.run(service.look("nothing"))


def test_shared_without_the_secret(service: Service) -> None:
    async def share() -> tuple[str | None, str | None]:
        play = await service.start(Start(SMALL))
        before = await service.share(play.id)
        await service.give_up(play.id)
        after = await service.share(play.id)
        return (await service.look(before, kind="shared")).secret, (await service.look(after, kind="shared")).secret

    before, after = asyncio.run(share())
    assert before is None
    assert after is not None


def test_a_shared_copy_has_the_same_line(service: Service) -> None:
    async def lines(seed: int) -> tuple[LineResult, LineResult]:
        play = await service.start(Start("mastermind:pegs=2,colours=4@lies:most=1", seed=seed))
        await service.give_up(play.id)
        copy = await service.share(play.id)
        return await service.best_line(play.id), await service.best_line(copy, "shared")

    for seed in range(6):
        ours, copied = asyncio.run(lines(seed))
        assert ours == copied
        assert ours.solved


def test_another_way_with_the_same_dice(service: Service) -> None:
    """One who lies tells a variation the same lies for the same questions, and so a variation of a shared copy."""

    async def answers(seed: int) -> list[list[str]]:
        play = await service.start(Start("mastermind:pegs=2,colours=4@lies:most=1", seed=seed))
        for action in ("00", "11", "22"):
            await service.ask(play.id, action)
        await service.give_up(play.id)
        copy = await service.share(play.id)
        made = [play.id, await service.vary(play.id, 2), await service.vary(copy, 2, "shared")]
        for name in made[1:]:
            assert [step.action for step in (await service.look(name)).steps] == ["00"]
            assert (await service.look(name)).secret is None
            for action in ("11", "22"):
                await service.ask(name, action)
        return [[step.feedback for step in (await service.look(name)).steps] for name in made]

    for seed in range(4):
        first, *others = asyncio.run(answers(seed))
        assert others == [first, first]


def test_no_other_way_while_a_play_goes_on(service: Service) -> None:
    async def vary() -> None:
        play = await service.start(Start(SMALL, secret="12"))
        await service.ask(play.id, "00")
        with pytest.raises(ConflictError):
            await service.vary(play.id, 1)
        with pytest.raises(ConflictError):
            await service.vary(await service.share(play.id), 1, "shared")

    asyncio.run(vary())


def test_grades_without_a_line_that_takes_too_long(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    async def grade() -> dict[str, Any]:
        play = await service.start(Start(SMALL, secret="12"))
        await service.ask(play.id, "12")
        whole = await service.graded(play.id)
        assert whole["best_line"]["solved"]

        async def slow(identity: str) -> None:
            raise SlowError("too long")

        monkeypatch.setattr(service, "best_line", slow)
        return await service.graded(play.id)

    told = asyncio.run(grade())
    assert len(told["moves"]) == 1
    assert told["best_line"] is None


def test_answers_are_remembered(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    first = asyncio.run(service.do(Assist(SMALL)))
    monkeypatch.setattr(service.quick, "run", None)  # whoever asks a worker now fails
    assert asyncio.run(service.do(Assist(SMALL))) is first


def test_what_takes_too_long_is_not_tried_again(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    tries = []

    async def slow(*arguments: object, topic: str, listens: object) -> None:
        tries.append((arguments, topic))
        raise SlowError("too long")

    monkeypatch.setattr(service.quick, "run", slow)
    for _ in range(2):
        with pytest.raises(SlowError):
            asyncio.run(service.do(PossibleAnswers(SMALL, "22")))
    assert len(tries) == 1
    assert perform(PossibleAnswers(SMALL, "22"))


def test_only_so_much_is_remembered(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "REMEMBERED", 2)
    for history in ("00=0.0", "11=0.0", "22=0.0"):
        asyncio.run(service.do(Assist(SMALL, history)))
    assert len(service._known) == 2


def test_the_same_deal_again(service: Service) -> None:
    async def deal(seed: int) -> list[str]:
        table = await service.sit_down("clue", 1, ["race"], seed)
        events: list[str] = (await service.table_act(table, "suggest Plum, Rope, Hall"))["events"]
        return [(await service.table_look(table))["own"], *events]

    assert asyncio.run(deal(7)) == asyncio.run(deal(7)) != asyncio.run(deal(8))
    for seed in (-1, 2**53 + 1):
        with pytest.raises(RefusedError, match="number of a deal"):
            asyncio.run(service.sit_down("clue", 1, ["race"], seed))


def test_watching_is_playing(service: Service) -> None:
    async def watch() -> list[int]:
        plays = await service.do(Compare(SMALL, ("entropy", "random"), "21"))
        counts = []
        while not all(told.over for _, told in plays):
            records = tuple(record for record, _ in plays)
            plays = await service.do(CompareStep(records, ("entropy", "random")))
            counts.append(plays[0].play.candidates)
        assert {told.secret for _, told in plays} == {"21"}
        return counts

    counts = asyncio.run(watch())
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] == 1
