"""A simulated year of a busy group: every week an evening with an encounter, notes, sign-ins, exports and guests."""

import io
from datetime import timedelta

import time_machine
from django.apps import apps
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from campaigns.archive import actions as archive_actions
from campaigns.encounters import actions as encounter_actions
from campaigns.encounters import play
from campaigns.encounters.models import Encounter
from characters.models import Character, Monster
from people.access import get_membership
from people.models import User
from tests.operations.crash.jobs import _over
from tests.soak.jobs import prepare

ROWS_OF_OTHERS = ("ContentType", "Permission", "Group")


def simulate(weeks, commands=10):
    """The rows of every table at the end of each week."""
    site = prepare(name="A year", tables=0)
    membership = get_membership(User.objects.get(username="gm"), site["campaign"])
    start, counts = timezone.now(), []
    for week in range(weeks):
        with time_machine.travel(start + timedelta(weeks=week)):
            play_evening(membership, Monster.objects.get(pk=site["monster"]), week, commands)
            write_notes(site, week)
            sign_in()
            visit_demo()
            _over(archive_actions.start_export(membership=membership, whole=True))
        with time_machine.travel(start + timedelta(weeks=week, days=6)):
            call_command("delete_old_data", stdout=io.StringIO(), stderr=io.StringIO())
        counts.append(count_rows())
    return counts


def play_evening(membership, monster, week, commands):
    """One encounter from its preparation to a few commands."""
    row = encounter_actions.create(membership=membership, title=f"Week {week}")
    heroes = Character.objects.filter(campaign=membership.campaign)
    encounter_actions.add_characters(membership=membership, encounter=row, characters=heroes)
    encounter_actions.add_monsters(membership=membership, encounter=row, monster=monster, count=2)
    row = encounter_actions.start(membership=membership, encounter=Encounter.objects.get(pk=row.pk), seed=str(week))
    for turn in range(commands):
        order = {"type": "set-range", "actor": "gm", "a": "mara", "b": "bo", "range": ("near", "far")[turn % 2]}
        play.submit(encounter=row, by=membership.user, command=order, key=f"{week}-{turn}")


def write_notes(site, week):
    """Notes over the API, each with a key whose answer is kept for a while."""
    for number in range(3):
        heads = {"Authorization": f"Token {site['secret']}", "Idempotency-Key": f"note-{week}-{number}"}
        answer = Client().post(
            f"/api/v1/campaigns/{site['campaign']}/log/",
            {"text": f"Week {week}"},
            content_type="application/json",
            headers=heads,
        )
        assert answer.status_code == 201, answer.content


def sign_in():
    """Everyone signs in on a new device and never signs out."""
    for user in User.objects.filter(username__in=("gm", "mara", "bo")):
        answer = Client().post("/accounts/login/", {"login": user.username, "password": "open sesame"})
        assert answer.status_code == 302, answer.content[:500]


def visit_demo():
    """A visitor sits down at the demo table."""
    answer = Client().post("/demo/")
    assert answer.status_code in (200, 302, 404, 405), answer.content[:500]


def count_rows():
    """How many rows each table has."""
    models = [model for model in apps.get_models() if model.__name__ not in ROWS_OF_OTHERS]
    return {model._meta.db_table: model._base_manager.count() for model in models}
