"""Spells: destruct, harm, heal and protect (F52-80 to F52-89)."""

from rules.engine import cards
from rules.engine.refusals import refuse
from rules.games.fifty_two_fates import (
    allowances,
    declaration,
    harm,
    lasting_spells,
    play_results,
    play_rules,
    tables,
    wording,
)
from rules.games.fifty_two_fates.commands import Cast
from rules.games.fifty_two_fates.context import Fight
from rules.games.fifty_two_fates.state import Participant, Pending


def cast(fight: Fight, command: Cast) -> None:
    """Cast a spell; the suit of the cards decides which one (F52-80)."""
    participant = play_rules.require_able_to_act(fight, command.actor)
    if not allowances.does_spells(participant):
        refuse("spell.not-able", f"{participant.name} casts no spells; attack or pass instead.", "F52-20")
    target = fight.find(command.target, "target")
    pile = play_rules.check_played_cards(
        fight, participant, command.cards, allowances.own_allowance(participant, False)
    )
    spell = tables.SPELL_OF_SUIT[cards.SUIT[pile[0]]]
    play_rules.require_suit(pile, cards.SUIT[pile[0]], "this spell", "F52-80")
    check_target(fight, participant, target, spell)
    if command.willing and target.side != participant.side:
        refuse(
            "spell.not-willing",
            f"willing: {target.name} is on the other side; only someone on one's own side is willing.",
            "F52-82",
        )
    willing = bool(command.willing) or target is participant
    if spell == "harm" or (spell == "destruct" and target.protect is None):
        play = Pending("spell", participant.id, target.id, pile, "harm" if spell == "harm" else "destruct")
        if willing:
            effect(fight, participant, target, pile, spell)
        else:
            declaration.declare(fight, participant, target, play)
    else:
        effect(fight, participant, target, pile, spell)


def check_target(fight: Fight, participant: Participant, target: Participant, spell: str) -> None:
    """Refuse a target that the spell cannot reach or does not work on (F52-21, F52-81)."""
    distance = fight.range_between(participant.id, target.id)
    if distance in ("far", "unseen"):
        refuse(
            "range.too-far",
            f"target: {target.name} is {wording.DISTANT[distance]}; a spell needs sight within 60 feet.",
            "F52-81",
        )
    if spell == "heal" and target.status == "dead":
        refuse("target.dead", f"target: {target.name} is dead; heal someone who is alive.", "F52-21")
    if spell != "heal" and target.hp == 0:
        refuse("target.down", f"target: {target.name} has no hit points left; only heal can help them now.", "F52-21")


def effect(fight: Fight, participant: Participant, target: Participant, pile: str, spell: str) -> None:
    """A spell without opposition takes effect at once (F52-82)."""
    play_rules.use_action(participant)
    fight.lay(participant, pile)
    text = wording.spell(participant, target, pile, spell)
    rules = (tables.SPELL_RULE[spell], "F52-80", "F52-82")
    facts = {"actor": participant.id, "target": target.id, "cards": cards.names_of(pile), "how": spell}
    fight.show(fight.add_event("spell", text, rules, **facts), pile)
    if spell == "heal":
        cure(fight, target, pile)
    elif spell == "protect":
        lasting_spells.protect(fight, target, participant, tables.spell_value(pile))
    elif spell == "destruct":
        lasting_spells.destruct(fight, target, participant, tables.spell_value(pile))
    else:
        play = Pending("spell", participant.id, target.id, pile, "harm")
        play_results.use_up_spells(target, play)
        play_results.spell(fight, participant, target, play)


def cure(fight: Fight, target: Participant, pile: str) -> None:
    """Heal, by the highest card; the ace of hearts heals everything (F52-86)."""
    amount = tables.HEAL.get(tables.highest(pile)) or target.max_hp
    harm.heal(fight, target, amount, ("F52-86",), "heal")
