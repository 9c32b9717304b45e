"""Black Box."""
