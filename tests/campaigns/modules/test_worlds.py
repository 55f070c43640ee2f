"""Worlds of other tools: a vault of notes and a campaign of Kanka become people, places and handouts with links."""

import io
import json
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.modules import adapters
from campaigns.modules.adapters import NotUnderstood
from campaigns.modules.format import validation

VAULT = {
    "Tin World/NPCs/Ada Brass.md": (
        "---\naliases: [The Smith]\noccupation: Smith\nlocation: '[[Brasston]]'\ntags: [npc, guild]\n---\n"
        "# Ada Brass\nWorks at the [[Brasston#Forge|forge]].\n\n%%She stole the bell.%%\n\n"
        "> [!read-aloud] Voice\n> Sparks fly.\n\n## Notes\nKnows [[Nobody Here]]. ![[ada.png]]\n"
    ),
    "Tin World/Places/Brasston.md": "Lies in [[Copper Vale]]. Home of [[the smith]].\n\n```dataview\nLIST\n```\n",
    "Tin World/Places/Copper Vale.md": (
        "---\nparent: '[[Brasston]]'\n---\nA valley. See [the town](../Places/Brasston.md)."
    ),
    "Tin World/Odd thing.md": "A spoon. | a | [[Ada Brass\\|Ada]] |",
    "Tin World/Templates/NPC.md": "{{name}}",
    "Tin World/.obsidian/app.md": "hidden",
}


def zipped(files):
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, words in files.items():
            archive.writestr(path, words if isinstance(words, str) else json.dumps(words))
    return held.getvalue()


def read(kind, files):
    draft = adapters.convert(kind, zipped(files))
    report = validation.document(draft.document)
    assert report.errors == []
    return draft


def by_key(draft, collection):
    return {item["key"]: item for item in draft.document.get(collection, [])}


def test_notes_become_people_places_and_handouts():
    draft = read("obsidian", VAULT)
    assert draft.document["module"]["title"] == "Tin World"
    assert list(by_key(draft, "npcs")) == ["ada-brass"]
    assert list(by_key(draft, "locations")) == ["brasston", "copper-vale"]
    assert list(by_key(draft, "handouts")) == ["odd-thing"]
    assert by_key(draft, "handouts")["odd-thing"]["visibility"] == "gm"


def test_links_lead_to_the_objects_by_name_alias_path_and_escaped_pipe():
    draft = read("obsidian", VAULT)
    ada = by_key(draft, "npcs")["ada-brass"]
    assert ada["role"] == "Smith"
    assert ada["relations"] == [{"key": "bond-1", "to": "location:brasston", "label": "is at"}]
    texts = {block["md"]: block["kind"] for block in ada["blocks"]}
    assert texts["Works at the [[location:brasston|forge]]."] == "gm"
    assert texts["Sparks fly."] == "read_aloud"
    assert texts["She stole the bell."] == "secret"
    assert texts["Knows Nobody Here."] == "gm"
    town = by_key(draft, "locations")["brasston"]["blocks"][0]["md"]
    assert town == "Lies in [[location:copper-vale|Copper Vale]]. Home of [[npc:ada-brass|the smith]]."
    valley = by_key(draft, "locations")["copper-vale"]
    assert valley["parent"] == "location:brasston"
    assert "[[location:brasston|the town]]" in valley["blocks"][-1]["md"]
    assert "[[npc:ada-brass|Ada]]" in by_key(draft, "handouts")["odd-thing"]["blocks"][0]["md"]


def test_the_review_names_lost_links_pictures_and_code():
    said = " ".join(line.message for line in read("obsidian", VAULT).review)
    for words in ("Nobody Here", "1 pictures", "1 pieces of code", "1 notes in folders of templates", "licence"):
        assert words in said


def test_places_that_contain_each_other_do_not_end_in_a_circle():
    files = {"P/Places/A.md": "---\nparent: '[[B]]'\n---\na", "P/Places/B.md": "---\nparent: '[[A]]'\n---\nb"}
    parents = [item.get("parent") for item in read("obsidian", files).document["locations"]]
    assert sorted(map(bool, parents)) == [False, True]


@pytest.mark.parametrize("data", [b"PK not a zip", zipped({"a.png": "x"}), zipped({})])
@pytest.mark.parametrize("kind", ["obsidian", "kanka"])
def test_an_archive_without_notes_or_that_is_damaged_is_refused(kind, data):
    with pytest.raises(NotUnderstood):
        adapters.convert(kind, data)


def test_an_archive_of_too_many_or_too_large_notes_is_refused():
    with pytest.raises(NotUnderstood) as refused:
        adapters.convert("obsidian", zipped({f"{number}.md": "x" for number in range(5001)}))
    assert "5,000" in refused.value.message
    with pytest.raises(NotUnderstood):
        adapters.convert("obsidian", zipped({"bomb.md": "0" * (3 * 1024 * 1024)}))
    with pytest.raises(NotUnderstood) as refused:
        adapters.convert("5e-bits", zipped(VAULT))
    assert "archive" in refused.value.message


KANKA = {
    "campaign.json": {"id": 1, "name": "Copper World"},
    "characters/ada.json": {
        "id": 3,
        "name": "Ada Brass",
        "title": "Smith",
        "location_id": 8,
        "is_private": False,
        "entry": "<p>Forges for [location:51|the town].</p>",
        "entity": {
            "id": 50,
            "type_id": 1,
            "posts": [{"id": 1, "name": "Truth", "entry": "<p>She stole the bell.</p>", "visibility_id": 2}],
            "entityAttributes": [{"name": "Age", "value": "40"}, {"name": "Debt", "value": "9", "is_private": 1}],
            "relationships": [{"target_id": 51, "relation": "rules"}],
        },
    },
    "locations/town.json": {
        "id": 8,
        "name": "Brasston",
        "location_id": 9,
        "entity": {"id": 51, "entry": "<p>Hot.</p>"},
    },
    "locations/vale.json": {
        "id": 9,
        "name": "Copper Vale",
        "is_private": True,
        "entry": "Green.",
        "entity": {"id": 52},
    },
    "items/bell.json": {"id": 2, "name": "Bell", "entry": "Rings at [character:50].", "entity": {"id": 53}},
    "gallery/x.json": {"id": 4, "name": "x", "entity": {"id": 9}},
}


def test_a_campaign_of_kanka_keeps_its_entities_mentions_relations_and_secrets():
    draft = read("kanka", KANKA)
    assert draft.document["module"]["title"] == "Copper World"
    ada = by_key(draft, "npcs")["ada-brass"]
    assert ada["role"] == "Smith"
    assert [(block["kind"], block["md"]) for block in ada["blocks"]] == [
        ("gm", "Forges for [[location:brasston|the town]]."),
        ("gm", "* Age: 40"),
        ("secret", "* Debt: 9"),
        ("secret", "She stole the bell."),
    ]
    assert [(relation["to"], relation["label"]) for relation in ada["relations"]] == [
        ("location:brasston", "rules"),
        ("location:brasston", "is at"),
    ]
    places = by_key(draft, "locations")
    assert places["brasston"]["parent"] == "location:copper-vale"
    assert places["copper-vale"]["blocks"][0]["kind"] == "secret"
    assert by_key(draft, "handouts")["bell"]["blocks"][0]["md"] == "Rings at [[npc:ada-brass]]."
    assert draft.recognised.format == "Kanka"


def test_a_mention_of_an_entity_that_is_not_in_the_file_says_so_unless_it_has_words():
    row = KANKA["items/bell.json"] | {
        "entry": "Made by [character:77] for [location:78|the town], with [dice_roll:79]."
    }
    draft = read("kanka", KANKA | {"items/bell.json": row})
    words = by_key(draft, "handouts")["bell"]["blocks"][0]["md"]
    assert words == ("Made by (character 77, not in the file) for the town, with (dice roll 79, not in the file).")


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 99) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=4,
)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["name", "entry", "entity", "location_id", "title", "is_private", "id"]), JUNK)
def test_a_spoiled_entity_never_breaks_the_reading(field, value):
    row = KANKA["characters/ada.json"] | {field: value}
    try:
        draft = adapters.convert("kanka", zipped(KANKA | {"characters/ada.json": row}))
    except NotUnderstood:
        return
    assert validation.document(draft.document).errors == []


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="-[]#|%`>!:\n ab", max_size=60))
def test_odd_signs_in_a_note_never_break_the_reading(words):
    try:
        draft = adapters.convert("obsidian", zipped({"NPCs/A.md": words, "B.md": f"[[A]]{words}"}))
    except NotUnderstood:
        return
    assert validation.document(draft.document).errors == []
