"""Experience entries: awards and their corrections. Levels are sums of them and never stored."""

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from characters.experience import award_limits, units
from characters.models import Character, ExperienceEntry
from characters.sheets import campaign_log, queries
from characters.sheets.saving import lock_character, lock_characters
from common.rows import save_with_history
from people.models import User
from rules import play
from rules.catalogue.queries import house_of
from rules.pages.plain_text import require_plain_text

REASON = 400


def award_experience(
    *,
    character: Character,
    amount: int,
    reason: str,
    by: User,
    unit: str = "",
    encounter: Any = None,
    session: Any = None,
    rule: str = "",
) -> ExperienceEntry:
    """Credits `amount` of `unit` (the game's first when empty) to the character; the campaign's log gets an entry.

    Raises `play.Refused("experience.credited")` if the character has this encounter's credit already, ValidationError
    for an invalid amount, unit or reason, or an encounter or session of another campaign.
    """
    return award_party(
        characters=[character],
        amount=amount,
        unit=unit,
        reason=reason,
        by=by,
        encounter=encounter,
        session=session,
        rule=rule,
    )[0]


@transaction.atomic
def award_party(
    *,
    characters: Sequence[Character],
    amount: int,
    reason: str,
    by: User,
    unit: str = "",
    encounter: Any = None,
    session: Any = None,
    rule: str = "",
    outside_sessions: bool = False,
) -> list[ExperienceEntry]:
    """The same award to several characters of one campaign: all of them or none; one line in the log.

    Without a session it belongs to the encounter's, or to the one that is running; with `outside_sessions` to none.
    Raises as `award_experience` does, and ValidationError on `amount` for more than a sheet can take."""
    if not characters:
        raise ValidationError({"characters": _("Choose at least one character.")})
    counted = _validate_award(characters, amount, unit, reason, encounter, session)
    if session is None and not outside_sessions:
        session = (encounter.session if encounter else None) or characters[0].campaign.sessions.running()
    rows = list(lock_characters(character.pk for character in characters).values())
    before = queries.read_characters(rows)
    details = {"unit": counted, "encounter": encounter, "session": session, "rule": rule}
    entries = [add_entry(row, ExperienceEntry.Kind.AWARD, amount, reason, by, **details) for row in rows]
    after = queries.read_characters(rows)
    award_limits.require_valid_sheets(before, after)
    _log_award(before, after, entries, by, outside_sessions)
    return entries


@transaction.atomic
def take_back(*, entry: ExperienceEntry, by: User, reason: str, keep_sheet: bool = False) -> ExperienceEntry:
    """Undoes an entry by a new one of the opposite amount; the old one stays in the ledger. Once.

    A spend is taken back with the step that it paid for, by the game's own rules; with `keep_sheet` it is only
    refunded, because the step is no longer on the sheet. Raises `play.Refused` ("experience.taken-back",
    "experience.correction") when there is nothing to undo, "experience.spent" for an award that was used,
    "experience.not-paid" for `keep_sheet` without a price to refund, and as the game refuses to take a step back.
    """
    if not reason.strip():
        raise ValidationError(
            {"reason": _("Give a short reason. It is shown in the ledger and in the campaign's log.")}
        )
    require_plain_text(reason=reason)
    character = lock_character(entry.character)
    entry = ExperienceEntry.objects.get(pk=entry.pk)
    _require_undoable(entry)
    if keep_sheet and not is_refundable(entry):
        raise play.Refused("experience.not-paid", _("Only a purchase that cost something can be refunded."))
    before = queries.read_character(character)
    spend = entry.kind == ExperienceEntry.Kind.SPEND
    if spend and not keep_sheet:
        _revert_step(character, entry, by, reason)
    ExperienceEntry.objects.filter(pk=entry.pk).update(taken_back=True)
    kind = ExperienceEntry.Kind.REFUND if spend else ExperienceEntry.Kind.CORRECTION
    undo = add_entry(
        character,
        kind,
        -entry.amount,
        reason,
        by,
        encounter=entry.encounter,
        session=entry.session,
        rule=entry.rule,
        unit=entry.unit,
        undoes=entry,
    )
    _limit_pools(character, by, before)
    _log_award([before], [queries.read_character(character)], [undo], by)
    return undo


def is_refundable(entry: ExperienceEntry) -> bool:
    """Whether the entry paid for a step, so that it can also be refunded without a change of the sheet."""
    return entry.kind == ExperienceEntry.Kind.SPEND and entry.amount < 0 and "step" in entry.data


def _require_undoable(entry: ExperienceEntry) -> None:
    if entry.undoes_id:
        raise play.Refused(
            "experience.correction", _("This entry itself takes back another one. Award the experience again instead.")
        )
    if entry.taken_back:
        raise play.Refused("experience.taken-back", _("This entry was already taken back."))


def credit_starting_experience(
    *, character: Character, amount: int, unit: str, by: User, reason: str
) -> ExperienceEntry:
    """The experience a character begins with, when the GM lets it begin higher."""
    why = reason or _("begins at a higher level")
    require_plain_text(reason=why)
    return add_entry(character, ExperienceEntry.Kind.AWARD, amount, why, by, unit=unit)


def _revert_step(character: Any, entry: ExperienceEntry, by: User, reason: str) -> None:
    """Takes the step back that a spend paid for; the game refuses when something builds on it."""
    step = entry.data.get("step") if isinstance(entry.data, dict) else None
    if step is None:
        return
    undone = play.unstep(
        character.campaign.system,
        character.sheet,
        queries.experience_of(character),
        step,
        house=house_of(character.campaign),
    )
    character.sheet = undone["sheet"]
    _save_character(character, by, f"{undone['text']} {reason.strip()}")


def _limit_pools(character: Any, by: User, before: queries.CharacterReading) -> None:
    """Lowers pools that are above their maximum after a level was lost; a sheet that was invalid before stays so."""
    system, gained, house = character.campaign.system, queries.experience_of(character), house_of(character.campaign)
    try:
        play.sheet(system, character.sheet, gained, house=house)
    except play.Refused as refused:
        if min(gained.values(), default=0) < 0:
            sentence = _("%(name)s has already spent part of this. Take back a purchase first.")
            raise play.Refused("experience.spent", sentence % {"name": character.name}) from refused
        if before.refusal:
            return
        pools = before.figures.get("pools", [])
        full = {pool["key"]: None for pool in pools if pool["good"] == "high" and pool["key"] in character.sheet}
        try:
            character.sheet = play.sheet(system, {**character.sheet, **full}, gained, house=house)["sheet"]
        except play.Refused as why:
            advice = _("In the history, first take back what was chosen with this award, or correct the sheet.")
            raise play.Refused("experience.spent", f"{why.sentence} {advice}", why.rule) from why
        _save_character(character, by, _("an award was taken back"))


def _save_character(character: Any, by: User, reason: str) -> None:
    character.revision += 1
    save_with_history(character, by, reason)


def add_entry(
    character: Character,
    kind: str,
    amount: int,
    reason: str,
    by: User,
    *,
    unit: str,
    encounter: Any = None,
    session: Any = None,
    rule: str = "",
    undoes: ExperienceEntry | None = None,
    data: dict[str, Any] | None = None,
    key: str | None = None,
) -> ExperienceEntry:
    """Adds an entry to the ledger; a character gets an encounter's credit once."""
    if kind == ExperienceEntry.Kind.AWARD and encounter is not None:
        _refuse_second_credit(character, encounter, rule)
    return ExperienceEntry.objects.create(
        character=character,
        kind=kind,
        unit=unit,
        amount=amount,
        reason=reason.strip()[:REASON],
        rule=rule,
        encounter=encounter,
        session=session,
        undoes=undoes,
        by=by,
        data=data or {},
        key=key,
    )


def _refuse_second_credit(character: Character, encounter: Any, rule: str) -> None:
    credits = character.experience.filter(kind=ExperienceEntry.Kind.AWARD, encounter=encounter, taken_back=False)
    if credits.exists():
        sentence = _("%(name)s already has credit for this encounter.") % {"name": character.name}
        raise play.Refused("experience.credited", sentence, rule or None)


def _validate_award(
    characters: Sequence[Character], amount: int, unit: str, reason: str, encounter: Any, session: Any
) -> str:
    """The key of the unit; ValidationError for invalid arguments."""
    known = {row.key: row for row in units.units_of(characters[0].campaign.system)}
    counted = known.get(unit) if unit else next(iter(known.values()))
    if counted is None:
        raise ValidationError({"unit": _("This game uses %(units)s.") % {"units": ", ".join(known)}})
    if not isinstance(amount, int) or isinstance(amount, bool) or not 1 <= amount <= counted.most:
        raise ValidationError({"amount": _("An award must be 1 to %(most)s.") % {"most": counted.most}})
    if not reason.strip():
        raise ValidationError({"reason": _("Give a short reason.")})
    require_plain_text(reason=reason)
    if len(reason.strip()) > REASON:
        raise ValidationError({"reason": _("This text can have at most %(limit)s letters.") % {"limit": REASON}})
    campaigns = {character.campaign_id for character in characters}
    if len(campaigns) > 1:
        raise ValidationError({"characters": _("All characters must belong to the same campaign.")})
    for field, row in (("encounter", encounter), ("session", session)):
        if row is not None and row.campaign_id not in campaigns:
            raise ValidationError({field: _("This campaign has no such row.")})
    return counted.key


def _log_award(
    before: list[queries.CharacterReading],
    after: list[queries.CharacterReading],
    entries: list[ExperienceEntry],
    by: User,
    outside_sessions: bool = False,
) -> None:
    """Logs an award in one line: the characters, the amount, the reason, and new levels."""
    first, rows = entries[0], [read.character for read in after]
    names = ", ".join(row.name for row in rows)
    text = _("%(names)s: %(amount)s (%(reason)s).") % {
        "names": names,
        "amount": units.get_unit(rows[0].campaign.system, first.unit).with_sign(first.amount),
        "reason": first.reason,
    }
    levels = {}
    for was, now in zip(before, after, strict=True):
        if (level := now.figures.get("level")) != was.figures.get("level"):
            levels[now.character.name] = level
            text += " " + _("%(name)s is now level %(level)s.") % {"name": now.character.name, "level": level}
    campaign_log.log_change(
        rows[0].campaign,
        kind="award",
        by=by,
        text=text,
        character=rows[0] if len(rows) == 1 else None,
        session=first.session,
        encounter_id=first.encounter_id,
        for_everyone=all(row.visible for row in rows),
        rules=[first.rule] if first.rule else [],
        data={"entries": [entry.pk for entry in entries], "levels": levels},
        outside_sessions=outside_sessions,
    )
