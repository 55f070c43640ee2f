"""Imported objects in play: rolled on, shown, taken from, paid out, changed and deleted; and the pages for it."""

import json
import re

import pytest
from django.utils import timezone

from campaigns.log.models import LogEntry
from campaigns.modules import actions as module_actions
from campaigns.modules.format import text
from campaigns.modules.format.faults import ModuleInvalid
from campaigns.modules.format.references import parse_reference
from campaigns.modules.models import ImportedObject, ObjectState
from campaigns.modules.objects import actions as object_actions
from campaigns.modules.objects import showing
from campaigns.modules.queries import AdventureReader
from campaigns.sessions import actions as session_actions
from campaigns.world.models import WorldEntry
from characters.models import Character, ExperienceEntry
from tests import factories
from tests.campaigns.modules import samples
from tests.campaigns.modules.object_pages import act, address, page, row, seen, standing, whole
from tests.campaigns.modules.samples import put

__all__ = ["page", "whole"]
pytestmark = pytest.mark.django_db


def test_every_object_has_a_page(page, membership, whole):
    assert ImportedObject.objects.exists()
    for imported in ImportedObject.objects.all():
        html = page.get(
            address("module-object", membership, "the-mill", imported.collection, imported.key)
        ).content.decode()
        assert imported.title.replace("'", "&#x27;") in html or imported.collection == "assets"
        assert (
            page.get(
                address("module-object-edit", membership, "the-mill", imported.collection, imported.key)
            ).status_code
            == 200
        )


def test_a_table_is_rolled_on_and_the_gms_read_it_in_the_log(page, membership, whole):
    html = act(page, membership, "tables", "finds", act="roll")
    assert re.search(r"\d: (Flour|A ring)", html)
    line = LogEntry.objects.filter(kind="module").first()
    assert line.text.startswith("Finds (")
    assert line.audience == "gm"


def test_the_message_about_a_roll_has_plain_words(page, membership, whole):
    table = row("tables", "finds")
    md = "**A walker.** A lone [[monster:drowned-walker]] & [[monster:rat|two rats]] pass."
    table.current["rows"] = [{"key": "a", "from": 1, "to": 100, "md": md}]
    table.save()
    html = act(page, membership, "tables", "finds", act="roll")
    assert re.search(r"\d: A walker\. A lone [dD]rowned walker &amp; two rats pass\.", html)


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


def test_an_award_whose_form_arrives_twice_is_paid_once(page, membership, whole, ana):
    hero = factories.CharacterFactory(campaign=membership.campaign, owner=ana)
    award = page.get(address("module-object", membership, "the-mill", "awards", "won")).content.decode()
    fields = {"act": "pay", "characters": [hero.pk], "key": re.search(r'name="key" value="([\w-]+)"', award)[1]}
    first, second = (act(page, membership, "awards", "won", **fields) for _tap in range(2))
    assert "1 character got" in first
    assert "1 character got" in second
    assert "paid once" in second
    assert "paid 2 times" in act(page, membership, "awards", "won", **fields | {"key": "another-form"})


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


def test_a_picture_is_changed_as_json_because_it_has_no_title(page, membership, whole):
    here = address("module-object-edit", membership, "the-mill", "assets", "map")
    html = page.get(here).content.decode()
    assert "Title and texts" not in html
    assert "<details open>" in html
    item = row("assets", "map").current | {"alt": "The mill from above"}
    assert page.post(here, {"json": json.dumps(item), "revision": seen(page, here)}).status_code == 302
    assert row("assets", "map").current["alt"] == "The mill from above"
    listen = address("module-object-edit", membership, "the-mill", "checks", "listen")
    assert "Title and texts" in page.get(listen).content.decode()


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


def test_a_deleted_object_leaves_the_reader_and_stays_away(page, membership, whole):
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


def test_a_deleted_object_keeps_its_title_where_others_name_it(page, membership, whole):
    act(page, membership, "npcs", "miller", act="delete")
    book = AdventureReader(membership, "the-mill")
    assert book.resolve(parse_reference("npc:miller")) == ("The miller", "")
    assert text.render_links("Ask [[npc:miller]].", book.resolve) == "Ask The miller."
    assert book.resolve(parse_reference("npc:nobody")) is None


def test_an_object_that_play_still_uses_is_brought_back_without_a_twin(page, membership, whole):
    act(page, membership, "npcs", "miller", act="note", notes="He lies.")
    act(page, membership, "npcs", "miller", act="delete")
    page.post(address("module-object-back", membership, "the-mill", "npcs", "miller"))
    assert Character.objects.filter(kind="npc", name=row("npcs", "miller").character.name).count() == 1
    assert "He lies." in page.get(address("module-object", membership, "the-mill", "npcs", "miller")).content.decode()


def test_a_module_that_was_deleted_to_the_last_object_can_be_brought_back(page, membership, whole):
    ImportedObject.objects.update(tombstone=True)
    html = page.get(address("module-reader", membership, "the-mill")).content.decode()
    assert ">Restore</button>" in html


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


def test_a_campaign_without_rollable_tables_leads_to_its_modules(client, membership):
    client.force_login(membership.user)
    page = client.get(f"/campaigns/{membership.campaign_id}/tables/").content.decode()
    assert "No adventure of this campaign has a rollable table." in page
    assert re.search(rf'href="/campaigns/{membership.campaign_id}/modules/">\s*Import an adventure', page)


def test_a_page_overwrites_nothing_that_somebody_else_saved_meanwhile(page, membership, whole):
    """Both forms, the notes and the deletion say which version they are based on; what was typed stays on the page."""
    here = address("module-object-edit", membership, "the-mill", "checks", "listen")
    old, item = seen(page, here), row("checks", "listen").current
    object_actions.write(membership=membership, row=row("checks", "listen"), name="Theirs", texts={})
    for posted in ({"title": "Mine"}, {"json": json.dumps(item | {"title": "Mine"})}):
        answer = page.post(here, posted | {"revision": old})
        html = answer.content.decode()
        assert (answer.status_code, row("checks", "listen").title) == (409, "Theirs")
        assert "was changed after you opened it" in html
        assert "Mine" in html
    assert "was changed after you opened it" in act(page, membership, "checks", "listen", act="delete", revision=old)
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


def test_a_place_is_named_with_its_number_wherever_it_is_listed(page, membership, whole):
    place = ImportedObject.objects.get(collection="locations", key="mill")
    assert place.title == "The mill"
    place.current["number"] = "H5"
    place.save()
    html = page.get(address("module-reader", membership, "the-mill")).content.decode()
    assert "H5. The mill" in html
    for number, name in (("12", "12. The mill"), ("", "The mill"), ("mill", "The mill")):
        place.current["number"] = number
        place.save()
        (listed,) = [row for row in AdventureReader(membership, "the-mill").names if row.key == "mill"]
        assert listed.title == name, "a number of digits only is text on every database"


def test_the_page_of_an_encounter_names_the_places_where_it_happens(page, membership, whole):
    place = ImportedObject.objects.get(collection="locations", key="mill")
    place.current["encounters"] = ["encounter:rats"]
    place.save()
    html = page.get(address("module-object", membership, "the-mill", "encounters", "rats")).content.decode()
    assert "Where it happens: The mill" in html
    assert address("module-object", membership, "the-mill", "locations", "mill") in html


def test_a_table_with_a_gap_is_refused_when_it_is_changed(membership, whole):
    omens = row("tables", "omens")
    gap = omens.current | {"rows": omens.current["rows"][:1]}
    with pytest.raises(ModuleInvalid):
        object_actions.change(membership=membership, row=omens, item=gap)
    words = omens.current | {"title": "Signs"}
    assert object_actions.change(membership=membership, row=omens, item=words).title == "Signs"


def test_a_roll_for_which_a_table_has_no_row_is_refused(page, membership, whole):
    """Earlier releases merged such tables."""
    for key, rows in (("finds", [{"key": "a", "from": 9, "md": "Flour"}]), ("omens", [{"key": "a", "md": "Luck."}])):
        table = row("tables", key)
        table.current["rows"] = rows
        table.save()
        assert "The table has no row for" in act(page, membership, "tables", key, act="roll")
    ImportedObject.objects.filter(pk=table.pk).update(current=table.current | {"rows": []})
    assert "The table has no rows" in act(page, membership, "tables", "omens", act="roll")
    assert not LogEntry.objects.filter(kind="module", text__startswith="Finds (").exists()


def test_two_who_take_the_same_thing_take_it_once(page, membership, whole):
    for _tap in range(2):
        act(page, membership, "treasures", "chest", act="take", key="ring", gone="1")
    assert ObjectState.objects.get(key="chest").state["taken"] == ["ring"]
    act(page, membership, "treasures", "chest", act="take", key="ring", gone="0")
    assert ObjectState.objects.get(key="chest").state["taken"] == []
