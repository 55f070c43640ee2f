"""Who comes later: dramatic actions and the Dealer's own newcomers (GOB-97, GOB-98)."""

from collections.abc import Callable

from rules.engine.refusals import refuse
from rules.games.game_of_bastards import commands, entry, figures, harm, rounds, tables
from rules.games.game_of_bastards.fight import Fight
from rules.games.game_of_bastards.opening import row_figures
from rules.games.game_of_bastards.shapes import Entry
from rules.games.game_of_bastards.state import Arm, Distance, Person

FIELDS = {
    "reinforce": ("id", "name", "weapon"),
    "involve": ("participants",),
    "appearance": ("participant",),
    "distance": ("wildcards",),
}
NEEDED = {"reinforce": ("id", "name"), "involve": ("participants",), "appearance": ("participant",),
          "distance": ("wildcards",)}  # fmt: skip


def dramatic(fight: Fight, order: commands.Dramatic) -> None:
    """A dramatic action of a fated character in its own turn; it costs no action (GOB-98)."""
    person = fight.by_id[order.actor]
    if person.kind != "fated":
        refuse("dramatic.fated", f"actor: {person.name} is not fated; dramatic actions are for the fated.", "GOB-98")
    for name in ("id", "name", "weapon", "participants", "participant", "wildcards"):
        given = getattr(order, name) is not None
        if given and name not in FIELDS[order.action]:
            refuse("dramatic.field", f"{name}: {order.action} takes none; leave it out.", "GOB-98")
        if not given and name in NEEDED[order.action]:
            refuse("dramatic.field", f"{name}: {order.action} needs it.", "GOB-98")
    ACTIONS[order.action](fight, person, order)


def rating_of(person: Person) -> int:
    """The highest trait, 5 at most (GOB-98)."""
    return min(tables.HIGHEST_RATING, max(person.traits))


def reinforce(fight: Fight, person: Person, order: commands.Dramatic) -> None:
    """A wildcard: a group of five extras."""
    rating = rating_of(person)
    if order.weapon is not None and order.weapon.damage > rating:
        refuse("weapon.damage", f"weapon.damage: at most {rating}, the group's rating.", "GOB-98")
    harm.spend(person, 1)
    tell_cost(fight, person, 1, "reinforce")
    weapons = [entry.arm(order.weapon)] if order.weapon is not None else []
    group = Person(
        order.id or "", order.name or "", person.side, person.id, "extras", rating=rating, members=tables.GROUP,
        weapons=weapons,
    )  # fmt: skip
    arrive(fight, [group], "id")


def involve(fight: Fight, person: Person, order: commands.Dramatic) -> None:
    """A wildcard: two followers, each with a weapon if it is given one."""
    given = order.participants or []
    if len(given) != 2:
        refuse("dramatic.two", "participants: name two followers.", "GOB-98")
    harm.spend(person, 1)
    tell_cost(fight, person, 1, "involve")
    rating = rating_of(person)
    found = []
    for one in given:
        weapons: list[Arm] = [entry.arm(one.weapon)] if one.weapon is not None else []
        pools = [rating * tables.POOL_A_RANK]
        found.append(
            Person(one.id, one.name, person.side, person.id, "follower", [rating] * 4, pools, rating, weapons=weapons)
        )
    arrive(fight, found, "participants")


def appearance(fight: Fight, person: Person, order: commands.Dramatic) -> None:
    """Free: a character of the player enters in person, on its side and under its control."""
    assert order.participant is not None
    if order.participant.kind != "fated":
        refuse("dramatic.fated", "participant.kind: a fated character enters in person.", "GOB-98")
    newcomer = enter(fight, order.participant)
    newcomer.side, newcomer.controller = person.side, person.id
    tell_cost(fight, person, 0, "appearance")
    arrive(fight, [newcomer], "participant.id")


def enter(fight: Fight, given: Entry) -> Person:
    """A newcomer, with the figures of the campaign's rows that came with it, unless they are known already."""
    rows = fight.state.rows
    for key, changed in row_figures(entry.own_rows(given)).items():
        rows.setdefault(key, changed)
    return entry.enter(given, "participant", frozenset(rows))


def distance(fight: Fight, person: Person, order: commands.Dramatic) -> None:
    """Wildcards that keep others out of melee, a full round each (GOB-98)."""
    state, number = fight.state, order.wildcards or 0
    if state.distance is not None:
        refuse("distance.taken", "Somebody keeps its distance already; one player only may in a scene.", "GOB-98")
    if state.round > 1 or state.attacked:
        refuse("distance.late", "Distance is for the first round, before the first attack.", "GOB-98")
    harm.spend(person, number)
    state.distance = Distance(person.id, number)
    tell_cost(fight, person, number, "distance")


def tell_cost(fight: Fight, person: Person, number: int, action: str) -> None:
    """Everybody hears of the dramatic action and its wildcards."""
    words = f" for {'a wildcard' if number == 1 else f'{number} wildcards'}" if number else ""
    text = f"{person.name} takes a dramatic action{words}: {action}."
    fight.tell("dramatic", text, ("GOB-98", "GOB-06"), actor=person.id, action=action, wildcards=number)


ACTIONS: dict[str, Callable[[Fight, Person, commands.Dramatic], None]] = {
    "reinforce": reinforce,
    "involve": involve,
    "appearance": appearance,
    "distance": distance,
}


def join(fight: Fight, order: commands.Join) -> None:
    """The Dealer lets somebody join (GOB-98)."""
    newcomer = enter(fight, order.participant)
    arrive(fight, [newcomer], "participant.id")


def arrive(fight: Fight, newcomers: list[Person], path: str) -> None:
    """Each draws a hand; its lowest card is its initiative card, and it acts from the next round (GOB-98)."""
    state = fight.state
    for person in newcomers:
        check_place(fight, person, path)
        person.since = state.round + 1
        state.people.append(person)
        state.gone = [other for other in state.gone if other.id != person.id]
        fight.by_id[person.id] = person
    for person in newcomers:
        entry.check_controller(state, person, "participant.controller")
        text = f"{person.name} joins and acts from the next round."
        fight.tell(
            "joined", text, ("GOB-98", "GOB-97"), target=person.id, participant_kind=person.kind, side=person.side
        )
        if person.out is not None:
            continue
        fight.draw(person, figures.hand_size(person), ("GOB-98", "GOB-40"))
        if person.hand:
            lowest = min(person.hand, key=lambda card: (tables.ACTS[card], card))
            rounds.first_card(fight, person, lowest)


def check_place(fight: Fight, person: Person, path: str) -> None:
    """A free id and a free place, else `Refused`."""
    if person.id in tables.RESERVED_IDS:
        refuse("id.reserved", f"{path}: {person.id} is reserved; choose another id.")
    if person.id in fight.by_id:
        refuse("participant.twice", f"{path}: {person.id} is in this encounter already; choose another id.")
    if len(fight.state.people) >= tables.MOST_PARTICIPANTS:
        most = f"at most {tables.MOST_PARTICIPANTS} participants"
        refuse("participant.too-many", f"{path}: an encounter has {most}.")
