"""The simple policy of simulations: attack the weakest, defend with the best card, bet when behind."""

from typing import Any

from rules.engine import cards
from rules.games.game_of_bastards import betting, comparison, figures, tables, view
from rules.games.game_of_bastards.context import Fight, lowest_first
from rules.games.game_of_bastards.state import Arm, Person, Question, Side

Command = dict[str, Any]
GUESS = 9  # what a face-down card of someone else is taken to be worth
PHYSICAL_SKILLS = ("Athletics", "Dexterity", tables.UNARMED, tables.GRAPPLE)


def choose(fight: Fight, actor: object = None) -> Command | None:
    """The next command of `actor` (None: the first who can act); None when nobody, or not the actor, can act."""
    phase, turn = view.current_phase(fight)
    if not turn or actor not in (None, *turn):
        return None
    person = fight.by_id[turn[0] if actor is None else str(actor)]
    if phase == "choice":
        return answer(fight, person, fight.state.questions[0])
    if phase == "defend":
        return defend(fight, person)
    if phase == "betting":
        return bet(fight, person)
    if phase == "initiative":
        lowest = min(person.hand, key=lambda card: tables.ACTS[card])
        return {"type": "initiative", "actor": person.id, "card": cards.NAME[lowest]}
    if phase == "draw":
        return {"type": "draw", "actor": person.id}
    return attack(fight, person) or {"type": "pass", "actor": person.id}


def answer(_fight: Fight, person: Person, question: Question) -> Command:
    """Save the pool that would be emptied; draw for the higher trait; discard the lowest cards."""
    command: Command = {"type": question.kind, "actor": person.id}
    if question.kind == "redirect":
        body, mind = person.pools[0], person.pools[2]
        return {**command, "use": body <= question.amount < mind - 1}
    if question.kind == "desperation":
        return {**command, "trait": figures.higher_of_desperation(person)}
    low = lowest_first(person.hand)[: question.amount]
    return {**command, "cards": cards.names_of("".join(low))}


def highest(person: Person) -> str:
    """The best card of a hand, which is not empty."""
    return max(person.hand, key=lambda card: tables.WORTH[card])


def best_skill(person: Person, names: list[str]) -> str:
    """The skill of the highest rank among these."""
    return max(names, key=lambda name: figures.rank(person, name))


def defend(fight: Fight, person: Person) -> Command:
    """The best card with the best possible skill."""
    command: Command = {"type": "defend", "actor": person.id}
    if person.hand:
        command["card"] = cards.NAME[highest(person)]
    if person.kind == "fated" and person.skills:
        physical = fight.playing().kind == "physical"
        wielded = figures.find_arms(person, figures.wielded_weapons(person))
        fitting = [*PHYSICAL_SKILLS, *[weapon.skill for weapon in wielded]] if physical else list(person.skills)
        command["skill"] = best_skill(person, fitting)
    return command


def bet(fight: Fight, person: Person) -> Command:
    """Play one more card while behind, else call."""
    play = fight.playing()
    side = play.sides[play.word]
    others = play.sides[1:] if side is play.sides[0] else play.sides[:1]
    behind = max([estimated_total(other) for other in others]) - comparison.total(side)
    attacking = side is play.sides[0]
    if behind > 0 or (behind == 0 and attacking):
        if side.used < side.limit and person.hand:
            return {"type": "bet", "actor": person.id, "cards": [cards.NAME[highest(person)]]}
        if betting.can_play_more(fight, play, side) and behind < GUESS:
            return {"type": "bet-wildcard", "actor": person.id}
    return {"type": "call", "actor": person.id}


def estimated_total(side: Side) -> int:
    """The total that another side probably has; its face-down card is a guess."""
    return sum([tables.VALUE[card] for card in side.up]) + GUESS * len(side.down) + side.bonus


def remaining_strength(person: Person) -> int:
    """How much it takes to put a participant out."""
    return person.members * 2 if person.kind == "extras" else person.pools[0]


def attack(fight: Fight, person: Person) -> Command | None:
    """The best weapon in reach against the weakest opponent; None without an opponent or a card."""
    if not person.hand:
        return None
    foes = [other for other in fight.ins() if other.side != person.side]
    state = fight.state
    distant_id = state.distance.who if state.distance is not None and state.round <= state.distance.rounds else None
    for weapon in [*sorted(person.weapons, key=lambda carried: -weapon_value(person, carried)), None]:
        ranged = weapon is not None and weapon.ranged
        if ranged and state.step == "follow":
            continue
        near = foes if ranged else [other for other in foes if other.id != distant_id]
        if near:
            return strike(person, min(near, key=remaining_strength), weapon)
    return None


def weapon_value(person: Person, weapon: Arm) -> int:
    """The damage of a weapon and the number of cards that its skill allows."""
    return weapon.damage + 5 * figures.rank(person, weapon.skill)


def strike(person: Person, target: Person, weapon: Arm | None) -> Command:
    """The attack with the best card."""
    command: Command = {"type": "attack", "actor": person.id, "target": target.id, "kind": "physical"}
    command["card"] = cards.NAME[highest(person)]
    if weapon is not None:
        command["weapon"], command["skill"] = weapon.name, weapon.skill
    else:
        command["skill"] = best_skill(person, [tables.UNARMED, tables.GRAPPLE])
    return command
