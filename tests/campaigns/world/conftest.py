"""A small world: a town with a cellar, a letter, a thread; some of it secret."""

import pytest

from campaigns.world import actions, reveals
from campaigns.world.maps import area_actions, pin_actions
from tests import factories
from tests.people.helpers import place

RIGHT_HALF = [[0.5, 0], [1, 1]]


@pytest.fixture
def membership(gm, campaign):
    """The GM's place."""
    return place(campaign, gm)


@pytest.fixture
def seat(campaign):
    """The place of a person."""
    return lambda user: place(campaign, user)


@pytest.fixture
def write(membership):
    """Writes a page; `shown` True for everyone, or a list of members."""

    def written(name, text="", kind="note", shown=False, **more):
        row = actions.create_entry(membership=membership, kind=kind, name=name, text=text, **more)
        if shown:
            row = reveals.show_entry(membership=membership, entry=row, members=None if shown is True else shown)
        return row

    return written


@pytest.fixture
def read(client):
    """The page at an address as a person gets it."""

    def got(user, address, status=200):
        client.force_login(user)
        answer = client.get(address)
        assert answer.status_code == status, (answer.status_code, address)
        return answer.content.decode()

    return got


@pytest.fixture
def otto(campaign):
    """An NPC whom the players do not know."""
    return factories.CharacterFactory(
        campaign=campaign, kind="npc", name="Otto Grau", visible=False, gm_notes="He is the **traitor**."
    )


@pytest.fixture
def hide(membership):
    """Hides a part of a map: its right half, if no other is named."""

    def hidden(row, points=RIGHT_HALF, name="The isle"):
        return area_actions.create_area(membership=membership, row=row, name=name, points=points)

    return hidden


@pytest.fixture
def pin(membership):
    """Places a pin."""

    def placed(row, x=0.25, y=0.5, **more):
        return pin_actions.create_pin(membership=membership, row=row, x=x, y=y, **more)

    return placed
