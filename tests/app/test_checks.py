"""Whether something is as it should be: games, trees, records, kernels; and the tour."""

from __future__ import annotations

from pathlib import Path

import pytest

from sleuth.adapters.service.limits import SERVED
from sleuth.app.checks import Check, ReplayRecord, Verify, Warmup
from sleuth.app.errors import RefusedError
from sleuth.app.lab import Reproduce
from sleuth.app.perform import perform
from sleuth.app.play_files import FitPlayer, PlayMoves
from sleuth.app.requests import Request
from sleuth.app.watch import WatchedPlay, tour_plays
from sleuth.core.errors import RecordError, SleuthError
from sleuth.core.game_spec import game_names

RECORD = "sleuth record 1\ngame: number:numbers=9\nresult: {}\nsecret: 7\n1: 5 = {}\n2: 7 = equal\n"


def test_a_sound_game_is_counted() -> None:
    result = perform(Check("mastermind:pegs=2,colours=3"), SERVED)
    assert (result.ok, result.secrets, result.actions) == (True, 9, 9)
    large = perform(Check("battleship"))
    assert (large.ok, large.secrets, large.feedbacks) == (True, None, None)


def test_a_record_is_gone_through_again() -> None:
    result = perform(ReplayRecord(RECORD.format("solved", "higher")), SERVED)
    assert (result.solved, result.secret) == (True, "7")
    assert [(step.action, step.feedback, step.candidates) for step in result.steps] == [
        ("5", "higher", 4),
        ("7", "equal", 1),
    ]
    assert result.steps[0].gained > 0
    assert perform(ReplayRecord(RECORD.format("open", "higher"))).secret is None
    with pytest.raises(RecordError, match="the law says"):
        perform(ReplayRecord(RECORD.format("solved", "lower")))


def test_kernels_are_counted() -> None:
    result = perform(Warmup())
    assert result.compiled is (result.kernels > 0)
    assert result.damaged <= result.kernels


@pytest.mark.parametrize(
    "request_",
    [FitPlayer(("x.csv",)), PlayMoves(("x.csv",)), Reproduce("bart"), Verify("tree.json")],
    ids=lambda one: type(one).__name__,
)
def test_from_afar_no_file_is_touched(request_: Request, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RefusedError, match="no file"):
        perform(request_, SERVED)
    assert not list(tmp_path.iterdir())


def test_a_paper_that_nobody_wrote(tmp_path: Path) -> None:
    with pytest.raises(SleuthError, match="no paper"):
        perform(Reproduce("nothing", out=str(tmp_path / "out")))


def test_the_tour_shows_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each before its first question; of a game that cannot be played here, why."""
    begin = WatchedPlay.begin

    def refuse(request: object, *rest: object) -> WatchedPlay:
        if getattr(request, "game", "") == "hangman":
            raise SleuthError("there are no words")
        return begin(request, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(WatchedPlay, "begin", refuse)
    shows = list(tour_plays())
    assert len(shows) == len(game_names())
    assert [show for show in shows if isinstance(show, str)] == ["hangman is left out: there are no words"]
    assert all(not show.info.history.steps for show in shows if not isinstance(show, str))
