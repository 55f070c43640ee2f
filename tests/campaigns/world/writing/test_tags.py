"""Tags of pages: written, counted and filtered over what the reader may see."""

import pytest
from django.core.exceptions import ValidationError

from campaigns.overview.search.queries import search_campaign
from campaigns.world import actions
from campaigns.world.tags import join_tags, tags_of

pytestmark = pytest.mark.django_db


def test_tags_are_folded_and_kept_once():
    assert join_tags(["#Harbour", " harbour ", "Secret  Society"]) == ",harbour,secret society,"


@pytest.mark.parametrize("names", [["a" * 41], [f"t{n}" for n in range(21)], ["a]b"], ["a|b"], [":::secret x"]])
def test_a_tag_that_cannot_be_kept_is_refused(names):
    with pytest.raises(ValidationError):
        join_tags(names)


def test_counts_are_only_of_pages_that_the_reader_sees(write, membership, seat, ana):
    write("Quay", tags=["harbour"], shown=True)
    write("Cellar", tags=["harbour", "cult"])
    assert [tuple(tag) for tag in tags_of(membership)] == [("harbour", 2), ("cult", 1)]
    assert [tuple(tag) for tag in tags_of(seat(ana))] == [("harbour", 1)]


def test_the_world_is_filtered_by_a_tag_on_the_page_and_in_the_api(write, read, gm, ana, campaign, client):
    write("Quay", tags=["harbour"], shown=True)
    write("Mill", shown=True)
    write("Cellar", tags=["harbour"])
    page = read(ana, f"/campaigns/{campaign.pk}/world/?tag=Harbour")
    assert "Quay" in page
    assert "Mill" not in page
    assert "Cellar" not in page
    client.force_login(ana)
    told = client.get(f"/api/v1/campaigns/{campaign.pk}/world/?tag=harbour").json()
    assert [row["name"] for row in told["results"]] == ["Quay"]
    assert client.get(f"/api/v1/campaigns/{campaign.pk}/tags/").json()["results"] == [{"name": "harbour", "pages": 1}]


def test_lists_without_a_page_of_the_tag_do_not_say_that_the_world_has_none(write, read, gm, campaign):
    write("Quay", tags=["harbour"], kind="location")
    write("Letter", kind="handout")
    page = read(gm, f"/campaigns/{campaign.pk}/world/?tag=harbour")
    assert "No matches." in page
    for nothing in ("No open threads.", "No handouts yet.", "No items yet.", "No factions yet.", "No notes yet."):
        assert nothing not in page
    assert "<h2>NPCs</h2>" not in page
    assert "<h2>NPCs</h2>" in read(gm, f"/campaigns/{campaign.pk}/world/")
    assert "No matches." in read(gm, f"/campaigns/{campaign.pk}/world/?tag=harbour&kind=npc")


def test_the_search_finds_tags_of_visible_pages(write, membership, seat, ana):
    write("Quay", tags=["harbour"], shown=True)
    write("Cellar", tags=["cult"])
    assert [tag.name for tag in search_campaign(membership, "cul").tags] == ["cult"]
    assert search_campaign(seat(ana), "cul").tags == []
    assert [tag.pages for tag in search_campaign(seat(ana), "harb").tags] == [1]


def test_tags_are_edited_with_the_page(write, membership, client, gm):
    page = write("Quay", tags=["harbour"])
    client.force_login(gm)
    sent = {"name": "Quay", "text": "", "revision": page.revision, "tags": "harbour, Fish market"}
    assert client.post(f"/world/{page.pk}/edit/", sent).status_code == 302
    page.refresh_from_db()
    assert page.tag_names == ["harbour", "fish market"]
    page = actions.change_entry(membership=membership, entry=page, revision=None, text="Wet.")
    assert page.tag_names == ["harbour", "fish market"]
