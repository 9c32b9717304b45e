"""Plays as lines of emoji, and the card and the chart that go with them."""

from __future__ import annotations

from xml.etree import ElementTree

from sleuth import History, parse_game
from sleuth.show.emoji import emoji_lines, ruled_out
from sleuth.show.svg.left_chart import svg_left_chart
from sleuth.show.svg.story_card import story_card


def lines(spec: str, history: str, left: list[int], solved: bool = False) -> list[str]:
    game = parse_game(spec)
    return emoji_lines(game, History.parse(game, history).steps, left, solved)


def test_games_with_signs_of_their_own() -> None:
    assert lines("wordle", "slate=g--y-;stoic=ggggg", [9, 3, 1], True) == ["🟩⬛⬛🟨⬛", "🟩🟩🟩🟩🟩"]
    assert lines("mastermind", "0011=1.1;0234=0.0", [9, 3, 1]) == ["🔴⚪➖➖", "➖➖➖➖"]
    assert lines("simple-mastermind", "0011=1", [9, 3]) == ["🔴➖➖➖"]
    assert lines("number", "50=lower;25=higher;30=equal", [9, 3, 2, 1], True) == ["🔽🔼🎯"]


def test_many_shots_stand_in_lines_of_ten() -> None:
    history = ";".join(f"{1 + shot // 10},{1 + shot % 10}={'hit' if shot == 3 else 'miss'}" for shot in range(12))
    assert lines("battleship", history, [9] * 13) == ["🌊🌊🌊💥🌊🌊🌊🌊🌊🌊", "🌊🌊"]


def test_any_other_game_shows_what_was_ruled_out() -> None:
    assert lines("treasure-hunt", "1,2,3,4=yes", [8, 4]) == [ruled_out(8, 4)]
    assert ruled_out(8, 4) == "🟦🟦⬜⬜⬜"
    assert (ruled_out(8, 8), ruled_out(100, 1)) == ("⬜⬜⬜⬜⬜", "🟦🟦🟦🟦🟦")
    assert ruled_out(2, 1, found=True) == "🟩🟩🟩🟩🟩"


def test_the_card_has_no_letters_of_the_play() -> None:
    card = story_card("Wordle", "Solved in 4, with a little luck", 58, 91, ["🟩⬛⬛🟨⬛", "🟩🟩🟩🟩🟩"])
    root = ElementTree.fromstring(card)
    texts = [node.text or "" for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Wordle", "58", "91", "Skill", "Luck"} <= set(texts)
    assert "".join(texts).count("🟩") == 0
    assert card.count("f-right") - card.split("</style>")[0].count("f-right") == 6


def test_a_card_of_a_play_without_grades_has_no_dials() -> None:
    assert "Skill" not in story_card("Wordle", "Solved in 1", None, None, ["🟩🟩🟩🟩🟩"])


def test_a_card_of_a_long_play_says_how_much_is_left_out() -> None:
    assert "and 4 more" in story_card("Guess who", "Found", 1, 2, ["🟦⬜⬜⬜⬜"] * 12)


def test_the_chart_can_be_pressed_at_every_step() -> None:
    chart = svg_left_chart([2315, 39, 6, 5, 1], [2315, 39, 3, 1], "words", 3)
    root = ElementTree.fromstring(chart)
    assert [node.get("data-step") for node in root.iter() if node.get("data-step")] == ["1", "2", "3", "4"]
    assert "words left after each step: 2,315, 39, 6, 5, 1; with the best guesses: 2,315, 39, 3, 1." in chart
    heights = [float(node.get("cy", 0)) for node in root.iter("{http://www.w3.org/2000/svg}circle")]
    assert heights == sorted(heights)


def test_a_chart_of_a_play_without_steps() -> None:
    assert svg_left_chart([1], [], "numbers").startswith("<svg")
