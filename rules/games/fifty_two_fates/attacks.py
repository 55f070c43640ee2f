"""Attacks and their answers: playing, defending, and how the opposed play comes out (F52-21 to F52-29)."""

from rules.engine import cards
from rules.engine.refusals import refuse
from rules.games.fifty_two_fates import figures, harm, maneuvers, opposed, plays, spells, tables, wording
from rules.games.fifty_two_fates.commands import Attack, Defend
from rules.games.fifty_two_fates.fight import Fight
from rules.games.fifty_two_fates.shapes import Line
from rules.games.fifty_two_fates.state import Participant, Pending

HIT_RULES = ("F52-22",)


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
    declare(fight, person, target, Pending("attack", person.id, target.id, pile, command.weapon), moved)


def declare(
    fight: Fight, person: Participant, target: Participant, play: Pending, moved: bool = False
) -> None:
    """Lay the attacker's cards, then ask for the defence, unless a rule says that none is asked for."""
    plays.use_action(person)
    fight.lay(person, play.cards)
    event = fight.tell(
        play.kind,
        wording.play(person, target, play),
        declared_by(target, play, moved),
        actor=person.id,
        target=target.id,
        cards=cards.named(play.cards),
        how=play.how,
    )
    fight.show(event, play.cards)
    reason = undefended(target, play)
    if reason is None:
        fight.state.pending = play
    else:
        land(fight, person, target, play, (reason,))


def declared_by(target: Participant, play: Pending, moved: bool) -> tuple[str, ...]:
    """The rules of a play: its own, the move that closes in, the card more against a bound target."""
    rules = wording.PLAY_RULES[play.how]
    if moved:
        rules += ("F52-17",)
    if target.partial and play.kind != "spell":
        rules += ("F52-54",)
    return rules


def undefended(target: Participant, play: Pending) -> str | None:
    """The rule by which no defence is asked for, or None (F52-55, F52-84)."""
    if target.helpless:
        return "F52-55"
    if play.how != "destruct" and target.destruct is not None and target.destruct.value == tables.ACE:
        return "F52-84"
    return None


def defend(fight: Fight, command: Defend) -> None:
    """Answer a pending attack with cards from the hand, or with none (F52-21, F52-22)."""
    play = fight.state.pending
    assert play is not None
    target, person = fight.by_id[play.target], fight.by_id[play.actor]
    pile = plays.played(fight, target, command.cards, figures.defense_allowance(target, play), least=0)
    fight.state.pending = None
    fight.lay(target, pile)
    bonus, guard = added(target, play)
    rule = wording.PLAY_RULE[play.how]
    verdict = opposed.judge(play.cards, pile, bonus, guard, target.parry == tables.ACE)
    event = fight.tell(
        "defense",
        wording.defense(target, pile, play, verdict),
        (*verdict.rules, *defended_by(target, play, verdict)),
        actor=target.id,
        target=person.id,
        cards=cards.named(pile),
        attack_total=verdict.attack_total,
        defense_total=verdict.defense_total,
        success=verdict.success,
    )
    fight.show(event, pile)
    if verdict.success:
        land(fight, person, target, play, verdict.rules)
        return
    use_up(target, play)
    fight.tell(
        "miss", wording.miss(person, target, play), (*verdict.rules, rule), actor=person.id, target=target.id
    )
    if verdict.fumble:
        fumble(fight, person)


def defended_by(target: Participant, play: Pending, verdict: opposed.Verdict) -> tuple[str, ...]:
    """The rules that counted in a defence besides the verdict's own."""
    rules: tuple[str, ...] = ("F52-21",)
    if target.parry and "F52-74" not in verdict.rules:
        rules += ("F52-74",)
    if play.how != "destruct":
        if target.destruct is not None:
            rules += ("F52-83",)
        if target.protect is not None:
            rules += ("F52-88",) if target.protect.value == tables.ACE else ("F52-87",)
    return rules


def added(target: Participant, play: Pending) -> tuple[int, int]:
    """What spells and a parry add: to the attack, and to the defence (F52-74, F52-83, F52-87)."""
    guard = target.parry if target.parry != tables.ACE else 0
    if play.how == "destruct":
        return 0, guard
    if target.protect is not None and target.protect.value != tables.ACE:
        guard += target.protect.value
    if target.destruct is not None and target.destruct.value != tables.ACE:
        return target.destruct.value, guard
    return 0, guard


def use_up(target: Participant, play: Pending) -> None:
    """Destruct and protect have counted in this attack and are gone; an ace's stay (F52-83, F52-87)."""
    if play.how == "destruct":
        return
    if target.destruct is not None and target.destruct.value != tables.ACE:
        target.destruct = None
    if target.protect is not None and target.protect.value != tables.ACE:
        target.protect = None


def land(
    fight: Fight, person: Participant, target: Participant, play: Pending, rules: tuple[str, ...]
) -> None:
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
        maneuvers.land(fight, target, person, play)
    else:
        spells.land(fight, target, person, play)


def strike(fight: Fight, person: Participant, target: Participant, play: Pending) -> None:
    """The damage of a physical attack, by its highest card or the one drawn (F52-26, F52-29, F52-55)."""
    kind = tables.highest(play.cards) if play.cards else drawn_kind(fight, person, "damage", "F52-55")
    if play.how == "unarmed":
        harm.wound(fight, target, 1, ("F52-29", "F52-30"), "unarmed")
        return
    lines = person.monster.lines if person.monster is not None else None
    line: Line | None = getattr(lines, kind) if lines is not None else None
    if line is None:
        amount = tables.DAMAGE.get(kind) or tables.half(target.hp)
        harm.wound(fight, target, amount, harm.DAMAGE_RULES, "attack")
    else:
        strike_line(fight, person, target, line)


def strike_line(fight: Fight, person: Participant, target: Participant, line: Line) -> None:
    """A monster's own attack line: its text, its damage, and the conditions it causes (F52-95)."""
    if line.text:
        fight.tell("line", f"{person.name}: {line.text}", ("F52-95",), actor=person.id, target=target.id)
    amount = tables.half(target.hp) if line.damage == "half" else line.damage or 0
    harm.wound(fight, target, amount, ("F52-95", "F52-30"), "attack")
    if line.effect is not None:
        harm.afflict(fight, target, line.effect, ("F52-95", "F52-50"))
    if line.incapacitate is not None:
        harm.incapacitate(fight, target, line.incapacitate, ("F52-95",))
    if line.prone:
        harm.lay_prone(fight, target, ("F52-95",))


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
