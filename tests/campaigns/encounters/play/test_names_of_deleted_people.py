"""The events of encounters lose the name of a person whose account is deleted; replays and proofs stay valid."""

import pytest
from django.utils import timezone

from campaigns.archive.account import deletion
from campaigns.encounters import actions as encounter_actions
from campaigns.encounters import play
from campaigns.encounters.models import Event
from campaigns.encounters.words import actions as word_actions
from campaigns.overview.members import actions as member_actions
from campaigns.sessions import actions as session_actions
from campaigns.sessions.stand_ins import actions as stand_in_actions
from people.access import get_membership
from people.models import Campaign, User
from tests.stored_names import rows_with

pytestmark = pytest.mark.django_db
NAME = "quillon"


@pytest.fixture
def quillon(ana, ben, membership, campaign):
    """Ben as a GM with a name that is part of no other word."""
    User.objects.filter(pk=ben.pk).update(username=NAME)
    member_actions.change_role(membership=membership, member=get_membership(ben, campaign.pk), role="gm")
    return User.objects.get(pk=ben.pk)


def texts(row):
    return " ".join(body["text"] for body in Event.objects.filter(encounter=row).values_list("body", flat=True))


def test_events_that_name_the_person_lose_the_name(fight, campaign, gm, ana, quillon, mara):
    Campaign.objects.filter(pk=campaign.pk).update(pass_after=1)
    play.hand_over_participant(
        encounter=fight, by=gm, participant="bandit-1", controller=get_membership(quillon, campaign.pk)
    )
    session = session_actions.plan_session(membership=get_membership(gm, campaign.pk), starts=timezone.now())
    type(fight).objects.filter(pk=fight.pk).update(session=session)
    stand_in_actions.choose_stand_in(
        membership=get_membership(ana, campaign.pk),
        session=session,
        character=mara,
        member=get_membership(quillon, campaign.pk),
    )
    play.pass_for(encounter=fight, by=quillon, actor="mara")
    fight.refresh_from_db()
    play.undo(encounter=fight, by=quillon, to=0)
    written = texts(fight)
    for sentence in (
        "quillon now plays Bandit 1 and sees the hand.",
        "quillon now plays Mara and sees the hand. quillon stands in.",
        "quillon passed for Mara.",
        "quillon undid the last play. ",
    ):
        assert sentence in written
    deletion.delete_account(user=quillon)
    assert rows_with(NAME) == {}
    after = User.objects.get(pk=quillon.pk).username
    assert texts(fight) == written.replace(NAME, after)
    assert not play.verify(fight)["faults"]


def test_a_word_for_the_deal_stays_and_the_proof_with_it(prepared, membership, campaign, ana, quillon):
    word_actions.give(membership=get_membership(ana, campaign.pk), encounter=prepared, word="herring")
    word_actions.give(membership=get_membership(quillon, campaign.pk), encounter=prepared, word="moon")
    row = encounter_actions.start(membership=membership, encounter=prepared)
    before = play.verify(row)
    deletion.delete_account(user=quillon)
    assert rows_with(NAME) == {}
    after = User.objects.get(pk=quillon.pk).username
    given = Event.objects.filter(encounter=row, body__word="moon").get().body
    assert (given["who"], given["text"]) == (after, f"{after} gives the word “moon” for the deal.")
    assert play.verify(row) == before
    assert (before["words"], before["faults"]) == (2, [])


def test_a_word_that_is_not_dealt_yet_loses_the_name(prepared, campaign, quillon):
    word_actions.give(membership=get_membership(quillon, campaign.pk), encounter=prepared, word="moon")
    deletion.delete_account(user=quillon)
    assert rows_with(NAME) == {}


def test_a_reason_that_a_gm_gave_stays(fight, campaign, gm, quillon):
    reason = "quillon now plays Mara."
    play.hand_over_participant(encounter=fight, by=gm, participant="bandit-1", controller=None, reason=reason)
    deletion.delete_account(user=quillon)
    assert texts(fight).endswith(f"The GM now plays Bandit 1 and sees the hand. {reason}")
