"""The route of a request is found once, and Django takes the one that was found."""

import pytest
from django.http import Http404
from django.test import RequestFactory
from django.urls import set_urlconf

from config.server import routes
from config.server.asgi_handler import SiteHandler


@pytest.fixture
def asked(monkeypatch):
    """The paths for which Django's resolver is asked, with an empty memory."""
    paths = []
    resolve = routes.resolve
    monkeypatch.setattr(routes, "resolve", lambda path, urlconf: paths.append(path) or resolve(path, urlconf))
    routes._remembered_match.cache_clear()
    yield paths
    routes._remembered_match.cache_clear()


def test_a_path_is_resolved_once_for_its_limits_its_priority_and_its_view(asked):
    path = "/api/v1/encounters/7/commands/"
    scope = {"type": "http", "method": "POST", "path": path, "headers": []}
    assert routes.is_urgent(scope)
    assert not routes.is_heavy(scope)
    match = SiteHandler().resolve_request(RequestFactory().post(path))
    assert (match.url_name, match.kwargs) == ("api-commands", {"encounter_id": 7})
    assert asked == [path]


def test_a_long_path_is_not_remembered(asked):
    path = "/rules/" + "a" * routes.LONGEST_REMEMBERED
    routes.resolve_path(path)
    routes.resolve_path(path)
    assert asked == [path, path]


def test_an_unknown_path_has_no_route(asked):
    with pytest.raises(Http404):
        SiteHandler().resolve_request(RequestFactory().get("/no/such/page/"))


def test_a_request_with_addresses_of_its_own_uses_them(asked):
    request = RequestFactory().get("/stock/")
    request.urlconf = "tests.load.bench_pages"
    try:
        assert SiteHandler().resolve_request(request).url_name == "stock"
    finally:
        set_urlconf(None)
    assert asked == []
