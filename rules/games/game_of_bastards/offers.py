"""The offers of a participant in A Game of Bastards."""

from rules.engine import cards
from rules.engine.cards import count_cards
from rules.engine.offers import Offer, offer, one, some
from rules.engine.refusals import quote, refuse
from rules.games.game_of_bastards import (
    figures,
    gm_offers,
    harm,
    play_offers,
    power_offers,
    rounds,
    tables,
    turn_offers,
)
from rules.games.game_of_bastards.context import Fight
from rules.games.game_of_bastards.state import Participant, Question
from rules.games.game_of_bastards.wording import count_points


def offers(fight: Fight, actor: object) -> list[Offer]:
    """The offers of a participant or "gm"; [] when the actor can do nothing now."""
    participant = fight.by_id.get(actor) if isinstance(actor, str) else None
    if participant is None and actor not in (tables.DEALER, "observer"):
        refuse("actor.unknown", f"{quote(actor)} is not a participant; name a participant or gm.")
    if fight.state.outcome is not None or actor == "observer":
        return []
    if participant is None:
        return gm_offers.offers(fight)
    if participant.out is not None:
        return []
    return [*pending_offers(fight, participant), *any_time(fight, participant)]


def pending_offers(fight: Fight, participant: Participant) -> list[Offer]:
    """What play waits for, or what is possible in a turn and outside a play."""
    state = fight.state
    if state.questions:
        return answer(fight, participant, state.questions[0]) if state.questions[0].who == participant.id else []
    if state.play is not None:
        return play_offers.in_play(fight, participant)
    if not state.begun:
        chosen = [choose_initiative(participant)] if participant.id in rounds.who_chooses_initiative(fight) else []
        return [*chosen, *power_offers.outside(fight, participant)]
    if fight.current() is not participant:
        return power_offers.outside(fight, participant)
    if state.step == "follow":
        return [*play_offers.attacks(fight, participant), turn_offers.pass_offer(participant)]
    return turn_offers.in_turn(fight, participant)


def any_time(_fight: Fight, participant: Participant) -> list[Offer]:
    """Spending a wildcard for a card, and giving up (GOB-06, GOB-49)."""
    any_time_offers = []
    if participant.wildcards:
        text = "The card goes into your hand."
        any_time_offers.append(
            offer("spend-wildcard", participant.id, "Spend a wildcard to draw a card", ["GOB-06"], help=text)
        )
    text = "You are out of this opposition, and your cards are discarded."
    any_time_offers.append(offer("concede", participant.id, "Give up", ["GOB-49"], help=text))
    return any_time_offers


def choose_initiative(participant: Participant) -> Offer:
    """A card of the hand, the lowest as the example (GOB-40)."""
    lowest = min(participant.hand, key=lambda card: tables.ACTS[card])
    return offer(
        "initiative",
        participant.id,
        "Choose your initiative card",
        ["GOB-40", "GOB-02", "GOB-03"],
        choices={"card": one(cards.names_of(participant.hand))},
        example={"card": cards.NAME[lowest]},
        help="The lowest acts first; an ace counts 1. The card leaves your hand.",
    )


def answer(fight: Fight, participant: Participant, question: Question) -> list[Offer]:
    """The answers to a question."""
    if question.kind == "redirect":
        uses = [True] if harm.usable(fight, participant, "mind-over-matter") else []
        return [redirect(fight, participant, question, use) for use in (*uses, False)]
    if question.kind == "desperation":
        return [desperation(participant, 1, "spirit"), desperation(participant, 3, "luck")]
    number = min(question.amount, len(participant.hand))
    hand = cards.names_of(participant.hand)
    return [
        offer(
            "discard",
            participant.id,
            f"Discard {count_cards(number)}",
            ["GOB-77"],
            choices={"cards": some(hand, number, number)},
            example={"cards": hand[:number]},
        )
    ]


def redirect(fight: Fight, participant: Participant, question: Question, use: bool) -> Offer:
    """Mind Over Matter, yes or no (GOB-70)."""
    amount = count_points(question.amount)
    cost = figures.figure(fight.state, participant, "mind-over-matter", "cost")
    label = f"Let {amount} of damage strike your body"
    if use:
        label = f"Take {amount} of damage in your mind, for {cost} MP"
    return offer("redirect", participant.id, label, ["GOB-70"], fixed={"use": use})


def desperation(participant: Participant, place: int, trait: str) -> Offer:
    """Desperation: drawing as many cards as the rank of Spirit, or of Luck (GOB-48)."""
    label = f"Draw {count_cards(participant.traits[place])} for {trait.capitalize()}"
    return offer("desperation", participant.id, label, ["GOB-48"], fixed={"trait": trait})
