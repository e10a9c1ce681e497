"""Settings of Sphinx. Build the pages with: sphinx-build -W --keep-going docs build/docs."""

from typing import TYPE_CHECKING, Any

from maintext.version import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "maintext"
author = "The maintext developers"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.mathjax"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]

# Headings get the same anchors as on GitHub, so that links work in both places.
myst_heading_anchors = 4
myst_enable_extensions = ["deflist", "dollarmath"]

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 100

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["plots.css"]
html_title = f"maintext {release}"
html_copy_source = False
html_show_copyright = False


def keep_colons(_app: "Sphinx", what: str, _name: str, _what: Any, _options: Any, lines: list[str]) -> None:
    """Start the docstring of an attribute with an empty line: napoleon takes words before a colon for a type."""
    if what in ("attribute", "property", "data"):
        lines.insert(0, "")


def setup(app: "Sphinx") -> None:
    """Run before napoleon."""
    app.connect("autodoc-process-docstring", keep_colons, priority=1)
