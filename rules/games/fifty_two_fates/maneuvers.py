"""Combat maneuvers: disarm, fury strike, parry and push (F52-70 to F52-75)."""

from rules.engine import cards
from rules.engine.refusals import refuse
from rules.games.fifty_two_fates import allowances, declaration, play_rules, tables, wording
from rules.games.fifty_two_fates.commands import ManeuverPlay
from rules.games.fifty_two_fates.context import Fight
from rules.games.fifty_two_fates.state import Participant, Pending


def maneuver(fight: Fight, command: ManeuverPlay) -> None:
    """A maneuver of one suit, by a warrior or a warrior-like monster (F52-20, F52-70)."""
    participant = play_rules.require_able_to_act(fight, command.actor)
    if not allowances.does_maneuvers(participant):
        refuse("maneuver.not-able", f"{participant.name} knows no maneuvers; attack or pass instead.", "F52-20")
    if command.maneuver == "parry":
        parry(fight, participant, command)
        return
    if command.target is None:
        refuse(
            "target.missing",
            f"target: {command.maneuver.replace('-', ' ')} needs a target; name an opponent.",
            "F52-71",
        )
    target = play_rules.require_opponent(fight, participant, command.target)
    if command.maneuver == "fury-strike":
        play_rules.require_weapon(participant)
    if command.maneuver == "disarm" and target.weapon != "held":
        refuse("target.unarmed", f"target: {target.name} holds no weapon; choose one that does.", "F52-72")
    pile = play_rules.check_played_cards(
        fight, participant, command.cards, allowances.attack_allowance(participant, target)
    )
    rule = tables.MANEUVER_RULE[command.maneuver]
    play_rules.require_suit(pile, tables.MANEUVER_SUIT[command.maneuver], command.maneuver, "F52-70")
    if command.maneuver == "fury-strike" and (len(pile) < 2 or not tables.ACES.isdisjoint(pile)):
        refuse("card.fury", "cards: a fury strike takes two or more spades and no ace.", rule)
    moved = play_rules.close_in(fight, participant, target)
    play = Pending("maneuver", participant.id, target.id, pile, command.maneuver)
    declaration.declare(fight, participant, target, play, moved)


def parry(fight: Fight, participant: Participant, command: ManeuverPlay) -> None:
    """A parry: hearts that count in every defence until the round ends (F52-74)."""
    if command.target is not None:
        refuse("target.not-needed", "target: a parry has no target; leave it out.", "F52-74")
    pile = play_rules.check_played_cards(fight, participant, command.cards, allowances.own_allowance(participant, True))
    play_rules.require_suit(pile, "H", "parry", "F52-70")
    play_rules.use_action(participant)
    fight.lay(participant, pile)
    participant.parry = tables.spell_value(pile)
    value = wording.spell_figure(participant.parry)
    gives = "every defence holds" if value == "ace" else f"{value} to every defence"
    text = f"{participant.name} parries with {cards.join_names(pile)}: {gives} until the round ends."
    event = fight.add_event(
        "parry", text, ("F52-74", "F52-70"), actor=participant.id, cards=cards.names_of(pile), value=value
    )
    fight.show(event, pile)
