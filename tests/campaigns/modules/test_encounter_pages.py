"""The pages of an adventure at a running table: in the GM's drawer, and for nobody else."""

import re

import pytest

from campaigns.encounters import actions
from campaigns.encounters.models import Encounter
from campaigns.modules import actions as module_actions
from campaigns.modules.imports import local_changes
from campaigns.modules.models import ObjectState
from campaigns.modules.objects import actions as object_actions
from campaigns.modules.objects.queries import state_of
from campaigns.modules.objects.states import notes_revision
from tests import factories
from tests.campaigns.modules import samples

PART = {"HX-Request": "true"}


def begun(membership, title):
    """An encounter of the campaign by its title, with a hero and begun."""
    row = Encounter.objects.get(campaign=membership.campaign, title=title)
    hero = factories.CharacterFactory(campaign=membership.campaign, name="Mara", sheet={"class": "warrior"})
    actions.add_characters(membership=membership, encounter=row, characters=[hero])
    return actions.start(membership=membership, encounter=row, seed=7)


@pytest.fixture
def table(membership, imported_bell):
    """The first encounter of the shipped adventure, begun."""
    return begun(membership, "Hands on the steps")


@pytest.fixture
def read(client, gm, table):
    """Reads an address at the table as the GM, as the drawer does."""
    client.force_login(gm)

    def read(path="", headers=PART):
        answer = client.get(f"/encounters/{table.pk}/adventure/{path}", headers=headers)
        assert answer.status_code == 200
        return answer.content.decode()

    return read


def heading(html):
    """The title of the page that the part shows."""
    return re.search(r"<h2 tabindex=\"-1\">(.*?)</h2>", html)[1]


def test_the_drawer_fetches_the_scene_of_the_encounter_with_the_text_to_read_aloud(client, read, table):
    drawer = client.get(f"/encounters/{table.pk}/drawer/", headers=PART).content.decode()
    assert f'hx-get="/encounters/{table.pk}/adventure/" hx-trigger="load"' in " ".join(drawer.split())
    html = read()
    assert heading(html) == "The third night"
    scene = next(candidate for candidate in samples.bell()["scenes"] if candidate["key"] == "the-third-night")
    spoken = html[html.index('<blockquote class="aloud') : html.index("</blockquote>")]
    assert "Read aloud" in spoken
    assert next(block["md"] for block in scene["blocks"] if block["kind"] == "read_aloud").split(".")[0] in spoken
    for_gm = next(block["md"] for block in scene["blocks"] if block["kind"] == "gm")
    assert re.split(r"[.*\[]", for_gm.lstrip("*"))[0] in html
    assert "<html" not in html


def test_the_place_of_the_encounter_shows_its_exits_and_they_stay_at_the_table(read, table, membership):
    at = f"/encounters/{table.pk}/adventure/the-drowned-bell/"
    assert f'href="{at}locations/sallow-quay/"' in read()
    html = read("the-drowned-bell/locations/sallow-quay/")
    exits = html[html.index("<h3>Exits</h3>") :]
    assert f'href="{at}locations/the-salt-lamp/"' in exits
    assert "the only door that is not tied" in exits
    links = set(re.findall(r'href="(/[^"]*)"', html))
    leaving = [target for target in links if not target.startswith(at)]
    assert leaving == [f"/campaigns/{membership.campaign_id}/modules/read/the-drowned-bell/locations/sallow-quay/"]
    assert heading(read("the-drowned-bell/locations/the-bell-tower/")) == "The bell tower"
    for link in sorted(links - {*leaving}):
        assert heading(read(link.removeprefix(f"/encounters/{table.pk}/adventure/")))


def test_without_a_script_the_same_is_a_page_that_leads_back_to_the_table(read, table):
    html = read(headers={})
    assert "<html" in html
    assert f'href="/encounters/{table.pk}/"' in html
    assert "The third night" in html


def test_notes_from_play_stand_beside_the_text_of_the_place(read, membership):
    place = membership.campaign.imported.get(collection="locations", key="sallow-quay")
    seen = notes_revision(state_of(place))
    object_actions.note(membership=membership, row=place, text="The rope is **cut**.", revision=seen)
    assert "The rope is <strong>cut</strong>." in read("the-drowned-bell/locations/sallow-quay/")
    assert ObjectState.objects.count() == 1


def test_nobody_but_a_gm_reads_the_adventure_at_the_table(client, table, ana, watcher):
    for user in (ana, watcher):
        client.force_login(user)
        for path in ("", "the-drowned-bell/locations/sallow-quay/"):
            for headers in ({}, PART):
                answer = client.get(f"/encounters/{table.pk}/adventure/{path}", headers=headers)
                assert answer.status_code == 403
                assert "quay" not in answer.content.decode().lower()
        drawer = client.get(f"/encounters/{table.pk}/drawer/", headers=PART).content.decode()
        assert "adventure" not in drawer


def test_a_page_that_no_adventure_has_is_not_found(client, gm, table):
    client.force_login(gm)
    for path in ("the-drowned-bell/locations/nowhere/", "no-module/locations/sallow-quay/"):
        assert client.get(f"/encounters/{table.pk}/adventure/{path}", headers=PART).status_code == 404


def test_an_encounter_without_an_adventure_offers_all_places_and_none_without_places(
    client, gm, membership, table, campaign
):
    other = actions.create(membership=membership, title="A brawl")
    Encounter.objects.filter(pk=other.pk).update(status="ended")
    client.force_login(gm)
    html = client.get(f"/encounters/{other.pk}/adventure/", headers=PART).content.decode()
    assert "comes from no adventure" in html
    assert f"/encounters/{other.pk}/adventure/the-drowned-bell/locations/sallow-quay/" in html
    assert "drawer-adventure" in client.get(f"/encounters/{other.pk}/drawer/", headers=PART).content.decode()
    campaign.imported.filter(collection__in=["scenes", "locations"]).delete()
    assert "drawer-adventure" not in client.get(f"/encounters/{other.pk}/drawer/", headers=PART).content.decode()


def test_a_place_of_another_adventure_that_names_the_encounter_is_found(client, gm, membership, mill):
    module_actions.apply_import(membership=membership, version=mill)
    row = begun(membership, "Rats")
    imported = {"base": {}, "base_digest": "", "base_version": "1"}
    current = {"key": "barn", "title": "The barn", "encounters": ["the-mill/encounter:rats"]}
    current["licence"] = {"spdx": "CC0-1.0", "attribution": "The farm."}
    membership.campaign.imported.create(
        module_key="the-farm", collection="locations", key="barn", title="The barn", current=current, **imported
    )
    client.force_login(gm)
    html = client.get(f"/encounters/{row.pk}/adventure/", headers=PART).content.decode()
    about = html[html.index('class="about"') : html.index("</ul>")]
    assert [" ".join(text.split()) for text in re.findall(r">([^<>]+)</a>", about)] == [
        "Place: The barn",
        "Place: The mill",
        "Encounter: Rats",
    ]


def test_reading_the_adventure_needs_a_constant_number_of_queries(
    read, table, membership, django_assert_max_num_queries
):
    def count(path):
        read(path)
        with django_assert_max_num_queries(12) as queries:
            read(path)
        return len(queries)

    paths = ("", "the-drowned-bell/locations/sallow-quay/")
    before = [count(path) for path in paths]
    for number in range(20):
        current = {"key": f"room-{number}", "title": f"Room {number}", "encounters": ["encounter:hands-on-the-steps"]}
        membership.campaign.imported.create(
            module_key="the-drowned-bell", collection="locations", key=f"room-{number}", title=f"Room {number}",
            current=current, base={}, base_digest="", base_version="1",
        )  # fmt: skip
    assert "Room 19" in read()
    assert [count(path) for path in paths] == before


def test_prepared_encounters_stand_in_the_order_of_the_adventure_below_those_of_the_gm(
    client, gm, membership, imported_bell
):
    for title in ("A brawl", "A chase"):
        actions.create(membership=membership, title=title)
    # An update of the adventure can bring an encounter that belongs in the middle.
    late = Encounter.objects.get(title="Lanterns on the ridge")
    source = late.source
    late.delete()
    Encounter.objects.create(campaign=membership.campaign, title=late.title, source=source)
    client.force_login(gm)
    html = client.get(f"/campaigns/{membership.campaign_id}/encounters/").content.decode()
    found = re.findall(r'class="row-main"><a href="/encounters/\d+/">([^<]+)</a>', " ".join(html.split()))
    order = [encounter["title"] for encounter in samples.bell()["encounters"]]
    assert found == ["A chase", "A brawl", *order]


def test_an_encounter_prepared_again_opens_the_drawer_at_the_same_scene(client, gm, membership, table):
    again = actions.copy(membership=membership, encounter=table)
    client.force_login(gm)
    assert "In the adventure" in client.get(f"/encounters/{again.pk}/").content.decode()
    third = actions.copy(membership=membership, encounter=actions.start(membership=membership, encounter=again, seed=7))
    third = actions.start(membership=membership, encounter=third, seed=7)
    html = client.get(f"/encounters/{third.pk}/adventure/", headers=PART).content.decode()
    assert heading(html) == "The third night"


def test_an_update_of_the_adventure_leaves_an_encounter_prepared_again_alone(membership, table):
    again = actions.copy(membership=membership, encounter=table)
    row = table.source
    assert again.source is None
    assert (
        local_changes.read_local_module(membership.campaign, row.module_key).objects[row.collection, row.key].encounter
        == table
    )
