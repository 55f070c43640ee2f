"""A table calls the person whose turn it is, in the ways that this phone or computer has chosen."""

import pytest

from campaigns.encounters import play
from tests import factories
from tests.browser import steps

# Stands in for the hardware: what would sound, vibrate and keep the screen on is written down.
HARDWARE = """
window.signals = [];
Object.defineProperty(navigator, "vibrate", { value: (length) => signals.push(`vibration ${length}`) });
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
  signals.push("awake");
  const lock = new EventTarget();
  lock.release = async () => { signals.push("asleep"); lock.dispatchEvent(new Event("release")); };
  return lock;
} } });
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (when) { signals.push("tone"); return start.call(this, when); };
"""


@pytest.fixture
def fight(transactional_db):
    """A running table, and its GM."""
    gm, ana = [factories.UserFactory(username=name) for name in ("frida", "ana")]
    campaign = steps.campaign_with_members("fifty-two-fates", {gm: "gm", ana: "player"}, "Called")
    mara = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara", sheet={"class": "warrior"})
    encounter = steps.begun(campaign, gm, [mara], [(factories.MonsterFactory(name="Bandit"), 1)])
    return encounter, gm


@pytest.fixture
def phone(people, fight):
    """Ana's phone at the table."""
    person = people(phone=True)
    person.context.add_init_script(HARDWARE)
    person.sign_in("ana")
    person.open(f"/encounters/{fight[0].pk}/")
    person.page.wait_for_function("() => document.documentElement.classList.contains('live')")
    return person


def signals(phone):
    return phone.page.evaluate("signals")


def call_again(phone):
    """The page sees a turn that is not the viewer's, then one that is."""
    phone.page.evaluate(
        "signals.length = 0; table().dataset.mine = ''; updateCall(); table().dataset.mine = 'yes'; updateCall()"
    )


def test_the_screen_stays_on_until_the_choice_or_the_encounter_ends_it(phone, fight):
    phone.page.wait_for_function("() => signals.includes('awake')")
    phone.page.get_by_text("When it is your turn").tap()
    phone.page.get_by_label("Keep the screen on at this table").uncheck()
    phone.page.wait_for_function("() => signals.at(-1) === 'asleep'")
    phone.page.get_by_label("Keep the screen on at this table").check()
    phone.page.wait_for_function("() => signals.at(-1) === 'awake'")
    encounter, gm = fight
    play.submit(encounter=encounter, by=gm, command={"type": "end", "actor": "gm", "outcome": "parley"})
    phone.page.locator("#table[data-over=yes]").wait_for()
    phone.page.wait_for_function("() => signals.at(-1) === 'asleep'")


def test_sound_and_vibration_are_chosen_once_for_this_phone(phone):
    phone.page.get_by_text("When it is your turn").tap()
    call_again(phone)
    assert signals(phone) == ["vibration 80"], "a sound is only played where it was chosen"
    phone.page.get_by_label("Play a sound").check()
    phone.page.get_by_label("Vibrate").uncheck()
    phone.page.reload()
    phone.page.wait_for_function("() => document.documentElement.classList.contains('live')")
    phone.page.get_by_text("When it is your turn").tap()
    assert phone.page.get_by_label("Play a sound").is_checked()
    assert not phone.page.get_by_label("Vibrate").is_checked()
    call_again(phone)
    assert signals(phone) == ["tone", "tone"]
