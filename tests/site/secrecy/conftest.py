"""A table whose whole deck is known, who may look at it, and what is played at it."""

import logging
from collections.abc import Callable, Iterable

import pytest
from django.db import transaction

from campaigns.encounters import actions, play
from campaigns.encounters.models import Encounter
from people.access import get_membership
from people.models import User
from tests import factories
from tests.helpers import assert_replays
from tests.site.secrecy import campaign_world
from tests.site.secrecy.channels import Viewer
from tests.site.secrecy.scenes import FATES, FREE, SCENES, TAKE, Scene, named

# The script of 52 Fates with its own deck, for what is asked of one game only.
PLAYED = [(who, named(command, FATES.deck)) for who, command in FATES.script]
ROLES = {"gm": "gm", "co-gm": "co-gm", "ana": "player", "ben": "player", "watcher": "observer"}
VIEWERS = (*ROLES, "outsider", "ex-member", "other-gm", "anonymous")


@pytest.fixture(autouse=True)
def _quiet():
    """Refused requests are expected here by the hundred; writing down each one's way would take longer than asking."""
    logger = logging.getLogger("django.request")
    before = logger.level
    logger.setLevel(logging.CRITICAL)
    yield
    logger.setLevel(before)


@pytest.fixture
def scene(request) -> Scene:
    """The game that is attacked: 52 Fates unless a test is asked of others (`indirect=["scene"]`)."""
    return SCENES[getattr(request, "param", "52 Fates")]


@pytest.fixture
def people(gm, ana, ben, watcher, outsider) -> dict[str, User | None]:
    """Everyone who may ask, by name; campaigns are made by `lay`."""
    others = [factories.UserFactory(username=name) for name in ("co-gm", "ex-member", "other-gm")]
    factories.MemberFactory(user=others[-1], role="gm")
    return {**{user.username: user for user in (gm, ana, ben, watcher, outsider, *others)}, "anonymous": None}


@pytest.fixture
def viewers(people, scene) -> dict[str, Viewer]:
    """A browser and a script for each of them."""
    return {name: Viewer(user, scene) for name, user in people.items()}


@pytest.fixture
def lay(people, scene) -> Callable[[Iterable[str]], Encounter]:
    """Lays a table of a campaign of its own with a deck: the same people, names and roles each time."""

    def laid(deck: Iterable[str]) -> Encounter:
        campaign = factories.CampaignFactory(
            name="The Salt Road",
            created_by=people["gm"],
            system=scene.system,
            options=scene.options,
            dealerless=scene.dealerless,
        )
        for name, role in ROLES.items():
            factories.MemberFactory(campaign=campaign, user=people[name], role=role)
        factories.MemberFactory(campaign=campaign, user=people["ex-member"], role="gm", left=campaign.created)
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
        return actions.start(membership=membership, encounter=row, seed=7, deck=list(deck))

    return laid


@pytest.fixture
def fight(lay, scene) -> Encounter:
    """The table with the scene's own deck."""
    return lay(scene.deck)


@pytest.fixture
def give(people, scene) -> Callable[..., None]:
    """Plays lines of the script, with the cards of the deck that was laid."""

    def given(table: Encounter, first: int = 0, last: int | None = None, deck: tuple[str, ...] = ()) -> None:
        for who, step in scene.script[first:last]:
            if step["type"] in (TAKE, FREE):
                membership = get_membership(people[who], table.campaign_id)
                player = membership if step["type"] == TAKE else None
                play.hand_over_participant(encounter=table, by=people[who], participant=step["who"], controller=player)
            else:
                play.submit(encounter=table, by=people[who], command=named(step, deck or scene.deck))

    return given


@pytest.fixture(autouse=True)
def _every_table_replays(db):
    """Whatever was asked and refused, the tables stand as their commands say."""
    yield
    for row in Encounter.objects.exclude(status="prepared"):
        assert_replays(row)


@pytest.fixture(scope="module")
def made(django_db_setup, django_db_blocker):
    """The campaign, built once; what a pair changes is rolled back."""
    with django_db_blocker.unblock(), transaction.atomic():
        made = campaign_world.build()
        made.ids["last_page"] = made.campaign.world.order_by("-pk").first().pk
        yield made
        transaction.set_rollback(True)
