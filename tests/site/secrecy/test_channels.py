"""The canary: every card that a viewer may not know is looked for in everything the viewer can ask for."""

import logging
import re

import pytest
from django.core.management import call_command

from campaigns.encounters import play
from campaigns.encounters.play import visibility
from people.idempotency.models import IdempotencyRecord
from rules import play as rules
from rules.engine import fairness
from rules.engine.refusals import refuse
from tests.site.secrecy.channels import cards_in, hands, received, secrets_of, seen_in, state_of
from tests.site.secrecy.conftest import PLAYED, VIEWERS

LINES = re.compile(
    r'(?<=<li>)<svg width="64" height="90" class="card small"[^>]*><use href="[^"]*"></use></svg> (?=<div><h3>)'
)
LAST = {"52 Fates": "after", "bastards": "laid", "dealerless": "laid"}


def sightings(table, viewer, name, moment="after"):
    """(the viewer's cards not found, others' cards found with where, sealed figures found with where)."""
    told = received(viewer, table)
    # Beside the lines of an attack stand pictures of an eight, a king and an ace, whatever the hands are.
    found = {asked: cards_in(LINES.sub("", text)) for asked, text in told.items()}
    held, mine = hands(table), viewer.scene.membership[moment].get(name, ())
    seen = {card for cards in found.values() for card in cards}
    own = [card for who in mine for card in held[who] if card not in seen]
    foreign = {card for owner, cards in held.items() if owner not in mine for card in cards}
    leaks = [(asked, card) for asked, cards in found.items() for card in sorted(cards & foreign)]
    secrets = secrets_of(table)
    sealed = [asked for asked, text in told.items() if any(secret in text for secret in secrets)]
    return own, leaks, sealed


WATCHED = [
    *(("52 Fates", name) for name in VIEWERS if name != "co-gm"),
    *(("bastards", name) for name in VIEWERS if name not in ("other-gm", "outsider")),
    *(("dealerless", name) for name in ("ben", "gm")),
]


@pytest.mark.parametrize(
    ("scene", "moment", "name"), [(scene, LAST[scene], name) for scene, name in WATCHED], indirect=["scene"]
)
def test_everybody_sees_their_own_cards_and_nobody_elses(fight, scene, viewers, give, moment, name):
    give(fight, 0, scene.moments[moment][0])
    missed, leaks, sealed = sightings(fight, viewers[name], name, moment)
    assert missed == [], "the search finds what is there"
    assert leaks == []
    assert sealed == []


def test_an_undo_tells_no_card_that_was_not_seen(fight, viewers, give, people):
    give(fight)
    play.undo(encounter=fight, by=people["gm"], to=1)
    seen = {opening["card"] for event in visibility.public_events(fight) for opening in event.get("opened", [])}
    for name in ("ben", "watcher"):
        _own, leaks, sealed = sightings(fight, viewers[name], name)
        assert {card for _asked, card in leaks} <= seen, "what was played openly stays known"
        assert sealed == []


def leak(monkeypatch, method, leaky):
    true = getattr(rules, method)
    monkeypatch.setattr(visibility.rules, method, lambda *args: leaky(true, *args))


def of_mara(system, state):
    return str(rules.view(system, state, "mara")["hand"])


PLANTED = {
    "a view": ("view", lambda true, system, state, seat: {**true(system, state, seat), "x": true(system, state, "gm")}),
    "offers": ("offers", lambda true, system, state, seat: [*true(system, state, seat), *true(system, state, "mara")]),
    "a refusal": ("odds", lambda true, system, state, *rest: refuse("x", of_mara(system, state))),
    "odds": ("odds", lambda true, system, state, *rest: {"chance": 1.0, "exact": True, "of": of_mara(system, state)}),
}


@pytest.mark.parametrize("what", PLANTED)
def test_a_planted_leak_is_found(fight, viewers, monkeypatch, what):
    leak(monkeypatch, *PLANTED[what])
    _own, leaks, _sealed = sightings(fight, viewers["ben"], "ben")
    assert leaks != []


def test_a_planted_key_is_found(fight, viewers, monkeypatch):
    leak(
        monkeypatch, "view", lambda true, system, state, seat: {**true(system, state, seat), "v": state["deck"]["key"]}
    )
    assert sightings(fight, viewers["watcher"], "watcher")[2] != []


def test_neither_the_log_of_the_server_nor_the_kept_answers_hold_a_card(fight, viewers, give, caplog, people):
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.DEBUG, logger="django.request")
    body = {"command": PLAYED[0][1]}
    viewers["ana"].script.post(f"encounters/{fight.pk}/commands/", body, Idempotency_Key="k")
    give(fight, 1)
    for name in ("ana", "ben", "gm"):
        received(viewers[name], fight)
    kept = str(list(IdempotencyRecord.objects.values()))
    written = "\n".join(record.getMessage() for record in caplog.records if not record.name.startswith("django.db"))
    closed = {card for cards in hands(fight).values() for card in cards}
    assert cards_in(kept + "\n" + written).isdisjoint(closed)
    for sealed in secrets_of(fight):
        assert sealed not in kept + written


def test_the_commands_of_the_house_print_no_card(fight, give, capsys):
    give(fight)
    call_command("replay", "--all")
    call_command("verify_log", str(fight.pk))
    told = "".join(capsys.readouterr())
    assert told
    assert not [card for cards in hands(fight).values() for card in cards if seen_in(told, card)]
    assert not [sealed for sealed in secrets_of(fight) if sealed in told]


def test_an_opening_tells_the_salt_of_its_own_card_alone(fight, give):
    give(fight)
    opened = [opening for event in visibility.public_events(fight) for opening in event.get("opened", [])]
    salts = {opening["salt"] for opening in opened}
    assert len(salts) == len({(opening["shuffle"], opening["position"]) for opening in opened}), (
        "no two positions share one"
    )
    assert all(len(salt) == 32 for salt in salts), "128 bits: a commitment cannot be tried out"
    deck = state_of(fight)["deck"]
    _number, order, secret = deck["shuffles"][0]
    assert salts < {fairness.salt(secret, place) for place in range(len(order))}, "each is the salt of its position"
    assert len(deck["key"]) == 64
    assert {len(secret) for _number, _order, secret in deck["shuffles"]} == {64}


def test_a_participants_new_player_sees_its_hand_and_the_old_one_nothing_more(fight, viewers, people, give):
    members = {row.user.username: row for row in fight.campaign.members.select_related("user") if row.left is None}
    play.hand_over_participant(encounter=fight, by=people["gm"], participant="mara", controller=members["ben"])
    held = hands(fight)["mara"]
    script = viewers["ben"].script
    told = script.get(f"encounters/{fight.pk}/?as=mara").content.decode()
    assert all(seen_in(told, card) for card in held)
    before = "\n".join(received(viewers["ana"], fight).values())
    assert not [card for card in held if seen_in(before, card)], "not even what was dealt to oneself"
    play.hand_over_participant(encounter=fight, by=people["gm"], participant="mara", controller=members["ana"])
    _own, leaks, _sealed = sightings(fight, viewers["ben"], "ben")
    assert leaks == []
    assert script.get(f"encounters/{fight.pk}/events/?as=mara").status_code == 404


def test_a_repeated_command_tells_only_who_plays_it_still(fight, viewers, people):
    command = {"command": PLAYED[0][1]}
    path = f"encounters/{fight.pk}/commands/"
    first = viewers["ana"].script.post(path, command, Idempotency_Key="same").json()
    assert first["view"]["hand"] == hands(fight)["mara"]
    play.hand_over_participant(encounter=fight, by=people["gm"], participant="mara", controller=None)
    again = viewers["ana"].script.post(path, command, Idempotency_Key="same").json()
    assert again["view"]["hand"] == []
    other = viewers["ben"].script.post(path, command, Idempotency_Key="same")
    assert other.status_code == 403, "another's key is not one's own"
    assert not [card for card in hands(fight)["mara"] if seen_in(other.content.decode(), card)]
