"""The scripts of a page share one scope: a name that two of them declare would stop the second one altogether."""

import re
from collections import Counter
from pathlib import Path

SCRIPTS = Path(__file__).parents[2] / "static" / "js"
DECLARED = re.compile(r"^(?:const|let|class|(?:async )?function)\s+(\w+)", re.MULTILINE)
# The service worker runs apart from pages.
APART = {"sw.js"}


def test_no_two_scripts_declare_the_same_name():
    names = Counter(
        name
        for script in SCRIPTS.glob("*.js")
        if script.name not in APART
        for name in set(DECLARED.findall(script.read_text()))
    )
    assert names["refresh"] == 1, "the names are found"
    assert {name for name, count in names.items() if count > 1} == set()
