"""The log's full text: the same lines on both databases, whole after changes, deletions and rebuilt tables."""

import unicodedata

import pytest
from django.db import connection

from campaigns.log import queries
from campaigns.log.models import LogEntry
from campaigns.overview.search import index
from campaigns.overview.search.excerpts import text_excerpt
from campaigns.world import actions as world_actions
from campaigns.world import queries as world_queries
from common import full_text
from operations.demo import long_campaign
from tests import factories
from tests.people.helpers import place


def lines(campaign, *texts, **fields):
    return [LogEntry.objects.create(campaign=campaign, text=text, **fields) for text in texts]


def found(membership, text, **filters):
    return [line.text for line in queries.log_page(membership, text=text, **filters).entries]


@pytest.mark.parametrize("asked", ["Straße", "straße", "STRASSE", "strasse", "Straß", "Schloßstraße", "ΛΌΓΟΣ", "λόγος"])
def test_letters_that_have_two_forms_are_found_in_both(gm, campaign, asked):
    membership = place(campaign, gm)
    text = "Über die Straße, die Schlossstraße und der λόγος."
    lines(campaign, text, "Eine Strasse in Zürich.", "Nothing of it")
    world_actions.create_entry(membership=membership, kind="location", name="An der Straße", text=text)
    other = ["Eine Strasse in Zürich."] if asked.casefold().startswith("stra") else []
    assert found(membership, asked) == [*other, text]
    assert [row.name for row in world_queries.entries_with_words(membership, asked)] == ["An der Straße"]


COMPOSED, DECOMPOSED = "Das Café Ærø am Ångström", unicodedata.normalize("NFD", "Das Café Ærø am Ångström")
SIGNED = ["हिन्दी की किताब", "ภาษาไทย", "می\u200cخواهم", "שָׁלוֹם", "Tiếng Việt"]


@pytest.mark.parametrize("asked", ["café", "CAFÉ", "Cafe\u0301", "caf", "ångstr"])
def test_letters_with_signs_are_found_in_both_spellings(gm, campaign, asked):
    membership = place(campaign, gm)
    lines(campaign, COMPOSED, DECOMPOSED, "Nothing of it")
    world_actions.create_entry(membership=membership, kind="location", name="Here", text=DECOMPOSED)
    assert found(membership, asked) == [DECOMPOSED, COMPOSED]
    assert [row.name for row in world_queries.entries_with_words(membership, asked)] == ["Here"]
    assert "Ærø" in text_excerpt(DECOMPOSED, asked)


@pytest.mark.parametrize("text", SIGNED)
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_words_with_combining_signs_are_found(gm, campaign, text, form):
    membership = place(campaign, gm)
    stored = unicodedata.normalize(form, text)
    lines(campaign, stored, "Nothing of it")
    for word in text.split():
        assert found(membership, word) == found(membership, word[:-1]) == [stored]
        assert full_text.has_word_beginnings(stored, full_text.search_words(word))


@pytest.mark.parametrize(
    ("asked", "hits"),
    [
        ("door", ["The doors/gates of Ærø, barred"]),
        ("DOORS", ["The doors/gates of Ærø, barred"]),
        ("gates", ["The doors/gates of Ærø, barred"]),
        ("ærø", ["The doors/gates of Ærø, barred"]),
        ("oors", []),
        ("otto's", ["Otto's key is K♦; see harbour.example/map"]),
        ("harbour", ["Otto's key is K♦; see harbour.example/map"]),
        ("map key", ["Otto's key is K♦; see harbour.example/map"]),
        ("key door", []),
        ("3d6", ["3d6+1 wolves, 12 of them"]),
        ("12", ["3d6+1 wolves, 12 of them"]),
        ("♦", []),
        ('" OR words:*', []),
        ("wolves' OR '1'='1", []),
        ("AND", []),
        ("\\", []),
        ("%", []),
    ],
)
def test_a_search_finds_beginnings_of_words_whatever_stands_between_them(gm, campaign, asked, hits):
    lines(
        campaign,
        "The doors/gates of Ærø, barred",
        "Otto's key is K♦; see harbour.example/map",
        "3d6+1 wolves, 12 of them",
    )
    assert found(place(campaign, gm), asked) == hits


def test_a_search_goes_with_every_other_filter(gm, campaign):
    membership, hero = place(campaign, gm), factories.CharacterFactory(campaign=campaign)
    session = campaign.sessions.create(number=1)
    lines(campaign, "a fish")
    lines(campaign, "her fish", character=hero)
    lines(campaign, "tonight's fish", session=session, kind="award")
    assert found(membership, "fish", character=hero) == ["her fish"]
    assert found(membership, "fish", session=session) == ["tonight's fish"]
    assert found(membership, "fish", kind="award") == ["tonight's fish"]
    assert found(membership, "fish", kind="award", character=hero) == []


def test_a_search_stays_in_its_campaign_and_keeps_what_is_for_gms(gm, ana, campaign):
    lines(campaign, "secret fish", audience="gm")
    lines(factories.CampaignFactory(), "foreign fish")
    assert found(place(campaign, gm), "fish") == ["secret fish"]
    assert found(place(campaign, ana), "fish") == []


def test_a_line_that_changes_or_goes_is_found_as_it_is(gm, campaign):
    membership, hero = place(campaign, gm), factories.CharacterFactory(campaign=campaign)
    first, second = lines(campaign, "old words", "more old words", character=hero)
    LogEntry.objects.filter(pk=first.pk).update(text="new words")
    assert found(membership, "old", character=hero) == ["more old words"]
    assert found(membership, "new") == ["new words"]
    hero_id = hero.pk
    hero.delete()
    assert found(membership, "words", character=hero_id) == []
    assert found(membership, "words") == ["more old words", "new words"]
    second.delete()
    assert found(membership, "words") == ["new words"]


def test_pages_of_a_search_go_on_beyond_what_the_index_brings_at_once(gm, campaign, monkeypatch):
    monkeypatch.setattr(index, "NEAREST", queries.PAGE + 2)
    membership = place(campaign, gm)
    LogEntry.objects.bulk_create(LogEntry(campaign=campaign, text=f"fish {n}") for n in range(queries.PAGE * 3))
    lines(factories.CampaignFactory(), *["fish"] * 40)
    seen, before = [], None
    for _ in range(3):
        page = queries.log_page(membership, text="fish", before=before)
        seen += [line.text for line in page.entries]
        before = page.older
    assert before is None
    assert seen == [f"fish {n}" for n in reversed(range(queries.PAGE * 3))]


@pytest.mark.parametrize("window", [1, 5, 1000])
@pytest.mark.parametrize("forward", [False, True])
def test_the_nearest_lines_are_found_however_far_one_looks_at_first(gm, campaign, monkeypatch, window, forward):
    membership, hero = place(campaign, gm), factories.CharacterFactory(campaign=campaign)
    session = campaign.sessions.create(number=1)
    for number in range(12):
        lines(
            campaign,
            "a fish" if number % 3 else "a bird",
            kind="award" if number % 2 else "note",
            character=hero if number % 4 else None,
            session=session if number > 3 else None,
        )
        lines(factories.CampaignFactory(), "a fish", kind="award")
    monkeypatch.setattr(index, "NEAREST", 3)
    monkeypatch.setattr(index, "WINDOW", window)
    rows = list(campaign.log.order_by("pk" if forward else "-pk"))
    for narrow in ({}, {"kind": "award"}, {"character": hero}, {"session": session, "kind": "award"}):
        for beyond in (None, rows[2].pk, rows[-2].pk):
            asked = narrow | {"text": "fish", "beyond": beyond, "forward": forward}
            shown = queries.matching_entries(membership, **asked).order_by("pk" if forward else "-pk")
            wanted = [
                row
                for row in rows
                if "fish" in row.text
                and all(getattr(row, name) == value for name, value in narrow.items())
                and (beyond is None or (row.pk >= beyond if forward else row.pk <= beyond))
            ]
            assert list(shown) == wanted[:3]


def test_the_api_pages_through_a_search_to_and_fro(client, gm, campaign, monkeypatch):
    monkeypatch.setattr(index, "NEAREST", 4)
    LogEntry.objects.bulk_create(LogEntry(campaign=campaign, text=f"fish {n}") for n in range(7))
    client.force_login(gm)
    answer = client.get(f"/api/v1/campaigns/{campaign.pk}/log/?text=fish&page_size=2").json()
    walked = []
    while answer["next"]:
        walked.append([line["text"] for line in answer["results"]])
        answer = client.get(answer["next"]).json()
    assert [*walked, [line["text"] for line in answer["results"]]] == [
        ["fish 6", "fish 5"],
        ["fish 4", "fish 3"],
        ["fish 2", "fish 1"],
        ["fish 0"],
    ]
    back = client.get(answer["previous"]).json()
    assert [line["text"] for line in back["results"]] == ["fish 2", "fish 1"]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite keeps the index in triggers")
def test_the_index_is_made_whole_when_a_migration_rebuilt_the_table(gm, campaign):
    lines(campaign, "before the flood")
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {index.INDEX}_put")
    lines(campaign, "during the flood")
    assert found(place(campaign, gm), "during") == []
    index.ensure_indexes()
    assert found(place(campaign, gm), "flood") == ["during the flood", "before the flood"]
    lines(campaign, "after the flood")
    assert len(found(place(campaign, gm), "flood")) == 3


def test_a_seeded_campaign_is_the_same_each_time_and_only_grows(db):
    first = long_campaign.create_long_campaign(sessions=5, entries=40)
    again = long_campaign.create_long_campaign(sessions=5, entries=60)
    assert again == first
    assert first.log.count() == 60
    assert first.sessions.count() == 5
    texts = list(first.log.order_by("pk").values_list("text", flat=True)[:3])
    first.delete()
    fresh = long_campaign.create_long_campaign(sessions=5, entries=3)
    assert list(fresh.log.order_by("pk").values_list("text", flat=True)) == texts
