"""Which files outside a game's own ones name games; a new game must not need a change of any of them."""

import re

from rules import play
from tests.docs.source import ROOT, python_files

# Drafts of the module format exist for these games alone; explanations and drawings have defaults for others.
NAMED = {
    "campaigns/modules/stats_conversion/explain.py",
    "campaigns/modules/format/draft_upgrades.py",
    "campaigns/modules/format/vocabulary.py",
    "tools/draw_cards.py",
}
APPS = ("common", "people", "characters", "campaigns", "operations", "config", "tools", "rules/engine", "rules/pages")


def test_no_other_file_names_a_game():
    slugs = "|".join(play.SYSTEMS)
    own = {slug.replace("-", "_") for slug in play.SYSTEMS}
    found = {
        str(path.relative_to(ROOT))
        for path in python_files(*APPS)
        if not own & {path.stem, path.parent.name}
        and re.search(rf"[\"']({slugs})[\"']", path.read_text(encoding="utf-8"))
    }
    assert found <= NAMED, f"these files name a game: {sorted(found - NAMED)}; ask play.SYSTEMS instead"
