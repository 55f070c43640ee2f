"""Properties of notes: each takes effect or stays in the text."""

import unicodedata

import pytest

from campaigns.archive.vault.importing import import_vault
from campaigns.world import actions
from tests import factories
from tests.campaigns.archive.vault.made import zipped
from tests.people.helpers import place

pytestmark = pytest.mark.django_db


@pytest.fixture
def master(campaign, gm):
    """The GM's place."""
    return place(campaign, gm)


def imported(master, **files):
    """The report of an import; a text is a note."""
    data = {name: words.encode() if isinstance(words, str) else words for name, words in files.items()}
    return import_vault(master, zipped(data))


def test_properties_that_took_effect_are_left_out_and_all_others_stay_in_the_text(campaign, master):
    actions.create_entry(membership=master, kind="location", name="Harbor", text="")
    actions.create_entry(membership=master, kind="note", name="Guild", text="")
    files = {
        "Dock.md": "---\ntype: location\nin: '[[Harbor]]'\nimage: dock.png\n---\nWet.",
        "Inn.md": "---\nkind: location\nin: Dock\n---\nLoud.",
        "Smok.md": "---\nkind: dragon\nin: '[[Guild]]'\nimage: '[[gone.png]]'\n---\nHot.",
        "Ruin.md": "---\ntype: location\nkind: city\nin: Ruin\nimage: broken.png\ntitle: 12\n---\nOld.",
        "dock.png": factories.picture(8, 8),
        "broken.png": b"no picture",
    }
    report = imported(master, **files)
    pages = {row.name: row for row in campaign.world.all()}
    assert (pages["Dock"].text, pages["Dock"].parent.name, pages["Dock"].pictures.count()) == ("Wet.", "Harbor", 1)
    assert (pages["Inn"].text, pages["Inn"].kind, pages["Inn"].parent.name) == ("Loud.", "location", "Dock")
    assert pages["Smok"].text == "- kind: dragon\n- in: [[Guild]]\n- image: gone.png\n\nHot."
    assert pages["Ruin"].text == "- kind: city\n- in: Ruin\n- image: broken.png\n- title: 12\n\nOld."
    assert report.files == {"gone.png", "broken.png"}


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_picture_is_found_whatever_the_encoding_of_its_accents(campaign, master, form):
    name = unicodedata.normalize(form, "Münze é.png")
    other = unicodedata.normalize("NFD" if form == "NFC" else "NFC", "münze é.png")
    note = f"---\nimage: '[[{other}]]'\n---\n![[{other}]]"
    report = imported(master, **{"A.md": note, f"Pictures/{name}": factories.picture(8, 8)})
    assert (report.pictures, report.files) == (2, set())
    page = campaign.world.get(name="A")
    assert (page.pictures.count(), page.text_pictures.count()) == (1, 1)


def test_a_property_with_properties_of_its_own_becomes_a_list_in_the_list(campaign, master):
    head = (
        "stats:\n  str: 10\n  dex: {base: 8}\n  con:\nactions:\n  - name: Bite\n    desc: 1d6\n  - [a, b]\n  - Rest\n"
        "empty: {}\nnothing: [{}]\nplain: [a, 2]\nage: 41\n"
    )
    imported(master, **{"A.md": f"---\n{head}---\nBody."})
    assert campaign.world.get(name="A").text == (
        "- stats:\n  - str: 10\n  - dex:\n    - base: 8\n"
        "- actions:\n  - 1:\n    - name: Bite\n    - desc: 1d6\n  - 2: a, b\n  - 3: Rest\n"
        "- plain: a, 2\n- age: 41\n\nBody."
    )


def test_a_property_of_many_levels_stays_short(campaign, master):
    value = "1"
    for _level in range(35):
        value = f"{{a: {value}}}"
    report = imported(master, **{"A.md": f"---\ndeep: {value}\n---\nBody."})
    assert (report.pages, report.faults) == (1, {})
    assert max(map(len, campaign.world.get(name="A").text.splitlines())) < 30
