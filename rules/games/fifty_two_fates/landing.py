"""What a play does when it succeeds, and what a fumble does: damage, conditions, weapons, spells (F52-22)."""

from rules.engine import cards
from rules.games.fifty_two_fates import harm, opposed, standing, tables, wording
from rules.games.fifty_two_fates.fight import Fight
from rules.games.fifty_two_fates.shapes import Line
from rules.games.fifty_two_fates.state import Participant, Pending

WEAPON_AFTER: dict[tables.Kind, tables.WeaponState] = {"number": "floor", "face": "away", "ace": "broken"}


def land(fight: Fight, person: Participant, target: Participant, play: Pending, rules: tuple[str, ...]) -> None:
    """The play succeeds: its damage and effects come at once (F52-22)."""
    use_up(target, play)
    fight.tell(
        "hit",
        wording.hit(person, target, play),
        (*rules, wording.PLAY_RULE[play.how]),
        actor=person.id,
        target=target.id,
        how=play.how,
    )
    if play.kind == "attack":
        strike(fight, person, target, play)
    elif play.kind == "maneuver":
        maneuver(fight, person, target, play)
    else:
        spell(fight, person, target, play)


def use_up(target: Participant, play: Pending) -> None:
    """Destruct and protect have counted in this attack and are gone; an ace's stay (F52-83, F52-87)."""
    if play.how == "destruct":
        return
    if target.destruct is not None and target.destruct.value != tables.ACE:
        target.destruct = None
    if target.protect is not None and target.protect.value != tables.ACE:
        target.protect = None


def strike(fight: Fight, person: Participant, target: Participant, play: Pending) -> None:
    """The damage of a physical attack, by its highest card or the one drawn (F52-26, F52-29, F52-55)."""
    kind = tables.highest(play.cards) if play.cards else drawn_kind(fight, person, "damage", "F52-55")
    if play.how == "unarmed":
        harm.wound(fight, target, 1, ("F52-29", "F52-30"), "unarmed")
        return
    lines = person.monster.lines if person.monster is not None else None
    line: Line | None = getattr(lines, kind) if lines is not None else None
    usual = tables.DAMAGE.get(kind) or tables.half(target.hp)
    if line is None:
        harm.wound(fight, target, usual, harm.DAMAGE_RULES, "attack")
    else:
        strike_line(fight, person, target, line, usual)


def strike_line(fight: Fight, person: Participant, target: Participant, line: Line, usual: int) -> None:
    """A monster's own attack line: its text, its damage, and the conditions it causes (F52-95).

    A line that says neither damage nor a condition only gives the strike a text: the `usual` figure stands.
    """
    if line.text:
        fight.tell("line", f"{person.name}: {line.text}", ("F52-95",), actor=person.id, target=target.id)
    amount = tables.half(target.hp) if line.damage == "half" else line.damage
    if amount is None:
        amount = 0 if line.effect or line.incapacitate or line.prone else usual
    harm.wound(fight, target, amount, ("F52-95", "F52-30"), "attack")
    if line.effect is not None:
        harm.afflict(fight, target, line.effect, ("F52-95", "F52-50"))
    if line.incapacitate is not None:
        harm.incapacitate(fight, target, line.incapacitate, ("F52-95",))
    if line.prone:
        harm.lay_prone(fight, target, ("F52-95",))


def maneuver(fight: Fight, person: Participant, target: Participant, play: Pending) -> None:
    """A maneuver succeeds; what it does is read from its highest card (F52-71)."""
    kind = tables.highest(play.cards)
    if play.how == "fury-strike":
        harm.wound(fight, target, opposed.fury_damage(play.cards), ("F52-73", "F52-26", "F52-30"), "fury-strike")
    elif play.how == "disarm":
        target.weapon = WEAPON_AFTER[kind]
        text = f"{target.name}'s weapon {wording.WEAPON_GONE[target.weapon]}."
        fight.tell("disarmed", text, ("F52-72",), target=target.id, weapon=target.weapon)
    else:
        push(fight, target, person, kind)


def push(fight: Fight, target: Participant, person: Participant, kind: tables.Kind) -> None:
    """Pushed out of melee; with a face card prone, with the ace unconscious too (F52-75)."""
    fight.set_range(person.id, target.id, "near")
    fight.tell("pushed", f"{target.name} is pushed away.", ("F52-75", "F52-17"), target=target.id, actor=person.id)
    if kind != "number":
        harm.lay_prone(fight, target, ("F52-75",))
    if kind == "ace":
        harm.knock_out(fight, target, tables.DEFAULT_WAKE, ("F52-75",))


def spell(fight: Fight, person: Participant, target: Participant, play: Pending) -> None:
    """An opposed spell succeeds: harm or destruct (F52-83, F52-85)."""
    if play.how == "destruct":
        standing.destruct(fight, target, person, tables.spell_value(play.cards))
        return
    kind = tables.highest(play.cards)
    amount = tables.DAMAGE.get(kind) or target.hp
    harm.wound(fight, target, amount, ("F52-85", "F52-30"), "harm")


def fumble(fight: Fight, person: Participant) -> None:
    """An ace in defence: the attacker draws a card and takes its damage (F52-27)."""
    kind = drawn_kind(fight, person, "fumble", "F52-27")
    amount = tables.DAMAGE.get(kind) or tables.half(person.hp)
    harm.wound(fight, person, amount, ("F52-27", "F52-26"), "fumble")


def drawn_kind(fight: Fight, person: Participant, what: str, rule: str) -> tables.Kind:
    """Draw the one card that sets a damage; without a card it counts as a number card."""
    drawn = fight.look(1)
    text = wording.damage_draw(person, what, drawn)
    fight.show(fight.tell(what + "-draw", text, (rule,), actor=person.id, cards=cards.named(drawn)), drawn)
    fight.put_away(drawn)
    return tables.KIND[drawn] if drawn else "number"
