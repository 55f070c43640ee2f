"""The experience ledger: awards and what takes them back. Levels are sums of it and never stored (F52-90)."""

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from characters import queries
from characters.models import Character, ExperienceEntry
from rules import play

MOST = 245
REASON = 400


def award(
    *,
    character: Character,
    amount: int,
    reason: str,
    by: Any,
    encounter: Any = None,
    session: Any = None,
    rule: str = "",
) -> ExperienceEntry:
    """Credits `amount` (1-245) encounters to the character and says so in the campaign's log.

    Raises `play.Refused("experience.credited")` when this encounter stands credited already (F52-90: once),
    ValidationError for an amount, a reason or a foreign encounter or session.
    """
    return award_all(
        characters=[character], amount=amount, reason=reason, by=by,
        encounter=encounter, session=session, rule=rule,
    )[0]  # fmt: skip


@transaction.atomic
def award_all(
    *,
    characters: Sequence[Character],
    amount: int,
    reason: str,
    by: Any,
    encounter: Any = None,
    session: Any = None,
    rule: str = "",
) -> list[ExperienceEntry]:
    """The same award to several characters of one campaign: all of them or none; one line in the log."""
    if not characters:
        raise ValidationError({"characters": _("Choose at least one character.")})
    _fitting(characters, amount, reason, encounter, session)
    rows = list(_locked(characters))
    before = queries.levels(rows)
    what = {"encounter": encounter, "session": session, "rule": rule}
    entries = [_entry(row, ExperienceEntry.Kind.AWARD, amount, reason, by, **what) for row in rows]
    _tell(rows, before, entries, by)
    return entries


@transaction.atomic
def take_back(*, entry: ExperienceEntry, by: Any, reason: str) -> ExperienceEntry:
    """Undoes an entry by a new one of the opposite amount; the old one stays in the ledger. Once.

    Raises `play.Refused` ("experience.taken-back", "experience.correction") when there is nothing to undo.
    """
    if not reason.strip():
        raise ValidationError({"reason": _("Say why in a few words; it stands in the ledger.")})
    character = next(iter(_locked([entry.character])))
    entry = ExperienceEntry.objects.get(pk=entry.pk)
    if entry.undoes_id:
        raise play.Refused("experience.correction", _("This line takes another back. Award it anew instead."))
    if entry.taken_back:
        raise play.Refused("experience.taken-back", _("This line was taken back already."))
    before = queries.levels([character])
    ExperienceEntry.objects.filter(pk=entry.pk).update(taken_back=True)
    undo = _entry(
        character, ExperienceEntry.Kind.CORRECTION, -entry.amount, reason, by,
        encounter=entry.encounter, session=entry.session, rule=entry.rule, unit=entry.unit, undoes=entry,
    )  # fmt: skip
    _fit(character, by)
    _tell([character], before, [undo], by)
    return undo


def credit_start(*, character: Character, amount: int, by: Any, reason: str) -> ExperienceEntry:
    """The encounters a character begins with, when the GM lets it begin at a higher level."""
    return _entry(character, ExperienceEntry.Kind.AWARD, amount, reason or _("begins at a higher level"), by, rule="")


def _fit(character: Any, by: Any) -> None:
    """A character that falls back a level cannot keep more hit points than the level has (F52-30)."""
    system, gained = character.campaign.system, queries.progress(character)
    try:
        play.sheet(system, character.sheet, gained)
    except play.Refused:
        whole = {**character.sheet, "hp": None}
        character.sheet = play.sheet(system, whole, gained)["sheet"]
        character.revision += 1
        character._history_user, character._change_reason = by, _("an award was taken back")
        character.save()


def _entry(
    character: Character,
    kind: str,
    amount: int,
    reason: str,
    by: Any,
    *,
    encounter: Any = None,
    session: Any = None,
    rule: str = "",
    unit: str = "encounters",
    undoes: ExperienceEntry | None = None,
) -> ExperienceEntry:
    if kind == ExperienceEntry.Kind.AWARD and encounter is not None:
        standing = character.experience.filter(kind=kind, encounter=encounter, taken_back=False)
        if standing.exists():
            raise play.Refused(
                "experience.credited",
                _("%(name)s has the credit for this encounter already.") % {"name": character.name},
                rule or None,
            )
    return ExperienceEntry.objects.create(
        character=character, kind=kind, unit=unit, amount=amount, reason=reason.strip(), rule=rule,
        encounter=encounter, session=session, undoes=undoes, by=by,
    )  # fmt: skip


def _fitting(characters: Sequence[Character], amount: int, reason: str, encounter: Any, session: Any) -> None:
    if not isinstance(amount, int) or isinstance(amount, bool) or not 1 <= amount <= MOST:
        raise ValidationError({"amount": _("An award is 1 to %(most)s.") % {"most": MOST}})
    if not reason.strip():
        raise ValidationError({"reason": _("Say what it is for in a few words.")})
    if len(reason.strip()) > REASON:
        raise ValidationError({"reason": _("At most %(limit)s characters fit here.") % {"limit": REASON}})
    campaigns = {character.campaign_id for character in characters}
    if len(campaigns) > 1:
        raise ValidationError({"characters": _("All of them must be characters of one campaign.")})
    for field, row in (("encounter", encounter), ("session", session)):
        if row is not None and row.campaign_id not in campaigns:
            raise ValidationError({field: _("There is no such row in this campaign.")})


def _locked(characters: Sequence[Character]) -> Any:
    # Always in the order of their ids, so that two awards to overlapping parties cannot lock each other out.
    rows = Character.objects.select_for_update(of=("self",)).select_related("campaign")
    return rows.filter(pk__in=[character.pk for character in characters]).order_by("pk")


def _tell(rows: list[Character], before: dict[int, int | None], entries: list[ExperienceEntry], by: Any) -> None:
    """One line in the campaign's log: who, how much, what for, and who reaches a new level."""
    first, after = entries[0], queries.levels(rows)
    names = ", ".join(row.name for row in rows)
    text = _("%(names)s: %(amount)s. %(reason)s") % {
        "names": names,
        "amount": ngettext("%(n)+d encounter", "%(n)+d encounters", abs(first.amount)) % {"n": first.amount},
        "reason": first.reason,
    }
    for row in rows:
        if before[row.pk] != after[row.pk]:
            text += " " + _("%(name)s is now level %(level)s.") % {"name": row.name, "level": after[row.pk]}
    hidden = any(not row.visible for row in rows)
    rows[0].campaign.log.create(
        kind="award", by=by, text=text, character=rows[0] if len(rows) == 1 else None,
        session=first.session, encounter=first.encounter, audience="gm" if hidden else "all",
        rules=[first.rule] if first.rule else [], data={"entries": [entry.pk for entry in entries]},
    )  # fmt: skip
