"""An encounter starts only with characters in play, and none moves away or retires while it starts."""

import threading

import pytest
from django.core.exceptions import ValidationError
from django.db import connection, connections, transaction

from campaigns.encounters import actions
from campaigns.encounters.models import Encounter
from campaigns.encounters.play import setups
from campaigns.encounters.queries import setup_warnings
from campaigns.world.shared_worlds import actions as world_actions
from campaigns.world.shared_worlds.moving import move_character
from characters.sheets.status_actions import restore_character, retire_character
from people.access import get_membership
from rules.play import Refused
from tests import factories


@pytest.fixture
def membership(gm, campaign):
    return get_membership(gm, campaign.pk)


@pytest.fixture
def mara(campaign, ana):
    return factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara")


@pytest.fixture
def prepared(membership, mara):
    """A prepared encounter of Mara and a monster."""
    row = actions.create(membership=membership, title="The ford")
    actions.add_characters(membership=membership, encounter=row, characters=[mara])
    actions.add_monsters(membership=membership, encounter=row, monster=factories.MonsterFactory(), count=1)
    return row


@pytest.mark.django_db
def test_a_retired_character_stops_the_start_until_it_is_back(membership, prepared, mara, gm):
    assert not any("refused" in text for text in setup_warnings(prepared))
    retire_character(character=mara, by=gm, reason="the sea")
    [warning] = setup_warnings(prepared)
    assert warning["refused"]
    assert "Mara: no longer in play." in warning["text"]
    with pytest.raises(Refused, match="Mara"):
        actions.start(membership=membership, encounter=prepared, seed=7)
    prepared.refresh_from_db()
    assert prepared.status == Encounter.Status.PREPARED
    restore_character(character=mara, by=gm, reason="back")
    assert actions.start(membership=membership, encounter=prepared, seed=7).status == Encounter.Status.RUNNING


@pytest.mark.django_db
def test_a_retired_character_does_not_join(membership, prepared, campaign, gm):
    late = factories.CharacterFactory(campaign=campaign, name="Late")
    row = actions.start(membership=membership, encounter=prepared, seed=7)
    retire_character(character=late, by=gm, reason="the sea")
    with pytest.raises(Refused, match="Late: no longer in play"):
        actions.join(membership=membership, encounter=row, character=late)
    assert not row.participants.filter(character=late).exists()


@pytest.fixture
def coast(membership):
    """Another campaign of the same world, which the GM runs too."""
    world_actions.start_world(membership=membership, name="The Marches")
    other = factories.MemberFactory(user=membership.user, role="gm", campaign__system=membership.campaign.system)
    code = world_actions.invite(membership=membership)
    world_actions.join_world(membership=get_membership(other.user, other.campaign_id), code=code)
    return other.campaign


def in_thread(act):
    """Runs `act` in a thread of its own; the list gets what it returned or raised."""
    outcome = []

    def run():
        try:
            outcome.append(act())
        except Exception as error:  # the test looks at it
            outcome.append(error)
        finally:
            connections.close_all()

    thread = threading.Thread(target=run)
    thread.start()
    return thread, outcome


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time.")
def test_moving_waits_for_a_start_and_is_then_refused(membership, prepared, mara, coast):
    with transaction.atomic():
        setups.lock_prepared_characters(prepared)
        thread, outcome = in_thread(lambda: move_character(membership=membership, character=mara, campaign=coast))
        thread.join(0.5)
        assert not outcome
        actions.start(membership=membership, encounter=prepared, seed=7)
    thread.join(20)
    assert isinstance(outcome[0], ValidationError)
    assert "running encounter" in str(outcome[0])
    assert not coast.characters.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time.")
def test_a_start_waits_for_a_move_and_is_then_refused(membership, prepared, mara, coast):
    with transaction.atomic():
        move_character(membership=membership, character=mara, campaign=coast)
        thread, outcome = in_thread(lambda: actions.start(membership=membership, encounter=prepared, seed=7))
        thread.join(0.5)
        assert not outcome
    thread.join(20)
    assert isinstance(outcome[0], Refused)
    prepared.refresh_from_db()
    assert prepared.status == Encounter.Status.PREPARED


@pytest.mark.django_db(transaction=True)
def test_of_a_move_and_a_start_at_once_one_is_refused(membership, prepared, mara, coast):
    start = in_thread(lambda: actions.start(membership=membership, encounter=prepared, seed=7))
    move = in_thread(lambda: move_character(membership=membership, character=mara, campaign=coast))
    for thread, _outcome in (start, move):
        thread.join(20)
    refused = [isinstance(outcome[0], Refused | ValidationError) for _thread, outcome in (start, move)]
    assert sorted(refused) == [False, True]
    prepared.refresh_from_db()
    assert (prepared.status == Encounter.Status.RUNNING) == (not coast.characters.exists())
