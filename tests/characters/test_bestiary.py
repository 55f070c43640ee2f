"""The bestiary: shipped rows, homebrew, copies; and that a changed row changes the next encounter."""

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.encounters.forms import JoinForm, MonstersForm
from characters.game_forms import forms_for
from characters.models import Character, Monster
from characters.monsters import shipped
from characters.monsters.actions import copy_monster, create_monster, edit_monster
from characters.sheets import queries
from rules import play
from rules.catalogue import shipped as catalogue
from rules.models import CatalogueRow
from tests import factories

SYSTEM = "fifty-two-fates"


@pytest.fixture
def ogre(db):
    shipped.load_bestiary()
    return Monster.objects.get(key="ogre")


def test_every_shipped_monster_is_one_that_the_engine_plays():
    rows = shipped.shipped_documents()[SYSTEM]
    assert len(rows) >= 20
    assert len({row["key"] for row in rows}) == len(rows)
    for place, row in enumerate(rows):
        stats = play.monster(SYSTEM, row["stats"])
        made = play.monster_participant(SYSTEM, stats, id=f"m{place}", name=row["name"], group="g")
        hero = {"id": "ana", "name": "Ana", "side": "players"}
        assert play.start(SYSTEM, {"participants": [hero, made]}, seed=place)


def test_loading_twice_changes_nothing(db):
    call_command("load_catalogue", verbosity=0)
    before = list(Monster.objects.order_by("pk").values()), list(CatalogueRow.objects.order_by("pk").values())
    history = Monster.history.count()
    call_command("load_catalogue", verbosity=0)
    assert before == (list(Monster.objects.order_by("pk").values()), list(CatalogueRow.objects.order_by("pk").values()))
    assert Monster.history.count() == history


def test_changes_of_an_operator_outlive_an_upgrade_and_the_rest_follows_it(ogre, monkeypatch):
    ogre.name = "Hill ogre"
    ogre.save()
    newer = shipped.shipped_documents()
    for row in newer[SYSTEM]:
        if row["key"] == "ogre":
            row |= {"name": "Ogre of the books", "text": "A newer text."}
    monkeypatch.setattr(shipped, "shipped_documents", lambda: newer)
    tally = shipped.load_bestiary()
    ogre.refresh_from_db()
    assert (ogre.name, ogre.text) == ("Hill ogre", "A newer text.")
    assert (tally.created, tally.updated) == (0, 1)


def test_a_catalogue_row_that_was_withdrawn_stays_withdrawn(db):
    catalogue.load()
    CatalogueRow.objects.filter(key="sailor").update(active=False)
    catalogue.load()
    assert not CatalogueRow.objects.get(key="sailor").active


def test_a_changed_row_changes_the_next_encounters_setup(ogre, campaign, gm):
    copy = copy_monster(monster=ogre, campaign=campaign, by=gm)

    def hit_points():
        row = Monster.objects.get(pk=copy.pk)
        made = play.monster_participant(SYSTEM, row.stats, id="ogre", name=row.name, group="ogres")
        hero = {"id": "ana", "name": "Ana", "side": "players"}
        state = play.start(SYSTEM, {"participants": [hero, made]}, seed=1)
        return play.view(SYSTEM, state, "gm")["participants"]["ogre"]["max_hp"]

    assert hit_points() == 10
    edit_monster(monster=copy, by=gm, stats=copy.stats | {"max_hp": 4})
    assert hit_points() == 4


def test_the_sites_rows_are_copied_not_changed(ogre, campaign, gm):
    with pytest.raises(PermissionDenied):
        edit_monster(monster=ogre, by=gm, name="Mine")
    copy = copy_monster(monster=ogre, campaign=campaign, by=gm)
    edit_monster(monster=copy, by=gm, name="Mine")
    ogre.refresh_from_db()
    assert ogre.name == "Ogre"


@pytest.mark.parametrize(
    ("stats", "named"),
    [
        ({"max_hp": 0}, "max_hp"),
        ({"level": 51}, "level"),
        ({"lines": {"face": {"damage": "half"}}}, "lines.face.damage"),
        ({"lines": {"ace": {"effect": {"name": "fire", "strength": 11}}}}, "strength"),
        ({"hit_points": 3}, "hit_points"),
    ],
)
def test_figures_that_the_game_refuses_are_not_written(campaign, gm, stats, named):
    with pytest.raises(play.Refused) as refused:
        create_monster(campaign=campaign, by=gm, name="Thing", stats=stats)
    assert named in refused.value.message
    assert not Monster.objects.exists()


def test_a_form_gives_back_the_very_figures_that_it_was_given():
    for row in shipped.shipped_documents()[SYSTEM]:
        plain = {"armed": True, "maneuvers": False, "spells": False, "death_draws": False}
        stats = play.monster(SYSTEM, plain | row["stats"])
        asked = forms_for(SYSTEM).monster(stats=stats)
        filled = {name: asked.get_initial_for_field(field, name) for name, field in asked.fields.items()}
        posted = {name: value for name, value in filled.items() if value is not None and value is not False}
        form = forms_for(SYSTEM).monster(posted, stats=stats)
        assert form.is_valid(), form.errors
        assert play.monster(SYSTEM, form.cleaned_stats()) == stats


STORED_FIGURES = [
    (SYSTEM, {}),
    (SYSTEM, {"max_hp": 2, "allowance": 1}),
    (SYSTEM, {"max_hp": 2, "armed": False, "maneuvers": True, "spells": False}),
    ("fortune-and-power", {"traits": {"Warrior": 5}, "weapons": [{"name": "Claws", "bonus": 2}]}),
    ("fortune-and-power", {"traits": {"Warrior": 5}, "limits": {"wounds": 8, "shocks": 10}, "text": "Wild.\nOld."}),
    ("fortune-system", {"level": 3, "hp": 20, "text": "Overcome 65 %.\n\nSuccesses needed: 1."}),
    ("fortune-system", {}),
    ("game-of-bastards", {"kind": "follower", "power_rating": 2, "power": 4, "text": "Wild."}),
    ("game-of-bastards", {"kind": "extras", "power_rating": 1, "members": 2}),
    ("game-of-bastards", {"kind": "fated", "traits": {"body": 3, "spirit": 2, "mind": 2, "luck": 1}, "armor": 1}),
]


@pytest.mark.parametrize(("system", "figures"), STORED_FIGURES)
def test_saving_a_form_unchanged_keeps_the_figures(system, figures):
    """Otherwise the monster of an import would count as changed here."""
    stats = play.monster(system, figures)
    asked = forms_for(system).monster(stats=stats)
    posted = {field.html_name: field.value() for field in asked if field.value() not in (None, False)}
    form = forms_for(system).monster(posted, stats=stats)
    assert form.is_valid(), form.errors
    assert play.monster(system, form.cleaned_stats()) == stats


def test_the_bestiary_is_for_gms_only(ogre, campaign, gm, ana, watcher, outsider, as_):
    page = reverse("campaign-monsters", args=[campaign.pk])
    one = reverse("campaign-monster", args=[campaign.pk, ogre.pk])
    for address in (page, one, reverse("monster-new", args=[campaign.pk])):
        assert as_(gm).get(address).status_code == 200
        assert [as_(user).get(address).status_code for user in (ana, watcher, outsider)] == [403, 403, 404]


def test_another_campaigns_monster_is_not_there(campaign, gm, as_):
    other = factories.MonsterFactory(campaign=factories.CampaignFactory())
    assert as_(gm).get(reverse("monster", args=[other.pk])).status_code == 404
    assert as_(gm).get(reverse("campaign-monster", args=[campaign.pk, other.pk])).status_code == 404


def test_searching_finds_by_word_and_kind(ogre, campaign, gm, as_):
    page = reverse("campaign-monsters", args=[campaign.pk])
    found = as_(gm).get(page, {"q": "ogre"}).context["monsters"]
    assert [row.name for row in found] == ["Ogre"]
    assert {row.kind for row in as_(gm).get(page, {"kind": "undead"}).context["monsters"]} == {"undead"}
    assert not as_(gm).get(page, {"own": "1"}).context["monsters"]


def test_searching_finds_letters_beyond_ascii_in_any_case(campaign, gm, as_):
    factories.MonsterFactory(campaign=campaign, name="Überwolf", kind="Straßenräuber")
    page = reverse("campaign-monsters", args=[campaign.pk])
    factories.MonsterFactory(campaign=campaign, name="Maître d’Épée")
    assert [row.name for row in as_(gm).get(page, {"q": "d’Épée"}).context["monsters"]] == ["Maître d’Épée"]
    for words in ("überwolf", "ÜBER strassen", "Räuber"):
        assert [row.name for row in as_(gm).get(page, {"q": words}).context["monsters"]] == ["Überwolf"], words
    assert not as_(gm).get(page, {"q": "überfall"}).context["monsters"]


def test_a_large_bestiary_has_pages_that_keep_the_search(campaign, gm, as_):
    text = {"text": "A long text. " * 500, "attribution": "From a file. " * 100}
    rows = [factories.MonsterFactory.build(campaign=campaign, name=f"Wolf {n:03}", **text) for n in range(230)]
    Monster.objects.bulk_create(rows)
    client, address = as_(gm), reverse("campaign-monsters", args=[campaign.pk])
    client.get(address)
    with CaptureQueriesContext(connection) as few:
        client.get(address, {"q": "Wolf 001"})
    with CaptureQueriesContext(connection) as many:
        html = client.get(address, {"q": "Wolf", "page": "2"}).content.decode()
    assert len(few) == len(many)
    assert not any('"attribution"' in query["sql"] for query in many)
    listed = [name for name in ("Wolf 099", "Wolf 100", "Wolf 199", "Wolf 200") if name in html]
    assert listed == ["Wolf 100", "Wolf 199"]
    assert 'href="?q=Wolf&amp;page=3"' in html
    assert "page=4" not in client.get(address, {"q": "Wolf", "page": "3"}).content.decode()
    assert "Pages" not in client.get(address, {"q": "Wolf 00"}).content.decode()


def test_the_selects_of_an_encounter_read_only_the_names_of_monsters(campaign):
    row = factories.MonsterFactory(campaign=campaign, text="A long text.")
    rows = Monster.objects.select_related("campaign")
    for form in (
        MonstersForm({"monster": row.pk, "count": "1"}, system=SYSTEM, monsters=rows),
        JoinForm({"monster": row.pk}, system=SYSTEM, monsters=rows, characters=Character.objects.none()),
    ):
        with CaptureQueriesContext(connection) as read:
            options = {name: str(value) for value, name in form.fields["monster"].choices}
        assert options[row.name] == str(row.pk)
        assert ['"text"' in query["sql"] for query in read] == [False]
        assert form.is_valid(), form.errors
        assert not form.cleaned_data["monster"].get_deferred_fields()


def test_a_gm_makes_a_monster_by_form_and_reads_its_lines(campaign, gm, as_):
    as_(gm).post(
        reverse("monster-new", args=[campaign.pk]),
        {
            "name": "Lamp eater",
            "kind": "spirit",
            "active": "on",
            "level": "2",
            "armed": "on",
            "face_damage": "1",
            "face_effect": "darkness",
            "face_strength": "6",
            "face_drawn": "on",
            "ace_half": "on",
            "ace_text": "The light goes out.",
        },
    )
    row = Monster.objects.get(campaign=campaign)
    assert row.stats["lines"]["face"] == {"damage": 1, "effect": {"name": "darkness", "strength": 6, "rounds": "draw"}}
    html = as_(gm).get(reverse("campaign-monster", args=[campaign.pk, row.pk])).content.decode()
    for words in ("darkness, strength 6, duration drawn", "The light goes out.", "half the hit points"):
        assert words in html


def test_a_faulty_monster_keeps_what_was_typed(campaign, gm, as_):
    answer = as_(gm).post(
        reverse("monster-new", args=[campaign.pk]),
        {"name": "Lamp eater", "face_effect": "darkness", "active": "on"},
    )
    assert answer.status_code == 200
    assert b"darkness" in answer.content
    assert b"strength" in answer.content
    assert not Monster.objects.exists()


def test_a_row_that_no_longer_passes_says_so(campaign, gm, as_):
    row = factories.MonsterFactory(campaign=campaign, stats={"hit_points": 3})
    assert queries.monster_figures(row)["refusal"]
    html = as_(gm).get(reverse("campaign-monster", args=[campaign.pk, row.pk])).content.decode()
    assert "hit_points" in html
