"""The rules of the fake coin as text."""

from __future__ import annotations

from sleuth.games.fake_coin.rules import FakeCoin, Weighing
from sleuth.show.briefing_text import Briefing, answer_line, question_lines, sentences, with_examples

KNOWN = {
    "unknown": "lighter or heavier, and it is not known which",
    "lighter": "lighter",
    "heavier": "heavier",
}


def briefing(game: FakeCoin) -> Briefing:
    """Coins, pans, and which of them goes down."""
    coins = game.coins
    sought = "which coin it is and whether it is light or heavy" if game.sign == "unknown" else "which coin it is"
    secrets, weighings = list(game.secrets()), _weighings(coins)
    written = " or ".join(dict.fromkeys(game.format_secret((0, heavier)) for _, heavier in secrets))
    rules = sentences(
        f"Of {coins} coins, numbered 1 to {coins}, one is fake. The real ones all weigh the same; the fake one is",
        f"{KNOWN[game.sign]}. Find out {sought}: {game.count()} cases, all equally likely.",
        f"A case is written as {written} (of coin 1).",
    )
    asked = (
        "A question is a weighing on a balance with two pans: equally many coins on each, at least one, and no coin "
        "twice. Write the coins of the left pan with commas between them, a slash, and the coins of the right pan. Of "
        "all coins that are weighed, the one with the lowest number must be on the left pan: 1/2, and not 2/1."
    )
    told = (
        "An answer is left (the left pan goes down: it is the heavier one), right (the right pan goes down) or even "
        "(they weigh the same)."
    )
    left, right = weighings[-1]
    cases = [(left[0], secrets[0][1]), (right[0], secrets[0][1]), (coins - 1, secrets[-1][1])]
    return Briefing(
        rules,
        with_examples(asked, question_lines(game, weighings)),
        with_examples(told, (answer_line(game, weighings[-1], secret) for secret in cases)),
    )


def _weighings(coins: int) -> list[Weighing]:
    """One coin against one, a third against a third, and some others."""
    third = max(1, coins // 3)
    thirds = tuple(range(third)), tuple(range(third, 2 * third))
    apart = ((0, coins - 1), (1, 2)) if coins > 3 else ((0,), (coins - 1,))
    return [((0,), (1,)), apart, thirds]
