"""Test clients share the list of static files and remembered routes, and nothing that settings change."""

import pytest
from django.test import Client, override_settings
from whitenoise.middleware import WhiteNoiseMiddleware

from config.server import routes, sign_in_memory
from config.server.routes import RouteHandler
from tests import client_handlers


@pytest.fixture
def listings(monkeypatch, settings, tmp_path):
    """How often the static files were listed, with nothing listed before and nothing collected."""
    found = []
    settings.STATIC_ROOT = tmp_path
    list_files = client_handlers._list_files
    monkeypatch.setattr(client_handlers, "_listed", {})
    monkeypatch.setattr(
        client_handlers, "_list_files", lambda middleware: found.append(middleware) or list_files(middleware)
    )
    return found


def middleware():
    return WhiteNoiseMiddleware(lambda request: None)


def test_static_files_are_listed_once_for_the_same_settings(listings):
    first, second = middleware(), middleware()
    assert len(listings) == 1
    assert first.files.keys() == second.files.keys()
    assert first.files is not second.files, "what one handler adds is not added to the others"
    assert len(first.files) > 100


def test_other_settings_make_a_list_of_their_own(listings):
    usual = middleware()
    with override_settings(WHITENOISE_MAX_AGE=5, STATICFILES_DIRS=[]):
        other = middleware()
    assert len(listings) == 2
    assert other.files.keys() < usual.files.keys()


def test_clients_are_answered_static_files_and_pages(db):
    first, second = Client(), Client()
    style = next(path for path in first_files() if path.endswith(".css"))
    answers = [client.get(style) for client in (first, second)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert b"".join(answers[0].streaming_content) == b"".join(answers[1].streaming_content) != b""
    assert first.get("/static/no-such-file.css").status_code == 404


def first_files():
    """The addresses of the static files."""
    return sorted(middleware().files)


def test_clients_find_routes_as_the_site_does(db, monkeypatch):
    paths = []
    find = routes.resolve_path
    # The memory of sign-ins looks for the route too. Its look is not counted, whichever test imported it first.
    monkeypatch.setattr(sign_in_memory, "resolve_path", find)
    monkeypatch.setattr(routes, "resolve_path", lambda path: paths.append(path) or find(path))
    client = Client()
    assert isinstance(client.handler, RouteHandler)
    assert client.get("/about/").status_code == 200
    assert paths == ["/about/"]
