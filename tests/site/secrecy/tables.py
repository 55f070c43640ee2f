"""Tables of every kind for the two-worlds comparison: all games, dealt by the site or from real cards, without a
dealer, and the demo table of a guest.

To extend the comparison, write a function that makes a table and add it to `KINDS`.
"""

import dataclasses
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from campaigns.encounters import actions, demo_visitors, play
from campaigns.encounters.models import Encounter, Participant
from campaigns.encounters.play import pending_draws, physical_draws
from characters.monsters import shipped as bestiary
from operations.demo import campaign as demo_campaign
from operations.demo import other_games, visitor_actions
from people.access import get_membership
from people.models import Campaign, Member, User
from rules import play as rules
from rules.catalogue import shipped as catalogue
from rules.engine import cards
from tests import factories
from tests.site.secrecy.channels import hands, state_of
from tests.site.secrecy.scenes import FATES, FREE, SCENES, TAKE, Scene, named

ROLES = {"gm": "gm", "co-gm": "co-gm", "ana": "player", "ben": "player", "watcher": "observer"}
OTHERS = ("outsider", "ex-member", "other-gm")
# What would end the play, lay hands open, or needs a page of its own.
NEVER = {"end", "leave", "concede", "mulligan", "join", "reinforce"}
TRIES = 12
People = dict[str, User | None]


@dataclass
class Table:
    """A running table: who may look at it by name, who gives orders there, and the cards that lie on a real table."""

    encounter: Encounter
    people: People
    gm: User
    pile: list[str] | None = None


def everyone() -> People:
    """People who are at no table yet, and nobody."""
    people: People = {name: factories.UserFactory(username=name) for name in (*ROLES, *OTHERS)}
    factories.MemberFactory(user=people["other-gm"], role="gm")
    return {**people, "anonymous": None}


def seat(campaign: Campaign, people: People) -> None:
    """The members of a table's campaign."""
    for name, role in ROLES.items():
        factories.MemberFactory(campaign=campaign, user=people[name], role=role)
    factories.MemberFactory(campaign=campaign, user=people["ex-member"], role="gm", left=campaign.created)


def prepared(people: People, scene: Scene, **fields: Any) -> tuple[Member, Encounter]:
    """The GM's place and a preparation with everyone of the scene in it."""
    campaign = factories.CampaignFactory(
        name="The Salt Road", created_by=people["gm"], system=scene.system, options=scene.options,
        dealerless=scene.dealerless, **fields,
    )  # fmt: skip
    seat(campaign, people)
    membership = get_membership(people["gm"], campaign.pk)
    heroes = [
        factories.CharacterFactory(campaign=campaign, owner=people[who], name=name, sheet=sheet)
        for who, name, sheet in scene.heroes
    ]
    row = actions.create(membership=membership, title="Ambush at the ford")
    actions.add_characters(membership=membership, encounter=row, characters=heroes)
    for name, stats, count in scene.foes:
        foe = factories.MonsterFactory(name=name, system=scene.system, stats=stats)
        actions.add_monsters(membership=membership, encounter=row, monster=foe, count=count)
    return membership, row


def scripted(name: str, rng: random.Random) -> Table:
    """The table of a scene, after some of its script."""
    people, scene = everyone(), SCENES[name]
    membership, row = prepared(people, scene)
    table = Table(
        actions.start(membership=membership, encounter=row, seed=7, deck=list(scene.deck)), people, membership.user
    )
    for who, step in scene.script[: rng.randint(0, len(scene.script) - 1)]:
        if step["type"] in (TAKE, FREE):
            player = get_membership(people[who], row.campaign_id) if step["type"] == TAKE else None
            play.hand_over_participant(encounter=row, by=people[who], participant=step["who"], controller=player)
        else:
            play.submit(encounter=table.encounter, by=people[who], command=named(step, scene.deck))
    return table


def with_real_cards(name: str, rng: random.Random) -> Table:
    """The table of a scene whose cards lie on the table; everyone has typed what they drew, or some still do."""
    people = everyone()
    membership, row = prepared(people, SCENES[name], real_cards=True)
    table = Table(row, people, membership.user, rng.sample(cards.NAMES, len(cards.NAMES)))
    table.encounter = actions.start(membership=membership, encounter=row)
    type_in(table, most=1 if rng.random() < 0.4 else 99)
    return table


def type_in(table: Table, most: int = 99) -> None:
    """The players, and the GM for the rest, say what they drew from the top of the pile."""
    for _ in range(most):
        found = pending_draws.awaited_cards(
            table.encounter, Member.objects.get(campaign=table.encounter.campaign, user=table.gm)
        )
        if not found or table.pile is None:
            break
        owner, count = found[0].owner, found[0].count
        drawn, table.pile = table.pile[:count], table.pile[count:]
        by = _who_types(table, owner)
        try:
            physical_draws.enter_cards(encounter=table.encounter, by=by, owner=owner, cards=drawn)
        except rules.Refused:
            table.pile += drawn  # a card that lies elsewhere: another one is typed
    table.encounter = Encounter.objects.select_related("campaign").get(pk=table.encounter.pk)


def _who_types(table: Table, owner: str) -> User:
    for member in Member.objects.filter(campaign=table.encounter.campaign, left=None).select_related("user"):
        if any(draw.owner == owner and draw.mine for draw in pending_draws.awaited_cards(table.encounter, member)):
            return member.user
    return table.gm


def of_demo(system: str, rng: random.Random) -> Table:
    """The running table of a game in the demo, with its people."""
    for name in demo_campaign.STORY["logins"]:
        factories.UserFactory(username=name, email=f"{name}@{demo_campaign.DOMAIN}")
    catalogue.load()
    bestiary.load_bestiary()
    other_games.create_other_demos(lambda _line: None)
    row = Encounter.objects.filter(status="running", campaign__system=system).select_related("campaign").get()
    people: People = {member.user.username: member.user for member in row.campaign.members.select_related("user")}
    people |= {name: factories.UserFactory(username=name) for name in ("outsider", "onlooker")}
    factories.MemberFactory(campaign=row.campaign, user=people["onlooker"], role="observer")
    return Table(row, {**people, "anonymous": None}, people[demo_campaign.GM] or User())


def of_demo_visitor(rng: random.Random) -> Table:
    """A demo table: a guest plays, and the house plays everyone else."""
    row, guest = visitor_actions.open_demo_table(network="127.0.0.1")
    people: People = {"guest": guest, "outsider": factories.UserFactory(username="outsider"), "anonymous": None}
    people["other-guest"] = visitor_actions.open_demo_table(network="127.0.0.2")[1]
    return Table(Encounter.objects.select_related("campaign").get(pk=row.pk), people, demo_visitors.site_player())


def _of(make: Callable[..., Table], *names: str) -> dict[str, Callable[[random.Random], Table]]:
    return {name: lambda rng, name=name: make(name, rng) for name in names}  # type: ignore[misc]


KINDS: dict[str, Callable[[random.Random], Table]] = {
    **_of(scripted, *SCENES),
    **{f"{name}, real cards": make for name, make in _of(with_real_cards, "52 Fates", "bastards").items()},
    **_of(of_demo, "fortune-and-power", "fortune-system"),
    "guest": of_demo_visitor,
}


def play_on(table: Table, rng: random.Random, commands: int) -> None:
    """Random legal commands, each by the player of the participant who is to act, until nobody is."""
    for _ in range(commands):
        row = Encounter.objects.select_related("campaign").get(pk=table.encounter.pk)
        table.encounter = row
        command = _command(row, rng) if row.status == "running" and pending_draws.pending_draw(row) is None else None
        if command is None:
            return
        participant = Participant.objects.filter(encounter=row, key=command["actor"]).first()
        played = participant.controller if participant else None
        free = row.dealerless and played is None
        if free:  # someone takes the seat for this command, and gives it back
            played = Member.objects.get(campaign=row.campaign, user=table.people["ben"])
            play.hand_over_participant(encounter=row, by=played.user, participant=command["actor"], controller=played)
        play.submit(encounter=row, by=played.user if played else table.gm, command=command)
        if free:
            play.hand_over_participant(
                encounter=row, by=table.people["ben"], participant=command["actor"], controller=None
            )
        if rng.random() < 0.8:
            type_in(table)
        demo_visitors.play_for_site(row)
    table.encounter = Encounter.objects.select_related("campaign").get(pk=table.encounter.pk)


def _command(row: Encounter, rng: random.Random) -> dict[str, Any] | None:
    system, state = row.campaign.system, state_of(row)
    waiting = [actor for actor in rules.actors(system, state) if actor != "gm"] or ["gm"]
    for _ in range(TRIES):
        command = rules.sample(system, state, waiting[0], seed=rng.getrandbits(64))
        if command is None or "participant" in command:  # the site alone brings a whole participant
            continue
        if command["type"] not in NEVER and command.get("action") not in NEVER:
            return command
    return None


def questions(table: Table, mine: set[str], rng: random.Random) -> Scene:
    """What is asked of a table besides its pages: odds of every seat's commands, and commands that are refused."""
    row = table.encounter
    if row.status == "prepared":
        return dataclasses.replace(FATES, odds=(), refused=ALWAYS_REFUSED, seats=("gm", "nobody", "observer"))
    system, state = row.campaign.system, state_of(row)
    seats = [person["id"] for person in state["people"]]
    samples = [rules.sample(system, state, actor, seed=rng.getrandbits(64)) for actor in seats]
    theirs = [sample for sample in samples if sample and sample["actor"] not in mine]
    foreign = [] if "gm" in mine or row.dealerless else theirs
    asked = [*ALWAYS_REFUSED, *foreign, *_cards_of_others(table, mine, [sample for sample in samples if sample], rng)]
    known = [sample for sample in samples if sample and (sample["actor"] in mine or "deck" not in state)]
    return dataclasses.replace(
        FATES, odds=tuple(known), refused=tuple(asked), seats=(*sorted(mine), "gm", *seats, "nobody", "observer")
    )


ALWAYS_REFUSED: tuple[dict[str, Any], ...] = (
    {"type": "dance", "actor": "gm"}, {}, {"type": "defend", "actor": "nobody", "cards": []},
    {"type": "pass", "actor": "nobody"}, {"type": "end", "actor": "nobody", "outcome": "won"},
)  # fmt: skip


def _cards_of_others(
    table: Table, mine: set[str], samples: list[dict[str, Any]], rng: random.Random
) -> list[dict[str, Any]]:
    """One's own commands with a card that one does not hold: the refusal must not depend on where it lies."""
    if "deck" not in state_of(table.encounter):
        return []
    held = hands(table.encounter)
    hidden = sorted(card for who, names in held.items() if who not in mine for card in names)
    cards_named = {"card", "cards"}
    membership = [sample for sample in samples if sample["actor"] in mine and cards_named & sample.keys()]
    return [
        {key: _other(value, rng.choice(hidden)) if key in cards_named else value for key, value in sample.items()}
        for sample in membership
        if hidden
    ]


def _other(value: Any, card: str) -> Any:
    return [card] if isinstance(value, list) else card
