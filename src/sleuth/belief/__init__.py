"""Information sets: everything consistent with a history, with probabilities."""
