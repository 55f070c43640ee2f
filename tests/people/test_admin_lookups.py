"""A URL of the admin filters a list only by columns that the admin shows, so that nothing hidden can be guessed."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.test import RequestFactory

from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def request_of_staff():
    """A request of staff with every permission but the one to read secrets."""
    person = factories.UserFactory(is_staff=True)
    person.user_permissions.set(Permission.objects.exclude(codename="read_secrets"))
    request = RequestFactory().get("/")
    request.user = person
    return request


def flatten(names):
    """The names of a list of fields that may contain lists."""
    for name in names:
        if isinstance(name, list | tuple):
            yield from flatten(name)
        else:
            yield str(name)


def shown_columns(model_admin, request):
    """The columns that the form, the list, its filters and its search use."""
    form = [about["fields"] for _title, about in model_admin.get_fieldsets(request)]
    filters = [item[0] if isinstance(item, tuple) else item for item in model_admin.get_list_filter(request)]
    names = [*flatten(form), *flatten(model_admin.get_list_display(request)), *flatten(filters)]
    return {name.lstrip("^=@").partition("__")[0] for name in [*names, *model_admin.get_search_fields(request)]}


def guessable_columns(model_admin, request):
    """The hidden columns by which a URL may filter."""
    shown = {"id", *shown_columns(model_admin, request)}
    return [
        field.name
        for field in model_admin.model._meta.concrete_fields
        if field.name not in shown and model_admin.lookup_allowed(f"{field.name}__startswith", "x", request)
    ]


def test_no_hidden_column_can_be_guessed_by_a_filter(request_of_staff):
    found = {
        f"{model.__name__}.{name}"
        for model, model_admin in admin.site._registry.items()
        if model_admin.has_view_permission(request_of_staff)
        for name in guessable_columns(model_admin, request_of_staff)
    }
    assert found == set()


def test_shown_columns_still_filter(request_of_staff):
    names = {model.__name__: model_admin for model, model_admin in admin.site._registry.items()}
    assert names["CallPreferences"].lookup_allowed("zone__startswith", "Europe", request_of_staff)
    assert names["ApiToken"].lookup_allowed("created__gte", "2026-01-01", request_of_staff)
