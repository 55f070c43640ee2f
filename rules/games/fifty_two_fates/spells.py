"""Spells: destruct, harm, heal and protect (F52-80 to F52-89)."""

from rules.engine import cards
from rules.engine.refusals import refuse
from rules.games.fifty_two_fates import figures, harm, landing, opposition, plays, standing, tables, wording
from rules.games.fifty_two_fates.commands import Cast
from rules.games.fifty_two_fates.fight import Fight
from rules.games.fifty_two_fates.state import Participant, Pending


def cast(fight: Fight, command: Cast) -> None:
    """A spell, whose kind is set by the suit played (F52-80)."""
    person = plays.acting(fight, command.actor)
    if not figures.does_spells(person):
        refuse("spell.not-able", f"{person.name} casts no spells; attack or pass instead.", "F52-20")
    target = fight.find(command.target, "target")
    pile = plays.played(fight, person, command.cards, figures.own_allowance(person, False))
    spell = tables.SPELL_OF_SUIT[cards.SUIT[pile[0]]]
    plays.of_suit(pile, cards.SUIT[pile[0]], "this spell", "F52-80")
    check_target(fight, person, target, spell)
    if command.willing and target.side != person.side:
        refuse(
            "spell.not-willing",
            f"willing: {target.name} is of the other side; only one's own side is willing.",
            "F52-82",
        )
    willing = bool(command.willing) or target is person
    if spell == "harm" or (spell == "destruct" and target.protect is None):
        play = Pending("spell", person.id, target.id, pile, "harm" if spell == "harm" else "destruct")
        if willing:
            effect(fight, person, target, pile, spell)
        else:
            opposition.declare(fight, person, target, play)
    else:
        effect(fight, person, target, pile, spell)


def check_target(fight: Fight, person: Participant, target: Participant, spell: str) -> None:
    """Sight within 60 feet, and hit points or, for a heal, anybody but the dead (F52-21, F52-81)."""
    distance = fight.range_between(person.id, target.id)
    if distance in ("far", "unseen"):
        refuse(
            "range.too-far",
            f"target: {target.name} is {distance}; a spell needs sight within 60 feet.",
            "F52-81",
        )
    if spell == "heal" and target.status == "dead":
        refuse("target.dead", f"target: {target.name} is dead; heal somebody who is not.", "F52-21")
    if spell != "heal" and target.hp == 0:
        refuse("target.down", f"target: {target.name} has no hit points left; only a heal helps now.", "F52-21")


def effect(fight: Fight, person: Participant, target: Participant, pile: str, spell: str) -> None:
    """A spell that nobody opposes just takes effect (F52-82)."""
    plays.use_action(person)
    fight.lay(person, pile)
    text = wording.spell(person, target, pile, spell)
    rules = (tables.SPELL_RULE[spell], "F52-80", "F52-82")
    facts = {"actor": person.id, "target": target.id, "cards": cards.named(pile), "how": spell}
    fight.show(fight.tell("spell", text, rules, **facts), pile)
    if spell == "heal":
        cure(fight, target, pile)
    elif spell == "protect":
        standing.protect(fight, target, person, tables.spell_value(pile))
    elif spell == "destruct":
        standing.destruct(fight, target, person, tables.spell_value(pile))
    else:
        play = Pending("spell", person.id, target.id, pile, "harm")
        landing.use_up(target, play)
        landing.spell(fight, person, target, play)


def cure(fight: Fight, target: Participant, pile: str) -> None:
    """A heal, by its highest card; the ace of hearts heals everything (F52-86)."""
    amount = tables.HEAL.get(tables.highest(pile)) or target.max_hp
    harm.heal(fight, target, amount, ("F52-86",), "heal")
