"""Long proofs: every first action of a game refuted, or its total found, as tasks in a store that outlives a kill."""
