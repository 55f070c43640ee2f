"""What the soak does on a site's database, each time in a process of its own; results are JSON."""

import hashlib
import io
import itertools
import os

from django.db import connection
from PIL import Image

from campaigns.encounters import actions as encounter_actions
from campaigns.encounters.models import Command, Encounter
from campaigns.encounters.play import auditing
from campaigns.log.models import LogEntry
from campaigns.world.models import WorldEntry, WorldPicture
from people import actions as people_actions
from people.access import get_membership
from people.models import User
from tests import factories

PEOPLE = ("gm", "mara", "bo")
STREAMS_PER_TOKEN = 3
SIDE = 2400  # pixels; the longest side that the site stores


def prepare(name, tables=1, streams=2, monsters=3):
    """A campaign with encounters that run, and tokens of its GM."""
    gm, *players = (
        User.objects.filter(username=username).first() or factories.UserFactory(username=username)
        for username in PEOPLE
    )
    campaign = factories.CampaignFactory(name=name, created_by=gm)
    factories.MemberFactory(campaign=campaign, user=gm, role="gm")
    heroes = [_hero(campaign, player) for player in players]
    membership, foe = get_membership(gm, campaign.pk), factories.MonsterFactory(name="Bandit")
    running = []
    for number in range(tables):
        row = encounter_actions.create(membership=membership, title=f"Fight {number}")
        encounter_actions.add_characters(membership=membership, encounter=row, characters=heroes)
        encounter_actions.add_monsters(membership=membership, encounter=row, monster=foe, count=monsters)
        encounter_actions.start(membership=membership, encounter=Encounter.objects.get(pk=row.pk), seed=str(row.pk))
        running.append(row.pk)
    tokens = [_token(gm) for _token_needed in range(1 + streams // STREAMS_PER_TOKEN)]
    return {
        "campaign": campaign.pk,
        "running": running,
        "secret": tokens[0],
        "tokens": tokens,
        "players": [_token(player) for player in players],
        "monster": foe.pk,
    }


def _hero(campaign, player):
    factories.MemberFactory(campaign=campaign, user=player)
    return factories.CharacterFactory(campaign=campaign, owner=player, name=player.username.title())


def _token(user):
    return people_actions.create_token(user=user, name="script", can_write=True, days=None)[1]


def second_gm(campaign):
    """The token of another GM of a campaign."""
    user = User.objects.filter(username="gm2").first() or factories.UserFactory(username="gm2")
    factories.MemberFactory(campaign_id=campaign, user=user, role="gm")
    return _token(user)


def audit(campaign):
    """What is stored of a campaign: its commands, the texts of its notes, and what an audit of it finds."""
    faults = _database_faults()
    encounters = set(Encounter.objects.filter(campaign=campaign).values_list("pk", flat=True))
    for row in Encounter.objects.select_related("campaign").filter(pk__in=encounters).order_by("pk"):
        faults += [f"encounter {row.pk}: {fault}" for fault in auditing.audit(row).faults]
    faults += [f"encounter {pk} is suspect" for pk in encounters & set(auditing.suspicious_encounter_ids())]
    commands = Command.objects.filter(encounter__in=encounters).order_by("encounter", "number")
    notes = LogEntry.objects.filter(campaign=campaign, kind="note").values_list("text", flat=True)
    return {
        "commands": [list(row) for row in commands.values_list("encounter", "number", "key")],
        "notes": [text.split(" ", 1)[0] for text in notes],
        "faults": faults,
    }


def audit_site():
    """The faults of every encounter, as the doctor finds them."""
    found = itertools.chain.from_iterable(audit.faults for audit in auditing.audit_all())
    return [*found, *_database_faults(), *(f"encounter {pk} is suspect" for pk in auditing.suspicious_encounter_ids())]


def _database_faults():
    if connection.vendor != "sqlite":
        return []
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check")
        found = [text for (text,) in cursor.fetchall() if text != "ok"]
        cursor.execute("PRAGMA foreign_key_check")
        return found + [f"a foreign key of {row[0]}" for row in cursor.fetchall()]


def migrate(kill_at=0):
    """Migrates the database; the process kills itself after so many changes of the schema."""
    import signal

    from django.core.management import call_command

    seen = itertools.count(1)

    def count(execute, sql, params, many, context):
        done = execute(sql, params, many, context)
        if sql.startswith(("CREATE", "ALTER", "INSERT")) and next(seen) == kill_at:
            os.kill(os.getpid(), signal.SIGKILL)
        return done

    with connection.execute_wrapper(count):
        call_command("migrate", verbosity=0, interactive=False)
    return next(seen) - 1


def schema():
    """Every table with its columns, and how many migrations are recorded."""
    with connection.cursor() as cursor:
        tables = sorted(table.name for table in connection.introspection.get_table_list(cursor))
        columns = connection.introspection.get_table_description
        return {name: sorted(column.name for column in columns(cursor, name)) for name in tables}


def add_pictures(campaign, mebibytes):
    """Pages with pictures of noise, which cannot be compressed, of so many MiB in all; their digests."""
    digests, left = [], mebibytes * 2**20
    while left > 0:
        file = io.BytesIO()
        Image.frombytes("RGB", (SIDE, SIDE), os.urandom(3 * SIDE * SIDE)).save(file, "JPEG", quality=95)
        data, name = file.getvalue(), f"place {len(digests) + 1}"
        page = WorldEntry.objects.create(campaign_id=campaign, kind=WorldEntry.Kind.LOCATION, name=name, folded=name)
        digests.append(hashlib.sha256(data).hexdigest())
        columns = {"media_type": "image/jpeg", "width": SIDE, "height": SIDE, "sha256": digests[-1], "data": data}
        WorldPicture.objects.create(entry=page, **columns)
        left -= len(data)
    return digests


def picture_digests(campaign):
    """The digests of what is stored of a campaign's pictures."""
    rows = WorldPicture.objects.filter(entry__campaign=campaign).order_by("pk").iterator(1)
    return [hashlib.sha256(bytes(row.data)).hexdigest() for row in rows]
