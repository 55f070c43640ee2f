"""Hit points and conditions: damage, healing, falling, incapacitation."""

from rules.engine import cards
from rules.games.fifty_two_fates import tables
from rules.games.fifty_two_fates.context import Fight, count_points
from rules.games.fifty_two_fates.shapes import EffectLine, Incapacity
from rules.games.fifty_two_fates.state import Effect, Participant

DAMAGE_RULES = ("F52-26", "F52-30")


def wound(fight: Fight, participant: Participant, amount: int, rules: tuple[str, ...], cause: str) -> int:
    """Take hit points away; returns how many were lost. Protection by an ace prevents all of it (F52-88)."""
    if amount <= 0 or participant.hp == 0:
        return 0
    if participant.protect is not None and participant.protect.value == tables.ACE:
        text = f"{participant.name} is protected and takes no damage."
        fight.add_event("protected", text, ("F52-88",), target=participant.id, cause=cause)
        return 0
    lost = min(amount, participant.hp)
    participant.hp -= lost
    text = f"{participant.name} loses {count_points(lost)}: {participant.hp} of {participant.max_hp} left."
    fight.add_event("damage", text, rules, target=participant.id, amount=lost, hp=participant.hp, cause=cause)
    if participant.hp == 0:
        fall(fight, participant)
    return lost


def fall(fight: Fight, participant: Participant) -> None:
    """A participant reaches zero hit points: it is dying, or a defeated monster (F52-32, F52-35)."""
    if participant.group == tables.PLAYERS or (participant.monster is not None and participant.monster.death_draws):
        participant.status = "dying"
        participant.fell = fight.state.round
        participant.death_draws = 0
        fight.add_event("dying", f"{participant.name} falls and is dying.", ("F52-32",), target=participant.id)
    else:
        participant.status = "defeated"
        fight.add_event("defeated", f"{participant.name} is defeated.", ("F52-35",), target=participant.id)
    if participant.hand:
        drop_hand(fight, participant)


def drop_hand(fight: Fight, participant: Participant) -> None:
    """All cards of the hand go to the discard pile (F52-31)."""
    pile, participant.hand = participant.hand, ""
    fight.put_away(pile)
    fight.reveals = True
    text = f"{participant.name} drops all cards: {cards.join_names(pile)}."
    event = fight.add_event("dropped-hand", text, ("F52-31",), target=participant.id, cards=cards.names_of(pile))
    fight.show(event, pile)


def heal(fight: Fight, participant: Participant, amount: int, rules: tuple[str, ...], cause: str) -> int:
    """Give hit points back, never above the maximum; ends dying and defeat (F52-34, F52-86)."""
    gained = min(amount, participant.max_hp - participant.hp)
    if gained <= 0:
        fight.add_event(
            "healed",
            f"{participant.name} has nothing to heal.",
            rules,
            target=participant.id,
            amount=0,
            hp=participant.hp,
            cause=cause,
        )
        return 0
    fallen = participant.hp == 0
    participant.hp += gained
    text = f"{participant.name} regains {count_points(gained)}: {participant.hp} of {participant.max_hp}."
    fight.add_event("healed", text, rules, target=participant.id, amount=gained, hp=participant.hp, cause=cause)
    if fallen:
        rise(participant)
        fight.add_event("back", f"{participant.name} is back.", ("F52-34",), target=participant.id)
    return gained


def rise(participant: Participant) -> None:
    """End dying, defeat and unconsciousness of a participant who had zero hit points (F52-34)."""
    participant.status = ""
    participant.fell = 0
    participant.death_draws = 0
    participant.unconscious = 0


def afflict(fight: Fight, participant: Participant, line: EffectLine, rules: tuple[str, ...]) -> None:
    """Begin a continuous effect; it replaces an effect with the same name (F52-50, F52-51)."""
    rounds = draw_duration(fight, line.name) if line.rounds == "draw" else line.rounds
    effect = Effect(line.name, line.strength, rounds)
    for index, standing in enumerate(participant.effects):
        if standing.name == effect.name:
            participant.effects[index] = effect
            break
    else:
        participant.effects.append(effect)
    lasting = f" for {rounds} round{'' if rounds == 1 else 's'}" if rounds else ""
    text = f"{participant.name} suffers {effect.name} of strength {effect.strength}{lasting}."
    fight.add_event(
        "afflicted",
        text,
        rules,
        target=participant.id,
        effect=effect.name,
        strength=effect.strength,
        rounds=rounds,
    )


def draw_duration(fight: Fight, name: str) -> int:
    """The FD draws how long an effect lasts; without a card, one round (F52-51)."""
    drawn = fight.look(1)
    rounds = tables.DURATION[tables.KIND[drawn]] if drawn else 1
    lasting = f"{rounds} round{'' if rounds == 1 else 's'}"
    text = f"The Fate Dealer draws {cards.join_names(drawn) or 'no card'} for {name}: {lasting}."
    event = fight.add_event("duration", text, ("F52-51",), cards=cards.names_of(drawn), rounds=rounds, effect=name)
    fight.show(event, drawn)
    fight.put_away(drawn)
    return rounds


def incapacitate(fight: Fight, participant: Participant, how: Incapacity, rules: tuple[str, ...]) -> None:
    """Partly or fully incapacitated, or unconscious, which counts as fully (F52-53 to F52-56)."""
    if how.unconscious:
        knock_out(fight, participant, how.wake or tables.DEFAULT_WAKE, rules)
    elif how.degree == "full":
        participant.full = True
        text = f"{participant.name} is fully incapacitated."
        fight.add_event("incapacitated", text, (*rules, "F52-55"), target=participant.id, condition="full")
    else:
        participant.partial = True
        text = f"{participant.name} is partly incapacitated: awake, but unable to move or act."
        fight.add_event("incapacitated", text, (*rules, "F52-53"), target=participant.id, condition="partial")


def knock_out(fight: Fight, participant: Participant, wake: int, rules: tuple[str, ...]) -> None:
    """Unconscious, with the number that a card must beat to wake it (F52-56)."""
    participant.unconscious = wake
    text = f"{participant.name} is unconscious; a card above {wake} wakes them."
    fight.add_event(
        "incapacitated", text, (*rules, "F52-56"), target=participant.id, condition="unconscious", wake=wake
    )


def lay_prone(fight: Fight, participant: Participant, rules: tuple[str, ...]) -> None:
    """Knock a participant down; this is shown and has no other effect (F52-57)."""
    participant.prone = True
    fight.add_event("prone", f"{participant.name} is prone.", (*rules, "F52-57"), target=participant.id)
