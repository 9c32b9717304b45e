from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from io import StringIO

import pytest
from rich.console import Console, RenderableType

from sleuth.belief.begin import begin
from sleuth.belief.sampled import Effort, SampledSet
from sleuth.core.game import Game
from sleuth.core.game_spec import game_class, game_names
from sleuth.games.black_box.rules import BlackBox
from sleuth.games.codes.rules.mastermind import Mastermind
from sleuth.games.fake_coin.rules import FakeCoin
from sleuth.games.number.rules import Number
from sleuth.play.evaluate import evaluate
from sleuth.show.figures import candidates_line, catalogue_table, decision_panel, entropy_bar, evaluation_table
from sleuth.show.steps import stages
from sleuth.show.words import size_text
from sleuth.strategies.greedy import Entropy, Minimax


def printed(drawn: RenderableType, width: int = 80) -> str:
    file = StringIO()
    Console(file=file, width=width, color_system=None).print(drawn)
    text = file.getvalue()
    assert max(map(len, text.splitlines())) <= width
    return text


@dataclass(frozen=True)
class Hostile(Game):
    """[red]x[/red]"""

    def secrets(self) -> tuple[str, ...]:
        return "[red]x[/red]", "[/]", "c"

    def feedback(self, action: str, secret: str) -> str:
        return "[blink]yes" if action == secret else "[/blink]no"


@pytest.mark.parametrize(
    ("bits", "start", "drawn"),
    [
        (8, 8, "████████ 8.00"),
        (4, 8, "████░░░░ 4.00"),
        (0, 8, "░░░░░░░░ 0.00"),
        (0.01, 8, "█░░░░░░░ 0.01"),
        (7.99, 8, "███████░ 7.99"),
        (0, 0, "░░░░░░░░ 0.00"),
        (9, 8, "████████ 9.00"),
    ],
)
def test_the_bar_falls_with_the_entropy(bits: float, start: float, drawn: str) -> None:
    assert entropy_bar(bits, start, 8).plain == drawn


def test_a_decision_shows_reasons_alternatives_and_answers() -> None:
    decision = Entropy().decide(begin(Mastermind()))
    text = printed(decision_panel(decision))
    assert "ask 0123" in text
    assert "is expected to tell 3.06 of the 10.34 bits" in text
    for option in decision.alternatives:
        assert f"│ {option.text}    {option.bits:.3f}     {option.parts}    {option.worst}" in text
    assert "0.2          24.1%   312" in text
    assert f"and {len(decision.leaves) - 10} more" in text


def test_a_chance_to_win_is_shown_where_guesses_win() -> None:
    assert " win " in printed(decision_panel(Entropy().decide(begin(Number(7)))))
    assert " win " not in printed(decision_panel(Entropy().decide(begin(FakeCoin(5)))))


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_a_decision_fits_the_width(width: int) -> None:
    text = printed(decision_panel(Entropy().decide(begin(FakeCoin(8)))), width)
    assert "chance" in text


def test_a_sampled_set_is_said_to_be_one() -> None:
    info = SampledSet(Mastermind(8, 10), effort=Effort(particles=50))
    assert "particles" in printed(decision_panel(Entropy().decide(info)))
    assert candidates_line(info, 3).plain.startswith("about 100,000,000 candidates (50 particles), 26.58 bits: ")
    assert candidates_line(info, 3).plain.endswith(", ...")


@dataclass(frozen=True)
class Uncounted(Mastermind):
    """Nobody knows how many codes there are."""

    def count(self) -> None:  # type: ignore[override]
        return None


def test_how_many_are_left_is_said_alike_everywhere() -> None:
    exact = begin(Number(1200))
    assert (size_text(exact), size_text(exact, short=True)) == ("1,200 candidates", "1,200")
    sampled = SampledSet(Mastermind(8, 10), effort=Effort(particles=50))
    assert (size_text(sampled), size_text(sampled, short=True)) == ("about 100,000,000 candidates", "~100,000,000")
    unknown = SampledSet(Uncounted(8, 10), effort=Effort(particles=50))
    assert (size_text(unknown), size_text(unknown, short=True)) == ("an unknown number of candidates", "?")
    for info in (exact, sampled, unknown):
        assert candidates_line(info).plain.startswith(size_text(info))
        assert stages(info)[-1].size == size_text(info, short=True)
    assert candidates_line(unknown).plain.startswith("an unknown number of candidates (50 particles), ")


def test_an_evaluation_shows_its_figures() -> None:
    evaluation = evaluate(Mastermind(), Minimax(), first=(0, 0, 1, 1))
    lines = [line.split() for line in printed(evaluation_table(evaluation, False)).splitlines()]
    for steps, count in evaluation.histogram.items():
        assert any(line[:2] == [str(steps), f"{count:,}"] and set(line[2]) == {"█"} for line in lines if len(line) == 3)
    for figure in (["total", "5,801"], ["mean", "4.4761"], ["worst", "5"], ["first", "action", "0011"]):
        assert figure in lines
    assert ["ties", "go", "by", "minimax,", "then", "possible,", "then", "lex"] in lines
    assert ["1.1", "208", "938", "4.5096", "5"] not in lines
    by_answer = printed(evaluation_table(evaluation, True)).splitlines()
    assert ["1.1", "208", "938", "4.5096", "5"] in [line.split() for line in by_answer]


def test_an_evaluation_says_where_secrets_differ_in_weight() -> None:
    assert "556, not equally likely" in printed(evaluation_table(evaluate(BlackBox(4, 3), Entropy()), True))


def test_candidates_are_listed_with_what_tells_them_apart() -> None:
    info = begin(Number(20))
    assert candidates_line(info, 3).plain == "20 candidates, 4.32 bits: 1, 2, 3 and 17 more"
    assert candidates_line(info.observe(2, "lower")).plain == "1 candidate, 0.00 bits: 1"
    assert candidates_line(begin(BlackBox(3, 2)), 2).plain.endswith("bits: a1,c3 (5.56%); a1,b1 (2.78%) and 33 more")


def test_the_likeliest_candidates_come_first() -> None:
    line = candidates_line(begin(Mastermind(2, jar="3-1")), 9).plain
    assert line == "4 candidates, 1.62 bits: 00 (56.2%), 01 (18.8%), 10 (18.8%), 11 (6.25%)"


def test_the_catalogue_lists_every_game() -> None:
    rows = [(n, game_class(n).summary(), ", ".join(game_class(n).parameters())) for n in game_names()]
    text = printed(catalogue_table(rows))
    assert all(name in text for name in game_names())


def test_text_is_never_markup() -> None:
    info = begin(Hostile())
    evaluation = evaluate(Hostile(), Entropy())
    assert "[red]x[/red], [/], c" in printed(candidates_line(info))
    assert "ask [red]x[/red]" in printed(decision_panel(Entropy().decide(info)))
    assert "[/blink]no" in printed(decision_panel(Entropy().decide(info)))
    assert "[/blink]no" in printed(evaluation_table(evaluation, True))
    assert "[red]x[/red]" in printed(catalogue_table([("[/]", Hostile.summary(), "[b]")]))


def test_a_catalogue_is_shown_without_the_machinery_of_play() -> None:
    code = "import sys, sleuth.show.figures; sys.exit('numba' in sys.modules or 'matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
