"""From a preparation to an engine's setup: who takes part, under which id, played by whom."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Sum
from django.utils.text import slugify

from campaigns.models import Encounter, EncounterGroup, Member, Participant
from campaigns.models.people import Role
from characters.models import Character, ExperienceEntry
from rules import play as rules
from rules.queries import house_of

# `gm` and `observer` in every game (contract.md); the side names would read as everybody of a side.
RESERVED = {"gm", "observer", "players", "monsters", "all"}
LONGEST = 64


@dataclass(slots=True)
class Seating:
    """One participant to be: the engine's words for it, and the row that links it to the campaign."""

    setup: dict[str, Any]
    row: Participant


def readable_id(name: str, taken: Iterable[str], *, spare: str = "one") -> str:
    """An id for the table made of a name: "mara", "bandit-2"; unique among `taken`, none that is reserved."""
    stem = slugify(name)[: LONGEST - 4].strip("-_") or spare
    taken = RESERVED | set(taken)
    candidate, number = stem, 1
    while candidate in taken:
        number += 1
        candidate = f"{stem}-{number}"
    return candidate


def seat_all(encounter: Encounter) -> list[Seating]:
    """Everybody the preparation names, in its order. Raises `Refused` where a sheet or a stat block is wrong."""
    lines = list(encounter.groups.select_related("monster", "character"))
    progress = progress_of([line.character for line in lines if line.character])
    players = controllers(encounter)
    seated: list[Seating] = []
    for line in lines:
        for name in copies(line):
            taken = [other.row.key for other in seated]
            position = len(seated)
            if line.character:
                earned = progress[line.character.pk]
                seating = seat_character(encounter, line, earned, players, taken=taken, position=position)
            else:
                seating = seat_monster(encounter, line, name, taken=taken, position=position)
            seated.append(seating)
    return seated


def copies(line: EncounterGroup) -> list[str]:
    """The name of each copy of a line: the ones given, else "Bandit", or "Bandit 1", "Bandit 2" when several."""
    subject = line.character or line.monster
    stem = subject.name if subject else ""
    count = 1 if line.character else line.count
    names = [stem] if count == 1 else [f"{stem} {number}" for number in range(1, count + 1)]
    for index, given in enumerate(line.names[:count]):
        names[index] = str(given).strip() or names[index]
    return names


def progress_of(characters: list[Character]) -> dict[int, dict[str, int]]:
    """The sums of each character's experience ledger, by unit, by its id."""
    sums: dict[int, dict[str, int]] = {character.pk: {} for character in characters}
    entries = ExperienceEntry.objects.filter(character__in=sums).values_list("character", "unit")
    for character, unit, total in entries.order_by("character", "unit").annotate(total=Sum("amount")):
        sums[character][unit] = total
    return sums


def controllers(encounter: Encounter) -> dict[int, Member]:
    """The members of the campaign who may play somebody, by their account; observers only watch."""
    members = Member.objects.filter(campaign=encounter.campaign_id, left__isnull=True)
    return {member.user_id: member for member in members.exclude(role=Role.OBSERVER)}


def seat_character(
    encounter: Encounter,
    line: EncounterGroup,
    progress: dict[str, int],
    players: dict[int, Member],
    *,
    taken: Iterable[str],
    position: int,
) -> Seating:
    """A character at the table, played by its owner, or by the GM when it has none in the campaign."""
    character = line.character
    assert character is not None
    key = readable_id(character.name, taken, spare="hero")
    setup = rules.participant(
        encounter.campaign.system, character.sheet, progress, id=key, name=character.name, side=line.side,
        group=line.group or None, house=house_of(encounter.campaign),
    )  # fmt: skip
    row = Participant(
        encounter=encounter, key=key, position=position, name=character.name, side=line.side, group=line.group,
        character=character, controller=players.get(character.owner_id or 0),
    )  # fmt: skip
    return Seating(setup, row)


def seat_monster(
    encounter: Encounter, line: EncounterGroup, name: str, *, taken: Iterable[str], position: int
) -> Seating:
    """One monster of a line at the table, played by the GM."""
    assert line.monster is not None
    key = readable_id(name, taken, spare="monster")
    setup = rules.monster_participant(
        encounter.campaign.system, line.monster.stats, id=key, name=name, group=line.group or None, side=line.side
    )
    row = Participant(
        encounter=encounter, key=key, position=position, name=name, side=line.side, group=line.group,
        monster=line.monster,
    )  # fmt: skip
    return Seating(setup, row)


def seat_newcomer(encounter: Encounter, line: EncounterGroup) -> Seating:
    """One of what a line names, at a table that is laid already."""
    taken = list(Participant.objects.filter(encounter=encounter).values_list("key", flat=True))
    line.encounter, position = encounter, len(taken)
    if line.character is None:
        return seat_monster(encounter, line, copies(line)[0], taken=taken, position=position)
    earned = progress_of([line.character])[line.character.pk]
    return seat_character(encounter, line, earned, controllers(encounter), taken=taken, position=position)


def setup_of(encounter: Encounter, seated: list[Seating], deck: list[str] | None) -> dict[str, Any]:
    """The engine's setup: everybody, the campaign's options with the encounter's on top, and supplied cards."""
    setup: dict[str, Any] = {"participants": [seating.setup for seating in seated]}
    options = encounter.campaign.options | encounter.options
    if options:
        setup["options"] = options
    if deck is not None:
        setup["deck"] = deck
    return setup


def played(encounter: Encounter, setup: dict[str, Any]) -> dict[str, Any]:
    """The setup as it is played: with the table's own deck the engine asks for every card. Trials never ask."""
    cards = rules.SYSTEMS[encounter.campaign.system]["chance"] == "cards"
    own = cards and encounter.by_hand and "deck" not in setup
    return setup | {"physical": True} if own else setup
