"""Checks outside an encounter: resolved by the rules, with drawn or supplied cards, and logged."""

from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.access import must_play
from campaigns.models import LogEntry, Member, Session
from characters import queries as character_queries
from characters.models import Character
from rules import play


def record_check(
    *,
    own: Member,
    kind: str,
    inputs: dict[str, Any],
    character: Character | None = None,
    session: Session | None = None,
    detail: str = "",
) -> LogEntry:
    """Resolves a check of the campaign's game and writes it into the log, result under `data["result"]`.

    `inputs` are the engine's (contract.md), drawn cards included; `detail` says in a word what was tried.
    Refused as the engine refuses; PermissionDenied for another's character; ValidationError for rows of
    another campaign and for inputs that contradict the character's sheet."""
    must_play(own)
    _fits(own, inputs, character, session)
    result = play.check(own.campaign.system, kind, inputs)
    data = {"kind": kind, "inputs": inputs, "result": result}
    text = _told(own, kind, detail[:200], character, result)[:8000]
    line = LogEntry(campaign=own.campaign, kind=LogEntry.Kind.CHECK, text=text, data=data, by=own.user)
    line.character, line.session, line.rules = character, session, result.get("rules", [])
    with transaction.atomic():
        line.save()
    return line


def _fits(own: Member, inputs: Any, character: Character | None, session: Session | None) -> None:
    for row in (character, session):
        if row is not None and row.campaign_id != own.campaign_id:
            raise ValidationError(_("That belongs to another campaign."))
    if character is None:
        return
    if not own.runs and character.owner_id != own.user_id:
        raise PermissionDenied(_("Only its player and the GM make checks for a character."))
    figures = character_queries.read(character).figures
    for name, value in inputs.items() if isinstance(inputs, dict) else ():
        figure = figures.get(name)
        if isinstance(figure, int) and value is not None and value != figure:
            words = {"name": name, "figure": figure}
            raise ValidationError({"inputs": _("The sheet says %(name)s %(figure)s.") % words})


def _told(own: Member, kind: str, detail: str, character: Character | None, result: dict[str, Any]) -> str:
    what = kind.replace("-", " ") + (f" ({detail})" if detail else "")
    parts = [f"{character.name if character else own.user.username}: {what}"]
    if result.get("cards"):
        parts.append(" ".join(result["cards"]))
    if "total" in result:
        words = {"total": result["total"], "difficulty": result.get("difficulty")}
        against = _("%(total)s against %(difficulty)s") % words
        parts.append(against if result.get("difficulty") is not None else str(result["total"]))
    if isinstance(result.get("success"), bool):
        parts.append(_("success") if result["success"] else _("failure"))
    return ", ".join(parts) + "."
