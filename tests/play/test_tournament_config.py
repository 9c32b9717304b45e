"""The config of a tournament: TOML both ways, and errors that name the line and the key."""

from __future__ import annotations

from pathlib import Path

import pytest

from sleuth.play.tournament import Config, ConfigError

GOOD = """
name = "two games"
trials = 5
seed = 3
agents = ["random", "entropy"]

[[games]]
game = "mastermind"
sizes = [
    {pegs = 3, colours = 4},
    {pegs = 4, colours = 6},
]

[[games]]
game = "fake-coin:coins=9"
trials = 7
agents = ["minimax:ties=lex"]
"""


def test_a_config_reads_and_writes() -> None:
    config = Config.parse(GOOD)
    assert [entry.game for entry in config.entries] == [
        "mastermind:pegs=3,colours=4",
        "mastermind:pegs=4,colours=6",
        "fake-coin:coins=9",
    ]
    assert [entry.trials for entry in config.entries] == [5, 5, 7]
    assert config.entries[2].agents == ("minimax:ties=lex",)
    assert config.total == 2 * 2 * 5 + 7
    assert Config.parse(str(config)) == config
    assert Config.parse('games = ["number"]\nagents = ["entropy"]\ntrials = 1\nseeds = [0, 4]').seeds == (0, 4)


@pytest.mark.parametrize(
    ("change", "to", "line", "key", "why"),
    [
        ("trials = 5", "trials = 5 5", 3, "trials", "column 12"),
        ("trials = 5", "trials = ", 3, "trials", "Invalid value"),
        ("trials = 5", "trials 5", 3, "trials", "Expected '='"),
        ("trials = 5", "trials = 5\ntrials = 6", 4, "trials", "overwrite"),
        ('agents = ["random", "entropy"]', 'agents = ["random", "entropy', 5, "agents", "Illegal character"),
        ('agents = ["minimax:ties=lex"]', 'agents = ["entropy"', 17, "agents", "ends too early"),
        ("trials = 5", 'trials = "many"', 3, "trials", "whole number from 1, not 'many'"),
        ("trials = 5", "trials = 0", 3, "trials", "whole number from 1"),
        ("trials = 5", "trails = 5", 3, "trails", "did you mean trials"),
        ("seed = 3", "seed = -1", 4, "seed", "whole number from 0"),
        ("seed = 3", "seeds = [1, 1]", 4, "seeds[2]", "given twice"),
        ("seed = 3", "seed = 3\nseeds = [3]", 4, "seed", "not both"),
        ("seed = 3", 'belief = "certain"', 4, "belief", "is one of auto"),
        ('"entropy"]\n\n', '"entropie"]\n\n', 5, "agents[2]", "did you mean entropy"),
        ('"entropy"]\n\n', '\n "random"]\n\n', 6, "agents[2]", "given twice"),
        ('game = "mastermind"', 'game = "mastermnd"', 8, "games[1].game", "did you mean mastermind"),
        ('game = "mastermind"', 'spel = "mastermind"', 8, "games[1].spel", "no such key"),
        ("{pegs = 4, colours = 6}", "{pigs = 4, colours = 6}", 11, "games[1].sizes[2]", "did you mean pegs"),
        ("{pegs = 4, colours = 6}", "{pegs = 3, colours = 4}", 11, "games[1].sizes[2]", "given twice"),
        ("{pegs = 4, colours = 6}", "{pegs = [4], colours = 6}", 11, "games[1].sizes[2]", "pegs is a number"),
        ('"fake-coin:coins=9"', '"fake-coin:coins=none"', 15, "games[2].game", "coins is a whole number"),
        ("trials = 7", "trials = 7.5", 16, "games[2].trials", "whole number"),
        ('["minimax:ties=lex"]', '["minimax:tyes=lex"]', 17, "games[2].agents[1]", "did you mean ties"),
        ('["minimax:ties=lex"]', "[]", 17, "games[2].agents", "empty"),
        ('["minimax:ties=lex"]', '"minimax"', 17, "games[2].agents", "is a list"),
    ],
)
def test_a_broken_config_names_line_and_key(change: str, to: str, line: int, key: str, why: str) -> None:
    text = GOOD.replace(change, to, 1)
    assert text != GOOD
    with pytest.raises(ConfigError) as caught:
        Config.parse(text, "cup.toml")
    told = str(caught.value)
    assert told.startswith(f"cup.toml, line {line}, key {key!r}: "), told
    assert why in told
    assert caught.value.line == line


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="key 'games': is missing"):
        Config.parse('agents = ["random"]\ntrials = 1')
    with pytest.raises(ConfigError, match="key 'trials': is missing"):
        Config.parse('agents = ["random"]\ngames = ["number"]')
    with pytest.raises(ConfigError, match="key 'agents': is empty or missing"):
        Config.parse('games = ["number"]\ntrials = 1')
    with pytest.raises(ConfigError, match=r"line 2, key 'games\[1\]': a game is a spec string or a table"):
        Config.parse('agents = ["random"]\ngames = [3]\ntrials = 1')
    with pytest.raises(ConfigError, match=r"cannot read the config .*: No such file"):
        Config.read(tmp_path / "none.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="not UTF-8"):
        Config.read(tmp_path / "binary.toml")
