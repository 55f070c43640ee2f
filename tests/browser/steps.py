"""What the evenings of all games share: finding a form at the table, filling and giving it, waiting for the rest."""

import re
import time

from django.core.management import call_command

from campaigns.encounters import actions
from people.access import get_membership
from tests import factories


def campaign_with_members(system, users, name):
    """A campaign of a game with the shipped catalogue; `users` maps each user to a role, one of them "gm"."""
    call_command("load_catalogue", verbosity=0)
    gm = next(user for user, role in users.items() if role == "gm")
    campaign = factories.CampaignFactory(system=system, name=name, created_by=gm)
    for user, role in users.items():
        factories.MemberFactory(campaign=campaign, user=user, role=role)
    return campaign


def begun(campaign, gm, characters, monsters=(), **chance):
    """An encounter that runs, with a supplied seed or deck, so that no test depends on luck."""
    membership = get_membership(gm, campaign.pk)
    title, real = chance.pop("title", "The long night"), chance.pop("real_cards", None)
    row = actions.create(membership=membership, title=title, real_cards=real)
    actions.add_characters(membership=membership, encounter=row, characters=characters)
    for monster, count in monsters:
        actions.add_monsters(membership=membership, encounter=row, monster=monster, count=count)
    return actions.start(membership=membership, encounter=row, **({"seed": "an even night"} | chance))


# The worker is at work for this page; an installation that broke off is tried again by the page itself.
AT_WORK = "() => navigator.serviceWorker.controller?.state === 'activated'"


def wait_for_worker(person):
    """Waits until the service worker serves this page: it has fetched what it shows without a network."""
    person.page.wait_for_function(AT_WORK, timeout=90_000)


def wait_until(page, question, arg=None, seconds=20):
    """Asks an asynchronous function of the page until its answer is true, and returns that answer.

    `wait_for_function` does not wait for promises: it takes the promise itself for a true answer."""
    end = time.monotonic() + seconds
    while not (answer := page.evaluate(question, arg)):
        assert time.monotonic() < end, question
        page.wait_for_timeout(50)
    return answer


def number(person):
    """The number of the table that someone looks at."""
    return int(person.page.locator("#table").get_attribute("data-number"))


def meet(encounter, *people):
    """Everyone's page comes to what was played, without anyone reloading it."""
    encounter.refresh_from_db()
    for person in people:
        person.page.wait_for_function(
            "n => document.getElementById('table')?.dataset.number === n", arg=str(encounter.number)
        )


def laid_open(person, words):
    """The form behind a summary, opened; `words` is how the summary begins."""
    summary = person.page.locator("#table summary", has_text=re.compile(rf"^\s*{re.escape(words)}")).first
    box = summary.locator("xpath=..")
    if box.get_attribute("open") is None:
        summary.click()
    return box.locator("form").first


def fill(form, fields):
    """Fills fields by name: a list ticks boxes, a chip is tapped, everything else is written or chosen."""
    for name, value in fields.items():
        found = form.locator(f"[name='{name}']")
        if name == "one:card" and form.locator(".hand.mirror").count():
            # The hand lies on the page once; what is tapped there counts in every form.
            form.page.locator(f"#table [name='some:cards'][form='play'][value='{value}']").check(force=True)
            continue
        folded = found.first.locator("xpath=ancestor::details[1][not(@open)]/summary")
        if folded.count():
            folded.click()
        if isinstance(value, (list, tuple)):
            keys = form.locator(".faces")
            for place, part in enumerate(value):
                if keys.count():
                    keys.nth(place).get_by_role("button", name=str(part), exact=True).click()
                else:
                    found.nth(place).fill(str(part))
        elif found.first.get_attribute("type") in {"radio", "checkbox"}:
            chip = form.locator(f"[name='{name}'][value='{value}']")
            # As someone with a thumb does: it may lie below the button that stays at the lower edge.
            chip.evaluate("e => e.scrollIntoView({ block: 'center' })")
            chip.check(force=True)
        elif found.first.evaluate("e => e.tagName") == "SELECT":
            found.first.select_option(value)
        else:
            found.first.fill(str(value))


def played(person, locator):
    """Taps what plays something and waits until this person's page shows it."""
    before = person.page.locator("#table").get_attribute("data-number")
    locator.click()
    person.page.wait_for_function("n => document.getElementById('table').dataset.number !== n", arg=before)


def give(person, words, fields=None):
    """One command by its form: laid open, filled, given."""
    form = laid_open(person, words)
    fill(form, fields or {})
    played(person, form.locator(".buttons button").last)


def tap(person, words):
    """One command by its button."""
    played(person, person.page.locator("#table form button:enabled", has_text=re.compile(words)).first)


def event_lines(person):
    """The sentences of the event log, newest first."""
    return [line.strip() for line in person.page.locator(".event-log > li").all_text_contents()]


def unfold_parts(page):
    """Opens every part of a creation page, one tap each."""
    closed = page.locator("details.fold:not([open]) > summary")
    for _ in range(closed.count()):
        closed.first.tap()
    assert closed.count() == 0
