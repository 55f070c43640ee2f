"""The offers of a participant in Fortune and Power."""

from typing import Any

from rules.engine.offers import Choice, Offer, number, offer, one, text, truth
from rules.engine.refusals import quote, refuse
from rules.games.fortune_and_power import gm_offers, tables, turns, wording
from rules.games.fortune_and_power.context import Scene
from rules.games.fortune_and_power.state import Participant

# What dice a command rolls, and which modifiers it takes (FNP-10, FNP-19).
ROLLED: dict[str, Any] = {
    "rolls": {"count": tables.DICE, "sides": tables.SIDES},
    "modifiers": {"min": -tables.MOST_MODIFIER, "max": tables.MOST_MODIFIER},
}


def offers(scene: Scene, actor: object) -> list[Offer]:
    """The offers of a participant or "gm"; [] when the actor can do nothing now."""
    participant = scene.by_id.get(actor) if isinstance(actor, str) else None
    if participant is None and actor not in (tables.GM, "observer"):
        refuse("actor.unknown", f"{quote(actor)} is not a participant; name a participant or gm.")
    if scene.state.outcome is not None or actor == "observer":
        return []
    if participant is None:
        return gm_offers.offers(scene)
    pending = scene.state.pending
    if pending is not None:
        return [absorb(scene, participant)] if pending.kind == "blow" and pending.target == participant.id else []
    return in_turn(scene, participant) if participant is turns.on_turn(scene) else []


def in_turn(scene: Scene, participant: Participant) -> list[Offer]:
    """All offers of the participant whose turn it is (FNP-06, FNP-32)."""
    others = sorted(
        [other for other in scene.state.participants if other is not participant],
        key=lambda other: (other.side == participant.side, other.incapacitated),
    )
    if participant.attacks:
        return [*attacks(scene, participant, others), give_up(participant)]
    return [
        *attacks(scene, participant, others),
        *rapid_attacks(scene, participant),
        *checks(scene, participant, others),
        *contests(participant, others),
        *heals(scene, participant, others),
        move(scene, participant),
        give_up(participant),
    ]


def own_fortune(scene: Scene, participant: Participant) -> int:
    """How much fortune someone may spend now."""
    return participant.fortune if scene.state.options.has_fortune else 0


def extras(scene: Scene, participant: Participant) -> dict[str, Choice]:
    """Fortune that may be added to a roll (FNP-06)."""
    most = min(tables.MOST_ON_A_CHECK, own_fortune(scene, participant))
    return {"fortune": number(0, most, optional=True)} if most else {}


def own_traits(participant: Participant) -> list[str]:
    """The participant's traits, highest first."""
    return sorted(participant.traits, key=lambda name: (-participant.traits[name], name))


def usable_traits(participant: Participant) -> list[str]:
    """The participant's traits, then the game's own traits, which count as 0 when they are missing (FNP-07, FNP-10)."""
    return own_traits(participant) + [name for name in tables.LISTED if name not in participant.traits]


def fighting_traits(participant: Participant) -> list[str]:
    """The traits for an attack: Warrior and Archer, the higher one first, then all others.

    In a rapid attack there are only these two. They come last for a participant who has neither.
    """
    first = sorted(tables.RAPID_TRAITS, key=lambda name: -participant.level(name))
    if participant.attacks:
        return first
    learned = [name for name in first if participant.level(name)]
    others = [name for name in own_traits(participant) if name not in first]
    return learned + others + [name for name in first if name not in learned]


def attacks(scene: Scene, participant: Participant, others: list[Participant]) -> list[Offer]:
    """An attack on someone, and one from ambush (FNP-34)."""
    if not others:
        return []
    choices, example = attack_choices(participant, others)
    more = extras(scene, participant)
    whom = others[0].name if len(others) == 1 else "someone"
    known = {trait for other in others for trait in usable_traits(other)}
    defended = {"defend_trait": one(sorted(known), optional=True)}
    plain = offer(
        "attack",
        participant.id,
        f"Attack {whom}",
        ["FNP-13", "FNP-32", "FNP-34", "FNP-42"],
        choices={**choices, **defended, **more},
        example=example,
        help="Against the higher of dodge and parry, unless the defender chooses another trait.",
        harms=True,
        **ROLLED,
    )
    return [plain, ambush(participant, whom, {**choices, **more}, example)]


def ambush(participant: Participant, whom: str, choices: dict[str, Choice], example: dict[str, Any]) -> Offer:
    """An attack on a target that does not defend."""
    return offer(
        "attack",
        participant.id,
        f"Ambush {whom}",
        ["FNP-32", "FNP-34", "FNP-42"],
        fixed={"ambush": True},
        choices=choices,
        example=example,
        help=f"The challenge is {tables.AMBUSHED}: the target sees nothing coming.",
        harms=True,
        **ROLLED,
    )


def attack_choices(participant: Participant, others: list[Participant]) -> tuple[dict[str, Choice], dict[str, Any]]:
    """(the target, trait, weapon and kind of damage that an attack chooses, an example)."""
    traits = fighting_traits(participant)
    choices: dict[str, Choice] = {"target": one([other.id for other in others]), "trait": one(traits)}
    example: dict[str, Any] = {"target": others[0].id, "trait": traits[0]}
    if participant.weapons:
        choices["weapon"] = one([weapon.name for weapon in participant.weapons], optional=True)
        example["weapon"] = participant.weapons[0].name
    choices["mental"] = truth(optional=True)
    return choices, example


def rapid_attacks(scene: Scene, participant: Participant) -> list[Offer]:
    """Rapid attacks, for participants with enough fortune (FNP-06)."""
    attack_offers = []
    for many, price in tables.RAPID_PRICE.items():
        if own_fortune(scene, participant) >= price and participant.actions >= tables.RAPID_ACTIONS[many]:
            both = "both actions" if many == 4 else "one action"
            label = f"Turn {both} into {many} attacks for {price} fortune"
            fixed = {"attacks": many}
            tip = "With Warrior or Archer, each on its own target."
            attack_offers.append(offer("rapid", participant.id, label, ["FNP-06", "FNP-32"], fixed=fixed, help=tip))
    return attack_offers


def checks(scene: Scene, participant: Participant, others: list[Participant]) -> list[Offer]:
    """A trait against a challenge level or someone's trait; one that is absent counts 0 (FNP-10 to FNP-13)."""
    more = extras(scene, participant)
    check_offers = [check_of_own_trait(participant, more)] if own_traits(participant) else []
    check_offers.append(check_of_absent_trait(participant, more))
    if others:
        check_offers.append(check_against_trait(participant, others, more))
    return check_offers


def check_of_own_trait(participant: Participant, more: dict[str, Choice]) -> Offer:
    """A trait of the participant against a challenge level; `more`: modifiers and fortune that may be added."""
    traits = own_traits(participant)
    return offer(
        "check",
        participant.id,
        "Check a trait against a challenge level",
        ["FNP-10", "FNP-11", "FNP-32"],
        choices={"trait": one(traits), "challenge": number(0, 999), **more},
        example={"trait": traits[0], "challenge": tables.CHALLENGES["moderate"]},
        help="6 is mild, 12 moderate, 18 incredible.",
        **ROLLED,
    )


def check_of_absent_trait(participant: Participant, more: dict[str, Choice]) -> Offer:
    """Any other trait, by its name, against a challenge level."""
    return offer(
        "check",
        participant.id,
        "Check a trait that you do not have",
        ["FNP-10", "FNP-11", "FNP-32"],
        choices={"trait": text(), "challenge": number(0, 999), **more},
        example={"trait": "Anything else", "challenge": tables.CHALLENGES["mild"]},
        help="It counts as level 0.",
        **ROLLED,
    )


def check_against_trait(participant: Participant, others: list[Participant], more: dict[str, Choice]) -> Offer:
    """A trait of the participant against a trait of someone else."""
    mine = usable_traits(participant)
    against = [{"target": other.id, "trait": trait} for other in others for trait in usable_traits(other)]
    return offer(
        "check",
        participant.id,
        "Check a trait against someone else's",
        ["FNP-10", "FNP-13", "FNP-32"],
        choices={"trait": one(mine), "against": one(against), **more},
        example={"trait": mine[0], "against": against[0]},
        help=f"The challenge is the other's level and {tables.AGAINST_TRAIT}; an absent trait counts 0.",
        **ROLLED,
    )


def contests(participant: Participant, others: list[Participant]) -> list[Offer]:
    """One die each, between player characters (FNP-14)."""
    rivals = [other for other in others if other.kind == "pc"]
    if participant.kind != "pc" or not rivals:
        return []
    mine = usable_traits(participant)
    theirs = list(dict.fromkeys(trait for other in rivals for trait in usable_traits(other)))
    whom = rivals[0].name if len(rivals) == 1 else "another player character"
    contest_offer = offer(
        "contest",
        participant.id,
        f"Split the difference with {whom}",
        ["FNP-14", "FNP-32"],
        choices={"target": one([other.id for other in rivals]), "trait": one(mine), "target_trait": one(theirs)},
        example={"target": rivals[0].id, "trait": mine[0], "target_trait": theirs[0]},
        help="Each rolls one die and adds a trait; the highest total wins.",
        rolls=ROLLED["rolls"],
    )
    return [contest_offer]


def heals(scene: Scene, participant: Participant, others: list[Participant]) -> list[Offer]:
    """Empathy, with both actions (FNP-08)."""
    if tables.EMPATHY not in participant.gifts or participant.actions < tables.ACTIONS:
        return []
    heal_offers = []
    for kind, pool in (("wound", "wounds"), ("shock", "shocks")):
        for pay in ("fortune", "own"):
            participants = [*others, participant] if pay == "fortune" else others
            hurt = [one_of for one_of in participants if getattr(one_of, pool)]
            if not hurt or (pay == "fortune" and not own_fortune(scene, participant)):
                continue
            whom = hurt[0].name if len(hurt) == 1 else "someone"
            price = "for 1 fortune" if pay == "fortune" else f"by taking one {kind}"
            heal_offer = offer(
                "heal",
                participant.id,
                f"Heal {whom} of a {kind} {price}",
                ["FNP-08", "FNP-32"],
                fixed={"kind": kind, "pay": pay},
                choices={"target": one([one_of.id for one_of in hurt])},
                example={"target": hurt[0].id},
                help="It takes both actions.",
            )
            heal_offers.append(heal_offer)
    return heal_offers


def move(scene: Scene, participant: Participant) -> Offer:
    """A move (FNP-33)."""
    fortune = min(tables.MOST_ON_A_MOVE, own_fortune(scene, participant))
    limit = scene.state.options.move_spaces
    most = 999 if limit is None else min(999, limit + fortune)
    choices = {"spaces": number(0, most)}
    if fortune:
        choices["fortune"] = number(0, fortune, optional=True)
    return offer(
        "move",
        participant.id,
        "Move",
        ["FNP-31", "FNP-32", "FNP-33"],
        choices=choices,
        example={"spaces": min(1, most if limit is None else limit)},
        help="A space is two metres across."
        + (" Each point of fortune adds a space." if fortune and limit is not None else ""),
    )


def give_up(participant: Participant) -> Offer:
    """Nothing more in this round, or no more of a rapid attack (FNP-32)."""
    label = "End the rapid attack" if participant.attacks else "Pass"
    return offer("pass", participant.id, label, ["FNP-32"], declines=True)


def absorb(scene: Scene, participant: Participant) -> Offer:
    """What fortune cancels of a blow (FNP-06)."""
    pending = scene.state.pending
    assert pending is not None
    most = min(pending.damage, participant.fortune)
    kind = "shocks" if pending.mental else "wounds"
    return offer(
        "absorb",
        participant.id,
        f"Take the hit of {wording.count(pending.damage, kind)}",
        ["FNP-06", "FNP-42"],
        choices={"fortune": number(0, most)},
        example={"fortune": 0},
        help=f"Each point of fortune cancels one; with 0 all {pending.damage} are taken."
        if pending.damage > 1
        else "1 fortune cancels it; with 0 it is taken.",
        declines=True,
    )
