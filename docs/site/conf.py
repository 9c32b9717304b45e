"""How Sphinx makes the site. `python -m docs.site` runs it."""

from __future__ import annotations

import sys
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

from sleuth import __version__  # noqa: E402  (the package of this checkout)

project = "Sleuth"
author = "Sleuth contributors"
project_copyright = author
version = release = __version__
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
root_doc = "index"

myst_heading_anchors = 5
myst_enable_extensions = ["attrs_block", "attrs_inline", "tasklist"]
suppress_warnings = [
    "misc.highlighting_failure",  # JSON with `...` in the place of what is left out
    "myst.header",  # a page may begin below its first level
]
highlight_language = "text"
add_module_names = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = f"Sleuth {version}"
templates_path = [str(HERE / "templates")]
html_static_path = [str(HERE / "static")]
html_css_files = ["sleuth.css"]
html_js_files = ["search_from_disk.js"]
html_favicon = str(HERE.parents[1] / "src" / "sleuth" / "adapters" / "web" / "static" / "icon.svg")
html_domain_indices = False
html_copy_source = False
html_show_sourcelink = False
html_last_updated_fmt = None
html_theme_options = {"navigation_with_keys": True}
pygments_style, pygments_dark_style = "friendly", "monokai"

LONGEST_WORD = 20
"""Signs of code that stays on one line in a table."""


def setup(app: Sphinx) -> None:
    """Nothing but what the pages need."""
    app.connect("doctree-read", plain_types)
    app.connect("doctree-read", whole_words)


def plain_types(app: Sphinx, doctree: nodes.document) -> None:
    """Types that are not public here (those of Python, of NumPy, private ones) are text: nothing is to be looked for.

    The reference writes public names in full.
    """
    for node in list(doctree.findall(addnodes.pending_xref)):
        if node["refdomain"] == "py" and not node["reftarget"].startswith("sleuth"):
            forms = [child for child in node.children if isinstance(child, addnodes.pending_xref_condition)]
            node.replace_self(forms[-1].children if forms else node.children)


def whole_words(app: Sphinx, doctree: nodes.document) -> None:
    """Code of one word in a table, such as `--no-browser`, is not broken at its hyphens."""
    for cell in doctree.findall(nodes.entry):
        for code in cell.findall(nodes.literal):
            if len(code.astext()) <= LONGEST_WORD and " " not in code.astext():
                code["classes"].append("whole")
