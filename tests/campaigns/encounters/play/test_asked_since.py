"""While a question blocks the table, the GM reads who is asked and since when, and finds the way on."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.encounters import play
from campaigns.encounters.models import Encounter

pytestmark = pytest.mark.django_db


@pytest.fixture
def blocked(fight, ana, ben, gm):
    """A bandit attacks Mara, who was asked three minutes ago."""
    for user, who in ((ana, "mara"), (ben, "oskar")):
        play.submit(encounter=fight, by=user, command={"type": "pass", "actor": who})
    attack = {"type": "attack", "actor": "bandit-1", "target": "mara", "weapon": "unarmed", "cards": ["7C"]}
    play.submit(encounter=fight, by=gm, command=attack)
    row = Encounter.objects.get(pk=fight.pk)
    asked = (timezone.now() - timedelta(minutes=3, seconds=5)).isoformat()
    Encounter.objects.filter(pk=row.pk).update(awaited=[{**wait, "since": asked} for wait in row.awaited])
    return fight


def page_of(client, user, encounter):
    client.force_login(user)
    return " ".join(client.get(f"/encounters/{encounter.pk}/").content.decode().replace("\xa0", " ").split())


def test_the_gm_reads_since_when_somebody_is_asked_and_players_do_not(client, blocked, gm, ben):
    assert "Mara was asked 3 minutes ago." in page_of(client, gm, blocked)
    assert "was asked" not in page_of(client, ben, blocked)


def test_the_gm_finds_how_to_pass_for_the_player(client, blocked, gm):
    address, field = re.search(
        r'href="([^"]*)#([^"]*)">\s*Allow passing for absent', page_of(client, gm, blocked)
    ).groups()
    assert f'id="{field}"' in client.get(address).content.decode(), "the link leads to the field"
    campaign = blocked.campaign
    campaign.pass_after = 2
    campaign.save()
    page = page_of(client, gm, blocked)
    assert "Pass for Mara" in page
    assert "Allow passing for absent players" not in page
    play.pass_for(encounter=blocked, by=gm, actor="mara")
    assert "3 minutes ago" not in page_of(client, gm, blocked)
