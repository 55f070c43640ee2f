"""Players write notes of their own: for the GMs, for chosen members or for everyone; nobody else learns of them."""

import io

import pytest

from campaigns.archive import writing
from campaigns.world import access, actions, reveals
from campaigns.world.models import Reveal, WorldEntry
from common.edit_conflicts import EditConflict
from people.models import User
from tests import factories
from tests.campaigns.archive.consent import restored_with_consent
from tests.campaigns.world.channels import everything_told
from tests.people.helpers import forbidden, refused
from tests.planting import read_without_compiled_sql

TEXT = "CANARYtext of [[The mill]] in the rain."


@pytest.fixture
def mill(write):
    """A page that everyone knows."""
    return write("The mill", "It turns.", kind="location", shown=True)


@pytest.fixture
def note(mill, seat, ana):
    """Ana's note, which she has shown to nobody."""
    return reveals.create_shown_entry(membership=seat(ana), kind="note", name="CANARYname", text=TEXT, parent=mill)


@pytest.fixture
def told(client, campaign):
    """Everything that a person is told."""
    return lambda user: everything_told(client, campaign, user)


def sightings(found):
    return sorted(address for address, text in found.items() if "CANARY" in text)


@pytest.mark.parametrize("who", ["ben", "watcher"])
def test_with_and_without_a_note_for_gms_the_others_receive_the_same(request, told, mill, seat, ana, who):
    reader = request.getfixturevalue(who)
    before = told(reader)
    row = reveals.create_shown_entry(membership=seat(ana), kind="note", name="CANARYname", text=TEXT, parent=mill)
    actions.set_picture(membership=seat(ana), entry=row, data=factories.picture(), described="CANARYpicture")
    after = told(reader)
    assert {address for address in after if after[address] != before.get(address, "")} == set()


def test_a_planted_leak_is_found(told, note, ben, monkeypatch):
    read_without_compiled_sql(monkeypatch)
    monkeypatch.setattr(
        access, "visible_entries", lambda membership: WorldEntry.objects.filter(campaign=membership.campaign_id)
    )
    assert {"world.md", "data/world.jsonl"} <= set(sightings(told(ben)))


def test_its_player_and_the_gm_find_it_everywhere(told, note, ana, gm):
    for reader in (ana, gm):
        found = set(sightings(told(reader)))
        assert {"world.md", "data/world.jsonl", f"/world/{note.pk}/", f"/api/v1/world/{note.pk}/"} <= found
        assert f"/world/{note.parent_id}/" in found, "it lies there, and links there"


def test_it_is_shown_to_chosen_members_then_to_everybody_then_hidden(told, note, seat, ana, ben, watcher, read):
    reveals.show_entry(membership=seat(ana), entry=note, members=[seat(ben)], how="whispered")
    assert sightings(told(ben))
    assert not sightings(told(watcher))
    assert Reveal.objects.latest("pk").by == ana
    assert "by ana" in read(ben, f"/world/{note.pk}/")
    assert "Edit the page" not in read(ben, f"/world/{note.pk}/")
    reveals.show_entry(membership=seat(ana), entry=note)
    assert sightings(told(watcher))
    reveals.hide_entry(membership=seat(ana), entry=note)
    assert not [
        sighting for sighting in sightings(told(ben)) if "journal" not in sighting and "reveals" not in sighting
    ]
    assert sightings(told(ana))


def test_its_player_and_gms_change_it_and_nobody_else(client, note, membership, seat, ana, ben, gm):
    actions.change_entry(membership=seat(ana), entry=note, revision=1, text="Second.")
    with pytest.raises(EditConflict):
        actions.change_entry(membership=membership, entry=note, revision=1, text="Lost.")
    actions.change_entry(membership=membership, entry=note, revision=2, text="The GM's.")
    client.force_login(ana)
    page = client.post(f"/world/{note.pk}/edit/", {"name": note.name, "text": "Ana's.", "revision": 2})
    assert "This page was saved while you were editing it" in page.content.decode()
    assert "The GM&#x27;s." in page.content.decode()
    reveals.show_entry(membership=seat(ana), entry=note)
    for act in (
        lambda: actions.change_entry(membership=seat(ben), entry=note, revision=None, text="x"),
        lambda: actions.archive_entry(membership=seat(ben), entry=note),
        lambda: reveals.hide_entry(membership=seat(ben), entry=note),
        lambda: actions.set_picture(membership=seat(ben), entry=note, data=b""),
    ):
        with forbidden("Only the owner"):
            act()
    client.force_login(ben)
    assert client.get(f"/world/{note.pk}/edit/").status_code == 403
    assert client.patch(f"/api/v1/world/{note.pk}/", {"text": "x"}, "application/json").status_code == 403


def test_somebody_who_only_watches_now_keeps_reading_and_writes_no_more(note, seat, ana, read):
    seat(ana).campaign.members.filter(user=ana).update(role="observer")
    assert "CANARYtext" in read(ana, f"/world/{note.pk}/")
    with forbidden("Only the owner"):
        actions.change_entry(membership=seat(ana), entry=note, revision=None, text="x")


def test_players_write_notes_alone_and_observers_and_guests_nothing(client, mill, campaign, seat, ana, watcher):
    with forbidden("Players can write notes"):
        actions.create_entry(membership=seat(ana), kind="location", name="My castle")
    with forbidden("Observers can only watch"):
        actions.create_entry(membership=seat(watcher), kind="note", name="Mine")
    with refused("cannot have secret blocks"):
        actions.create_entry(membership=seat(ana), kind="note", name="Mine", text=":::secret\nx\n:::")
    guest = factories.MemberFactory(campaign=campaign, user=factories.UserFactory(kind=User.Kind.DEMO_VISITOR))
    with forbidden("Visitors can only"):
        actions.create_entry(membership=guest, kind="note", name="Mine")
    client.force_login(ana)
    address, form = f"/api/v1/campaigns/{campaign.pk}/world/", "application/json"
    assert client.post(address, {"kind": "thread", "name": "x"}, form).status_code == 403
    made = client.post(address, {"kind": "note", "name": "x"}, form)
    assert (made.status_code, made.json()["author"], made.json()["visibility"]) == (201, seat(ana).pk, "gm")


def test_a_note_is_written_by_form_without_words_about_secrets(client, campaign, seat, ana, read):
    address = f"/campaigns/{campaign.pk}/world/new/"
    page = read(ana, address)
    assert ":::secret" not in page
    assert 'name="kind"' not in page
    client.force_login(ana)
    answer = client.post(address, {"name": "Diary", "text": "We met Otto."})
    row = WorldEntry.objects.get()
    assert answer["Location"] == f"/world/{row.pk}/"
    assert (row.kind, row.author, row.visibility) == ("note", seat(ana), "gm")
    assert "Only you and the GMs." in read(ana, f"/world/{row.pk}/")


def test_a_players_name_is_never_refused_for_a_page_that_is_hidden(write, seat, ana, ben, read):
    hidden = write("The traitor", "CANARY")
    mine = actions.create_entry(membership=seat(ana), kind="note", name="The traitor")
    theirs = actions.create_entry(membership=seat(ben), kind="note", name="the TRAITOR")
    with refused("a page with this name"):
        actions.create_entry(membership=seat(ana), kind="note", name="the traitor")
    assert len({hidden.pk, mine.pk, theirs.pk}) == 3


def test_links_lead_to_the_gms_pages_and_people_before_notes(write, mill, otto, seat, ana, ben, read):
    otto.visible = True
    otto.save()
    for name in ("The mill", "Otto Grau", "Diary"):
        reveals.create_shown_entry(membership=seat(ana), kind="note", name=name, shown=True)
    page = write("News", "[[The mill]] [[Otto Grau]] [[Diary]]", shown=True)
    told = read(ben, f"/world/{page.pk}/")
    assert f'href="/world/{mill.pk}/"' in told
    assert f'href="/campaigns/{page.campaign_id}/world/npcs/{otto.pk}/"' in told
    assert f'href="/world/{WorldEntry.objects.get(name="Diary").pk}/"' in told


def test_a_new_name_of_a_hidden_page_does_not_reach_a_players_text(membership, write, mill, seat, ana):
    hidden = write("The traitor")
    row = actions.create_entry(membership=seat(ana), kind="note", name="Guess", text="[[The traitor]] at [[The mill]]")
    actions.change_entry(membership=membership, entry=hidden, revision=None, name="CANARY")
    actions.change_entry(membership=membership, entry=mill, revision=None, name="The old mill")
    row.refresh_from_db()
    assert row.text == "[[The traitor]] at [[The old mill]]"


def test_a_new_name_of_a_note_rewrites_its_players_texts_alone(write, seat, ana, ben):
    page = write("News", "[[Diary]]", shown=True)
    row = actions.create_entry(membership=seat(ana), kind="note", name="Diary")
    mine = actions.create_entry(membership=seat(ana), kind="note", name="More", text="[[Diary]]")
    theirs = actions.create_entry(membership=seat(ben), kind="note", name="Mine", text="[[Diary]]")
    actions.change_entry(membership=seat(ana), entry=row, revision=None, name="Old diary")
    for entry in (page, mine, theirs):
        entry.refresh_from_db()
    assert (mine.text, page.text, theirs.text) == ("[[Old diary]]", "[[Diary]]", "[[Diary]]")


def test_its_player_puts_it_aside_and_takes_it_up_again(note, seat, ana, ben, read):
    reveals.show_entry(membership=seat(ana), entry=note)
    actions.archive_entry(membership=seat(ana), entry=note)
    read(ben, f"/world/{note.pk}/", status=404)
    assert "1 archived page" in read(ana, f"/campaigns/{note.campaign_id}/world/")
    assert "Only GMs and the owner of this page can find it" in read(ana, f"/world/{note.pk}/")
    actions.restore_entry(membership=seat(ana), entry=note)
    assert "CANARYtext" in read(ben, f"/world/{note.pk}/")


def test_the_gm_views_the_page_as_its_player_and_as_others(client, note, seat, gm, ana, ben):
    client.force_login(gm)
    client.post(f"/members/{seat(ana).pk}/view/")
    page = client.get(f"/world/{note.pk}/").content.decode()
    assert "CANARYtext" in page
    assert "Edit the page" not in page
    client.post(f"/members/{seat(ben).pk}/view/")
    assert client.get(f"/world/{note.pk}/").status_code == 404


def test_an_archive_keeps_whose_page_it_is(note, campaign, gm, ana):
    file = io.BytesIO()
    writing.write_archive(campaign, file)
    copy = restored_with_consent(file, by=gm, confirmed={"gm", "ana"})
    row = copy.world.get(name="CANARYname")
    assert (row.author.user, row.author.campaign, row.visibility) == (ana, copy, "gm")
    assert copy.world.get(name="The mill").author is None
