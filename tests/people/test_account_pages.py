"""Each page of the account library says in the words of the site what happened, and leads to the next step."""

import re

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.core import mail

from people.models import User

PASSWORD = "open sesame"
# address -> what is its next step for someone who is not signed in
NEXT = {
    "inactive": "/",
    "confirm-email": "/",
    "password/reset/key/done": "/accounts/login/",
    "password/reset/key/0-nothing": "/accounts/password/reset/",
    "confirm-email/nothing": "/accounts/email/",
}


def main_of(answer) -> str:
    page = answer.content.decode()
    return page[page.index("<main") : page.index("</main>")]


@pytest.mark.parametrize("page", NEXT)
def test_no_page_of_the_account_library_is_a_dead_end(client, db, page):
    answer = client.get(f"/accounts/{page}/", follow=True)
    assert answer.status_code == 200
    assert f'href="{NEXT[page]}"' in main_of(answer)
    assert not re.search(r"Bad Token|Verify|reauthenticate|Inactive", main_of(answer))


def test_a_link_to_a_new_password_works_with_the_pages_of_the_site(client, ana):
    EmailAddress.objects.create(user=ana, email=ana.email, verified=True, primary=True)
    client.post("/accounts/password/reset/", {"email": ana.email})
    link = re.search(r"https?://[^/]+(/accounts/password/reset/key/\S+)", mail.outbox[0].body)[1]
    page = client.get(link, follow=True)
    assert "<h1>New password</h1>" in main_of(page)
    words = {"password1": "a salt road 7", "password2": "a salt road 7"}
    done = client.post(page.redirect_chain[-1][0], words, follow=True)
    assert "Your password has been changed." in main_of(done)
    assert User.objects.get(pk=ana.pk).check_password("a salt road 7")
    assert "<h1>This link is not valid</h1>" in main_of(client.get(link, follow=True))


def test_an_address_is_added_confirmed_and_made_the_main_one(client, ana):
    client.post("/accounts/login/", {"login": "ana", "password": PASSWORD})
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})
    added = EmailAddress.objects.get(email="new@example.org")
    shown = main_of(client.get("/accounts/email/"))
    assert "not confirmed" in shown
    link = f"/accounts/confirm-email/{EmailConfirmationHMAC(added).key}/"
    assert "Is new@example.org the address of ana?" in main_of(client.get(link))
    client.post(link)
    client.post("/accounts/email/", {"email": "new@example.org", "action_primary": ""})
    added.refresh_from_db()
    assert (added.verified, added.primary) == (True, True)
    assert "main address" in main_of(client.get("/accounts/email/"))


def test_the_password_is_asked_again_with_a_way_back(client, ana):
    client.post("/accounts/login/", {"login": "ana", "password": PASSWORD})
    shown = main_of(client.get("/accounts/reauthenticate/"))
    assert "<h1>Confirm that it is you</h1>" in shown
    assert 'href="/me/"' in shown
