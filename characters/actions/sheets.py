"""Writes to characters: made, edited, hurt, retired, handed over; every change keeps who, when and why."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from characters import queries
from characters.models import Character
from rules import play

FIELDS = frozenset({"name", "notes", "gm_notes", "visible"})
LIMITS = {"notes": 65536, "gm_notes": 65536}
REASON = 400
MOST_CREDITS = 245  # level 50, the highest the engines know


class Stale(Exception):
    """The character was changed by somebody else since it was read; nothing has been written.

    `current` is the character as it stands, `revision` its number.
    """

    def __init__(self, current: Character) -> None:
        super().__init__(
            _("%(name)s was changed by somebody else meanwhile. Compare the two versions and save again.")
            % {"name": current.name}
        )
        self.current = current
        self.revision = current.revision


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
    gm_notes: str = "",
    credits: int = 0,
    reason: str = "",
) -> Character:
    """A new character of the campaign; with `credits` (0-245 encounters, F52-90) it begins at a higher level.

    Raises `play.Refused` with the path of the sheet's faulty field, ValidationError for the rest.
    """
    from characters.actions.experience import credit_start

    if not isinstance(credits, int) or isinstance(credits, bool) or not 0 <= credits <= MOST_CREDITS:
        sentence = _("A character may begin with 0 to %(most)s encounters.")
        raise ValidationError({"credits": sentence % {"most": MOST_CREDITS}})
    _may_own(campaign, owner, kind)
    progress = {"encounters": credits} if credits else {}
    checked = play.sheet(campaign.system, {**play.new_sheet(campaign.system), **(sheet or {})}, progress)
    character = Character(
        campaign=campaign, owner=owner, kind=kind, name=name, visible=visible,
        notes=notes, gm_notes=gm_notes, sheet=checked["sheet"],
    )  # fmt: skip
    _save(character, by, reason or _("created"))
    if credits:
        credit_start(character=character, amount=credits, by=by, reason=reason)
    _log(character, by, _("%(name)s joins the campaign.") % {"name": character.name})
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
    """Changes fields of the character (name, notes, gm_notes, visible) and top-level fields of its sheet.

    `revision` is the one the editor saw: an older one raises `Stale` and nothing is overwritten. The engine
    refuses a sheet that its game does not allow (`play.Refused` with the field's path).
    """
    current = _locked(character)
    if current.revision != revision:
        raise Stale(current)
    for field, value in (changes or {}).items():
        if field not in FIELDS:
            raise ValidationError({field: _("This field cannot be changed here.")})
        setattr(current, field, value)
    if sheet is not None:
        current.sheet = _checked(current, sheet)
    return _bump(current, by, reason)


@transaction.atomic
def change_hit_points(
    *, character: Character, by: Any, change: int | None = None, to: int | None = None, reason: str = ""
) -> Character:
    """Hurts (change < 0), heals (change > 0) or sets `to` (None with no change: a full rest).

    A change needs no revision: two people who each take one point off take two off. It stops at 0 and at the
    maximum (F52-26, F52-30).
    """
    current = _locked(character)
    figures = play.sheet(current.campaign.system, current.sheet, queries.progress(current))["figures"]
    most = figures["max_hp"]
    if change is not None:
        to = max(0, min(most, figures["hp"] + change))
    elif to is None:
        to = most
    current.sheet = _unhurt(current, _checked(current, {"hp": to}))
    return _bump(current, by, reason or _("hit points"))


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
    current = _locked(character)
    _may_own(current.campaign, to, current.kind)
    current.owner = to
    current = _bump(current, by, reason or _("handed over"))
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
    current = _locked(character)
    sheet = _unhurt(current, _checked(current, changes)) if changes else current.sheet
    died = not survived and current.status == Character.Status.ACTIVE
    if sheet == current.sheet and not died:
        return current
    current.sheet = sheet
    if died:
        current.status = Character.Status.DEAD
    current = _bump(current, by, reason)
    if died:
        _log(current, by, _("%(name)s has died: %(reason)s") % {"name": current.name, "reason": reason})
    return current


@transaction.atomic
def _status(character: Character, by: Any, status: str, sentence: str, reason: str) -> Character:
    if not reason.strip():
        raise ValidationError({"reason": _("Say why in a few words; it stands in the character's history.")})
    current = _locked(character)
    if current.status == status:
        return current
    current.status = status
    current = _bump(current, by, reason)
    _log(current, by, sentence % {"name": current.name, "reason": reason.strip()})
    return current


def _locked(character: Character) -> Character:
    rows = Character.objects.select_for_update(of=("self",)).select_related("campaign", "owner")
    return rows.get(pk=character.pk)


def _checked(character: Character, fields: Mapping[str, Any]) -> dict[str, Any]:
    system = character.campaign.system
    checked: dict[str, Any] = play.sheet(system, {**character.sheet, **fields}, queries.progress(character))["sheet"]
    return checked


def _unhurt(character: Character, sheet: dict[str, Any]) -> dict[str, Any]:
    """A whole character is stored as such, so that a maximum that grows with a level is met at once."""
    figures = play.sheet(character.campaign.system, sheet, queries.progress(character))["figures"]
    return {**sheet, "hp": None} if "hp" in sheet and sheet["hp"] == figures["max_hp"] else sheet


def _bump(character: Character, by: Any, reason: str) -> Character:
    character.revision += 1
    _save(character, by, reason)
    return character


def _save(character: Any, by: Any, reason: str) -> None:
    character.name = character.name.strip() if isinstance(character.name, str) else character.name
    for field, limit in LIMITS.items():
        if len(getattr(character, field)) > limit:
            raise ValidationError({field: _("At most %(limit)s characters fit here.") % {"limit": limit}})
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


def _log(character: Character, by: Any, text: str) -> None:
    open_to_all = character.visible
    character.campaign.log.create(
        kind="character", character=character, by=by, text=text, audience="all" if open_to_all else "gm"
    )
