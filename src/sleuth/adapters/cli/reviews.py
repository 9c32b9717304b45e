"""How a play was played: the story of one player's, and the turns of a game at a table."""

from __future__ import annotations

from sleuth import app
from sleuth.adapters.cli.screen import Lines


def review_lines(review: app.TableReviewResult) -> Lines:
    """The turns, with what each question told and what each player misses after it; then the summary."""
    from sleuth.show.ink import ink, table

    players = [one.player for one in review.luck]
    turns = table(
        ">turn", "player", "action", "answer", ">bits", ">best", ">told", *(f">{_short(one)}" for one in players)
    )
    for turn in review.turns:
        missing = [f"{turn.knows[one].bits:.1f}" if one in turn.knows else "out" for one in players]
        figures = ["" if value is None else f"{value:.2f}" for value in (turn.bits, turn.best_bits, turn.gained)]
        turns.add_row(str(turn.turn), _short(turn.player), ink(turn.action), ink(turn.answer), *figures, *missing)
    yield f"{review.game}: {', '.join(review.players)}"
    yield from ("", turns, "", "The last columns are the bits that each player misses after the turn.", "")
    yield from review.summary


def story_lines(story: app.StoryResult) -> Lines:
    """Skill and luck, what the play turned on, each move with the reason, and the best line."""
    from sleuth.show.ink import ink, table

    yield ink(story.headline, "bold")
    yield from (*story.lead, "")
    if story.skill is not None:
        yield f"Skill {story.skill} of 99: {story.skill_text}. Luck {story.luck} of 99: {story.luck_text}."
    moves = table(">step", "action", "answer", ">left", "class", "why")
    for move in story.moves:
        asked = ink(move.spoken), ink(move.spoken_answer)
        moves.add_row(str(move.step), *asked, f"{move.left:,}", move.title, ink(move.sentence))
    yield from ("", moves, "")
    if story.line is not None:
        line = " ".join(f"{step.action}={step.feedback}" for step in story.line.steps)
        yield f"{'Optimal play' if story.line.optimal else f'The strategy {story.line.strategy}'}: {line}"
    yield from (story.measured, *story.notes)


def _short(name: str) -> str:
    return name.removeprefix("player ")
