"""The simple policy of simulations: attack the weakest, defend with the best card, bet when behind."""

from typing import Any

from rules.engine import cards
from rules.games.game_of_bastards import betting, comparison, figures, harm, tables, view
from rules.games.game_of_bastards.context import Fight, lowest_first
from rules.games.game_of_bastards.state import Arm, Participant, Question, Side, State

Command = dict[str, Any]
LONGEST = 60  # rounds
GUESS = 9  # what a face-down card of someone else is taken to be worth
PHYSICAL_SKILLS = ("Athletics", "Dexterity", tables.UNARMED, tables.GRAPPLE)


def choose(fight: Fight, actor: object = None) -> Command | None:
    """The next command of `actor` (None: the first who can act); None when nobody, or not the actor, can act."""
    phase, turn = view.current_phase(fight)
    if not turn or actor not in (None, *turn):
        return None
    participant = fight.by_id[turn[0] if actor is None else str(actor)]
    if phase == "choice":
        return answer(fight, participant, fight.state.questions[0])
    if phase == "defend":
        return defend(fight, participant)
    if phase == "betting":
        return bet(fight, participant)
    if phase == "initiative":
        lowest = min(participant.hand, key=lambda card: tables.ACTS[card])
        return {"type": "initiative", "actor": participant.id, "card": cards.NAME[lowest]}
    if phase == "draw":
        return {"type": "draw", "actor": participant.id}
    return attack(fight, participant) or {"type": "pass", "actor": participant.id}


def command(state: State, actor: object) -> Command | None:
    """The command that the policy gives for `actor`, the Dealer included; None while someone else must answer."""
    if state.outcome is not None:
        return None
    fight = Fight(state)
    over = is_decided(state) or not view.current_phase(fight)[1]
    if over != (actor == tables.DEALER) or actor is None:
        return None
    if over:
        return {"type": "end", "actor": tables.DEALER, "outcome": view.proposed_outcome(state) or "other"}
    return choose(fight, actor)


def is_decided(state: State) -> bool:
    """Whether the end is clear: at most one side is in and nothing is pending; or it took too long."""
    if state.questions or state.play is not None or state.queue:
        return False
    return view.proposed_outcome(state) is not None or state.round > LONGEST


def answer(fight: Fight, participant: Participant, question: Question) -> Command:
    """Save the pool that would be emptied; draw for the higher trait; discard the lowest cards."""
    command: Command = {"type": question.kind, "actor": participant.id}
    if question.kind == "redirect":
        body, mind = participant.pools[0], participant.pools[2]
        payable = harm.usable(fight, participant, "mind-over-matter")
        return {**command, "use": payable and body <= question.amount < mind - 1}
    if question.kind == "desperation":
        return {**command, "trait": figures.higher_of_desperation(participant)}
    low = lowest_first(participant.hand)[: question.amount]
    return {**command, "cards": cards.names_of("".join(low))}


def highest(participant: Participant) -> str:
    """The best card of a hand, which is not empty."""
    return max(participant.hand, key=lambda card: tables.WORTH[card])


def best_skill(participant: Participant, names: list[str]) -> str:
    """The skill of the highest rank among these."""
    return max(names, key=lambda name: figures.rank(participant, name))


def defend(fight: Fight, participant: Participant) -> Command:
    """The best card with the best possible skill."""
    command: Command = {"type": "defend", "actor": participant.id}
    if participant.hand:
        command["card"] = cards.NAME[highest(participant)]
    if participant.kind == "fated" and participant.skills:
        physical = fight.require_play().kind == "physical"
        wielded = figures.find_arms(participant, figures.wielded_weapons(participant))
        fitting = [*PHYSICAL_SKILLS, *[weapon.skill for weapon in wielded]]
        command["skill"] = best_skill(participant, fitting if physical else figures.skills_in_order(participant))
    return command


def bet(fight: Fight, participant: Participant) -> Command:
    """Play one more card while behind, else call."""
    play = fight.require_play()
    side = play.sides[play.word]
    others = play.sides[1:] if side is play.sides[0] else play.sides[:1]
    behind = max([estimated_total(other) for other in others]) - comparison.total(side)
    attacking = side is play.sides[0]
    if behind > 0 or (behind == 0 and attacking):
        if side.used < side.limit and participant.hand:
            return {"type": "bet", "actor": participant.id, "cards": [cards.NAME[highest(participant)]]}
        if betting.can_play_more(fight, play, side) and behind < GUESS:
            return {"type": "bet-wildcard", "actor": participant.id}
    return {"type": "call", "actor": participant.id}


def estimated_total(side: Side) -> int:
    """The total that another side probably has; its face-down card is a guess."""
    return sum([tables.VALUE[card] for card in side.up]) + GUESS * len(side.down) + side.bonus


def remaining_strength(participant: Participant) -> int:
    """How much it takes to put a participant out."""
    return participant.members * 2 if participant.kind == "extras" else participant.pools[0]


def attack(fight: Fight, participant: Participant) -> Command | None:
    """The best weapon in reach against the weakest opponent; None without an opponent or a card."""
    if not participant.hand:
        return None
    foes = [other for other in fight.remaining_participants() if other.side != participant.side]
    state = fight.state
    distant_id = state.distance.who if state.distance is not None and state.round <= state.distance.rounds else None
    for weapon in [*sorted(participant.weapons, key=lambda carried: -weapon_value(participant, carried)), None]:
        ranged = weapon is not None and weapon.ranged
        if ranged and state.step == "follow":
            continue
        near = foes if ranged else [other for other in foes if other.id != distant_id]
        if near:
            return strike(participant, min(near, key=remaining_strength), weapon)
    return None


def weapon_value(participant: Participant, weapon: Arm) -> int:
    """The damage of a weapon and the number of cards that its skill allows."""
    return weapon.damage + 5 * figures.rank(participant, weapon.skill)


def strike(participant: Participant, target: Participant, weapon: Arm | None) -> Command:
    """The attack with the best card."""
    command: Command = {"type": "attack", "actor": participant.id, "target": target.id, "kind": "physical"}
    command["card"] = cards.NAME[highest(participant)]
    if weapon is not None:
        command["weapon"], command["skill"] = weapon.name, weapon.skill
    else:
        command["skill"] = best_skill(participant, [tables.UNARMED, tables.GRAPPLE])
    return command
