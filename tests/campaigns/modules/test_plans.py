"""Maps are drawn: rooms of cells, pins on a picture, each a link; and the same as a list with the ways on."""

import re

import pytest
from django.urls import reverse

from campaigns.modules import actions, adapters
from tests.campaigns.modules import old_school, samples, zips

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client, membership):
    """The GM's browser."""
    client.force_login(membership.user)
    return client


def looked(page, membership, module, collection, key):
    """The main part of an object's page."""
    answer = page.get(reverse("module-object", args=[membership.campaign_id, module, collection, key]))
    assert answer.status_code == 200
    html = answer.content.decode()
    return html[html.index("<main") : html.index("</main>")]


def imported(membership, document, **more):
    version, _new = actions.upload(by=membership.user, document=document, **more)
    actions.apply_import(membership=membership, version=version)
    return document["module"]["key"]


@pytest.fixture
def dungeon(membership):
    """A dungeon of cells in the campaign."""
    return imported(membership, adapters.convert("watabou-opd", old_school.DUNGEON).document)


def test_rooms_are_drawn_as_links_and_listed_with_the_ways_on(page, membership, dungeon):
    html = looked(page, membership, dungeon, "maps", "plan")
    assert 'viewBox="-1 -1 ' in html
    assert html.count("<rect ") == 4
    room = reverse("module-object", args=[membership.campaign_id, dungeon, "locations", "room-4-m2"])
    assert f'<a href="{room}" aria-label="Room 1">' in html
    assert re.search(rf'<a href="{room}">Room 1</a>', html), "a line of the list, large enough for a thumb"
    assert f'<a class="button small" href="{room}">→ Room 1</a>' in html
    assert "secret" in html
    labels = re.findall(r"<text [^>]*>([^<]*)</text>", html)
    assert labels == ["a", "1", "b", "c", "1"], "numbers of the file, else letters"
    assert '<span class="chip">a</span>' in html
    assert "style=" not in html


def test_a_place_leads_to_the_map_it_stands_on(page, membership, dungeon):
    html = looked(page, membership, dungeon, "locations", "room-4-m2")
    assert "On the map: Plan" in html
    assert reverse("module-object", args=[membership.campaign_id, dungeon, "maps", "plan"]) in html


def test_pins_stand_on_the_picture_once(page, membership):
    document = zips.with_picture()
    document["maps"] = [
        {
            "key": "field",
            "title": "The field",
            "asset": "asset:map",
            "pins": [
                {"key": "a", "to": "location:mill", "x": 12.5, "y": 4, "label": "A"},
                {"key": "b", "to": "encounter:rats", "x": 3, "y": 2},
            ],
        }
    ]
    received = actions.receive(data=zips.packed(document, {"assets/map.png": zips.picture()}))
    key = imported(membership, received.document, archive=received.archive)
    html = looked(page, membership, key, "maps", "field")
    picture = reverse("module-picture", args=[membership.campaign_id, key, "map"])
    assert html.count(f'href="{picture}"') == 1
    assert f'src="{picture}"' not in html
    assert '<circle cx="12.5" cy="4.0"' in html
    assert ">A</text>" in html
    assert "The mill" in html


def test_a_map_of_nonsense_is_a_page_all_the_same(page, membership):
    document = samples.small()
    document["maps"] = [
        {"key": "none", "title": "<script>alert(1)</script>"},
        {
            "key": "odd",
            "title": "x",
            "asset": None,
            "cells": [
                {"location": "location:mill", "rects": [[0, 0, 0, 0], [10**9, 0, 5, 5], [-5, -5, -1, 3]]},
                {"location": "location:mill", "rects": [[n, 0, 1, 1] for n in range(2000)]},
            ]
            * 3,
            "pins": [{"key": "p", "to": "location:mill", "x": 1e300, "y": 0}],
        },
    ]
    del document["maps"][1]["asset"]
    key = imported(membership, document)
    assert "<script" not in looked(page, membership, key, "maps", "none")
    assert looked(page, membership, key, "maps", "odd").count("<rect ") == 4000


def test_a_pin_without_numbers_is_refused_at_its_place(membership):
    document = samples.small()
    pins = [{"key": "p", "to": "location:mill", "x": {"a:b": 1}, "y": "2"}]
    document["maps"] = [{"key": "m", "title": "M", "pins": pins}]
    report = actions.check(by=membership.user, document=document)
    assert {(error.pointer, error.code) for error in report.errors} == {
        ("/maps/0/pins/0/x", "schema.type"),
        ("/maps/0/pins/0/y", "schema.type"),
    }


def test_a_map_costs_few_queries_however_much_is_on_it(page, membership, dungeon, django_assert_max_num_queries):
    with django_assert_max_num_queries(20):
        looked(page, membership, dungeon, "maps", "plan")
