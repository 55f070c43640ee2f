"""Defences: a card face down or none, with wielded weapons and advantages (GOB-43, GOB-46, GOB-60)."""

from rules.engine.cards import count_cards
from rules.engine.refusals import refuse
from rules.games.game_of_bastards import attack_advantages, attacks, commands, figures, harm, tables
from rules.games.game_of_bastards.context import Fight
from rules.games.game_of_bastards.state import Arm, Participant, Play, Side, State


def defend(fight: Fight, order: commands.Defend) -> None:
    """Answer an attack with a card face down, or with none."""
    state, play = fight.state, fight.require_play()
    participant, side = fight.by_id[order.actor], fight.side(order.actor)
    if side is None:
        refuse("pending.nothing", f"{participant.name} is not asked to defend.", "GOB-43")
    if order.weapon is not None or order.weapons is not None:
        participant.wielded = [weapon.name for weapon in attacks.find_weapons(participant, order.weapon, order.weapons)]
    weapons = figures.find_arms(participant, figures.wielded_weapons(participant))
    changes = figures.defense_changes(state, participant, play.kind, order.skill, weapons)
    side.limit = figures.limit(participant, order.skill, weapons, changes)
    side.skill = order.skill or ""
    card = fight.require_in_hand(participant, [order.card], "card") if order.card is not None else ""
    fight.give_up(participant, card)
    for index, use in enumerate(order.use or []):
        declare(fight, participant, side, weapons, use, f"use[{index}]", card)
    side.trait, side.bonus, rule = defense_trait(fight, participant, play, order.trait)
    side.down, side.answered = card, True
    side.used = len(card) + len(side.laid)
    if not fight.silent:
        announce_defense(fight, participant, side, [rule, *changes])


def announce_defense(fight: Fight, participant: Participant, side: Side, decided: list[str]) -> None:
    """Tell everyone that someone has answered, with how many cards. `decided`: the rules of its trait and limit."""
    play = fight.require_play()
    number = len(side.down)
    text = f"{participant.name} answers with {'a card face down' if number else 'no card'}."
    rules = dict.fromkeys(["GOB-43", "GOB-46", *decided])
    event = fight.add_event(
        "defense",
        text,
        tuple(rules),
        actor=participant.id,
        target=play.sides[0].who,
        count=number,
        skill=side.skill or None,
        trait=side.trait,
        wielded=list(figures.wielded_weapons(participant)),
    )
    if side.laid:
        event["laid"] = len(side.laid)
    fight.announce_face_down(participant, side.down)


def declare(
    fight: Fight, participant: Participant, side: Side, weapons: list[Arm], use: commands.Use, path: str, card: str
) -> None:
    """Use one advantage with the defence: Dodge, Serendipity or a counter."""
    fields = ("cards",) if use.advantage == "counter" else ()
    known = attack_advantages.require_advantage_here(participant, use, path, "defend", fields)
    play = fight.require_play()
    if use.advantage == "counter":
        counter(fight, participant, side, weapons, use, path, card)
        return
    if play.kind != "physical":
        refuse("advantage.physical", f"{path}: {known.name} is for physical defences.", known.rule)
    harm.pay(fight, participant, use.advantage)
    participant.guard = "dodge" if use.advantage == "dodge" else "serendipity"
    announce_guard(fight, participant)


def announce_guard(fight: Fight, participant: Participant) -> None:
    """Tell that the next physical defence uses another trait."""
    trait, rule = ("Body", "GOB-69") if participant.guard == "dodge" else ("Luck", "GOB-63")
    text = f"{participant.name} uses {trait} in the next physical defence."
    fight.add_event("used", text, (rule,), actor=participant.id, advantage=participant.guard)


def can_be_countered(state: State, play: Play) -> bool:
    """Whether the attack was made with a melee weapon; only such an attack can be countered (GOB-60)."""
    return play.melee and bool(play.weapons or not state.settled)


def counter(
    fight: Fight, participant: Participant, side: Side, weapons: list[Arm], use: commands.Use, path: str, card: str
) -> None:
    """Put cards aside that strike back if the defence holds (GOB-60)."""
    play = fight.require_play()
    weapon = next((arm.name for arm in weapons if arm.name in participant.counters), None)
    if not can_be_countered(fight.state, play):
        text = f"{path}: you can only counter an attack that is made with a melee weapon."
        refuse("counter.melee", text, "GOB-60")
    if play.counter:
        refuse("counter.again", f"{path}: a counter is not answered by another counter.", "GOB-60")
    if weapon is None:
        names = " or ".join(participant.counters)
        refuse("counter.weapon", f"{path}: {participant.name} must wield {names} for this counter.", "GOB-60")
    if side.laid:
        refuse("advantage.twice", f"{path}: only one counter is possible in a defence.", "GOB-60")
    if not card:
        refuse("counter.card", "card: a counter needs a card for the defence itself.", "GOB-60")
    most = side.limit - len(card)
    if not use.cards or len(use.cards) > most:
        text = (
            f"name 1 to {most}, besides the card of the defence"
            if most > 0
            else "the limit leaves no card for a counter"
        )
        refuse("counter.cards", f"{path}.cards: {text}.", "GOB-60")
    side.laid = fight.require_in_hand(participant, use.cards, f"{path}.cards")
    fight.give_up(participant, side.laid)
    side.weapon = weapon
    text = f"{participant.name} puts {count_cards(len(side.laid))} aside for a counter with {weapon}."
    fight.add_event(
        "used", text, ("GOB-60",), actor=participant.id, advantage="counter", count=len(side.laid), weapon=weapon
    )
    fight.announce_face_down(participant, side.laid)


def defense_trait(fight: Fight, participant: Participant, play: Play, named: str | None) -> tuple[str, int, str]:
    """(the trait of a defence, what it adds, the rule); `Refused` when another trait was named (GOB-46, GOB-48)."""
    physical = play.kind == "physical"
    if participant.desperate and not (physical and fight.state.karmic):
        if physical:
            participant.guard = ""
        if named not in (None, "spirit", "luck"):
            refuse("trait.desperate", "trait: must be spirit or luck in desperation.", "GOB-48")
        chosen = named or figures.higher_of_desperation(participant)
        return chosen, figures.trait(participant, chosen), "GOB-48"
    if physical:
        chosen, times, rule = physical_trait(fight, participant, play)
    else:
        chosen, times, rule = tables.DEFENDS_WITH[play.kind], 1, "GOB-46"
    if named not in (None, chosen):
        refuse("trait.defense", f"trait: this defence takes {chosen}; leave it out.", "GOB-46")
    return chosen, figures.trait(participant, chosen) * times, rule


def physical_trait(fight: Fight, participant: Participant, play: Play) -> tuple[str, int, str]:
    """By Karmic Shuffle, Dodge or Serendipity, All-Out Defense, else Mind, which Study doubles (GOB-46)."""
    state = fight.state
    guard, participant.guard = participant.guard, ""
    if state.karmic:
        return "luck", 1, "GOB-65"
    if guard:
        return ("body", 1, "GOB-69") if guard == "dodge" else ("luck", 1, "GOB-63")
    if participant.all_out:
        return "body", figures.figure(state, participant, "all-out-defense", "times"), "GOB-61"
    if "fortune" in play.uses:
        return "luck", 1, "GOB-76"
    if play.sides[0].who in participant.studied:
        return "mind", figures.figure(state, participant, "study", "times"), "GOB-67"
    return "mind", 1, "GOB-46"
