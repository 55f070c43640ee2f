"""The search in preparations and imported adventures, which only GMs read, and the search by day."""

from datetime import UTC, date, datetime

import pytest

from campaigns.encounters.models import Encounter
from campaigns.log.models import LogEntry
from campaigns.log.periods import Period
from campaigns.modules.models import ImportedObject
from campaigns.overview.search import queries
from campaigns.overview.search.filters import SearchFilters
from tests import factories

EVERY_DAY = Period()


def imported(campaign, key, title, text, **more):
    content = {"key": key, "title": title, "blocks": [{"kind": "read-aloud", "text": text}]}
    return ImportedObject.objects.create(
        campaign=campaign, module_key="mill", collection="locations", key=key, title=title, base=content,
        base_digest="x", base_version="1", current=content, **more,
    )  # fmt: skip


@pytest.fixture
def prepared(campaign):
    """An encounter and two objects of an adventure with words of their own."""
    imported(campaign, "attic", "The attic", "A gargoyle from Ærø crouches here.")
    imported(campaign, "gone", "Deleted", "Another gargoyle.", tombstone=True)
    imported(factories.CampaignFactory(), "attic", "The attic", "A foreign gargoyle.")
    return Encounter.objects.create(campaign=campaign, title="The mill by night", notes="The miller lies in wait.")


def groups(membership, text, period=EVERY_DAY):
    found = queries.search_campaign(membership, text, SearchFilters(period))
    return [hit.name for hit in found.encounters], [hit.name for hit in found.adventures]


@pytest.mark.parametrize("text", ["gargoyle", "GARG crouch", "ærø", "ÆRØ", "attic gargoyle"])
def test_a_gm_finds_adventures_by_the_beginnings_of_words(membership, prepared, text):
    assert groups(membership, text) == ([], ["The attic"])


@pytest.mark.parametrize("text", ["Straße", "strasse", "STRASSE", "Ölmühle", "ÖLMÜHLE", "schließlich"])
def test_a_gm_finds_preparations_by_letters_beyond_ascii(membership, campaign, text):
    words = "Schließlich führt die Straße zur Ölmühle."
    imported(campaign, "road", "The road", words)
    Encounter.objects.create(campaign=campaign, title="The inn", notes=words)
    assert groups(membership, text) == (["The inn"], ["The road"])


@pytest.mark.parametrize("text", ["argoyle", "read-aloud", "key", "gargoyle zeppelin", "%", "_"])
def test_neither_the_inside_of_words_nor_the_format_is_found(membership, prepared, text):
    assert groups(membership, text) == ([], [])


def test_what_was_found_in_an_adventure_is_quoted_without_the_keys_of_its_links(membership, campaign):
    text = "A gargoyle hears [[table:rumours-of-rain]], and [[npc:old-miller|the miller]] makes [[check:hang-it]]."
    imported(campaign, "attic", "The attic", text)
    found = queries.search_campaign(membership, "gargoyle", SearchFilters(EVERY_DAY)).adventures[0]
    assert found.words == "A gargoyle hears rumours of rain, and the miller makes hang it."


def test_spaces_in_a_link_of_an_adventure_are_not_quoted_with_its_key(membership, campaign):
    imported(campaign, "attic", "The attic", "A gargoyle hears [[ npc:old-miller ]] and [[table:rain| rumours ]].")
    found = queries.search_campaign(membership, "gargoyle", SearchFilters(EVERY_DAY)).adventures[0]
    assert found.words == "A gargoyle hears old miller and rumours."


def test_a_gm_finds_encounters_by_their_notes_and_opens_what_was_found(client, gm, membership, campaign, prepared):
    assert groups(membership, "miller") == (["The mill by night"], [])
    client.force_login(gm)
    page = client.get(f"/campaigns/{campaign.pk}/search/?text=miller").content.decode()
    assert f'href="/encounters/{prepared.pk}/"' in page
    assert "lies in wait" in page
    page = client.get(f"/campaigns/{campaign.pk}/search/?text=gargoyle").content.decode()
    assert f'href="/campaigns/{campaign.pk}/modules/read/mill/' in page


@pytest.mark.parametrize("who", ["ana", "watcher"])
@pytest.mark.parametrize("dealerless", [False, True])
def test_nobody_else_finds_any_of_it(client, request, campaign, seat, prepared, who, dealerless):
    type(campaign).objects.filter(pk=campaign.pk).update(dealerless=dealerless)
    Encounter.objects.filter(pk=prepared.pk).update(dealerless=dealerless)
    user = request.getfixturevalue(who)
    client.force_login(user)
    empty = client.get(f"/api/v1/campaigns/{campaign.pk}/search/?text=zeppelin").json()
    for text in ("miller", "mill", "gargoyle", "attic"):
        assert groups(seat(user), text) == ([], [])
        assert client.get(f"/api/v1/campaigns/{campaign.pk}/search/?text={text}").json() == empty
        assert "No results" in client.get(f"/campaigns/{campaign.pk}/search/?text={text}").content.decode()


def test_a_search_by_day_finds_only_what_has_a_day(client, gm, membership, campaign, write, prepared):
    write("The fish market", shown=True)
    for year in (2021, 2022):
        at = datetime(year, 5, 1, 20, tzinfo=UTC)
        campaign.sessions.create(number=year, title=f"A fish in {year}", starts=at)
        LogEntry.objects.create(campaign=campaign, text=f"fish {year}", created=at)
        Encounter.objects.create(campaign=campaign, title=f"Fish {year}", started=at, status="ended")
    found = queries.search_campaign(membership, "fish", SearchFilters(Period(date(2022, 1, 1), date(2022, 12, 31))))
    assert [line.text for line in found.log] == ["fish 2022"]
    assert [hit.name for hit in found.sessions] == ["A fish in 2022"]
    assert [hit.name for hit in found.encounters] == ["Fish 2022"]
    assert found.world == []
    client.force_login(gm)
    page = client.get(f"/campaigns/{campaign.pk}/search/?text=fish&until=2021-12-31").content.decode()
    assert "fish 2021" in page
    assert "fish 2022" not in page
    assert "The fish market" not in page
    assert client.get(f"/campaigns/{campaign.pk}/search/?text=fish&since=x").status_code == 200


def test_a_thousand_objects_take_as_many_queries_as_one(membership, campaign, prepared, django_assert_max_num_queries):
    with django_assert_max_num_queries(25) as few:
        queries.search_campaign(membership, "gargoyle")
    ImportedObject.objects.bulk_create(
        ImportedObject(
            campaign=campaign, module_key="mill", collection="npcs", key=f"k{n}", title="x", base={},
            base_digest="x", base_version="1", current={"text": "a gargoyle"},
        )
        for n in range(1000)
    )  # fmt: skip
    with django_assert_max_num_queries(len(few)):
        assert len(queries.search_campaign(membership, "gargoyle").adventures) == queries.HITS_PER_GROUP


def test_an_excerpt_of_an_adventure_has_no_reference_and_not_the_title_again(membership, campaign, prepared):
    row = ImportedObject.objects.get(key="attic", campaign=campaign)
    row.current |= {"groups": [{"key": "a", "who": "monster:gargoyle"}], "provenance": {"method": "extracted"}}
    row.save()
    (hit,) = queries.search_campaign(membership, "gargoyle").adventures
    assert hit.words == "A gargoyle from Ærø crouches here."
