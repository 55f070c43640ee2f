"""Writes to characters: made, edited, tapped, retired, handed over; every change keeps who, when and why."""

from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from characters import queries, units
from characters.models import Character
from rules import play, secrets
from rules.plain import must_be_plain
from rules.queries import house_of
from rules.stale import Stale

FIELDS = frozenset({"name", "notes", "about", "gm_notes", "visible"})
LIMITS = {"notes": 65536, "about": 65536, "gm_notes": 65536}
REASON = 400
RUNS = ("gm", "co-gm")
PRICED = "sheet.priced"  # the engines' word for a change of what was paid for


@transaction.atomic
def create(
    *,
    campaign: Any,
    by: Any,
    name: str,
    owner: Any = None,
    kind: str = Character.Kind.PC,
    sheet: Mapping[str, Any] | None = None,
    visible: bool = True,
    notes: str = "",
    about: str = "",
    gm_notes: str = "",
    credits: int = 0,
    reason: str = "",
) -> Character:
    """A new character of the campaign; with `credits` (0 to the most of the game's first unit) it begins higher.

    Raises `play.Refused` with the path of the sheet's faulty field, ValidationError for the rest.
    """
    from characters.actions.experience import credit_start

    unit = units.first(campaign.system)
    if not isinstance(credits, int) or isinstance(credits, bool) or not 0 <= credits <= unit.most:
        sentence = _("A character may begin with 0 to %(most)s %(units)s.")
        raise ValidationError({"credits": sentence % {"most": unit.most, "units": unit.many}})
    _may_own(campaign, owner, kind)
    progress = {unit.key: credits} if credits else {}
    blank = play.new_sheet(campaign.system)
    character = Character(
        campaign=campaign, owner=owner, kind=kind, name=name, visible=visible, notes=notes, about=about,
        gm_notes=gm_notes,
    )  # fmt: skip
    _fit_to_read(character, by, {"notes", "about"})
    # A player begins with nothing and pays for what a sheet holds; a GM may bring somebody who is finished.
    before = None if runs(character, by) else blank
    whole = {**blank, **(sheet or {})}
    character.sheet = play.sheet(campaign.system, whole, progress, house=house_of(campaign), before=before)["sheet"]
    _save(character, by, reason or _("created"))
    if credits:
        credit_start(character=character, amount=credits, unit=unit.key, by=by, reason=reason)
    if not queries.creating(character):
        joined(character, by)
    return character


@transaction.atomic
def edit(
    *,
    character: Character,
    by: Any,
    revision: int,
    changes: Mapping[str, Any] | None = None,
    sheet: Mapping[str, Any] | None = None,
    reason: str = "",
) -> Character:
    """Changes fields of the character (name, notes, about, gm_notes, visible) and top-level fields of its sheet.

    `revision` is the one the editor saw: an older one raises `Stale` and nothing is overwritten. The engine
    refuses a sheet that its game does not allow (`play.Refused` with the field's path); what was bought stays as
    it was bought, but for a GM who says why (ValidationError on `reason`).
    """
    current = locked(character)
    if current.revision != revision:
        raise Stale(current, current.name)
    building = queries.creating(current)
    for field, value in (changes or {}).items():
        if field not in FIELDS:
            raise ValidationError({field: _("This field cannot be changed here.")})
        setattr(current, field, value)
    _fit_to_read(current, by, set(changes or {}))
    if sheet is not None:
        current.sheet = _edited(current, sheet, by, reason)
    current = bump(current, by, reason)
    if building and not queries.creating(current):
        joined(current, by)
    return current


def _edited(current: Character, fields: Mapping[str, Any], by: Any, reason: str) -> dict[str, Any]:
    try:
        return _checked(current, fields, before=current.sheet)
    except play.Refused as refused:
        if refused.code != PRICED or not runs(current, by):
            raise
    if not reason.strip():
        raise ValidationError({"reason": _("This changes what was bought. Say why: it stands in the history.")})
    return _checked(current, fields)


def _fit_to_read(character: Character, by: Any, fields: set[str]) -> None:
    """A player reads their own notes whole, so no GM leaves a secret there; and only NPCs are told about."""
    theirs = character.owner_id is not None and character.owner_id != by.pk
    if "notes" in fields and theirs and secrets.has_secret(character.notes):
        raise ValidationError({"notes": _("Its player reads these notes whole. Write secrets under GM notes.")})
    if "about" in fields and character.about and character.kind != Character.Kind.NPC:
        raise ValidationError({"about": _("Only of an NPC stands here what the players know.")})


def runs(character: Character, by: Any) -> bool:
    """Whether the person is GM or co-GM of the character's campaign."""
    return bool(character.campaign.members.filter(user=by, left__isnull=True, role__in=RUNS).exists())


@transaction.atomic
def change_pool(
    *, character: Character, by: Any, pool: str, change: int | None = None, to: int | None = None, reason: str = ""
) -> Character:
    """Changes what the sheet counts up or down (`figures["pools"]`): by `change`, `to` a figure, or (neither) as
    after a full rest.

    A change needs no revision: two people who each take one point off take two off. It stops at both ends of the
    pool's range. Raises `play.Refused` for a pool that the sheet has not.
    """
    current = locked(character)
    touched = play.touch(
        current.campaign.system, current.sheet, queries.progress(current), pool,
        change=change, to=to, house=house_of(current.campaign),
    )  # fmt: skip
    if touched["sheet"] == current.sheet:
        return current
    current.sheet = touched["sheet"]
    return bump(current, by, reason or touched["text"])


@transaction.atomic
def build(
    *, character: Character, by: Any, change: Callable[[dict[str, Any], dict[str, Any]], Mapping[str, Any]]
) -> Character:
    """One tap of the creation: `change(sheet, house)` gives the top-level fields that it changes.

    It is asked of the sheet as it stands, so two taps add up; the engine holds the budget. Raises `play.Refused`
    as the engine does, "creation.finished" once the character is finished.
    """
    current = locked(character)
    if not queries.creating(current):
        raise play.Refused("creation.finished", _("The character is finished: it goes on by steps that are paid for."))
    sheet = play.sheet(
        current.campaign.system, current.sheet, queries.progress(current), house=house_of(current.campaign)
    )["sheet"]
    fields = change(sheet, house_of(current.campaign))
    if not fields:
        return current
    current.sheet = _checked(current, fields, before=current.sheet)
    return bump(current, by, _("creation"))


def check(*, character: Character, kind: str, inputs: Mapping[str, Any]) -> tuple[dict[str, Any], bool]:
    """A check with a (locked) character's sheet (`play.sheet_check`), and whether it changes the sheet; unwritten."""
    system, gained, house = character.campaign.system, queries.progress(character), house_of(character.campaign)
    checked = play.sheet_check(system, character.sheet, gained, kind, dict(inputs), house=house)
    stood = play.sheet(system, character.sheet, gained, house=house)["sheet"]
    return checked, checked["sheet"] != stood


def retire(*, character: Character, by: Any, reason: str) -> Character:
    """The character leaves play; it keeps its sheet and can be restored."""
    return _status(character, by, Character.Status.RETIRED, _("%(name)s retires: %(reason)s"), reason)


def kill(*, character: Character, by: Any, reason: str) -> Character:
    """The character has died outside an encounter, by the GM's word; it can be restored."""
    return _status(character, by, Character.Status.DEAD, _("%(name)s has died: %(reason)s"), reason)


def restore(*, character: Character, by: Any, reason: str) -> Character:
    """A retired or dead character is in play again."""
    return _status(character, by, Character.Status.ACTIVE, _("%(name)s is back: %(reason)s"), reason)


@transaction.atomic
def hand_over(*, character: Character, by: Any, to: Any, reason: str = "") -> Character:
    """Another member plays the character from now on; `to` None leaves it to the GM."""
    current = locked(character)
    _may_own(current.campaign, to, current.kind)
    current.owner = to
    current = bump(current, by, reason or _("handed over"))
    player = to.username if to else _("the GM")
    _log(current, by, _("%(player)s plays %(name)s from now on.") % {"player": player, "name": current.name})
    return current


@transaction.atomic
def apply_aftermath(
    *, character: Character, changes: Mapping[str, Any], survived: bool, by: Any, reason: str
) -> Character:
    """Writes what an ended encounter left of the character (`play.aftermath`): sheet fields, and its death.

    Nothing is written when nothing changed.
    """
    current = locked(character)
    sheet = _filled(current, _checked(current, changes)) if changes else current.sheet
    died = not survived and current.status == Character.Status.ACTIVE
    if sheet == current.sheet and not died:
        return current
    current.sheet = sheet
    if died:
        current.status = Character.Status.DEAD
    current = bump(current, by, reason)
    if died:
        _log(current, by, _("%(name)s has died: %(reason)s") % {"name": current.name, "reason": reason})
    return current


@transaction.atomic
def _status(character: Character, by: Any, status: str, sentence: str, reason: str) -> Character:
    if not reason.strip():
        raise ValidationError({"reason": _("Say why in a few words; it stands in the character's history.")})
    current = locked(character)
    if current.status == status:
        return current
    current.status = status
    current = bump(current, by, reason)
    _log(current, by, sentence % {"name": current.name, "reason": reason.strip()})
    return current


def locked(character: Character) -> Character:
    """The character as it stands, locked until the transaction ends."""
    rows = Character.objects.select_for_update(of=("self",)).select_related("campaign", "owner")
    return rows.get(pk=character.pk)


def _checked(
    character: Character, fields: Mapping[str, Any], *, before: dict[str, Any] | None = None
) -> dict[str, Any]:
    whole = {**character.sheet, **fields}
    house = house_of(character.campaign)
    checked: dict[str, Any] = play.sheet(
        character.campaign.system, whole, queries.progress(character), house=house, before=before
    )["sheet"]
    return checked


def _filled(character: Character, sheet: dict[str, Any]) -> dict[str, Any]:
    """A pool that is full is stored as such, so that a maximum that grows with a level is met at once."""
    system, gained, house = character.campaign.system, queries.progress(character), house_of(character.campaign)
    for pool in play.sheet(system, sheet, gained, house=house)["figures"].get("pools", []):
        if pool["good"] == "high" and pool["max"] is not None and pool["now"] == pool["max"] and pool["key"] in sheet:
            sheet = play.touch(system, sheet, gained, pool["key"], house=house)["sheet"]
    return sheet


def bump(character: Character, by: Any, reason: str) -> Character:
    """The changed character saved under the next revision, with who and why."""
    character.revision += 1
    _save(character, by, reason)
    return character


def _save(character: Any, by: Any, reason: str) -> None:
    character.name = character.name.strip() if isinstance(character.name, str) else character.name
    for field, limit in LIMITS.items():
        if len(getattr(character, field)) > limit:
            raise ValidationError({field: _("At most %(limit)s characters fit here.") % {"limit": limit}})
    must_be_plain(name=character.name, reason=reason)
    character.clean_fields(exclude=["campaign", "owner"])
    character._change_reason = reason.strip()[:REASON]
    character._history_user = by
    character.save()


def _may_own(campaign: Any, owner: Any, kind: str) -> None:
    """Only somebody who plays here can have a character here."""
    if kind == Character.Kind.NPC and owner is not None:
        raise ValidationError({"owner": _("The GM plays the NPCs: leave the player empty.")})
    if owner is None:
        return
    places = campaign.members.filter(user=owner, left__isnull=True).exclude(role="observer")
    if not places.exists():
        raise ValidationError({"owner": _("Choose a player of this campaign; observers only watch.")})


def joined(character: Character, by: Any) -> None:
    """Says in the log that a character is in the campaign: once it is finished, where its making has an end."""
    _log(character, by, _("%(name)s joins the campaign.") % {"name": character.name})


def _log(character: Character, by: Any, text: str) -> None:
    open_to_all = character.visible
    character.campaign.log.create(
        kind="character", character=character, by=by, text=text, audience="all" if open_to_all else "gm"
    )
