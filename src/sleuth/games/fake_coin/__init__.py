"""The fake coin."""
