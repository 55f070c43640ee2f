"""A device is added on its page, and the service worker shows that it is the person's turn."""

import hashlib
import json

import pytest

from people.devices.models import PushDevice
from people.models import User
from tests import factories
from tests.browser import steps

# Stands in for a push service, which a test cannot reach.
SERVICE = """
PushManager.prototype.getSubscription = async () => window.added || null;
PushManager.prototype.subscribe = async function ({ applicationServerKey, userVisibleOnly }) {
  if (applicationServerKey.length !== 65 || !userVisibleOnly) throw new Error("key");
  window.added = { toJSON: () => ({ endpoint: "https://push.example/1", keys: {
    p256dh: "BFTKYuZjLbzzS5hXRXbD2ZUNbC0Jq3wb6lVX9Zp9rWkCqJXPTa1E3ZqQ0iwDx0SgYwWwEfi5dKu3W0L6rJcTQ0o",
    auth: "AAAAAAAAAAAAAAAAAAAAAA" } }) };
  return window.added;
};
"""
SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map(({ title, body, data }) => [title, body, data.path])"""


@pytest.fixture
def chromium(complete_chromium):
    """The browser of these tests; the one of the others has no push messages."""
    return complete_chromium


@pytest.fixture
def phone(people, transactional_db):
    """Ana's phone, on which messages are allowed."""
    factories.UserFactory(username="ana")
    person = people(phone=True)
    person.context.grant_permissions(["notifications"])
    person.sign_in("ana")
    return person


def test_a_message_is_shown_unless_its_table_is_in_sight(phone):
    phone.open("/waiting/")
    steps.wait_until(
        phone.page, "async () => Boolean((await navigator.serviceWorker.getRegistration())?.active)", seconds=90
    )
    deliver(phone, "/encounters/1/")
    # The second signal replaces the message of the first, so for a moment there may be none.
    shown = steps.wait_until(
        phone.page, f"async () => {{ const all = await ({SHOWN})(); return all.length === 1 && all }}"
    )
    assert shown == [["Campaign · Encounter", "It is your turn.", "/encounters/1/"]]
    deliver(phone, "/waiting/")
    phone.page.wait_for_timeout(500)
    assert len(phone.page.evaluate(SHOWN)) == 1


def test_signing_out_takes_the_message_and_the_count_of_the_icon_away(phone):
    """The next person on this phone would read in which campaign a table waits."""
    phone.context.add_init_script(
        "navigator.clearAppBadge = async () => localStorage.setItem('badge', document.body.innerText)"
    )
    phone.open("/rules/")
    steps.wait_until(
        phone.page, "async () => Boolean((await navigator.serviceWorker.getRegistration())?.active)", seconds=90
    )
    deliver(phone, "/encounters/1/")
    steps.wait_until(phone.page, f"async () => (await ({SHOWN})()).length === 1")
    phone.open("/rules/")
    assert len(phone.page.evaluate(SHOWN)) == 1
    phone.page.get_by_role("button", name="Sign out").click()
    phone.page.wait_for_url(phone.site + "/")
    steps.wait_until(phone.page, f"async () => (await ({SHOWN})()).length === 0")
    assert "Sign in" in phone.page.evaluate("localStorage.getItem('badge')")


def deliver(phone, path):
    """What the push service hands to the browser."""
    session, known = phone.context.new_cdp_session(phone.page), []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda told: known.extend(told["registrations"]))
    session.send("ServiceWorker.enable")
    phone.page.wait_for_timeout(500)
    message = {"title": "Campaign · Encounter", "body": "It is your turn.", "path": path, "waiting": 1}
    origin = phone.page.evaluate("location.origin")
    for signal in ("full", "silent"):
        data = json.dumps(message | {"signal": signal})
        told = {"origin": origin, "registrationId": known[0]["registrationId"], "data": data}
        session.send("ServiceWorker.deliverPushMessage", told)


def test_the_button_adds_the_device(phone, monkeypatch):
    monkeypatch.setattr("people.devices.push_key.is_browser_key", lambda text: len(text) == 87)
    phone.context.add_init_script(SERVICE)
    phone.open("/me/calls/")
    phone.page.get_by_role("button", name="Tell me on this device when it is my turn").tap()
    phone.page.get_by_role("heading", name="Your devices").wait_for()
    assert PushDevice.objects.get().user.username == "ana"
    assert PushDevice.objects.get().sign_in is not None


@pytest.mark.parametrize(("listed", "said"), [("https://push.example/1", True), ("https://push.example/2", False)])
def test_the_page_says_that_this_device_gets_messages_only_if_the_site_still_has_it(phone, listed, said):
    ana = User.objects.get(username="ana")
    digest = hashlib.sha256(listed.encode()).hexdigest()
    PushDevice.objects.create(user=ana, name="A phone", endpoint=listed, digest=digest, public_key="p", auth="a")
    phone.open("/waiting/")
    steps.wait_until(
        phone.page, "async () => Boolean((await navigator.serviceWorker.getRegistration())?.active)", seconds=90
    )
    phone.context.add_init_script(f"{SERVICE} window.added = {{ endpoint: 'https://push.example/1' }};")
    phone.open("/me/calls/")
    offer = phone.page.locator("#push-offer")
    sentence = phone.page.get_by_text("This device gets a message when it is your turn.")
    if said:
        sentence.wait_for()
        assert not offer.is_visible(), "it would unsubscribe the device that is on"
    else:
        offer.wait_for()
        assert not sentence.is_visible()
