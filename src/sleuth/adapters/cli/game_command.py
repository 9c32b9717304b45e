"""A command that takes a game: its help and its completion know the game's own flags."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from typer.core import TyperCommand

if TYPE_CHECKING:
    from sleuth.app.flags import GameFlag

WORDS = "sleuth.words"
"""Where a context keeps the words of its command line."""
GAME_METAVAR = "GAME"


class GameCommand(TyperCommand):
    """`sleuth play mastermind --help` lists `--pegs` too, and `--pe` is completed."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Keep the words, since help is asked for before they are sorted out."""
        ctx.meta[WORDS] = list(args)
        return super().parse_args(ctx, args)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """The options of the command, then those of the game."""
        super().format_options(ctx, formatter)
        name, flags = self._flags(ctx)
        if flags:
            with formatter.section(f"Options of {name}"):
                formatter.write_dl([(f"{flag.name} {flag.value}".rstrip(), flag.help) for flag in flags])

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """What a half-typed word may become: an option of either kind, or what a flag of the game may be set to."""
        item = _completion_item()
        flags = {flag.name: flag for flag in self._flags(ctx)[1]}
        last = flags.get(ctx.args[-1]) if ctx.args else None
        found = super().shell_complete(ctx, incomplete)
        if last is not None and not incomplete.startswith("-"):
            return [item(value) for value in last.choices if value.startswith(incomplete)]
        given = {word.partition("=")[0] for word in ctx.args}
        if incomplete.startswith("-"):
            left = [flag for flag in flags.values() if flag.name.startswith(incomplete) and flag.name not in given]
            found += [item(flag.name, help=flag.help) for flag in left]
        return found

    def _flags(self, ctx: Any) -> tuple[str, list[GameFlag]]:
        """The game that is named, and its flags; none where no game is, or where it cannot be loaded."""
        from sleuth.app.flags import flags_of

        game = next((p for p in self.params if getattr(p, "metavar", None) == GAME_METAVAR), None)
        words = [word for word in ctx.meta.get(WORDS, ()) if word not in ctx.help_option_names]
        if game is None:
            return "", []
        try:
            spec = self.make_parser(ctx).parse_args(words)[0].get(game.name)
            return flags_of(spec) if isinstance(spec, str) else ("", [])
        except Exception:  # a game that does not load says why when it is asked for, and help is given all the same
            return "", []


def _completion_item() -> Any:
    """The class of completions; newer versions of Typer bring their own copy of Click."""
    click = TyperCommand.__mro__[1].__module__.rpartition(".")[0]
    return import_module(f"{click}.shell_completion").CompletionItem
