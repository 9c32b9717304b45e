"""Measures of uncertainty, as pure functions of probabilities: nats inside, bits where people read them."""
