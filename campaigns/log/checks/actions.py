"""Checks outside an encounter: resolved with drawn or supplied cards or dice, and logged."""

from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.log.entries import write_entry
from campaigns.log.models import LogEntry
from campaigns.sessions.models import Session
from characters.models import Character
from characters.sheets import actions, saving
from people.access import require_player
from people.credentials.naming_sentences import NamingSentence
from people.models import Member
from rules import play
from rules.pages.plain_text import require_plain_text

RECENT = 20
CHECK_OF_PERSON = NamingSentence(gettext_lazy("%(who)s: %(what)s"), "who")
UNNAMED_SUBJECT = "The character"  # a game's sentence that knows no name begins with this


@transaction.atomic
def record_check(
    *,
    membership: Member,
    kind: str,
    inputs: dict[str, Any],
    character: Character | None = None,
    session: Session | None = None,
    detail: str = "",
    key: str = "",
) -> LogEntry:
    """Resolves a check of the campaign's game and logs it, with the result under `data["result"]`.

    `inputs` are the engine's (docs/engine-contract.md), including drawn cards and rolled dice; with a character they
    may refer to its sheet, and changes of the sheet (fortune spent, a slot rolled again) are stored. Options of the
    campaign count where the inputs have a field of the same name and leave it out.
    Only GMs see the entry about a hidden NPC. `detail` briefly says what was tried. `key` makes a repetition harmless:
    it returns the first entry.
    Raises `Refused` from the engine, PermissionDenied for another player's character, and ValidationError for rows of
    another campaign."""
    require_player(membership)
    _check_fits(membership, character, session)
    require_plain_text(detail=detail)
    current = saving.lock_character(character) if character else None
    if key:
        # One request of a person after the other, so that a repetition finds the first entry.
        Member.objects.select_for_update(of=("self",)).get(pk=membership.pk)
    stored = _find_repeated(membership, key)
    if stored is not None:
        return stored
    outcome = _resolve(membership, kind, inputs, current, detail[:200])
    data = {"kind": kind, "inputs": outcome["inputs"], "result": outcome["result"]} | ({"key": key} if key else {})
    require_plain_text(inputs=outcome["text"])
    return write_entry(
        campaign=membership.campaign,
        kind=LogEntry.Kind.CHECK,
        text=outcome["text"],
        by=membership.user,
        session=session,
        character=character,
        # Only GMs know a hidden NPC, and only they can check for it.
        audience=LogEntry.Audience.ALL if character is None or character.visible else LogEntry.Audience.GM,
        data=data,
        rules=outcome["rules"],
    )


def _resolve(
    membership: Member, kind: str, inputs: dict[str, Any], character: Character | None, detail: str
) -> dict[str, Any]:
    """Returns `{"inputs", "result", "text", "rules"}`; stores a changed sheet with the sentence as its reason."""
    if character is None:
        campaign = membership.campaign
        inputs = play.check_inputs(campaign.system, kind, inputs, house={"options": campaign.options})
        result = play.check(campaign.system, kind, inputs)
        words = _check_words(kind, detail, _result_sentence(result, inputs))
        text = CHECK_OF_PERSON.write(who=membership.user, what=words)
        return {"inputs": inputs, "result": result, "text": text, "rules": result.get("rules", [])}
    checked, changed = actions.check_with_sheet(character=character, kind=kind, inputs=inputs)
    if changed:
        character.sheet = checked["sheet"]
        saving.save_next_revision(character, membership.user, checked["text"])
    return {**checked, "text": _log_sentence(character.name, kind, detail, checked["text"])}


def _find_repeated(membership: Member, key: str) -> LogEntry | None:
    if not key:
        return None
    rows = LogEntry.objects.filter(campaign=membership.campaign_id, kind=LogEntry.Kind.CHECK, by=membership.user)
    recent = (row for row in rows.order_by("-id")[:RECENT] if isinstance(row.data, dict))
    return next((row for row in recent if row.data.get("key") == key), None)


def _check_fits(membership: Member, character: Character | None, session: Session | None) -> None:
    for row in (character, session):
        if row is not None and row.campaign_id != membership.campaign_id:
            raise ValidationError(_("This belongs to another campaign."))
    if character is not None and not membership.is_gm and character.owner_id != membership.user_id:
        raise PermissionDenied(_("Only the player of a character and the GM may make checks for the character."))


def _log_sentence(actor: str, kind: str, detail: str, sentence: str) -> str:
    """The text of the log entry; a game that describes the check in sentences provides all of it."""
    if UNNAMED_SUBJECT in sentence:
        return sentence.replace(UNNAMED_SUBJECT, actor)
    return f"{actor}: {_check_words(kind, detail, sentence)}"


def _check_words(kind: str, detail: str, sentence: str) -> str:
    """What was checked, and the result."""
    if sentence.endswith("."):
        return sentence
    description = kind.replace("-", " ") + (f" ({detail})" if detail else "")
    return f"{description}, {sentence}." if sentence else f"{description}."


def _result_sentence(result: dict[str, Any], inputs: dict[str, Any]) -> str:
    """A sentence for a result without a character's sheet.

    An automatic result has no total, because it did not decide. Where a given value was `applied`, dice were only
    rolled afterwards.
    """
    shown = result.get("cards") or ([] if "applied" in result else result.get("rolls")) or []
    parts = [" ".join(str(card) for card in shown)]
    against = next((found[name] for found, name in _opposing(result, inputs) if found.get(name) is not None), None)
    total = result.get("total", result.get("applied"))
    if result.get("automatic"):
        parts.append(_("against %(difficulty)s") % {"difficulty": against})
    elif total is not None:
        words = {"total": total, "difficulty": against}
        parts.append(str(total) if against is None else _("%(total)s against %(difficulty)s") % words)
    if result.get("winner") is not None and result.get("order"):
        parts.append(
            _("%(winner)s wins; in order: %(order)s")
            % {
                "winner": result["winner"],
                "order": ", ".join(str(entry) for entry in result["order"]),
            }
        )
    parts.append(_success_words(result))
    return ", ".join(part for part in parts if part)


def _opposing(result: dict[str, Any], inputs: dict[str, Any]) -> list[tuple[dict[str, Any], str]]:
    """Where the number may be that a total must reach or beat, in the results and inputs of the games."""
    return [(result, "difficulty"), (result, "challenge"), (result, "dealer_total"), (inputs, "cos")]


def _success_words(result: dict[str, Any]) -> str:
    """Whether the check succeeded, and whether automatically; empty for a check that cannot."""
    success = result.get("success")
    if not isinstance(success, bool):
        return ""
    if result.get("automatic"):
        return _("automatic success") if success else _("automatic failure")
    return _("success") if success else _("failure")
