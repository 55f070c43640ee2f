"""Encrypts the parts of an archive that hold hidden cards, so that GMs can neither read nor change them."""

import hashlib
import hmac
import json
import secrets
from typing import Any, Final

from django.conf import settings
from django.db import connection
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from campaigns.archive.column_values import from_json, to_json
from campaigns.archive.faults import ArchiveInvalid
from campaigns.archive.jsonl import parse_line
from campaigns.encounters.models import Command, Encounter, EncounterSecret, Event
from people.models import Campaign
from rules.play import canonical

MARK: Final = b"FKSEAL1\n"
NONCE, TAG = 24, 32
# The exact length would reveal something about the contents.
PADDED_TO: Final = 16 * 1024
# The lock of PostgreSQL under which one restore after the other looks for its encounters.
RESTORES: Final = 7_283_001
SECRET: Final = ("start", "state", "number", "settled")


def installation_key(secret: str | None = None) -> bytes:
    """The installation's archive key, 32 bytes, from SECRET_KEY or from an earlier one."""
    return salted_hmac("campaigns.archive.key", "1", secret=secret, algorithm="sha256").digest()


def known_keys() -> dict[bytes, bytes]:
    """Every key this installation opens archives with, by its public mark: its own, of earlier
    secret keys too, and those in ARCHIVE_KEYS."""
    earlier = [installation_key(secret) for secret in settings.SECRET_KEY_FALLBACKS]
    every = [installation_key(), *earlier, *[bytes.fromhex(text) for text in settings.ARCHIVE_KEYS]]
    return {key_mark(key): key for key in every}


def key_mark(key: bytes) -> bytes:
    """Eight bytes that identify a key and reveal nothing else about it."""
    return hashlib.sha256(b"mark" + key).digest()[:8]


def encrypt(value: Any, key: bytes) -> bytes:
    """The encrypted and authenticated value: key stream of SHAKE-256, HMAC-SHA256 over everything."""
    plain = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    plain += b" " * (-len(plain) % PADDED_TO)
    nonce = secrets.token_bytes(NONCE)
    head = MARK + key_mark(key) + nonce
    hidden = _xor_keystream(plain, key, nonce)
    return head + hidden + _tag(head + hidden, key)


def decrypt(data: bytes, place: str) -> Any:
    """The decrypted value; ArchiveInvalid: archive.sealed if no key fits, archive.damaged if it was changed."""
    if not data.startswith(MARK) or len(data) < len(MARK) + 8 + NONCE + TAG:
        raise ArchiveInvalid("archive.damaged", place, _("This is not an encrypted part."))
    key = known_keys().get(data[len(MARK) : len(MARK) + 8])
    if key is None:
        message = _(
            "The cards of this encounter were encrypted by another site. Its operator has the "
            "archive key, and your operator can add it to ARCHIVE_KEYS. Or leave out such encounters; "
            "their events stay in the archive."
        )
        raise ArchiveInvalid("archive.sealed", place, message)
    body, tag = data[:-TAG], data[-TAG:]
    if not hmac.compare_digest(tag, _tag(body, key)):
        raise ArchiveInvalid("archive.damaged", place, _("The encrypted part was changed."))
    start = len(MARK) + 8
    return parse_line(_xor_keystream(body[start + NONCE :], key, body[start : start + NONCE]).rstrip(b" "), place)


def _xor_keystream(data: bytes, key: bytes, nonce: bytes) -> bytes:
    stream = hashlib.shake_256(b"stream" + key + nonce).digest(len(data))
    return (int.from_bytes(data, "big") ^ int.from_bytes(stream, "big")).to_bytes(len(data), "big")


def _tag(data: bytes, key: bytes) -> bytes:
    return hmac.new(hashlib.sha256(b"tag" + key).digest(), data, hashlib.sha256).digest()


def _model_columns(model: Any) -> list[Any]:
    return [field for field in model._meta.concrete_fields if not field.primary_key and field.name != "encounter"]


def hidden_part(encounter: Encounter, bound: dict[str, Any], using: str = "default") -> dict[str, Any] | None:
    """Everything that a replay of the encounter needs, with `bound` values; None before it has begun.

    Only for encryption: nothing of it may be shown."""
    secret = EncounterSecret.sealed.using(using).filter(encounter=encounter).first()
    if secret is None:
        return None
    rows: dict[str, Any] = {name: getattr(secret, name) for name in SECRET}
    for name, model in (("commands", Command), ("events", Event)):
        command_rows = model._base_manager.using(using).filter(encounter=encounter).order_by("number", "pk")
        rows[name] = [
            {column.name: to_json(getattr(row, column.attname)) for column in _model_columns(model)}
            for row in command_rows
        ]
    return {**rows, "bound": bound}


def command_givers(encounters: Any, using: str = "default") -> set[int]:
    """The ids of the people who gave a command."""
    rows = Command._base_manager.using(using).filter(encounter__in=encounters, by__isnull=False)
    return set(rows.values_list("by", flat=True).distinct())


def require_new_encounter(value: dict[str, Any], place: str) -> None:
    """Refuses the encrypted part of an encounter that exists on this site; `place` is where the archive has it."""
    started = from_json(_start_field(), value["bound"]["started"], "")
    _require_new_start(EncounterSecret.sealed.filter(encounter__started=started), value["start"], place)


def _require_new_start(begun: QuerySet[EncounterSecret], start: Any, place: str) -> None:
    """Refuses a start state that one of the encounters has: each encounter has a unique one."""
    text = canonical(start)  # start states are stored once and never upgraded in place
    if any(canonical(row.start) == text for row in begun.only("start")):
        sentence = _("This encounter exists on this site, so its cards cannot be opened in a copy.")
        raise ArchiveInvalid("archive.sealed", place, sentence)


def require_encounters_once(campaign: Campaign) -> None:
    """Refuses a restored campaign with an encounter that another campaign has too; inside the transaction of a restore.

    Two restores of one archive at the same time would each find nothing before they write. Then one of the copies would
    show the cards that people hold in the other."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [RESTORES])
    for row in EncounterSecret.sealed.filter(encounter__campaign=campaign).select_related("encounter"):
        begun = EncounterSecret.sealed.filter(encounter__started=row.encounter.started)
        _require_new_start(begun.exclude(encounter__campaign=campaign), row.start, f"encounters/{row.encounter_id}")


def _start_field() -> Any:
    return Encounter._meta.get_field("started")


def restore_hidden_part(encounter: Encounter, value: dict[str, Any], people: dict[int, int], settled: Any) -> None:
    """Writes secret, commands and events of a restored encounter; `people` are new ids by old."""
    using = encounter._state.db
    EncounterSecret.sealed.using(using).create(
        encounter=encounter, start=value["start"], state=value["state"], number=value["number"], settled=settled
    )
    for name, model in (("commands", Command), ("events", Event)):
        rows: list[Any] = []
        for line in value[name]:
            row: Any = model(encounter=encounter)
            for column in _model_columns(model):
                raw = line[column.name]
                raw = people.get(raw) if column.name == "by" else from_json(column, raw, name)
                setattr(row, column.attname, raw)
            rows.append(row)
        model._base_manager.using(using).bulk_create(rows, batch_size=500)


def reassign_commands(encounters: Any, before: Any, after: Any) -> None:
    """Assigns the commands of an absent person to the person who took the place."""
    Command._base_manager.filter(encounter__in=encounters, by=before).update(by=after)
