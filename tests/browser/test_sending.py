"""No tap is silent: it shows what became of it, and without network it is kept and sent again, once."""

import pytest
from django.contrib.sessions.models import Session

from campaigns.encounters.models import Command
from characters.models import Character
from tests import factories
from tests.browser import steps


@pytest.fixture
def running_table(transactional_db):
    """A running table of 52 Fates with Mara, Ana's warrior of three hit points."""
    gm, ana = [factories.UserFactory(username=name) for name in ("frida", "ana")]
    campaign = steps.campaign_with_members("fifty-two-fates", {gm: "gm", ana: "player"}, "A bad line")
    mara = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara", sheet={"class": "warrior"})
    encounter = steps.begun(campaign, gm, [mara], [(factories.MonsterFactory(name="Bandit"), 2)])
    return mara, encounter


@pytest.fixture
def phone(people, running_table):
    """Ana's phone. The browser logs each request that finds no network, which is no fault of a page."""
    person = people(phone=True).sign_in("ana")
    yield person
    person.faults[:] = [
        each for each in person.faults if "ERR_INTERNET_DISCONNECTED" not in each and "htmx:sendError" not in each
    ]


def open_sheet(phone, mara):
    phone.open(f"/characters/{mara.pk}/")
    phone.page.wait_for_function("() => window.htmx && document.readyState === 'complete'")


def wait_for_state(phone, state):
    phone.page.locator(f"#sending[data-state={state}]").wait_for(state="attached")


def hit_points(mara):
    found = Character.objects.get(pk=mara.pk).sheet.get("hp")
    return 3 if found is None else found


def test_quick_taps_are_one_change_of_their_sum(phone, running_table):
    mara, _encounter = running_table
    open_sheet(phone, mara)
    before = Character.history.filter(id=mara.pk).count()
    for _ in range(2):
        phone.page.get_by_label("Lose 1 hit point").tap()
    phone.page.wait_for_timeout(100)
    assert phone.page.locator(".hp-number .figure").inner_text() == "1", "the sum stands there at once"
    assert hit_points(mara) == 3
    with phone.page.expect_response("**/pools/hp/"):
        phone.page.get_by_label("Regain 1 hit point").tap()
    phone.page.locator(".hp:not(.counting)").wait_for()
    assert hit_points(mara) == 2
    assert phone.page.locator(".hp-number .figure").inner_text() == "2"
    assert Character.history.filter(id=mara.pk).count() == before + 1


def test_a_figure_does_not_count_beyond_its_end(phone, running_table):
    mara, _encounter = running_table
    open_sheet(phone, mara)
    for _ in range(3):
        phone.page.get_by_label("Lose 1 hit point").tap()
    assert phone.page.get_by_label("Lose 1 hit point").is_disabled()
    assert phone.page.get_by_label("Regain 1 hit point").is_enabled()
    phone.page.locator(".hp:not(.counting)").wait_for()
    assert hit_points(mara) == 0


def test_enter_in_a_reason_loses_no_hit_point(phone, running_table):
    mara, _encounter = running_table
    open_sheet(phone, mara)
    phone.page.get_by_text("another amount or a reason").click()
    phone.page.get_by_role("textbox", name="Why").fill("a fall")
    phone.page.keyboard.press("Enter")
    assert phone.page.locator(".hp-number .figure").inner_text() == "3"
    with phone.page.expect_response("**/pools/hp/"):
        phone.page.get_by_role("button", name="−2").click()
    assert hit_points(mara) == 1


def test_without_network_a_change_waits_and_is_stored_once(phone, running_table):
    mara, _encounter = running_table
    open_sheet(phone, mara)
    phone.context.set_offline(True)
    phone.page.get_by_label("Lose 1 hit point").tap()
    wait_for_state(phone, "waiting")
    assert "hit points −1" in phone.page.locator("#sending").inner_text()
    assert phone.page.locator(".hp-number .figure").inner_text() == "2"
    assert hit_points(mara) == 3
    phone.context.set_offline(False)
    wait_for_state(phone, "done")
    assert hit_points(mara) == 2


def test_an_answer_that_is_lost_on_its_way_counts_once(phone, running_table):
    mara, _encounter = running_table
    open_sheet(phone, mara)
    lost = []

    def lose(route):
        # The site receives the first one; the phone never hears of it.
        if lost:
            return route.continue_()
        lost.append(route.fetch(max_redirects=0))
        return route.abort("connectionfailed")

    phone.page.route("**/pools/hp/", lose)
    phone.page.get_by_label("Lose 1 hit point").tap()
    wait_for_state(phone, "done")
    assert lost
    assert hit_points(mara) == 2
    phone.faults.clear()


def test_a_play_waits_for_the_network_and_counts_once(phone, running_table):
    _mara, encounter = running_table
    phone.open(f"/encounters/{encounter.pk}/")
    phone.page.wait_for_function("() => window.htmx && document.documentElement.classList.contains('live')")
    before = Command.objects.filter(encounter=encounter).count()
    button = phone.page.locator("#table form[hx-post] button:enabled").first
    assert button.count(), "it is Mara's turn"
    phone.context.set_offline(True)
    button.tap()
    wait_for_state(phone, "waiting")
    button.tap(force=True)
    assert Command.objects.filter(encounter=encounter).count() == before
    phone.context.set_offline(False)
    wait_for_state(phone, "done")
    assert Command.objects.filter(encounter=encounter).count() == before + 1
    assert int(phone.page.locator("#table").get_attribute("data-number")) >= encounter.number


def test_a_slow_answer_shows_progress_and_then_words(phone, running_table):
    mara, _encounter = running_table
    open_sheet(phone, mara)
    held = []
    phone.page.route("**/pools/hp/", lambda route: held.append(route))
    phone.page.get_by_label("Lose 1 hit point").tap()
    wait_for_state(phone, "progress")
    assert not phone.page.locator("#sending span").inner_text()
    wait_for_state(phone, "sending")
    assert "Sending: hit points −1" in phone.page.locator("#sending").inner_text()
    held.pop().continue_()
    wait_for_state(phone, "done")


def test_waiting_forms_are_forgotten_at_sign_out(phone, running_table):
    mara, _encounter = running_table
    open_sheet(phone, mara)
    phone.page.route("**/pools/hp/", lambda route: route.abort("connectionfailed"))
    phone.page.get_by_label("Lose 1 hit point").tap()
    wait_for_state(phone, "waiting")
    assert phone.page.evaluate("keptPlays.all().length") == 1
    phone.page.locator("form[action$='logout/'] button").first.click()
    phone.page.wait_for_url(phone.site + "/")
    assert phone.page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('unsent '))") == []
    assert hit_points(mara) == 3
    phone.faults.clear()


@pytest.fixture
def signed_out_play(phone, running_table):
    """A play of Ana's that waited for the network until her sign-in had ended; how many commands there were."""
    _mara, encounter = running_table
    phone.open(f"/encounters/{encounter.pk}/")
    phone.page.wait_for_function("() => window.htmx && document.documentElement.classList.contains('live')")
    before = Command.objects.filter(encounter=encounter).count()
    phone.context.set_offline(True)
    phone.page.locator("#table form[hx-post] button:enabled").first.tap()
    wait_for_state(phone, "waiting")
    Session.objects.all().delete()
    phone.context.set_offline(False)
    phone.page.wait_for_url("**/accounts/login/**")
    return before


def sign_in_here(phone, name):
    """Signs in with the form that is open."""
    phone.page.fill("[name=login]", name)
    phone.page.fill("[name=password]", "open sesame")
    phone.page.locator("main form button.primary, main form button[type=submit]").first.tap()


def test_a_play_that_waited_until_the_sign_in_ended_is_sent_after_the_next_one(phone, running_table, signed_out_play):
    _mara, encounter = running_table
    sign_in_here(phone, "ana")
    phone.page.wait_for_url(f"**/encounters/{encounter.pk}/")
    wait_for_state(phone, "done")
    assert Command.objects.filter(encounter=encounter).count() == signed_out_play + 1


def test_a_play_that_waited_is_not_sent_for_somebody_else_who_signs_in(phone, running_table, signed_out_play):
    _mara, encounter = running_table
    sign_in_here(phone, "frida")
    phone.page.wait_for_url(f"**/encounters/{encounter.pk}/")
    phone.page.wait_for_function("() => window.htmx && document.documentElement.classList.contains('live')")
    assert phone.page.evaluate("keptPlays.all().length") == 0
    assert Command.objects.filter(encounter=encounter).count() == signed_out_play


def test_a_note_that_was_sent_after_the_sign_in_had_expired_is_in_its_form_after_the_next_one(phone, running_table):
    mara, _encounter = running_table
    address = f"/campaigns/{mara.campaign_id}/log/"
    phone.open(address)
    phone.page.get_by_text("Add a note", exact=True).tap()
    phone.page.get_by_label("Note", exact=True).fill("The bell tolled all night.")
    Session.objects.all().delete()
    phone.page.get_by_role("button", name="Add the note").tap()
    phone.page.wait_for_url("**/accounts/login/**")
    phone.sign_in("ana")
    phone.open(address)
    assert phone.page.get_by_label("Note", exact=True).input_value() == "The bell tolled all night."
    with phone.page.expect_navigation():
        phone.page.get_by_role("button", name="Add the note").tap()
    assert phone.page.get_by_label("Note", exact=True).input_value() == ""
    assert "tolled" not in phone.page.evaluate("JSON.stringify(sessionStorage)")
