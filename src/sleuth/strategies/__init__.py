"""Who chooses: random, criteria, ISES, look-ahead, rollout, ISMCTS, and the playback of trees."""

from sleuth._exports import export_stub

export_stub(__name__)
