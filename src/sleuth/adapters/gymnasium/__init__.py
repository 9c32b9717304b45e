"""Gymnasium environments round the referee. Importing this registers them: `sleuth/Mastermind-v0` and the others."""

from sleuth.core.extras import extra

extra("gym", "an environment", "gymnasium")  # before anything here imports it, so that one line says what is missing

from sleuth.adapters.gymnasium.environment import DeductionEnv as DeductionEnv  # noqa: E402
from sleuth.adapters.gymnasium.registration import register_environments as register_environments  # noqa: E402

register_environments()
