"""Pictures in log entries, session notes and recaps are seen by those who can read the place where they are."""

import io
import zipfile
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns.archive.member_export import write_member_export
from campaigns.log import actions as log_actions
from campaigns.log.models import LogEntry
from campaigns.log.note_pictures import actions
from campaigns.log.note_pictures.actions import add_note_picture
from campaigns.log.note_pictures.models import NotePicture
from campaigns.sessions import actions as session_actions
from campaigns.sessions.note_pictures import access
from campaigns.sessions.recaps.actions import save_recap
from characters.sheets.status_actions import retire_character
from common.link_syntax import words_only
from common.picture_syntax import picture_keys
from tests import factories
from tests.people.helpers import place
from tests.planting import replace_everywhere

pytestmark = pytest.mark.django_db


@pytest.fixture
def master(campaign, gm):
    """The GM's place."""
    return place(campaign, gm)


@pytest.fixture
def mara(campaign, ana):
    """A player's place."""
    return place(campaign, ana)


@pytest.fixture
def read(client):
    """The page at an address as a person gets it."""

    def got(user, address):
        client.force_login(user)
        answer = client.get(address)
        assert answer.status_code == 200, (answer.status_code, address)
        return answer.content.decode()

    return got


def add(membership):
    return add_note_picture(membership=membership, data=factories.picture())


def fetch(client, user, *addresses):
    client.force_login(user)
    return [client.get(address).status_code for address in addresses]


def exported(membership):
    file = io.BytesIO()
    write_member_export(membership, file)
    return {name for name in zipfile.ZipFile(file).namelist() if name.startswith("media/note-")}


def test_a_picture_in_a_log_entry_is_seen_by_the_readers_of_the_entry(
    campaign, master, mara, gm, ana, ben, outsider, client, read
):
    shown, hidden = add(mara), add(master)
    line = log_actions.add_note(membership=mara, text=f"The door: {shown.markdown}")
    secret = log_actions.add_note(membership=master, text=f"Behind it: {hidden.markdown}", audience="gm")
    at, behind = f"/log/{line.pk}/note-pictures/{shown.key}/", f"/log/{secret.pk}/note-pictures/{hidden.key}/"
    assert f'<img src="{at}"' in read(ben, f"/campaigns/{campaign.pk}/log/")
    assert behind not in read(ben, f"/campaigns/{campaign.pk}/log/")
    assert f'<img src="{behind}"' in read(gm, f"/campaigns/{campaign.pk}/log/")
    both = [at, f"/api/v1{at}", behind, f"/api/v1{behind}"]
    assert fetch(client, gm, *both) == [200] * 4
    assert fetch(client, ana, *both) == fetch(client, ben, *both) == [200, 200, 404, 404]
    assert fetch(client, outsider, *both) == [404] * 4
    assert exported(mara) == {f"media/note-{shown.key}"}
    assert exported(master) == {f"media/note-{shown.key}", f"media/note-{hidden.key}"}
    # Another entry that the person reads is no way to a picture that it does not show.
    assert fetch(client, ben, f"/log/{line.pk}/note-pictures/{hidden.key}/") == [404]


def test_a_picture_in_session_notes_is_seen_where_its_place_is_read(campaign, master, gm, ana, outsider, client, read):
    shown, closed, planned = (add(master) for _each in range(3))
    notes = f"Open {shown.markdown}\n\n:::secret\nClosed {closed.markdown}\n:::"
    session = session_actions.plan_session(membership=master, notes=notes, gm_notes=planned.markdown)
    at = [f"/sessions/{session.pk}/note-pictures/{picture.key}/" for picture in (shown, closed, planned)]
    page = read(ana, f"/sessions/{session.pk}/")
    assert [f'src="{path}"' in page for path in at] == [True, False, False]
    page = read(gm, f"/sessions/{session.pk}/")
    assert [f'src="{path}"' in page for path in at] == [True, True, True]
    assert fetch(client, gm, *at) == [200, 200, 200]
    assert fetch(client, ana, *at) == fetch(client, ana, *(f"/api/v1{path}" for path in at)) == [200, 404, 404]
    assert fetch(client, outsider, *at) == [404, 404, 404]
    # A GM who views the campaign as a player gets what the player gets.
    client.force_login(gm)
    client.post(f"/members/{place(campaign, ana).pk}/view/")
    assert [client.get(path).status_code for path in at] == [200, 404, 404]


def test_the_guard_of_secret_notes_finds_a_planted_fault(master, ana, client, monkeypatch):
    closed = add(master)
    session = session_actions.plan_session(membership=master, notes=f":::secret\n{closed.markdown}\n:::")
    replace_everywhere(monkeypatch, access.readable_texts, lambda _member, row: row.notes)
    assert fetch(client, ana, f"/sessions/{session.pk}/note-pictures/{closed.key}/") == [200]


def test_a_picture_in_a_recap_is_seen_by_the_readers_of_its_edition(campaign, master, gm, ana, ben, client, read):
    hero = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara")
    session, addresses = session_actions.plan_session(membership=master), {}
    for edition in ("party", "gm", "character"):
        kept, character = add(master), hero if edition == "character" else None
        save_recap(
            membership=master, session=session, audience=edition, character=character, text=f"Seen: {kept.markdown}"
        )
        name = str(hero.pk) if character else edition
        addresses[name] = f"/sessions/{session.pk}/recaps/{name}/note-pictures/{kept.key}/"
        assert f'src="{addresses[name]}"' in read(gm, f"/sessions/{session.pk}/recap/?for={name}")
    assert fetch(client, gm, *addresses.values()) == [200, 200, 200]
    assert fetch(client, ana, *addresses.values()) == [200, 404, 200]
    assert fetch(client, ben, *(f"/api/v1{address}" for address in addresses.values())) == [200, 404, 404]
    assert fetch(client, gm, f"/sessions/{session.pk}/recaps/nobody/note-pictures/{kept.key}/") == [404]


def test_a_draft_shows_the_pictures_of_the_lines_that_it_quotes(master, mara, ana, read):
    session = session_actions.plan_session(membership=master)
    kept, hidden = add(mara), add(master)
    line = log_actions.add_note(membership=mara, text=f"The door {kept.markdown}", session=session)
    log_actions.add_note(membership=master, text=f"Behind {hidden.markdown}", session=session, audience="gm")
    page = read(ana, f"/sessions/{session.pk}/recap/")
    assert f'src="/log/{line.pk}/note-pictures/{kept.key}/"' in page
    assert hidden.key not in page


def test_players_show_only_their_own_pictures(master, mara, seat_of_ben):
    theirs, own = add(master), add(mara)
    with pytest.raises(ValidationError, match="only pictures that you added"):
        log_actions.add_note(membership=mara, text=theirs.markdown)
    with pytest.raises(ValidationError, match="only pictures that you added"):
        log_actions.add_notes(membership=mara, notes=[{"text": "Fine."}, {"text": theirs.markdown}])
    line = log_actions.add_note(membership=mara, text=own.markdown)
    with pytest.raises(ValidationError, match="only pictures that you added"):
        log_actions.correct_entry(membership=mara, entry=line, text=theirs.markdown)
    assert log_actions.correct_entry(membership=mara, entry=line, text=f"Better: {own.markdown}").pk
    with pytest.raises(ValidationError, match="only pictures that you added"):
        log_actions.add_note(membership=seat_of_ben, text=own.markdown)
    assert log_actions.add_note(membership=master, text=own.markdown).pk, "a GM may"


def test_a_name_or_a_reason_brings_back_no_picture_that_a_text_no_longer_shows(campaign, master, ana, gm, client):
    session = session_actions.plan_session(membership=master, notes=(kept := add(master)).markdown)
    session_actions.change_session(membership=master, session=session, notes="Not for players.")
    hero = factories.CharacterFactory(campaign=campaign, owner=ana, name=f"Mara {kept.markdown}")
    retire_character(character=hero, by=ana, reason=f"See ![the door](picture:{kept.key})")
    line = LogEntry.objects.latest("pk")
    assert line.text == "Mara (picture) retired: See the door"
    address = f"/log/{line.pk}/note-pictures/{kept.key}/"
    assert fetch(client, ana, address, f"/sessions/{session.pk}/note-pictures/{kept.key}/") == [404, 404]


@pytest.fixture
def seat_of_ben(campaign, ben):
    """Another player's place."""
    return place(campaign, ben)


def test_the_page_and_the_api_take_a_picture_and_refuse_what_is_none(campaign, client, ana):
    client.force_login(ana)
    at = f"/campaigns/{campaign.pk}/note-pictures/"
    told = client.post(at, {"picture": SimpleUploadedFile("a.png", factories.picture(), "image/png")})
    assert picture_keys(told.json()["markdown"])
    refused = client.post(at, {"picture": SimpleUploadedFile("a.png", b"<svg>", "image/png")})
    assert refused.status_code == 422
    assert refused.json()["refusal"]
    told = client.post(f"/api/v1{at}", factories.picture(), content_type="image/png")
    assert told.status_code == 201, told.content
    assert told.json()["markdown"] == f"![](picture:{told.json()['key']})"


def test_observers_add_no_pictures(campaign, client):
    watcher = factories.MemberFactory(campaign=campaign, role="observer")
    with pytest.raises(PermissionDenied):
        add(watcher)
    client.force_login(watcher.user)
    answer = client.post(f"/campaigns/{campaign.pk}/note-pictures/", {"picture": SimpleUploadedFile("a.png", b"")})
    assert answer.status_code == 403


def test_only_pictures_that_no_saved_text_shows_are_removed_after_a_day(campaign, master, monkeypatch):
    unused, noted, planned, told = (add(master) for _each in range(4))
    log_actions.add_note(membership=master, text=noted.markdown)
    session = session_actions.plan_session(membership=master, agenda=planned.markdown)
    save_recap(membership=master, session=session, audience="party", text=told.markdown)
    session_actions.change_session(membership=master, session=session, agenda="Its history still has the picture.")
    actions.remove_unused(campaign.pk)
    assert NotePicture.objects.count() == 4, "a text may be being written"
    NotePicture.objects.update(created=timezone.now() - timedelta(days=2))
    actions.remove_unused(campaign.pk)
    assert set(NotePicture.objects.values_list("key", flat=True)) == {noted.key, planned.key, told.key}
    assert not NotePicture.objects.filter(pk=unused.pk).exists()


def test_a_person_has_a_limit_of_pictures_that_no_text_shows(master, mara, monkeypatch):
    monkeypatch.setattr(actions, "MOST_UNUSED", 2)
    first = add(mara)
    add(mara)
    with pytest.raises(ValidationError, match="2 of your pictures"):
        add(mara)
    assert add(master).pk, "everybody has their own"
    log_actions.add_note(membership=mara, text=first.markdown)
    assert add(mara).pk


def test_a_page_of_the_log_reads_its_pictures_with_one_query(campaign, mara, client, ana):
    def queries():
        with CaptureQueriesContext(connection) as caught:
            assert client.get(f"/campaigns/{campaign.pk}/log/").status_code == 200
        return len(caught)

    client.force_login(ana)
    log_actions.add_note(membership=mara, text=f"One {add(mara).markdown}")
    queries()
    count = queries()
    for number in range(5):
        log_actions.add_note(membership=mara, text=f"{number} {add(mara).markdown} {add(mara).markdown}")
    assert queries() == count


def test_where_only_words_fit_a_picture_is_its_words(campaign, mara, ana, read):
    assert words_only("![a door](picture:0123456789abcdef) ![](picture:0123456789abcdef)") == "a door (picture)"
    entry = log_actions.add_note(membership=mara, text=f"The door: {add(mara).markdown}")
    assert "picture:" not in read(ana, f"/campaigns/{campaign.pk}/")
    assert str(entry) == "The door: (picture)", "the name of the entry, as on the page of its dates"
