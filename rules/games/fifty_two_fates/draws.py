"""A turn without an opponent: checks, resisting, draws, picking up, passing, and discarding."""

from rules.engine import cards
from rules.engine.refusals import quoted, refuse
from rules.games.fifty_two_fates import figures, harm, plays, tables, wording
from rules.games.fifty_two_fates.commands import (
    DeathDraw,
    Discard,
    Pass,
    PickUp,
    Resist,
    SkillCheck,
    WakeDraw,
)
from rules.games.fifty_two_fates.fight import Fight
from rules.games.fifty_two_fates.state import Participant


def skill_check(fight: Fight, command: SkillCheck) -> None:
    """An action skill check as the action of the round (F52-03 to F52-07)."""
    person = plays.acting(fight, command.actor)
    for path, name in (("background", command.background), ("needs", command.needs)):
        if name is not None and name not in person.skills:
            rule = "F52-05" if path == "needs" else "F52-04"
            refuse("skill.missing", f"{path}: {person.name} has no background skill {quoted(name)}.", rule)
    background = command.background or command.needs
    allowed = figures.check_allowance(person, background is not None)
    count = allowed if command.cards is None else command.cards
    if not 1 <= count <= allowed:
        refuse("check.cards", f"cards: from 1 to {allowed} cards are drawn here.", "F52-07")
    plays.use_action(person)
    drawn = fight.look(count)
    automatic, success = passed(drawn, command.difficulty)
    text = wording.check(person, drawn, command.difficulty, success, automatic)
    event = fight.tell(
        "skill-check",
        text,
        checked_by(person, command),
        actor=person.id,
        cards=cards.named(drawn),
        total=tables.total(drawn),
        difficulty=command.difficulty,
        background=background,
        success=success,
        automatic=automatic,
    )
    fight.show(event, drawn)
    fight.put_away(drawn)


def checked_by(person: Participant, command: SkillCheck) -> tuple[str, ...]:
    """The rules of a check: its own, a background skill's, a needed one's, the level's extra cards."""
    rules: tuple[str, ...] = ("F52-03", "F52-06")
    if command.background or command.needs:
        rules += ("F52-04",)
    if command.needs:
        rules += ("F52-05",)
    return (*rules, "F52-07") if tables.extra_cards(person.level) else rules


def passed(drawn: str, difficulty: int) -> tuple[bool, bool]:
    """(automatic, success) of drawn cards: an ace by itself, a sum when greater (F52-03, F52-06)."""
    automatic = not tables.ACES.isdisjoint(drawn)
    return automatic, automatic or tables.total(drawn) > difficulty


def resist(fight: Fight, command: Resist) -> None:
    """One card from the hand against a continuous effect; higher, or an ace, ends it (F52-52)."""
    person = plays.acting(fight, command.actor)
    effect = next((effect for effect in person.effects if effect.name == command.effect), None)
    if effect is None:
        refuse("effect.missing", f"effect: {person.name} does not suffer {quoted(command.effect)}.", "F52-52")
    pile = plays.played(fight, person, command.cards, 1)
    plays.use_action(person)
    fight.lay(person, pile)
    ended = pile in tables.ACES or tables.VALUE[pile] > effect.strength
    if ended:
        person.effects.remove(effect)
    outcome = "it ends" if ended else "it goes on"
    foe = f"{effect.name} of strength {effect.strength}"
    text = f"{person.name} plays {cards.written(pile)} against {foe}: {outcome}."
    event = fight.tell(
        "resist",
        text,
        ("F52-52",),
        actor=person.id,
        cards=cards.named(pile),
        effect=effect.name,
        success=ended,
    )
    fight.show(event, pile)


def death_draw(fight: Fight, command: DeathDraw) -> None:
    """One of the three draws of a dying character (F52-32, F52-33)."""
    person = fight.by_id[command.actor]
    if person.status != "dying":
        refuse("actor.not-dying", f"{person.name} is not dying; act or pass instead.", "F52-32")
    person.acted = True
    drawn = fight.look(1)
    person.death_draws += 1
    text = f"{person.name} draws {cards.written(drawn) or 'no card'} for its life."
    rules = ("F52-32", "F52-33")
    event = fight.tell("death-draw", text, rules, actor=person.id, cards=cards.named(drawn), draw=person.death_draws)
    fight.show(event, drawn)
    fight.put_away(drawn)
    if drawn and cards.SUIT[drawn] == "H":
        saved(fight, person, tables.KIND[drawn])
    elif person.death_draws >= tables.DEATH_DRAWS:
        person.status = "dead"
        fight.tell("died", f"{person.name} has died.", ("F52-33",), target=person.id)


def saved(fight: Fight, person: Participant, kind: tables.Kind) -> None:
    """A heart: stable, back with one hit point, or back with half (F52-32)."""
    if kind == "number":
        person.status = "stable"
        person.unconscious = person.unconscious or tables.DEFAULT_WAKE
        text = f"{person.name} is stable, and unconscious."
        fight.tell("stable", text, ("F52-32", "F52-34"), target=person.id)
    elif kind == "face":
        harm.heal(fight, person, 1, ("F52-32",), "death-draw")
        if person.plays_hand:
            fight.draw_to_hand(person, 1, ("F52-32",))
    else:
        harm.heal(fight, person, (person.max_hp + 1) // 2, ("F52-32",), "death-draw")


def wake_draw(fight: Fight, command: WakeDraw) -> None:
    """An unconscious one with hit points draws against its number; higher, or an ace, wakes it (F52-56)."""
    person = fight.by_id[command.actor]
    if not person.unconscious or not person.hp:
        refuse(
            "actor.awake",
            f"{person.name} is not unconscious with hit points; there is nothing to draw for.",
            "F52-56",
        )
    person.acted = True
    drawn = fight.look(1)
    wakes = bool(drawn) and (drawn in tables.ACES or tables.VALUE[drawn] > person.unconscious)
    outcome = "awake" if wakes else "still unconscious"
    shown = cards.written(drawn) or "no card"
    text = f"{person.name} draws {shown} against {person.unconscious}: {outcome}."
    event = fight.tell(
        "wake-draw",
        text,
        ("F52-56",),
        actor=person.id,
        cards=cards.named(drawn),
        wake=person.unconscious,
        success=wakes,
    )
    fight.show(event, drawn)
    fight.put_away(drawn)
    if wakes:
        person.unconscious = 0


def pick_up(fight: Fight, command: PickUp) -> None:
    """Pick the own weapon up from the floor, as the action (F52-72)."""
    person = plays.acting(fight, command.actor)
    if person.weapon != "floor":
        refuse("weapon.not-on-floor", f"{person.name} has no weapon on the floor to pick up.", "F52-72")
    plays.use_action(person)
    person.weapon = "held"
    fight.tell("picked-up", f"{person.name} picks the weapon up.", ("F52-72",), actor=person.id)


def pass_turn(fight: Fight, command: Pass) -> None:
    """Do nothing this round (F52-20); a dying one cannot pass (F52-32)."""
    person = fight.by_id[command.actor]
    if not person.hp:
        refuse("actor.dying", f"{person.name} is dying and cannot pass; make the death draw.", "F52-32")
    plays.use_action(person)
    fight.tell("passed", f"{person.name} passes.", ("F52-20", "F52-16"), actor=person.id)


def discard(fight: Fight, command: Discard) -> None:
    """The holder chooses what to discard when the maximum hand has fallen (F52-31)."""
    person = fight.by_id[command.actor]
    pile = fight.held(person, command.cards)
    surplus = len(person.hand) - person.hp
    if len(pile) != surplus:
        refuse("card.surplus", f"cards: discard exactly {surplus}.", "F52-31")
    fight.give_up(person, pile)
    fight.put_away(pile)
    fight.reveals = True
    text = f"{person.name} discards {cards.written(pile)}."
    fight.show(fight.tell("discarded", text, ("F52-31",), actor=person.id, cards=cards.named(pile)), pile)
