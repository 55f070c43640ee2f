"""Test clients share the list of static files and remembered routes, and nothing that settings change."""

import pytest
from django.test import Client, override_settings
from whitenoise.middleware import WhiteNoiseMiddleware

from config.server import routes, sign_in_memory
from config.server.routes import RouteHandler
from tests import client_handlers


@pytest.fixture
def listings(monkeypatch, settings, tmp_path):
    """What was listed (finders, folders), with nothing listed before and one file collected."""
    found = []
    settings.STATIC_ROOT = tmp_path
    (tmp_path / "collected.css").write_text("a {}")
    monkeypatch.setattr(client_handlers, "_listed", {})
    for name in ("_list_finders", "_list_folder"):
        list_files = getattr(client_handlers, name)
        monkeypatch.setattr(
            client_handlers, name, lambda *places, name=name, do=list_files: found.append(name) or do(*places)
        )
    return found


def middleware():
    return WhiteNoiseMiddleware(lambda request: None)


def test_static_files_are_listed_once_for_the_same_settings(listings):
    first, second = middleware(), middleware()
    assert sorted(listings) == ["_list_finders", "_list_folder"]
    assert "/static/collected.css" in first.files
    assert first.files.keys() == second.files.keys()
    assert first.files is not second.files, "what one handler adds is not added to the others"
    assert len(first.files) > 100


def test_other_settings_make_a_list_of_their_own(listings):
    usual = middleware()
    with override_settings(WHITENOISE_MAX_AGE=5, STATICFILES_DIRS=[]):
        other = middleware()
    assert len(listings) == 4
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
