"""Tournaments: games x sizes x agents x trials x seeds, into one results file.

>>> config = Config.of(["fake-coin:coins=9"], ["random", "entropy"], trials=20)
>>> config.total
40
"""

from sleuth.measures.intervals import Interval, mean_interval
from sleuth.play.tournament.cluster import Cluster
from sleuth.play.tournament.config import Config, Entry, Pair
from sleuth.play.tournament.engines import Engine, Here, Local
from sleuth.play.tournament.errors import ConfigError, EngineError, ResultsError
from sleuth.play.tournament.export import write_csv, write_parquet
from sleuth.play.tournament.report import Cell, Comparison, Report, compare, summarise
from sleuth.play.tournament.run import PLAYING, Standing, resume, run_tournament
from sleuth.play.tournament.store import Results, read_results
from sleuth.play.tournament.trial import Key, Row

__all__ = [
    "PLAYING",
    "Cell",
    "Cluster",
    "Comparison",
    "Config",
    "ConfigError",
    "Engine",
    "EngineError",
    "Entry",
    "Here",
    "Interval",
    "Key",
    "Local",
    "Pair",
    "Report",
    "Results",
    "ResultsError",
    "Row",
    "Standing",
    "compare",
    "mean_interval",
    "read_results",
    "resume",
    "run_tournament",
    "summarise",
    "write_csv",
    "write_parquet",
]
