"""Conflicts between the cards that players entered from a physical deck.

The site compares entered cards with the rest of the deck only after all players have answered. If they contradict
each other, it tells the table, and the same players enter their cards again. If they still do, a wrong card was entered
earlier: then everyone also enters their hand again. An answer never reveals where a card is.
"""

from collections import Counter

from django.utils.translation import gettext as _

from campaigns.encounters.models import Encounter, Participant
from campaigns.encounters.play import deals, setups, storage
from campaigns.encounters.play.command_access import plays_now
from campaigns.encounters.play.draw_body import BEGIN, DrawBody, Need, next_question
from campaigns.encounters.play.visibility import GM
from campaigns.log.entries import write_entry
from campaigns.log.models import LogEntry
from common.card_signs import short_name
from people.models import User
from rules import play as rules
from rules.play import ELSEWHERE, Refused

# The engine's refusals of cards that contradict the rest of the deck, or the number of cards drawn.
CONFLICTS = frozenset({ELSEWHERE, "cards.many"})
# From this conflict over the same draw on, everyone also enters their hand again.
HANDS_FROM = 2


def require_cards_of_deck(encounter: Encounter, cards: list[str]) -> None:
    """Refuses cards that nobody can have drawn: unknown ones, which it names, or more copies than the deck has."""
    deck = Counter(rules.names_in_deck(_decks(encounter)))
    for card in cards:
        if card not in deck:
            text = _(
                "“%(card)s” is not a card of this deck. Write a rank (2 to 9, T, J, Q, K, A) and a suit (C, D, H, S)."
            )
            jokers = " " + _("A joker is XX.") if "XX" in deck else ""
            raise Refused("card.unknown", text % {"card": card} + jokers)
    if repeated := Counter(cards) - deck:
        names = ", ".join(_("joker") if card == "XX" else short_name(card) for card in repeated)
        raise Refused(ELSEWHERE, _("You entered a card more often than the deck has it: %(cards)s.") % {"cards": names})


def begin_again(encounter: Encounter, body: DrawBody) -> DrawBody:
    """The body without any entered cards, after one more conflict."""
    number = body.get("conflicts", 0) + 1
    held = _typable_hands(encounter) if body["do"] != BEGIN and number >= HANDS_FROM else {}
    return body | {
        "needs": _first_needs(encounter, body),
        "given": {},
        "typed": {},
        "hands": {},
        "held": held,
        "conflicts": number,
        "question": next_question(body),
    }


def text_for_all(body: DrawBody, names: list[str]) -> str:
    """The message to the table about a conflict."""
    text = _("The cards that were entered contradict each other. Someone entered a wrong card.") + " "
    if body.get("held"):
        text += _("These players enter the cards in their hand again, and then the drawn cards: %(who)s.")
    else:
        text += _("These players enter their drawn cards again: %(who)s.")
    return text % {"who": ", ".join(names)}


def log_conflict(encounter: Encounter, by: User, text: str) -> None:
    """Logs a conflict during the deal in the campaign's log, because the encounter has no events yet."""
    write_entry(
        campaign=encounter.campaign,
        session=encounter.session,
        encounter_id=encounter.pk,
        by=by,
        kind=LogEntry.Kind.ENCOUNTER,
        text=f"{encounter.title}: {text}",
    )


def _decks(encounter: Encounter) -> int:
    """How many decks with jokers the encounter is played with; 0 for one deck without jokers."""
    system = rules.SYSTEMS[encounter.campaign.system]
    if encounter.status != Encounter.Status.PREPARED:
        return int(storage.get_secret(encounter).state["deck"].get("decks", 0))
    if not system.get("jokers"):
        return 0
    chosen = (encounter.campaign.options | encounter.options).get("decks")
    return int(chosen or system["options"]["decks"]["default"])


def _first_needs(encounter: Encounter, body: DrawBody) -> list[Need]:
    """The cards that the deal or the command asks for first."""
    system = encounter.campaign.system
    try:
        if body["do"] == BEGIN:
            rules.start(
                system, deals.setup_with_cards(encounter, setups.seat_participants(encounter), {}), seed=body["seed"]
            )
        else:
            rules.act(system, storage.get_secret(encounter).state, body["command"])
    except rules.Needed as needed:
        return needed.needs
    return []


def _typable_hands(encounter: Encounter) -> dict[str, int]:
    """The size of every hand that a player may look at; folded hands are not entered again."""
    folded = encounter.dealerless
    readable_by = set() if folded else {GM}
    for participant in Participant.objects.filter(encounter=encounter, present=True).select_related("controller"):
        by_gm = participant.controller is None and not folded
        if by_gm or plays_now(participant.controller):
            readable_by.add(participant.key)
    sizes = rules.hand_sizes(encounter.campaign.system, storage.get_secret(encounter).state)
    return {owner: size for owner, size in sizes.items() if owner in readable_by}
