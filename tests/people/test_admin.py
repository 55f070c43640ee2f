"""The admin of how people sign in: it finds and takes away, and shows no seed and no key."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.models import Group
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client):
    client.force_login(factories.UserFactory(username="keeper", is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def factor(ana):
    return Authenticator.objects.create(user=ana, type="totp", data={"secret": "GEZDGNBVGY3TQOJQ"})


@pytest.fixture
def signed_in(ana):
    phone = Client()
    phone.force_login(ana)
    key = phone.session.session_key
    return UserSession.objects.create(user=ana, ip="192.0.2.7", user_agent="Pigeon 3", session_key=key)


def listing(row):
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_changelist")


def test_every_list_can_be_searched_and_has_columns():
    for model, desk in admin.site._registry.items():
        assert desk.search_fields or model is EmailAddress, model
        assert tuple(desk.list_display) != ("__str__",), model


def test_a_second_factor_is_found_and_its_seed_is_shown_nowhere(desk, factor):
    pages = [desk.get(listing(factor), {"q": "ana"}), desk.get(f"{listing(factor)}{factor.pk}/change/")]
    for page in pages:
        assert page.status_code == 200
        assert "ana" in page.content.decode()
        assert "GEZDG" not in page.content.decode()
    assert desk.get(f"{listing(factor)}?data__secret__startswith=G").status_code in {302, 400}
    assert desk.get(f"{listing(factor)}add/").status_code == 403
    assert desk.post(f"{listing(factor)}{factor.pk}/change/", {"data": "{}"}).status_code == 403


def test_a_lost_device_is_taken_away(desk, factor):
    assert desk.post(f"{listing(factor)}{factor.pk}/delete/", {"post": "yes"}).status_code == 302
    assert not Authenticator.objects.exists()


def test_where_people_are_signed_in_is_found_without_the_key(desk, signed_in):
    pages = [desk.get(listing(signed_in), {"q": "pigeon"}), desk.get(f"{listing(signed_in)}{signed_in.pk}/change/")]
    for page in pages:
        assert "192.0.2.7" in page.content.decode()
        assert signed_in.session_key not in page.content.decode()
    assert desk.get(f"{listing(signed_in)}?session_key__startswith=a").status_code in {302, 400}


@pytest.mark.parametrize("many", [False, True])
def test_deleting_where_somebody_is_signed_in_signs_them_out(desk, signed_in, many):
    address, posted = f"{listing(signed_in)}{signed_in.pk}/delete/", {"post": "yes"}
    if many:
        address, posted = listing(signed_in), {"action": "delete_selected", "_selected_action": [signed_in.pk]} | posted
    assert desk.post(address, posted).status_code == 302
    assert not UserSession.objects.exists()
    assert not Session.objects.filter(session_key=signed_in.session_key).exists()


def test_groups_and_addresses_say_whose_they_are(desk, ana):
    Group.objects.create(name="helpers").user_set.add(ana)
    EmailAddress.objects.create(user=ana, email="ana@example.org")
    group = Group.objects.get()
    assert '<td class="field-people">1</td>' in desk.get(listing(group)).content.decode()
    found = desk.get(reverse("admin:account_emailaddress_changelist"), {"q": "ana"})
    assert "ana@example.org" in found.content.decode()
