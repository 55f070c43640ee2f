"""A screen that says which pieces of the table it has receives only the others, and shows what a full load shows."""

import json
import random
import re

import pytest

from campaigns.encounters import actions, play
from campaigns.encounters.models import Encounter, Participant
from campaigns.encounters.table import pieces
from common import fragments
from people.access import get_membership
from tests import factories
from tests.screens import Screen
from tests.site.secrecy.tables import KINDS, play_on

pytestmark = pytest.mark.django_db
NEW_EACH_TIME = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|name="key" value="[0-9a-f]{32}')
SEEN = f'name="seen" value="{fragments.NUMBER_MARK}"'


def settled(html):
    """A part without what differs in every response."""
    return NEW_EACH_TIME.sub("", html)


def change_range(fight, gm, distance="far"):
    order = {"type": "set-range", "actor": "gm", "a": "mara", "b": "bandit-1", "range": distance}
    play.submit(encounter=fight, by=gm, command=order)


def assert_shows_the_whole(screen, query=""):
    """A refreshed screen shows what a full load shows; its forms have the token and the key of the last response."""
    assert settled(screen.refresh(query)) == settled(screen.whole(query))
    assert_is_fresh(screen)


def assert_is_fresh(screen):
    assert set(re.findall(r'name="key" value="([0-9a-f]{32})', screen.html)) <= {screen.key}
    assert set(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', screen.html)) <= {screen.token}
    assert set(re.findall(r'name="seen" value="(\w+)"', screen.html)) <= {screen.number}


@pytest.mark.parametrize("kind", KINDS)
def test_after_any_plays_and_undone_plays_a_screen_shows_what_a_full_load_shows(kind):
    rng = random.Random(kind)
    table = KINDS[kind](rng)
    screens = [Screen(user, table.encounter) for user in table.people.values() if user is not None]
    for moment in range(12):
        for screen in screens:
            # Some screens sleep for a while, and miss plays.
            if rng.random() < 0.7 and isinstance(screen.refresh(), str):
                assert settled(screen.html) == settled(screen.whole())
                assert_is_fresh(screen)
        play_on(table, rng, rng.randint(1, 2))
        if moment % 4 == 3:
            undo_a_play(table)


def undo_a_play(table):
    """Undoes the last play that can be undone, if there is one."""
    row = table.encounter
    targets = play.undo_targets(row, -1) if row.status == "running" else []
    if targets:
        by = table.people["ana"] if row.dealerless else table.gm
        play.undo(encounter=row, by=by, to=max(targets) - 1)


def test_a_screen_shows_who_joins_hides_is_revealed_acts_earlier_and_leaves(campaign, fight, gm, ana, watcher):
    membership = get_membership(gm, campaign.pk)
    screens = [Screen(user, fight) for user in (gm, ana, watcher)]

    def assert_all_show_the_whole():
        fight.refresh_from_db()
        for screen in screens:
            assert_shows_the_whole(screen)

    def order(**command):
        play.submit(encounter=fight, by=gm, command={"actor": "gm", **command})

    assert_all_show_the_whole()
    actions.join(membership=membership, encounter=fight, monster=factories.MonsterFactory(name="Ogre"), hidden=True)
    assert_all_show_the_whole()
    order(type="reveal", target=Participant.objects.get(encounter=fight, name="Ogre").key)
    assert_all_show_the_whole()
    assert "Ogre" in screens[1].html
    play.hand_over_participant(encounter=fight, by=gm, participant="bo", controller=get_membership(ana, campaign.pk))
    assert_all_show_the_whole()
    order(type="leave", target="bandit-2")
    assert_all_show_the_whole()
    play.undo(encounter=fight, by=gm, to=1)
    assert_all_show_the_whole()


def test_only_what_differs_is_sent(fight, gm, ana):
    screen = Screen(ana, fight)
    screen.refresh()
    first = screen.sent
    screen.refresh()
    assert json.loads(screen.sent)[3] == [[0, len(screen.pieces) - 1]]
    change_range(fight, gm)
    screen.refresh()
    assert 0 < len(screen.sent) < len(first) / 3
    assert "far" in screen.html


def test_rows_in_another_order_are_not_sent_again():
    rows = [f"<li>{name * pieces.LEAST_BYTES}</li>" for name in "ABCD"]
    start = f'<ul class="{"x" * pieces.LEAST_BYTES}">'
    screen = pieces.changed_pieces(start + "".join(rows), "")
    shown = "".join(digest for digest, _html in screen)
    assert pieces.changed_pieces(start + "".join(rows), shown) == [(0, 4)]
    assert pieces.changed_pieces(start + "".join([rows[2], *rows[:2], rows[3]]), shown) == [
        (0, 0), (3, 3), (1, 2), (4, 4),
    ]  # fmt: skip


def test_short_rows_share_a_piece_and_none_is_lost():
    rows = "<ul>" + "<li>a</li>" * 40
    items = pieces.changed_pieces(rows, "")
    assert "".join(html for _digest, html in items) == rows
    assert len(items) == len(rows) // pieces.LEAST_BYTES
    assert all(len(html) >= pieces.LEAST_BYTES for _digest, html in items)


def test_digests_that_mean_nothing_bring_the_whole_part(fight, ana):
    screen = Screen(ana, fight)
    whole = screen.refresh()
    for nonsense in ("x", "AAAAAAAA" * 3000, "\xe9" * 9, screen.headers[pieces.HEADER][1:]):
        answer = screen.client.get(
            f"{screen.address}table/", headers={"HX-Request": "true", pieces.HEADER: nonsense}
        ).content.decode()
        texts = [html for digest, html in json.loads(answer)[3]]
        assert settled("".join(texts)) == settled(whole)


def test_a_page_of_an_earlier_version_and_a_page_without_script_receive_all_of_it(fight, ana, client):
    client.force_login(ana)
    for headers in ({}, {"HX-Request": "true"}):
        answer = client.get(f"/encounters/{fight.pk}/table/", headers=headers)
        assert answer.headers["Content-Type"].startswith("text/html")
        assert 'id="table"' in answer.content.decode()


def test_the_answer_to_ones_own_play_has_only_what_differs(fight, gm):
    screen = Screen(gm, fight)
    screen.refresh()
    first = screen.sent
    order = {"type": "set-range", "actor": "gm", "take": [], "fixed": {"a": "mara", "b": "bandit-1", "range": "far"}}
    for _tap in range(2):  # the second has the key of the first, which counts once
        screen.post("commands/", {"do": json.dumps(order), "as": "gm", "key": "k" * 32})
        assert settled(screen.html) == settled(screen.whole())
        assert_is_fresh(screen)
        assert len(screen.sent) < len(first) / 3
    assert Encounter.objects.get(pk=fight.pk).number == 1


def test_a_refusal_is_part_of_what_the_page_shows_and_leaves_with_the_next_refresh(fight, ana):
    screen = Screen(ana, fight)
    calm = screen.refresh()
    for _time in range(2):
        screen.post("commands/", {"do": "nonsense", "as": "mara"})
        assert 'class="refusal"' in screen.html
    assert settled(screen.refresh()) == settled(calm)


def test_somebody_who_loses_the_seat_keeps_nothing_of_it(campaign, fight, gm, ana, ben):
    screen = Screen(ana, fight)
    assert "only you can see it" in screen.refresh()
    had = screen.headers
    play.hand_over_participant(encounter=fight, by=gm, participant="mara", controller=get_membership(ben, campaign.pk))
    assert "only you can see it" not in screen.refresh()
    assert_shows_the_whole(screen)
    campaign.members.filter(user=ana).update(left=campaign.created)
    screen.refresh()
    assert "Mara" not in screen.sent
    again = screen.client.get(f"{screen.address}table/", headers=had)
    assert again.status_code == 404
    assert "Mara" not in again.content.decode()


def test_the_digests_of_somebody_else_bring_nothing_of_theirs(fight, ana, ben):
    hers, his = Screen(ana, fight), Screen(ben, fight)
    hers.refresh()
    answer = his.client.get(f"{his.address}table/", headers=hers.headers).content.decode()
    texts = [html for _digest, html in hers.pieces]
    assert "only you can see it" in "".join(texts)
    runs = [item for item in json.loads(answer)[3] if not isinstance(item[0], str)]
    assert runs, "what everybody sees is not sent again"
    assert not [run for run in runs if "only you can see it" in "".join(texts[run[0] : run[1] + 1])]


def test_marks_are_only_where_a_screen_puts_the_new_values(fight, gm, ana, monkeypatch):
    found = []
    monkeypatch.setattr(pieces, "changed_pieces", lambda html, shown: found.append(html) or [("digest", html)])
    for user in (gm, ana):
        Screen(user, fight).refresh()
    for html in found:
        assert fragments.KEY_MARK in html
        assert fragments.NUMBER_MARK in html
        assert fragments.NUMBER_MARK not in html.replace(SEEN, "")


@pytest.mark.parametrize("kind", KINDS)
def test_no_mark_leaves_the_site(kind):
    table = KINDS[kind](random.Random(kind))
    marks = (fragments.CSRF_MARK, fragments.NUMBER_MARK, fragments.KEY_MARK)
    for user in table.people.values():
        if user is not None:
            screen = Screen(user, table.encounter)
            screen.refresh()
            assert not [mark for mark in marks if mark in screen.sent + screen.whole()]


def test_the_tests_above_find_a_piece_that_is_left_out_wrongly(fight, gm, ana, monkeypatch):
    screen = Screen(ana, fight)
    screen.refresh()
    digest = pieces.blake2b
    # A digest that forgets the end of a long piece.
    monkeypatch.setattr(pieces, "blake2b", lambda piece, **more: digest(piece[:60], **more))
    screen.refresh()
    change_range(fight, gm)
    assert settled(screen.refresh()) != settled(screen.whole())
