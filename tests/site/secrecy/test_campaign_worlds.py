"""Two campaigns that differ only in what someone may not know answer that person alike, in every channel.

The second world is the first one after a few steps that are hidden from the viewer: the rows that the viewer sees
are the very same ones, so nothing but new tokens is taken out before the bytes are compared.
"""

import os
import random

import pytest
from django.core.cache import cache
from django.db import transaction

from tests.site import roles
from tests.site.secrecy import hidden_steps
from tests.site.secrecy.campaign_channels import differences, received
from tests.site.secrecy.showing import said
from tests.site.secrecy.size import pairs

pytestmark = pytest.mark.django_db


# On a second database only searches may read otherwise than on the first: there one person is asked for everything,
# and the others for what searches.
SECOND_DATABASE = os.environ.get("FATEKEEPER_TESTS") == "database"
SEARCHES = ("?text=", "?q=")


def channels_for(role: str) -> tuple[str, ...]:
    """What is asked of a person: parts of names, none for everything."""
    return SEARCHES if SECOND_DATABASE and role != "player" else ()


def compare(
    made: roles.World, role: str, steps: list[hidden_steps.Step], rng: random.Random
) -> dict[str, tuple[str, str]]:
    """What the person receives otherwise after the steps; the second world is gone afterwards."""
    cache.clear()  # who is editing is in no database, which alone is rolled back
    with transaction.atomic():
        before = made.rows.setdefault(f"before {role}", None) or received(made, role, *channels_for(role))
        made.rows[f"before {role}"] = before
        for step in steps:
            step(made, rng)
        after = received(made, role, *channels_for(role))
        transaction.set_rollback(True)
    return differences(before, after)


@pytest.mark.parametrize("role", hidden_steps.EVERYONE)
def test_everybody_receives_the_same_after_all_that_happens_unseen(made, role):
    assert said(compare(made, role, hidden_steps.steps_hidden_from(role), random.Random(1))) == ""


def test_everybody_receives_the_same_whatever_happens_unseen(made):
    seeds = pairs(3)
    for seed in seeds:
        rng = random.Random(seed)
        role = hidden_steps.EVERYONE[seed % len(hidden_steps.EVERYONE)]
        steps = rng.choices(hidden_steps.steps_hidden_from(role), k=rng.randint(1, 4))
        found = compare(made, role, steps, rng)
        assert not found, f"pair {seed}, {role}, {[step.__name__ for step in steps]}:\n{said(found)}"
    print(f"{len(seeds)} pairs of campaigns, no difference")
