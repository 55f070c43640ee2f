"""The demo campaigns have lived: sessions with dates in the world, births, a death, and events to come."""

import pytest
from django.core.management import call_command

from campaigns.log.calendar.models import Calendar, InWorldDate, PlannedEvent
from campaigns.log.models import LogEntry
from campaigns.sessions.models import Session
from characters.models import Character
from people.models import Campaign

pytestmark = pytest.mark.django_db


def test_every_campaign_of_the_demo_has_dates_in_its_world():
    call_command("demo", verbosity=0)
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
        last = max(row.last for row in days.values())
        assert Calendar.objects.get(campaign=campaign).now.last == last
