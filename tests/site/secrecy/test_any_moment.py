"""Non-interference at any moment of random play: one table, whose hidden cards lie otherwise for a while.

A viewer receives the same bytes before and after: nothing is normalised but what is fresh in every answer.
"""

import random

import pytest

from campaigns.encounters import play
from campaigns.encounters.models import Encounter, Participant
from campaigns.encounters.play import visibility
from rules import play as rules
from tests.site.secrecy.channels import Viewer, differences, exchanged, otherwise, received, state_of

# What would end the play, or lay hands open.
NEVER = {"end", "leave", "concede", "mulligan"}
TRIES = 60


def play_on(table, people, rng, commands):
    """Random legal commands, each by the player of the participant who is to act."""
    given = 0
    for _ in range(TRIES):
        state, system = state_of(table), table.campaign.system
        waiting = rules.view(system, state, "observer")["turn"]
        if not waiting or given == commands:
            break
        command = rules.sample(system, state, waiting[0], seed=rng.getrandbits(64))
        # The site alone brings participants from characters and monsters.
        if command["type"] in NEVER or "participant" in command:
            continue
        row = Participant.objects.select_related("controller__user").get(encounter=table, key=waiting[0])
        by = row.controller.user if row.controller else people["gm"]
        play.submit(encounter=table, by=by, command=command)
        given += 1
    return given


def compare(table, viewer, rng):
    """What a viewer receives otherwise when what is hidden from it lies otherwise."""
    encounter = Encounter.objects.get(pk=table.pk)
    member = encounter.campaign.members.filter(user=viewer.user, left__isnull=True).first()
    mine = set(play.read_encounter(encounter, member).seats) if member else set()
    before, moved = received(viewer, encounter), []
    with otherwise(encounter, lambda state: moved.append(exchanged(state, mine, rng)), mine):
        after = received(viewer, encounter)
    assert moved[0] > 10, "too few cards changed their places to prove anything"
    return differences(before, after)


@pytest.mark.parametrize(
    ("scene", "seed", "commands", "name"),
    [
        ("bastards", 1, 11, "ana"),
        ("bastards", 2, 26, "gm"),
        ("bastards", 4, 33, "watcher"),
        ("dealerless", 5, 4, "gm"),
        ("52 Fates", 6, 17, "ana"),
    ],
    indirect=["scene"],
)
def test_at_any_moment_nothing_depends_on_what_is_hidden(fight, viewers, people, seed, commands, name):
    rng = random.Random(seed)
    if fight.dealerless:
        for key in ("sharp", "mob"):
            membership = fight.campaign.members.get(user=people["ben"])
            play.hand_over_participant(encounter=fight, by=people["ben"], participant=key, controller=membership)
            waiting = rules.sample(fight.campaign.system, state_of(fight), key, seed=seed)
            play.submit(encounter=fight, by=people["ben"], command=waiting)
            play.hand_over_participant(encounter=fight, by=people["ben"], participant=key, controller=None)
    else:
        assert play_on(fight, people, rng, commands) > 3
    assert compare(fight, viewers[name], rng) == {}


def test_the_exchange_is_seen_by_those_who_hold_the_cards(fight, viewers, people):
    """The control: for the GM's eyes the players' hands may be exchanged; a player sees it when their hand was."""
    ben, watcher = viewers["ben"], Viewer(people["watcher"])
    before = received(ben, fight), received(watcher, fight)
    with otherwise(fight, lambda state: exchanged(state, {"gm"}, random.Random(1)), {"gm"}):
        after = received(ben, fight), received(watcher, fight)
    assert "page " in differences(before[0], after[0])
    assert differences(before[1], after[1]) == {}


@pytest.mark.parametrize("scene", ["bastards"], indirect=True)
def test_a_planted_order_of_buttons_is_found(fight, viewers, people, give, monkeypatch):
    """Offers turned round by what another hand's cards are: no card is named, and still it tells."""
    give(fight, 0, 5)
    true = rules.offers

    def offers(system, state, actor):
        found, held = true(system, state, actor), state["people"][1]["hand"]
        return found[ord(held[0]) % len(found) :] + found[: ord(held[0]) % len(found)]

    monkeypatch.setattr(visibility.rules, "offers", offers)
    assert compare(fight, viewers["ana"], random.Random(2)) != {}
