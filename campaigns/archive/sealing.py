"""What holds hidden cards, closed under the installation's archive key: no GM reads it, no GM changes it."""

import hashlib
import hmac
import json
import secrets
from typing import Any, Final

from django.conf import settings
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from campaigns import replay
from campaigns.archive.faults import ArchiveInvalid
from campaigns.archive.lines import parsed
from campaigns.archive.values import taken, told
from campaigns.models import Command, Encounter, EncounterSecret, Event
from rules.play import canonical

MARK: Final = b"FKSEAL1\n"
NONCE, TAG = 24, 32
# The length of what is closed would tell a little of it.
ROUNDED: Final = 16 * 1024
SECRET: Final = ("start", "state", "number", "settled")


def own_key() -> bytes:
    """The installation's archive key, 32 bytes, from SECRET_KEY."""
    return salted_hmac("campaigns.archive.key", "1", algorithm="sha256").digest()


def keys() -> dict[bytes, bytes]:
    """Every key this installation opens archives with, by its public mark: its own, and those in ARCHIVE_KEYS."""
    every = [own_key(), *[bytes.fromhex(text) for text in settings.ARCHIVE_KEYS]]
    return {marked(key): key for key in every}


def marked(key: bytes) -> bytes:
    """Eight bytes that tell keys apart and nothing else about them."""
    return hashlib.sha256(b"mark" + key).digest()[:8]


def closed(value: Any, key: bytes) -> bytes:
    """A value, encrypted and authenticated: a key stream of SHAKE-256, HMAC-SHA256 over all of it."""
    plain = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    plain += b" " * (-len(plain) % ROUNDED)
    nonce = secrets.token_bytes(NONCE)
    head = MARK + marked(key) + nonce
    hidden = _mixed(plain, key, nonce)
    return head + hidden + _tag(head + hidden, key)


def opened(data: bytes, place: str) -> Any:
    """The value again; ArchiveInvalid: archive.sealed when no key here fits, archive.damaged when it was changed."""
    if not data.startswith(MARK) or len(data) < len(MARK) + 8 + NONCE + TAG:
        raise ArchiveInvalid("archive.damaged", place, _("This is no sealed part."))
    key = keys().get(data[len(MARK) : len(MARK) + 8])
    if key is None:
        message = _(
            "The cards of this encounter were sealed by another installation. Its operator knows the archive key;"
            " yours adds it to ARCHIVE_KEYS. Or leave such encounters out: their account stays in the archive."
        )
        raise ArchiveInvalid("archive.sealed", place, message)
    body, tag = data[:-TAG], data[-TAG:]
    if not hmac.compare_digest(tag, _tag(body, key)):
        raise ArchiveInvalid("archive.damaged", place, _("The sealed part was changed."))
    start = len(MARK) + 8
    return parsed(_mixed(body[start + NONCE :], key, body[start : start + NONCE]).rstrip(b" "), place)


def _mixed(data: bytes, key: bytes, nonce: bytes) -> bytes:
    stream = hashlib.shake_256(b"stream" + key + nonce).digest(len(data))
    return (int.from_bytes(data, "big") ^ int.from_bytes(stream, "big")).to_bytes(len(data), "big")


def _tag(data: bytes, key: bytes) -> bytes:
    return hmac.new(hashlib.sha256(b"tag" + key).digest(), data, hashlib.sha256).digest()


def _columns(model: Any) -> list[Any]:
    return [one for one in model._meta.concrete_fields if not one.primary_key and one.name != "encounter"]


def whole(encounter: Encounter, bound: dict[str, Any], using: str = "default") -> dict[str, Any] | None:
    """All that an encounter replays from, with who plays whom (`bound`); None before it has begun.

    For sealing alone: nothing of it may be shown."""
    secret = EncounterSecret.sealed.using(using).filter(encounter=encounter).first()
    if secret is None:
        return None
    rows: dict[str, Any] = {name: getattr(secret, name) for name in SECRET}
    for name, model in (("commands", Command), ("events", Event)):
        found = model._base_manager.using(using).filter(encounter=encounter).order_by("number", "pk")
        rows[name] = [{one.name: told(getattr(row, one.attname)) for one in _columns(model)} for row in found]
    return {**rows, "bound": bound}


def people(encounters: Any, using: str = "default") -> set[int]:
    """The ids of everybody who gave a command."""
    rows = Command._base_manager.using(using).filter(encounter__in=encounters, by__isnull=False)
    return set(rows.values_list("by", flat=True).distinct())


def account(encounter: Encounter, using: str = "default") -> list[dict[str, Any]]:
    """What was told to everybody, oldest first."""
    rows = Event._base_manager.using(using).filter(encounter=encounter, public=True)
    told_ = rows.order_by("number", "position").values_list("number", "position", "body", "struck")
    return [{**body, "number": n, "position": place, "struck": struck} for n, place, body, struck in told_]


def stands(value: dict[str, Any]) -> bool:
    """Whether the very encounter of a sealed part is on this site: no two ever start alike."""
    begun = EncounterSecret.sealed.filter(encounter__started=taken(_started(), value["bound"]["started"], ""))
    asked = canonical(value["start"])
    return any(canonical(row.start) == asked for row in begun.only("start"))


def _started() -> Any:
    return Encounter._meta.get_field("started")


def restore(encounter: Encounter, value: dict[str, Any], people: dict[int, int], settled: Any) -> None:
    """Writes secret, commands and events of a restored encounter; `people` are new ids by old."""
    using = encounter._state.db
    EncounterSecret.sealed.using(using).create(
        encounter=encounter, start=value["start"], state=value["state"], number=value["number"], settled=settled
    )
    for name, model in (("commands", Command), ("events", Event)):
        rows: list[Any] = []
        for line in value[name]:
            row: Any = model(encounter=encounter)
            for column in _columns(model):
                raw = line[column.name]
                raw = people.get(raw) if column.name == "by" else taken(column, raw, name)
                setattr(row, column.attname, raw)
            rows.append(row)
        model._base_manager.using(using).bulk_create(rows, batch_size=500)


def handed_over(encounters: Any, before: Any, after: Any) -> None:
    """Commands of one person become another's: an absent person's place was taken."""
    Command._base_manager.filter(encounter__in=encounters, by=before).update(by=after)


def replays(using: str) -> int:
    """How many encounters of a database there are, each played again; ArchiveInvalid when one comes out otherwise."""
    secrets_ = EncounterSecret.sealed.using(using).select_related("encounter__campaign").order_by("pk")
    count = 0
    for secret in secrets_.iterator(20):
        found = Command._base_manager.using(using).filter(encounter=secret.pk)
        lines = found.values_list("number", "type", "body", "reveals")
        rows = {number: replay.Row(number, kind, body, reveals) for number, kind, body, reveals in lines}
        state = replay.fold(secret.encounter.campaign.system, secret.start, rows, secret.number)
        if canonical(state) != canonical(secret.state):
            message = _("Encounter %(id)s does not replay to its state.") % {"id": secret.pk}
            raise ArchiveInvalid("archive.damaged", "", message)
        count += 1
    return count
