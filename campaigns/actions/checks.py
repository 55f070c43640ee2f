"""Checks outside an encounter: resolved by the rules, with drawn or supplied cards or dice, and logged."""

from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.access import must_play
from campaigns.models import LogEntry, Member, Session
from characters.actions import sheets
from characters.models import Character
from rules import play
from rules.plain import must_be_plain

RECENT = 20
SOMEBODY = "The character"  # how a game that knows no name tells who did it


@transaction.atomic
def record_check(
    *,
    own: Member,
    kind: str,
    inputs: dict[str, Any],
    character: Character | None = None,
    session: Session | None = None,
    detail: str = "",
    key: str = "",
) -> LogEntry:
    """Resolves a check of the campaign's game and writes it into the log, result under `data["result"]`.

    `inputs` are the engine's (contract.md), drawn cards and rolled dice included; with a character they may name
    what stands on its sheet, and what the check changes there (fortune spent, a slot rolled anew) is written too.
    `detail` says in a word what was tried. `key` makes a repetition harmless: it gives the first one's line.
    Refused as the engine refuses; PermissionDenied for another's character; ValidationError for rows of another
    campaign."""
    must_play(own)
    _fits(own, character, session)
    must_be_plain(detail=detail)
    current = sheets.locked(character) if character else None
    stored = _repeated(own, key)
    if stored is not None:
        return stored
    told = _resolved(own, kind, inputs, current, detail[:200])
    data = {"kind": kind, "inputs": told["inputs"], "result": told["result"]} | ({"key": key} if key else {})
    line = LogEntry(campaign=own.campaign, kind=LogEntry.Kind.CHECK, text=told["text"][:8000], data=data, by=own.user)
    must_be_plain(inputs=line.text)
    line.character, line.session, line.rules = character, session, told["rules"]
    line.save()
    return line


def _resolved(
    own: Member, kind: str, inputs: dict[str, Any], character: Character | None, detail: str
) -> dict[str, Any]:
    """`{"inputs", "result", "text", "rules"}`; a changed sheet is written with the sentence as its reason."""
    if character is None:
        result = play.check(own.campaign.system, kind, inputs)
        text = _told(own.user.username, kind, detail, _plain(result))
        return {"inputs": inputs, "result": result, "text": text, "rules": result.get("rules", [])}
    checked, changed = sheets.check(character=character, kind=kind, inputs=inputs)
    if changed:
        character.sheet = checked["sheet"]
        sheets.bump(character, own.user, checked["text"])
    return checked | {"text": _told(character.name, kind, detail, checked["text"])}


def _repeated(own: Member, key: str) -> LogEntry | None:
    if not key:
        return None
    rows = LogEntry.objects.filter(campaign=own.campaign_id, kind=LogEntry.Kind.CHECK, by=own.user)
    return next((row for row in rows.order_by("-id")[:RECENT] if row.data.get("key") == key), None)


def _fits(own: Member, character: Character | None, session: Session | None) -> None:
    for row in (character, session):
        if row is not None and row.campaign_id != own.campaign_id:
            raise ValidationError(_("That belongs to another campaign."))
    if character is not None and not own.runs and character.owner_id != own.user_id:
        raise PermissionDenied(_("Only its player and the GM make checks for a character."))


def _told(who: str, kind: str, detail: str, sentence: str) -> str:
    """A line of the log; a game that tells the whole check in sentences is left to it."""
    if SOMEBODY in sentence:
        return sentence.replace(SOMEBODY, who)
    if sentence.endswith("."):
        return f"{who}: {sentence}"
    what = kind.replace("-", " ") + (f" ({detail})" if detail else "")
    return f"{who}: {what}, {sentence}." if sentence else f"{who}: {what}."


def _plain(result: dict[str, Any]) -> str:
    """A result that no sheet tells in its game's words."""
    parts = [" ".join(str(one) for one in result.get("cards") or result.get("rolls") or [])]
    if result.get("total") is not None:
        against = result.get("difficulty", result.get("challenge"))
        words = {"total": result["total"], "difficulty": against}
        parts.append(str(result["total"]) if against is None else _("%(total)s against %(difficulty)s") % words)
    if result.get("winner") is not None and result.get("order"):
        parts.append(_("%(winner)s wins; in order: %(order)s") % {
            "winner": result["winner"], "order": ", ".join(str(one) for one in result["order"]),
        })  # fmt: skip
    if isinstance(result.get("success"), bool):
        parts.append(_("success") if result["success"] else _("failure"))
    return ", ".join(part for part in parts if part)
