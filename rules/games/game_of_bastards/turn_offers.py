"""The offers in a participant's own turn besides attacks (GOB-41, GOB-42, GOB-52, GOB-98)."""

from typing import Any

from rules.engine import cards
from rules.engine.cards import count_cards
from rules.engine.offers import Offer, number, offer, one, some, text
from rules.games.game_of_bastards import figures, newcomers, play_offers, power_offers, tables
from rules.games.game_of_bastards.context import Fight
from rules.games.game_of_bastards.state import Participant

CLUBS = {"name": "Clubs", "damage": 1, "skill": "Combat (Club)"}


def in_turn(fight: Fight, participant: Participant) -> list[Offer]:
    """Everything that is possible at this step of the turn."""
    if fight.state.step == "draw":
        return [*draw_offers(participant), *power_offers.in_turn(fight, participant), *dramatic(fight, participant)]
    return [
        *play_offers.attacks(fight, participant),
        *power_offers.in_turn(fight, participant),
        *cards_of_turn(fight, participant),
        *pick_ups(fight, participant),
        *dramatic(fight, participant),
        pass_offer(participant),
    ]


def draw_offers(participant: Participant) -> list[Offer]:
    """Drawing a card, or a mulligan instead of the action (GOB-30, GOB-41)."""
    label = "Draw a card"
    if participant.kind == "extras" and len(participant.hand) >= participant.members:
        label = "Go on with a full hand"
    offers = [offer("draw", participant.id, label, ["GOB-41"], declines=True)]
    if not participant.spent:
        number_of = count_cards(figures.hand_size(participant))
        help_text = f"Discard your whole hand, draw {number_of}, and give up your action."
        offers.append(offer("mulligan", participant.id, "Take a mulligan", ["GOB-30", "GOB-41"], help=help_text))
    return offers


def pass_offer(participant: Participant) -> Offer:
    """Giving up the action."""
    return offer("pass", participant.id, "Pass", ["GOB-41"], declines=True)


def cards_of_turn(fight: Fight, participant: Participant) -> list[Offer]:
    """Discarding one card, and replacing the initiative card (GOB-41, GOB-42, GOB-79)."""
    if not participant.hand:
        return []
    card_offers = []
    if not fight.state.discarded:
        card_offers.append(discard(participant))
    if not fight.state.replaced:
        card_offers.append(replace_initiative(participant))
    return card_offers


def discard(participant: Participant) -> Offer:
    """Discarding one card (GOB-41)."""
    hand = cards.names_of(participant.hand)
    return offer(
        "discard",
        participant.id,
        "Discard one card",
        ["GOB-41"],
        choices={"cards": some(hand, 1, 1)},
        example={"cards": hand[:1]},
    )


def replace_initiative(participant: Participant) -> Offer:
    """Replacing the initiative card, as the action or, with Speedy, free of charge (GOB-42, GOB-79)."""
    hand = cards.names_of(participant.hand)
    free = figures.is_usable(participant, "speedy")
    return offer(
        "replace-initiative",
        participant.id,
        "Replace your initiative card" if free else "Give up your action to replace your initiative card",
        ["GOB-42", "GOB-79"] if free else ["GOB-42"],
        choices={"card": one(hand)},
        example={"card": hand[0]},
        help="The new place counts from the next round.",
    )


def pick_ups(fight: Fight, participant: Participant) -> list[Offer]:
    """Picking up a weapon from the ground, as the action (GOB-52)."""
    names = list(dict.fromkeys([weapon.name for weapon in fight.state.ground]))
    return [
        offer("pick-up", participant.id, f"Pick up {name} and wield it", ["GOB-52"], fixed={"item": name})
        for name in names
    ]


def dramatic(fight: Fight, participant: Participant) -> list[Offer]:
    """Dramatic actions of the fated; pages change the values of the examples (GOB-98)."""
    if participant.kind != "fated":
        return []
    state = fight.state
    room = tables.MOST_PARTICIPANTS - len(state.participants)
    dramatic_offers = []
    if participant.wildcards and room >= 1:
        dramatic_offers.append(reinforce(fight, participant))
    if participant.wildcards and room >= 2:
        dramatic_offers.append(involve(fight, participant))
    if room >= 1:
        dramatic_offers.append(appearance(fight, participant))
    if participant.wildcards and state.distance is None and state.round == 1 and not state.attacked:
        label = "Keep others out of melee with you, one round for each wildcard"
        dramatic_offers.append(
            offer(
                "dramatic",
                participant.id,
                label,
                ["GOB-98"],
                fixed={"action": "distance"},
                choices={"wildcards": number(1, min(20, participant.wildcards))},
                example={"wildcards": 1},
            )
        )
    return dramatic_offers


def free_ids(fight: Fight, stem: str, count: int) -> list[str]:
    """Ids that are not used yet."""
    ids: list[str] = []
    number_of = 1
    while len(ids) < count:
        if f"{stem}-{number_of}" not in fight.by_id:
            ids.append(f"{stem}-{number_of}")
        number_of += 1
    return ids


def reinforce(fight: Fight, participant: Participant) -> Offer:
    """A group of five extras for a wildcard."""
    rating = newcomers.rating_of(participant)
    weapon_choices = [
        {"name": one_of.name, "damage": one_of.damage, "skill": one_of.skill}
        for one_of in participant.weapons
        if one_of.damage <= rating
    ]
    weapons: list[dict[str, Any]] = [CLUBS, *weapon_choices]
    name = free_ids(fight, "group", 1)[0]
    return offer(
        "dramatic",
        participant.id,
        f"Spend a wildcard: five extras of rating {rating} come to your side",
        ["GOB-98", "GOB-96"],
        fixed={"action": "reinforce", "id": name},
        choices={"name": text(), "weapon": one(weapons, optional=True)},
        example={"name": "Reinforcements"},
    )


def involve(fight: Fight, participant: Participant) -> Offer:
    """Two followers for a wildcard."""
    ids = free_ids(fight, "follower", 2)
    rating = newcomers.rating_of(participant)
    plain: list[dict[str, Any]] = [{"id": follower_id, "name": f"Follower {n}"} for n, follower_id in enumerate(ids, 1)]
    armed = [{**one_of, "weapon": CLUBS} for one_of in plain]
    return offer(
        "dramatic",
        participant.id,
        f"Spend a wildcard: two followers of rating {rating} get involved",
        ["GOB-98", "GOB-95"],
        fixed={"action": "involve"},
        choices={"participants": one([plain, armed])},
        example={"participants": plain},
    )


def appearance(fight: Fight, participant: Participant) -> Offer:
    """A character of the player enters in person, for free."""
    newcomer_id = free_ids(fight, "newcomer", 1)[0]
    entry = {"id": newcomer_id, "name": "Newcomer", "side": participant.side, "kind": "fated"}
    return offer(
        "dramatic",
        participant.id,
        "Let a character of yours enter in person",
        ["GOB-98"],
        fixed={"action": "appearance"},
        choices={"participant": one([entry])},
        example={"participant": entry},
        help="It costs nothing. They act from the next round.",
    )
