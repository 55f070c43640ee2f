"""Writes to characters: creating, editing, changing pools, ends of encounters; each keeps who, when and why."""

import copy
from collections.abc import Callable, Collection, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from characters.access import writes_as_gm
from characters.experience import units
from characters.game_forms import forms_for
from characters.models import Character
from characters.sheets import queries
from characters.sheets.campaign_log import log_for_campaign, log_joined
from characters.sheets.saving import lock_character, save_checked, save_next_revision
from common import secret_blocks
from common.edit_conflicts import require_revision
from common.line_ends import unix_line_ends
from common.link_syntax import links_with_words
from people.models import Campaign, Member, Role, User
from rules import play
from rules.catalogue.queries import house_of

FIELDS = frozenset({"name", "notes", "about", "gm_notes", "visible"})
PRICED = "sheet.priced"  # the code with which engines refuse a change of what was bought


@transaction.atomic
def create_character(
    *,
    campaign: Campaign,
    by: User,
    name: str,
    owner: User | None = None,
    kind: str = Character.Kind.PC,
    sheet: Mapping[str, Any] | None = None,
    visible: bool = True,
    notes: str = "",
    about: str = "",
    gm_notes: str = "",
    credits: int = 0,
    reason: str = "",
) -> Character:
    """Creates a character of the campaign; with `credits` (0 to the highest award of the game's first unit) it begins
    higher.

    Raises `play.Refused` with the path of the sheet's faulty field, ValidationError for the rest.
    """
    from characters.experience.actions import credit_starting_experience

    unit = units.default_unit(campaign.system)
    _check_starting_credits(unit, credits)
    require_possible_owner(campaign, owner, kind)
    character = Character(
        campaign=campaign,
        owner=owner,
        kind=kind,
        name=name,
        visible=visible,
        notes=notes,
        about=about,
        gm_notes=gm_notes,
    )
    _check_readable(character, by, {"notes", "about"})
    character.sheet = _first_sheet(character, by, sheet or {}, {unit.key: credits} if credits else {})
    save_checked(character, by, reason or _("created"))
    if credits:
        credit_starting_experience(character=character, amount=credits, unit=unit.key, by=by, reason=reason)
    if not queries.is_being_created(character):
        log_joined(character, by)
    return character


def _check_starting_credits(unit: units.Unit, credits: object) -> None:
    if not isinstance(credits, int) or isinstance(credits, bool) or not 0 <= credits <= unit.most:
        sentence = _("A character may start with 0 to %(most)s %(units)s.")
        raise ValidationError({"credits": sentence % {"most": unit.most, "units": unit.many}})


def _first_sheet(
    character: Character, by: User, fields: Mapping[str, Any], progress: Mapping[str, int]
) -> dict[str, Any]:
    """The checked sheet of a new character; `progress` is the experience with which it begins, by unit."""
    campaign = character.campaign
    blank = play.new_sheet(campaign.system)
    # A player's character pays for everything on its sheet; a GM may create a finished one.
    before = None if writes_as_gm(by, character) else blank
    checked: dict[str, Any] = play.sheet(
        campaign.system, {**blank, **fields}, dict(progress), house=house_of(campaign), before=before
    )["sheet"]
    return checked


@transaction.atomic
def edit_character(
    *,
    character: Character,
    by: User,
    revision: int | None,
    changes: Mapping[str, Any] | None = None,
    sheet: Mapping[str, Any] | None = None,
    reason: str = "",
) -> Character:
    """Changes fields of the character (name, notes, about, gm_notes, visible) and top-level fields of its sheet.

    `revision` is the one the editor saw: an older one raises `EditConflict` and nothing is overwritten; None
    skips this check. The engine refuses a sheet that its game does not allow (`play.Refused` with the field's path);
    what was bought stays as it was bought, but for a GM who says why (ValidationError on `reason`).
    """
    current = lock_character(character)
    gm = writes_as_gm(by, current)
    require_revision(current, current.name, revision, current.revision_for(is_gm=gm))
    building, before, known = queries.is_being_created(current), _read_by_player(current), current.visible
    _set(current, by, changes or {})
    if sheet is not None:
        current.sheet = _apply_edit(current, sheet, by, reason)
    # The player's revision does not change with what only GMs read.
    current.hidden_revisions += gm and _read_by_player(current) == before
    current = save_next_revision(current, by, reason)
    if current.visible and not known:  # when it is hidden again, nobody keeps knowing it
        current.players.clear()
    if building and not queries.is_being_created(current):
        log_joined(current, by)
    return current


def _set(current: Character, by: User, changes: Mapping[str, Any]) -> None:
    notes = current.notes
    for field, value in changes.items():
        if field not in FIELDS:
            raise ValidationError({field: _("This field cannot be changed here.")})
        setattr(current, field, value)
    _check_readable(current, by, changes.keys(), notes)


def _read_by_player(row: Character) -> dict[str, Any]:
    """The fields that a change may touch and that the character's player reads.

    Other line ends are no change: a form of a browser sends them for texts that nobody touched.
    """
    texts = {name: unix_line_ends(getattr(row, name)) for name in ("name", "notes", "about")}
    return {"sheet": copy.deepcopy(row.sheet), "visible": row.visible, **texts}


def _apply_edit(current: Character, fields: Mapping[str, Any], by: User, reason: str) -> dict[str, Any]:
    try:
        edited = _validate_sheet(current, fields, before=current.sheet)
        if not forms_for(current.campaign.system).keeps_rolls(current.sheet, edited):
            raise play.Refused(PRICED, _("This change would remove a rolled value. Ask the GM to correct the sheet."))
        return edited
    except play.Refused as refused:
        if refused.code != PRICED or not writes_as_gm(by, current):
            raise
    if not reason.strip():
        raise ValidationError({"reason": _("This changes what was bought. Give a reason; it is shown in the history.")})
    return _validate_sheet(current, fields)


def _check_readable(character: Character, by: User, fields: Collection[str], notes: str = "") -> None:
    """Refuses secrets in notes that a player can read completely, and descriptions of player characters."""
    theirs = character.owner_id is not None and character.owner_id != by.pk
    # Unchanged notes may contain what the player wrote; a browser sends them with other line ends.
    changed = "notes" in fields and character.notes.splitlines() != notes.splitlines()
    if changed and theirs and secret_blocks.has_secret(character.notes):
        raise ValidationError({"notes": _("The player can read all of these notes. Write secrets under “GM notes”.")})
    if changed and theirs and links_with_words(character.notes) - links_with_words(notes):
        message = _(
            "The player can read all of these notes, including the targets of links. Write plain text "
            "instead of the link."
        )
        raise ValidationError({"notes": message})
    if "about" in fields and character.about and character.kind != Character.Kind.NPC:
        raise ValidationError({"about": _("Only NPCs have public notes.")})


def require_readable_notes(character: Character, by: User) -> None:
    """Refuses notes with secrets or hidden link targets in a character that another person is about to own."""
    try:
        _check_readable(character, by, {"notes"})
    except ValidationError as refused:
        advice = _("Edit the notes of the sheet first, then hand the character over.")
        raise ValidationError({"notes": [*refused.messages, advice]}) from refused


@transaction.atomic
def change_pool(
    *, character: Character, by: User, pool: str, change: int | None = None, to: int | None = None, reason: str = ""
) -> Character:
    """Changes what the sheet counts up or down (`figures["pools"]`): by `change`, `to` a figure, or (neither) as
    after a full rest.

    A change needs no revision, because the changes of two people add up. It stops at both ends of the pool's range.
    Raises `play.Refused` for a pool that the sheet does not have, and when a player raises one that is bought.
    """
    current = lock_character(character)
    touched = play.touch(
        current.campaign.system,
        current.sheet,
        queries.experience_of(current),
        pool,
        change=change,
        to=to,
        house=house_of(current.campaign),
    )
    if touched["sheet"] == current.sheet:
        return current
    # What a player may not buy or be given so is refused, and during the creation what costs more than there is.
    _validate_sheet(current, touched["sheet"], before=None if writes_as_gm(by, current) else current.sheet)
    current.sheet = touched["sheet"]
    return save_next_revision(current, by, reason or touched["text"])


@transaction.atomic
def apply_creation_tap(
    *, character: Character, by: User, change: Callable[[dict[str, Any], dict[str, Any]], Mapping[str, Any]]
) -> Character:
    """Press one button of the creation: `change(sheet, house)` returns the top-level fields that it changes.

    It gets the stored sheet, so two presses add up; the engine checks the budget. Raises `play.Refused` as the engine
    does, "creation.finished" once the character is finished.
    """
    current = lock_character(character)
    if not queries.is_being_created(current):
        raise play.Refused("creation.finished", _("The character is finished. Changes now cost experience."))
    sheet = play.sheet(
        current.campaign.system, current.sheet, queries.experience_of(current), house=house_of(current.campaign)
    )["sheet"]
    fields = change(sheet, house_of(current.campaign))
    if not fields:
        return current
    current.sheet = _validate_sheet(current, fields, before=current.sheet)
    return save_next_revision(current, by, _("creation"))


def check_with_sheet(
    *, character: Character, kind: str, inputs: Mapping[str, Any]
) -> tuple[play.SheetCheckResult, bool]:
    """(the check with a locked character's sheet, whether it changes the sheet); nothing is written."""
    system, gained, house = character.campaign.system, queries.experience_of(character), house_of(character.campaign)
    checked = play.sheet_check(system, character.sheet, gained, kind, dict(inputs), house=house)
    stored_sheet = play.sheet(system, character.sheet, gained, house=house)["sheet"]
    return checked, checked["sheet"] != stored_sheet


@transaction.atomic
def apply_settlement(
    *, character: Character, changes: Mapping[str, Any], survived: bool, by: User, reason: str, encounter: Any = None
) -> Character:
    """Writes the result of an ended encounter (`play.aftermath`) to the character: sheet fields, and its death.

    The log's line about a death belongs to `encounter` and its session. Nothing is written when nothing changed.
    """
    current = lock_character(character)
    sheet = _store_full_pools(current, _validate_sheet(current, changes)) if changes else current.sheet
    died = not survived and current.status == Character.Status.ACTIVE
    if sheet == current.sheet and not died:
        return current
    current.sheet = sheet
    if died:
        current.status = Character.Status.DEAD
    current = save_next_revision(current, by, reason)
    if died:
        text = _("%(name)s has died: %(reason)s") % {"name": current.name, "reason": reason}
        log_for_campaign(current, by, text, died=True, encounter=encounter)
    return current


def _validate_sheet(
    character: Character, fields: Mapping[str, Any], *, before: dict[str, Any] | None = None
) -> dict[str, Any]:
    sheet = {**character.sheet, **fields}
    house = house_of(character.campaign)
    checked: dict[str, Any] = play.sheet(
        character.campaign.system, sheet, queries.experience_of(character), house=house, before=before
    )["sheet"]
    return checked


def _store_full_pools(character: Character, sheet: dict[str, Any]) -> dict[str, Any]:
    """Stores full pools as full, so that they stay full when a level raises the maximum."""
    system, gained, house = character.campaign.system, queries.experience_of(character), house_of(character.campaign)
    for pool in play.sheet(system, sheet, gained, house=house)["figures"].get("pools", []):
        if pool["good"] == "high" and pool["max"] is not None and pool["now"] == pool["max"] and pool["key"] in sheet:
            sheet = play.touch(system, sheet, gained, pool["key"], house=house)["sheet"]
    return sheet


def require_possible_owner(campaign: Campaign, owner: User | None, kind: str) -> None:
    """Refuse an owner who does not play in the campaign."""
    if kind == Character.Kind.NPC and owner is not None:
        raise ValidationError({"owner": _("The GM plays all NPCs. Leave the player empty.")})
    if owner is None:
        return
    places = Member.objects.present().filter(campaign=campaign, user=owner).exclude(role=Role.OBSERVER)
    if not places.exists():
        raise ValidationError({"owner": _("Choose a player of this campaign. Observers cannot play.")})
