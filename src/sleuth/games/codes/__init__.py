"""Hidden codes: Mastermind, its simple form, and Bulls & Cows."""
