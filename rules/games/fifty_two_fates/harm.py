"""Hit points and conditions: damage, healing, falling, incapacitation."""

from rules.engine import cards
from rules.games.fifty_two_fates import tables
from rules.games.fifty_two_fates.context import Fight, count_points
from rules.games.fifty_two_fates.shapes import EffectLine, Incapacity
from rules.games.fifty_two_fates.state import Effect, Participant

DAMAGE_RULES = ("F52-26", "F52-30")


def wound(fight: Fight, person: Participant, amount: int, rules: tuple[str, ...], cause: str) -> int:
    """Take hit points away; returns how many were lost. Protection by an ace prevents all of it (F52-88)."""
    if amount <= 0 or person.hp == 0:
        return 0
    if person.protect is not None and person.protect.value == tables.ACE:
        text = f"{person.name} is protected and takes no damage."
        fight.tell("protected", text, ("F52-88",), target=person.id, cause=cause)
        return 0
    lost = min(amount, person.hp)
    person.hp -= lost
    text = f"{person.name} loses {count_points(lost)}: {person.hp} of {person.max_hp} left."
    fight.tell("damage", text, rules, target=person.id, amount=lost, hp=person.hp, cause=cause)
    if person.hp == 0:
        fall(fight, person)
    return lost


def fall(fight: Fight, person: Participant) -> None:
    """A participant reaches zero hit points: it is dying, or a defeated monster (F52-32, F52-35)."""
    if person.group == tables.PLAYERS or (person.monster is not None and person.monster.death_draws):
        person.status = "dying"
        person.fell = fight.state.round
        person.death_draws = 0
        fight.tell("dying", f"{person.name} falls and is dying.", ("F52-32",), target=person.id)
    else:
        person.status = "defeated"
        fight.tell("defeated", f"{person.name} is defeated.", ("F52-35",), target=person.id)
    if person.hand:
        drop_hand(fight, person)


def drop_hand(fight: Fight, person: Participant) -> None:
    """All cards of the hand go to the discard pile (F52-31)."""
    pile, person.hand = person.hand, ""
    fight.put_away(pile)
    fight.reveals = True
    text = f"{person.name} drops all cards: {cards.join_names(pile)}."
    event = fight.tell("dropped-hand", text, ("F52-31",), target=person.id, cards=cards.names_of(pile))
    fight.show(event, pile)


def heal(fight: Fight, person: Participant, amount: int, rules: tuple[str, ...], cause: str) -> int:
    """Give hit points back, never above the maximum; ends dying and defeat (F52-34, F52-86)."""
    gained = min(amount, person.max_hp - person.hp)
    if gained <= 0:
        fight.tell(
            "healed",
            f"{person.name} has nothing to heal.",
            rules,
            target=person.id,
            amount=0,
            hp=person.hp,
            cause=cause,
        )
        return 0
    fallen = person.hp == 0
    person.hp += gained
    text = f"{person.name} regains {count_points(gained)}: {person.hp} of {person.max_hp}."
    fight.tell("healed", text, rules, target=person.id, amount=gained, hp=person.hp, cause=cause)
    if fallen:
        rise(person)
        fight.tell("back", f"{person.name} is back.", ("F52-34",), target=person.id)
    return gained


def rise(person: Participant) -> None:
    """End dying, defeat and unconsciousness of a participant who had zero hit points (F52-34)."""
    person.status = ""
    person.fell = 0
    person.death_draws = 0
    person.unconscious = 0


def afflict(fight: Fight, person: Participant, line: EffectLine, rules: tuple[str, ...]) -> None:
    """Begin a continuous effect; it replaces an effect with the same name (F52-50, F52-51)."""
    rounds = draw_duration(fight, line.name) if line.rounds == "draw" else line.rounds
    effect = Effect(line.name, line.strength, rounds)
    for index, standing in enumerate(person.effects):
        if standing.name == effect.name:
            person.effects[index] = effect
            break
    else:
        person.effects.append(effect)
    lasting = f" for {rounds} round{'' if rounds == 1 else 's'}" if rounds else ""
    text = f"{person.name} suffers {effect.name} of strength {effect.strength}{lasting}."
    fight.tell(
        "afflicted",
        text,
        rules,
        target=person.id,
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
    event = fight.tell("duration", text, ("F52-51",), cards=cards.names_of(drawn), rounds=rounds, effect=name)
    fight.show(event, drawn)
    fight.put_away(drawn)
    return rounds


def incapacitate(fight: Fight, person: Participant, how: Incapacity, rules: tuple[str, ...]) -> None:
    """Partly or fully incapacitated, or unconscious, which counts as fully (F52-53 to F52-56)."""
    if how.unconscious:
        knock_out(fight, person, how.wake or tables.DEFAULT_WAKE, rules)
    elif how.degree == "full":
        person.full = True
        text = f"{person.name} is fully incapacitated."
        fight.tell("incapacitated", text, (*rules, "F52-55"), target=person.id, condition="full")
    else:
        person.partial = True
        text = f"{person.name} is partly incapacitated: awake, but unable to move or act."
        fight.tell("incapacitated", text, (*rules, "F52-53"), target=person.id, condition="partial")


def knock_out(fight: Fight, person: Participant, wake: int, rules: tuple[str, ...]) -> None:
    """Unconscious, with the number that a card must beat to wake it (F52-56)."""
    person.unconscious = wake
    text = f"{person.name} is unconscious; a card above {wake} wakes them."
    fight.tell("incapacitated", text, (*rules, "F52-56"), target=person.id, condition="unconscious", wake=wake)


def lay_prone(fight: Fight, person: Participant, rules: tuple[str, ...]) -> None:
    """Knock a participant down; this is shown and has no other effect (F52-57)."""
    person.prone = True
    fight.tell("prone", f"{person.name} is prone.", (*rules, "F52-57"), target=person.id)
