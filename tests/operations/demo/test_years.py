"""The demo campaigns have a past: dates in the world, births, a death, events to come, ties and a quest."""

from datetime import timedelta

import pytest
from django.db.models import F, Q

from campaigns.encounters.models import Encounter
from campaigns.log.calendar.models import Calendar, InWorldDate, PlannedEvent
from campaigns.log.models import LogEntry
from campaigns.sessions.models import Session
from campaigns.world.maps.models import MapArea, MapVisit
from campaigns.world.models import WorldEntry
from campaigns.world.quests.models import QuestLine
from campaigns.world.ties.models import Tie
from characters.models import Character
from people.models import Campaign
from tests.demo_rows import seed_demo

pytestmark = pytest.mark.django_db


def test_the_worlds_of_the_demo_have_dates_ties_and_a_quest():
    seed_demo()
    for campaign in Campaign.objects.filter(archived=None):
        sessions = Session.objects.filter(campaign=campaign, status=Session.Status.HELD)
        dated = InWorldDate.objects.filter(campaign=campaign)
        days = {row.session_id: row for row in dated.filter(kind=InWorldDate.Kind.SESSION)}
        assert set(days) == set(sessions.values_list("pk", flat=True)), campaign
        dead = Character.objects.filter(campaign=campaign, status=Character.Status.DEAD)
        assert {row.character for row in dated.filter(kind=InWorldDate.Kind.DEATH)} == set(dead)
        assert dated.filter(kind=InWorldDate.Kind.BIRTH).exists()
        assert PlannedEvent.objects.filter(campaign=campaign, due=None).exists(), "something is still to come"
        for line in LogEntry.objects.filter(campaign=campaign, kind=LogEntry.Kind.ENCOUNTER, session__in=sessions):
            own = dated.filter(kind=InWorldDate.Kind.LOG, entry=line).first()
            assert own or "began" in line.text
            assert own is None or (own.first, own.last) == (days[line.session_id].first, days[line.session_id].last), (
                line.text
            )
        deaths = LogEntry.objects.filter(campaign=campaign, kind=LogEntry.Kind.DEATH)
        assert {row.session for row in deaths} <= set(sessions), "a death belongs to the session in which it happened"
        for death in deaths:
            name = death.character.name
            assert not campaign.log.filter(session=death.session, text__regex=f"Survived:.*{name}").exists()
        log = LogEntry.objects.filter(campaign=campaign)
        joined = log.filter(text__contains="joined the campaign").order_by("pk").first()
        assert joined.created < sessions.order_by("starts").first().starts
        late = log.filter(session__in=sessions, created__gt=F("session__starts") + timedelta(hours=4))
        assert not late.exclude(encounter__status="running").exists(), "what a session wrote is of its evening"
        last = max(row.last for row in days.values())
        assert Calendar.objects.get(campaign=campaign).now.last == last
    encounters = Encounter.objects.filter(campaign__archived=None)
    assert not encounters.exclude(status=Encounter.Status.ENDED).exclude(ended=None).exists()
    assert not encounters.filter(status=Encounter.Status.PREPARED).exclude(started=None).exists()
    assert not encounters.filter(status=Encounter.Status.ENDED).filter(Q(started=None) | Q(ended=None)).exists()
    assert set(encounters.values_list("status", flat=True)) == set(Encounter.Status.values)
    assert set(Tie.objects.values_list("visibility", flat=True)) == {"party", "gm"}
    assert WorldEntry.objects.get(here__isnull=False).name == "The Salt Lamp"
    assert MapVisit.objects.count() == 5
    assert MapArea.objects.get().revealed is None
    assert QuestLine.objects.filter(done__isnull=False).exists()
