"""The long campaign has what a campaign of years has: the engine plays sessions in each of the four games."""

from io import StringIO

import pytest
from django.core.management import call_command

from campaigns.encounters.models import Encounter
from campaigns.log.calendar.models import InWorldDate
from campaigns.log.models import LogEntry
from campaigns.sessions.models import Recap
from campaigns.world.models import Reveal, WorldEntry
from campaigns.world.ties.models import Tie
from characters.models import Character, ExperienceEntry
from operations.demo import long_campaign
from rules import play
from tests.shipped_rows import load_bestiary, load_catalogue

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("system", sorted(play.SYSTEMS))
def test_the_engine_plays_sessions_of_the_long_campaign(system):
    load_catalogue()
    load_bestiary()
    campaign = long_campaign.create_long_campaign(sessions=40, entries=80, played=16, system=system)
    encounters = Encounter.objects.filter(campaign=campaign)
    assert encounters.count() == 16
    assert set(encounters.values_list("status", flat=True)) == {Encounter.Status.ENDED}
    assert all(row.number > 1 for row in encounters)
    assert Recap.objects.filter(session__campaign=campaign).count() == 16
    assert ExperienceEntry.objects.filter(character__campaign=campaign, amount__gt=0).exists()
    assert Character.objects.filter(campaign=campaign, status=Character.Status.DEAD).exists()
    assert set(WorldEntry.objects.filter(campaign=campaign).values_list("kind", flat=True)) >= {"location", "faction"}
    assert Tie.objects.filter(campaign=campaign).count() == WorldEntry.objects.filter(campaign=campaign).count()
    assert Reveal.objects.filter(campaign=campaign, entry__isnull=False, session__isnull=False).exists()
    dates = InWorldDate.objects.filter(campaign=campaign, kind=InWorldDate.Kind.SESSION).order_by("session__number")
    assert len(dates) == 16
    assert [date.first for date in dates] == sorted(date.first for date in dates)


def test_a_second_call_adds_lines_and_plays_no_session_twice():
    load_catalogue()
    load_bestiary()
    campaign = long_campaign.create_long_campaign(sessions=10, entries=20, played=3)
    played = LogEntry.objects.filter(campaign=campaign).count() - 20
    long_campaign.create_long_campaign(sessions=10, entries=30, played=3)
    assert LogEntry.objects.filter(campaign=campaign).count() == played + 30
    assert Encounter.objects.filter(campaign=campaign).count() == 3


def test_the_command_works_on_a_new_site_that_has_no_monsters_yet():
    call_command("seed_long_campaign", sessions=4, entries=8, played=1, stdout=StringIO())
    assert Encounter.objects.filter(campaign__name=long_campaign.NAME).count() == 1
