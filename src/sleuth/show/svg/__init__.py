"""SVG drawings for a page: boards that can be played on, pictures, curves, and the stylesheet that they share."""

from sleuth._exports import export_stub

export_stub(__name__)
