"""Text and SVG drawings, with a generic fallback."""
