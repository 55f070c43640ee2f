"""Backups of the site: proven by restoring, refused when damaged, and doctor's sentences."""

import hashlib
import io
import re
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from campaigns.archive import row_numbers
from campaigns.archive.faults import ArchiveInvalid
from campaigns.archive.models import BackupRecord
from campaigns.encounters.calls.models import Call
from campaigns.encounters.models import Encounter, EncounterSecret
from campaigns.log.models import LogEntry
from campaigns.overview.search import index
from campaigns.sessions.models import Session
from campaigns.sessions.notices import job
from campaigns.sessions.notices.models import SessionNotice
from campaigns.sessions.notices.outbox import queue_session_notices
from campaigns.sessions.planning.actions import propose_dates
from campaigns.webhooks.models import Webhook, WebhookDelivery
from campaigns.world.shared_worlds.actions import invite, start_world
from campaigns.world.shared_worlds.models import WorldInvitation
from operations import health, site_backup
from people import actions
from people.models import Campaign, Invitation, Member
from tests.campaigns.modules.dump import everything
from tests.helpers import assert_all_replay

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(seeded_campaign):
    """A site with a campaign in it."""
    return seeded_campaign


def backed_up():
    file = io.BytesIO()
    site_backup.write_backup(file)
    return file


def test_a_backup_restores_every_row_and_every_replay(world, client, gm):
    actions.create_token(user=gm, name="script")
    Invitation.objects.create(campaign=world, expires=world.created)
    hook = Webhook.objects.create(campaign=world, url="https://example.com/", topics=["log"], secret="x", by=gm)
    gms_place = Member.objects.get(campaign=world, user=gm)
    start_world(membership=gms_place, name="The coast")
    invite(membership=gms_place)
    planned = Session.objects.create(campaign=world, number=900)
    dates = [timezone.now() + timedelta(days=9)]
    poll = propose_dates(membership=gms_place, session=planned, dates=dates, until=dates[0], origin="")
    client.force_login(gm)
    file = backed_up()
    before = everything()
    proof = site_backup.verify_backup(file)
    assert everything() == before, "proving touches nothing"
    assert proof.rows > 1000
    assert proof.encounters >= 2
    assert proof.different == []
    LogEntry.objects.create(campaign=world, text="written since", by=gm)
    Campaign.objects.filter(pk=world.pk).update(name="Changed since")
    site_backup.load_backup(site_backup.open_backup(file), live=True)
    assert Campaign.objects.get(pk=world.pk).name == world.name
    assert not LogEntry.objects.filter(text="written since").exists()
    assert client.get("/me/").status_code == 302, "nobody stays signed in"
    assert not gm.auth_token_set.exists(), "no revoked token comes back"
    assert not Invitation.objects.filter(revoked=None).exists()
    assert not WorldInvitation.objects.exists()
    assert poll.links.exists()
    assert not poll.links.filter(revoked=None).exists()
    assert not Webhook.objects.get(pk=hook.pk).active, "no address that was taken away since is told again"
    assert Encounter.objects.filter(campaign=world, status="running").exists()
    assert_all_replay()
    LogEntry.objects.create(campaign=world, text="goes on", by=gm)
    again = backed_up()
    assert site_backup.verify_backup(again).encounters == proof.encounters


def test_a_restored_site_sends_nothing_that_it_may_have_sent_before(world, gm, ana):
    now = timezone.now()
    hook = Webhook.objects.create(campaign=world, url="https://example.com/", topics=["log"], secret="x", by=gm)
    told = hook.deliveries.create(topic="log", body={"text": "once"})
    starts = now + timedelta(hours=5)
    near = Session.objects.create(campaign=world, number=900, starts=starts, remind_hours=24)
    far = Session.objects.create(campaign=world, number=901, starts=now + timedelta(hours=60), remind_hours=24)
    member = Member.objects.get(campaign=world, user=ana)
    queue_session_notices(near, "chosen", now, "", to=[member])
    site_backup.load_backup(site_backup.open_backup(backed_up()), live=True)
    told.refresh_from_db()
    assert (told.status, told.answer) == ("given-up", "The site was restored from a backup.")
    job.plan_reminders(now + timedelta(minutes=1))
    assert job.find_due_notices(now + timedelta(hours=1)) == []
    job.plan_reminders(now + timedelta(hours=40))
    assert SessionNotice.objects.filter(session=far, kind="reminder", due__isnull=False).exists(), "later ones are sent"


def test_messages_after_a_restore_have_numbers_that_no_message_had_before(world, gm, ana, monkeypatch):
    """Receivers take a message with a known number for a repeated one; the machine may be a new one."""
    hook = Webhook.objects.create(campaign=world, url="https://example.com/", topics=["log"], secret="x", by=gm)
    fight = Encounter.objects.filter(campaign=world).first()
    member = Member.objects.get(campaign=world, user=ana)
    models = (WebhookDelivery, Call)

    def add(number):
        message = hook.deliveries.create(topic="log")
        return message.pk, Call.objects.create(encounter=fight, member=member, number=number).pk

    def restore(backup):
        site_backup.load_backup(site_backup.open_backup(backup), live=True)

    used = [add(1000), add(1001)]
    backup = backed_up()
    used += [add(1002), add(1003)]
    for number in (1004, 1005):
        monkeypatch.setattr(row_numbers, "time", lambda moment=1_900_000_000 + number: moment)
        restore(backup)
        used.append(add(number))
    for model in models:  # as on a new machine, with a wrong clock
        row_numbers._set_last_number("default", model, 1)
    monkeypatch.setattr(row_numbers, "time", lambda: 0)
    restore(backup)
    used.append(add(1006))
    for numbers in zip(*used, strict=True):
        assert len(set(numbers)) == len(used)
        assert max(numbers[4:6]) > 1_900_000_000
        assert numbers[6] - numbers[1] > 1000
    LogEntry.objects.create(campaign=world, text="goes on", by=gm)
    assert LogEntry.objects.latest("pk").pk < 1_000_000, "other numbers go on without a gap"


def test_a_damaged_backup_is_refused_before_anything_is_touched(world):
    data = backed_up().getvalue()
    before = everything()
    spoiled = [data[:cut] for cut in (0, 64, len(data) - 1, *range(1000, len(data), len(data) // 100))]
    for bit, place in enumerate(range(3, len(data), len(data) // 100)):
        spoiled.append(data[:place] + bytes([data[place] ^ 1 << bit % 8]) + data[place + 1 :])
    assert len(spoiled) >= 200
    for backup in spoiled:
        with pytest.raises(ArchiveInvalid):
            site_backup.verify_backup(io.BytesIO(backup))
    assert everything() == before


def test_a_table_that_was_forgotten_is_noticed(world, monkeypatch):
    true = site_backup.site_tables
    monkeypatch.setattr(
        site_backup, "site_tables", lambda every=False: [model for model in true(every=every) if model is not LogEntry]
    )
    file = backed_up()
    monkeypatch.undo()
    with pytest.raises(ArchiveInvalid, match=r"logentry\.jsonl"):
        site_backup.verify_backup(file)


def test_a_backup_names_encounters_that_do_not_replay_and_is_complete_all_the_same(world, tmp_path, capsys):
    row = Encounter.objects.filter(campaign=world, status="running").first()
    row.commands.order_by("-number").first().delete()
    target = tmp_path / "site.zip"
    call_command("backup", str(target))
    printed = capsys.readouterr()
    assert "restored and compared" in printed.out
    assert f"Encounter {row.pk} " in printed.err
    assert "1 of " in printed.err
    with target.open("rb") as file:
        (named,) = site_backup.open_backup(file).manifest["encounters"]["different"]
    assert named.startswith(f"Encounter {row.pk} ")
    Campaign.objects.filter(pk=world.pk).update(name="Changed since")
    call_command("restore_backup", str(target), "--yes")
    assert f"Encounter {row.pk} " in capsys.readouterr().err
    assert Campaign.objects.get(pk=world.pk).name == world.name


def test_a_backup_of_another_version_is_refused(world, monkeypatch):
    file = backed_up()
    monkeypatch.setattr(site_backup, "applied_migrations", lambda using="default": [["campaigns", "9999_later"]])
    with pytest.raises(ArchiveInvalid, match="another version"):
        site_backup.verify_backup(file)


def test_the_commands_write_prove_restore_and_refuse(world, tmp_path, capsys):
    target = tmp_path / "site.zip"
    call_command("backup", str(target))
    assert BackupRecord.objects.count() == 1
    assert zipfile.is_zipfile(target)
    assert [path.name for path in tmp_path.iterdir()] == ["site.zip"]
    with pytest.raises(CommandError, match="already exists"):
        call_command("backup", str(target))
    call_command("restore_backup", str(target))
    assert "Nothing was changed" in capsys.readouterr().out
    Campaign.objects.filter(pk=world.pk).update(name="Changed since")
    BackupRecord.objects.all().delete()
    call_command("restore_backup", str(target), "--yes")
    assert Campaign.objects.get(pk=world.pk).name == world.name
    record = BackupRecord.objects.get()
    assert record.sha256 == hashlib.sha256(target.read_bytes()).hexdigest()
    target.write_bytes(target.read_bytes()[:-100])
    with pytest.raises(CommandError, match="nothing was changed"):
        call_command("restore_backup", str(target), "--yes")


def test_the_doctor_says_what_is_in_order(world, settings, capsys):
    found = {finding.text: finding.ok for finding in health.check_health()}
    assert any("database answers" in text for text in found)
    assert any("migrations have run" in text and ok for text, ok in found.items())
    assert any("search indexes are complete" in text and ok for text, ok in found.items())
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match=r"\d of \d+ checks failed"):
        call_command("doctor")
    assert "No backup has been proven" in capsys.readouterr().out


def test_the_doctor_notices_a_lost_index(world):
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("DROP TRIGGER campaigns_logtext_put")
    else:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP INDEX {next(iter(index.LOG.gin_indexes))}")
    assert any("search index is missing" in finding.text and not finding.ok for finding in health.check_health())


def test_the_doctor_replays_a_sample_and_counts_rows(world):
    assert {finding.text: finding.ok for finding in health.check_health()}[
        "The rows of all encounters match their numbers."
    ]
    assert any(
        "were replayed, with the stored results" in finding.text and finding.ok for finding in health.check_health()
    )
    row = Encounter.objects.filter(campaign=world, status="running").first()
    row.commands.create(number=row.number + 3, actor="gm", type="end", body={})
    secret = EncounterSecret.sealed.exclude(pk=row.pk).first()
    secret.state["round"] = 77
    secret.save()
    wrong = [finding.text for finding in health.check_health() if not finding.ok]
    assert any(
        f"encounter {row.pk}: commands have higher numbers than the encounter: {row.number + 3}" in text
        for text in wrong
    )
    assert any(re.search(rf"do not replay to their stored state:.*\b{secret.pk}\b", text) for text in wrong)


HURRIED = {
    "sqlite": ("PRAGMA synchronous=NORMAL", "PRAGMA synchronous=OFF"),
    "postgresql": ("SET synchronous_commit TO off",),
}
# SQLite: the next connection begins with the settings of the site.
CAREFUL = {"sqlite": "SELECT 1", "postgresql": "RESET synchronous_commit"}


@pytest.mark.django_db(transaction=True)
def test_the_doctor_refuses_a_database_that_does_not_wait_for_the_disk():
    assert durable(), "the site's own settings are safe"
    for hurried in HURRIED[connection.vendor]:
        try:
            with connection.cursor() as cursor:
                cursor.execute(hurried)
            assert not durable(), hurried
        finally:
            with connection.cursor() as cursor:
                cursor.execute(CAREFUL[connection.vendor])
            connection.close()
    assert durable()


def durable():
    """Whether the doctor finds nothing wrong with how the database writes."""
    words = ("writes with journal", "fsync", "full_page_writes", "synchronous_commit")
    found = [finding.ok for finding in health.check_health() if any(word in finding.text for word in words)]
    assert found
    return all(found)


MOUNTS = """/dev/sda1 / ext4 rw 0 0
server:/share /srv nfs4 rw 0 0
tmpfs /srv/here tmpfs rw 0 0
"""


def test_a_network_disk_is_known():
    assert health.file_system_of(Path("/var/fatekeeper.sqlite3"), MOUNTS) == "ext4"
    assert health.file_system_of(Path("/srv/fatekeeper.sqlite3"), MOUNTS) in health.NETWORK
    assert health.file_system_of(Path("/srv/here/fatekeeper.sqlite3"), MOUNTS) == "tmpfs"
    assert health.file_system_of(Path("/var/fatekeeper.sqlite3"), "") == ""
