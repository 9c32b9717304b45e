"""The suite against a real local server: one that answers well, at random, with nonsense, slowly, and with errors."""

from __future__ import annotations

import json
import random
import sqlite3
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from tests.referee.chat_servers import KEY, Behaviour, Body, HangUp, Raw, by_strategy, completion, serving

from sleuth import evaluate, parse_game, parse_strategy
from sleuth.adapters.cli.app import run as command
from sleuth.core.errors import ParameterError, SleuthError
from sleuth.referee import BenchOptions, BenchPart, BenchRun, SpendLimits, bench_player, bench_table, run_bench
from sleuth.referee.bench import MAX_LATE
from sleuth.referee.chat import MAX_BODY
from sleuth.referee.chat_spec import Chat, chat_server

SMALL = "mastermind:pegs=2,colours=4"
ENTRY = "mastermind-2x4"


def played(
    behaviour: Behaviour,
    path: Path,
    *,
    spec: str = "chat:model=m",
    plays: int | None = 1,
    games: tuple[str, ...] = (ENTRY,),
    tries: int = 3,
    **options: Any,
) -> tuple[BenchRun, list[Body]]:
    """A run against a server that behaves so, and the server's log."""
    with serving(behaviour) as server:
        player = bench_player(spec, tries=tries, pause=0.0, environment=server.environment)
        done = run_bench(player, path, part=BenchPart(games, plays), options=BenchOptions(**options))
        assert set(server.keys) <= {f"Bearer {KEY}"}
        return done, server.log


@pytest.mark.parametrize("parallel", [1, 4])
@pytest.mark.parametrize(("entry", "spec"), [(ENTRY, SMALL), ("fake-coin-8", "fake-coin:coins=8")])
def test_entropy_behind_a_server_loses_what_it_loses_in_evaluate(
    entry: str, spec: str, parallel: int, tmp_path: Path
) -> None:
    done, log = played(by_strategy(spec), tmp_path / "run.db", plays=None, games=(entry,), parallel=parallel)
    known = evaluate(parse_game(spec), parse_strategy("entropy"))
    best = evaluate(parse_game(spec), parse_strategy("optimal"))
    row = bench_table(done.results).rows[0]
    assert (row.plays, row.solved, row.total) == (known.secrets, known.secrets, known.total)
    assert sum(play.lost or 0.0 for play in done.results.plays) == pytest.approx(known.total - best.total)
    assert len(log) == known.total
    assert (row.tokens_in, row.tokens_out, row.estimated) == (10 * known.total, 2 * known.total, False)


def test_thoughts_are_kept_and_not_sent_again(tmp_path: Path) -> None:
    done, log = played(by_strategy(SMALL), tmp_path / "run.db")
    assert "<think>" in done.results.plays[0].turns[0].said
    assert "<think>" not in json.dumps(log)
    roles = [message["role"] for message in log[-1]["messages"]]
    assert roles == ["system", "user", *["assistant", "user"] * (len(roles) // 2 - 1)]


def test_at_random_and_with_nonsense(tmp_path: Path) -> None:
    draw = random.Random(1)

    def reply(body: Body, number: int) -> str:
        return "".join(draw.choices("0123", k=2)) if draw.random() < 0.7 else draw.choice(["", "Hmm!", "9999", "{}"])

    done, log = played(reply, tmp_path / "run.db", plays=None, retries=1)
    assert all(message["content"].strip() for body in log for message in body["messages"])
    row = bench_table(done.results).rows[0]
    assert row.plays == 16
    assert all((row.illegal.mean, row.inconsistent.mean, row.lost.mean))
    for play in done.results.plays:
        left = play.turns[-1].verdict["left"]
        assert play.expected == pytest.approx(play.steps + left - (play.lost or 0.0) + (play.luck or 0.0))
        assert play.steps <= 10
        assert play.read_record().solved == play.solved


def test_what_is_no_text_is_no_question_and_is_never_run(tmp_path: Path) -> None:
    bad = "__import__('os').remove('x')"
    replies = [None, bad, f"```python\n{bad}\n```", "\ud800 \x00", "x" * 200_000]

    def reply(body: Body, number: int) -> Raw:
        return Raw(200, json.dumps(completion(body, replies[(number - 1) % len(replies)])))

    done, _ = played(reply, tmp_path / "run.db")
    play = done.results.plays[0]
    assert (play.solved, play.steps, play.refused, play.turns_lost) == (False, 10, 10, 10)
    assert play.lost == 10
    assert max(len(turn.said) for turn in play.turns) == 100_000
    assert bench_table(done.results).rows[0].unsolved == 1


def test_parts_of_a_message_and_tokens_that_nobody_counted(tmp_path: Path) -> None:
    def reply(body: Body, number: int) -> Raw:
        parts = [{"type": "text", "text": "Question: "}, {"type": "text", "text": "11"}, {"type": "image"}]
        return Raw(200, json.dumps({"choices": [{"message": {"content": parts}}]}))

    done, _ = played(reply, tmp_path / "run.db")
    play = done.results.plays[0]
    assert (play.secret, play.steps, play.solved, play.estimated) == ("11", 1, True, True)
    assert play.tokens_in > 20
    assert play.tokens_out == len("Question: 11") // 4 + 1


@pytest.mark.parametrize(
    "fault",
    [
        Raw(429, '{"error": {"message": "slow down"}}', Retry_After="0"),
        Raw(500, "oh"),
        Raw(503, "", Retry_After="Wed, 21 Oct 2015 07:28:00 GMT"),
        Raw(200, "no JSON"),
        Raw(200, '{"choices": []}'),
        Raw(200, "[" * 100_000),
        Raw(200, '{"choices": [{"message": {"content": 7}}]}'),
        HangUp(),
    ],
    ids=["429", "500", "date", "no-json", "no-choices", "deep", "number", "hang-up"],
)
def test_faults_of_a_server_are_tried_again(fault: Raw | HangUp, tmp_path: Path) -> None:
    answer = by_strategy(SMALL)

    def reply(body: Body, number: int) -> str | Raw:
        if number % 3:  # two of three requests fail
            if isinstance(fault, HangUp):
                raise fault
            return fault
        return answer(body, number)

    done, log = played(reply, tmp_path / "run.db", plays=2)
    assert (done.stopped, done.played) == ("", 2)
    assert sum(play.requests for play in done.results.plays) == len(log) == 3 * sum(p.steps for p in done.results.plays)
    assert bench_table(done.results).rows[0].illegal.mean == 0


def test_a_server_that_stays_away_ends_the_run_and_no_play(tmp_path: Path) -> None:
    answer = by_strategy(SMALL)

    def reply(body: Body, number: int) -> str | Raw:
        return answer(body, number) if number <= 2 else Raw(500, f"broken, and your key is {KEY}")

    done, log = played(reply, tmp_path / "run.db")
    assert done.fault
    assert "status 500: broken, and your key is [key] (after 3 tries)" in done.stopped
    assert len(log) == 5
    assert done.results.plays == ()
    assert done.results.under_way == ((ENTRY, 1),)
    done, log = played(answer, tmp_path / "run.db")
    assert (done.stopped, done.played) == ("", 1)
    assert len(log) == done.results.plays[0].steps - 2
    limit = SpendLimits(requests=5 + len(log))
    done, log = played(answer, tmp_path / "run.db", plays=2, limits=limit)
    assert log == []  # requests that failed count too
    assert "requests is reached" in done.stopped


@pytest.mark.parametrize("status", [401, 403, 404, 302])
def test_an_error_that_no_other_request_would_mend_ends_the_run(status: int, tmp_path: Path) -> None:
    done, log = played(lambda body, number: Raw(status, '{"error": "no"}'), tmp_path / "run.db", plays=2)
    assert len(log) == 1
    assert done.fault
    assert f"status {status}: no" in done.stopped


def test_a_request_that_is_refused_fails_its_play_alone(tmp_path: Path) -> None:
    answer = by_strategy(SMALL)

    def reply(body: Body, number: int) -> str | Raw:
        long = len(body["messages"]) > 4
        return Raw(400, '{"error": {"message": "too long"}}') if number < 5 and long else answer(body, number)

    done, _ = played(reply, tmp_path / "run.db", plays=3)
    failed = [play for play in done.results.plays if play.error is not None]
    assert (len(failed), done.played, done.fault) == (1, 3, False)
    assert "status 400: too long" in str(failed[0].error)
    table = bench_table(done.results)
    assert (table.rows[0].plays, table.rows[0].failed, len(table.errors)) == (2, 1, 1)
    done, _ = played(answer, tmp_path / "run.db", plays=3, failed=True)
    assert (done.played, bench_table(done.results).errors) == (1, ())


def test_the_same_error_before_any_reply_ends_the_run(tmp_path: Path) -> None:
    done, log = played(lambda body, number: Raw(400, '{"detail": "no such model"}'), tmp_path / "run.db", plays=3)
    assert (len(log), done.fault, done.results.plays) == (1, True, ())
    assert "no such model" in done.stopped


def test_a_reply_that_takes_too_long_is_refused_and_not_asked_for_again(tmp_path: Path) -> None:
    answer, release = by_strategy(SMALL), Event()

    def reply(body: Body, number: int) -> str | Raw:
        if number == 1:
            release.wait()
        return answer(body, number)

    try:
        done, log = played(reply, tmp_path / "run.db", spec="chat:model=m,timeout=3")
    finally:
        release.set()
    play = done.results.plays[0]
    assert play.solved
    assert (play.refused, play.turns_lost, play.steps) == (1, 1, len(log))
    assert play.turns[0].verdict["refusal"] == "the reply took longer than 3 seconds"


def test_a_server_that_never_answers_ends_the_run(tmp_path: Path) -> None:
    release = Event()

    def reply(body: Body, number: int) -> str:
        release.wait()
        return "00"

    try:
        done, log = played(reply, tmp_path / "run.db", spec="chat:model=m,timeout=0.05", plays=16, parallel=4)
    finally:
        release.set()
    assert done.fault
    assert "in a row took too long" in done.stopped
    assert len(log) <= MAX_LATE + 4


def test_an_answer_without_end_is_cut(tmp_path: Path) -> None:
    done, _ = played(lambda body, number: Raw(200, b"x" * (MAX_BODY + 10)), tmp_path / "run.db")
    assert "longer than 4 MiB" in str(done.results.plays[0].turns[0].verdict["refusal"])


def test_a_server_that_asks_for_too_long_a_wait(tmp_path: Path) -> None:
    done, log = played(lambda body, number: Raw(429, "busy", Retry_After="86400"), tmp_path / "run.db")
    assert len(log) == 1
    assert "it asks to wait 86,400 seconds" in done.stopped


@pytest.mark.parametrize(
    ("limits", "reached"),
    [
        (SpendLimits(requests=5), "limit of 5 requests"),
        (SpendLimits(tokens=60), "limit of 60 tokens"),
        (SpendLimits(cost=0.0005, price_in=10.0, price_out=0.0), "limit of 0.0005 on the cost"),
    ],
)
def test_a_limit_ends_the_run_and_a_higher_one_goes_on(limits: SpendLimits, reached: str, tmp_path: Path) -> None:
    answer, path = by_strategy(SMALL), tmp_path / "run.db"
    done, log = played(answer, path, plays=4, limits=limits)
    assert reached in done.stopped
    assert not done.fault
    assert len(log) == 5
    again, more = played(answer, path, plays=4)
    assert (again.stopped, len(again.results.plays)) == ("", 4)
    assert len(log) + len(more) == sum(play.steps for play in again.results.plays)


def test_what_a_model_is_asked_with(tmp_path: Path) -> None:
    spec = 'chat:model=org/m:8b,temperature=0.5,max_tokens=99,seed=7,extra=({"top_p": 0.9, "stop": ["a,b=c"]})'
    done, log = played(by_strategy(SMALL), tmp_path / "run.db", spec=spec)
    sent = {name: value for name, value in log[0].items() if name != "messages"}
    assert sent == {
        "model": "org/m:8b", "temperature": 0.5, "max_tokens": 99, "seed": 7, "top_p": 0.9, "stop": ["a,b=c"]
    }  # fmt: skip
    assert str(Chat.parse(done.results.terms.player)) == done.results.terms.player


@pytest.mark.parametrize(
    "spec",
    [
        "chat", "chat:model=", "chat:model=m,temperature=-1", "chat:model=m,timeout=0", "chat:model=m,extra=[1]",
        "chat:model=m,extra={", 'chat:model=m,extra=({"stream": true})', "chat:model=m,max_tokens=0", "chat:modell=m",
    ],
)  # fmt: skip
def test_a_model_that_cannot_be_asked(spec: str) -> None:
    with pytest.raises(ParameterError, match="chat"):
        bench_player(spec, environment={"SLEUTH_CHAT_URL": "http://localhost:1/v1"})


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"SLEUTH_CHAT_URL": "localhost:8000"},
        {"SLEUTH_CHAT_URL": "ftp://x/v1"},
        {"SLEUTH_CHAT_URL": "http://x:99999/"},
        {"SLEUTH_CHAT_URL": f"http://me:{KEY}@x/v1"},
        {"SLEUTH_CHAT_URL": "http://x/v1", "SLEUTH_CHAT_KEY": f"{KEY}\nHost: y"},
    ],
)
def test_a_server_that_cannot_be(environment: dict[str, str]) -> None:
    with pytest.raises(ParameterError) as error:
        chat_server(environment)
    assert KEY not in str(error.value)


def test_a_key_goes_to_its_own_address_alone() -> None:
    both = {"SLEUTH_CHAT_URL": "http://a/v1", "OPENAI_BASE_URL": "http://b/v1?x=1", "OPENAI_API_KEY": KEY}
    assert chat_server(both).key == ""
    usual = chat_server({**both, "SLEUTH_CHAT_URL": ""})
    assert (usual.key, usual.path) == (KEY, "/v1/chat/completions?x=1")
    assert KEY not in repr(usual)


def test_the_key_is_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not in errors, not in what is shown, not in the file: also where a server repeats it."""
    answer = by_strategy(SMALL)

    def reply(body: Body, number: int) -> str | Raw:
        if number == 3:
            return Raw(400, json.dumps({"error": {"message": f"bad key {KEY}"}}))
        return f"My key is {KEY}. {answer(body, number)}"

    with serving(reply) as server:
        for name, value in server.environment.items():
            monkeypatch.setenv(name, value)
        out = tmp_path / "run.db"
        words = ["bench", "chat:model=m", "--out", str(out), "--games", ENTRY, "--plays", "2", "--pause", "0"]
        assert command(words) == 0
        assert command(["bench", "record", str(out), ENTRY, "2", "--json"]) == 0
    shown = capsys.readouterr()
    assert "[key]" in shown.out
    assert KEY not in shown.out + shown.err
    content = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"[key]" in content
    assert KEY.encode() not in content


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    with serving(lambda body, number: "") as server:
        environment = server.environment
    player = bench_player("chat:model=m", tries=2, pause=0.0, environment=environment)
    done = run_bench(player, tmp_path / "run.db", part=BenchPart((ENTRY,), 1))
    assert done.fault
    assert "it cannot be reached" in done.stopped


def test_a_file_of_another_run_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    played(by_strategy(SMALL), path)
    with pytest.raises(SleuthError, match=r"another run: its player is chat:model=m, not chat:model=other"):
        played(by_strategy(SMALL), path, spec="chat:model=other")
    with pytest.raises(SleuthError, match="its retries is 0, not 2"):
        played(by_strategy(SMALL), path, retries=2)
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT count(*) FROM plays").fetchone() == (1,)
