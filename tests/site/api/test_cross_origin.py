"""Pages of other origins: only those that the operator names, only the API, never with cookies."""

import pytest
from asgiref.sync import async_to_sync
from django.core.exceptions import ImproperlyConfigured

from config import env
from config.server.asgi_handler import SiteHandler
from tests.site.api.conftest import ok, refused

pytestmark = pytest.mark.django_db
OURS, OTHER = "https://tools.example.org", "https://tools.example.com"
ASK = {"Access_Control_Request_Method": "PATCH", "Access_Control_Request_Headers": "authorization,if-match"}


@pytest.fixture
def opened(settings):
    """A site whose operator named one origin."""
    settings.API_ORIGINS = frozenset({OURS})


def headers_of(answer):
    """The headers for other origins."""
    return {name: value for name, value in answer.headers.items() if name.startswith("Access-Control-")}


def test_nobody_is_allowed_unless_the_operator_names_them(gm_api, settings):
    assert frozenset() == settings.API_ORIGINS
    assert headers_of(gm_api.get("me/", Origin=OURS)) == {}
    assert headers_of(gm_api.send("OPTIONS", "me/", Origin=OURS, **ASK)) == {}


def test_a_page_of_a_named_origin_asks_first_and_then_calls_with_a_token(gm_api, caller, opened):
    asked = caller().send("OPTIONS", "campaigns/1/", Origin=OURS, **ASK)
    assert (asked.status_code, asked.content) == (204, b"")
    told = headers_of(asked)
    assert told["Access-Control-Allow-Origin"] == OURS
    assert "PATCH" in told["Access-Control-Allow-Methods"]
    assert {"Authorization", "If-Match", "Idempotency-Key"} <= set(told["Access-Control-Allow-Headers"].split(", "))
    answer = gm_api.get("me/", Origin=OURS)
    assert ok(answer)["username"] == "gm"
    assert headers_of(answer)["Access-Control-Allow-Origin"] == OURS
    assert "ETag" in headers_of(answer)["Access-Control-Expose-Headers"]
    assert headers_of(caller().get("me/", Origin=OURS)) == headers_of(answer), "a refusal can be read too"
    assert "Origin" in answer["Vary"]


def refused_by_the_server(path, origin):
    """The headers for other origins of a refusal without Django: a stranger's body is too large."""
    sent = []

    async def send(message):
        sent.append(message)

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    headers = [(b"content-length", b"9999999"), (b"origin", origin.encode())]
    scope = {"type": "http", "method": "POST", "path": path, "headers": headers, "query_string": b""}
    async_to_sync(SiteHandler())(scope, receive, send)
    assert sent[0]["status"] == 413
    return {name.decode(): value.decode() for name, value in sent[0]["headers"] if name.startswith((b"acc", b"vary"))}


def test_a_refusal_of_the_server_can_be_read_too(gm_api, opened, settings):
    names = ("Access-Control-Allow-Origin", "Access-Control-Expose-Headers")
    usual = {name.lower(): headers_of(gm_api.get("me/", Origin=OURS))[name] for name in names}
    assert {"Retry-After", "Idempotent-Replayed", "X-Request-ID"} <= set(usual[names[1].lower()].split(", "))
    assert refused_by_the_server("/api/v1/restores/", OURS) == usual | {"vary": "Origin"}
    assert refused_by_the_server("/api/v1/restores/", OTHER) == {"vary": "Origin"}
    assert refused_by_the_server("/restore/", OURS) == {}
    settings.API_ORIGINS = frozenset()
    assert refused_by_the_server("/api/v1/restores/", OURS) == {}


@pytest.mark.parametrize("origin", [OTHER, "null", "", OURS + "/", OURS.upper(), OURS + ".evil.example", "*"])
def test_other_origins_get_nothing(gm_api, opened, origin):
    for answer in (gm_api.get("me/", Origin=origin), gm_api.send("OPTIONS", "me/", Origin=origin, **ASK)):
        assert headers_of(answer) == {}
        assert "Origin" in answer["Vary"], "no cache may keep this answer for a named origin"


def test_cookies_are_never_allowed_and_pages_never_shared(client, gm, opened):
    client.force_login(gm)
    for path in ("/api/v1/me/", "/me/", "/", "/api/docs/"):
        answer = client.get(path, headers={"Origin": OURS})
        assert "Access-Control-Allow-Credentials" not in answer.headers
        assert ("Access-Control-Allow-Origin" in answer.headers) == path.startswith("/api/v1/")


def test_an_ordinary_options_request_is_answered_as_before(gm_api, caller, opened):
    assert ok(gm_api.send("OPTIONS", "me/", Origin=OURS))["methods"]
    refused(caller().send("OPTIONS", "me/", Origin=OURS), 401)


@pytest.mark.parametrize(
    "text", ["*", "example.org", "http://example.org", "https://a.example/x", "https://*.a.example"]
)
def test_a_setting_that_is_no_origin_stops_the_start(monkeypatch, text):
    monkeypatch.setenv("API_ORIGINS", text)
    with pytest.raises(ImproperlyConfigured, match="API_ORIGINS"):
        env.origins("API_ORIGINS")


def test_origins_are_read_from_the_environment(monkeypatch):
    monkeypatch.setenv("API_ORIGINS", f"{OURS}, http://localhost:5173,https://a.example:8443")
    assert env.origins("API_ORIGINS") == {OURS, "http://localhost:5173", "https://a.example:8443"}
    monkeypatch.delenv("API_ORIGINS")
    assert env.origins("API_ORIGINS") == frozenset()
