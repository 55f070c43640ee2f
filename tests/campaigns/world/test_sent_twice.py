"""Forms of the world that make something: sent twice with the same key, as after a lost answer, they make one thing."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from campaigns.sessions.models import Session
from campaigns.world.maps import actions
from campaigns.world.maps.models import MapArea, MapPin, MapVisit, WorldMap
from campaigns.world.models import WorldEntry
from campaigns.world.quests.models import QuestLine
from campaigns.world.ties.models import Tie
from tests import factories


@pytest.fixture
def forms(membership, write, otto, pin):
    """For each form: the page that shows it, its address, what it makes, and its fields."""
    thread, town = write("The theft", kind="thread"), write("Brno", kind="location")
    coast = actions.create_map_with_picture(membership=membership, picture=factories.picture(), title="The coast")
    quay = pin(coast, label="Quay")
    session = Session.objects.create(campaign=membership.campaign, number=1)
    at, maps = f"/maps/{coast.pk}/", f"/campaigns/{coast.campaign_id}/maps/new/"
    ties = f"/campaigns/{coast.campaign_id}/ties/new/?page={town.pk}"
    pages = f"/campaigns/{coast.campaign_id}/world/new/"
    place = {"x": "20", "y": "30", "visibility": "party"}
    return {
        "page": (pages, pages, WorldEntry, {"kind": "note", "name": "A letter", "text": "Come."}),
        "tie": (
            ties,
            ties,
            Tie,
            {"other": "Otto Grau", "reading": "other", "words": "knows", "back": "knows", "visibility": "gm"},
        ),
        "quest": (f"/world/{thread.pk}/", f"/threads/{thread.pk}/quest/", QuestLine, {"kind": "step", "text": "Ask."}),
        "map": (maps, maps, WorldMap, {"title": "The isle", "visibility": "gm"}),
        "pin": (f"{at}pins/new/", f"{at}pins/new/", MapPin, place | {"label": "Reef"}),
        "area": (f"{at}areas/new/", f"{at}areas/new/", MapArea, {"name": "Isle", "points": "10 10, 20 20"}),
        "stop": (at, f"{at}visits/new/", MapVisit, {"pin": quay.pk, "session": session.pk}),
    }


@pytest.mark.parametrize("name", ["page", "tie", "quest", "map", "pin", "area", "stop"])
def test_a_form_sent_twice_makes_one_thing(forms, client, gm, name):
    shown, address, model, fields = forms[name]
    client.force_login(gm)
    key = re.search(r'name="key"\s+value="(\w+)"', client.get(shown).content.decode()).group(1)

    def send(**more):
        files = {"picture": SimpleUploadedFile("a.png", factories.picture())} if name == "map" else {}
        return client.post(address, fields | {"key": key} | more | files)

    before = model.objects.count()
    first = send()
    again = send()
    assert (first.status_code, again.status_code) == (302, 302)
    assert first.url == again.url
    assert model.objects.count() == before + 1
    if name != "stop":
        text = next(field for field in ("text", "label", "title", "words", "name") if field in fields)
        assert send(**{text: "Another", "name": "Another"}).status_code == 302, "other words are something else"
        assert model.objects.count() == before + 2


def test_another_picture_with_the_same_title_is_another_map(forms, client, gm):
    _shown, address, model, fields = forms["map"]
    client.force_login(gm)
    for width in (8, 9):
        file = SimpleUploadedFile("a.png", factories.picture(width))
        assert client.post(address, fields | {"key": "one-key-of-a-form", "picture": file}).status_code == 302
    assert model.objects.filter(title="The isle").count() == 2
