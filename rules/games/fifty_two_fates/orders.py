"""The orders of the Fate Dealer: conditions, falls, ranges, adjusting, joining, leaving, ending."""

from rules.engine import cards, hidden
from rules.engine.refusals import quote, refuse
from rules.engine.upgrades import began_before
from rules.games.fifty_two_fates import commands as orders
from rules.games.fifty_two_fates import entry, harm, rounds, tables, wording
from rules.games.fifty_two_fates.context import Fight, count_points
from rules.games.fifty_two_fates.shapes import EffectLine, Incapacity
from rules.games.fifty_two_fates.state import Participant


def afflict(fight: Fight, order: orders.Afflict) -> None:
    """A continuous effect begins (F52-50, F52-51)."""
    participant = fight.find(order.target, "target")
    harm.afflict(fight, participant, EffectLine(order.name, order.strength, order.rounds), ("F52-50",))


def incapacitate(fight: Fight, order: orders.Incapacitate) -> None:
    """Partly, fully, or unconscious with its number (F52-53 to F52-56)."""
    participant = fight.find(order.target, "target")
    harm.incapacitate(fight, participant, Incapacity(order.degree, order.unconscious, order.wake), ())


def release(fight: Fight, order: orders.Release) -> None:
    """End incapacitation, unconsciousness (with hit points left) and prone; or one effect."""
    participant = fight.find(order.target, "target")
    if order.effect is not None:
        release_effect(fight, participant, order.effect)
        return
    participant.partial = participant.full = participant.prone = False
    if participant.hp:
        participant.unconscious = 0
    text = f"{participant.name} is no longer incapacitated."
    fight.add_event("released", text, ("F52-53", "F52-55", "F52-56", "F52-57"), target=participant.id)


def release_effect(fight: Fight, participant: Participant, name: str) -> None:
    """End one effect by its name: a continuous effect, a parry or a lasting spell."""
    rule = tables.EFFECT_RULE["continuous"]
    for effect in participant.effects:
        if effect.name == name:
            participant.effects.remove(effect)
            break
    else:
        if name not in ("parry", "destruct", "protect") or not getattr(participant, name):
            refuse(
                "effect.missing",
                f"effect: {participant.name} has no effect {quote(name)}; name one that they have.",
                "F52-50",
            )
        setattr(participant, name, 0 if name == "parry" else None)
        rule = tables.EFFECT_RULE[name]
    fight.add_event(
        "effect-over", f"{participant.name} is freed from {name}.", (rule,), target=participant.id, effect=name
    )


def fall(fight: Fight, order: orders.Fall) -> None:
    """A fall: a point for every full 30 feet (F52-28)."""
    participant = fight.find(order.target, "target")
    amount = order.feet // tables.FEET_A_POINT
    feet = "1 foot" if order.feet == 1 else f"{order.feet} feet"
    text = f"{participant.name} falls {feet}: {count_points(amount)} of damage."
    fight.add_event("fall", text, ("F52-28",), target=participant.id, feet=order.feet, amount=amount)
    harm.wound(fight, participant, amount, ("F52-28", "F52-30"), "fall")


def set_range(fight: Fight, order: orders.SetRange) -> None:
    """Note how far two participants are from each other (F52-17)."""
    first, other = fight.find(order.a, "a"), fight.find(order.b, "b")
    if first is other:
        refuse("range.self", "b: a range is between two different participants.", "F52-17")
    fight.set_range(first.id, other.id, order.range)
    text = f"{first.name} and {other.name} are now {wording.RANGE[order.range]}."
    fight.add_event("range", text, ("F52-17",), a=first.id, b=other.id, range=order.range)


def arm(fight: Fight, order: orders.Arm) -> None:
    """Give a participant a weapon again (F52-72)."""
    participant = fight.find(order.target, "target")
    participant.weapon = "held"
    fight.add_event("armed", f"{participant.name} has a weapon in hand again.", ("F52-72",), target=participant.id)


def adjust(fight: Fight, order: orders.Adjust) -> None:
    """Set hit points to a new number, with a reason (F52-34); protection does not prevent it (F52-88)."""
    participant = fight.find(order.target, "target")
    if participant.status == "dead":
        refuse("target.dead", f"target: {participant.name} is dead; their hit points cannot change any more.", "F52-34")
    if not 0 <= order.hp <= participant.max_hp:
        refuse("hp.range", f"hp: must be from 0 to {participant.max_hp} for {participant.name}.", "F52-30")
    before, participant.hp = participant.hp, order.hp
    text = f"The Fate Dealer sets {participant.name} to {order.hp} of {participant.max_hp} hit points: {order.reason}"
    rules = ("F52-30", "F52-34")
    fight.add_event("adjusted", text, rules, target=participant.id, hp=order.hp, before=before, reason=order.reason)
    if before and not order.hp:
        harm.fall(fight, participant)
    elif order.hp and not before:
        harm.rise(participant)
        fight.add_event("back", f"{participant.name} is back.", ("F52-34",), target=participant.id)


def join(fight: Fight, order: orders.Join) -> None:
    """Add a participant: a player character draws its hand, a new group its initiative card (F52-10, F52-13)."""
    state = fight.state
    participant = entry.enter(order.participant, "participant")
    if order.participant.hidden:
        participant.acted = True
        hidden.hide(fight, state, participant, tables.MOST_PARTICIPANTS)
        return
    hidden.check_new(fight, state, participant.id, "participant.id")
    if len(state.participants) + len(state.hidden) >= tables.MOST_PARTICIPANTS:
        refuse(
            "participant.too-many",
            f"participant: an encounter has at most {tables.MOST_PARTICIPANTS} participants.",
        )
    participant.acted = True
    state.participants.append(participant)
    state.gone = [other for other in state.gone if other.id != participant.id]
    fight.by_id[participant.id] = participant
    rules = ("F52-16", "F52-96") if participant.group != tables.PLAYERS else ("F52-16", "F52-10")
    fight.add_event("joined", f"{participant.name} joins and acts from the next round.", rules, target=participant.id)
    if participant.group == tables.PLAYERS:
        fight.draw_to_hand(participant, participant.hp, ("F52-10", "F52-30"))
    take_place(fight, participant)


def take_place(fight: Fight, participant: Participant) -> None:
    """Give the group of a newcomer its initiative card, if it is new or nobody visible was in it (F52-13)."""
    state = fight.state
    names = [group.name for group in state.initiative]
    if participant.group in names:
        index = names.index(participant.group)
        alone = not any(other.group == participant.group and other is not participant for other in state.participants)
        if state.initiative[index].card or not alone or began_before(state, 3):
            return
        rounds.remove_group(state, index)
    new_group(fight, participant.group)


def new_group(fight: Fight, name: str) -> None:
    """A new group draws its initiative card and takes its place in the order (F52-13, F52-14)."""
    drawn = fight.look(1)
    group_name = wording.capitalize(wording.name_group(name))
    text = f"{group_name}: {cards.join_names(drawn) or 'no card'} for initiative."
    fight.show(
        fight.add_event("initiative", text, ("F52-13", "F52-14"), group=name, cards=cards.names_of(drawn)), drawn
    )
    fight.put_away(drawn)
    rounds.insert_group(fight.state, name, drawn)


def leave(fight: Fight, order: orders.Leave) -> None:
    """Remove a participant; its hand goes to the discard pile."""
    if hidden.leave(fight, fight.state, order.target):
        return
    participant = fight.find(order.target, "target")
    state = fight.state
    fight.add_event("left", f"{participant.name} leaves.", ("F52-62",), target=participant.id)
    if participant.hand:
        harm.drop_hand(fight, participant)
    state.participants.remove(participant)
    state.gone = [*state.gone, participant]
    del fight.by_id[participant.id]
    for key in [key for key in state.ranges if participant.id in key.split(" ")]:
        del state.ranges[key]


def next_round(fight: Fight, _order: orders.NextRound) -> None:
    """End the round, when nobody can act (F52-16, F52-61)."""
    if rounds.turn(fight.state):
        refuse(
            "round.not-over", "Someone can still act; the round ends automatically when everyone has acted.", "F52-16"
        )
    rounds.close_round(fight)


def end(fight: Fight, order: orders.End) -> None:
    """The Fate Dealer ends the encounter with one outcome (F52-62)."""
    state = fight.state
    state.outcome = order.outcome
    state.counts = order.counts is not False
    state.pending = None
    counts = "counts" if state.counts else "does not count"
    text = f"The encounter ends {wording.OUTCOME[order.outcome]}. It {counts} towards a level."
    fight.add_event("ended", text, ("F52-62", "F52-90"), outcome=order.outcome, counts=state.counts)
