"""The end of a session takes from the sheets what lasts for one session (GOB-06)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.encounters.models import Encounter, Participant
from campaigns.log.models import LogEntry
from campaigns.sessions import actions
from characters.models import Character
from people.access import get_membership
from tests import factories
from tests.site.api.conftest import Caller, ok

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture
def dealer(gm, ana):
    """The GM's place in a campaign of A Game of Bastards, which Ana plays too."""
    city = factories.CampaignFactory(system="game-of-bastards", created_by=gm)
    factories.MemberFactory(campaign=city, user=gm, role="gm")
    factories.MemberFactory(campaign=city, user=ana, role="player")
    return get_membership(gm, city.pk)


@pytest.fixture
def volk(dealer, ana):
    """Ana's character, with two wildcards."""
    return factories.CharacterFactory(campaign=dealer.campaign, owner=ana, name="Ana Volk", sheet={"wildcards": 2})


@pytest.fixture
def past_session(dealer):
    """The session of yesterday."""
    return actions.plan_session(membership=dealer, starts=NOW - timedelta(days=1))


def record_attendance(dealer, session):
    return actions.record_attendance(membership=dealer, session=session, attendance=[])


def wildcards(character):
    character.refresh_from_db()
    return character.sheet["wildcards"]


def lines(**filters):
    return list(
        LogEntry.objects.filter(text__contains="The session has ended", **filters).values_list("text", flat=True)
    )


def test_marking_it_as_played_on_its_page_takes_the_wildcards_gob_06(client, gm, volk, past_session):
    client.force_login(gm)
    answer = client.post(f"/sessions/{past_session.pk}/attendance/", {"revision": past_session.revision})
    assert answer.status_code == 302
    assert wildcards(volk) == 0
    assert lines(audience="all", session=past_session, character=volk) == [
        "The session has ended. Ana Volk loses 2 wildcards."
    ]
    assert volk.history.first().history_change_reason == "the end of “Session 1”"


def test_a_script_marks_it_as_played_too_gob_06(gm, ana, volk, past_session):
    assert Caller(ana).patch(f"sessions/{past_session.pk}/", {"status": "held"}).status_code == 403
    assert wildcards(volk) == 2
    ok(Caller(gm).patch(f"sessions/{past_session.pk}/", {"status": "held"}))
    assert wildcards(volk) == 0


def test_only_gms_read_of_npcs_and_of_hidden_characters(dealer, past_session):
    for name, fields in (("Crake", {"kind": Character.Kind.NPC}), ("Vane", {"visible": False})):
        factories.CharacterFactory(campaign=dealer.campaign, name=name, sheet={"wildcards": 1}, **fields)
    record_attendance(dealer, past_session)
    assert {f"The session has ended. {name} loses 1 wildcard." for name in ("Crake", "Vane")} == set(
        lines(audience="gm")
    )
    assert lines(audience="all") == []


def test_a_correction_and_marking_it_as_not_played_change_no_wildcards(dealer, volk, past_session):
    record_attendance(dealer, past_session)
    Character.objects.filter(pk=volk.pk).update(sheet={"wildcards": 3})
    record_attendance(dealer, past_session)
    actions.reopen_session(membership=dealer, session=past_session)
    assert wildcards(volk) == 3


@pytest.mark.parametrize("status", [Encounter.Status.RUNNING, Encounter.Status.ENDED])
def test_somebody_in_a_running_encounter_keeps_them(dealer, volk, past_session, status):
    fight = Encounter.objects.create(campaign=dealer.campaign, title="The ford", status=status)
    Participant.objects.create(encounter=fight, key="volk", name="Ana Volk", side="players", character=volk)
    idle = factories.CharacterFactory(campaign=dealer.campaign, sheet={"wildcards": 1})
    record_attendance(dealer, past_session)
    assert (wildcards(volk), wildcards(idle)) == (2 if status == Encounter.Status.RUNNING else 0, 0)


@pytest.mark.parametrize(
    ("starts", "more", "left"),
    [
        (NOW - timedelta(hours=1), {}, 2),
        (None, {"status": "held"}, 2),
        (NOW - timedelta(days=2), {"status": "held"}, 0),
        (NOW + timedelta(days=1), {}, 0),
        (NOW - timedelta(hours=1), {"status": "cancelled"}, 0),
    ],
)
def test_nobody_loses_them_once_the_next_session_has_begun(dealer, volk, past_session, starts, more, left):
    other = actions.plan_session(membership=dealer, starts=starts)
    type(other).objects.filter(pk=other.pk).update(**more)
    record_attendance(dealer, past_session)
    assert wildcards(volk) == left


def test_without_dates_the_numbers_say_which_session_is_later(dealer, volk):
    first, second = (actions.plan_session(membership=dealer) for _ in range(2))
    record_attendance(dealer, second)
    assert wildcards(volk) == 0
    Character.objects.filter(pk=volk.pk).update(sheet={"wildcards": 3})
    record_attendance(dealer, first)
    assert wildcards(volk) == 3


@pytest.mark.parametrize("lasting", ["scene", "campaign"])
def test_wildcards_that_do_not_last_for_the_session_stay(dealer, volk, past_session, lasting):
    dealer.campaign.options = {"wildcards_last": lasting}
    dealer.campaign.save()
    record_attendance(get_membership(dealer.user, dealer.campaign_id), past_session)
    assert wildcards(volk) == 2


def test_other_games_lose_nothing(running, session):
    hero = factories.CharacterFactory(campaign=running.campaign)
    record_attendance(running, session)
    hero.refresh_from_db()
    assert (hero.revision, lines()) == (1, [])
