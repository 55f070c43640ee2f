"""The page "Notifications": devices, mail, quiet hours; and what ends a device."""

import secrets
from datetime import UTC, datetime, time, timedelta

import pytest
from allauth.usersessions.models import UserSession
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.contrib.auth.management.commands import changepassword
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.archive.account.deletion import delete_account
from campaigns.encounters.calls.due import is_quiet
from people.actions import change_account, create_token, delete_ended_sign_ins, revoke_token
from people.credentials.models import ApiToken
from people.devices import actions
from people.devices.access import preferences_of, reachable_devices
from people.devices.models import CallPreferences, PushDevice, PushKey
from people.devices.push_key import encode, get_push_key
from tests import factories
from tests.people.helpers import refused
from tests.site.api.conftest import Caller

pytestmark = pytest.mark.django_db
ENDPOINT = "https://push.example/abc"


def keys():
    point = ec.generate_private_key(ec.SECP256R1()).public_key()
    raw = point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return {"public_key": encode(raw), "auth": encode(secrets.token_bytes(16))}


def test_the_sites_key_is_made_once():
    first = get_push_key()
    assert get_push_key().public == first.public
    assert PushKey.objects.count() == 1


def test_a_browser_is_added_by_its_page_and_removed_with_its_sign_in(client, ana):
    client.force_login(ana)
    page = client.get("/me/calls/").content.decode()
    assert get_push_key().public in page
    body = {"endpoint": ENDPOINT, "name": "Firefox, Android", **keys()}
    answer = client.post("/api/v1/me/devices/", body, content_type="application/json")
    assert answer.status_code == 201, answer.content
    assert "Firefox, Android" in client.get("/me/calls/").content.decode()
    assert actions.delete_signed_out_devices() == 0
    client.post("/accounts/logout/")
    assert not PushDevice.objects.exists()


def test_a_device_ends_when_its_sign_in_is_ended_elsewhere(ana):
    sign_in = UserSession.objects.create(user=ana, session_key="gone", ip="127.0.0.1", user_agent="x")
    token, _secret = create_token(user=ana, name="Phone", can_write=True)
    actions.add_device(user=ana, endpoint=ENDPOINT, session_key="gone", **keys())
    actions.add_device(user=ana, endpoint=ENDPOINT + "2", token=token, **keys())
    assert PushDevice.objects.filter(sign_in=sign_in).count() == 1
    assert actions.delete_signed_out_devices() == 1
    assert [device.sign_in for device in PushDevice.objects.all()] == [None]


def browser_with_device(user, number):
    """A browser in which the person signed in and added a device, and this device."""
    browser = Client()
    browser.post("/accounts/login/", {"login": user.username, "password": "open sesame"})
    body = {"endpoint": f"{ENDPOINT}{number}", **keys()}
    answer = browser.post("/api/v1/me/devices/", body, content_type="application/json")
    return browser, answer.json()["id"]


def reachable():
    """The ids of the devices that get messages."""
    return {device.pk for device in reachable_devices()}


def is_signed_in(browser):
    """Whether the browser still opens a page of its person."""
    return browser.get("/me/calls/").status_code == 200


def test_a_new_password_ends_the_devices_of_other_browsers_and_keeps_this_one(ana, ben):
    (other, others), (own, mine), (_bens, bens) = [
        browser_with_device(user, number) for number, user in enumerate((ana, ana, ben))
    ]
    twice = {"password1": "a salt road 7", "password2": "a salt road 7"}
    own.post("/accounts/password/change/", {"oldpassword": "wrong", **twice})
    assert reachable() == {others, mine, bens}
    own.post("/accounts/password/change/", {"oldpassword": "open sesame", **twice})
    assert reachable() == {mine, bens}
    assert not PushDevice.objects.filter(pk=others).exists()
    assert (is_signed_in(own), is_signed_in(other)) == (True, False)
    assert actions.delete_signed_out_devices() == delete_ended_sign_ins() == 0
    assert UserSession.objects.filter(user=ana).count() == 1


@pytest.mark.parametrize("own", [True, False])
def test_a_password_that_staff_set_ends_the_persons_devices_and_none_of_the_staff(ana, own):
    staff = factories.UserFactory(is_staff=True, is_superuser=True)
    (desk, kept), (other, ended) = [
        browser_with_device(user, number) for number, user in enumerate((staff, staff if own else ana))
    ]
    address = reverse("admin:auth_user_password_change", args=[(staff if own else ana).pk])
    sent = {"password1": "a salt road 7", "password2": "a salt road 7", "usable_password": "true"}
    desk.post(address, sent | {"password2": "another"})
    assert reachable() == {kept, ended}
    desk.post(address, sent)
    assert reachable() == {kept}
    assert (is_signed_in(desk), is_signed_in(other)) == (True, False)


def test_a_password_set_by_command_ends_every_device_of_the_person(ana, ben, monkeypatch, capsys):
    (_other, _ended), (_bens, kept) = browser_with_device(ana, 1), browser_with_device(ben, 2)
    monkeypatch.setattr(changepassword.Command, "_get_pass", lambda *_args: "a salt road 7")
    call_command("changepassword", "ana")
    assert reachable() == {kept}
    assert not UserSession.objects.filter(user=ana).exists()


def test_a_device_ends_with_the_token_that_added_it(ana):
    body = {"endpoint": ENDPOINT, **keys()}
    script = Caller(ana)
    assert script.post("me/devices/", body).status_code == 201
    assert reachable_devices().count() == 1
    token = ApiToken.objects.get(user=ana)
    ApiToken.objects.filter(pk=token.pk).update(expiry=timezone.now() - timedelta(seconds=1))
    assert not reachable_devices().exists(), "an expired token calls nobody"
    ApiToken.objects.filter(pk=token.pk).update(expiry=None)
    revoke_token(user=ana, token=token)
    assert not PushDevice.objects.exists()


def test_a_device_that_neither_a_sign_in_nor_a_token_holds_is_not_called(ana):
    actions.add_device(user=ana, endpoint=ENDPOINT, **keys())
    assert not reachable_devices().exists()


def test_a_browser_that_another_person_uses_calls_the_other_person(ana, ben):
    same = keys()
    actions.add_device(user=ana, endpoint=ENDPOINT, **same)
    actions.add_device(user=ben, endpoint=ENDPOINT, **same)
    assert [device.user for device in PushDevice.objects.all()] == [ben]


def test_nobody_takes_a_device_of_another_person_by_its_address_alone(ana, ben):
    actions.add_device(user=ana, endpoint=ENDPOINT, **keys())
    with refused("keys"):
        actions.add_device(user=ben, endpoint=ENDPOINT, **keys())
    assert [device.user for device in PushDevice.objects.all()] == [ana]


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/x",
        "https://",
        "ftp://push.example",
        "https://a@b.example/",
        "https://:p@push.example/x",
        "https://@push.example/x",
        "https://push.example:/x",
        "https://[2606:4700::1111]/x",
    ],
)
def test_an_address_that_is_no_push_service_is_refused(ana, endpoint):
    with refused("https"):
        actions.add_device(user=ana, endpoint=endpoint, **keys())
    actions.add_device(user=ana, endpoint="https://push.example:8443/x", **keys())


def test_keys_that_no_browser_gives_are_refused(ana):
    for wrong in ({"public_key": "AAAA"}, {"auth": "AAAA"}, {"public_key": encode(b"\x04" + b"\x01" * 64)}):
        with refused("keys"):
            actions.add_device(user=ana, endpoint=ENDPOINT, **(keys() | wrong))


def test_twenty_devices_are_enough(ana):
    for number in range(actions.MAX_DEVICES):
        actions.add_device(user=ana, endpoint=f"{ENDPOINT}{number}", **keys())
    actions.add_device(user=ana, endpoint=f"{ENDPOINT}0", **keys())
    with refused("20"):
        actions.add_device(user=ana, endpoint=f"{ENDPOINT}x", **keys())


def test_the_owner_chooses_the_signal_and_removes_a_device(client, ana, ben):
    device = actions.add_device(user=ana, endpoint=ENDPOINT, **keys())
    client.force_login(ben)
    assert client.post(f"/me/devices/{device.pk}/", {"signal": "silent"}).status_code == 404
    assert client.post(f"/me/devices/{device.pk}/remove/").status_code == 404
    client.force_login(ana)
    client.post(f"/me/devices/{device.pk}/", {"signal": "silent"})
    assert PushDevice.objects.get().signal == "silent"
    client.post(f"/me/devices/{device.pk}/remove/")
    assert not PushDevice.objects.exists()


def test_mail_and_quiet_hours_are_saved_with_the_persons_zone(client, ana):
    client.force_login(ana)
    client.cookies["zone"] = "America/Lima"
    answer = client.post(
        "/me/calls/", {"mail_after": "8", "remind": "on", "quiet_from": "22:00", "quiet_until": "07:30"}
    )
    assert answer.status_code == 302
    row = preferences_of(ana)
    assert (row.mail_after, row.remind, row.quiet_from, row.quiet_until) == (8, True, time(22), time(7, 30))
    assert (row.zone, row.origin) == ("America/Lima", "http://testserver")
    answer = client.post("/me/calls/", {"mail_after": "0", "quiet_from": "22:00"})
    assert "Quiet hours need a beginning and an end." in answer.content.decode()


def test_a_script_does_not_move_the_quiet_hours_to_the_zone_of_the_server(client, ana):
    client.force_login(ana)
    client.cookies["zone"] = "America/Lima"
    client.post("/me/calls/", {"mail_after": "8", "remind": "on", "quiet_from": "22:00", "quiet_until": "07:30"})
    night = {"mail_after": 1, "remind": False, "quiet_from": "22:00", "quiet_until": "07:30"}
    assert Caller(ana).send("PUT", "me/calls/", night, If_Match="*").status_code == 200
    assert preferences_of(ana).zone == "America/Lima"
    ana.zone = "Europe/Berlin"
    ana.save(update_fields=["zone"])
    assert Caller(ana).send("PUT", "me/calls/", night, If_Match="*").status_code == 200
    assert preferences_of(ana).zone == "Europe/Berlin"


def test_quiet_hours_follow_the_time_zone_of_the_account_and_the_page_names_it(client, ana):
    client.force_login(ana)
    client.cookies["zone"] = "America/Lima"
    assert "in the time zone America/Lima" in client.get("/me/calls/").content.decode()
    client.post("/me/calls/", {"mail_after": "8", "remind": "on", "quiet_from": "22:00", "quiet_until": "07:30"})
    evening = datetime(2026, 12, 1, 21, 0, tzinfo=UTC)  # 16 o'clock in Lima, 22 in Berlin
    assert not is_quiet(preferences_of(ana), evening)
    client.cookies["zone"] = "Asia/Tokyo"
    page = client.get("/me/calls/").content.decode()
    assert "in the time zone America/Lima. If you save, it becomes Asia/Tokyo." in page
    change_account(user=ana, username="ana", zone="Europe/Berlin")
    assert is_quiet(preferences_of(ana), evening)
    page = client.get("/me/calls/").content.decode()
    assert "in the time zone Europe/Berlin." in page
    assert "it becomes" not in page
    assert Caller(ana).get("me/calls/").json()["zone"] == "Europe/Berlin"


def test_quiet_hours_that_only_a_script_set_are_in_the_zone_of_the_site(ana, settings):
    settings.TIME_ZONE = "Europe/Berlin"
    night = {"mail_after": 1, "remind": False, "quiet_from": "22:00", "quiet_until": "07:30"}
    assert Caller(ana).send("PUT", "me/calls/", night, If_Match="*").status_code == 200
    assert preferences_of(ana).zone == "Europe/Berlin"


def test_scripts_do_the_same(ana, ben):
    script = Caller(ana)
    made = script.post("me/devices/", {"endpoint": ENDPOINT, **keys()})
    assert made.status_code == 201, made.content
    number = made.json()["id"]
    assert "endpoint" not in made.json()
    device = f"me/devices/{number}/"
    assert script.send("PATCH", device, {"signal": "sound"}).status_code == 428
    assert script.patch(device, {"signal": "sound"}).json()["signal"] == "sound"
    old = {"signal": "silent", "revision": made.json()["revision"]}
    assert script.patch(device, old).status_code == 409
    assert Caller(ben).get(device).status_code == 404
    assert Caller(ben).get("me/devices/").json()["results"] == []
    sent = {"mail_after": 1, "remind": False, "quiet_from": None, "quiet_until": None}
    first = script.get("me/calls/")["ETag"]
    assert script.send("PUT", "me/calls/", sent).status_code == 428
    saved = script.send("PUT", "me/calls/", sent, If_Match=first)
    assert script.send("PUT", "me/calls/", sent, If_Match=first).status_code == 412
    assert (saved.json()["mail_after"], saved.json()["remind"]) == (1, False)
    assert saved.json()["push_key"] == get_push_key().public
    night = {"mail_after": 1, "remind": False, "quiet_from": "22:00", "quiet_until": "07:30"}
    assert script.send("PUT", "me/calls/", night, If_Match=saved["ETag"]).json()["quiet_until"] == "07:30"
    for wrong in ("24:00", "7:30", "22:00:00Z", 7):
        assert script.send("PUT", "me/calls/", night | {"quiet_until": wrong}).status_code == 422, wrong
    assert script.send("DELETE", f"me/devices/{number}/").status_code == 204


def test_devices_and_preferences_are_deleted_with_the_account(ana):
    factories.UserFactory(is_superuser=True)
    actions.add_device(user=ana, endpoint=ENDPOINT, **keys())
    actions.save_preferences(user=ana, mail_after=1, remind=True, quiet_from=None, quiet_until=None, origin="")
    delete_account(user=ana)
    assert not PushDevice.objects.exists()
    assert preferences_of(ana).mail_after == 0


@pytest.mark.parametrize("field", ["session_push", "session_mail"])
def test_the_revision_of_the_preferences_changes_with_every_choice(ana, field):
    row = CallPreferences(user=ana)
    before = row.revision
    setattr(row, field, not getattr(row, field))
    assert row.revision != before
