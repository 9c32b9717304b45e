"""From an information set to a decision."""
