"""Sphinx's settings for the site of the documents: `make docs` builds it offline, and any broken link stops it."""

project = "Fatekeeper"
author = "The contributors of Fatekeeper"
extensions = ["myst_parser"]
root_doc = "index"
# README.md is the same map for people who read the folder.
exclude_patterns = ["README.md"]
myst_heading_anchors = 4
html_theme = "furo"
html_title = "Fatekeeper"
html_copy_source = False
html_show_sourcelink = False
# The licence is in the repository; without a year and a name the line would be empty.
html_show_copyright = False
