"""The adapters on folders of real files that FATEKEEPER_CORPORA names; docs/adapters.md says what to place where."""

import os
from pathlib import Path

import pytest

from campaigns.modules import adapters
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
