"""A map of a small world."""

import io

import pytest
from PIL import Image, ImageDraw

from campaigns.sessions.models import Session
from campaigns.world.maps import actions, area_actions, pin_actions

SIZE = (400, 300)


def draw(hidden="red", *, form="PNG", **more) -> bytes:
    """A picture whose right half has a colour that players may not see."""
    image = Image.new("RGB", SIZE, "white")
    ImageDraw.Draw(image).rectangle((200, 0, 400, 300), fill=hidden)
    out = io.BytesIO()
    image.save(out, form, **more)
    return out.getvalue()


RIGHT_HALF = [[0.5, 0], [1, 1]]


@pytest.fixture
def chart(membership):
    """Makes a map as the GM, shown to everyone."""

    def made(title="The coast", picture=None, **more):
        fields = {"visibility": "party", "wide": 120.0, "unit": "miles"} | more
        return actions.create_map_with_picture(membership=membership, picture=picture or draw(), title=title, **fields)

    return made


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


@pytest.fixture
def evening(campaign):
    """A session by its number."""
    return lambda number: Session.objects.get_or_create(campaign=campaign, number=number)[0]
