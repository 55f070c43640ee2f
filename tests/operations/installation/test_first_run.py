"""The first run: one link, one administrator, and a page that says what is in order."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.core.management import call_command
from django.utils import timezone

from operations.demo import campaign as demo_campaign
from operations.installation import first_run, site_checks
from people.models import Campaign, User
from tests import factories

pytestmark = pytest.mark.django_db
PASSWORD = "a-long-enough-passphrase"
GIVEN = {"username": "keeper-of-all", "email": "op@example.org", "password": PASSWORD, "again": PASSWORD}


def address():
    """The path of a fresh link."""
    return "/" + first_run.link().split("/", 3)[3]


def test_the_link_makes_one_administrator_who_is_signed_in(client):
    link = address()
    page = client.get(link).content.decode()
    assert "This site has no administrator yet" in page
    assert "The database is" in page
    answer = client.post(link, GIVEN)
    assert (answer.status_code, answer["Location"]) == (302, "/site-health/")
    person = User.objects.get(is_superuser=True)
    assert (person.username, person.is_staff, person.check_password(PASSWORD)) == ("keeper-of-all", True, True)
    assert b"This site has no administrator yet" not in client.get(link).content
    assert client.get(link).status_code == client.post(link, GIVEN).status_code == 404
    assert "This link has expired or was used." in client.get(link).content.decode()
    assert User.objects.filter(is_superuser=True).count() == 1


def test_the_administrators_name_is_no_email_address(client):
    link = address()
    refused = client.post(link, GIVEN | {"username": "op@example.org"})
    assert "cannot be an email address" in refused.content.decode()
    assert not User.objects.exists()


def test_the_link_says_the_name_of_the_site(settings):
    settings.ALLOWED_HOSTS, settings.HTTPS = ["fatekeeper.example"], True
    assert first_run.link().startswith("https://fatekeeper.example/first-run/")
    settings.ALLOWED_HOSTS, settings.HTTPS = ["localhost"], False
    assert first_run.link(9000).startswith("http://localhost:9000/first-run/")


@pytest.mark.parametrize("change", [lambda link: link[:-3] + "xx/", lambda link: "/first-run/first-run/"])
def test_a_link_that_was_not_made_here_opens_nothing(client, change):
    link = change(address())
    assert client.get(link).status_code == client.post(link, GIVEN).status_code == 404
    assert not User.objects.filter(is_superuser=True).exists()


def test_a_link_is_good_for_a_day(client):
    link = address()
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        assert client.get(link).status_code == 404


def test_a_site_with_an_administrator_prints_no_link_and_opens_none(client, capsys, settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    call_command("prepare")
    assert re.search(r"no administrator yet. Open http://\S+/first-run/", capsys.readouterr().out)
    link = address()
    User.objects.create_superuser("someone", password=PASSWORD)
    call_command("prepare")
    assert "first-run" not in capsys.readouterr().out
    assert client.get(link).status_code == 404


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"again": "another-passphrase"}, "The two passwords differ"),
        ({"password": "12345678", "again": "12345678"}, "too common"),
        ({"username": "not a name!"}, "Enter a valid username"),
        ({"username": "ANA"}, "This name is taken"),
    ],
)
def test_a_form_that_is_not_right_says_why(client, ana, change, sentence):
    answer = client.post(address(), GIVEN | change)
    assert answer.status_code == 200
    assert sentence in answer.content.decode()
    assert not User.objects.filter(is_superuser=True).exists()


def test_the_demo_has_no_password_that_anybody_knows(client):
    call_command("load_catalogue", verbosity=0)
    assert client.post(address(), GIVEN | {"demo": "on"}).status_code == 302
    campaign = Campaign.objects.get()
    assert client.get(f"/campaigns/{campaign.pk}/").status_code == 200
    others = User.objects.filter(kind="person").exclude(username="keeper-of-all")
    assert others
    assert not any(person.has_usable_password() or person.is_superuser or person.is_staff for person in others)


def test_the_demo_takes_no_account_that_has_a_name_of_its_people(client):
    call_command("load_catalogue", verbosity=0)
    stranger = User.objects.create_user("oskar", "oskar@example.org", PASSWORD)
    link = address()
    assert "archive it later" in client.get(link).content.decode()
    assert client.post(link, GIVEN | {"username": "Mara", "demo": "on"}).status_code == 302
    campaign = Campaign.objects.get()
    roles = dict(campaign.members.values_list("user__username", "role"))
    assert roles["Mara"] == "co-gm"
    assert (roles["mara-demo"], roles["oskar-demo"]) == ("player", "player")
    assert "oskar" not in roles
    assert stranger.check_password(PASSWORD)
    assert client.post(f"/campaigns/{campaign.pk}/archive/").status_code == 302
    campaign.refresh_from_db()
    assert campaign.archived


def test_the_page_about_health_is_for_administrators_and_sends_a_test_mail(client, ana):
    client.force_login(ana)
    assert client.get("/site-health/").status_code == client.post("/site-health/mail/").status_code == 404
    assert not mail.outbox
    person = User.objects.create_superuser("someone", "op@example.org", PASSWORD)
    client.force_login(person)
    page = client.get("/site-health/").content.decode()
    assert "All migrations have run." in page
    assert "Send a test mail to op@example.org" in page
    assert "No mail is sent" in page
    page = client.post("/site-health/mail/", follow=True).content.decode()
    assert "No mail server is set up" in page
    assert "A mail was sent" not in page
    assert [message.to for message in mail.outbox] == [["op@example.org"]]


def test_a_mail_that_leaves_the_site_is_said(admin_client, monkeypatch):
    monkeypatch.setattr(site_checks, "NOT_SENDING", ())
    User.objects.update(email="op@example.org")
    page = admin_client.post("/site-health/mail/", follow=True).content.decode()
    assert "A mail was sent to op@example.org." in page


def test_a_mail_that_cannot_be_sent_is_said(client, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    client.force_login(User.objects.create_superuser("someone", "op@example.org", PASSWORD))
    page = client.post("/site-health/mail/", follow=True).content.decode()
    assert "The mail could not be sent: [Errno 111] Connection refused" in page


def test_an_address_of_this_machine_as_the_sender_is_noticed_on_a_public_site(client, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.HTTPS = "mail.example.org", True
    assert settings.DEFAULT_FROM_EMAIL.endswith("@localhost>")
    advice = "from fatekeeper@localhost, which most mail servers refuse: set DEFAULT_FROM_EMAIL."
    assert advice in client.get(address()).content.decode()
    settings.DEFAULT_FROM_EMAIL = "The Guild <fate@example.org>"
    page = client.get(address()).content.decode()
    assert "Mail is sent through mail.example.org from fate@example.org." in page
    assert "most mail servers refuse" not in page


def health_of(client, **headers):
    """The page, for an administrator with these headers."""
    client.force_login(User.objects.create_superuser("someone", password=PASSWORD))
    return client.get("/site-health/", headers=headers).content.decode()


def test_a_proxy_that_the_site_does_not_know_is_noticed(client):
    assert "set BEHIND_PROXY=1" in health_of(client, x_forwarded_for="192.0.2.7")


def test_a_proxy_that_appends_nothing_is_noticed(client, settings):
    settings.TRUSTED_PROXIES = 1
    assert "no X-Forwarded-For" in health_of(client)


def test_a_proxy_that_does_its_part_shows_the_address(client, settings):
    settings.TRUSTED_PROXIES = 1
    assert "Your address is 192.0.2.7" in health_of(client, x_forwarded_for="192.0.2.7")


def test_people_of_the_demo_who_have_another_address_now_are_not_made_again(db):
    people = {name: factories.UserFactory(username=name) for name in (demo_campaign.GM, demo_campaign.KEEPER)}
    assert demo_campaign.demo_people() == {}, "without a demo, somebody else has the name"
    factories.CampaignFactory(name=demo_campaign.STORY["name"], created_by=people[demo_campaign.GM])
    assert demo_campaign.demo_people() == people
