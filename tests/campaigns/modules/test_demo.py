"""`manage.py demo`: everything to look at in one command, twice as good as once, never by accident."""

import json
import time

import pytest
from django.core.management import CommandError, call_command

from campaigns.encounters import play
from campaigns.encounters.models import Encounter
from campaigns.log.models import LogEntry
from campaigns.modules.models import ImportedObject, ModuleVersion
from campaigns.sessions.models import Session
from characters.models import Character, ExperienceEntry, Monster
from operations.demo import campaign as demo_campaign
from people.models import Campaign, Member, User
from rules.play import SYSTEMS
from tests.campaigns.modules import samples
from tests.campaigns.modules.dump import everything
from tests.campaigns.modules.samples import put

pytestmark = pytest.mark.django_db
LONGEST = 15.0


@pytest.fixture
def laid_out(capsys):
    call_command("demo")
    return capsys.readouterr().out


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
    assert Character.objects.filter(campaign=campaign, kind="pc").count() == 3
    assert Session.objects.filter(campaign=campaign, status="planned").count() == 1
    assert LogEntry.objects.filter(campaign=campaign, kind="check").exists()
    assert Monster.objects.filter(campaign=campaign, name="Drowned walker").exists()


def test_one_more_encounter_makes_a_level(laid_out):
    """F52-90: five encounters make a level."""
    for character in Character.objects.filter(kind="pc", campaign__name=demo_campaign.STORY["name"]):
        assert sum(ExperienceEntry.objects.filter(character=character).values_list("amount", flat=True)) == 4


def test_an_encounter_runs_with_real_commands_and_waits_for_a_player(laid_out):
    assert set(Encounter.objects.filter(status="running").values_list("campaign__system", flat=True)) == set(SYSTEMS)
    for running in Encounter.objects.filter(status="running"):
        assert running.number >= 1
        assert running.commands.count() == running.number
        gm = Member.objects.get(campaign=running.campaign, user__username="gm-demo")
        view = play.view(running, gm, "gm")
        waiting = view.get("waiting", view["turn"])
        assert running.participants.get(key=waiting[0]).controller is not None
    assert Encounter.objects.filter(status="prepared", groups__side="players").exists()


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
    assert ModuleVersion.objects.count() == 2
    assert set(ImportedObject.objects.values_list("base_version", flat=True)) == {samples.bell()["module"]["version"]}


def test_it_refuses_in_production_mode_unless_told_twice(settings):
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="--yes"):
        call_command("demo")
    assert not User.objects.exists()
    call_command("demo", yes=True)
    assert Campaign.objects.exists()
