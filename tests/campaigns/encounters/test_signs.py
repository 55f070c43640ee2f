"""Signs at the table: everyone there sees them for some seconds, and they leave no trace."""

import asyncio
import re
from types import SimpleNamespace

import pytest
from django.core.exceptions import PermissionDenied

from campaigns.encounters.models import Command, Event
from campaigns.encounters.signs import actions, queries
from campaigns.encounters.signs.kinds import SIGNS
from common import live_signal
from config.live.hub import Hub, Listener
from config.live.stream_auth import Subject
from people.models import Member
from tests.campaigns.encounters.test_every_game import members

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_signs")]
HTMX = {"HTTP_HX_REQUEST": "true"}


def player_of(table):
    return next(member for member in members(table) if member.role == "player")


def shown(client, table, member):
    client.force_login(member.user)
    answer = client.get(f"/encounters/{table.pk}/signs/", **HTMX)
    return answer.status_code, answer.content.decode()


def test_a_sign_is_seen_at_the_seat_of_who_shows_it_by_everybody(table, client):
    player = player_of(table)
    client.force_login(player.user)
    answer = client.post(f"/encounters/{table.pk}/signs/", {"sign": "careful"}, **HTMX)
    assert answer.status_code == 200
    seat = table.participants.filter(controller=player).order_by("position").first()
    for member in members(table):
        status, html = shown(client, table, member)
        assert status == 200
        assert f'data-seat="{seat.key}"' in html
        assert f"{seat.name}: Careful" in html


def test_the_gm_shows_a_sign_without_a_seat(table, client):
    gm = next(member for member in members(table) if member.role == "gm")
    actions.show_sign(encounter=table, membership=gm, key="yes")
    (sign,) = queries.shown_signs(table)
    assert (sign.seat, sign.name) == ("", "Dealer")


def test_a_sign_is_in_no_log_and_no_replay(table):
    counts = (Command.objects.count(), Event.objects.count())
    actions.show_sign(encounter=table, membership=player_of(table), key="yes")
    assert (Command.objects.count(), Event.objects.count()) == counts


def test_a_sign_is_gone_after_some_seconds(table, monkeypatch):
    monkeypatch.setattr(actions, "SHOWN_FOR", 0)
    actions.show_sign(encounter=table, membership=player_of(table), key="yes")
    assert queries.shown_signs(table) == []


def test_nobody_shows_signs_without_pause(table, client):
    client.force_login(player_of(table).user)
    answers = [
        client.post(f"/encounters/{table.pk}/signs/", {"sign": "yes"}, **HTMX)
        for _time in range(2 * actions.MOST_SIGNS + 2)
    ]
    statuses = [answer.status_code for answer in answers]
    assert statuses[: actions.MOST_SIGNS] == [200] * actions.MOST_SIGNS
    refused = answers[statuses.index(429)].content.decode()
    assert re.search(r'<li data-sign="refused-\d+">You have shown too many signs', refused)
    assert refused.count("<li ") == actions.MOST_SIGNS + 1, "the signs of the others stay"


def test_an_unknown_sign_is_refused_and_a_stranger_finds_none(table, client, django_user_model):
    player = player_of(table)
    client.force_login(player.user)
    assert client.post(f"/encounters/{table.pk}/signs/", {"sign": "skull"}, **HTMX).status_code == 422
    actions.show_sign(encounter=table, membership=player, key="yes")
    client.force_login(django_user_model.objects.create_user("stranger"))
    assert client.get(f"/encounters/{table.pk}/signs/", **HTMX).status_code == 404


def test_an_observer_sees_signs_and_shows_none(table, client):
    player = player_of(table)
    actions.show_sign(encounter=table, membership=player, key="thanks")
    player.role = "observer"
    with pytest.raises(PermissionDenied):
        actions.show_sign(encounter=table, membership=player, key="yes")


def test_the_sign_of_a_player_whose_seat_is_hidden_shows_no_seat(table):
    player = player_of(table)
    table.participants.filter(controller=player).update(hidden=True)
    actions.show_sign(encounter=table, membership=player, key="yes")
    assert queries.shown_signs(table) == []


def test_the_number_of_queries_does_not_depend_on_the_signs(table, django_assert_num_queries):
    for member in (person for person in members(table) if person.role != "observer"):
        actions.show_sign(encounter=table, membership=member, key="laugh")
    with django_assert_num_queries(2):
        assert queries.shown_signs(table)


def test_there_are_six_to_eight_signs_with_words_of_their_own():
    assert 6 <= len(SIGNS) <= 8
    assert (
        len({str(sign.words) for sign in SIGNS.values()}) == len({sign.symbol for sign in SIGNS.values()}) == len(SIGNS)
    )


def viewer_at(table, member):
    """A viewer of a stream, without the right to listen."""
    return SimpleNamespace(subject=Subject("encounter", table.pk), member=member.pk, place=(table.pk, member.pk))


def test_what_a_gm_shows_one_member_calls_no_stream_of_another(table, monkeypatch):
    """On each database: SQLite's streams compare counts, and PostgreSQL's receive a signal."""
    one, other = Member.objects.filter(campaign=table.campaign)[:2]
    hub, signals = Hub(), []

    async def ask(question, *given):
        return question(*given)

    async def check(_listeners):
        """Everyone may listen."""

    hub.ask, hub.check = ask, check
    monkeypatch.setattr(live_signal, "_notify", signals.append)
    listeners = [Listener(viewer_at(table, member)) for member in (one, other)]
    hub.listeners = set(listeners)

    def called(look):
        for listener in listeners:
            listener.has_new_signs = False
        asyncio.run(look())
        return [listener.has_new_signs for listener in listeners]

    assert called(hub.look_for_signs) == [False, False], "the first look tells nobody"
    for chosen, expected in (([one], [True, False]), (None, [True, True])):
        actions.announce_shown(encounter=table, members=chosen, kind="entry", pk=1)
        assert called(hub.look_for_signs) == expected
        assert called(lambda: hub._handle_payload(signals[-1])) == expected


def test_streams_that_watch_the_file_ask_one_number_until_there_is_a_new_sign(table):
    """On SQLite every play at any table changes the file."""
    asked, hub = [], Hub()

    async def ask(question, *given):
        asked.append(question.__name__)
        return question(*given)

    async def check(_listeners):
        """Everyone may listen."""

    async def look():
        asked.clear()
        listener.has_new_signs = False
        await hub.look_for_signs()

    hub.ask, hub.check = ask, check
    listener = Listener(viewer_at(table, player_of(table)))
    hub.listeners = {listener}
    asyncio.run(look())
    assert asked == ["count_all_signs", "sign_counts"]
    assert not listener.has_new_signs
    asyncio.run(look())
    assert asked == ["count_all_signs"]
    actions.show_sign(encounter=table, membership=player_of(table), key="yes")
    asyncio.run(look())
    assert listener.has_new_signs


def test_without_a_dealer_nobody_shows_signs_in_the_dealers_name(table):
    """Every player deals there, so a sign stands at a player's own seat."""
    player = player_of(table)
    table.dealerless = True
    table.save(update_fields=["dealerless"])
    actions.show_sign(encounter=table, membership=player, key="yes")
    (sign,) = queries.shown_signs(table)
    seat = table.participants.filter(controller=player).order_by("position").first()
    assert (sign.seat, sign.name) == (seat.key, seat.name)
    table.participants.filter(controller=player).update(controller=None)
    assert [(mark.seat, mark.name) for mark in queries.shown_signs(table)] == [("", player.user.username)]
