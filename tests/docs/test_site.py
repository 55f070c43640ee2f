"""The site of the documents: it builds offline, every link leads somewhere, and every page is in its order."""

import shutil
import subprocess
import sys

import pytest

from tests.docs.source import ROOT


def build(source, out):
    """Sphinx's exit code and what it complained of; a warning is a fault."""
    words = [sys.executable, "-m", "sphinx", "-n", "-W", "--keep-going", "-q", "-b", "html", str(source), str(out)]
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT)
    return done.returncode, done.stderr


def test_the_site_is_built_without_a_warning_and_has_four_parts(tmp_path):
    code, faults = build(ROOT / "docs", tmp_path)
    assert code == 0, faults
    page = (tmp_path / "index.html").read_text()
    for part in ("Players", "Game masters", "Operators", "Programmers"):
        assert f'<span class="caption-text">{part}</span>' in page
    assert "Copyright" not in page, "without a name the line is empty"


@pytest.mark.parametrize(
    "line", ["[nowhere](gone.md)", "[no such heading](glossary.md#gone)", "![no picture](pictures/gone.webp)"]
)
def test_a_link_that_leads_nowhere_stops_the_build(tmp_path, line):
    small = tmp_path / "docs"
    small.mkdir()
    for name in ("conf.py", "glossary.md"):
        shutil.copy(ROOT / "docs" / name, small / name)
    (small / "index.md").write_text(f"# One\n\n{line}\n\n```{{toctree}}\nglossary\n```\n")
    assert build(small, tmp_path / "out")[0] != 0
