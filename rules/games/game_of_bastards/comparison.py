"""Revealing the cards of a play, and its consequences for each side (GOB-03, GOB-23, GOB-45, GOB-46)."""

from typing import Any

from rules.engine import cards
from rules.games.game_of_bastards import disarm, figures, harm, plays, tables
from rules.games.game_of_bastards.context import Fight
from rules.games.game_of_bastards.state import Counter, Participant, Play, Question, Side
from rules.games.game_of_bastards.wording import count_points

ATTACK_RULE: dict[str, str] = {
    "zeal": "GOB-75",
    "fortune": "GOB-76",
    "wild-swing": "GOB-81",
    "disarm": "GOB-82",
    "savage": "GOB-72",
}


def total(side: Side) -> int:
    """The total of a side: all its cards and its trait (GOB-45)."""
    return sum([tables.VALUE[card] for card in side.down + side.up]) + side.bonus


def beats(attack: str, attack_total: int, defense: str, defense_total: int) -> bool:
    """Whether the active side wins:

    higher total, then suit of the highest card; else the passive side wins (GOB-03).
    """
    if attack_total != defense_total:
        return attack_total > defense_total
    return best_suit(attack) > best_suit(defense)


def best_suit(pile: str) -> int:
    """The rank of the suit of the highest card; -1 without a card (GOB-03)."""
    return tables.SUIT_RANK[max(pile, key=lambda card: tables.WORTH[card])] if pile else -1


def reveal(fight: Fight, play: Play) -> None:
    """Turn the face-down cards over and compare the totals; counters strike back later."""
    turned = "".join([side.down for side in play.sides])
    sides = [side_facts(fight, side) for side in play.sides]
    lines = [f"{fight.by_id[result['id']].name} {result['total']}" for result in sides]
    event = fight.add_event("revealed", f"Cards on the table: {', '.join(lines)}.", ("GOB-45", "GOB-44"), sides=sides)
    fight.show(event, turned)
    attacker = play.sides[0]
    for side in play.sides[1:]:
        compare(fight, play, attacker, side)
    for side in play.sides:
        fight.deck.played += side.down
        side.up += side.down
        side.down = ""
    play.stage = "resolve"
    if "savage" in play.uses and any(side.success for side in play.sides[1:]):
        fight.state.savage = True


def side_facts(_fight: Fight, side: Side) -> dict[str, Any]:
    """The facts of one side in the event of the reveal."""
    pile = side.down + side.up
    return {
        "id": side.who,
        "cards": cards.names_of(pile),
        "trait": side.trait or None,
        "bonus": side.bonus,
        "total": total(side),
    }


def compare(fight: Fight, play: Play, attacker: Side, side: Side) -> None:
    """Compare one target with the attack (GOB-03, GOB-43, GOB-45)."""
    mine, theirs = total(attacker), total(side)
    side.success = beats(attacker.down + attacker.up, mine, side.down + side.up, theirs)
    side.margin = abs(mine - theirs)
    rules = ["GOB-45", "GOB-43"]
    if mine == theirs:
        rules.append("GOB-03")
    raises = side.margin // tables.POINTS_A_RAISE if side.success else 0
    aggressor, other = fight.by_id[attacker.who], fight.by_id[side.who]
    how = "succeeds against" if side.success else "fails against"
    by = f"by {count_points(side.margin)}" if side.margin else "in a tie"
    text = f"{aggressor.name} {how} {other.name} {by}: {mine} to {theirs}."
    event = fight.add_event(
        "result",
        text,
        (*rules,),
        actor=aggressor.id,
        target=other.id,
        success=side.success,
        margin=side.margin,
        total=mine,
        against=theirs,
        raises=raises,
    )
    if play.declared:
        event["declared"] = {"raises": play.raises, "met": raises >= play.raises}
        event["rules"].append("GOB-23")
    if side.laid and not side.success:
        fight.state.queue.append(Counter(side.who, attacker.who, side.laid, side.weapon))
        side.laid = ""


def consequences(fight: Fight, play: Play) -> None:
    """Carry out the next consequence: damage and its questions, then draws, side by side; then end the play."""
    for side in play.sides[1:]:
        participant = fight.by_id[side.who]
        if side.step == 0:
            side.step = 1
            if side.success and participant.out is None:
                strike(fight, play, side, participant)
            return
        if side.step == 1:
            side.step = 2
            if side.pool and participant.out is None:
                harm.wound(fight, participant, side.pool, side.amount, damage_rules(fight, play, side))
            return
        if side.step == 2:
            side.step = 3
            if participant.out is None:
                draws(fight, side, participant)
            return
    plays.finish(fight)


def damage_rules(fight: Fight, play: Play, side: Side) -> tuple[str, ...]:
    """The rules that decided a damage."""
    rule_ids = ["GOB-46", *[ATTACK_RULE[key] for key in play.uses if key in ATTACK_RULE]]
    if play.kind == "physical":
        rule_ids += added_damage(fight, play)
    if side.pool == "power":
        rule_ids.append("GOB-95")
    return tuple(dict.fromkeys(rule_ids))


def added_damage(fight: Fight, play: Play) -> list[str]:
    """The rules by which the attacker and its weapons added to the damage."""
    participant, skill = fight.by_id[play.sides[0].who], play.sides[0].skill or None
    arms = {weapon.name: weapon for weapon in participant.weapons}
    weapons = [arms[name] for name in play.weapons if name in arms]
    if play.counter and weapons:
        skill = weapons[0].skill
    return [*figures.flat_damage(fight.state, participant, weapons, skill)]


def strike(fight: Fight, play: Play, side: Side, participant: Participant) -> None:
    """Apply a success: lost members, a dropped weapon, or damage after reductions."""
    if "disarm" in play.uses:
        disarm.drop(fight, play, side, participant)
        return
    if participant.kind == "extras":
        harm.lose_members(fight, participant, side.margin)
        return
    pool = tables.STRIKES[play.kind]
    amount = side.margin + (play.damage if play.kind == "physical" else 0)
    lessened = figures.reductions(fight.state, participant, pool, play.kind == "physical")
    less = sum(lessened.values())
    side.amount, side.pool = max(0, amount - less), "power" if participant.kind == "follower" else pool
    if less and amount:
        text = f"{participant.name} takes {count_points(min(less, amount))} less."
        fight.add_event("reduced", text, ("GOB-46", *lessened), target=participant.id, amount=amount, less=less)
    if side.amount and side.pool == "bp" and may_redirect(fight, participant):
        fight.state.questions.append(Question("redirect", participant.id, side.amount))


def may_redirect(fight: Fight, participant: Participant) -> bool:
    """Whether Mind Over Matter can be used without putting its user out (GOB-48, GOB-70)."""
    key = "mind-over-matter"
    return figures.is_usable(participant, key) and harm.can_pay_points(fight, participant, key)


def draws(fight: Fight, side: Side, participant: Participant) -> None:
    """Careful, Tenacity and Faith draw cards (GOB-68, GOB-71, GOB-78)."""
    if participant.kind != "fated" or not participant.advantages:
        return
    hurt = side.pool if side.success and side.amount else ""
    key = {"": "careful", "bp": "tenacity", "sp": "faith"}.get(hurt)
    if key is not None and figures.is_usable(participant, key):
        fight.draw(participant, figures.figure(fight.state, participant, key, "draw"), (tables.ADVANTAGES[key].rule,))
