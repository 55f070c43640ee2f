"""Passing for players who are away: only where the campaign allows it, openly, and with the least active command."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from campaigns.encounters import play
from campaigns.encounters.calls import job
from campaigns.encounters.calls.models import Call
from campaigns.encounters.models import Command, Encounter
from campaigns.encounters.play.waits import read_waits
from campaigns.log.models import LogEntry
from campaigns.overview.actions import archive_campaign, change_campaign, unarchive_campaign
from people.models import Campaign
from tests.site.api.conftest import Caller

pytestmark = pytest.mark.django_db


def allow(campaign, days=3):
    Campaign.objects.filter(pk=campaign.pk).update(pass_after=days)


def later(**more):
    return timezone.now() + timedelta(**more)


def waiting(fight):
    return [wait.actor for wait in read_waits(Encounter.objects.get(pk=fight.pk))]


def test_nobody_is_passed_for_unless_the_campaign_allows_it(fight, ana, gm, campaign):
    job.call_players(later(days=30))
    assert waiting(fight) == ["mara", "oskar"]
    with pytest.raises(play.Refused, match="can allow it in its options"):
        play.pass_for(encounter=fight, by=gm, actor="mara")


def test_after_three_days_the_site_passes_and_says_so(fight, ana, ben, gm, campaign):
    allow(campaign)
    job.call_players(later(days=3, seconds=-60))
    assert waiting(fight) == ["mara", "oskar"]
    job.call_players(later(days=3, seconds=60))
    assert waiting(fight) == ["oskar"]
    job.call_players(later(days=3, seconds=60))
    assert waiting(fight) == ["bandit-1", "bandit-2"]
    job.call_players(later(days=30))
    assert waiting(fight) == ["bandit-1", "bandit-2"], "nobody passes for the GM"
    texts = [event["text"] for event in play.events(fight, campaign.members.get(user=ana), after=0)]
    assert "The site passed for Mara after 3 days." in texts
    assert LogEntry.objects.filter(text__contains="The site passed for Mara after 3 days.", audience="all").exists()
    assert list(Command.objects.values_list("type", flat=True)) == ["pass", "pass"]


def test_the_time_in_which_a_campaign_was_archived_is_no_absence(fight, ana, gm, campaign):
    allow(campaign)
    job.call_players()
    archive_campaign(membership=campaign.members.get(user=gm))
    long_ago = (timezone.now() - timedelta(days=60)).isoformat()
    row = Encounter.objects.get(pk=fight.pk)
    Encounter.objects.filter(pk=fight.pk).update(awaited=[{**wait, "since": long_ago} for wait in row.awaited])
    Call.objects.create(encounter=fight, member=campaign.members.get(user=ana), number=0)
    unarchive_campaign(membership=campaign.members.get(user=gm))
    assert not Call.objects.exists(), "those who are awaited are called again"
    job.call_players(later(days=3, seconds=-60))
    assert waiting(fight) == ["mara", "oskar"]
    job.call_players(later(days=2))
    unarchive_campaign(membership=campaign.members.get(user=gm))
    job.call_players(later(days=3, seconds=60))
    assert waiting(fight) == ["oskar"], "a repeated request restarts nothing, and then the site passes"


def test_an_attacked_player_who_is_away_defends_with_no_card(fight, ana, ben, gm, campaign):
    allow(campaign, 1)
    for user, actor in ((ana, "mara"), (ben, "oskar")):
        play.submit(encounter=fight, by=user, command={"type": "pass", "actor": actor})
    attack = next(
        offer for offer in play.offers(fight, campaign.members.get(user=gm), "bandit-1") if offer["type"] == "attack"
    )
    play.submit(encounter=fight, by=gm, command={**attack["example"], "target": "mara"})
    assert waiting(fight) == ["mara"]
    job.call_players(later(days=2))
    command = Command.objects.order_by("-number").first()
    assert (command.type, command.body["cards"]) == ("defend", [])


def test_a_gm_passes_earlier_by_a_button(client, fight, ana, gm, campaign):
    allow(campaign)
    client.force_login(gm)
    page = client.get(f"/encounters/{fight.pk}/").content.decode()
    assert "Pass for Mara" in page
    client.post(f"/encounters/{fight.pk}/pass/", {"actor": "mara", "number": "0"})
    assert waiting(fight) == ["oskar"]
    assert "gm passed for Mara." in client.get(f"/encounters/{fight.pk}/").content.decode()
    again = client.post(f"/encounters/{fight.pk}/pass/", {"actor": "mara", "number": "0"})
    assert again.status_code == 409
    client.force_login(ana)
    assert "Pass for" not in client.get(f"/encounters/{fight.pk}/").content.decode()
    assert client.post(f"/encounters/{fight.pk}/pass/", {"actor": "oskar", "number": "0"}).status_code == 403


def test_scripts_of_a_gm_do_the_same(fight, ana, gm, campaign):
    allow(campaign)
    with pytest.raises(PermissionDenied):
        play.pass_for(encounter=fight, by=ana, actor="mara")
    assert Caller(ana).post(f"encounters/{fight.pk}/pass/", {"actor": "oskar"}).status_code == 403
    assert Caller(gm).post(f"encounters/{fight.pk}/pass/", {"actor": "mara", "number": 0}).status_code == 204
    assert Caller(gm).post(f"encounters/{fight.pk}/pass/", {"actor": "mara", "number": 0}).status_code == 409
    assert waiting(fight) == ["oskar"]


def test_nobody_passes_for_a_participant_that_is_hidden_or_not_waited_for(fight, gm, campaign):
    allow(campaign)
    fight.participants.filter(key="mara").update(hidden=True)
    for actor in ("mara", "bandit-1", "nobody"):
        with pytest.raises(play.StaleCommand):
            play.pass_for(encounter=fight, by=gm, actor=actor)


def let_wait(fight, **time):
    """Lets every wait of the encounter begin so long ago."""
    long_ago = (timezone.now() - timedelta(**time)).isoformat()
    row = Encounter.objects.get(pk=fight.pk)
    Encounter.objects.filter(pk=fight.pk).update(awaited=[{**wait, "since": long_ago} for wait in row.awaited])


def test_a_new_player_has_all_the_days_from_the_hand_over_on(fight, ana, ben, gm, campaign):
    allow(campaign)
    let_wait(fight, days=2, hours=23)
    for place, controller in enumerate((ben, ben), 1):
        member = campaign.members.get(user=controller)
        play.hand_over_participant(encounter=fight, by=gm, participant="mara", controller=member)
        numbers = {wait.actor: wait.number for wait in read_waits(Encounter.objects.get(pk=fight.pk))}
        assert numbers == {"mara": 1, "oskar": 0}, f"hand-over {place} to the same player begins nothing"
    job.call_players(later(hours=2))
    assert waiting(fight) == ["mara"], "Oskar's player has not answered for three days"
    job.call_players(later(days=3, seconds=-60))
    assert waiting(fight) == ["mara"]
    job.call_players(later(days=3, seconds=60))
    assert "mara" not in waiting(fight)


def test_players_have_all_the_days_from_when_the_campaign_begins_to_pass(fight, gm, campaign):
    let_wait(fight, days=60)
    change_campaign(membership=campaign.members.get(user=gm), summary="By post")
    assert read_waits(Encounter.objects.get(pk=fight.pk))[0].since < later(days=-59), "another change restarts nothing"
    change_campaign(membership=campaign.members.get(user=gm), pass_after=3)
    job.call_players(later(days=3, seconds=-60))
    assert waiting(fight) == ["mara", "oskar"]


def test_players_have_all_of_fewer_days_and_more_days_count_from_the_same_beginning(fight, gm, campaign):
    allow(campaign, 7)
    let_wait(fight, days=4)
    change_campaign(membership=campaign.members.get(user=gm), pass_after=1)
    job.call_players(later(days=1, seconds=-60))
    assert waiting(fight) == ["mara", "oskar"], "nobody knew of the fewer days"
    let_wait(fight, days=4)
    change_campaign(membership=campaign.members.get(user=gm), pass_after=3)
    job.call_players(later())
    assert waiting(fight) == ["oskar"]


def test_without_a_game_master_players_pass_only_for_those_who_are_away_too_long(fight, ana, ben, campaign):
    allow(campaign, 3)
    Encounter.objects.filter(pk=fight.pk).update(dealerless=True)
    answer = Caller(ana).post(f"encounters/{fight.pk}/pass/", {"actor": "oskar"})
    assert answer.status_code == 422, "Oskar's player was asked a moment ago"
    assert waiting(fight) == ["mara", "oskar"]
    row = Encounter.objects.get(pk=fight.pk)
    long_ago = (timezone.now() - timedelta(days=3, seconds=5)).isoformat()
    Encounter.objects.filter(pk=fight.pk).update(awaited=[{**wait, "since": long_ago} for wait in row.awaited])
    assert Caller(ana).post(f"encounters/{fight.pk}/pass/", {"actor": "oskar"}).status_code == 204
    assert waiting(fight) == ["mara"]


def test_the_campaign_chooses_the_days_on_its_page_and_in_the_api(client, gm, ana, campaign):
    script = Caller(gm)
    revision = script.get(f"campaigns/{campaign.pk}/").json()["revision"]
    changed = script.send("PATCH", f"campaigns/{campaign.pk}/", {"pass_after": 7, "revision": revision})
    assert changed.json()["pass_after"] == 7
    client.force_login(ana)
    assert "after a week" in client.get(f"/campaigns/{campaign.pk}/options/").content.decode()
    client.force_login(gm)
    assert 'name="pass_after"' in client.get(f"/campaigns/{campaign.pk}/options/").content.decode()
