"""The log: notes, corrections that leave the old entry, filters, pages by key."""

import re

import pytest
from django.core.exceptions import PermissionDenied

from campaigns.log import actions, queries
from campaigns.log.models import LogEntry
from campaigns.sessions.models import Session
from tests import factories
from tests.people.helpers import forbidden, place, refused


def test_a_players_note_is_for_everybody(ana, campaign):
    entry = actions.add_note(membership=place(campaign, ana), text="  We met Otto. ")
    assert (entry.text, entry.kind, entry.audience, entry.by) == ("We met Otto.", "note", "all", ana)


@pytest.mark.parametrize(("text", "words"), [("", "blank"), ("   ", "blank"), ("x" * 8001, "the limit is 8000")])
def test_a_note_without_words_or_with_too_many_is_refused(ana, campaign, text, words):
    with refused(words):
        actions.add_note(membership=place(campaign, ana), text=text)
    assert not LogEntry.objects.exists()


def test_only_gms_write_for_gms(gm, ana, campaign):
    with refused("Only GMs"):
        actions.add_note(membership=place(campaign, ana), text="psst", audience="gm")
    assert actions.add_note(membership=place(campaign, gm), text="psst", audience="gm").audience == "gm"


def test_observers_write_nothing(watcher, campaign):
    with forbidden("Observers can only watch"):
        actions.add_note(membership=place(campaign, watcher), text="I was here")


def test_rows_of_another_campaign_are_refused(ana, campaign):
    with refused("another campaign"):
        actions.add_note(membership=place(campaign, ana), text="x", character=factories.CharacterFactory())


def test_a_correction_is_a_new_entry_and_the_old_one_stays(client, ana, campaign):
    old = actions.add_note(membership=place(campaign, ana), text="Otto is dead.")
    client.force_login(ana)
    client.post(f"/log/{old.pk}/correct/", {"text": "Otto lives."})
    new = LogEntry.objects.get(corrects=old)
    assert (new.kind, new.text) == ("correction", "Otto lives.")
    old.refresh_from_db()
    assert old.text == "Otto is dead."
    page = client.get(f"/campaigns/{campaign.pk}/log/").content.decode()
    assert "Otto is dead." in page
    assert '<span class="chip">corrected</span>' in page
    with refused("already has a correction"):
        actions.correct_entry(membership=place(campaign, ana), entry=old, text="again")


def test_a_correction_belongs_to_the_session_under_which_a_gm_has_filed_the_entry_meanwhile(gm, ana, campaign):
    old = actions.add_note(membership=place(campaign, ana), text="Otto is dead.")
    session = Session.objects.create(campaign=campaign, number=7)
    LogEntry.objects.filter(pk=old.pk).update(session=session)
    assert actions.correct_entry(membership=place(campaign, ana), entry=old, text="Otto lives.").session == session


def test_only_the_author_and_the_gm_correct_an_entry(gm, ana, ben, campaign):
    old = actions.add_note(membership=place(campaign, ana), text="Otto is dead.")
    with forbidden("Only the author"):
        actions.correct_entry(membership=place(campaign, ben), entry=old, text="no")
    assert actions.correct_entry(membership=place(campaign, gm), entry=old, text="He lives.").corrects == old


def test_a_correction_is_seen_by_those_who_see_the_line(gm, campaign):
    membership = place(campaign, gm)
    old = actions.add_note(membership=membership, text="Otto is the thief.", audience="gm")
    assert actions.correct_entry(membership=membership, entry=old, text="No, Ida.").audience == "gm"


def test_entries_for_gms_are_on_no_players_page_and_in_no_search(client, gm, ana, campaign):
    actions.add_note(membership=place(campaign, gm), text="Otto is the thief.", audience="gm")
    client.force_login(ana)
    for query in ("", "?text=thief", "?kind=note"):
        assert b"Otto is the thief" not in client.get(f"/campaigns/{campaign.pk}/log/{query}").content
    client.force_login(gm)
    assert b"Otto is the thief" in client.get(f"/campaigns/{campaign.pk}/log/?text=thief").content


def test_filters_narrow_the_log(gm, campaign):
    membership = place(campaign, gm)
    hero = factories.CharacterFactory(campaign=campaign)
    session = campaign.sessions.create(number=1)
    actions.add_note(membership=membership, text="One fish", session=session)
    actions.add_note(membership=membership, text="Two Fish", character=hero)
    LogEntry.objects.create(campaign=campaign, kind="award", text="Three birds")

    def told(**filters):
        return [line.text for line in queries.log_page(membership, **filters).entries]

    assert told() == ["Three birds", "Two Fish", "One fish"]
    assert told(session=session) == ["One fish"]
    assert told(character=hero) == ["Two Fish"]
    assert told(kind="award") == ["Three birds"]
    assert told(text="fish") == ["Two Fish", "One fish"]
    assert told(text="fish two") == ["Two Fish"]
    assert told(text="100%") == []


def test_pages_go_on_where_the_last_one_ended(client, gm, campaign):
    membership = place(campaign, gm)
    LogEntry.objects.bulk_create(LogEntry(campaign=campaign, text=f"line {n}") for n in range(queries.PAGE * 2 + 1))
    first = queries.log_page(membership)
    actions.add_note(membership=membership, text="meanwhile")
    second = queries.log_page(membership, before=first.older)
    third = queries.log_page(membership, before=second.older)
    seen = [line.pk for part in (first, second, third) for line in part.entries]
    assert len(seen) == len(set(seen)) == queries.PAGE * 2 + 1
    assert third.older is None
    client.force_login(gm)
    page = client.get(f"/campaigns/{campaign.pk}/log/?text=line").content.decode()
    assert "text=line&amp;before=" in page


@pytest.mark.parametrize(
    "query",
    [
        "before=x",
        "before=-1",
        "before=" + "9" * 30,
        "session=x",
        "kind=war",
        "character=9",
        "since=x",
        "until=0001-01-01",
        "since=0001-01-01&until=9999-12-31",
        "since=9999-12-31",
    ],
)
def test_invalid_filters_cause_no_error(client, gm, campaign, query):
    client.force_login(gm)
    assert client.get(f"/campaigns/{campaign.pk}/log/?{query}").status_code == 200


def test_a_hidden_characters_name_links_nowhere_for_players(client, gm, ana, campaign):
    hidden = factories.CharacterFactory(campaign=campaign, kind="npc", visible=False, name="Veiled Ida")
    actions.add_note(membership=place(campaign, gm), text="Someone watches.", character=hidden)
    client.force_login(ana)
    assert b"Veiled Ida" not in client.get(f"/campaigns/{campaign.pk}/log/").content


def test_markup_in_a_note_does_nothing(client, ana, campaign):
    actions.add_note(
        membership=place(campaign, ana), text="<script>alert(1)</script> [x](javascript:alert(1)) ![i](/x.png)"
    )
    client.force_login(ana)
    page = client.get(f"/campaigns/{campaign.pk}/log/").content.decode()
    assert "<script>alert" not in page
    assert 'href="javascript' not in page
    assert 'src="/x.png"' not in page


def test_the_same_form_twice_is_one_note_and_other_words_are_another(client, ana, ben, campaign):
    address, keys = f"/campaigns/{campaign.pk}/log/", {}
    for user in (ana, ben):
        client.force_login(user)
        keys[user] = re.search(r'name="key" value="(\w+)"', client.get(address).content.decode())[1]
        for text in ("The ford.", "The ford.", "The hill."):
            assert client.post(address, {"text": text, "key": keys[user]}).status_code == 302
    assert keys[ana] != keys[ben]
    for user in (ana, ben):
        rows = LogEntry.objects.filter(campaign=campaign, by=user).order_by("pk")
        assert [row.text for row in rows] == ["The ford.", "The hill."]
    client.post(address, {"text": "The ford."})
    assert LogEntry.objects.filter(text="The ford.").count() == 3, "without a script or key each form counts"


def test_entries_that_the_site_wrote_about_the_campaign_cannot_be_corrected(campaign, gm):
    entry = LogEntry.objects.create(campaign=campaign, kind="campaign", text="The GM left.", by=gm)
    with pytest.raises(PermissionDenied, match="cannot be corrected"):
        actions.correct_entry(membership=place(campaign, gm), entry=entry, text="Nobody left.")
    note = actions.add_note(membership=place(campaign, gm), text="They rested.")
    assert actions.correct_entry(membership=place(campaign, gm), entry=note, text="They slept.").corrects == note
