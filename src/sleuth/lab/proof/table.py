"""What a proof has shown so far: the best tree, a lower bound for all trees, and a row for each first action."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil
from pathlib import Path
from typing import Any

from sleuth.core.claim import ClaimStanding, GameClaim, Quantity, Unit, amount, claims_json, trees_on
from sleuth.core.displayed import Displayed
from sleuth.core.errors import TreeError
from sleuth.core.frames import frame
from sleuth.core.offers import rows_of
from sleuth.core.text import plural
from sleuth.lab.proof.store import BOUND, TREE, TREE_TOTAL, OpenerRow, opener_rows, reading_store
from sleuth.lab.proof.terms import ProofTerms
from sleuth.play.tournament.export import write_csv_rows, write_parquet_rows
from sleuth.play.tournament.file import is_checked, notes_of
from sleuth.solve.openers import INFINITE
from sleuth.strategies.tree import Tree

COLUMNS = ("action", "alike", "total", "at_least", "proved", "parts", "nodes", "cpu")
WHOLE = 1e-6
"""A total that is a whole number, and at least this much less than one, is that number or more."""
SHARE = 1e-9
"""Where totals are no whole numbers, differences up to this share of them count as none."""


@dataclass(frozen=True, repr=False)
class Proof(Displayed):
    """What the store of a proof holds."""

    path: Path
    """The store."""
    terms: ProofTerms
    """What it is about."""
    rows: tuple[OpenerRow, ...]
    """Every class of first actions: the best first, then by what is known of them."""
    bound: float | None
    """What was asked last: whether there is a tree with a total below this; nothing where the least total was."""
    tree_total: float | None
    """The total of the tree that is kept."""
    tree: str | None
    """That tree, as the text of a tree file."""
    checked: bool = True
    """Whether every row had its checksum; stores of older versions have none, and prove nothing."""

    def __repr__(self) -> str:
        best = "no tree" if self.best is None else f"best {self.best:g}"
        rest = "proved" if self.proved else f"at least {self.lower_bound:g}" if self.checked else "not checked"
        return f"<Proof {self.path}: {self.terms.game}, {best}, {rest}>"

    @property
    def slack(self) -> float:
        """Differences up to this are none."""
        return 0.0 if self.terms.whole else SHARE * (self.best or 0.0)

    @cached_property
    def best(self) -> float | None:
        """The least total that some tree is known to have; nothing where no tree is known."""
        totals = [row.total for row in self.rows if row.total is not None]
        least = min([*totals, INFINITE if self.tree_total is None else self.tree_total])
        return self._number(least) if least < INFINITE / 2 else None

    @cached_property
    def lower_bound(self) -> float | None:
        """No tree has a smaller total; nothing where there is no tree, or no checksum."""
        if not self.checked:
            return None
        least = min(row.lower if row.total is None else row.total for row in self.rows)
        least = least if self.best is None else min(least, self.best)
        return self._number(least) if least < INFINITE / 2 else None

    @property
    def proved(self) -> bool:
        """Whether no tree is better than the best."""
        if not self.checked:
            return False
        best, lower = self.best, self.lower_bound
        return lower is None if best is None else lower is not None and lower >= best - self.slack

    @property
    def claims(self) -> tuple[GameClaim, ...]:
        """The total. That no tree reaches the goal is claimed where that is shown of every first action."""
        unit = Unit.COST if self.terms.priced else Unit.STEPS
        terms = trees_on(within=self.terms.within, only_possible=self.terms.only_possible)
        if self.best is None and self.proved:
            return (GameClaim(Quantity.TOTAL, ClaimStanding.NEVER, unit=unit, among=terms),)
        return (GameClaim.found(Quantity.TOTAL, self.best, self.lower_bound, self.proved, unit=unit, among=terms),)

    @property
    def none_below(self) -> bool:
        """Whether it is shown that no tree has a total below the bound that was asked for."""
        if not self.checked or self.bound is None:
            return False
        return self.lower_bound is None or self.lower_bound >= self.bound - self.slack

    @property
    def optimal(self) -> tuple[OpenerRow, ...]:
        """The classes of first actions that are known to reach the best total."""
        best = self.best
        return tuple(
            row for row in self.rows if best is not None and row.total is not None and row.total <= best + self.slack
        )

    @property
    def cpu(self) -> float:
        """Seconds of a processor that all tasks took."""
        return sum(row.cpu for row in self.rows)

    @property
    def nodes(self) -> int:
        """Sets that the search looked at."""
        return sum(row.nodes for row in self.rows)

    def refuted(self, row: OpenerRow) -> bool:
        """Whether it is shown that no tree which begins with this action is better than the best."""
        least = row.lower if row.total is None else row.total
        return self.checked and self.best is not None and least >= self.best - self.slack

    def _at_least(self, row: OpenerRow) -> float | None:
        """A lower bound of the trees that begin with an action; nothing where there is none, and no bound at all where
        the row is not checked."""
        if not self.checked:
            return 0
        return self._number(row.lower) if row.lower < INFINITE / 2 else None

    def plain_rows(self) -> list[dict[str, Any]]:
        """A row for each class: its total where that is known, a lower bound, whether it is no better than the best."""
        return [
            {
                "action": row.action,
                "alike": row.alike,
                "total": None if row.total is None else self._number(row.total),
                "at_least": self._at_least(row),
                "proved": self.refuted(row),
                "parts": row.parts,
                "nodes": row.nodes,
                "cpu": row.cpu,
            }
            for row in self.rows
        ]

    @property
    def note(self) -> str:
        """What a person should be told: that the best tree takes more steps than a player is given."""
        if not self.checked:
            return (
                f"{self.path} has no checksums, so nothing of it counts as proved: "
                "the same proof with this store works it out again"
            )
        if self.terms.within or self.tree is None or not self.proved:
            return ""
        tree = Tree.parse(self.tree)
        rows, worst = rows_of(tree.find_game()), tree.claims["worst"]
        if rows is None or worst <= rows:
            return ""
        return f"its longest play takes {worst} steps, and a player is given {rows}: ask with --within {rows} too"

    def best_tree(self) -> Tree:
        """The tree that is kept, with what is shown of it."""
        if self.tree is None:
            raise TreeError(f"{self.path} has no tree yet; go on with the proof")
        best = self.proved and self.best is not None and (self.tree_total or 0.0) <= self.best + self.slack
        search = {"lower_bound": self.lower_bound, "proved": best, "total_proved": best, "worst_proved": False}
        return replace(Tree.parse(self.tree), search={**search, "beam": None, "stopped": None})

    def to_frame(self) -> Any:
        """The same as a `pandas.DataFrame`."""
        return frame(self.plain_rows(), COLUMNS)

    def write(self, path: str | Path) -> None:
        """Write the table: Parquet where the file is called that, else CSV."""
        rows = self.plain_rows()
        if Path(path).suffix != ".parquet":
            write_csv_rows(rows, COLUMNS, path)
            return
        number = int if self.terms.whole else float
        kinds: dict[str, type] = {"action": str, "alike": int, "total": number, "at_least": number, "proved": bool}
        kinds |= {"parts": int, "nodes": int, "cpu": float}
        write_parquet_rows(rows, kinds, COLUMNS, path, {"sleuth proof": str(self.terms)})

    def as_json(self) -> dict[str, Any]:
        """Plain figures, for JSON, without the table."""
        return {
            "game": self.terms.game,
            "store": str(self.path),
            "checked": self.checked,
            "within": self.terms.within or None,
            "only_possible": self.terms.only_possible,
            "bound": self.bound,
            "total": self.best,
            **claims_json(self.claims),
            "lower_bound": self.lower_bound,
            "proved": self.proved,
            "none_below": self.none_below,
            "optimal": [row.action for row in self.optimal],
            "optimal_actions": sum(row.alike for row in self.optimal),
            "openers": len(self.rows),
            "actions": sum(row.alike for row in self.rows),
            "refuted": sum(self.refuted(row) for row in self.rows),
            "parts": sum(row.parts for row in self.rows),
            "nodes": self.nodes,
            "cpu": self.cpu,
        }

    def summary(self) -> str:
        """What is shown, in one sentence."""
        classes = f"{plural(len(self.rows), 'class', 'classes')} of first actions"
        (claim,) = self.claims
        shown = claim.figure
        if claim.proved:
            first = ", ".join(row.action for row in self.optimal[:3]) + (", ..." if len(self.optimal) > 3 else "")
            shown += f", after {first}" if first else ""
        elif claim.value is not None and self.none_below and self.bound is not None:
            shown += f"; no tree is below {amount(self._number(self.bound))}"
        return f"{self.terms.game}: {shown} ({classes})"

    def _number(self, value: float) -> float:
        return ceil(value - WHOLE) if self.terms.whole else value


def read_proof(path: str | Path) -> Proof:
    """What a store holds now, also while it is being written."""
    path = Path(path)
    with reading_store(path) as (connection, terms):
        rows, notes = sorted(opener_rows(connection), key=_rank), notes_of(connection)
        bound, total = (float(notes[key]) if notes.get(key) else None for key in (BOUND, TREE_TOTAL))
        return Proof(path, terms, tuple(rows), bound, total, notes.get(TREE), is_checked(connection))


def _rank(row: OpenerRow) -> tuple[bool, float, float, int]:
    """The order of the table: totals first, least first; then lower bounds, by one look where they are alike."""
    known = row.total is not None
    return (not known, row.lower if row.total is None else row.total, row.look, row.number)
