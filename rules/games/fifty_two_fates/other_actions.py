"""Actions without an opponent: checks, resisting, draws, picking up, passing, and discarding."""

from rules.engine import cards
from rules.engine.refusals import quote, refuse
from rules.games.fifty_two_fates import allowances, harm, play_rules, tables, wording
from rules.games.fifty_two_fates.commands import (
    DeathDraw,
    Discard,
    Pass,
    PickUp,
    Resist,
    SkillCheck,
    WakeDraw,
)
from rules.games.fifty_two_fates.context import Fight
from rules.games.fifty_two_fates.state import Participant


def skill_check(fight: Fight, command: SkillCheck) -> None:
    """An action skill check as the action of the round (F52-03 to F52-07)."""
    participant = play_rules.require_able_to_act(fight, command.actor)
    for path, name in (("background", command.background), ("needs", command.needs)):
        if name is not None and name not in participant.skills:
            rule = "F52-05" if path == "needs" else "F52-04"
            refuse("skill.missing", f"{path}: {participant.name} has no background skill {quote(name)}.", rule)
    background = command.background or command.needs
    allowed = allowances.check_allowance(participant, background is not None)
    count = allowed if command.cards is None else command.cards
    if not 1 <= count <= allowed:
        refuse("check.cards", f"cards: must be from 1 to {allowed}, the number that may be drawn here.", "F52-07")
    play_rules.use_action(participant)
    drawn = fight.look(count)
    automatic, success = judge_check(drawn, command.difficulty)
    text = wording.check(participant, drawn, command.difficulty, success, automatic)
    event = fight.add_event(
        "skill-check",
        text,
        check_rule_ids(participant, command),
        actor=participant.id,
        cards=cards.names_of(drawn),
        total=tables.total(drawn),
        difficulty=command.difficulty,
        background=background,
        success=success,
        automatic=automatic,
    )
    fight.show(event, drawn)
    fight.put_away(drawn)


def check_rule_ids(participant: Participant, command: SkillCheck) -> tuple[str, ...]:
    """The rules that count in a check."""
    rules: tuple[str, ...] = ("F52-03", "F52-06")
    if command.background or command.needs:
        rules += ("F52-04",)
    if command.needs:
        rules += ("F52-05",)
    return (*rules, "F52-07") if tables.extra_cards(participant.level) else rules


def judge_check(drawn: str, difficulty: int) -> tuple[bool, bool]:
    """(automatic, success) of drawn cards: an ace succeeds automatically, else the sum decides (F52-03, F52-06)."""
    automatic = not tables.ACES.isdisjoint(drawn)
    return automatic, automatic or tables.total(drawn) > difficulty


def resist(fight: Fight, command: Resist) -> None:
    """Play one card against a continuous effect; a higher card or an ace ends it (F52-52)."""
    participant = play_rules.require_able_to_act(fight, command.actor)
    effect = next((effect for effect in participant.effects if effect.name == command.effect), None)
    if effect is None:
        refuse("effect.missing", f"effect: {participant.name} does not suffer {quote(command.effect)}.", "F52-52")
    pile = play_rules.check_played_cards(fight, participant, command.cards, 1)
    play_rules.use_action(participant)
    fight.lay(participant, pile)
    ended = pile in tables.ACES or tables.VALUE[pile] > effect.strength
    if ended:
        participant.effects.remove(effect)
    outcome = "the effect ends" if ended else "the effect continues"
    foe = f"{effect.name} of strength {effect.strength}"
    text = f"{participant.name} plays {cards.join_names(pile)} against {foe}: {outcome}."
    event = fight.add_event(
        "resist",
        text,
        ("F52-52",),
        actor=participant.id,
        cards=cards.names_of(pile),
        effect=effect.name,
        success=ended,
    )
    fight.show(event, pile)


def death_draw(fight: Fight, command: DeathDraw) -> None:
    """One of the three draws of a dying character (F52-32, F52-33)."""
    participant = fight.by_id[command.actor]
    if participant.status != "dying":
        refuse("actor.not-dying", f"{participant.name} is not dying; act or pass instead.", "F52-32")
    participant.acted = True
    drawn = fight.look(1)
    participant.death_draws += 1
    text = f"{participant.name} draws {cards.join_names(drawn) or 'no card'} to stay alive."
    rules = ("F52-32", "F52-33")
    event = fight.add_event(
        "death-draw", text, rules, actor=participant.id, cards=cards.names_of(drawn), draw=participant.death_draws
    )
    fight.show(event, drawn)
    fight.put_away(drawn)
    if drawn and cards.SUIT[drawn] == "H":
        survive_by_heart(fight, participant, tables.KIND[drawn])
    elif participant.death_draws >= tables.DEATH_DRAWS:
        participant.status = "dead"
        fight.add_event("died", f"{participant.name} has died.", ("F52-33",), target=participant.id)


def survive_by_heart(fight: Fight, participant: Participant, kind: tables.Kind) -> None:
    """A heart in a death draw: stable, back with one hit point, or back with half (F52-32)."""
    if kind == "number":
        participant.status = "stable"
        participant.unconscious = participant.unconscious or tables.DEFAULT_WAKE
        text = f"{participant.name} is stable, and unconscious."
        fight.add_event("stable", text, ("F52-32", "F52-34"), target=participant.id)
    elif kind == "face":
        harm.heal(fight, participant, 1, ("F52-32",), "death-draw")
        if participant.plays_hand:
            fight.draw_to_hand(participant, 1, ("F52-32",))
    else:
        harm.heal(fight, participant, (participant.max_hp + 1) // 2, ("F52-32",), "death-draw")


def wake_draw(fight: Fight, command: WakeDraw) -> None:
    """An unconscious participant with hit points draws a card; a high card or an ace wakes it (F52-56)."""
    participant = fight.by_id[command.actor]
    if not participant.unconscious or not participant.hp:
        refuse(
            "actor.awake",
            f"{participant.name} cannot draw to wake up: that needs someone who is unconscious and has hit points.",
            "F52-56",
        )
    participant.acted = True
    drawn = fight.look(1)
    wakes = bool(drawn) and (drawn in tables.ACES or tables.VALUE[drawn] > participant.unconscious)
    outcome = "awake" if wakes else "still unconscious"
    shown = cards.join_names(drawn) or "no card"
    text = f"{participant.name} draws {shown} against {participant.unconscious} to wake up: {outcome}."
    event = fight.add_event(
        "wake-draw",
        text,
        ("F52-56",),
        actor=participant.id,
        cards=cards.names_of(drawn),
        wake=participant.unconscious,
        success=wakes,
    )
    fight.show(event, drawn)
    fight.put_away(drawn)
    if wakes:
        participant.unconscious = 0


def pick_up(fight: Fight, command: PickUp) -> None:
    """Pick up the participant's weapon from the floor, as the action of the round (F52-72)."""
    participant = play_rules.require_able_to_act(fight, command.actor)
    if participant.weapon != "floor":
        refuse("weapon.not-on-floor", f"{participant.name} has no weapon on the floor to pick up.", "F52-72")
    play_rules.use_action(participant)
    participant.weapon = "held"
    fight.add_event("picked-up", f"{participant.name} picks up the weapon.", ("F52-72",), actor=participant.id)


def pass_turn(fight: Fight, command: Pass) -> None:
    """Do nothing in this round (F52-20); a dying participant cannot pass (F52-32)."""
    participant = fight.by_id[command.actor]
    if not participant.hp:
        refuse("actor.dying", f"{participant.name} is dying and cannot pass; make the death draw.", "F52-32")
    play_rules.use_action(participant)
    fight.add_event("passed", f"{participant.name} passes.", ("F52-20", "F52-16"), actor=participant.id)


def discard(fight: Fight, command: Discard) -> None:
    """Discard cards after the maximum hand has become smaller (F52-31)."""
    participant = fight.by_id[command.actor]
    pile = fight.require_in_hand(participant, command.cards)
    surplus = len(participant.hand) - participant.hp
    if len(pile) != surplus:
        refuse("card.surplus", f"cards: discard exactly {surplus} of them.", "F52-31")
    fight.give_up(participant, pile)
    fight.put_away(pile)
    fight.reveals = True
    text = f"{participant.name} discards {cards.join_names(pile)}."
    fight.show(fight.add_event("discarded", text, ("F52-31",), actor=participant.id, cards=cards.names_of(pile)), pile)
