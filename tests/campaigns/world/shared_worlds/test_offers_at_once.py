"""Answers to one offer at the same moment: exactly one counts, on both databases."""

import pytest
from django.core.exceptions import ValidationError
from django.db import connection, transaction

from campaigns.world.shared_worlds import actions as world_actions
from campaigns.world.shared_worlds.moving import move_character
from campaigns.world.shared_worlds.offers import actions
from campaigns.world.shared_worlds.offers.models import CharacterOffer
from characters.models import Character
from characters.sheets.status_actions import mark_dead
from people.access import get_membership
from tests import factories
from tests.campaigns.encounters.play.test_at_once import at_once
from tests.campaigns.encounters.test_characters_in_play import in_thread

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def here():
    """A GM whose campaign shares a world with another one."""
    member = factories.MemberFactory(role="gm")
    world_actions.start_world(membership=member, name="The Marches")
    return member


@pytest.fixture
def there(here):
    """The GM of the other campaign; the GM here is a co-GM there."""
    member = factories.MemberFactory(role="gm", campaign__system=here.campaign.system)
    world_actions.join_world(membership=member, code=world_actions.invite(membership=here))
    factories.MemberFactory(campaign=member.campaign, user=here.user, role="co-gm")
    return member


@pytest.fixture
def made(here, there):
    """An open offer of a character that nobody plays."""
    mara = factories.CharacterFactory(campaign=here.campaign, owner=None, name="Mara")
    return actions.offer_character(membership=here, character=mara, campaign=there.campaign)


def accept(there, made):
    return lambda: actions.accept_offer(membership=get_membership(there.user, there.campaign_id), offer=made)


def test_of_two_accepts_one_moves_the_character(there, made):
    results = at_once(accept(there, made), accept(there, made))
    assert {type(result) for result in results} == {Character, ValidationError}
    assert Character.objects.filter(campaign=there.campaign).count() == 1
    assert CharacterOffer.objects.get().status == "accepted"


OTHERS = {
    "withdraw": lambda here, there, made: actions.withdraw_offer(membership=here, offer=made),
    "decline": lambda here, there, made: actions.decline_offer(membership=there, offer=made),
    "die": lambda here, there, made: mark_dead(character=made.character, by=here.user, reason="the sea"),
    "move": lambda here, there, made: move_character(
        membership=here, character=made.character, campaign=there.campaign
    ),
    "leave": lambda here, there, made: world_actions.leave_world(membership=here),
    "leave there": lambda here, there, made: world_actions.leave_world(membership=there),
}
STATUS = {"withdraw": "withdrawn", "decline": "declined"}


@pytest.mark.parametrize("name", OTHERS)
def test_accepting_and_something_else_at_once(here, there, made, name):
    results = at_once(accept(there, made), lambda: OTHERS[name](here, there, made))
    accepted = isinstance(results[0], Character)
    assert accepted or isinstance(results[0], ValidationError), results
    assert results[1] is None or isinstance(results[1], Character | ValidationError), results
    status = CharacterOffer.objects.get().status
    assert status == ("accepted" if accepted else STATUS.get(name, "ended"))
    moved = Character.objects.filter(campaign=there.campaign).count()
    assert moved == (1 if accepted or name == "move" else 0)
    if name in STATUS:
        assert isinstance(results[1], ValidationError) == accepted


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time.")
@pytest.mark.parametrize("name", OTHERS)
def test_accepting_waits_for_what_came_first(here, there, made, name):
    with transaction.atomic():
        OTHERS[name](here, there, made)
        thread, outcome = in_thread(accept(there, made))
        thread.join(0.5)
        assert not outcome
    thread.join(20)
    assert isinstance(outcome[0], ValidationError), outcome
    assert "This offer is over" in str(outcome[0])


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time.")
@pytest.mark.parametrize("name", OTHERS)
def test_the_second_request_waits_for_the_acceptance(here, there, made, name):
    with transaction.atomic():
        accept(there, made)()
        thread, outcome = in_thread(lambda: OTHERS[name](here, there, made))
        thread.join(0.5)
        assert not outcome
    thread.join(20)
    assert outcome[0] is None or isinstance(outcome[0], Character | ValidationError), outcome
    assert CharacterOffer.objects.get().status == "accepted"
    assert Character.objects.filter(campaign=there.campaign).count() == 1
