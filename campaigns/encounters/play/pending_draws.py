"""Reads the draw from a physical deck that an encounter waits for: which cards, and who enters them."""

from dataclasses import dataclass

from campaigns.encounters.models import Encounter, EncounterDraw
from campaigns.encounters.play.command_access import plays_now
from campaigns.encounters.play.draw_body import BEGIN, DrawBody, counts_to_enter
from campaigns.encounters.play.visibility import GM, may_act
from people.models import Member

# The owner of cards that everyone sees.
FACE_UP = ""
INITIATIVE = "initiative"


@dataclass(frozen=True)
class AwaitedCards:
    """Cards that a draw waits for: `owner` holds them ("" for cards shown to all); `mine` if the member enters them.

    `count` cards are missing: first `cards_in_hand` that are in the hand already, then drawn ones, of which the last
    `initiative` are for initiative.
    """

    owner: str
    name: str
    count: int
    initiative: int
    mine: bool
    cards_in_hand: int = 0

    @property
    def places(self) -> range:
        """One number for each card."""
        return range(1, self.count + 1)

    @property
    def fresh(self) -> int:
        """How many of the cards are newly drawn."""
        return self.count - self.cards_in_hand


def pending_draw(encounter: Encounter) -> EncounterDraw | None:
    """The draw that the encounter waits for."""
    return EncounterDraw.sealed.filter(encounter=encounter).first()


def awaited_cards(encounter: Encounter, membership: Member) -> list[AwaitedCards]:
    """The cards that the encounter still waits for, without those that were entered."""
    draw = pending_draw(encounter)
    if draw is None:
        return []
    body: DrawBody = draw.body
    return [
        AwaitedCards(
            owner,
            body["names"].get(owner, ""),
            count,
            sum(need[1] for need in body["needs"] if need[0] == owner and need[2] == INITIATIVE),
            may_enter(membership, encounter, body, owner),
            body.get("held", {}).get(owner, 0),
        )
        for owner, count in counts_to_enter(body).items()
    ]


def pending_body(encounter: Encounter) -> DrawBody | None:
    """What is stored of the draw that the encounter waits for."""
    draw = pending_draw(encounter)
    return draw.body if draw is not None else None


def may_stop(encounter: Encounter, membership: Member) -> bool:
    """Whether the member may take back the waiting draw: GMs, and the person who started it."""
    draw = pending_draw(encounter)
    return draw is not None and (encounter.is_run_by(membership) or draw.body["by"] == membership.user_id)


def may_enter(membership: Member, encounter: Encounter, body: DrawBody, owner: str) -> bool:
    """Whether the member enters this owner's cards: its player, or for shown cards the person who gave the command."""
    if owner == FACE_UP:
        return encounter.is_run_by(membership) or body["by"] == membership.user_id
    if owner == GM:
        return encounter.is_run_by(membership)
    newcomer = body.get("seat") or {}
    if body["do"] == BEGIN or newcomer.get("key") == owner:
        controller = newcomer["controller_id"] if newcomer else body["who"].get(owner)
        if controller == membership.pk or not encounter.is_run_by(membership):
            return controller == membership.pk
        # A deal continues without a player who has left or become an observer.
        return controller is None or not plays_now(Member.objects.filter(pk=controller).first())
    return may_act(membership, encounter, owner)
