"""Imported objects in play: rolled on, shown, taken from, paid out, changed and deleted; and the pages for it."""

import json
import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from campaigns.encounters.models import Encounter
from campaigns.log.models import LogEntry
from campaigns.modules import actions as module_actions
from campaigns.modules import adapters
from campaigns.modules.format import text
from campaigns.modules.format.canonical_json import canonical
from campaigns.modules.format.references import parse_reference
from campaigns.modules.imports import jobs
from campaigns.modules.models import ConversionRow, ImportedObject, ImportRun, ModuleVersion, ObjectState
from campaigns.modules.objects import actions as object_actions
from campaigns.modules.objects import showing
from campaigns.modules.queries import Reader
from campaigns.sessions import actions as session_actions
from campaigns.world.models import WorldEntry
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
    document["handouts"] = [
        {
            "key": "letter",
            "title": "A letter",
            "visibility": "on_reveal",
            "assets": ["asset:map"],
            "blocks": [{"key": key, "kind": kind, "md": md} for key, kind, md in blocks],
        }
    ]
    document["treasures"] = [
        {"key": "chest", "title": "A chest", "coins": {"gold": 3}, "items": [{"key": "ring", "name": "A ring"}]}
    ]
    document["awards"] = [
        {"key": "won", "title": "They won", "kind": "encounter", "fifty-two-fates": {"encounters": 1}}
    ]
    document["hazards"] = [
        {
            "key": "pit",
            "title": "A pit",
            "kind": "trap",
            "avoid": "check:jump",
            "effect": {"md": "They fall.", "x": {"5e:damage": 22}},
        }
    ]
    document["checks"].append({"key": "jump", "title": "Jump", "difficulty": {"from": {"system": "5e-2014", "dc": 15}}})
    rows = [("red", ["*H", "*D"], "Luck."), ("black", ["*C", "*S"], "Woe.")]
    document["tables"].append(
        {
            "key": "omens",
            "title": "Omens",
            "method": {"draw": "standard-52", "replace": False},
            "rows": [{"key": key, "cards": cards, "md": md} for key, cards, md in rows],
        }
    )
    ways = [{"key": "up", "to": "location:mill", "kind": "stairs"}]
    document["locations"].append({"key": "cellar", "title": "The cellar", "exits": ways})
    return zips.packed(document, {"assets/map.png": zips.picture()})


@pytest.fixture
def whole(membership):
    received = module_actions.receive(data=rich())
    version, _new = module_actions.upload(by=membership.user, document=received.document, archive=received.archive)
    module_actions.apply_import(membership=membership, version=version)
    return version


def row(collection, key):
    return ImportedObject.objects.get(collection=collection, key=key)


@pytest.fixture
def page(client, gm):
    client.force_login(gm)
    return client


def address(name, membership, *more):
    return reverse(name, args=[membership.campaign_id, *more])


def seen(page, here):
    """The revision in the form of a page."""
    return re.search(r'name="revision" value="(\d+)"', page.get(here).content.decode())[1]


def act(page, membership, collection, name, **data):
    if data["act"] in {"note", "delete"}:
        at = "module-object" if data["act"] == "note" else "module-object-edit"
        data.setdefault("revision", seen(page, address(at, membership, "the-mill", collection, name)))
    answer = page.post(address("module-object-act", membership, "the-mill", collection, name), data, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_every_object_has_a_page(page, membership, whole):
    for one in ImportedObject.objects.all():
        html = page.get(address("module-object", membership, "the-mill", one.collection, one.key)).content.decode()
        assert one.title.replace("'", "&#x27;") in html or one.collection == "assets"
        assert (
            page.get(address("module-object-edit", membership, "the-mill", one.collection, one.key)).status_code == 200
        )


def test_a_table_is_rolled_on_and_the_gms_read_it_in_the_log(page, membership, whole):
    html = act(page, membership, "tables", "finds", act="roll")
    assert re.search(r"\d: (Flour|A ring)", html)
    line = LogEntry.objects.filter(kind="module").first()
    assert line.text.startswith("Finds (")
    assert line.audience == "gm"


def test_a_roll_belongs_to_the_session_that_is_on(membership, whole):
    session = session_actions.plan_session(membership=membership, starts=timezone.now())
    object_actions.roll(membership=membership, row=row("tables", "finds"))
    assert LogEntry.objects.filter(kind="module").first().session == session


def test_cards_that_are_not_put_back_run_out(membership, whole):
    omens = row("tables", "omens")
    came = [object_actions.roll(membership=membership, row=omens)[0] for _card in range(52)]
    assert len(set(came)) == 52
    with pytest.raises(Exception, match="Shuffle"):
        object_actions.roll(membership=membership, row=omens)
    object_actions.shuffle(membership=membership, row=omens)
    assert object_actions.roll(membership=membership, row=omens)


def test_a_handout_is_shown_with_its_picture_and_without_its_secret(page, membership, whole, client, ana):
    html = act(page, membership, "handouts", "letter", act="show")
    assert "Show the players' page" in html
    entry = WorldEntry.objects.get()
    assert (entry.kind, entry.visibility, entry.text) == ("handout", "party", "Come at dusk.")
    assert entry.pictures.get().described == "A map"
    client.force_login(ana)
    assert "Come at dusk." in client.get(entry.get_absolute_url()).content.decode()
    assert "forged" not in client.get(entry.get_absolute_url()).content.decode()
    client.force_login(membership.user)
    act(page, membership, "handouts", "letter", act="hide")
    entry.refresh_from_db()
    assert entry.visibility == "gm"


def test_an_npc_is_shown_by_name_and_a_place_as_a_place(membership, whole):
    showing.show(membership=membership, row=row("npcs", "miller"))
    assert Character.objects.get(kind="npc").visible
    showing.show(membership=membership, row=row("locations", "mill"))
    showing.show(membership=membership, row=row("locations", "mill"))
    assert WorldEntry.objects.get().text == "It turns without wind."


def test_a_treasure_is_taken_piece_by_piece_and_an_update_forgets_nothing(page, membership, whole):
    act(page, membership, "treasures", "chest", act="take", key="ring")
    act(page, membership, "treasures", "chest", act="take", key="coins")
    html = act(page, membership, "treasures", "chest", act="take", key="coins")
    assert "Taken: A ring" in html
    assert "Take the coins" in html
    act(page, membership, "hazards", "pit", act="mark", done="1")
    act(page, membership, "hazards", "pit", act="note", notes="Ana found it.")
    before = list(ObjectState.objects.values())
    newer = put(samples.small(), "/module/version", "2.0.0")
    module_actions.apply_import(
        membership=membership,
        version=module_actions.upload(by=membership.user, document=newer)[0],
        options={"prune": True},
    )
    assert list(ObjectState.objects.values()) == before
    assert row("treasures", "chest").orphan


def test_an_award_pays_out(page, membership, whole, ana):
    hero = factories.CharacterFactory(campaign=membership.campaign, owner=ana, name="Mara")
    html = act(page, membership, "awards", "won", act="pay", characters=[hero.pk])
    assert "1 character got 1." in html
    assert ExperienceEntry.objects.get().character == hero
    assert "paid once" in page.get(address("module-object", membership, "the-mill", "awards", "won")).content.decode()
    assert "Choose at least one" in act(page, membership, "awards", "won", act="pay")


def test_a_check_and_a_trap_of_another_system_are_converted_where_they_are_read(page, membership, whole):
    html = page.get(address("module-object", membership, "the-mill", "checks", "jump")).content.decode()
    assert "difficulty 8" in html
    assert "?difficulty=8" in html
    html = page.get(address("module-object", membership, "the-mill", "hazards", "pit")).content.decode()
    assert "half of the current hit points" in html


def test_texts_are_changed_on_a_page_and_stay_through_an_update(page, membership, whole):
    here = address("module-object-edit", membership, "the-mill", "locations", "mill")
    old = seen(page, here)
    page.post(here, {"title": "Our mill", "text:b": "It stands still.\r\nSince May.", "revision": old})
    mill = row("locations", "mill")
    assert (mill.title, mill.current["blocks"][0]["md"]) == ("Our mill", "It stands still.\nSince May.")
    newer = put(put(samples.small(), "/module/version", "2.0.0"), "/locations/0/aspects", ["windy"])
    module_actions.apply_import(
        membership=membership, version=module_actions.upload(by=membership.user, document=newer)[0]
    )
    mill.refresh_from_db()
    assert (mill.title, mill.current["aspects"]) == ("Our mill", ["windy"])


def test_the_whole_object_is_changed_as_json_and_faults_are_told(page, membership, whole):
    here = address("module-object-edit", membership, "the-mill", "checks", "listen")
    item = row("checks", "listen").current | {"title": "Hark"}
    page.post(here, {"json": json.dumps(item), "revision": seen(page, here)})
    assert row("checks", "listen").title == "Hark"
    answer = page.post(here, {"json": json.dumps(item | {"owner": 1})})
    assert answer.status_code == 422
    assert "/owner" in answer.content.decode()
    assert page.post(here, {"json": "{"}).status_code == 422
    assert (
        "You cannot change the key" in page.post(here, {"json": json.dumps(item | {"key": "other"})}).content.decode()
    )
    assert row("checks", "listen").title == "Hark"


def test_what_is_deleted_leaves_the_reader_and_stays_away(page, membership, whole):
    act(page, membership, "npcs", "miller", act="delete")
    assert not Character.objects.filter(kind="npc").exists()
    assert page.get(address("module-object", membership, "the-mill", "npcs", "miller")).status_code == 404
    plan = module_actions.plan_import(membership=membership, version=whole)
    assert {step.ref: step.action for step in plan.steps}["npc:miller"] == "skipped_deleted"


@pytest.mark.parametrize(
    ("collection", "key"),
    [
        ("npcs", "miller"),
        ("monsters", "rat"),
        ("encounters", "rats"),
        ("checks", "listen"),
    ],
)
def test_a_deletion_is_taken_back_with_what_hung_on_the_object(page, membership, whole, collection, key):
    before = standing(membership)
    title = row(collection, key).title
    act(page, membership, collection, key, act="delete")
    assert standing(membership) != before
    html = page.get(address("module-reader", membership, "the-mill")).content.decode()
    back = address("module-object-back", membership, "the-mill", collection, key)
    assert back in html
    assert "was restored" in page.post(back, follow=True).content.decode()
    assert standing(membership) == before
    assert row(collection, key).title == title
    assert back not in page.get(address("module-reader", membership, "the-mill")).content.decode()
    assert page.post(back).status_code == 404


def test_what_is_deleted_keeps_its_title_where_others_name_it(page, membership, whole):
    act(page, membership, "npcs", "miller", act="delete")
    book = Reader(membership, "the-mill")
    assert book.resolve(parse_reference("npc:miller")) == ("The miller", "")
    assert text.render_links("Ask [[npc:miller]].", book.resolve) == "Ask The miller."
    assert book.resolve(parse_reference("npc:nobody")) is None


def test_what_play_still_uses_is_brought_back_without_a_twin(page, membership, whole):
    act(page, membership, "npcs", "miller", act="note", notes="He lies.")
    act(page, membership, "npcs", "miller", act="delete")
    page.post(address("module-object-back", membership, "the-mill", "npcs", "miller"))
    assert Character.objects.filter(kind="npc", name=row("npcs", "miller").character.name).count() == 1
    assert "He lies." in page.get(address("module-object", membership, "the-mill", "npcs", "miller")).content.decode()


def test_a_module_that_was_deleted_to_the_last_object_can_be_brought_back(page, membership, whole):
    ImportedObject.objects.update(tombstone=True)
    html = page.get(address("module-reader", membership, "the-mill")).content.decode()
    assert "Bring back" in html


def standing(membership):
    """What stands in the campaign of the module, by name."""
    return {
        "objects": sorted(ImportedObject.objects.filter(tombstone=False).values_list("collection", "key", "title")),
        "monsters": sorted(Monster.objects.filter(campaign=membership.campaign).values_list("name", "stats")),
        "people": sorted(Character.objects.values_list("name", "gm_notes")),
        "fights": sorted(Encounter.objects.values_list("title", "groups__count", "groups__monster__name")),
    }


def test_an_unknown_act_is_refused_in_words(page, membership, whole):
    assert "not possible here" in act(page, membership, "npcs", "miller", act="explode")
    assert "does not contain that" in act(page, membership, "treasures", "chest", act="take", key="crown")
    assert "not a table" in act(page, membership, "npcs", "miller", act="roll")


@pytest.mark.parametrize("odd", ["²", "9" * 30, "x"])
def test_an_award_is_paid_to_nobody_under_an_id_that_is_none(page, membership, whole, odd):
    assert "Choose at least one character" in act(page, membership, "awards", "won", act="pay", characters=[odd])


def test_pictures_are_for_gms_alone(page, membership, whole, client, ana):
    here = address("module-picture", membership, "the-mill", "map")
    answer = page.get(here)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert page.get(address("module-picture", membership, "the-mill", "none")).status_code == 404
    client.force_login(ana)
    assert client.get(here).status_code == 403


# Updates on a page


def test_conflicts_are_decided_on_the_preview(page, membership, whole):
    Monster.objects.update(name="Ours", size="Large")
    newer = put(put(samples.small(), "/module/version", "2.0.0"), "/monsters/0/name", "Theirs")
    version, _new = module_actions.upload(by=membership.user, document=put(newer, "/monsters/0/size", "Huge"))
    here = address("module-preview", membership, version.pk)
    html = page.get(here).content.decode()
    assert "Changed here and in the module" in html
    fingerprint = re.search(r'name="fingerprint" value="([0-9a-f]{64})"', html)[1]
    answer = page.post(
        here,
        {
            "party_size": 4,
            "fingerprint": fingerprint,
            "decide:monster:rat#/name": "take_new",
            "decide:monster:rat#/size": "keep_local",
        },
        follow=True,
    )
    assert "Updated: 0 new objects, 1 changed." in answer.content.decode()
    rat = Monster.objects.get()
    assert (rat.name, rat.size) == ("Theirs", "Large")


def test_an_import_is_taken_back_on_its_page(page, membership, whole):
    run = ImportRun.objects.get()
    html = page.post(address("module-rollback", membership, run.pk), follow=True).content.decode()
    assert "This import was" in html
    assert not ImportedObject.objects.exists()


def test_a_long_import_shows_how_far_it_is(page, membership, monkeypatch):
    begun = []
    monkeypatch.setattr(jobs, "LONG", 3)
    monkeypatch.setattr(jobs, "start", lambda *told: begun.append(told))
    monkeypatch.setattr("django.db.transaction.on_commit", lambda then: then())
    version, _new = module_actions.upload(by=membership.user, document=samples.small())
    here = address("module-preview", membership, version.pk)
    answer = page.post(here, {"party_size": 4}, follow=True)
    assert "0 of 7 objects are ready" in answer.content.decode()
    assert "<progress" in answer.content.decode()
    run = ImportRun.objects.get()
    # Another one must wait.
    assert "Another import" in page.post(here, {"party_size": 4}, follow=True).content.decode()
    jobs.carry_on(*begun[0])
    run.refresh_from_db()
    assert (run.status, run.done, run.result["counts"]) == ("done", 7, {"create": 7})
    assert "7 new" in page.get(address("module-run", membership, run.pk)).content.decode()


def test_a_long_import_that_is_refused_says_so_and_writes_nothing(membership, whole, monkeypatch):
    begun = []
    monkeypatch.setattr(jobs, "start", lambda *told: begun.append(told))
    monkeypatch.setattr("django.db.transaction.on_commit", lambda then: then())
    newer, _new = module_actions.upload(by=membership.user, document=put(samples.small(), "/module/version", "2.0.0"))
    run = jobs.begin(membership=membership, version=newer, options={})
    Monster.objects.update(name="Moved meanwhile")
    jobs.carry_on(*begun[0])
    run.refresh_from_db()
    assert (run.status, run.result["refused"]["code"]) == ("failed", "plan.stale")


def test_an_export_is_a_file(page, membership, whole):
    answer = page.get(address("module-export", membership))
    assert answer["Content-Disposition"] == 'attachment; filename="the-mill.satchel.json"'
    assert answer.content.decode() == canonical(whole.document)
    assert page.get(f"{address('module-export', membership)}?as=zip&key=the-mill").content[:2] == b"PK"
    assert page.get(f"{address('module-export', membership)}?key=none", follow=True).status_code == 200


# Conversion on a page


def test_an_export_without_a_known_licence_is_warned_of_on_the_next_page(page, membership):
    draft = adapters.convert("stat-block", GOBLIN)
    version, _new = module_actions.upload(by=membership.user, document=draft.document)
    module_actions.apply_import(membership=membership, version=version)
    assert page.get(address("module-export", membership)).status_code == 200
    html = page.get(address("campaign-modules", membership)).content.decode()
    assert "The licence of 1 objects is unknown" in html


def test_a_stat_block_is_pasted_looked_at_edited_and_imported(page, membership):
    here = address("module-convert", membership)
    html = page.post(here, {"kind": "stat-block", "text": GOBLIN}).content.decode()
    assert "Hit points" in html
    assert "HP 7" in html
    assert "names no licence" in html
    assert "text, Dungeons &amp; Dragons 5e (2014)" in html
    document = re.search(r'name="document" value="([^"]*)"', html)[1]
    document = document.replace("&quot;", '"').replace("&#x27;", "'").replace("&amp;", "&")
    answer = page.post(
        here,
        {
            "document": document,
            "title": "Goblins",
            "key": "goblins",
            "version": "1.0.0",
            "spdx": "CC-BY-4.0",
            "attribution": "SRD",
            "block:goblin": '{"max_hp": 9}',
            "was:goblin": "{}",
        },
        follow=True,
    )
    assert "The draft is in your library" in answer.content.decode()
    version = ModuleVersion.objects.get()
    assert version.document["monsters"][0]["stats"] == {"fifty-two-fates": {"max_hp": 9}}
    assert version.document["module"]["licence"] == {"spdx": "CC-BY-4.0", "attribution": "SRD"}
    module_actions.apply_import(membership=membership, version=version)
    assert Monster.objects.get(campaign=membership.campaign).stats["max_hp"] == 9


def test_a_figure_is_written_over_where_it_stands_and_the_others_stay_converted(page, membership):
    here = address("module-convert", membership)
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
def test_figures_that_do_not_fit_are_told_with_their_place(page, membership, block):
    document = json.dumps(samples.small())
    answer = page.post(address("module-convert", membership), {"document": document, "block:rat": block, "was:rat": ""})
    assert answer.status_code == 422
    assert "/monsters/0/stats/fifty-two-fates" in answer.content.decode()
    assert not ModuleVersion.objects.exists()


def test_what_is_no_stat_block_is_refused_in_words(page, membership):
    answer = page.post(address("module-convert", membership), {"kind": "stat-block", "text": "Hello"})
    assert answer.status_code == 422
    assert "no stat block was found" in answer.content.decode()
    file = SimpleUploadedFile("x.json", b"[]")
    answer = page.post(address("module-convert", membership), {"kind": "5e-bits", "file": file})
    assert "not a list of monsters" in answer.content.decode()


def test_a_table_is_adjusted_on_its_page_and_taken_back(page, membership):
    here = address("conversion-tables", membership)
    shown = page.get(here).content.decode()
    assert "One more for so many hit points in 5e" in shown
    assert '<th scope="col">Challenge rating</th>' in shown
    assert "Challenge rating, row 1" in shown
    figures = {"key": "hit-points", "base": "3", "beyond": "10", "for_each": "3,5", "least": "1"}
    assert (
        "Saved. Monsters that were converted before stay as they are."
        in page.post(here, figures, follow=True).content.decode()
    )
    assert ConversionRow.objects.get().figures == {"base": 3, "beyond": 10, "for_each": 3.5, "least": 1}
    refused = page.post(here, figures | {"for_each": "0"}, follow=True).content.decode()
    assert "One more for so many hit points in 5e: a number above 0" in refused
    assert "a number" in page.post(here, figures | {"for_each": "nan"}, follow=True).content.decode()
    assert "no such table" in page.post(here, {"key": "nothing"}, follow=True).content.decode()
    page.post(here, {"key": "hit-points", "reset": "1"})
    assert not ConversionRow.objects.exists()


def test_figures_converted_before_stay_until_they_are_asked_for_anew(membership):
    document = samples.small()
    document["monsters"][0] = {
        "key": "rat",
        "name": "Ogre",
        "source_stats": {"system": "5e-2014", "data": {"cr": 2, "hp": 59}},
    }
    version, _new = module_actions.upload(by=membership.user, document=document)
    module_actions.apply_import(membership=membership, version=version)
    figures = {"base": 3, "beyond": 10, "for_each": 3.5, "least": 1}
    ConversionRow.objects.create(
        campaign=membership.campaign, system=membership.campaign.system, key="hit-points", figures=figures
    )
    module_actions.apply_import(membership=membership, version=version)
    assert Monster.objects.get(campaign=membership.campaign).stats["max_hp"] == 10
    module_actions.apply_import(membership=membership, version=version, options={"reconvert": True})
    assert Monster.objects.get(campaign=membership.campaign).stats["max_hp"] == 17


@pytest.mark.parametrize("audience", ["gm", "all"])
def test_a_gm_rolls_at_the_table_for_a_chosen_audience(client, membership, whole, ana, audience):
    address = f"/campaigns/{membership.campaign_id}/tables/"
    finds = row("tables", "finds")
    client.force_login(membership.user)
    assert finds.title in client.get(address, HTTP_HX_REQUEST="true").content.decode()
    answer = client.post(address, {"table": finds.pk, "audience": audience}, HTTP_HX_REQUEST="true")
    assert answer.status_code == 200
    entry = LogEntry.objects.filter(campaign=membership.campaign_id).order_by("-pk").first()
    assert entry.audience == audience
    assert entry.text.startswith("Finds (")
    assert ("object" in entry.data) == (audience == "gm"), "players learn nothing of the adventure"
    shown = client.get(f"/campaigns/{membership.campaign_id}/log/").content.decode()
    assert "roll on a table" in shown
    assert "log-roll" in shown
    client.force_login(ana)
    assert client.get(address).status_code in {403, 404}


def test_a_page_overwrites_nothing_that_somebody_else_saved_meanwhile(page, membership, whole):
    """Both forms, the notes and the deletion say which version they are based on; what was typed stays on the page."""
    here = address("module-object-edit", membership, "the-mill", "checks", "listen")
    old, item = seen(page, here), row("checks", "listen").current
    object_actions.write(membership=membership, row=row("checks", "listen"), name="Theirs", texts={})
    for posted in ({"title": "Mine"}, {"json": json.dumps(item | {"title": "Mine"})}):
        answer = page.post(here, posted | {"revision": old})
        html = answer.content.decode()
        assert (answer.status_code, row("checks", "listen").title) == (409, "Theirs")
        assert "Someone else has changed" in html
        assert "Mine" in html
    assert "Someone else" in act(page, membership, "checks", "listen", act="delete", revision=old)
    assert not row("checks", "listen").tombstone
    there = address("module-object", membership, "the-mill", "checks", "listen")
    before = seen(page, there)
    object_actions.note(membership=membership, row=row("checks", "listen"), text="Theirs.")
    told = page.post(
        address("module-object-act", membership, "the-mill", "checks", "listen"),
        {"act": "note", "notes": "Mine.", "revision": before},
    )
    assert (told.status_code, "Mine." in told.content.decode()) == (409, True)
    assert object_actions.lock_state(membership, row("checks", "listen")).notes == "Theirs."
    page.post(here, {"title": "Mine", "revision": seen(page, here)})
    assert row("checks", "listen").title == "Mine"
