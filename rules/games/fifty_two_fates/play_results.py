"""What a successful play or a fumble does: damage, conditions, weapons, spells (F52-22)."""

from rules.engine import cards
from rules.games.fifty_two_fates import comparison, harm, lasting_spells, tables, wording
from rules.games.fifty_two_fates.context import Fight
from rules.games.fifty_two_fates.shapes import Line
from rules.games.fifty_two_fates.state import Participant, Pending

WEAPON_AFTER: dict[tables.Kind, tables.WeaponState] = {"number": "floor", "face": "away", "ace": "broken"}


def apply_success(
    fight: Fight, participant: Participant, target: Participant, play: Pending, rules: tuple[str, ...]
) -> None:
    """The play succeeds: apply its damage and effects (F52-22)."""
    use_up_spells(target, play)
    fight.add_event(
        "hit",
        wording.hit(participant, target, play),
        (*rules, wording.PLAY_RULE[play.how]),
        actor=participant.id,
        target=target.id,
        how=play.how,
    )
    if play.kind == "attack":
        strike(fight, participant, target, play)
    elif play.kind == "maneuver":
        maneuver(fight, participant, target, play)
    else:
        spell(fight, participant, target, play)


def use_up_spells(target: Participant, play: Pending) -> None:
    """End destruct and protect, which counted in this attack; spells cast with an ace stay (F52-83, F52-87)."""
    if play.how == "destruct":
        return
    if target.destruct is not None and target.destruct.value != tables.ACE:
        target.destruct = None
    if target.protect is not None and target.protect.value != tables.ACE:
        target.protect = None


def strike(fight: Fight, participant: Participant, target: Participant, play: Pending) -> None:
    """The damage of a physical attack, by its highest card or by a drawn one (F52-26, F52-29, F52-55)."""
    kind = tables.highest(play.cards) if play.cards else draw_damage_kind(fight, participant, "damage", "F52-55")
    if play.how == "unarmed":
        harm.wound(fight, target, 1, ("F52-29", "F52-30"), "unarmed")
        return
    lines = participant.monster.lines if participant.monster is not None else None
    line: Line | None = getattr(lines, kind) if lines is not None else None
    usual = tables.DAMAGE.get(kind) or tables.half(target.hp)
    if line is None:
        harm.wound(fight, target, usual, harm.DAMAGE_RULES, "attack")
    else:
        strike_line(fight, participant, target, line, usual)


def strike_line(fight: Fight, participant: Participant, target: Participant, line: Line, usual: int) -> None:
    """A monster's own attack line: its text, its damage, and the conditions it causes (F52-95).

    A line without damage and conditions only adds a text to the attack; the `usual` damage applies.
    """
    if line.text:
        fight.add_event("line", f"{participant.name}: {line.text}", ("F52-95",), actor=participant.id, target=target.id)
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


def maneuver(fight: Fight, participant: Participant, target: Participant, play: Pending) -> None:
    """A maneuver succeeds; its highest card decides what it does (F52-71)."""
    kind = tables.highest(play.cards)
    if play.how == "fury-strike":
        harm.wound(fight, target, comparison.fury_damage(play.cards), ("F52-73", "F52-26", "F52-30"), "fury-strike")
    elif play.how == "disarm":
        target.weapon = WEAPON_AFTER[kind]
        text = f"{target.name}'s weapon {wording.WEAPON_GONE[target.weapon]}."
        fight.add_event("disarmed", text, ("F52-72",), target=target.id, weapon=target.weapon)
    else:
        push(fight, target, participant, kind)


def push(fight: Fight, target: Participant, participant: Participant, kind: tables.Kind) -> None:
    """Push the target out of melee; a face card also makes it prone, an ace unconscious (F52-75)."""
    fight.set_range(participant.id, target.id, "near")
    fight.add_event(
        "pushed", f"{target.name} is pushed away.", ("F52-75", "F52-17"), target=target.id, actor=participant.id
    )
    if kind != "number":
        harm.lay_prone(fight, target, ("F52-75",))
    if kind == "ace":
        harm.knock_out(fight, target, tables.DEFAULT_WAKE, ("F52-75",))


def spell(fight: Fight, participant: Participant, target: Participant, play: Pending) -> None:
    """An opposed spell succeeds: harm or destruct (F52-83, F52-85)."""
    if play.how == "destruct":
        lasting_spells.destruct(fight, target, participant, tables.spell_value(play.cards))
        return
    kind = tables.highest(play.cards)
    amount = tables.DAMAGE.get(kind) or target.hp
    harm.wound(fight, target, amount, ("F52-85", "F52-30"), "harm")


def fumble(fight: Fight, participant: Participant) -> None:
    """After an ace in defence the attacker draws a card and takes its damage (F52-27)."""
    kind = draw_damage_kind(fight, participant, "fumble", "F52-27")
    amount = tables.DAMAGE.get(kind) or tables.half(participant.hp)
    harm.wound(fight, participant, amount, ("F52-27", "F52-26"), "fumble")


def draw_damage_kind(fight: Fight, participant: Participant, what: str, rule: str) -> tables.Kind:
    """Draw the card that decides a damage; no card counts as a number card."""
    drawn = fight.look(1)
    text = wording.damage_draw(participant, what, drawn)
    fight.show(fight.add_event(what + "-draw", text, (rule,), actor=participant.id, cards=cards.names_of(drawn)), drawn)
    fight.put_away(drawn)
    return tables.KIND[drawn] if drawn else "number"
