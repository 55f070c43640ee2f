"""One's own account: name, zone, and API tokens that are shown once."""

from datetime import timedelta

import pytest

from people import actions
from people.credentials.models import ApiToken
from tests import factories
from tests.people.helpers import forbidden, refused


def test_a_token_is_shown_once_and_only_its_digest_is_stored(client, ana, campaign):
    client.force_login(ana)
    made = client.post("/me/tokens/", {"name": "reader", "reach": "read", "campaign": "", "days": "90"})
    secret = made.context["secret"]
    assert secret.startswith("fate_")
    assert secret in made.content.decode()
    assert made.headers["Cache-Control"].find("no-store") >= 0
    assert secret not in client.get("/me/tokens/").content.decode()
    row = ApiToken.objects.get()
    assert secret not in str(vars(row))
    assert (row.can_write, row.campaign, row.user) == (False, None, ana)


def test_a_token_may_reach_one_campaign_and_write(client, ana, campaign):
    client.force_login(ana)
    client.post("/me/tokens/", {"name": "bot", "reach": "write", "campaign": campaign.pk, "days": ""})
    row = ApiToken.objects.get()
    assert (row.can_write, row.campaign, row.expiry, row.scopes) == (True, campaign, None, [])


def test_a_token_is_for_what_was_ticked(client, ana, campaign):
    client.force_login(ana)
    ticked = {"reach": "chosen", "scopes": ["log:write", "characters:read"], "campaign": campaign.pk, "days": "30"}
    page = client.post("/me/tokens/", {"name": "bot", **ticked}).content.decode()
    row = ApiToken.objects.get()
    assert (row.can_write, row.scopes) == (True, ["characters:read", "log:write"])
    assert "read characters and monsters, write sessions and the log" in " ".join(page.split())
    assert row.expiry - row.created > timedelta(days=29)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"reach": "chosen"}, "Choose at least one permission"),
        ({"reach": "write", "scopes": ["log:read"]}, "Remove these ticks"),
        ({"reach": "read", "scopes": ["log:read"]}, "Remove these ticks"),
        ({"reach": "chosen", "scopes": ["everything:write"]}, "not one of the available choices"),
        ({"scopes": ["log:read"]}, "required"),
    ],
)
def test_a_choice_that_contradicts_the_ticks_makes_no_token(client, ana, fields, words):
    client.force_login(ana)
    page = client.post("/me/tokens/", {"name": "bot", "campaign": "", "days": "30"} | fields)
    assert words in page.content.decode()
    assert not ApiToken.objects.exists()


def test_only_reading_scopes_make_a_token_that_cannot_write(ana):
    token, _secret = actions.create_token(user=ana, name="reader", can_write=True, scopes=["log:read", "log:read"])
    assert (token.can_write, token.scopes) == (False, ["log:read"])
    with refused("no scope “nonsense”"):
        actions.create_token(user=ana, name="reader", scopes=["nonsense"])


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"name": " "}, "1 to 80"),
        ({"name": "x" * 81}, "1 to 80"),
        ({"days": 0}, "1 to 3650 days"),
        ({"days": 3651}, "1 to 3650 days"),
    ],
)
def test_a_token_out_of_bounds_is_refused(ana, fields, words):
    with refused(words):
        actions.create_token(user=ana, **{"name": "reader"} | fields)
    assert not ApiToken.objects.exists()


def test_no_token_reaches_a_campaign_that_is_not_ones_own(client, ana):
    other = factories.CampaignFactory()
    with refused("not a member of that campaign"):
        actions.create_token(user=ana, name="spy", campaign=other)
    client.force_login(ana)
    answer = client.post("/me/tokens/", {"name": "spy", "reach": "read", "campaign": other.pk, "days": "7"})
    assert answer.status_code == 200
    assert not ApiToken.objects.exists()


def test_a_revoked_token_is_gone_and_nobody_revokes_anothers(client, ana, ben):
    token, _secret = actions.create_token(user=ana, name="reader")
    with forbidden("someone else"):
        actions.revoke_token(user=ben, token=token)
    client.force_login(ben)
    assert client.post(f"/me/tokens/{token.token_key}/revoke/").status_code == 404
    client.force_login(ana)
    here = f"/me/tokens/{token.token_key}/revoke/"
    assert f'action="{here}"' in client.get("/me/tokens/").content.decode()
    assert client.get(here).status_code == 405
    assert ApiToken.objects.exists()
    told = client.post(here, follow=True)
    assert "“reader” was revoked" in told.content.decode()
    assert not ApiToken.objects.exists()


def test_name_and_zone_are_changed(client, ana, ben):
    client.force_login(ana)
    client.post("/me/", {"username": "Ana-Maria", "zone": "Europe/Berlin"})
    ana.refresh_from_db()
    assert (ana.username, ana.zone) == ("Ana-Maria", "Europe/Berlin")
    taken = client.post("/me/", {"username": "ben", "zone": ""})
    assert b"already exists" in taken.content
    wrong = client.post("/me/", {"username": "Ana", "zone": "Middle/Earth"})
    assert wrong.status_code == 200
    ana.refresh_from_db()
    assert ana.username == "Ana-Maria"
