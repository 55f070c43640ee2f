"""A sign reaches the other phones without a reload, at the seat of who shows it."""

import pytest
from django.core.cache import cache
from django.core.management import call_command

from tests import factories
from tests.browser import steps


@pytest.fixture
def counters(settings, transactional_db):
    """The cache as an installation has it: its table tells the streams on SQLite."""
    settings.CACHES = {"default": {"BACKEND": "config.counters.CounterCache", "LOCATION": "fatekeeper_cache"}}
    call_command("createcachetable", verbosity=0)
    cache.clear()
    yield
    cache.clear()


def test_a_sign_reaches_the_other_phone_and_goes_again(people, counters, transactional_db):
    gm, ana, ben = [factories.UserFactory(username=name) for name in ("frida", "ana", "ben")]
    campaign = steps.campaign_with_members("fifty-two-fates", {gm: "gm", ana: "player", ben: "player"}, "Signs")
    heroes = [
        factories.CharacterFactory(campaign=campaign, owner=owner, name=name, sheet={"class": "warrior"})
        for owner, name in ((ana, "Mara"), (ben, "Oskar"))
    ]
    encounter = steps.begun(campaign, gm, heroes, [(factories.MonsterFactory(name="Bandit"), 1)])
    phones = [people(phone=True).sign_in(name) for name in ("ana", "ben")]
    for phone in phones:
        phone.open(f"/encounters/{encounter.pk}/")
        phone.page.wait_for_function("() => stream?.readyState === 1")
    number = steps.number(phones[0])
    phones[0].page.locator("#signs > summary").tap()
    phones[0].page.locator("#signs button[value=great]").tap()
    for phone in phones:
        bubble = phone.page.locator(".participant", has_text="Mara").locator(".sign")
        bubble.wait_for()
        assert bubble.inner_text() == "★"
        assert phone.page.locator("#signs-shown").inner_text().strip().endswith("Mara: Brilliant")
    phones[1].page.locator(".participant .sign").wait_for(state="detached", timeout=9000)
    assert steps.number(phones[0]) == number
