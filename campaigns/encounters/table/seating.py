"""Who plays whom: the seats of a table without a dealer, and the characters that took part."""

from dataclasses import dataclass
from typing import Final

from campaigns.encounters.models import Encounter
from campaigns.encounters.play.command_access import plays_now
from campaigns.world.emblems import portrait_address
from characters.access import known_characters
from characters.models import Character
from people.models import Member
from people.viewer_queries import MemberQuery

# The portraits of characters that the viewer knows: (participant, character, digest). Compiled, because every view of a
# table needs it.
PORTRAITS: Final = MemberQuery(
    lambda membership, encounter: (
        known_characters(membership)
        .filter(portrait__gt="", participations__encounter=encounter)
        .values_list("participations__key", "pk", "portrait")
    )
)


@dataclass(frozen=True)
class Seat:
    """A participant's seat: who has it (None: nobody), and whether the character is that player's own."""

    id: str
    name: str
    member: Member | None
    own_character: bool

    def __str__(self) -> str:
        return self.name

    @property
    def player(self) -> str:
        """The name of who has it; empty for nobody."""
        return self.member.user.username if self.member else ""

    def held_by(self, membership: Member) -> bool:
        """Whether this member has it."""
        return self.member is not None and self.member.pk == membership.pk


def seats_by_participant(encounter: Encounter) -> dict[str, Seat]:
    """The seats of the present participants, by participant, in the encounter's order."""
    rows = encounter.participants.filter(present=True).select_related("controller__user", "character")
    seats = {}
    for row in rows.order_by("position", "id"):
        member = row.controller if plays_now(row.controller) else None
        own_character = bool(member and row.character and row.character.owner_id == member.user_id)
        seats[row.key] = Seat(row.key, row.name, member, own_character)
    return seats


def characters_of_member(encounter: Encounter, membership: Member) -> list[Character]:
    """The member's own characters who took part, in the encounter's order."""
    rows = encounter.participants.filter(character__owner=membership.user).select_related("character")
    characters = [row.character for row in rows.order_by("position", "id") if row.character]
    return list(dict.fromkeys(characters))


def portraits_at(encounter: Encounter, membership: Member) -> dict[str, str]:
    """The addresses of the portraits of participants whose characters the member knows; one query."""
    return {key: portrait_address(pk, digest) for key, pk, digest in PORTRAITS.rows(membership, encounter.pk)}
