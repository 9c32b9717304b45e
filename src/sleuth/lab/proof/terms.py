"""What makes a proof this one: the game with every answer of its law, what its trees keep to, and who searched."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from sleuth import __version__
from sleuth.core.errors import ParameterError
from sleuth.play.tournament.errors import ResultsError


@dataclass(frozen=True)
class ProofTerms:
    """What a store of a proof is about."""

    game: str
    """The spec string of the game."""
    digest: str
    """Of its secrets, actions, weights, costs and every answer."""
    within: int = 0
    """The most steps of a play; 0 for any number."""
    only_possible: bool = False
    """Whether only guesses that may be right are allowed."""
    whole: bool = True
    """Whether totals are whole numbers."""
    scale: float = 0.0
    """The total of the tree that it began with: where totals are not whole, differences beside it count as none."""
    version: str = __version__
    """That of the program whose search it is."""
    priced: bool = False
    """Whether actions differ in cost: then totals are costs."""

    def __str__(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def parse(cls, text: str) -> ProofTerms:
        """The terms of a text by `str`."""
        return cls(**json.loads(text))

    def check_version(self, path: object) -> None:
        """Refuse a store of another version: its search may have meant something else."""
        if self.version != __version__:
            raise ResultsError(
                f"{path} was begun by Sleuth {self.version}, and this is {__version__}: its bounds are not taken over; "
                "name another file with --store"
            )

    def check(self, path: object, wanted: ProofTerms) -> None:
        """Refuse a store that is about something else than what is wanted."""
        self.check_version(path)
        if self.digest != wanted.digest:
            same = f"the secrets, actions or answers of {wanted.game} have changed since"
            other = f"it is about {self.game}, not {wanted.game}"
            raise ResultsError(
                f"{path} is of another proof: {same if self.game == wanted.game else other}; "
                "name another file with --store"
            )
        for name, words in (("within", "within"), ("only_possible", "only_possible")):
            here, there = getattr(wanted, name), getattr(self, name)
            if here != there:
                raise ResultsError(
                    f"{path} is of another proof: its {words} is {there}, not {here}; name another file with --store"
                )


@dataclass(frozen=True)
class ProofOptions:
    """What is asked of a proof, and what it may spend."""

    bound: float | None = None
    """Whether there is a tree with a total below this is all that is asked; the least total unless given."""
    within: int | None = None
    """The most steps of a play, 0 for any number; in games that restrict what may be asked, their rows unless given."""
    only_possible: bool = False
    """Whether only guesses that may be right are allowed."""
    first: tuple[str, ...] = ()
    """The first actions to work on now; all unless given."""
    exact: int = 1
    """So many of the best first actions get their true totals."""
    seconds: float | None = None
    """Time for it; what is done by then is kept."""
    memory: int = 1 << 29
    """Bytes for what is known of sets, all workers together."""

    def __post_init__(self) -> None:
        if self.exact < 1:
            raise ParameterError(f"exact is a number of first actions from 1, not {self.exact}")
        if self.exact > 1 and self.bound is not None:
            raise ParameterError(
                "a bound asks whether there is a tree below it, and exact for totals: give one of them"
            )
        if self.within is not None and self.within < 0:
            raise ParameterError(f"within is a number of steps, or 0 for any number, not {self.within}")
        if self.seconds is not None and not self.seconds > 0:
            raise ParameterError(f"seconds is more than 0, not {self.seconds:g}")
