"""Query parameters that an operation does not have, and values that mean nothing, are refused with the valid ones."""

import re

import pytest
from django.urls import get_resolver
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from config.api.parameters import declared_parameters
from tests.site.api.conftest import ok, refused
from tests.site.api.openapi_document import openapi_document

pytestmark = pytest.mark.django_db


def test_a_mistyped_filter_is_refused_with_the_parameters_that_there_are(gm_api, campaign):
    told = refused(gm_api.get(f"campaigns/{campaign.pk}/log/?sesion=3"), 400, "parameter.unknown")
    assert told["parameter"] == "sesion"
    assert {"session", "character", "kind", "text", "after", "page_size", "cursor"} <= set(told["parameters"])
    assert "session" in told["detail"]
    ok(gm_api.get(f"campaigns/{campaign.pk}/log/?session=3"))


def test_an_operation_without_parameters_says_so(gm_api):
    assert refused(gm_api.get("me/?x=1"), 400, "parameter.unknown")["parameters"] == []
    ok(gm_api.get("me/?format=json"))


def test_the_parameters_of_one_method_are_not_those_of_another(gm_api, campaign):
    path = f"campaigns/{campaign.pk}/sessions/"
    ok(gm_api.get(f"{path}?status=planned"))
    refused(gm_api.post(f"{path}?status=planned", {"title": "Bell"}), 400, "parameter.unknown")
    assert campaign.sessions.count() == 0


@pytest.mark.parametrize("size", ["-3", "0", "201", "9999999999999", "x", "", "1.5", "%D9%A3"])
def test_a_page_size_that_is_no_size_is_refused(gm_api, campaign, size):
    told = refused(gm_api.get(f"campaigns/{campaign.pk}/log/?page_size={size}"), 400, "parameter.invalid")
    assert "1 to 200" in told["detail"]


@pytest.mark.parametrize("path", ["me/", "campaigns/{}/"])
def test_a_format_that_there_is_not_is_refused_with_those_that_there_are(gm_api, campaign, path):
    told = refused(gm_api.get(f"{path.format(campaign.pk)}?format=xml"), 400, "parameter.invalid")
    assert told["detail"] == "format: “xml” is not a valid choice. One of: json."
    refused(gm_api.get("campaigns/999999/?format=json"), 404)


@pytest.mark.parametrize("form", ["html", "json", "xml"])
def test_a_file_or_a_stream_has_no_format_and_names_the_parameters_that_it_has(gm_api, campaign, form):
    path = f"campaigns/{campaign.pk}/log/export/"
    told = refused(gm_api.get(f"{path}?format={form}"), 400, "parameter.unknown")
    assert told["parameter"] == "format"
    assert "file_type" in told["parameters"]
    assert "file_type" in told["detail"]
    refused(gm_api.get(f"campaigns/{campaign.pk}/log/stream/?format={form}"), 400, "parameter.unknown")
    assert gm_api.get(f"{path}?file_type=html").headers["Content-Type"].startswith("text/html")
    refused(gm_api.get(f"{path}?file_type=html&format={form}"), 400, "parameter.unknown")


def test_the_document_names_its_formats_in_a_refusal_as_json(gm_api):
    told = refused(gm_api.get("schema/?format=xml"), 400, "parameter.invalid")
    assert told["detail"] == "format: “xml” is not a valid choice. One of: yaml, json."
    ok(gm_api.get("schema/?format=json"))
    refused(gm_api.get("schema/", Accept="text/css"), 406)


def test_an_export_says_that_its_formats_are_json_and_zip(gm_api, campaign):
    path = f"campaigns/{campaign.pk}/export/"
    assert "One of: json, zip." in refused(gm_api.get(f"{path}?format=xml"), 400, "parameter.invalid")["detail"]
    refused(gm_api.get(f"{path}?format=zip"), 409, "export.nothing")


SHORT_LISTS = ["systems/", "waiting/", "campaigns/{}/tags/", "campaigns/{}/catalogue/", "campaigns/{}/conversion/"]


@pytest.mark.parametrize("path", SHORT_LISTS)
def test_a_list_that_is_one_page_has_no_cursor_and_no_page_size_of_nonsense(gm_api, campaign, path):
    path = path.format(campaign.pk)
    whole = ok(gm_api.get(path))
    assert ok(gm_api.get(f"{path}?page_size=200&cursor=")) == whole
    refused(gm_api.get(f"{path}?page_size=-3"), 400, "parameter.invalid")
    refused(gm_api.get(f"{path}?page_size=5000"), 400, "parameter.invalid")
    told = refused(gm_api.get(f"{path}?cursor=cD0x"), 400, "parameter.cursor")
    assert told["parameter"] == "cursor"


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("campaigns/{}/log/?kind=nonsense", "kind"),
        ("campaigns/{}/log/?since=yesterday", "since"),
        ("campaigns/{}/log/?page_size=0", "page_size"),
        ("campaigns/{}/log/?format=xml", "format"),
    ],
)
def test_a_parameter_with_an_invalid_value_is_named(gm_api, campaign, path, name):
    told = refused(gm_api.get(path.format(campaign.pk)), 400, "parameter.invalid")
    assert told["parameter"] == name
    assert name in told["detail"]


def test_a_parameter_of_a_change_with_an_invalid_value_is_named(gm_api):
    assert refused(gm_api.post("modules/convert/?from=x", {}), 400, "parameter.invalid")["parameter"] == "from"
    assert (
        refused(gm_api.post("modules/?allow_missing=x", {}), 400, "parameter.invalid")["parameter"] == "allow_missing"
    )


@pytest.mark.parametrize("query", ["kind=say&kind=do", "page_size=5&page_size=6", "format=json&format=json"])
def test_a_parameter_that_is_there_twice_is_refused_instead_of_ignored(gm_api, campaign, query):
    told = refused(gm_api.get(f"campaigns/{campaign.pk}/log/?{query}"), 400, "parameter.invalid")
    assert told["parameter"] == query.partition("=")[0]
    ok(gm_api.get(f"campaigns/{campaign.pk}/log/?{query.partition('&')[0]}"))


def test_no_parameter_of_the_reference_is_a_list():
    """If one is added, check_parameters must let it be repeated."""
    for methods in openapi_document()["paths"].values():
        for operation in methods.values():
            for parameter in operation.get("parameters", []):
                assert parameter["in"] != "query" or parameter["schema"].get("type") != "array", parameter


def test_an_unknown_choice_is_refused_with_the_choices(gm_api, campaign):
    told = refused(gm_api.get(f"campaigns/{campaign.pk}/log/?kind=nonsense"), 400, "parameter.invalid")
    assert "note" in told["detail"]


def test_strangers_hear_that_they_are_strangers_before_anything_about_parameters(caller, campaign):
    refused(caller().get(f"campaigns/{campaign.pk}/log/?x=1"), 401)


def test_every_parameter_of_the_reference_is_accepted_and_no_other(gm_api, campaign):
    document = openapi_document()
    views = {
        "/api/v1/" + entry.pattern.describe().split("'")[1]: entry.callback.cls
        for entry in get_resolver("config.api.urls").url_patterns
        if hasattr(entry.callback, "cls")
    }
    compared = 0
    for path, methods in document["paths"].items():
        route = next(route for route in views if _like(route) == path)
        for method, operation in methods.items():
            view = views[route]()
            view.request, view.kwargs = Request(APIRequestFactory().get(path)), {}
            view.format_kwarg = None
            told = {parameter["name"] for parameter in operation.get("parameters", []) if parameter["in"] == "query"}
            assert declared_parameters(view, method.upper()) == told, (path, method)
            compared += len(told)
    assert compared > 50


def _like(route):
    """The route as the document writes it."""
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route)


@pytest.mark.parametrize("api", ["gm_api", "ana_api"])
def test_options_of_any_address_is_answered_and_says_nothing_of_rows(api, request, campaign):
    api = request.getfixturevalue(api)
    page = campaign.world.create(name="The mill")
    there, away = f"world/{page.pk}/picture/", f"world/{page.pk + 999}/picture/"
    told = ok(api.send("OPTIONS", there))
    assert {"GET", "PUT", "DELETE"} <= set(told["methods"])
    assert "image/*" in told["parses"]
    assert told == ok(api.send("OPTIONS", away))
    assert ok(api.send("OPTIONS", f"campaigns/{campaign.pk}/log/"))["methods"]
