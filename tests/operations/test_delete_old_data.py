"""What is kept only for a while goes with a command that operators run, and the doctor says when it piles up."""

import os
import time
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import CHANGE
from django.contrib.admin.models import LogEntry as AdminEntry
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.utils import timezone

from campaigns.encounters import play
from campaigns.encounters.models import Command, Encounter
from campaigns.webhooks import actions
from campaigns.webhooks.models import WebhookDelivery
from operations import health, startup
from operations.demo import visitor_actions
from operations.management.commands import nightly
from people.access import get_membership
from people.idempotency import keys
from people.idempotency.models import IdempotencyRecord
from tests import factories
from tests.site.api.conftest import Caller, ok

pytestmark = pytest.mark.django_db


def age(row, days):
    type(row).objects.filter(pk=row.pk).update(created=timezone.now() - timedelta(days=days))


def noted(gm, campaign, key):
    body = {"text": "We met Otto."}
    return ok(Caller(gm).post(f"campaigns/{campaign.pk}/log/", body, Idempotency_Key=key), 201)["id"]


def test_answers_older_than_thirty_days_are_forgotten_and_younger_ones_stay(gm, campaign, capsys):
    first = {key: noted(gm, campaign, key) for key in ("old", "young")}
    age(IdempotencyRecord.objects.get(key="old"), 31)
    age(IdempotencyRecord.objects.get(key="young"), 29)
    call_command("delete_old_data")
    assert "1 stored responses to repeated requests deleted" in capsys.readouterr().out
    assert noted(gm, campaign, "young") == first["young"], "done once"
    assert noted(gm, campaign, "old") != first["old"]


def test_the_earlier_name_clear_guests_deletes_the_same(gm, campaign, capsys):
    noted(gm, campaign, "old")
    age(IdempotencyRecord.objects.get(), 31)
    call_command("clear_guests")
    assert "1 stored responses to repeated requests deleted" in capsys.readouterr().out
    call_command("delete_old_data")
    assert "0 stored responses to repeated requests deleted" in capsys.readouterr().out


def test_more_than_a_handful_go_in_one_sweep(gm, monkeypatch):
    monkeypatch.setattr(keys, "BATCH_SIZE", 2)
    long_ago = timezone.now() - timedelta(days=99)
    IdempotencyRecord.objects.bulk_create(
        IdempotencyRecord(user=gm, key=str(number), fingerprint="x", created=long_ago) for number in range(5)
    )
    assert keys.delete_expired() == 5


def test_the_key_of_a_command_lives_as_long_as_its_encounter(gm, campaign, monkeypatch):
    real = timezone.now
    hero = factories.CharacterFactory(campaign=campaign, owner=gm)
    row = Encounter.objects.create(campaign=campaign, title="The ford")
    row.groups.create(side="players", character=hero)
    row.groups.create(side="monsters", monster=factories.MonsterFactory(), position=1)
    play.begin(encounter=row, by=gm, seed=1)
    body = {"type": "end", "actor": "gm", "outcome": "victory"}
    first = ok(Caller(gm).post(f"encounters/{row.pk}/commands/", {"command": body}, Idempotency_Key="k"))
    monkeypatch.setattr(timezone, "now", lambda: real() + timedelta(days=999))
    call_command("delete_old_data")
    again = ok(Caller(gm).post(f"encounters/{row.pk}/commands/", {"command": body}, Idempotency_Key="k"))
    assert again["number"] == first["number"]
    assert Command.objects.filter(encounter=row, key="k").count() == 1


def test_webhook_messages_are_deleted_after_ninety_days_but_waiting_ones_stay(gm, campaign):
    membership = get_membership(gm, campaign.pk)
    hook = actions.add_webhook(membership=membership, url="https://example.com/", topics=["log"])[0]
    kept = [hook.deliveries.create(topic="log", status="waiting"), hook.deliveries.create(topic="log", status="told")]
    gone = [hook.deliveries.create(topic="log", status=status) for status in ("told", "given-up")]
    age(kept[0], 91)
    for row in gone:
        age(row, 91)
    call_command("delete_old_data")
    assert set(WebhookDelivery.objects.all()) == set(kept)
    actions.change_webhook(membership=membership, webhook=hook, active=False)
    assert actions.delete_old_deliveries() == 1, "at a paused one nothing waits for ever"


def test_the_doctor_says_when_it_piles_up(gm, campaign, monkeypatch):
    noted(gm, campaign, "old")
    age(IdempotencyRecord.objects.get(), 31)
    assert any(finding.ok and finding.text.startswith("1 stored responses") for finding in health.check_health())
    monkeypatch.setattr(health, "MANY_LEFTOVERS", 1)
    assert any(not finding.ok and "run manage.py delete_old_data" in finding.text for finding in health.check_health())


def test_expired_sign_ins_go_with_their_devices_and_others_stay(gm, ana, client, capsys):
    for user in (gm, ana):
        client.cookies.clear()
        answer = client.post("/accounts/login/", {"login": user.username, "password": "open sesame"})
        assert answer.status_code == 302
    stays = client.session.session_key
    assert UserSession.objects.count() == Session.objects.count() == 2
    past = timezone.now() - timedelta(days=1)
    assert Session.objects.exclude(pk=stays).update(expire_date=past) == 1
    UserSession.objects.update(created_at=past - timedelta(days=60))
    call_command("delete_old_data")
    assert "1 expired sign-ins deleted" in capsys.readouterr().out
    assert [row.pk for row in Session.objects.all()] == [stays]
    assert [row.session_key for row in UserSession.objects.all()] == [stays]
    assert client.get("/").status_code == 200


def test_the_nightly_job_removes_addresses_from_the_log_of_staff(gm, ana, capsys):
    mail = EmailAddress.objects.create(user=ana, email="ana@example.com")
    AdminEntry.objects.log_actions(gm.pk, [mail], CHANGE, single_object=True)
    AdminEntry.objects.log_actions(gm.pk, [ana], CHANGE, single_object=True)
    call_command("delete_old_data")
    assert "1 addresses in the admin's log removed" in capsys.readouterr().out
    left = set(AdminEntry.objects.values_list("object_repr", flat=True))
    assert left == {f"emailaddress {mail.pk}", "ana"}


@pytest.fixture
def backups(monkeypatch):
    """The backups that the nightly job asks for; they are not made here."""
    made = []

    def call(name, **more):
        made.append(name) if name == "backup" else call_command(name, **more)

    monkeypatch.setattr(nightly, "call_command", call)
    return made


def test_rows_that_cannot_be_deleted_stop_neither_the_rest_nor_the_backup(gm, campaign, backups, monkeypatch, capsys):
    noted(gm, campaign, "old")
    age(IdempotencyRecord.objects.get(), 31)
    call_command("nightly")
    assert "1 stored responses" in capsys.readouterr().out
    noted(gm, campaign, "old")
    age(IdempotencyRecord.objects.get(), 31)
    monkeypatch.setattr(visitor_actions, "sweep_each", lambda: {}[1])
    with pytest.raises(CommandError, match="could be deleted"):
        call_command("nightly")
    said = capsys.readouterr()
    assert "1 stored responses" in said.out
    assert "1 of 9 kinds of old data could not be deleted." in said.err
    assert backups == ["backup", "backup"]


def test_whatever_ends_the_deletion_the_backup_is_made(backups, monkeypatch, caplog):
    monkeypatch.setattr(startup, "require_no_newer_migrations", lambda: {}[1])
    with pytest.raises(CommandError):
        call_command("nightly")
    assert "KeyError" in caplog.text
    assert backups == ["backup"]


@pytest.mark.parametrize("fault", [CommandError("no space"), OSError(28, "No space left")])
def test_a_nightly_backup_that_fails_is_an_error_of_which_the_operator_gets_one_mail(monkeypatch, caplog, fault):
    """Errors are mailed and warnings are not; a failed night runs again every hour."""

    def fail(*_arguments, **_more):
        raise fault

    monkeypatch.setattr(nightly, "call_command", lambda name, **more: fail() if name == "backup" else None)
    for again, level in ((None, "ERROR"), (time.time(), "WARNING")):
        caplog.clear()
        with pytest.raises(CommandError):
            call_command("nightly", again=again)
        assert [(record.levelname, "backup failed" in record.message) for record in caplog.records] == [(level, True)]


def test_a_night_that_is_tried_again_makes_a_second_backup_only_if_the_first_is_missing(backups, settings, tmp_path):
    """Hourly backups would replace those of all other nights."""
    settings.DATA_DIR = tmp_path
    begun = time.time()
    call_command("nightly", again=begun)
    (tmp_path / "backups").mkdir()
    file = tmp_path / "backups" / "site-2026-03-01-040000.zip"
    for hours, count in ((0, 1), (-1, 2), (-23, 3)):
        file.touch()
        os.utime(file, (begun + hours * 3600, begun + hours * 3600))
        call_command("nightly", again=begun)
        assert len(backups) == count, "only a backup of this night counts"
    call_command("nightly")
    assert backups == ["backup"] * 4
