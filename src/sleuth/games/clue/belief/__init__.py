"""What is known at a table: facts, counted deals, habits, and knowledge about knowledge."""
