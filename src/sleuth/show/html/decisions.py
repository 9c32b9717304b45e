"""A decision in a notebook: what to ask, why, what else there was, and what each answer would leave."""

from __future__ import annotations

from sleuth.show.html.elements import Html, chance_bar, element, joined, sentences, table
from sleuth.show.html.sets import written
from sleuth.show.html.view import quiet, view
from sleuth.show.words import lies_text
from sleuth.strategies.decision import Decision, percent

MAX_LEAVES = 10


def decision(made: Decision) -> Html:
    """The action and the reasons, then the options and the answers."""
    chosen, game = made.chosen, made.info.game
    title = joined(("Ask ", written(game, "action", chosen.action, chosen.text)))
    spent = ", ".join(f"{amount:,.4g} {unit}" for unit, amount in made.spent.items())
    notes = f"{made.strategy} at {made.info}" + (f"; it took {spent}" if spent else "")
    return view(title, sentences(made.reasons), _options(made), _leaves(made), notes=notes)


def _options(made: Decision) -> Html:
    game, goal = made.info.game, made.info.game.goal
    heads = ["question", "bits", "answers", "left at most", "on average"]
    heads += ["wins" if goal.only_names else "hits"] if goal.names or goal.finds else []
    rows = []
    for option in (made.chosen, *made.alternatives):
        figures = [f"{option.bits:.3f}", f"{option.parts:,}", f"{option.worst:,}", f"{option.expected:,.1f}"]
        figures += [percent(option.win if goal.only_names else option.hit)] if len(heads) > 5 else []
        rows.append((written(game, "action", option.action, option.text), *figures))
    return table(heads, rows, caption="What could be asked", marked=0)


def _leaves(made: Decision) -> Html:
    leaves, game = made.leaves, made.info.game
    counted = any(leaf.lies for leaf in leaves)
    left = "left" if made.info.exact else "particles"
    rows = []
    for leaf in leaves[:MAX_LEAVES]:
        cells = [percent(leaf.probability), chance_bar(leaf.probability), "ends" if leaf.wins else f"{leaf.left:,}"]
        cells += [lies_text(leaf.lies)] if counted else []
        rows.append((written(game, "feedback", leaf.feedback, leaf.text), *cells))
    heads = ("answer", "chance", "", left, *(["of them"] if counted else []))
    more = len(leaves) - MAX_LEAVES
    found = table(heads, rows, caption="What each answer would leave")
    return element("div", found, quiet(f"and {more:,} more answers") if more > 0 else None)
