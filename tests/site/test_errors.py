"""Error pages: in our look, in words, and silent about the cause."""

import io
import logging

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import HttpRequest
from django.test import Client
from django.urls import path

from campaigns.log.models import LogEntry
from campaigns.world.actions import create_entry
from campaigns.world.models import WorldEntry
from characters.models import Character
from config import urls
from config.logs import BriefFilter
from people.access import get_membership
from tests import factories


def broken(request: HttpRequest) -> None:
    password = "hunter2"  # noqa: F841
    raise RuntimeError("the secret cause")


def suspicious(request: HttpRequest) -> None:
    raise SuspiciousOperation("the secret cause")


def refused(request: HttpRequest) -> None:
    raise PermissionDenied("Only the GM may do this.")


urlpatterns = [
    path("broken/", broken),
    path("suspicious/", suspicious),
    path("refused/", refused),
    *urls.urlpatterns,
]


@pytest.mark.django_db
@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/broken/", 500, "Something went wrong"),
        ("/suspicious/", 400, "could not understand"),
        ("/nowhere/", 404, "no such page"),
    ],
)
def test_faults_are_told_in_words_and_nothing_leaks(address, status, words):
    answer = Client(raise_request_exception=False).get(address)
    page = answer.content.decode()
    assert answer.status_code == status
    assert words in page
    assert "fatekeeper.css" in page
    assert not any(leak in page for leak in ("secret cause", "hunter2", "Traceback", "Resolver404", "urlpatterns"))


def test_a_form_without_its_token_is_refused_in_words(ana, campaign):
    client = Client(enforce_csrf_checks=True)
    client.force_login(ana)
    answer = client.post(f"/campaigns/{campaign.pk}/log/", {"text": "forged"})
    assert answer.status_code == 403
    assert "has expired" in answer.content.decode()
    assert not campaign.log.exists()


def test_an_address_that_only_a_button_may_ask_says_so(client, ana, campaign):
    """Signed out when the button was pressed, one comes here after signing in."""
    client.force_login(ana)
    address = f"/campaigns/{campaign.pk}/unarchive/"
    answer = client.get(address, headers={"accept": "text/html"})
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert "This address cannot be opened" in answer.content.decode()
    assert not client.get(address, headers={"accept": "application/json"}).content
    assert b"This address cannot be opened" not in client.delete("/api/v1/me/", headers={"accept": "text/html"}).content


def test_a_refusal_of_permission_says_whom_to_ask(client, ana, campaign):
    client.force_login(ana)
    answer = client.get(f"/campaigns/{campaign.pk}/archive/")
    assert answer.status_code == 403
    assert "Ask your GM" in answer.content.decode()


def test_pages_of_signed_in_people_stay_out_of_caches(client, ana, campaign):
    client.force_login(ana)
    for address in ("/", f"/campaigns/{campaign.pk}/log/", "/campaigns/999/"):
        assert "no-store" in client.get(address).headers["Cache-Control"]


@pytest.mark.django_db
@pytest.mark.urls(__name__)
@pytest.mark.parametrize(("address", "traced"), [("/broken/", True), ("/refused/", False)])
def test_a_fault_is_logged_with_its_traceback_and_a_refusal_with_a_line(address, traced):
    told = io.StringIO()
    handler = logging.StreamHandler(told)
    handler.addFilter(BriefFilter())
    logging.getLogger("django").addHandler(handler)
    try:
        Client(raise_request_exception=False).get(address)
    finally:
        logging.getLogger("django").removeHandler(handler)
    assert address in told.getvalue()
    assert ("Traceback" in told.getvalue()) is traced


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/?q=%00", "/rules/?text=a%00b", "/campaigns/1/world/names/?text=%00"])
def test_an_address_with_a_nul_character_is_refused_in_words(client, ana, address):
    client.force_login(ana)
    answer = client.get(address)
    assert answer.status_code == 400
    assert client.get(address.replace("%00", "x")).status_code in {200, 404}


@pytest.mark.django_db
def test_a_form_with_a_nul_character_is_refused_and_stores_nothing(client, gm, campaign):
    membership = get_membership(gm, campaign.pk)
    page = create_entry(membership=membership, kind="note", name="News", text="Rain.")
    npc = factories.CharacterFactory(campaign=campaign, kind="npc", name="Otto", visible=False)
    edit = {"kind": "note", "name": "News", "text": "Rain.", "revision": page.revision}
    check = {"kind": "skill-check", "number-difficulty": "6"}
    note = {"text": "x", "audience": "all"}
    forms = [
        (f"/world/{page.pk}/edit/", edit | {"reason": "a\0b"}, edit | {"reason": "ab"}),
        (
            f"/campaigns/{campaign.pk}/world/npcs/{npc.pk}/know/",
            {"known": "yes", "how": "\0"},
            {"known": "yes", "everyone": "1"},
        ),
        (f"/campaigns/{campaign.pk}/checks/new/", check | {"key": "\0abcdefgh"}, check | {"key": "abcdefgh"}),
        (f"/campaigns/{campaign.pk}/log/", note | {"na\0me": "x"}, note),
    ]
    client.force_login(gm)
    for address, refused, accepted in forms:
        before = LogEntry.objects.count(), WorldEntry.history.count(), Character.history.count()
        assert client.post(address, refused).status_code == 400, address
        assert (LogEntry.objects.count(), WorldEntry.history.count(), Character.history.count()) == before
        assert client.post(address, accepted).status_code == 302, address
        assert (LogEntry.objects.count(), WorldEntry.history.count(), Character.history.count()) != before
