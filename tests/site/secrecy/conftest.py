"""A table whose whole deck is known, who may look at it, and what is played at it."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from campaigns import access, play
from campaigns.actions import encounters
from campaigns.models import Encounter, User
from rules.engine.cards import NAMES
from tests import factories
from tests.helpers import assert_replays
from tests.site.secrecy.channels import Viewer

# Hands of three for Mara and Oskar, one card for the Fate Dealer, then initiative: the players act first.
TOP = ["KD", "9C", "4S", "QH", "5D", "AS", "7C", "KS", "JC", "2H"]
DECK = [*TOP, *(card for card in NAMES if card not in TOP)]
MARA, OSKAR, DEALER = (1, 2), (3, 4, 5), (6,)
# So deep that nothing of it is drawn: what is hidden is exchanged with it.
DEEP = range(30, 52)
# What each viewer must not know: the unplayed cards of the others, and the depth of the pile.
HIDDEN = {
    "ana": (*OSKAR, *DEALER), "ben": (*MARA, *DEALER), "gm": (*MARA, *OSKAR), "watcher": (*MARA, *OSKAR, *DEALER),
    "outsider": (*MARA, *OSKAR, *DEALER), "ex-member": (*MARA, *OSKAR, *DEALER),
    "other-gm": (*MARA, *OSKAR, *DEALER), "anonymous": (*MARA, *OSKAR, *DEALER),
}  # fmt: skip
PLAYED: list[tuple[str, dict[str, Any]]] = [
    ("ana", {"type": "attack", "actor": "mara", "target": "bandit-1", "weapon": "melee", "cards": ["KD"]}),
    ("gm", {"type": "defend", "actor": "bandit-1", "cards": []}),
    ("ben", {"type": "pass", "actor": "oskar"}),
    ("gm", {"type": "pass", "actor": "bandit-1"}),
    ("gm", {"type": "pass", "actor": "bandit-2"}),
    ("ana", {"type": "skill-check", "actor": "mara", "difficulty": 6}),
]


def dealt(hidden: tuple[int, ...], seed: int) -> list[str]:
    """DECK with the hidden cards and the depth of the pile exchanged among each other."""
    places = [*hidden, *DEEP]
    moved = [DECK[place] for place in places]
    random.Random(seed).shuffle(moved)
    deck = list(DECK)
    for place, card in zip(places, moved, strict=True):
        deck[place] = card
    return deck


@pytest.fixture
def people(gm, ana, ben, watcher, outsider) -> dict[str, User | None]:
    """Everybody who may ask, by name; campaigns are made by `table`."""
    gone, other = factories.UserFactory(username="ex-member"), factories.UserFactory(username="other-gm")
    factories.MemberFactory(user=other, role="gm")
    named = {user.username: user for user in (gm, ana, ben, watcher, outsider, gone, other)}
    return {**named, "anonymous": None}


@pytest.fixture
def viewers(people) -> dict[str, Viewer]:
    """A browser and a script for each of them."""
    return {name: Viewer(user) for name, user in people.items()}


@pytest.fixture
def lay(people) -> Callable[[list[str]], Encounter]:
    """Lays a table of a campaign of its own with a deck: the same people, names and roles each time."""

    def laid(deck: list[str]) -> Encounter:
        campaign = factories.CampaignFactory(name="The Salt Road", created_by=people["gm"])
        for name, role in {"gm": "gm", "ana": "player", "ben": "player", "watcher": "observer"}.items():
            factories.MemberFactory(campaign=campaign, user=people[name], role=role)
        factories.MemberFactory(campaign=campaign, user=people["ex-member"], role="gm", left=campaign.created)
        own = access.member(people["gm"], campaign.pk)
        heroes = [
            factories.CharacterFactory(campaign=campaign, owner=people[who], name=name, sheet={"class": kind})
            for who, name, kind in (("ana", "Mara", "warrior"), ("ben", "Oskar", "wizard"))
        ]
        row = encounters.create(own=own, title="Ambush at the ford")
        encounters.add_characters(own=own, encounter=row, characters=heroes)
        encounters.add_monsters(own=own, encounter=row, monster=factories.MonsterFactory(name="Bandit"), count=2)
        return encounters.start(own=own, encounter=row, seed=7, deck=deck)

    return laid


@pytest.fixture
def fight(lay) -> Encounter:
    """The table with DECK."""
    return lay(DECK)


@pytest.fixture
def give(people) -> Callable[..., None]:
    """Plays the first lines of PLAYED."""

    def given(table: Encounter, first: int = 0, last: int = len(PLAYED)) -> None:
        for who, command in PLAYED[first:last]:
            play.submit(encounter=table, by=people[who], command=command)

    return given


@pytest.fixture(autouse=True)
def _every_table_replays(db):
    """Whatever was asked and refused, the tables stand as their commands say."""
    yield
    for row in Encounter.objects.exclude(status="prepared"):
        assert_replays(row)
