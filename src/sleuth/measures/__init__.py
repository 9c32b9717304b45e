"""Measures of uncertainty, as pure functions of probabilities: nats inside, bits where people read them."""

from sleuth._exports import export_stub

export_stub(__name__)
