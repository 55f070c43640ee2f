"""The recap goes to those who missed the session, each with the text for their audience."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from campaigns.log import actions as log_actions
from campaigns.log.models import LogEntry
from campaigns.sessions import actions
from campaigns.sessions.notices import job
from campaigns.sessions.notices.models import SessionNotice
from campaigns.sessions.recaps import actions as recap_actions
from campaigns.world import actions as world_actions
from people.access import get_membership
from people.models import User
from tests import factories
from tests.site.api.conftest import Caller

pytestmark = pytest.mark.django_db

TEXT = "The bell rang at [[The sunken bell|a tower]].\n\n:::secret\nThe miller did it.\n:::\nThen it rained."


@pytest.fixture
def held(session, running, gm, ana):
    """Ana and the GM came, Ben did not."""
    came = [running, get_membership(ana, running.campaign_id)]
    world_actions.create_entry(membership=running, kind="location", name="The sunken bell", text="Deep.")
    log_actions.add_note(membership=running, text="The king stirs.", audience="gm", session=session)
    return actions.record_attendance(membership=running, session=session, attendance=came)


def send(running, held):
    count = recap_actions.send_recap(membership=running, session=held, origin="https://fate.example")
    job.send_notices()
    return count


def test_only_those_who_missed_it_get_the_recap_and_only_once(held, running, with_addresses):
    recap_actions.save_recap(membership=running, session=held, audience="party", text=TEXT)
    assert send(running, held) == 1
    assert send(running, held) == 0
    [told] = mail.outbox
    assert told.to == ["ben@example.com"]
    assert f"https://fate.example/sessions/{held.pk}/recap/" in told.body
    assert "The bell rang at a tower." in told.body


def test_nobody_gets_a_recap_again_after_old_notices_are_deleted(held, running, with_addresses, ben):
    assert send(running, held) == 1
    late = timezone.now() + timedelta(days=92)
    job.delete_old_notices(late)
    assert send(running, held) == 0
    assert len(mail.outbox) == 1
    SessionNotice.objects.update(mailed=None)
    assert job.delete_old_notices(late) == 1, "a recap that reached nobody"
    assert send(running, held) == 1


def test_the_page_of_a_recap_names_no_author_whose_account_is_gone(held, running, client):
    recap = recap_actions.save_recap(membership=running, session=held, audience="party", text=TEXT)
    client.force_login(running.user)
    assert "Edited by gm." in client.get(f"/sessions/{held.pk}/recap/").content.decode()
    type(recap).objects.update(by=None)
    assert "Edited by a GM." in client.get(f"/sessions/{held.pk}/recap/").content.decode()


def test_nobody_is_sent_what_they_may_not_know(held, running, with_addresses):
    recap_actions.save_recap(membership=running, session=held, audience="party", text=TEXT)
    recap_actions.save_recap(membership=running, session=held, audience="gm", text="The king wakes.")
    send(running, held)
    [told] = mail.outbox
    for secret in ("miller", "sunken", "king", ":::"):
        assert secret not in told.body, secret


def test_a_draft_is_sent_where_nobody_has_edited_one(held, running, with_addresses, ana):
    log_actions.add_note(membership=running, text="They crossed the long bridge at dusk.", session=held)
    send(running, held)
    assert "long bridge" in mail.outbox[0].body
    assert "king" not in mail.outbox[0].body


def test_a_player_gets_the_edited_recap_of_their_character(held, running, with_addresses, ana, ben):
    mara, hers = (
        factories.CharacterFactory(campaign=held.campaign, owner=owner, name=name)
        for owner, name in ((ben, "Mara"), (ana, "Oskar"))
    )
    for character, text in ((mara, "Mara slept."), (hers, "Oskar lied.")):
        recap_actions.save_recap(membership=running, session=held, audience="character", text=text, character=character)
    send(running, held)
    assert "Mara slept." in mail.outbox[0].body
    assert "lied" not in mail.outbox[0].body


def test_a_session_that_was_not_played_and_players_who_ask_are_refused(session, held, running, ana):
    with pytest.raises(PermissionDenied):
        recap_actions.send_recap(membership=get_membership(ana, running.campaign_id), session=held)
    actions.reopen_session(membership=running, session=held)
    with pytest.raises(ValidationError):
        recap_actions.send_recap(membership=running, session=held)


def test_the_page_shows_gms_who_missed_it_and_sends(held, gm, ana, client):
    client.force_login(gm)
    path = f"/sessions/{held.pk}/recap/"
    assert "Send the recap" in client.get(path).content.decode()
    client.post(f"{path}send/")
    html = client.get(path).content.decode()
    assert "ben: sent" in html
    assert "Send the recap" not in html
    client.force_login(ana)
    assert "ben" not in client.get(path).content.decode()
    assert client.post(f"{path}send/").status_code == 403


@pytest.mark.parametrize("odd", [[], {}, {"levels": []}, {"levels": None}, {"levels": {"Mara": "# high"}}])
def test_the_recap_is_drafted_beside_an_award_that_was_restored_with_odd_figures(held, running, gm, client, odd):
    about = {"campaign": running.campaign, "session": held, "kind": "award", "text": "x"}
    LogEntry.objects.create(**about, data={"levels": {"Otto": 2, "Berta": None}})
    LogEntry.objects.create(**about, data=odd)
    client.force_login(gm)
    page = client.get(f"/sessions/{held.pk}/recap/")
    assert page.status_code == 200
    text = page.content.decode()
    assert "Otto is now level 2." in text
    assert "Berta" not in text
    assert "high" not in text


def test_scripts_send_it_too(held, gm, ana):
    assert Caller(ana).post(f"sessions/{held.pk}/recaps/send/").status_code == 403
    assert Caller(gm).post(f"sessions/{held.pk}/recaps/send/").json() == {"count": 1}


def test_the_page_does_not_say_sent_of_someone_whom_nothing_reached(held, running, gm, ben, client):
    """Ben has no confirmed address and no device; after he confirms one, the GM can send it again."""
    path = f"/sessions/{held.pk}/recap/"
    User.objects.filter(pk=ben.pk).update(email="")
    assert send(running, held) == 1
    client.force_login(gm)
    html = client.get(path).content.decode()
    assert "ben: not reached" in html
    assert "ben: sent" not in html
    EmailAddress.objects.create(user=ben, email="ben@example.com", verified=True, primary=True)
    assert send(running, held) == 1
    assert "ben: sent" in client.get(path).content.decode()
    assert len(mail.outbox) == 1
