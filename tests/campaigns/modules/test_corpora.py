"""The adapters on folders of real files that FATEKEEPER_CORPORA names; docs/adapters.md says what to place where."""

import os
from pathlib import Path

import pytest

from campaigns.modules import adapters
from tests.campaigns.modules import foreign
from tools import try_adapters

FOLDER = os.environ.get("FATEKEEPER_CORPORA", "")
CORPORA = sorted(Path(FOLDER).glob("*/*")) if FOLDER else []


@pytest.mark.parametrize("corpus", CORPORA, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_real_files_give_sound_modules_without_an_empty_monster(corpus):
    found = try_adapters.run(corpus.parent.name, corpus)
    assert found["invalid"] == []
    assert found["accepted"] or found["refused"]
    for draft in found["drafts"]:
        for item in draft.document.get("monsters", []):
            figures = item.get("source_stats", {}).get("data")
            about = f"monster:{item['key']}"
            named = draft.more or any(line.about == about for line in draft.review)
            assert figures or named, f"{item['name']} has no figures, and the review does not say so"


def test_the_tool_tries_a_folder_of_every_adapter(tmp_path, capsys):
    for name in adapters.ADAPTERS:
        (tmp_path / name).mkdir()
    (tmp_path / "cairn-md" / "eel.md").write_text("# Eel\n\n4 HP, bite (d6)\n", encoding="utf-8")
    (tmp_path / "obsidian" / "vault").mkdir()
    (tmp_path / "obsidian" / "vault" / "A.md").write_text("A note.", encoding="utf-8")
    (tmp_path / "5e-bits" / "none.json").write_text("[]", encoding="utf-8")
    assert try_adapters.main(tmp_path) == 0
    told = capsys.readouterr()
    assert "| cairn-md | eel.md | Markdown Cairn | 1 | 1 | 0 | 1 | 1 | 1 |" in told.out
    assert "| obsidian | vault |" in told.out
    assert "refused 1" in told.err


def figures_of(draft):
    """Hit points, armour class and rating of each monster of a draft, by name."""
    data = {item["name"]: item["source_stats"]["data"] for item in draft.document["monsters"]}
    return {name: (monster["hp"], monster["ac"], monster["cr"]) for name, monster in data.items()}


def worn_armor_class(row):
    """The armour class with armour and shield, if the row has one, and otherwise its first."""
    armour = [entry for entry in row["armor_class"] if entry["type"] == "armor"]
    return (armour or row["armor_class"])[0]["value"]


def test_every_monster_of_5e_database_has_the_figures_of_its_row():
    told = figures_of(adapters.convert("5e-bits", foreign.text(foreign.FIVE_E_BITS)))
    rows = foreign.loaded(foreign.FIVE_E_BITS)
    printed = {row["name"]: (row["hit_points"], worn_armor_class(row), row["challenge_rating"]) for row in rows}
    assert len(printed) == 334
    assert told == printed


def test_every_creature_of_open5e_has_the_figures_of_its_row():
    told = figures_of(adapters.convert("open5e-v2", foreign.open5e()))
    rows = [record["fields"] for record in foreign.loaded(foreign.OPEN5E / "Creature.json")]
    printed = {row["name"]: (row["hit_points"], row["armor_class"], float(row["challenge_rating"])) for row in rows}
    assert len(printed) == 325
    assert told == printed
