"""Builds an engine's setup from a preparation: the participants, their ids and their players."""

import secrets
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext as _

from campaigns.encounters.models import Encounter, EncounterGroup, Participant
from campaigns.encounters.play import sheet_merging
from characters.models import Character
from characters.sheets import saving
from characters.sheets.queries import experience_of, experience_sums
from people.models import Member, Role
from rules import play as rules
from rules.catalogue.queries import house_of

# Every game reserves `gm` and `observer` (docs/engine-contract.md); a side's name would mean everyone on that side.
RESERVED = {"gm", "observer", "players", "monsters", "all"}
LONGEST = 64


@dataclass(slots=True)
class Seating:
    """A future participant: its data for the engine, and the row that links it to the campaign."""

    setup: dict[str, Any]
    row: Participant


def readable_id(name: str, taken: Iterable[str], *, spare: str = "one") -> str:
    """An id made from a name, such as "mara" or "bandit-2": not in `taken` and not reserved."""
    stem = slugify(name)[: LONGEST - 4].strip("-_") or spare
    taken = RESERVED | set(taken)
    candidate, number = stem, 1
    while candidate in taken:
        number += 1
        candidate = f"{stem}-{number}"
    return candidate


def seat_participants(encounter: Encounter) -> list[Seating]:
    """The participants of the preparation, in order.

    Raises `Refused` for an invalid sheet or stat block, and for a character that is no longer in play."""
    groups = list(encounter.groups.select_related("monster", "character"))
    _require_in_play([group.character for group in groups if group.character])
    return seat_groups(encounter, groups)


def lock_prepared_characters(encounter: Encounter) -> None:
    """Locks the characters of the preparation, for a start.

    Moving and retiring take the same lock, so that either they or the start of an encounter see what the other did."""
    groups = encounter.groups.filter(character__isnull=False)
    saving.lock_characters(groups.values_list("character", flat=True))


def _require_in_play(characters: Iterable[Character]) -> None:
    gone = [row.name for row in characters if row.status != Character.Status.ACTIVE]
    if gone:
        raise _no_longer_in_play(gone)


def _no_longer_in_play(names: list[str]) -> rules.Refused:
    sentence = _("%(names)s: no longer in play. Remove them from the preparation, or restore them first.")
    return rules.Refused("participant.gone", sentence % {"names": ", ".join(names)})


def seat_groups(encounter: Encounter, groups: list[EncounterGroup]) -> list[Seating]:
    """The participants of these groups, in order; neither they nor the encounter need to be stored."""
    progress = experience_sums(group.character for group in groups if group.character)
    players = controllers_by_character(encounter, [group.character for group in groups if group.character])
    seated: list[Seating] = []
    for group, names in zip(groups, names_of_groups(groups), strict=True):
        for name in names:
            taken = [other.row.key for other in seated]
            position = len(seated)
            if group.character:
                earned = progress.get(group.character.pk, {})
                seating = seat_character(encounter, group, earned, players, taken=taken, position=position)
            else:
                seating = seat_monster(encounter, group, name, taken=taken, position=position)
            seated.append(hide(seating) if group.hidden else seating)
    return seated


def hide(seating: Seating) -> Seating:
    """The seating as hidden, under an id that nobody can guess and that does not reveal a name."""
    key = f"{seating.row.key[: LONGEST - 9]}-{secrets.token_hex(4)}"
    seating.row.key, seating.row.hidden = key, True
    seating.setup = {**seating.setup, "id": key, "hidden": True}
    return seating


def check_hiding(encounter: Encounter, seated: Iterable[Seating]) -> None:
    """Refuses hidden participants without a dealer, because nobody could keep them secret or reveal them."""
    if encounter.dealerless and any(seating.row.hidden for seating in seated):
        text = _("Without a dealer, participants cannot be hidden. Remove “hidden at first” in the preparation.")
        raise rules.Refused("hidden.dealer", text)


def names_of_groups(groups: Sequence[EncounterGroup]) -> list[list[str]]:
    """The names of the copies of each group; groups of the same monster are numbered as one.

    Those who are hidden at first have the last numbers, so that the names of the others do not tell of them."""
    visible: Counter[str] = Counter()
    for group in groups:
        visible[_stem(group)] += 0 if group.hidden else _count(group)
    before = {False: Counter[str](), True: Counter(visible)}
    found = []
    for group in groups:
        stem, earlier = _stem(group), before[group.hidden]
        is_only = earlier[stem] + _count(group) == 1 if group.hidden else visible[stem] == 1
        found.append(copy_names(group, before=earlier[stem], is_only=bool(group.character) or is_only))
        earlier[stem] += _count(group)
    return found


def _stem(group: EncounterGroup) -> str:
    subject = group.character or group.monster
    return subject.name if subject else ""


def _count(group: EncounterGroup) -> int:
    return 1 if group.character else group.count


def copy_names(group: EncounterGroup, *, before: int = 0, is_only: bool | None = None) -> list[str]:
    """The name of each copy of a group: the given names, or else "Bandit", or "Bandit 1" and "Bandit 2".

    Args:
        before: the number of copies of the same monster in earlier groups.
        is_only: whether it needs no number; if it is not given, a group of one has none."""
    stem, count = _stem(group), _count(group)
    alone = count == 1 if is_only is None else is_only
    names = [stem] if alone else [f"{stem} {before + number}" for number in range(1, count + 1)]
    for index, name in enumerate(group.names[:count]):
        names[index] = str(name).strip() or names[index]
    return names


def controllers_by_character(encounter: Encounter, characters: Iterable[Character]) -> dict[int, Member]:
    """Who plays each character, by its id: its stand-in in the encounter's session, otherwise its player.

    Observers may not play."""
    members = Member.objects.present().filter(campaign=encounter.campaign_id).exclude(role=Role.OBSERVER)
    places = {member.pk: member for member in members}
    by_user = {member.user_id: member.pk for member in places.values()}
    member_ids = {character.pk: by_user.get(character.owner_id or 0, 0) for character in characters}
    if encounter.session_id is not None:
        covered = Character.objects.filter(
            pk__in=member_ids,
            stand_ins__session=encounter.session_id,
            stand_ins__ended__isnull=True,
            stand_ins__member__in=places,
        )
        member_ids |= dict(covered.values_list("pk", "stand_ins__member"))
    return {character: places[member] for character, member in member_ids.items() if member in places}


def seat_character(
    encounter: Encounter,
    group: EncounterGroup,
    progress: dict[str, int],
    players: dict[int, Member],
    *,
    taken: Iterable[str],
    position: int,
) -> Seating:
    """The seating of a character; the GM plays it if it is not in `players`."""
    character = group.character
    assert character is not None
    key = readable_id(character.name, taken, spare="hero")
    setup = rules.participant(
        encounter.campaign.system,
        character.sheet,
        progress,
        id=key,
        name=character.name,
        side=group.side,
        group=group.group or None,
        house=house_of(encounter.campaign),
    )
    row = Participant(
        encounter=encounter,
        key=key,
        position=position,
        name=character.name,
        side=group.side,
        group=group.group,
        character=character,
        controller=players.get(character.pk),
    )
    return Seating(setup, row)


def seat_monster(
    encounter: Encounter, group: EncounterGroup, name: str, *, taken: Iterable[str], position: int
) -> Seating:
    """The seating of one monster of a group, played by the GM."""
    assert group.monster is not None
    key = readable_id(name, taken, spare="monster")
    setup = rules.monster_participant(
        encounter.campaign.system, group.monster.stats, id=key, name=name, group=group.group or None, side=group.side
    )
    row = Participant(
        encounter=encounter,
        key=key,
        position=position,
        name=name,
        side=group.side,
        group=group.group,
        monster=group.monster,
    )
    return Seating(setup, row)


def seat_newcomer(encounter: Encounter, group: EncounterGroup, state: dict[str, Any]) -> Seating:
    """The seating of a group's monster or character that joins a running encounter, which is in this state.

    A character who was at the table before returns as it left."""
    taken = list(Participant.objects.filter(encounter=encounter).values_list("key", flat=True))
    group.encounter, position = encounter, len(taken)
    if group.character is None:
        seating = seat_monster(encounter, group, copy_names(group)[0], taken=taken, position=position)
    else:
        group.character = _lock_newcomer(encounter, group.character)
        # The stored sheet stays as it is until the encounter ends.
        group.character.sheet |= _values_of_last_stay(encounter, group.character, state)
        earned = experience_of(group.character)
        players = controllers_by_character(encounter, [group.character])
        seating = seat_character(encounter, group, earned, players, taken=taken, position=position)
    if group.hidden:
        seating = hide(seating)
    check_hiding(encounter, [seating])
    return seating


def _lock_newcomer(encounter: Encounter, character: Character) -> Character:
    """The locked character who joins. `Refused`: it is at the table already, retired, dead or deleted."""
    if Participant.objects.filter(encounter=encounter, character=character, present=True).exists():
        raise rules.Refused("participant.seated", _("%(name)s is at the table already.") % {"name": character.name})
    locked = saving.lock_characters([character.pk]).get(character.pk)
    if locked is None:
        raise _no_longer_in_play([character.name])
    _require_in_play([locked])
    return locked


def _values_of_last_stay(encounter: Encounter, character: Character, state: dict[str, Any]) -> dict[str, Any]:
    """The fields of the sheet that change in play, as the character left the table; {} if it was not at the table."""
    results = sheet_merging.aftermath_by_participant(encounter.campaign.system, state)
    rows = Participant.objects.filter(encounter=encounter, character=character, key__in=results)
    last = rows.order_by("position", "id").last()
    return {} if last is None else dict(results[last.key]["sheet"])


def build_setup(encounter: Encounter, seated: list[Seating], deck: list[str] | None) -> dict[str, Any]:
    """The engine's setup: participants, the campaign's options overridden by the encounter's, and supplied cards.

    A game may name further fields for each setup of the site in its description, as `site_setup`."""
    check_hiding(encounter, seated)
    site_setup = rules.SYSTEMS[encounter.campaign.system].get("site_setup", {})
    setup: dict[str, Any] = {"participants": [seating.setup for seating in seated], **site_setup}
    options = encounter.campaign.options | encounter.options
    if options:
        setup["options"] = options
    if deck is not None:
        setup["deck"] = deck
    return setup


def has_physical_deck(encounter: Encounter) -> bool:
    """Whether the encounter is played, or will be, with the group's own cards."""
    return rules.SYSTEMS[encounter.campaign.system]["chance"] == "cards" and encounter.uses_physical_chance


def with_physical_chance(encounter: Encounter, setup: dict[str, Any]) -> dict[str, Any]:
    """The setup for play: with a physical deck the engine asks for every card, which simulations never do."""
    asks = has_physical_deck(encounter) and "deck" not in setup
    return setup | {"physical": True} if asks else setup
