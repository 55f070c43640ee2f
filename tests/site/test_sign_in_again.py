"""An open page whose person is no longer signed in leads to the sign-in page, and back."""

from urllib.parse import parse_qs, urlsplit

import pytest

from tests import factories

pytestmark = pytest.mark.django_db
PAGE = "http://testserver/encounters/7/?as=mara"


def ask(client, address, method="get", page=PAGE):
    return getattr(client, method)(address, headers={"hx-request": "true", "hx-current-url": page})


@pytest.mark.parametrize(("address", "method"), [("/encounters/7/table/", "get"), ("/encounters/7/commands/", "post")])
def test_a_part_of_a_page_leads_the_whole_page_to_the_sign_in_page_and_back(client, address, method):
    answer = ask(client, address, method)
    assert answer.status_code == 401, "nothing was done"
    assert not answer.content
    target = urlsplit(answer["HX-Redirect"])
    assert target.path == "/accounts/login/"
    assert parse_qs(target.query) == {"next": ["/encounters/7/?as=mara"]}


@pytest.mark.parametrize("page", ["http://elsewhere.test/encounters/7/", "nonsense", ""])
def test_the_way_back_never_leads_to_another_site(client, page):
    target = urlsplit(ask(client, "/encounters/7/table/", page=page)["HX-Redirect"])
    assert parse_qs(target.query)["next"][0].startswith("/")
    assert "elsewhere" not in target.query


def test_a_whole_page_is_redirected_and_people_who_are_signed_in_are_not(client):
    assert client.get("/encounters/7/").status_code == 302
    client.force_login(factories.UserFactory())
    assert ask(client, "/encounters/7/table/").status_code == 404
