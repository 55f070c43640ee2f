"""What is done on a house's database, each time in a process of its own; results are JSON."""

import io
import time
from datetime import timedelta
from pathlib import Path

from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from campaigns import access, sending, telling
from campaigns.actions import encounters, log, modules, tokens, transfers, webhooks
from campaigns.archive import site
from campaigns.models import Campaign, Command, Encounter, ImportRun, Transfer, User, WebhookDelivery
from tests import factories
from tests.campaigns.modules.dump import everything
from tests.helpers import assert_replays

SHIPPED = Path(modules.__file__).parents[1] / "modules" / "shipped"


def prepare(games=1):
    """A campaign with encounters that run, everybody in them, and a token of its GM."""
    gm = factories.UserFactory(username="gm")
    campaign = factories.CampaignFactory(name="The Salt Road", created_by=gm)
    factories.MemberFactory(campaign=campaign, user=gm, role="gm")
    heroes = []
    for name in ("Mara", "Bo"):
        user = factories.UserFactory(username=name.lower())
        factories.MemberFactory(campaign=campaign, user=user)
        heroes.append(factories.CharacterFactory(campaign=campaign, owner=user, name=name))
    own, foe = access.member(gm, campaign.pk), factories.MonsterFactory(name="Bandit")
    rows = []
    for number in range(games + 1):
        row = encounters.create(own=own, title=f"Fight {number}")
        encounters.add_characters(own=own, encounter=row, characters=heroes)
        encounters.add_monsters(own=own, encounter=row, monster=foe, count=3)
        rows.append(row.pk)
    for pk in rows[:games]:
        encounters.start(own=own, encounter=Encounter.objects.get(pk=pk), seed=str(pk))
    _row, secret = tokens.make(user=gm, name="script", can_write=True)
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
    own = access.member(User.objects.get(username="gm"), Encounter.objects.get(pk=encounter).campaign_id)
    encounters.start(own=own, encounter=Encounter.objects.get(pk=encounter), seed="again")


def take_in(campaign):
    """Imports a shipped module."""
    own = access.member(User.objects.get(username="gm"), campaign)
    file = sorted(SHIPPED.glob("*.satchel.json"))[0]
    version, _new = modules.upload(by=own.user, document=modules.read(data=file.read_bytes()))
    run = modules.apply(own=own, version=version)
    return {"status": run.status, "objects": own.campaign.imported.count(), "runs": ImportRun.objects.count()}


def imported(campaign):
    """How many objects and finished runs there are."""
    return [Campaign.objects.get(pk=campaign).imported.count(), ImportRun.objects.filter(status="done").count()]


def backup(path):
    """manage.py backup."""
    call_command("backup", path, verbosity=0)


def restore(path):
    """manage.py restore_backup."""
    call_command("restore_backup", path, "--yes", verbosity=0)


def verify(path):
    """Proves a backup; the keys and numbers of the commands in it."""
    with open(path, "rb") as file:
        site.verify(file)
        reader = site.opened(file)
        return [(line["key"], line["number"]) for _number, line in reader.lines("tables/campaigns/command.jsonl")]


def export(campaign):
    """Exports the whole campaign; how the transfer stands in the end."""
    own = access.member(User.objects.get(username="gm"), campaign)
    return _over(transfers.export(own=own, whole=True)).status


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
        writing.write(Campaign.objects.get(pk=campaign), file)


def bring(path):
    """Sends an archive in, and restores what of it opens."""
    gm = User.objects.get(username="gm")
    with open(path, "rb") as file:
        row = _over(transfers.receive(by=gm, file=io.BytesIO(file.read())))
    assert row.status == Transfer.Status.WAITING, row.about
    return _over(transfers.confirm(by=gm, transfer=row, names=["gm"], leave_shut=True)).status


def campaigns():
    """How many campaigns there are."""
    return Campaign.objects.count()


def age():
    """Some minutes go by for work that nobody has heard of since."""
    long_ago = timezone.now() - timedelta(minutes=5)
    Transfer.objects.filter(status="running").update(touched=long_ago)


def note(campaign):
    """A line in the log."""
    log.add_note(own=access.member(User.objects.get(username="gm"), campaign), text="written since")


def hook(campaign):
    """An address that wants every line of the log, and a line for it."""
    own = access.member(User.objects.get(username="gm"), campaign)
    webhooks.add(own=own, url="https://example.com/", topics=["log"])
    telling._soon = lambda: None
    log.add_note(own=own, text="We met Otto.")
    return WebhookDelivery.objects.get().pk


def deliver(path, later=0):
    """Tells what is due `later` seconds from now; the other end writes down what it got."""
    sending.Pinned = lambda *address: Other(path)
    sending.reachable = lambda *address: "93.184.216.34"
    tried = telling.deliver(timezone.now() + timedelta(seconds=later))
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
