"""The admin of characters, ledgers, monsters and the catalogue: it opens, finds, and refuses bad figures."""

import json

import pytest
from django.contrib.admin import site
from django.urls import reverse

from characters.experience.actions import award_experience
from characters.models import Character, Monster
from characters.monsters import shipped as bestiary
from common.staff_admin import NextRevision
from people.models import User
from rules.catalogue import shipped as catalogue
from rules.models import CatalogueRow
from tests import factories


@pytest.fixture
def staff(db, as_):
    """The keeper of the site."""
    return as_(factories.UserFactory(username="keeper", is_staff=True, is_superuser=True))


@pytest.fixture
def full(mara, oskar, gm):
    """Something in every list."""
    bestiary.load_bestiary()
    catalogue.load()
    award_experience(character=mara, amount=7, by=gm, reason="the toll", rule="F52-90")
    return mara


MODELS = [
    ("characters_character", "Mara"),
    ("characters_experienceentry", "toll"),
    ("characters_monster", "ogre"),
    ("rules_cataloguerow", "sailor"),
]


@pytest.mark.parametrize(("model", "word"), MODELS)
def test_every_list_opens_filters_and_finds(staff, full, model, word):
    address = reverse(f"admin:{model}_changelist")
    assert staff.get(address).status_code == 200
    found = staff.get(address, {"q": word}).context["cl"]
    assert 0 < found.result_count <= 2


@pytest.mark.parametrize("model", [model for model, _word in MODELS])
def test_every_row_and_its_history_open(staff, full, model):
    changelist = staff.get(reverse(f"admin:{model}_changelist")).context["cl"]
    pk = changelist.result_list[0].pk
    assert staff.get(reverse(f"admin:{model}_change", args=[pk])).status_code == 200
    assert staff.get(reverse(f"admin:{model}_history", args=[pk])).status_code == 200


def test_the_list_of_characters_shows_levels_in_a_fixed_number_of_queries(
    staff, full, campaign, django_assert_max_num_queries
):
    for _n in range(20):
        factories.CharacterFactory(campaign=campaign)
    with django_assert_max_num_queries(14):
        html = staff.get(reverse("admin:characters_character_changelist")).content.decode()
    assert 'class="field-level">2<' in html


def sheet_form(row, sheet):
    management = {
        f"experience-{name}": "0" for name in ("TOTAL_FORMS", "INITIAL_FORMS", "MIN_NUM_FORMS", "MAX_NUM_FORMS")
    }
    return management | {
        "campaign": row.campaign_id,
        "name": row.name,
        "kind": "pc",
        "status": "active",
        "visible": "on",
        "owner": row.owner_id,
        "sheet": json.dumps(sheet),
        "notes": "",
        "gm_notes": "",
    }


def test_a_sheet_that_the_game_refuses_is_refused_with_its_sentence(staff, mara):
    address = reverse("admin:characters_character_change", args=[mara.pk])
    answer = staff.post(address, sheet_form(mara, {"class": "bard"}))
    assert answer.status_code == 200
    assert "class" in str(answer.context["adminform"].form.errors["sheet"])
    answer = staff.post(address, sheet_form(mara, {"class": "wizard"}))
    assert answer.status_code == 302
    mara.refresh_from_db()
    assert (mara.sheet["class"], mara.revision) == ("wizard", 2)


def test_a_change_in_the_admin_gets_the_next_revision(staff, campaign):
    row = factories.MonsterFactory(campaign=campaign, name="Rat")
    page = staff.get(reverse("admin:characters_monster_change", args=[row.pk]))
    posted = page.context["adminform"].form.initial | {"name": "Great rat", "stats": json.dumps(row.stats)}
    posted = {name: value for name, value in posted.items() if value is not None and value is not False}
    answer = staff.post(reverse("admin:characters_monster_change", args=[row.pk]), posted)
    assert answer.status_code == 302, answer.context["errors"]
    before, row = row.revision, Monster.objects.get(pk=row.pk)
    assert (row.name, row.revision) == ("Great rat", before + 1)


def test_every_admin_that_changes_rows_with_a_revision_counts_it(rf, staff):
    request = rf.get("/admin/")
    request.user = User.objects.get(username="keeper")
    for model, page in site._registry.items():
        fields = {field.name for field in model._meta.get_fields()}
        if (
            "revision" in fields
            and page.has_change_permission(request)
            and set(page.get_fields(request)) - set(page.get_readonly_fields(request))
        ):
            assert isinstance(page, NextRevision), model


@pytest.mark.parametrize("broken", ["{", '{"max_hp": 0}', "[]", "null", "3"])
def test_broken_figures_of_a_monster_are_refused(staff, full, broken):
    row = Monster.objects.get(key="ogre")
    answer = staff.post(
        reverse("admin:characters_monster_change", args=[row.pk]),
        {"system": row.system, "name": row.name, "key": "ogre", "stats": broken, "active": "on"},
    )
    assert answer.status_code == 200
    assert "stats" in answer.context["adminform"].form.errors
    row.refresh_from_db()
    assert row.stats["max_hp"] == 10


def test_a_catalogue_row_must_name_a_game_and_a_rule_that_exist(staff, full):
    row = CatalogueRow.objects.get(key="sailor")
    typed = {
        "system": row.system,
        "kind": row.kind,
        "key": "sailor",
        "name": "Sailor",
        "position": "1",
        "figures": "{}",
        "rule": "",
    }
    address = reverse("admin:rules_cataloguerow_change", args=[row.pk])
    for fault in ({"system": "chess"}, {"rule": "F52-999"}, {"figures": "[1]"}):
        answer = staff.post(address, typed | fault)
        assert next(iter(fault)) in answer.context["adminform"].form.errors
    assert staff.post(address, typed).status_code == 302


def test_a_ledger_is_read_and_never_changed_here(staff, full):
    entry = full.experience.get()
    assert staff.get(reverse("admin:characters_experienceentry_add")).status_code == 403
    assert staff.post(reverse("admin:characters_experienceentry_delete", args=[entry.pk])).status_code == 403


def test_shipped_rows_are_withdrawn_and_not_deleted(staff, full):
    row = Monster.objects.get(key="ogre")
    assert staff.get(reverse("admin:characters_monster_delete", args=[row.pk])).status_code == 403
    staff.post(reverse("admin:characters_monster_changelist"), {"action": "withdraw", "_selected_action": [row.pk]})
    row.refresh_from_db()
    assert not row.active
    assert row.history.count() == 2


def test_each_row_leads_to_the_page_where_it_is_used(staff, full, gm, as_):
    for row in (Character.objects.first(), Monster.objects.first(), CatalogueRow.objects.first()):
        label = f"{row._meta.app_label}_{row._meta.model_name}"
        html = staff.get(reverse(f"admin:{label}_change", args=[row.pk])).content.decode()
        assert "View on site" in html
