"""Attacks: checking target, weapon, skill, trait and advantages, and playing a card face down (GOB-43, GOB-46)."""

from rules.engine.refusals import quote, refuse
from rules.games.game_of_bastards import attack_advantages, commands, figures, tables, wording
from rules.games.game_of_bastards.attack_advantages import Uses
from rules.games.game_of_bastards.context import Fight
from rules.games.game_of_bastards.state import Arm, Participant, Play, Side


def attack(fight: Fight, order: commands.Attack) -> None:
    """Declare an attack and play its card face down."""
    state, participant = fight.state, fight.by_id[order.actor]
    targets = find_targets(fight, participant, order)
    weapons = find_weapons(participant, order.weapon, order.weapons)
    check_skill(participant, order.skill, weapons)
    physical = order.kind == "physical"
    melee = physical and not any(weapon.ranged for weapon in weapons)
    check_reach(fight, targets, melee)
    changes = figures.attack_changes(state, participant, order.kind, order.skill, weapons)
    limit = figures.limit(participant, order.skill, weapons, changes)
    uses = attack_advantages.declare_uses(fight, participant, order.use or [], physical, melee)
    trait = attack_trait(participant, order, uses)
    bonus = figures.trait(participant, trait) - held_back(participant, trait, uses)
    card = fight.require_in_hand(participant, [order.card], "card")
    fight.give_up(participant, card)
    participant.wielded = [weapon.name for weapon in weapons]
    side = Side(
        participant.id, card, skill=order.skill or "", trait=trait, bonus=bonus, limit=limit, used=1, answered=True
    )
    damage = declared_damage(fight, participant, weapons, order, uses)
    begin_play(fight, order, [side, *[Side(target.id) for target in targets]], damage, uses, melee)
    if not fight.silent:
        announce_attack(fight, participant, targets, order, [*changes])


def begin_play(fight: Fight, order: commands.Attack, sides: list[Side], damage: int, uses: Uses, melee: bool) -> None:
    """Begin the play of an attack, which waits for the answers of its targets; the attacker's side is the first."""
    state = fight.state
    weapons = fight.by_id[order.actor].wielded or []
    state.play = Play(
        kind=order.kind,
        sides=sides,
        raises=order.raises or 0,
        declared=order.raises is not None,
        damage=damage,
        melee=melee,
        weapons=list(weapons),
        uses=uses.keys,
        take=uses.take,
    )
    state.step = "acted"
    state.attacked = True
    state.savage = False


def held_back(participant: Participant, trait: str, uses: Uses) -> int:
    """What Wild Swing takes from the Body that is added to the card (GOB-81); 0 without it."""
    most = figures.trait(participant, trait) if trait == "body" else 0
    if uses.swing > most:
        refuse("advantage.amount", f"use: Wild Swing holds back 0 to {most} of the Body that is added.", "GOB-81")
    return uses.swing


def declared_damage(
    fight: Fight, participant: Participant, weapons: list[Arm], order: commands.Attack, uses: Uses
) -> int:
    """The damage beside the cards: weapons, Strength and the like for a physical attack, and Wild Swing."""
    swing = uses.swing * figures.figure(fight.state, participant, "wild-swing", "damage")
    if order.kind != "physical":
        return swing
    return swing + sum(figures.flat_damage(fight.state, participant, weapons, order.skill).values())


def announce_attack(
    fight: Fight, participant: Participant, targets: list[Participant], order: commands.Attack, decided: list[str]
) -> None:
    """Tell everyone about the attack; its card stays face down. `decided`: the rules that changed its limit."""
    play = fight.require_play()
    names = wording.join_and([target.name for target in targets])
    how = wording.HOW.get(order.kind, "")
    with_what = f" with {' and '.join(play.weapons)}" if play.weapons else ""
    text = f"{participant.name} attacks {names}{how}{with_what}: one card face down."
    uses = [tables.ADVANTAGES[key].rule for key in play.uses]
    rules = dict.fromkeys(["GOB-41", "GOB-43", "GOB-46", *uses, *decided])
    event = fight.add_event(
        "attack",
        text,
        tuple(rules),
        actor=participant.id,
        targets=[target.id for target in targets],
        how=order.kind,
        skill=order.skill,
        trait=play.sides[0].trait,
        weapons=list(play.weapons),
        uses=list(play.uses),
        count=1,
    )
    if len(targets) == 1:
        event["target"] = targets[0].id
    if order.raises is not None:
        event["raises"] = order.raises
    if participant.desperate:
        event["rules"].append("GOB-48")
    fight.announce_face_down(participant, play.sides[0].down)


def find_targets(fight: Fight, participant: Participant, order: commands.Attack) -> list[Participant]:
    """The targets in setup order; `Refused` for targets who are out or named twice (GOB-43)."""
    if (order.target is None) == (order.targets is None):
        refuse("target.one", "target: name one target, or several as targets.", "GOB-43")
    names = [order.target] if order.target is not None else order.targets or []
    path = "target" if order.target is not None else "targets"
    if not names:
        refuse("target.none", "targets: name at least one.", "GOB-43")
    targets = [fight.find(participant_id, path) for participant_id in names]
    for target in targets:
        if target is participant:
            refuse("target.self", f"{path}: nobody can attack themselves; name another participant.", "GOB-43")
        if target.out is not None:
            refuse("target.out", f"{path}: {target.name} is out of the opposition; name one that is in.", "GOB-43")
    if len(set(names)) != len(names):
        refuse("target.twice", f"{path}: someone is named twice; name each once.", "GOB-43")
    chosen = set(names)
    return [participant for participant in fight.state.participants if participant.id in chosen]


def find_weapons(participant: Participant, weapon: str | None, weapons: list[str] | None) -> list[Arm]:
    """The weapons of an attack or a defence (GOB-51)."""
    if weapon is not None and weapons is not None:
        refuse("weapon.both", "weapons: name one weapon as weapon, or two as weapons.", "GOB-51")
    if weapon is not None:
        return figures.find_arms(participant, [weapon], "weapon")
    return figures.find_arms(participant, weapons or [])


def check_skill(participant: Participant, skill: str | None, weapons: list[Arm]) -> None:
    """The skill must be that of the weapon; without a weapon any skill is possible, and extras need none (GOB-51)."""
    if participant.kind == "extras":
        return
    if skill is None:
        refuse("skill.missing", "skill: name the skill of the attack.", "GOB-43")
    if weapons and skill not in [weapon.skill for weapon in weapons]:
        names = " or ".join(sorted({weapon.skill for weapon in weapons}))
        refuse("skill.weapon", f"skill: {quote(skill)} is not the skill of the weapon; use {names}.", "GOB-51")


def check_reach(fight: Fight, targets: list[Participant], melee: bool) -> None:
    """Refuse melee with someone who keeps a distance, and a second attack of Savage without melee (GOB-72, GOB-98)."""
    if not melee:
        if fight.state.step == "follow":
            refuse("attack.melee", "kind: the second attack of Savage must be a melee attack.", "GOB-72")
        return
    distance = fight.state.distance
    if distance is None or fight.state.round > distance.rounds:
        return
    for target in targets:
        if target.id == distance.who:
            text = f"target: {target.name} keeps others out of melee until round {distance.rounds} ends."
            refuse("target.distance", text, "GOB-98")


def attack_trait(participant: Participant, order: commands.Attack, uses: Uses) -> str:
    """The trait that the attack adds; `Refused` for another (GOB-46, GOB-48, GOB-75, GOB-76, GOB-82)."""
    if participant.desperate:
        chosen_trait = uses.trait if uses.trait in ("spirit", "luck") else None
        if order.trait not in (None, "spirit", "luck"):
            refuse("trait.desperate", "trait: must be spirit or luck in desperation.", "GOB-48")
        return order.trait or chosen_trait or figures.higher_of_desperation(participant)
    usual = uses.trait or tables.ATTACKS_WITH[order.kind]
    if order.kind == "physical" and order.trait not in (None, usual):
        refuse("trait.physical", f"trait: this attack takes {usual}; leave it out.", "GOB-46")
    return order.trait or usual
