"""Text and SVG drawings for any game; boards of single games live in their folders."""

from sleuth._exports import export_stub

export_stub(__name__)
