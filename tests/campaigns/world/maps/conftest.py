"""A map of a small world."""

import io

import pytest
from PIL import Image, ImageDraw

from campaigns.sessions.models import Session
from campaigns.world.maps import actions

SIZE = (400, 300)


def draw(hidden="red", *, form="PNG", **more) -> bytes:
    """A picture whose right half has a colour that players may not see."""
    image = Image.new("RGB", SIZE, "white")
    ImageDraw.Draw(image).rectangle((200, 0, 400, 300), fill=hidden)
    out = io.BytesIO()
    image.save(out, form, **more)
    return out.getvalue()


@pytest.fixture
def chart(membership):
    """Makes a map as the GM, shown to everyone."""

    def made(title="The coast", picture=None, **more):
        fields = {"visibility": "party", "wide": 120.0, "unit": "miles"} | more
        return actions.create_map_with_picture(membership=membership, picture=picture or draw(), title=title, **fields)

    return made


@pytest.fixture
def session(campaign):
    """A session by its number."""
    return lambda number: Session.objects.get_or_create(campaign=campaign, number=number)[0]
