"""Writes that prepare, start and copy encounters, and that let newcomers join."""

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from campaigns.encounters import play
from campaigns.encounters.access import require_table_runner, visible_notes
from campaigns.encounters.models import Encounter, EncounterGroup
from campaigns.encounters.play import physical_draws, storage
from campaigns.encounters.preparing import validation
from campaigns.encounters.preparing.locking import lock_encounter_for, lock_group, lock_preparation
from campaigns.overview.actions import validate_options
from campaigns.sessions.models import Session, running_session
from characters.models import Character, Monster
from common.edit_conflicts import require_revision
from common.line_ends import unix_line_ends
from common.one_line import one_line
from common.revisions import content_revision
from people.access import require_preparer
from people.models import Member
from rules import play as rules
from rules.pages.plain_text import require_plain_text

Side = EncounterGroup.Side
FIELDS = {"title", "notes", "session", "counts", "options", "real_cards", "dealerless"}


def create(
    *,
    membership: Member,
    title: str,
    notes: str = "",
    session: Session | None = None,
    counts: bool = True,
    options: dict[str, Any] | None = None,
    real_cards: bool | None = None,
) -> Encounter:
    """Prepares a new encounter, which only GMs see, and without a dealer the players.

    `options` are the rules that differ from the campaign's. Raises ValidationError for an empty title, a session of
    another campaign, or options that the game does not have."""
    require_preparer(membership)
    encounter = Encounter(
        campaign=membership.campaign,
        dealerless=membership.campaign.dealerless,
        title=title,
        notes=notes,
        session=session,
        counts=counts,
        options=options or {},
        real_cards=real_cards,
    )
    _validate(encounter)
    encounter.save()
    return encounter


@transaction.atomic
def change(*, membership: Member, encounter: Encounter, revision: int | None = None, **fields: Any) -> Encounter:
    """Changes title, notes, session or `counts` at any time; options, deck and `dealerless` (GMs) before the start.

    EditConflict: `fields_revision` is no longer `revision`."""
    locked = lock_encounter_for(membership, encounter)
    chosen = {name: fields[name] for name in fields.keys() & FIELDS}
    for name in {"options", "real_cards", "dealerless"} & chosen.keys():
        if chosen[name] == getattr(encounter, name):
            del chosen[name]
    require_revision(locked, locked.title, revision, fields_revision(locked, membership))
    begun = locked.status != Encounter.Status.PREPARED
    if {"options", "real_cards"} & chosen.keys() and begun:
        raise ValidationError({"options": _("A running encounter keeps its options.")})
    validation.leave_secret_notes(membership, locked, chosen)
    if "dealerless" in chosen:
        validation.validate_dealer_change(membership, locked, dealerless=chosen["dealerless"])
    for name, value in chosen.items():
        setattr(encounter, name, value)
    _validate(encounter)
    encounter.save(update_fields=[*chosen])
    return encounter


def fields_revision(encounter: Encounter, reader: Member | None = None) -> int:
    """A number that changes with title, session, options and notes as `reader` (None: a GM) sees them."""
    shown = [encounter.title, encounter.session_id or 0, visible_notes(reader, encounter), encounter.counts]
    return content_revision([*shown, encounter.real_cards, encounter.dealerless, encounter.options])


@transaction.atomic
def add_monsters(
    *,
    membership: Member,
    encounter: Encounter,
    monster: Monster,
    count: int = 1,
    group: str = "",
    names: Sequence[str] = (),
    note: str = "",
    hidden: bool = False,
) -> EncounterGroup:
    """Adds `count` (1 to 40) of one monster; those with the same `group` share initiative (empty: all monsters)."""
    encounter = lock_preparation(membership, encounter)
    validation.validate_monster(encounter, monster)
    validation.validate_monster_fields(group=group, count=count)
    encounter_group = EncounterGroup(
        encounter=encounter,
        side=Side.MONSTERS,
        monster=monster,
        count=count,
        group=group.strip(),
        names=[str(name).strip()[:120] for name in names][:count],
        note=note.strip(),
        position=_next_position(encounter),
        hidden=hidden,
    )
    require_plain_text(names="\n".join(encounter_group.names))
    _save_group(encounter_group)
    return encounter_group


@transaction.atomic
def add_characters(
    *,
    membership: Member,
    encounter: Encounter,
    characters: Sequence[Character],
    side: str = Side.PLAYERS,
    group: str = "",
    hidden: bool = False,
) -> list[EncounterGroup]:
    """Adds characters of the campaign on one side; those already in the encounter stay as they are."""
    encounter = lock_preparation(membership, encounter)
    present = set(encounter.groups.filter(character__isnull=False).values_list("character", flat=True))
    added = []
    for character in characters:
        if character.campaign_id != encounter.campaign_id:
            raise ValidationError({"characters": _("There is no such character in this campaign.")})
        if character.pk in present:
            continue
        encounter_group = EncounterGroup(
            encounter=encounter,
            side=side,
            character=character,
            group=group.strip(),
            position=_next_position(encounter),
            hidden=hidden,
        )
        _save_group(encounter_group)
        added.append(encounter_group)
    return added


@transaction.atomic
def remove_group(*, membership: Member, encounter: Encounter, encounter_group: EncounterGroup) -> None:
    """Removes a group from a preparation."""
    lock_group(membership, encounter, encounter_group).delete()


@transaction.atomic
def hide_group(*, membership: Member, encounter: Encounter, encounter_group: EncounterGroup, hidden: bool) -> None:
    """Sets whether a group's participants are hidden at first."""
    locked = lock_group(membership, encounter, encounter_group)
    locked.hidden = hidden
    validation.validate_hidden(locked.encounter, hidden=hidden)
    locked.save(update_fields=["hidden"])


@transaction.atomic
def move_group(*, membership: Member, encounter: Encounter, encounter_group: EncounterGroup, up: bool) -> None:
    """Swaps a group with its neighbour; the order decides ties and the order of display."""
    locked = lock_group(membership, encounter, encounter_group)
    groups = list(encounter.groups.order_by("position", "id"))
    place = groups.index(locked)
    neighbour = place - 1 if up else place + 1
    if 0 <= neighbour < len(groups):
        groups[place], groups[neighbour] = groups[neighbour], groups[place]
        for position, group in enumerate(groups):
            EncounterGroup.objects.filter(pk=group.pk).update(position=position)


@transaction.atomic
def copy(*, membership: Member, encounter: Encounter) -> Encounter:
    """Prepares an encounter again with the same fields, participants and place in the adventure.

    In games where opponents take no part in scenes, they are listed in the GM notes instead.
    """
    require_table_runner(membership, encounter)
    title = _("%(title)s, again") % {"title": encounter.title[:140]}
    groups = list(encounter.groups.select_related("monster"))
    monsters_play = bool(rules.SYSTEMS[encounter.campaign.system].get("monsters", True))
    opponents = [f"- {group.count} × {group.monster.name}" for group in groups if group.monster and not monsters_play]
    notes = "\n\n".join(part for part in (encounter.notes, "\n".join(opponents)) if part)
    duplicate = create(membership=membership, title=title, notes=notes, counts=encounter.counts)
    duplicate.options, duplicate.real_cards = encounter.options, encounter.real_cards
    # Players do not read in a copy what they could not read in the original.
    duplicate.dealerless &= encounter.dealerless
    duplicate.repeated_source = encounter.source or encounter.repeated_source
    duplicate.save(update_fields=["options", "real_cards", "dealerless", "repeated_source"])
    for group in groups:
        if group.monster and not monsters_play:
            continue
        group.pk, group.encounter, group._state.adding = None, duplicate, True
        group.save()
    return duplicate


def start(*, membership: Member, encounter: Encounter, seed: Any = None, deck: list[str] | None = None) -> Encounter:
    """Starts a preparation and logs it. Raises `Refused` if it cannot be played yet.

    With a physical deck the encounter only begins when all players have entered the cards in their hands.
    """
    require_table_runner(membership, encounter)
    with transaction.atomic():
        encounter.session = storage.lock_encounter(encounter).session
        if encounter.session is None and (session := running_session(encounter.campaign_id)):
            # An encounter that was prepared without a session belongs to the running session, with its stand-ins.
            encounter.session = session
            encounter.save(update_fields=["session"])
        running = play.begin(encounter=encounter, by=membership.user, seed=seed, deck=deck)
        if running.status == Encounter.Status.RUNNING:
            physical_draws.log_start(running, membership.user)
    return running


def join(
    *,
    membership: Member,
    encounter: Encounter,
    monster: Monster | None = None,
    character: Character | None = None,
    name: str = "",
    group: str = "",
    side: str = Side.PLAYERS,
    hidden: bool = False,
    actor: str = play.GM,
    key: str | None = None,
) -> play.Outcome:
    """Lets a monster or a character join a running encounter; `name` renames a monster, `hidden` hides it at first.

    `actor` brings it: the GM, or one of the member's own participants if the game allows it (GOB-98).
    """
    require_own_arrival(membership, encounter, actor, character)
    newcomer = EncounterGroup(
        side=Side.MONSTERS if monster else side,
        monster=monster,
        character=character,
        group=group.strip(),
        names=[name.strip()] if name.strip() else [],
        hidden=hidden and actor == play.GM,
    )
    return play.join(encounter=encounter, by=membership.user, group=newcomer, actor=actor, key=key)


def require_own_arrival(membership: Member, encounter: Encounter, actor: str, character: Character | None) -> None:
    """Refuses a player who brings a monster or another player's character; GMs may bring anyone."""
    if actor == play.GM:
        require_table_runner(membership, encounter)
    elif character is None or character.owner_id != membership.user_id:
        raise ValidationError({"character": _("Choose one of your own characters.")})


def _save_group(encounter_group: EncounterGroup) -> None:
    """Validates a new group against the whole preparation and stores it."""
    encounter = encounter_group.encounter
    validation.validate_hidden(encounter, hidden=encounter_group.hidden)
    validation.validate_size(encounter, encounter_group)
    encounter_group.full_clean(exclude=["encounter", "monster", "character"])
    encounter_group.save()


def _next_position(encounter: Encounter) -> int:
    last = encounter.groups.aggregate(last=Max("position"))["last"]
    return 0 if last is None else last + 1


def _validate(encounter: Encounter) -> None:
    if encounter.session and encounter.session.campaign_id != encounter.campaign_id:
        raise ValidationError({"session": _("There is no such session in this campaign.")})
    validate_options(encounter.campaign.system, encounter.options)
    encounter.title, encounter.notes = one_line(encounter.title), unix_line_ends(encounter.notes)
    require_plain_text(title=encounter.title)
    encounter.clean_fields(exclude=["campaign", "session", "source", "outcome"])
