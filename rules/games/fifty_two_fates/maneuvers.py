"""Combat maneuvers: disarm, fury strike, parry and push (F52-70 to F52-75)."""

from rules.engine import cards
from rules.engine.refusals import refuse
from rules.games.fifty_two_fates import figures, opposition, plays, tables, wording
from rules.games.fifty_two_fates.commands import ManeuverPlay
from rules.games.fifty_two_fates.fight import Fight
from rules.games.fifty_two_fates.state import Participant, Pending


def maneuver(fight: Fight, command: ManeuverPlay) -> None:
    """A maneuver of one suit, by a warrior or a warrior-like monster (F52-20, F52-70)."""
    person = plays.acting(fight, command.actor)
    if not figures.does_maneuvers(person):
        refuse("maneuver.not-able", f"{person.name} knows no maneuvers; attack or pass instead.", "F52-20")
    if command.maneuver == "parry":
        parry(fight, person, command)
        return
    if command.target is None:
        refuse("target.missing", f"target: {command.maneuver} needs a target; name an opponent.", "F52-71")
    target = plays.opponent(fight, person, command.target)
    if command.maneuver == "fury-strike":
        plays.need_weapon(person)
    if command.maneuver == "disarm" and target.weapon != "held":
        refuse("target.unarmed", f"target: {target.name} holds no weapon; choose one that does.", "F52-72")
    pile = plays.played(fight, person, command.cards, figures.attack_allowance(person, target))
    rule = tables.MANEUVER_RULE[command.maneuver]
    plays.of_suit(pile, tables.MANEUVER_SUIT[command.maneuver], command.maneuver, "F52-70")
    if command.maneuver == "fury-strike" and (len(pile) < 2 or not tables.ACES.isdisjoint(pile)):
        refuse("card.fury", "cards: a fury strike takes two or more spades and no ace.", rule)
    moved = plays.close_in(fight, person, target)
    play = Pending("maneuver", person.id, target.id, pile, command.maneuver)
    opposition.declare(fight, person, target, play, moved)


def parry(fight: Fight, person: Participant, command: ManeuverPlay) -> None:
    """Hearts that stand in every defence until the round ends (F52-74)."""
    if command.target is not None:
        refuse("target.not-needed", "target: a parry has no target; leave it out.", "F52-74")
    pile = plays.played(fight, person, command.cards, figures.own_allowance(person, True))
    plays.of_suit(pile, "H", "parry", "F52-70")
    plays.use_action(person)
    fight.lay(person, pile)
    person.parry = tables.spell_value(pile)
    value = wording.spell_figure(person.parry)
    gives = "every defence holds" if value == "ace" else f"{value} to every defence"
    text = f"{person.name} parries with {cards.written(pile)}: {gives} until the round ends."
    event = fight.tell("parry", text, ("F52-74", "F52-70"), actor=person.id, cards=cards.named(pile), value=value)
    fight.show(event, pile)
