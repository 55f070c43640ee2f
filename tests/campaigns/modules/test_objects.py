"""Imported objects in play: rolled on, shown, taken from, paid out, changed and deleted; and the pages for it."""

import json
import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from campaigns.actions import imports, modules, objects
from campaigns.models import (
    ConversionRow,
    Encounter,
    ImportedObject,
    ImportRun,
    LogEntry,
    ModuleVersion,
    ObjectState,
    WorldEntry,
)  # fmt: skip
from campaigns.modules import text
from campaigns.modules.canonical import canonical
from campaigns.modules.references import parsed
from campaigns.queries.modules import Reader
from characters.models import Character, ExperienceEntry, Monster
from tests import factories
from tests.campaigns.modules import samples, zips
from tests.campaigns.modules.samples import put
from tests.campaigns.modules.test_adapters import GOBLIN

pytestmark = pytest.mark.django_db


def rich():
    """The small module with something to do in every collection."""
    document = zips.with_picture()
    blocks = [("a", "player", "Come at dusk."), ("b", "secret", "It is forged.")]
    document["handouts"] = [{
        "key": "letter", "title": "A letter", "visibility": "on_reveal", "assets": ["asset:map"],
        "blocks": [{"key": key, "kind": kind, "md": md} for key, kind, md in blocks],
    }]  # fmt: skip
    document["treasures"] = [
        {"key": "chest", "title": "A chest", "coins": {"gold": 3}, "items": [{"key": "ring", "name": "A ring"}]}
    ]
    document["awards"] = [
        {"key": "won", "title": "They won", "kind": "encounter", "fifty-two-fates": {"encounters": 1}}
    ]
    document["hazards"] = [{
        "key": "pit", "title": "A pit", "kind": "trap", "avoid": "check:jump",
        "effect": {"md": "They fall.", "x": {"5e:damage": 22}},
    }]  # fmt: skip
    document["checks"].append({"key": "jump", "title": "Jump", "difficulty": {"from": {"system": "5e-2014", "dc": 15}}})
    rows = [("red", ["*H", "*D"], "Luck."), ("black", ["*C", "*S"], "Woe.")]
    document["tables"].append({
        "key": "omens", "title": "Omens", "method": {"draw": "standard-52", "replace": False},
        "rows": [{"key": key, "cards": cards, "md": md} for key, cards, md in rows],
    })  # fmt: skip
    ways = [{"key": "up", "to": "location:mill", "kind": "stairs"}]
    document["locations"].append({"key": "cellar", "title": "The cellar", "exits": ways})
    return zips.packed(document, {"assets/map.png": zips.picture()})


@pytest.fixture
def whole(own):
    received = modules.receive(data=rich())
    version, _new = modules.upload(by=own.user, document=received.document, archive=received.archive)
    modules.apply(own=own, version=version)
    return version


def row(collection, key):
    return ImportedObject.objects.get(collection=collection, key=key)


@pytest.fixture
def page(client, gm):
    client.force_login(gm)
    return client


def address(name, own, *more):
    return reverse(name, args=[own.campaign_id, *more])


def act(page, own, collection, name, **data):
    answer = page.post(address("module-object-act", own, "the-mill", collection, name), data, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_every_object_has_a_page(page, own, whole):
    for one in ImportedObject.objects.all():
        html = page.get(address("module-object", own, "the-mill", one.collection, one.key)).content.decode()
        assert one.title.replace("'", "&#x27;") in html or one.collection == "assets"
        assert page.get(address("module-object-edit", own, "the-mill", one.collection, one.key)).status_code == 200


def test_a_table_is_rolled_on_and_the_gms_read_it_in_the_log(page, own, whole):
    html = act(page, own, "tables", "finds", act="roll")
    assert re.search(r"\d: (Flour|A ring)", html)
    line = LogEntry.objects.filter(kind="module").first()
    assert line.text.startswith("Finds (")
    assert line.audience == "gm"


def test_cards_that_are_not_put_back_run_out(own, whole):
    omens = row("tables", "omens")
    came = [objects.roll(own=own, row=omens)[0] for _card in range(52)]
    assert len(set(came)) == 52
    with pytest.raises(Exception, match="shuffle"):
        objects.roll(own=own, row=omens)
    objects.shuffle(own=own, row=omens)
    assert objects.roll(own=own, row=omens)


def test_a_handout_is_shown_with_its_picture_and_without_its_secret(page, own, whole, client, ana):
    html = act(page, own, "handouts", "letter", act="show")
    assert "What the players see" in html
    entry = WorldEntry.objects.get()
    assert (entry.kind, entry.visibility, entry.text) == ("handout", "party", "Come at dusk.")
    assert entry.pictures.get().described == "A map"
    client.force_login(ana)
    assert "Come at dusk." in client.get(entry.get_absolute_url()).content.decode()
    assert "forged" not in client.get(entry.get_absolute_url()).content.decode()
    client.force_login(own.user)
    act(page, own, "handouts", "letter", act="hide")
    entry.refresh_from_db()
    assert entry.visibility == "gm"


def test_an_npc_is_shown_by_name_and_a_place_as_a_place(own, whole):
    objects.show(own=own, row=row("npcs", "miller"))
    assert Character.objects.get(kind="npc").visible
    objects.show(own=own, row=row("locations", "mill"))
    objects.show(own=own, row=row("locations", "mill"))
    assert WorldEntry.objects.get().text == "It turns without wind."


def test_a_treasure_is_taken_piece_by_piece_and_an_update_forgets_nothing(page, own, whole):
    act(page, own, "treasures", "chest", act="take", key="ring")
    act(page, own, "treasures", "chest", act="take", key="coins")
    html = act(page, own, "treasures", "chest", act="take", key="coins")
    assert "Taken: A ring" in html
    assert "Take the coins" in html
    act(page, own, "hazards", "pit", act="mark", done="1")
    act(page, own, "hazards", "pit", act="note", notes="Ana found it.")
    before = list(ObjectState.objects.values())
    newer = put(samples.small(), "/module/version", "2.0.0")
    modules.apply(own=own, version=modules.upload(by=own.user, document=newer)[0], options={"prune": True})
    assert list(ObjectState.objects.values()) == before
    assert row("treasures", "chest").orphan


def test_an_award_pays_out(page, own, whole, ana):
    hero = factories.CharacterFactory(campaign=own.campaign, owner=ana, name="Mara")
    html = act(page, own, "awards", "won", act="pay", characters=[hero.pk])
    assert "1 characters got 1 each" in html
    assert ExperienceEntry.objects.get().character == hero
    assert "paid once already" in page.get(address("module-object", own, "the-mill", "awards", "won")).content.decode()
    assert "Choose at least one" in act(page, own, "awards", "won", act="pay")


def test_a_check_and_a_trap_of_another_system_are_converted_where_they_are_read(page, own, whole):
    html = page.get(address("module-object", own, "the-mill", "checks", "jump")).content.decode()
    assert "difficulty 8" in html
    assert "?difficulty=8" in html
    html = page.get(address("module-object", own, "the-mill", "hazards", "pit")).content.decode()
    assert "half of the current hit points" in html


def test_texts_are_changed_on_a_page_and_stay_through_an_update(page, own, whole):
    here = address("module-object-edit", own, "the-mill", "locations", "mill")
    page.post(here, {"title": "Our mill", "text:b": "It stands still.\r\nSince May."})
    mill = row("locations", "mill")
    assert (mill.title, mill.current["blocks"][0]["md"]) == ("Our mill", "It stands still.\nSince May.")
    newer = put(put(samples.small(), "/module/version", "2.0.0"), "/locations/0/aspects", ["windy"])
    modules.apply(own=own, version=modules.upload(by=own.user, document=newer)[0])
    mill.refresh_from_db()
    assert (mill.title, mill.current["aspects"]) == ("Our mill", ["windy"])


def test_the_whole_object_is_changed_as_json_and_faults_are_told(page, own, whole):
    here = address("module-object-edit", own, "the-mill", "checks", "listen")
    item = row("checks", "listen").current | {"title": "Hark"}
    page.post(here, {"json": json.dumps(item)})
    assert row("checks", "listen").title == "Hark"
    answer = page.post(here, {"json": json.dumps(item | {"owner": 1})})
    assert answer.status_code == 422
    assert "/owner" in answer.content.decode()
    assert page.post(here, {"json": "{"}).status_code == 422
    assert "The key stays" in page.post(here, {"json": json.dumps(item | {"key": "other"})}).content.decode()
    assert row("checks", "listen").title == "Hark"


def test_what_is_deleted_leaves_the_reader_and_stays_away(page, own, whole):
    act(page, own, "npcs", "miller", act="delete")
    assert not Character.objects.filter(kind="npc").exists()
    assert page.get(address("module-object", own, "the-mill", "npcs", "miller")).status_code == 404
    plan = modules.plan(own=own, version=whole)
    assert {step.ref: step.action for step in plan.steps}["npc:miller"] == "skipped_deleted"


@pytest.mark.parametrize(("collection", "key"), [
    ("npcs", "miller"), ("monsters", "rat"), ("encounters", "rats"), ("checks", "listen"),
])  # fmt: skip
def test_a_deletion_is_taken_back_with_what_hung_on_the_object(page, own, whole, collection, key):
    before = standing(own)
    title = row(collection, key).title
    act(page, own, collection, key, act="delete")
    assert standing(own) != before
    html = page.get(address("module-reader", own, "the-mill")).content.decode()
    back = address("module-object-back", own, "the-mill", collection, key)
    assert back in html
    assert "is back" in page.post(back, follow=True).content.decode()
    assert standing(own) == before
    assert row(collection, key).title == title
    assert back not in page.get(address("module-reader", own, "the-mill")).content.decode()
    assert page.post(back).status_code == 404


def test_what_is_deleted_keeps_its_title_where_others_name_it(page, own, whole):
    act(page, own, "npcs", "miller", act="delete")
    book = Reader(own, "the-mill")
    assert book.resolve(parsed("npc:miller")) == ("The miller", "")
    assert text.linked("Ask [[npc:miller]].", book.resolve) == "Ask The miller."
    assert book.resolve(parsed("npc:nobody")) is None


def test_what_play_still_uses_is_brought_back_without_a_twin(page, own, whole):
    act(page, own, "npcs", "miller", act="note", notes="He lies.")
    act(page, own, "npcs", "miller", act="delete")
    page.post(address("module-object-back", own, "the-mill", "npcs", "miller"))
    assert Character.objects.filter(kind="npc", name=row("npcs", "miller").character.name).count() == 1
    assert "He lies." in page.get(address("module-object", own, "the-mill", "npcs", "miller")).content.decode()


def test_a_module_that_was_deleted_to_the_last_object_can_be_brought_back(page, own, whole):
    ImportedObject.objects.update(tombstone=True)
    html = page.get(address("module-reader", own, "the-mill")).content.decode()
    assert "Bring back" in html


def standing(own):
    """What stands in the campaign of the module, by name."""
    return {
        "objects": sorted(ImportedObject.objects.filter(tombstone=False).values_list("collection", "key", "title")),
        "monsters": sorted(Monster.objects.filter(campaign=own.campaign).values_list("name", "stats")),
        "people": sorted(Character.objects.values_list("name", "gm_notes")),
        "fights": sorted(Encounter.objects.values_list("title", "groups__count", "groups__monster__name")),
    }


def test_an_unknown_act_is_refused_in_words(page, own, whole):
    assert "nothing of that kind" in act(page, own, "npcs", "miller", act="explode")
    assert "no such thing" in act(page, own, "treasures", "chest", act="take", key="crown")
    assert "no table" in act(page, own, "npcs", "miller", act="roll")


@pytest.mark.parametrize("odd", ["²", "9" * 30, "x"])
def test_an_award_is_paid_to_nobody_under_an_id_that_is_none(page, own, whole, odd):
    assert "Choose at least one character" in act(page, own, "awards", "won", act="pay", characters=[odd])


def test_pictures_are_for_gms_alone(page, own, whole, client, ana):
    here = address("module-picture", own, "the-mill", "map")
    answer = page.get(here)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert page.get(address("module-picture", own, "the-mill", "none")).status_code == 404
    client.force_login(ana)
    assert client.get(here).status_code == 403


# Updates on a page


def test_conflicts_are_decided_on_the_preview(page, own, whole):
    Monster.objects.update(name="Ours", size="Large")
    newer = put(put(samples.small(), "/module/version", "2.0.0"), "/monsters/0/name", "Theirs")
    version, _new = modules.upload(by=own.user, document=put(newer, "/monsters/0/size", "Huge"))
    here = address("module-preview", own, version.pk)
    html = page.get(here).content.decode()
    assert "Changed here and in the module" in html
    standing = re.search(r'name="standing" value="([0-9a-f]{64})"', html)[1]
    answer = page.post(here, {
        "party_size": 4, "standing": standing, "decide:monster:rat#/name": "take_new",
        "decide:monster:rat#/size": "keep_local"}, follow=True)  # fmt: skip
    assert "s was taken" in answer.content.decode()
    rat = Monster.objects.get()
    assert (rat.name, rat.size) == ("Theirs", "Large")


def test_an_import_is_taken_back_on_its_page(page, own, whole):
    run = ImportRun.objects.get()
    html = page.post(address("module-rollback", own, run.pk), follow=True).content.decode()
    assert "This import was taken back" in html
    assert not ImportedObject.objects.exists()


def test_a_long_import_shows_how_far_it_is(page, own, monkeypatch):
    begun = []
    monkeypatch.setattr(imports, "LONG", 3)
    monkeypatch.setattr(imports, "start", lambda *told: begun.append(told))
    monkeypatch.setattr("django.db.transaction.on_commit", lambda then: then())
    version, _new = modules.upload(by=own.user, document=samples.small())
    here = address("module-preview", own, version.pk)
    answer = page.post(here, {"party_size": 4}, follow=True)
    assert "0 of 7 objects are ready" in answer.content.decode()
    assert "<progress" in answer.content.decode()
    run = ImportRun.objects.get()
    # Another one must wait.
    assert "Another import" in page.post(here, {"party_size": 4}, follow=True).content.decode()
    imports.carry_on(*begun[0])
    run.refresh_from_db()
    assert (run.status, run.done, run.result["counts"]) == ("done", 7, {"create": 7})
    assert "7 new" in page.get(address("module-run", own, run.pk)).content.decode()


def test_a_long_import_that_is_refused_says_so_and_writes_nothing(own, whole, monkeypatch):
    begun = []
    monkeypatch.setattr(imports, "start", lambda *told: begun.append(told))
    monkeypatch.setattr("django.db.transaction.on_commit", lambda then: then())
    newer, _new = modules.upload(by=own.user, document=put(samples.small(), "/module/version", "2.0.0"))
    run = imports.begin(own=own, version=newer, options={})
    Monster.objects.update(name="Moved meanwhile")
    imports.carry_on(*begun[0])
    run.refresh_from_db()
    assert (run.status, run.result["refused"]["code"]) == ("failed", "plan.stale")


def test_an_export_is_a_file(page, own, whole):
    answer = page.get(address("module-export", own))
    assert answer["Content-Disposition"] == 'attachment; filename="the-mill.satchel.json"'
    assert answer.content.decode() == canonical(whole.document)
    assert page.get(f"{address('module-export', own)}?as=zip&key=the-mill").content[:2] == b"PK"
    assert page.get(f"{address('module-export', own)}?key=none", follow=True).status_code == 200


# Conversion on a page


def test_a_stat_block_is_pasted_looked_at_edited_and_imported(page, own):
    here = address("module-convert", own)
    html = page.post(here, {"kind": "stat-block", "text": GOBLIN}).content.decode()
    assert "Hit points" in html
    assert "HP 7" in html
    assert "names no licence" in html
    document = re.search(r'name="document" value="([^"]*)"', html)[1]
    document = document.replace("&quot;", '"').replace("&#x27;", "'").replace("&amp;", "&")
    answer = page.post(here, {
        "document": document, "title": "Goblins", "key": "goblins", "version": "1.0.0", "spdx": "CC-BY-4.0",
        "attribution": "SRD", "block:goblin": '{"max_hp": 9}', "was:goblin": "{}"}, follow=True)  # fmt: skip
    assert "The draft is in your library" in answer.content.decode()
    version = ModuleVersion.objects.get()
    assert version.document["monsters"][0]["stats"] == {"fifty-two-fates": {"max_hp": 9}}
    assert version.document["module"]["licence"] == {"spdx": "CC-BY-4.0", "attribution": "SRD"}
    modules.apply(own=own, version=version)
    assert Monster.objects.get(campaign=own.campaign).stats["max_hp"] == 9


def test_a_figure_is_written_over_where_it_stands_and_the_others_stay_converted(page, own):
    here = address("module-convert", own)
    html = page.post(here, {"kind": "stat-block", "text": GOBLIN}).content.decode()
    fields = dict(re.findall(r'name="((?:figure|was):goblin:[^"]+)" value="([^"]*)"', html))
    assert fields["figure:goblin:max_hp"] == fields["was:goblin:max_hp"] == "3"
    document, block = (
        unescape(re.search(pattern, html, re.DOTALL)[1])
        for pattern in (r'name="document" value="([^"]*)"', r'name="block:goblin"[^>]*>(.*?)</textarea>')
    )
    sent = {"document": document, "key": "goblins", "spdx": "CC0-1.0", "block:goblin": block, "was:goblin": block}
    page.post(here, sent | fields | {"version": "1.0.0"})
    assert "stats" not in ModuleVersion.objects.get().document["monsters"][0], "what nobody wrote over is converted"
    page.post(here, sent | fields | {"version": "1.0.1", "figure:goblin:max_hp": "8"})
    stats = ModuleVersion.objects.get(version="1.0.1").document["monsters"][0]["stats"]["fifty-two-fates"]
    assert stats == json.loads(block) | {"max_hp": 8}
    answer = page.post(here, sent | fields | {"version": "1.0.2", "figure:goblin:max_hp": "0"})
    assert answer.status_code == 422
    assert "/monsters/0/stats/fifty-two-fates/max_hp" in answer.content.decode()


@pytest.mark.parametrize("block", ["{", '{"max_hp": 0}', '{"wings": 2}'])
def test_figures_that_do_not_fit_are_told_with_their_place(page, own, block):
    document = json.dumps(samples.small())
    answer = page.post(address("module-convert", own), {"document": document, "block:rat": block, "was:rat": ""})
    assert answer.status_code == 422
    assert "/monsters/0/stats/fifty-two-fates" in answer.content.decode()
    assert not ModuleVersion.objects.exists()


def test_what_is_no_stat_block_is_refused_in_words(page, own):
    answer = page.post(address("module-convert", own), {"kind": "stat-block", "text": "Hello"})
    assert answer.status_code == 422
    assert "no stat block was found" in answer.content.decode()
    file = SimpleUploadedFile("x.json", b"[]")
    answer = page.post(address("module-convert", own), {"kind": "5e-bits", "file": file})
    assert "no list of monsters" in answer.content.decode()


def test_a_table_is_adjusted_on_its_page_and_taken_back(page, own):
    here = address("conversion-tables", own)
    shown = page.get(here).content.decode()
    assert "One more for so many hit points in 5e" in shown
    assert '<th scope="col">Challenge rating</th>' in shown
    assert "Challenge rating, row 1" in shown
    figures = {"key": "hit-points", "base": "3", "beyond": "10", "for_each": "3,5", "least": "1"}
    assert "Changed" in page.post(here, figures, follow=True).content.decode()
    assert ConversionRow.objects.get().figures == {"base": 3, "beyond": 10, "for_each": 3.5, "least": 1}
    refused = page.post(here, figures | {"for_each": "0"}, follow=True).content.decode()
    assert "One more for so many hit points in 5e: a number above 0" in refused
    assert "a number" in page.post(here, figures | {"for_each": "nan"}, follow=True).content.decode()
    assert "no such table" in page.post(here, {"key": "nothing"}, follow=True).content.decode()
    page.post(here, {"key": "hit-points", "reset": "1"})
    assert not ConversionRow.objects.exists()


def test_figures_converted_before_stay_until_they_are_asked_for_anew(own):
    document = samples.small()
    document["monsters"][0] = {"key": "rat", "name": "Ogre", "source_stats": {
        "system": "5e-2014", "data": {"cr": 2, "hp": 59}}}  # fmt: skip
    version, _new = modules.upload(by=own.user, document=document)
    modules.apply(own=own, version=version)
    figures = {"base": 3, "beyond": 10, "for_each": 3.5, "least": 1}
    ConversionRow.objects.create(campaign=own.campaign, system=own.campaign.system, key="hit-points", figures=figures)
    modules.apply(own=own, version=version)
    assert Monster.objects.get(campaign=own.campaign).stats["max_hp"] == 10
    modules.apply(own=own, version=version, options={"reconvert": True})
    assert Monster.objects.get(campaign=own.campaign).stats["max_hp"] == 17
