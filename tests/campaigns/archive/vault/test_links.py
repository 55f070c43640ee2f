"""Links of notes whose addresses look like something else."""

import pytest

from campaigns.archive.vault.notes import LinkNames, read_notes
from campaigns.archive.vault.texts import read_text, write_text


def page_text(text, *names):
    """The text of a page, and the files that it cannot show, in a vault with notes of these names."""
    lost = set()
    notes = read_notes({f"{name}.md": "Here." for name in names})
    return read_text(text, LinkNames(notes), lambda _path, _words: "", lost), lost


@pytest.mark.parametrize("name", ["Session 3.14", "St.John", "rules.pdf"])
def test_a_link_leads_to_a_note_with_a_dot_in_its_name_and_a_file_stays_outside(name):
    assert page_text(f"[[{name}]] [[{name}|there]]", name) == (f"[[{name}]] [[{name}|there]]", set())
    assert page_text("[[map.pdf]] [[map.pdf|the map]]", name) == ("map.pdf the map", {"map.pdf"})


def test_an_address_outside_the_vault_stays_as_it_is_and_one_inside_becomes_a_link():
    outside = "[the rules](https://example.org/rules/README.md) [more](http://example.org/a.md#top)"
    assert page_text(outside, "README") == (outside, set())
    assert page_text("[the rules](rules/README.md)", "README") == ("[[README|the rules]]", set())


def test_a_link_in_a_table_keeps_the_backslash_before_its_words_in_and_out():
    table = "| Place | Cost |\n|---|---|\n| [[Harbor\\|the docks]] | 5 |"
    text, _lost = page_text(f"{table}\n| [here](Harbor.md) | 6 |\n\n[[Harbor|there]]", "Harbor")
    assert text == f"{table}\n| [[Harbor\\|here]] | 6 |\n\n[[Harbor|there]]"
    assert write_text(text, {"harbor": "harbor"}, {}) == text
    bare = "| [[Who?|she]] |\n|---|\n| [[Olga|her]] | [[Ben]] |"
    assert write_text(bare, {"who?": "Who-"}, {}) == "| [[Who-\\|she]] |\n|---|\n| [[Olga\\|her]] | [[Ben]] |"
