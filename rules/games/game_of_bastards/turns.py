"""What participants do in a turn without a play: drawing, discarding, initiative, items, wildcards, giving up."""

from rules.engine import cards
from rules.engine.cards import count_cards
from rules.engine.refusals import quote, refuse
from rules.games.game_of_bastards import commands, figures, harm, rounds
from rules.games.game_of_bastards.context import Fight
from rules.games.game_of_bastards.state import Participant


def initiative(fight: Fight, order: commands.Initiative) -> None:
    """Choose the initiative card, which everyone sees (GOB-40)."""
    participant = fight.find(order.actor, "actor")
    if fight.state.begun or participant.id not in rounds.who_chooses_initiative(fight):
        refuse("initiative.settled", f"actor: {participant.name} has no initiative card to choose now.", "GOB-40")
    rounds.first_card(fight, participant, fight.require_in_hand(participant, [order.card], "card"))


def draw(fight: Fight, order: commands.Draw) -> None:
    """Step 1 of a turn: draw one card; extras with a full hand draw none (GOB-41, GOB-96)."""
    participant = fight.by_id[order.actor]
    if participant.kind == "extras" and len(participant.hand) >= participant.members:
        text = f"{participant.name} has a full hand and draws nothing."
        fight.add_event("hand-full", text, ("GOB-41", "GOB-96"), actor=participant.id)
    elif not fight.draw(participant, 1, ("GOB-41",)) and not fight.events:
        fight.add_event(
            "drew-nothing",
            f"There is no card for {participant.name} to draw.",
            ("GOB-41", "GOB-07"),
            actor=participant.id,
        )
    fight.state.step = "declare"
    if participant.spent:
        no_action(fight, participant)


def no_action(fight: Fight, participant: Participant) -> None:
    """End the turn after its draw step, because the action was given up (GOB-61, GOB-66, GOB-80)."""
    rule = "GOB-61" if participant.all_out else "GOB-66" if participant.soul else "GOB-80"
    fight.add_event(
        "no-action", f"{participant.name} takes no action this round.", ("GOB-41", rule), actor=participant.id
    )
    fight.state.step = "acted"


def mulligan(fight: Fight, order: commands.Mulligan) -> None:
    """Use the action for a new hand (GOB-30, GOB-41, GOB-96)."""
    participant = fight.by_id[order.actor]
    if participant.spent:
        text = f"{participant.name} has already given up the action of this round; draw a card instead."
        refuse("action.spent", text, "GOB-30")
    fight.add_event("mulligan", f"{participant.name} takes a mulligan.", ("GOB-30", "GOB-41"), actor=participant.id)
    fight.discard(participant, participant.hand, ("GOB-30",))
    fight.draw(participant, figures.hand_size(participant), ("GOB-30", "GOB-41"))
    fight.state.step = "acted"


def discard(fight: Fight, order: commands.Discard) -> None:
    """Discard one card once before the action, or what Ass Pull asks for (GOB-41, GOB-77)."""
    state, participant = fight.state, fight.by_id[order.actor]
    if state.questions:
        number = min(state.questions[0].amount, len(participant.hand))
        if len(order.cards) != number:
            refuse("discard.count", f"cards: discard exactly {count_cards(number)}.", "GOB-77")
        state.questions.pop(0)
        fight.discard(participant, fight.require_in_hand(participant, order.cards), ("GOB-77",))
        return
    if state.discarded:
        refuse(
            "discard.twice", f"{participant.name} has already discarded in this turn; only once is possible.", "GOB-41"
        )
    if len(order.cards) != 1:
        refuse("discard.count", "cards: discard exactly 1 card.", "GOB-41")
    fight.discard(participant, fight.require_in_hand(participant, order.cards), ("GOB-41",))
    state.discarded = True


def pass_turn(fight: Fight, order: commands.Pass) -> None:
    """Give up the action, or the second attack of Savage (GOB-41, GOB-72)."""
    participant = fight.by_id[order.actor]
    rules = ("GOB-41", "GOB-72") if fight.state.step == "follow" else ("GOB-41",)
    fight.add_event("passed", f"{participant.name} passes.", rules, actor=participant.id)
    fight.state.step = "acted"


def replace_initiative(fight: Fight, order: commands.ReplaceInitiative) -> None:
    """Replace the initiative card by one from the hand, from the next round on (GOB-42, GOB-79)."""
    state, participant = fight.state, fight.by_id[order.actor]
    speedy = figures.is_usable(participant, "speedy") and not state.replaced
    if state.replaced:
        refuse(
            "initiative.twice",
            f"{participant.name} has already replaced a card in this turn; only once is possible.",
            "GOB-79",
        )
    card = fight.require_in_hand(participant, [order.card], "card")
    old, participant.card = participant.card, ""
    fight.deck.discard += old
    fight.give_up(participant, card)
    participant.card = card
    state.replaced = True
    rules = ("GOB-42", "GOB-79") if speedy else ("GOB-42",)
    text = f"{participant.name} replaces their initiative card: {cards.NAME[card]} from the next round on."
    event = fight.add_event("initiative-replaced", text, rules, actor=participant.id, cards=cards.names_of(card))
    event["discarded"] = cards.names_of(old)
    fight.show(event, card)
    if not speedy:
        state.step = "acted"


def pick_up(fight: Fight, order: commands.PickUp) -> None:
    """Pick up something from the ground, as the action; a weapon is wielded at once (GOB-52)."""
    state, participant = fight.state, fight.by_id[order.actor]
    weapon = next((lying for lying in state.ground if lying.name == order.item), None)
    if weapon is None and state.settled:
        refuse(
            "item.missing",
            f"item: there is no {quote(order.item)} on the ground; name something that is there.",
            "GOB-52",
        )
    if weapon is not None:
        state.ground.remove(weapon)
        participant.weapons.append(weapon)
    if any(carried.name == order.item for carried in participant.weapons):
        participant.wielded = [order.item]
    fight.add_event(
        "picked-up", f"{participant.name} picks up {order.item}.", ("GOB-52",), actor=participant.id, item=order.item
    )
    state.step = "acted"


def spend_wildcard(fight: Fight, order: commands.SpendWildcard) -> None:
    """Spend a wildcard to draw a card, at any time (GOB-06)."""
    participant = require_in(fight, order.actor)
    harm.spend(participant, 1)
    fight.add_event(
        "wildcard",
        f"{participant.name} spends a wildcard to draw a card.",
        ("GOB-06",),
        actor=participant.id,
        use="draw",
    )
    fight.draw(participant, 1, ("GOB-06",))


def require_in(fight: Fight, participant_id: str) -> Participant:
    """A participant who is not out, else `Refused` (GOB-49)."""
    participant = fight.find(participant_id, "actor")
    if participant.out is not None:
        refuse("actor.out", f"actor: {participant.name} is out of the opposition.", "GOB-49")
    return participant


def concede(fight: Fight, order: commands.Concede) -> None:
    """Give up: a play of the attacker ends without effect, a target leaves the play (GOB-49)."""
    participant = require_in(fight, order.actor)
    fight.add_event("conceded", f"{participant.name} gives up.", ("GOB-49",), actor=participant.id)
    harm.go_out(fight, participant, "conceded")
