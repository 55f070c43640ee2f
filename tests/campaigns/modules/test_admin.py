"""The admin of modules: every page opens, search works, and nothing there rewrites an import."""

import pytest
from django.urls import reverse

from campaigns.modules import actions
from campaigns.modules.models import ImportedObject, ImportRun, Module
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client):
    client.force_login(factories.UserFactory(username="keeper", is_staff=True, is_superuser=True))
    return client


@pytest.mark.parametrize("name", ["module", "importrun", "importedobject"])
def test_lists_and_pages_open_and_can_be_searched(desk, membership, mill, name):
    actions.apply_import(membership=membership, version=mill)
    listing = reverse(f"admin:campaigns_{name}_changelist")
    assert desk.get(listing).status_code == 200
    assert desk.get(listing, {"q": "mill"}).status_code == 200
    model = {"module": Module, "importrun": ImportRun, "importedobject": ImportedObject}[name]
    page = desk.get(reverse(f"admin:campaigns_{name}_change", args=[model.objects.first().pk]))
    assert page.status_code == 200
    assert desk.get(reverse(f"admin:campaigns_{name}_add")).status_code == 403


def test_staff_publish_a_module_by_taking_its_owner_away(desk, membership, mill, ana):
    assert not modules_of(ana)
    change = reverse("admin:campaigns_module_change", args=[mill.module_id])
    answer = desk.post(
        change,
        {
            "title": "The Mill",
            "owner": "",
            "versions-TOTAL_FORMS": 0,
            "versions-INITIAL_FORMS": 0,
        },
    )
    assert answer.status_code == 302
    assert modules_of(ana) == ["The Mill"]


def modules_of(user):
    from campaigns.modules.queries import library

    return [row.module.title for row in library(user)]
