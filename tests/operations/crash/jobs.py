"""What is done on a house's database, each time in a process of its own; results are JSON."""

import io
import time
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from campaigns.archive import actions as archive_actions
from campaigns.archive.models import Transfer
from campaigns.encounters import actions as encounter_actions
from campaigns.encounters.models import Command, Encounter
from campaigns.log import actions as log_actions
from campaigns.modules import actions as module_actions
from campaigns.modules.models import ImportRun
from campaigns.webhooks import actions as webhook_actions
from campaigns.webhooks import delivery, outbox
from campaigns.webhooks.models import WebhookDelivery
from common import outgoing
from operations import site_backup
from people import actions as people_actions
from people.access import get_membership
from people.models import Campaign, User
from tests import factories
from tests.campaigns.modules.dump import everything
from tests.helpers import assert_replays

SHIPPED = Path(module_actions.__file__).parents[1] / "modules" / "shipped"


def prepare(games=1):
    """A campaign with encounters that run, everyone in them, and a token of its GM."""
    gm = factories.UserFactory(username="gm")
    campaign = factories.CampaignFactory(name="The Salt Road", created_by=gm)
    factories.MemberFactory(campaign=campaign, user=gm, role="gm")
    heroes = []
    for name in ("Mara", "Bo"):
        user = factories.UserFactory(username=name.lower())
        factories.MemberFactory(campaign=campaign, user=user)
        heroes.append(factories.CharacterFactory(campaign=campaign, owner=user, name=name))
    membership, foe = get_membership(gm, campaign.pk), factories.MonsterFactory(name="Bandit")
    rows = []
    for number in range(games + 1):
        row = encounter_actions.create(membership=membership, title=f"Fight {number}")
        encounter_actions.add_characters(membership=membership, encounter=row, characters=heroes)
        encounter_actions.add_monsters(membership=membership, encounter=row, monster=foe, count=3)
        rows.append(row.pk)
    for pk in rows[:games]:
        encounter_actions.start(membership=membership, encounter=Encounter.objects.get(pk=pk), seed=str(pk))
    _row, secret = people_actions.create_token(user=gm, name="script", can_write=True)
    return {"secret": secret, "campaign": campaign.pk, "running": rows[:games], "waiting": rows[games]}


def check(encounter=None):
    """The database is sound and every encounter, or this one, replays; what is stored, or the fault."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA integrity_check")
            assert cursor.fetchall() == [("ok",)]
            cursor.execute("PRAGMA foreign_key_check")
            assert cursor.fetchall() == []
        else:
            _amcheck(cursor)
    begun = Encounter.objects.exclude(status="prepared")
    try:
        for row in begun.filter(pk=encounter) if encounter else begun:
            assert_replays(row)
    except AssertionError as fault:
        return {"fault": str(fault)}
    rows = Command.objects.filter(encounter__in=[encounter] if encounter else begun).order_by("number")
    return {"commands": list(map(list, rows.values_list("encounter", "number", "key", "type")))}


def _amcheck(cursor):
    cursor.execute("SELECT 1 FROM pg_available_extensions WHERE name = 'amcheck'")
    if cursor.fetchone():
        cursor.execute("CREATE EXTENSION IF NOT EXISTS amcheck")
        cursor.execute(
            "SELECT bt_index_check(c.oid, true) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid"
            " JOIN pg_am a ON a.oid = c.relam JOIN pg_namespace n ON n.oid = c.relnamespace"
            " WHERE a.amname = 'btree' AND n.nspname = 'public' AND i.indisvalid"
        )


def dump():
    """Every row of the project's own tables, without what goes on by itself."""
    return everything()


def start(encounter):
    """Begins a prepared encounter."""
    membership = get_membership(User.objects.get(username="gm"), Encounter.objects.get(pk=encounter).campaign_id)
    encounter_actions.start(membership=membership, encounter=Encounter.objects.get(pk=encounter), seed="again")


def take_in(campaign):
    """Imports a shipped module."""
    membership = get_membership(User.objects.get(username="gm"), campaign)
    file = sorted(SHIPPED.glob("*.satchel.json"))[0]
    version, _new = module_actions.upload(by=membership.user, document=module_actions.read(data=file.read_bytes()))
    run = module_actions.apply_import(membership=membership, version=version)
    return {"status": run.status, "objects": membership.campaign.imported.count(), "runs": ImportRun.objects.count()}


def imported(campaign):
    """How many objects and finished runs there are."""
    return [Campaign.objects.get(pk=campaign).imported.count(), ImportRun.objects.filter(status="done").count()]


def backup(path):
    """manage.py backup."""
    call_command("backup", path, verbosity=0)


def nightly_backup(data):
    """manage.py backup into the folder backups of a data folder."""
    settings.DATA_DIR = Path(data)
    call_command("backup", verbosity=0)


def restore(path):
    """manage.py restore_backup."""
    call_command("restore_backup", path, "--yes", verbosity=0)


def verify(path):
    """Proves a backup; the keys and numbers of the commands in it."""
    with open(path, "rb") as file:
        site_backup.verify_backup(file)
        reader = site_backup.open_backup(file)
        return [(line["key"], line["number"]) for _number, line in reader.lines("tables/campaigns/command.jsonl")]


def export(campaign):
    """Exports the whole campaign; how the transfer stands in the end."""
    membership = get_membership(User.objects.get(username="gm"), campaign)
    return _over(archive_actions.start_export(membership=membership, whole=True)).status


def _over(row):
    """The transfer when its work, in a thread of its own, has come to its end."""
    while row.status == Transfer.Status.RUNNING:
        time.sleep(0.02)
        row.refresh_from_db()
    return row


def carried(path, campaign):
    """The archive of an export, as a file."""
    from campaigns.archive import writing

    with open(path, "w+b") as file:
        writing.write_archive(Campaign.objects.get(pk=campaign), file)


def bring(path):
    """Sends an archive in, and restores what of it opens."""
    gm = User.objects.get(username="gm")
    with open(path, "rb") as file:
        row = _over(archive_actions.receive_archive(by=gm, file=io.BytesIO(file.read())))
    assert row.status == Transfer.Status.WAITING, row.about
    return _over(archive_actions.confirm_restore(by=gm, transfer=row, names=["gm"], leave_shut=True)).status


def campaigns():
    """How many campaigns there are."""
    return Campaign.objects.count()


def age():
    """Some minutes go by for work that nobody has heard of since."""
    long_ago = timezone.now() - timedelta(minutes=5)
    Transfer.objects.filter(status="running").update(touched=long_ago)


def note(campaign):
    """A line in the log."""
    log_actions.add_note(membership=get_membership(User.objects.get(username="gm"), campaign), text="written since")


def hook(campaign):
    """An address that wants every log entry, and a log entry for it."""
    membership = get_membership(User.objects.get(username="gm"), campaign)
    webhook_actions.add_webhook(membership=membership, url="https://example.com/", topics=["log"])
    outbox._start_delivery_thread = lambda: None
    log_actions.add_note(membership=membership, text="We met Otto.")
    return WebhookDelivery.objects.get().pk


def deliver(path, later=0):
    """Tells what is due `later` seconds from now; the other end writes down what it got."""
    outgoing.PinnedConnection = lambda *address: Other(path)
    outgoing.resolve_address = lambda *address: "93.184.216.34"
    tried = delivery.deliver_due(timezone.now() + timedelta(seconds=later))
    return [tried, list(WebhookDelivery.objects.values_list("status", flat=True))]


class Other:
    """The other end of a webhook."""

    status = 200

    def __init__(self, path):
        self.path = path

    def request(self, method, target, body, headers):
        """Takes a message in."""
        with open(self.path, "a") as got:
            got.write(f"{headers['Fatekeeper-Delivery']}\n")

    def getresponse(self):
        """Thanks for it."""
        return self

    def close(self):
        """Nothing to close."""

    def cut(self):
        """Nothing to cut."""
