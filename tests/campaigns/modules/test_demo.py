"""`manage.py demo`: everything to look at in one command, twice as good as once, never by accident."""

import json
import time
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from campaigns.encounters import play
from campaigns.encounters.models import Encounter
from campaigns.encounters.play import auditing
from campaigns.log.models import LogEntry
from campaigns.modules.models import ImportedObject, ModuleVersion
from campaigns.sessions.models import Recap, Session
from campaigns.world.models import Reveal
from characters.models import Character, ExperienceEntry, Monster
from operations.demo import campaign as demo_campaign
from people.models import Campaign, Member, User
from rules.play import SYSTEMS
from tests.campaigns.modules import samples
from tests.campaigns.modules.dump import everything
from tests.campaigns.modules.samples import put
from tests.demo_rows import seed_demo

pytestmark = pytest.mark.django_db
LONGEST = 15.0
# Evenings whose lines were written when the demo was made.
PLAYED_NOW = {session["title"] for session in demo_campaign.STORY["sessions"]}


@pytest.fixture
def laid_out():
    return seed_demo()


def test_it_makes_logins_that_it_prints_and_that_work(laid_out, client):
    assert "fatekeeper-demo" in laid_out
    for name in ("gm-demo", "mara", "oskar", "watcher", "keeper"):
        assert name in laid_out
        assert client.login(username=name, password="fatekeeper-demo")
    assert User.objects.get(username="keeper").is_staff
    assert not User.objects.get(username="gm-demo").is_staff


def test_it_makes_a_campaign_with_everybody_in_their_role(laid_out):
    campaign = Campaign.objects.get(name=demo_campaign.STORY["name"])
    roles = dict(Member.objects.filter(campaign=campaign).values_list("user__username", "role"))
    assert roles == {"gm-demo": "gm", "mara": "player", "oskar": "player", "watcher": "observer"}
    assert Character.objects.filter(campaign=campaign, kind="pc", status="active").count() == 3
    assert Session.objects.filter(campaign=campaign, status="planned").count() == 1
    assert LogEntry.objects.filter(campaign=campaign, kind="check").exists()
    assert Monster.objects.filter(campaign=campaign, name="Drowned walker").exists()


def test_the_heroes_have_gained_a_level_since_they_began(laid_out):
    """F52-90: five encounters make a level."""
    party = Character.objects.filter(kind="pc", status="active", campaign__name=demo_campaign.STORY["name"])
    assert len(party) == 3
    for character in party:
        assert sum(ExperienceEntry.objects.filter(character=character).values_list("amount", flat=True)) == 6


def test_an_encounter_runs_with_real_commands_and_waits_for_a_player(laid_out):
    assert set(Encounter.objects.filter(status="running").values_list("campaign__system", flat=True)) == set(SYSTEMS)
    for running in Encounter.objects.filter(status="running"):
        assert running.number >= 1
        assert running.commands.count() == running.number
        gm = Member.objects.get(campaign=running.campaign, user__username="gm-demo")
        view = play.view(running, gm, "gm")
        waiting = view.get("waiting", view["turn"])
        assert running.participants.get(key=waiting[0]).controller is not None
    prepared = Encounter.objects.filter(status="prepared", groups__side="players")
    assert set(prepared.values_list("campaign__system", flat=True)) == set(SYSTEMS)


def test_every_campaign_runs_an_encounter_of_an_adventure_that_is_shipped(laid_out):
    shipped = {file.name.removesuffix(".satchel.json") for file in demo_campaign.SHIPPED.glob("*.json")}
    running = Encounter.objects.filter(status="running").select_related("source")
    assert {row.source.module_key for row in running} == shipped
    for campaign in Campaign.objects.all():
        people = Character.objects.filter(campaign=campaign, kind="npc")
        assert people.filter(visible=True).exists()
        assert people.filter(visible=False).exists()


def test_every_campaign_has_lived_for_two_years(laid_out):
    for campaign in Campaign.objects.all():
        held = Session.objects.filter(campaign=campaign, status="held")
        assert held.count() >= 5
        assert timezone.now() - held.earliest("starts").starts > timedelta(days=600)
        assert Recap.objects.filter(session__in=held).count() >= 5
        assert Reveal.objects.filter(campaign=campaign, session__in=held).exists()
        assert Character.objects.filter(campaign=campaign, status="dead").count() == 1
        spread = ExperienceEntry.objects.filter(character__campaign=campaign).dates("created", "month")
        assert len(spread) >= 3
        logged = LogEntry.objects.filter(campaign=campaign, session__in=held)
        assert not [
            line
            for line in logged
            if abs(line.created - line.session.starts) > timedelta(days=1) and line.session.title not in PLAYED_NOW
        ]


def test_the_fights_of_those_years_were_played_and_replay(laid_out):
    ended = Encounter.objects.filter(status="ended")
    assert set(ended.values_list("campaign__system", flat=True)) == set(SYSTEMS)
    for row in ended:
        assert row.commands.count() == row.number >= 4
        assert timezone.now() - row.ended > timedelta(days=30)
    assert [found for found in auditing.audit_all("default") if found.faults] == []


def test_a_second_run_changes_nothing_and_takes_no_time(laid_out):
    before, began = everything(), time.monotonic()
    call_command("demo")
    assert time.monotonic() - began < LONGEST
    assert everything() == before


def test_a_newer_shipped_version_joins_the_library_and_leaves_the_campaign_alone(laid_out, monkeypatch, tmp_path):
    newer = put(samples.bell(), "/module/version", "9.0.0")
    (tmp_path / "newer.satchel.json").write_text(json.dumps(newer), encoding="utf-8")
    monkeypatch.setattr(demo_campaign, "SHIPPED", tmp_path)
    call_command("demo")
    assert ModuleVersion.objects.filter(module__key="the-drowned-bell").count() == 2
    imported = ImportedObject.objects.filter(module_key="the-drowned-bell")
    assert set(imported.values_list("base_version", flat=True)) == {samples.bell()["module"]["version"]}


def test_it_refuses_in_production_mode_unless_told_twice(settings):
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="--yes"):
        call_command("demo")
    assert not User.objects.exists()
    call_command("demo", yes=True)
    assert Campaign.objects.exists()
