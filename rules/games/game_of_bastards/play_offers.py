"""Attacks, defences and bets as offers (GOB-43, GOB-44)."""

from typing import Any

from rules.engine import cards
from rules.engine.offers import Choice, Offer, number, offer, one, some
from rules.games.game_of_bastards import figures, power_offers, tables, wording
from rules.games.game_of_bastards.context import Fight
from rules.games.game_of_bastards.state import Arm, Participant, Side

HELPED = {"criminal": ("Stealth", "Influence"), "hearty": ("Athletics", "Dexterity")}  # GOB-84, GOB-85
SKILL = {"physical": tables.UNARMED, "social": "Influence", "mental": "Academics", "luck": "Gambling"}


def in_play(fight: Fight, participant: Participant) -> list[Offer]:
    """The answers that the current play waits for."""
    play, side = fight.require_play(), fight.side(participant.id)
    if play.stage == "defend":
        return defenses(fight, participant) if side is not None and not side.answered else []
    return bets(participant, side) if side is play.sides[play.word] else []


def skills(participant: Participant, usual: list[str]) -> list[str]:
    """The skills on the sheet, those that are usual, and those for which an advantage gives another card (GOB-12)."""
    helped = [skill for key, names in HELPED.items() if figures.is_usable(participant, key) for skill in names]
    return list(dict.fromkeys([*figures.skills_in_order(participant), *usual, *helped]))


def attacks(fight: Fight, participant: Participant) -> list[Offer]:
    """Every attack: unarmed, with one or two weapons, and of the other kinds."""
    if not participant.hand:
        return []
    attack_offers = []
    for weapons in arsenal(participant):
        attack_offers += physical(fight, participant, weapons)
    if fight.state.step != "follow":
        others = [other for other in fight.remaining_participants() if other is not participant]
        for kind in ("social", "mental", "luck"):
            attack_offers += attacks_with(fight, participant, kind, [], others)
    return attack_offers


def arsenal(participant: Participant) -> list[list[Arm]]:
    """The possible weapons of an attack: none, each one, any two."""
    sets_of_arms: list[list[Arm]] = [[weapon] for weapon in distinct(participant.weapons)]
    seen = set()
    for index, first in enumerate(participant.weapons):
        for second in participant.weapons[index + 1 :]:
            if (first.name, second.name) not in seen:
                seen.add((first.name, second.name))
                sets_of_arms.append([first, second])
    return [*sets_of_arms[:12], []]


def distinct(weapons: list[Arm]) -> list[Arm]:
    """Each weapon once, by name."""
    return list({weapon.name: weapon for weapon in reversed(weapons)}.values())[::-1]


def physical(fight: Fight, participant: Participant, weapons: list[Arm]) -> list[Offer]:
    """A physical attack on anyone in reach."""
    melee = not any(weapon.ranged for weapon in weapons)
    if fight.state.step == "follow" and not melee:
        return []
    far = fight.state.distance
    distant_id = far.who if far is not None and melee and fight.state.round <= far.rounds else None
    others = [other for other in fight.remaining_participants() if other is not participant and other.id != distant_id]
    return attacks_with(fight, participant, "physical", weapons, others)


def attacks_with(
    fight: Fight, participant: Participant, kind: str, weapons: list[Arm], others: list[Participant]
) -> list[Offer]:
    """One attack on a single target, and the same on several."""
    if not others:
        return []
    others = sorted(others, key=lambda other: other.side == participant.side)
    ids = [other.id for other in others]
    attack_offers = [attack(fight, participant, kind, weapons, others, {"target": one(ids)}, {"target": ids[0]})]
    if len(ids) > 1:
        several: dict[str, Choice] = {"targets": some(ids, 2, len(ids))}
        attack_offers.append(attack(fight, participant, kind, weapons, [], several, {"targets": ids[:2]}))
    return attack_offers


def attack(
    fight: Fight,
    participant: Participant,
    kind: str,
    weapons: list[Arm],
    others: list[Participant],
    choices: dict[str, Choice],
    example: dict[str, Any],
) -> Offer:
    """One offer; `others` are the possible single targets, [] when several are chosen."""
    names = [weapon.name for weapon in weapons]
    usable = attack_skills(participant, kind, weapons)
    fixed: dict[str, Any] = {"kind": kind}
    if len(names) == 1:
        fixed["weapon"] = names[0]
    elif names:
        fixed["weapons"] = names
    if len(usable) == 1:
        fixed["skill"] = usable[0]
    elif usable:
        example = {**example, "skill": usable[0]}
    rules = ["GOB-41", "GOB-43", "GOB-46", *(["GOB-51"] if len(names) > 1 else [])]
    return offer(
        "attack",
        participant.id,
        label(kind, names, others),
        rules,
        fixed=fixed,
        choices={**choices, **attack_choices(fight, participant, kind, weapons, usable)},
        example={**example, "card": best(participant)},
        help="One card face down; more may follow face up in the betting.",
        harms=True,
    )


def attack_skills(participant: Participant, kind: str, weapons: list[Arm]) -> list[str]:
    """The skills that an attack can use: those of its weapons, else the usual ones; [] for extras."""
    if participant.kind == "extras":
        return []
    return list(dict.fromkeys([weapon.skill for weapon in weapons])) or skills(participant, default_skills(kind))


def attack_choices(
    fight: Fight, participant: Participant, kind: str, weapons: list[Arm], usable: list[str]
) -> dict[str, Choice]:
    """What an attack chooses besides its target; the skill only if several of them are `usable`."""
    choices: dict[str, Choice] = {"card": one(cards.names_of(participant.hand))}
    if len(usable) > 1:
        choices["skill"] = one(usable)
    if participant.desperate:
        choices["trait"] = one(["spirit", "luck"], optional=True)
    elif kind != "physical":
        choices["trait"] = one(list(tables.TRAITS), optional=True)
    choices["raises"] = number(0, 50, optional=True)
    melee = kind == "physical" and not any(weapon.ranged for weapon in weapons)
    uses = power_offers.with_attack(fight, participant, melee) if kind == "physical" else []
    if uses:
        choices["use"] = some(uses, 0, len(uses))
    return choices


def default_skills(kind: str) -> list[str]:
    """The skills that an attack without a weapon usually takes."""
    return [tables.UNARMED, tables.GRAPPLE] if kind == "physical" else [SKILL[kind]]


def best(participant: Participant) -> str:
    """The highest card of a hand."""
    return cards.NAME[max(participant.hand, key=lambda card: tables.WORTH[card])]


def label(kind: str, names: list[str], others: list[Participant]) -> str:
    """The words on the button."""
    whom = others[0].name if len(others) == 1 else "someone" if others else "several"
    if kind != "physical":
        return wording.OTHER_ATTACKS[kind].format(whom=whom)
    return f"Attack {whom} with {' and '.join(names)}" if names else f"Attack {whom} bare-handed"


def defenses(fight: Fight, participant: Participant) -> list[Offer]:
    """The defence with what is wielded, and with two weapons instead."""
    defense_offers = [defense(fight, participant, None)]
    if fight.require_play().kind == "physical":
        pairs = [weapons for weapons in arsenal(participant) if len(weapons) == 2]
        defense_offers += [defense(fight, participant, [weapon.name for weapon in pair]) for pair in pairs[:3]]
    return defense_offers


def defense(fight: Fight, participant: Participant, pair: list[str] | None) -> Offer:
    """A card face down or none, with a skill, a weapon, and advantages."""
    play = fight.require_play()
    attacker = fight.by_id[play.sides[0].who]
    hand = cards.names_of(participant.hand)
    choices: dict[str, Choice] = {}
    if hand:
        choices["card"] = one(hand, optional=True)
    if participant.kind == "fated":
        weapon_skills = [weapon.skill for weapon in participant.weapons]
        choices["skill"] = one(skills(participant, [*weapon_skills, *default_skills(play.kind)]), optional=True)
    if participant.desperate and not (fight.state.karmic and play.kind == "physical"):
        choices["trait"] = one(["spirit", "luck"], optional=True)
    if pair is None and participant.weapons:
        choices["weapon"] = one([weapon.name for weapon in distinct(participant.weapons)], optional=True)
    uses = power_offers.with_defense(fight, participant, pair) if play.kind == "physical" else []
    if uses:
        choices["use"] = some(uses, 0, len(uses))
    with_what = f" with {' and '.join(pair)}" if pair else ""
    return offer(
        "defend",
        participant.id,
        f"Defend against {attacker.name}{with_what}",
        ["GOB-43", "GOB-44", "GOB-46"],
        fixed={"weapons": pair} if pair else {},
        choices=choices,
        example={"card": best(participant)} if hand else {},
        help="One card face down, or none. The skill's rank is how many cards you may play in all.",
        declines=True,
    )


def bets(participant: Participant, side: Side | None) -> list[Offer]:
    """Playing more cards, betting a wildcard, or calling."""
    if side is None:
        return []
    bet_offers = []
    stake_left = side.limit - side.used
    hand = cards.names_of(participant.hand)
    if stake_left > 0 and hand:
        bet_offers.append(
            offer(
                "bet",
                participant.id,
                "Play more cards face up",
                ["GOB-44"],
                choices={"cards": some(hand, 1, stake_left)},
                example={"cards": hand[:1]},
                help=f"Up to {min(stake_left, len(hand))} from your hand.",
            )
        )
    if participant.wildcards:
        label = "Draw and play a card for a wildcard"
        bet_offers.append(offer("bet-wildcard", participant.id, label, ["GOB-44", "GOB-06"]))
    return [*bet_offers, offer("call", participant.id, "Call: play no more cards", ["GOB-44"], declines=True)]
