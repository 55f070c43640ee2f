"""The deal from a physical deck: asks for opening hands, and makes the setup with the cards that players entered."""

from typing import Any

from campaigns.encounters.models import Encounter, EncounterDraw
from campaigns.encounters.play import setups
from campaigns.encounters.play.draw_body import BEGIN, CardsByOwner, DealtSeats, DrawBody, new_question_key
from people.models import User
from rules import play as rules


def ask_for_opening_hands(
    encounter: Encounter, by: User, needed: rules.Needed, seed: str, seated: list[setups.Seating]
) -> None:
    """Asks the players for their opening hands from the physical deck."""
    body: DrawBody = {
        "do": BEGIN,
        "by": by.pk,
        "seed": seed,
        "question": new_question_key(),
        "needs": needed.needs,
        "given": {},
        **dealt_seats(seated),
    }
    EncounterDraw.sealed.update_or_create(encounter=encounter, defaults={"body": body})


def setup_with_cards(encounter: Encounter, seated: list[setups.Seating], given: CardsByOwner) -> dict[str, Any]:
    """The setup of an encounter that is being dealt, with the cards that players entered."""
    return setups.with_physical_chance(encounter, setups.build_setup(encounter, seated, None)) | {"drawn": given}


def dealt_seats(seated: list[setups.Seating]) -> DealtSeats:
    """Who takes part in a deal, and the members who play them."""
    return {
        "names": {seating.row.key: seating.row.name for seating in seated},
        "who": {seating.row.key: seating.row.controller_id for seating in seated},
    }


def follow_preparation(encounter: Encounter, body: DrawBody) -> DrawBody:
    """The body of a deal with the participants of the preparation as it is now, without cards of those removed."""
    setups.lock_prepared_characters(encounter)
    present = dealt_seats(setups.seat_participants(encounter))
    removed = body["names"].keys() - present["names"].keys()
    given = {owner: cards for owner, cards in body["given"].items() if owner not in removed}
    return body | {"names": present["names"], "who": present["who"], "given": given}
