"""The pages of the world: what each reader finds, one-tap buttons, two writers at once, constant queries."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from campaigns.world import actions, queries
from campaigns.world.models import WorldEntry
from tests import factories


@pytest.fixture
def town(write):
    """A town known to everyone, with a mill within it."""
    town = write("Sallow Quay", "A harbour. Ask [[Otto Grau]].", kind="location", shown=True)
    write("The mill", kind="location", shown=True, parent=town)
    return town


def test_the_list_shows_every_kind(read, gm, ana, town, write, otto, campaign):
    write("Who rang?", kind="thread", shown=True)
    write("A letter", kind="handout", shown=True)
    write("Prices", shown=True)
    page = read(gm, f"/campaigns/{campaign.pk}/world/")
    for name in ("Sallow Quay", "The mill", "Who rang?", "A letter", "Prices", "Otto Grau", "View as a player"):
        assert name in page
    theirs = read(ana, f"/campaigns/{campaign.pk}/world/")
    assert "A letter" in theirs
    assert "Otto Grau" not in theirs
    assert "Write a page" not in theirs


def test_a_page_has_its_place_its_links_and_what_leads_back(read, gm, town, write):
    mill = WorldEntry.objects.get(name="The mill")
    write("Prices", "Flour at [[the mill]].")
    page = read(gm, f"/world/{mill.pk}/")
    assert f'<a href="/world/{town.pk}/">Sallow Quay</a>' in page
    assert "Prices" in page.split("Mentioned in")[1]
    assert "The mill" in read(gm, f"/world/{town.pk}/").split("<h2>Here</h2>")[1]


def test_a_gm_follows_a_link_to_the_page_that_is_still_to_be_written(read, gm, ana, write, campaign):
    row = write("A note", "[[The bell tower]]", shown=True)
    assert f'href="/campaigns/{campaign.pk}/world/new/?name=the%20bell%20tower"' in read(gm, f"/world/{row.pk}/")
    assert "world/new" not in read(ana, f"/world/{row.pk}/")
    assert 'value="The bell tower"' in read(
        gm, f"/campaigns/{campaign.pk}/world/new/?name=The+bell+tower&kind=location"
    )


def test_a_page_is_written_and_changed_in_the_browser(client, gm, campaign):
    client.force_login(gm)
    made = client.post(f"/campaigns/{campaign.pk}/world/new/", {"kind": "note", "name": "Prices", "text": "Two marks."})
    row = WorldEntry.objects.get()
    assert made.headers["Location"] == f"/world/{row.pk}/"
    edited = client.post(
        f"/world/{row.pk}/edit/", {"name": "Prices", "text": "Three.", "revision": "1", "reason": "up"}
    )
    assert edited.status_code == 302
    row.refresh_from_db()
    assert (row.text, row.revision, row.kind) == ("Three.", 2, "note")
    again = client.post(f"/campaigns/{campaign.pk}/world/new/", {"kind": "note", "name": "prices", "text": ""})
    assert b"a page with this name" in again.content


def test_the_second_writer_is_shown_both_versions_and_nothing_is_lost(client, gm, membership, write):
    row = write("Prices", "Two marks.")
    actions.change_entry(membership=membership, entry=row, revision=1, text="THEIRS")
    client.force_login(gm)
    answer = client.post(f"/world/{row.pk}/edit/", {"name": "Prices", "text": "MINE", "revision": "1"})
    page = answer.content.decode()
    assert "This page was saved while you were editing it" in page
    assert "MINE" in page
    assert "THEIRS" in page
    assert 'name="revision" value="2"' in page
    row.refresh_from_db()
    assert row.text == "THEIRS"
    client.post(f"/world/{row.pk}/edit/", {"name": "Prices", "text": "MINE", "revision": "2"})
    row.refresh_from_db()
    assert row.text == "MINE"


def test_one_tap_each(client, gm, write, seat, ana, ben, otto, campaign):
    row = write("Who rang?", kind="thread")
    client.force_login(gm)
    at = f"/world/{row.pk}"
    client.post(f"{at}/show/", {"how": "heard it", "members": [seat(ana).pk]})
    row.refresh_from_db()
    assert (row.visibility, [player.user for player in row.players.all()]) == ("chosen", [ana])
    refusal = client.post(f"{at}/show/", {"how": "heard it"}, follow=True).content
    assert b"Choose at least one player, or show it to everyone." in refusal
    row.refresh_from_db()
    assert row.visibility == "chosen"
    client.post(f"{at}/show/", {"how": "", "everyone": "1"})
    row.refresh_from_db()
    assert row.visibility == "party"
    client.post(f"{at}/hide/")
    client.post(f"{at}/close/", {"closed": "yes"})
    client.post(f"{at}/archive/")
    row.refresh_from_db()
    assert row.visibility == "gm"
    assert row.closed
    assert row.archived
    client.post(f"{at}/restore/")
    client.post(f"{at}/close/", {"closed": "no"})
    row.refresh_from_db()
    assert not row.closed
    assert not row.archived
    known = f"/campaigns/{campaign.pk}/world/npcs/{otto.pk}/know/"
    refusal = client.post(known, {"known": "yes", "how": "met him"}, follow=True).content
    assert b"Choose at least one player, or show it to everyone." in refusal
    ana_alone = {"known": "yes", "how": "met him", "members": [seat(ana).pk]}
    assert b"The chosen players can see this NPC now." in client.post(known, ana_alone, follow=True).content
    assert (
        b"The players can see this NPC now."
        in client.post(known, {"known": "yes", "everyone": "1"}, follow=True).content
    )
    otto.refresh_from_db()
    assert otto.visible


def test_the_first_button_of_the_forms_that_show_does_not_show_to_everyone(client, gm, ana, write, otto, campaign):
    client.force_login(gm)
    for address, action in (
        (f"/world/{write('A letter').pk}/", "/show/"),
        (f"/campaigns/{campaign.pk}/world/npcs/{otto.pk}/", "/know/"),
    ):
        form = client.get(address).content.decode().split(f'{action}"')[1].split("</form>")[0]
        buttons = re.findall(r"<button([^>]*)>([^<]*)<", form)
        assert "everyone" not in buttons[0][0]
        assert "everyone" in buttons[-1][0]


def test_a_picture_is_shown_through_its_door_alone(client, gm, ana, outsider, write):
    row = write("A letter", kind="handout", shown=True)
    client.force_login(gm)
    sent = SimpleUploadedFile("x.png", factories.picture(), "image/png")
    client.post(f"/world/{row.pk}/picture/new/", {"picture": sent, "described": "a seal", "revision": row.revision})
    client.force_login(ana)
    assert 'alt="a seal"' in client.get(f"/world/{row.pk}/").content.decode()
    answer = client.get(f"/world/{row.pk}/picture/")
    assert answer["Content-Type"] == "image/webp"
    assert answer["Content-Disposition"].startswith("attachment")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in answer["Content-Security-Policy"]
    assert "no-store" in answer["Cache-Control"]
    client.force_login(outsider)
    assert client.get(f"/world/{row.pk}/picture/").status_code == 404
    client.force_login(gm)
    client.post(f"/world/{row.pk}/hide/")
    client.force_login(ana)
    assert client.get(f"/world/{row.pk}/picture/").status_code == 404


def test_a_file_that_is_no_picture_is_refused_beside_the_field(client, gm, write):
    row = write("A letter", kind="handout")
    client.force_login(gm)
    sent = SimpleUploadedFile("x.png", b"<svg onload=alert(1)>", "image/png")
    answer = client.post(f"/world/{row.pk}/picture/new/", {"picture": sent, "revision": row.revision})
    assert b"picture cannot be read" in answer.content


def test_a_picture_is_removed_and_restored(client, gm, membership, write):
    row = write("A letter", kind="handout")
    first = actions.set_picture(membership=membership, entry=row, data=factories.picture(), described="a seal")
    row.refresh_from_db()
    client.force_login(gm)
    client.post(f"/world/{row.pk}/picture/change/", {"revision": row.revision})
    first.refresh_from_db()
    assert first.removed is not None
    client.post(f"/world/{row.pk}/picture/change/", {"back": first.pk, "revision": row.revision + 1})
    first.refresh_from_db()
    assert first.removed is None


def test_a_picture_is_not_changed_on_a_page_that_somebody_else_changed(client, gm, membership, write):
    row = write("A letter", kind="handout")
    actions.set_picture(membership=membership, entry=row, data=factories.picture(), described="a seal")
    row.refresh_from_db()
    client.force_login(gm)
    at = f"/world/{row.pk}/picture/"
    for stale in ({}, {"revision": row.revision - 1}):
        sent = SimpleUploadedFile("x.png", factories.picture(), "image/png")
        answer = client.post(f"{at}new/", {"picture": sent, "described": "a crow", **stale})
        assert "Someone else changed the page" in answer.content.decode()
        assert f'name="revision" value="{row.revision}"' in answer.content.decode()
        told = client.post(f"{at}change/", stale, follow=True)
        assert "Someone else changed the page" in told.content.decode()
    assert row.pictures.get(removed=None).described == "a seal"


def test_the_world_is_searched(read, gm, ana, write, campaign):
    write("Prices", "Flour is dear.\n:::secret\nThe miller cheats.\n:::", shown=True)
    write("Weather", "Rain.", shown=True)
    at = f"/campaigns/{campaign.pk}/world/?text="
    assert "Prices" in read(ana, f"{at}FLOUR+dear")
    assert "Weather" not in read(ana, f"{at}flour")
    assert "Prices" in read(gm, f"{at}miller")
    assert "Prices" not in read(ana, f"{at}miller")


PAGES = {
    "/campaigns/{campaign}/world/": 14,  # five for the campaign at a glance, one for small pictures
    "/world/{entry}/": 21,  # one each for the calendar, ties, maps, small pictures and the shared world
    "/world/{entry}/edit/": 9,  # one for who may edit it too
    "/campaigns/{campaign}/world/npcs/{npc}/": 13,  # one for the shared world
    "/campaigns/{campaign}/world/journal/": 8,
    "/campaigns/{campaign}/": 18,
}


@pytest.mark.parametrize("who", ["gm", "ana"])
@pytest.mark.parametrize("page", PAGES)
def test_more_pages_ask_no_more(client, request, django_assert_max_num_queries, write, campaign, otto, page, who):
    user = request.getfixturevalue(who)
    otto.visible = True
    otto.save()
    entry = write("Sallow Quay", "[[Otto Grau]] [[Page 1]]", kind="location", shown=True)

    def grow(first, last):
        for n in range(first, last):
            for kind in WorldEntry.Kind.values:
                text = f"[[Sallow Quay]] [[Otto Grau]] [[Page {n}]]"
                write(f"{kind} {n}", text, kind=kind, shown=True, parent=entry)
            factories.CharacterFactory(campaign=campaign, kind="npc", name=f"Page {n}")

    grow(0, 2)
    client.force_login(user)
    address = page.format(campaign=campaign.pk, entry=entry.pk, npc=otto.pk)
    with django_assert_max_num_queries(PAGES[page]) as few:
        first = client.get(address)
    assert first.status_code == (403 if who == "ana" and "edit" in page else 200)
    grow(2, 7)
    with django_assert_max_num_queries(len(few)):
        client.get(address)


@pytest.mark.parametrize("path", ["world/new/?kind=note", "maps/new/"])
def test_a_form_renders_as_many_templates_for_many_places_as_for_few(path, client, gm, campaign):
    """A template for each place took a tenth of a second for a thousand of them."""
    client.force_login(gm)
    rendered = []
    for begun in (0, 40):
        names = [f"Place {begun + number}" for number in range(40)]
        rows = [WorldEntry(campaign=campaign, kind="location", name=name, folded=name.lower()) for name in names]
        WorldEntry.objects.bulk_create(rows)
        page = client.get(f"/campaigns/{campaign.pk}/{path}")
        assert f">{names[-1]}</option>" in page.content.decode()
        rendered.append(len(page.templates))
    assert rendered[0] == rendered[1]


def test_a_location_lists_the_first_pages_inside_it_without_their_texts_and_all_when_asked(
    client, gm, membership, write, monkeypatch
):
    monkeypatch.setattr(queries, "MOST_INSIDE", 3)
    town = write("Sallow Quay", kind="location", shown=True)
    for number in range(3):
        write(f"House {number}", "A long text.", kind="location", parent=town)
    client.force_login(gm)
    assert "Show all pages inside" not in client.get(f"/world/{town.pk}/").content.decode()
    write("House 3", "A long text.", kind="location", parent=town)
    page = client.get(f"/world/{town.pk}/").content.decode()
    assert "House 2" in page
    assert "House 3" not in page
    assert f'href="/world/{town.pk}/?inside=all"' in page
    whole = client.get(f"/world/{town.pk}/?inside=all").content.decode()
    assert "House 3" in whole
    assert "Show all pages inside" not in whole
    inside = queries.get_entry_page(membership, town).inside
    assert [row.get_deferred_fields() for row in inside] == [{"text", "folded"}] * 3
