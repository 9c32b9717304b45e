"""Information sets: everything consistent with a history, with probabilities."""

from sleuth._exports import export_stub

export_stub(__name__)
