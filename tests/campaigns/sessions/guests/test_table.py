"""At the table and on live streams a visit ends as any other membership does."""

from datetime import timedelta

import pytest
from django.http import Http404
from django.utils import timezone

from campaigns.encounters import actions as encounter_actions
from campaigns.encounters import play
from campaigns.overview.members import actions as member_actions
from campaigns.sessions import actions
from config.live import stream_auth
from people.actions import create_token
from people.models import Member
from tests import factories
from tests.campaigns.sessions.guests.conftest import let_time_pass

pytestmark = pytest.mark.django_db


@pytest.fixture
def fight(running, kim, campaign):
    """A running encounter with a character of the guest."""
    hero = factories.CharacterFactory(campaign=campaign, owner=kim.user, name="Mara")
    row = encounter_actions.create(membership=running, title="The ford")
    encounter_actions.add_characters(membership=running, encounter=row, characters=[hero])
    encounter_actions.add_monsters(membership=running, encounter=row, monster=factories.MonsterFactory(), count=1)
    return encounter_actions.start(membership=running, encounter=row, seed=7)


def test_a_guest_plays_a_character_and_gives_no_command_after_the_end(fight, kim):
    seat = fight.participants.get(controller=kim)
    command = {"type": "nothing-of-the-kind", "actor": seat.key}
    with pytest.raises(play.Refused):  # the guest reaches the rules, which do not know the command
        play.submit(encounter=fight, by=kim.user, command=command)
    let_time_pass(kim)
    with pytest.raises(Http404):
        play.submit(encounter=fight, by=kim.user, command=command)


def test_a_past_guest_gets_no_seat(fight, running, kim):
    seat = fight.participants.get(controller=kim)
    let_time_pass(kim)
    gone = Member.objects.select_related("user", "campaign").get(pk=kim.pk)
    with pytest.raises(Exception, match="Choose a player"):
        play.hand_over_participant(encounter=fight, by=running.user, participant=seat.key, controller=gone)


@pytest.mark.parametrize("way", ["time", "played", "removed"])
def test_a_stream_is_closed_at_the_end_of_the_visit(kim, running, planned_session, way):
    token, _secret = create_token(user=kim.user, name="script")
    phone = stream_auth.StreamViewer(
        stream_auth.Subject("log", kim.campaign_id), kim.campaign_id, kim.user_id, kim.pk, kim.role,
        kim.user.password, None, token.pk,
    )  # fmt: skip
    assert stream_auth.still_authorized([phone]) == {phone}
    if way == "time":
        let_time_pass(kim)
    elif way == "played":
        actions.record_attendance(membership=running, session=planned_session, attendance=[])
    else:
        member_actions.remove_member(membership=running, member=kim)
    assert stream_auth.still_authorized([phone]) == set()


def test_the_database_and_the_site_read_the_same_clock(kim):
    """A moment before the end the guest is there; a moment after it nobody is."""
    for seconds, there in ((30, True), (-30, False)):
        Member.objects.filter(pk=kim.pk).update(guest_until=timezone.now() + timedelta(seconds=seconds))
        kim.refresh_from_db()
        assert kim.present == Member.objects.present().filter(pk=kim.pk).exists() == there
