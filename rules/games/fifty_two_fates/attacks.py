"""Attacks and their answers: playing, defending, and how the opposed play comes out (F52-21 to F52-29)."""

from rules.engine import cards
from rules.engine.refusals import refuse
from rules.games.fifty_two_fates import figures, landing, opposed, opposition, plays, tables, wording
from rules.games.fifty_two_fates.commands import Attack, Defend
from rules.games.fifty_two_fates.fight import Fight
from rules.games.fifty_two_fates.state import Pending


def attack(fight: Fight, command: Attack) -> None:
    """A physical attack: melee, missile or unarmed (F52-20, F52-21)."""
    person = plays.acting(fight, command.actor)
    target = plays.opponent(fight, person, command.target)
    if command.weapon != "unarmed":
        plays.need_weapon(person)
    if target.helpless:
        if command.cards:
            text = f"cards: {target.name} cannot defend itself; attack without cards, one is drawn."
            refuse("card.not-needed", text, "F52-55")
        pile = ""
    else:
        pile = plays.played(fight, person, command.cards, figures.attack_allowance(person, target))
    moved = command.weapon != "missile" and plays.close_in(fight, person, target)
    if command.weapon == "missile" and fight.range_between(person.id, target.id) == "unseen":
        refuse(
            "range.unseen",
            f"target: {target.name} is out of sight; choose a target that can be seen.",
            "F52-17",
        )
    opposition.declare(fight, person, target, Pending("attack", person.id, target.id, pile, command.weapon), moved)


def defend(fight: Fight, command: Defend) -> None:
    """Answer a pending attack with cards from the hand, or with none (F52-21, F52-22)."""
    play = fight.state.pending
    assert play is not None
    target, person = fight.by_id[play.target], fight.by_id[play.actor]
    pile = plays.played(fight, target, command.cards, figures.defense_allowance(target, play), least=0)
    fight.state.pending = None
    fight.lay(target, pile)
    bonus, guard = opposition.added(target, play)
    verdict = opposed.judge(play.cards, pile, bonus, guard, target.parry == tables.ACE)
    event = fight.tell(
        "defense",
        wording.defense(target, pile, play, verdict),
        (*verdict.rules, *opposition.defended_by(target, play, verdict)),
        actor=target.id,
        target=person.id,
        cards=cards.named(pile),
        attack_total=verdict.attack_total,
        defense_total=verdict.defense_total,
        success=verdict.success,
    )
    fight.show(event, pile)
    if verdict.success:
        landing.land(fight, person, target, play, verdict.rules)
        return
    landing.use_up(target, play)
    fight.tell("miss", wording.miss(person, target, play), verdict.rules, actor=person.id, target=target.id)
    if verdict.fumble:
        landing.fumble(fight, person)
