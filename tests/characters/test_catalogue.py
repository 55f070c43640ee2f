"""The catalogue: what the site ships, what a campaign adds, and that only its GMs change it."""

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from rules import play
from rules.catalogue import actions, queries, shipped
from rules.models import CatalogueRow
from tests import factories

SYSTEM = "fifty-two-fates"


@pytest.fixture
def shipped_catalogue(db):
    shipped.load()


def test_the_shipped_rows_are_complete_and_their_rules_exist(shipped_catalogue):
    kinds = {kind for kind, _heading in queries.catalogue_kinds(SYSTEM)}
    assert kinds == {"background-skill", "difficulty", "effect", "condition", "weapon", "equipment"}
    guide = [row.figures["difficulty"] for row in queries.catalogue(SYSTEM, kind="difficulty")]
    assert guide == list(range(2, 11))
    for row in queries.catalogue(SYSTEM):
        assert not row.rule or queries.rule(SYSTEM, row.rule), row


def test_every_shipped_preset_is_an_order_that_the_engine_takes(shipped_catalogue):
    """F52-50 to F52-56: afflict and incapacitate accept each row as it stands."""
    setup = {
        "participants": [
            {"id": "ana", "name": "Ana", "side": "players"},
            {"id": "rat", "name": "Rat", "side": "monsters"},
        ]
    }
    for row in queries.catalogue(SYSTEM, kind="effect"):
        state = play.start(SYSTEM, setup, seed=1)
        play.act(SYSTEM, state, {"type": "afflict", "actor": "gm", "target": "ana", **row.figures})
    for row in queries.catalogue(SYSTEM, kind="condition"):
        state = play.start(SYSTEM, setup, seed=1)
        play.act(SYSTEM, state, {"type": "incapacitate", "actor": "gm", "target": "ana", **row.figures})


def test_the_difficulty_guide_tells_the_true_chance(shipped_catalogue):
    """F52-03, F52-06: of one card from a full deck."""
    for row in queries.catalogue(SYSTEM, kind="difficulty"):
        difficulty = row.figures["difficulty"]
        wins = sum(
            play.check(SYSTEM, "skill-check", {"difficulty": difficulty, "cards": [rank + suit]})["success"]
            for rank in "23456789TJQKA"
            for suit in "CDHS"
        )
        assert f"{wins} times in 52" in row.text


def test_a_campaigns_row_takes_the_place_of_the_shipped_one_there_only(shipped_catalogue, campaign, gm):
    actions.add_row(campaign=campaign, by=gm, kind="background-skill", name="Sailor", text="Salt and rope.")
    here = {row.name: row.text for row in queries.catalogue(SYSTEM, campaign=campaign, kind="background-skill")}
    assert here["Sailor"] == "Salt and rope."
    assert "Salt and rope." not in {row.text for row in queries.catalogue(SYSTEM)}
    elsewhere = factories.CampaignFactory()
    assert "Salt and rope." not in {row.text for row in queries.catalogue(SYSTEM, campaign=elsewhere)}


def test_a_row_twice_a_missing_rule_and_wrong_figures_are_refused(campaign, gm):
    actions.add_row(campaign=campaign, by=gm, kind="weapon", name="Boat hook")
    for fields, field in (
        ({"name": "Boat hook"}, "name"),
        ({"name": "Gaff", "rule": "F52-999"}, "rule"),
        ({"name": "Gaff", "figures": [1]}, "figures"),
        ({"name": "Gaff", "campaign_id": 1}, "campaign_id"),
    ):
        with pytest.raises(ValidationError) as refused:
            actions.add_row(campaign=campaign, by=gm, kind="weapon", **fields)
        assert field in refused.value.message_dict
    assert CatalogueRow.objects.count() == 1


def test_the_public_catalogue_is_searched_by_words_and_kind(shipped_catalogue, client):
    page = reverse("catalogue", args=[SYSTEM])
    assert b"Locksmith" in client.get(page).content
    html = client.get(page, {"q": "rope mast", "kind": ""}).content.decode()
    assert "Climbing" in html
    assert "Locksmith" not in html
    assert b"No results" in client.get(page, {"q": "zeppelin"}).content


def test_a_campaigns_own_rows_are_not_in_the_public_catalogue(shipped_catalogue, campaign, gm, client):
    actions.add_row(campaign=campaign, by=gm, kind="weapon", name="Boat hook")
    assert b"Boat hook" not in client.get(reverse("catalogue", args=[SYSTEM])).content


def test_gms_add_replace_and_change_rows_by_form(shipped_catalogue, campaign, gm, ana, outsider, as_):
    page, add = (reverse(name, args=[campaign.pk]) for name in ("campaign-catalogue", "catalogue-row-new"))
    for address in (page, add):
        assert [as_(user).get(address).status_code for user in (gm, ana, outsider)] == [200, 403, 404]
    as_(gm).post(add, {"kind": "effect", "name": "Salt sores", "active": "on", "strength": "4", "drawn": "on"})
    row = CatalogueRow.objects.get(campaign=campaign)
    assert row.figures == {"name": "Salt sores", "strength": 4, "rounds": "draw"}
    change = reverse("catalogue-row", args=[campaign.pk, row.pk])
    as_(gm).post(change, {"kind": "effect", "name": "Salt sores", "strength": "7", "revision": row.revision})
    row.refresh_from_db()
    assert (row.figures["strength"], row.active) == (7, False)
    sailor = CatalogueRow.objects.get(key="sailor")
    assert b'value="Sailor"' in as_(gm).get(add, {"from": sailor.pk}).content
    assert as_(gm).get(reverse("catalogue-row", args=[campaign.pk, sailor.pk])).status_code == 404


def test_a_row_of_another_campaign_is_not_there(campaign, gm, as_):
    foreign = CatalogueRow.objects.create(
        campaign=factories.CampaignFactory(), system=SYSTEM, kind="weapon", key="gaff", name="Gaff"
    )
    assert as_(gm).get(reverse("catalogue-row", args=[campaign.pk, foreign.pk])).status_code == 404
    add = reverse("catalogue-row-new", args=[campaign.pk])
    assert as_(gm).get(add, {"from": foreign.pk}).status_code == 404


def test_names_with_the_same_slug_or_none_get_keys_of_their_own(shipped_catalogue, campaign, gm):
    names = ("Меч", "Щит", "Ночь 2", "День 2", "Sailor", "Sailor!", "x" * 70, "x" * 71)
    rows = [actions.add_row(campaign=campaign, by=gm, kind="Weapon", name=name) for name in names]
    assert [row.key for row in rows[4:]][:1] == ["sailor"]
    assert len({row.key for row in rows}) == len(names)
    for row in rows:
        row.full_clean(exclude=["campaign"])
    for name in ("Меч", "Sailor", "sailor", "Ночь 2"):
        with pytest.raises(ValidationError, match="already has an entry of that kind and name"):
            actions.add_row(campaign=campaign, by=gm, kind="weapon", name=name)
    assert actions.add_row(campaign=campaign, by=gm, kind="equipment", name="Sailor").key == "sailor"


def test_a_row_that_has_the_key_of_earlier_versions_keeps_it(campaign, gm):
    old = CatalogueRow.objects.create(campaign=campaign, system=SYSTEM, kind="weapon", key="row", name="Меч")
    added = actions.add_row(campaign=campaign, by=gm, kind="weapon", name="Щит")
    assert actions.change_row(row=old, by=gm, text="Sharp.").key == "row"
    assert added.key not in ("", "row")
