"""The table's pages without a script: what is on offer has a button, and every form posts and comes back."""

import html
import json
import re

import pytest
from django.db.models import RestrictedError

from campaigns.encounters import play
from campaigns.encounters.models import Encounter
from people.access import membership_for
from tests import factories


def buttons(page):
    """What the buttons of a page would post: {label: do}."""
    found = re.findall(r'<button name="do" value="([^"]*)"[^>]*>([^<]*)<', page)
    return {label.strip(): json.loads(html.unescape(do)) for do, label in found}


def hidden(page):
    """The hidden fields of the hand's form."""
    form = page[page.index('id="play"') :]
    return dict(re.findall(r'<input type="hidden" name="(as|seen|key)" value="([^"]*)"', form))


def press(client, fight, page, label, **fields):
    """Posts the button as a browser without scripts would."""
    posted = {**hidden(page), "do": json.dumps(buttons(page)[label]), **fields}
    return client.post(f"/encounters/{fight.pk}/commands/", posted)


def page_of(client, fight, query=""):
    """The table's page as text."""
    answer = client.get(f"/encounters/{fight.pk}/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_whole_exchange_is_played_with_forms_alone(client, fight, ana, gm):
    client.force_login(ana)
    page = page_of(client, fight)
    assert {"Strike", "Shoot", "Fight unarmed", "Pass"} <= set(buttons(page))
    answer = press(client, fight, page, "Strike", **{"one:target": "bandit-1", "some:cards": ["KD", "9C"]})
    assert answer.status_code == 302
    assert answer["Location"] == f"/encounters/{fight.pk}/?as=mara"
    client.force_login(gm)
    page = page_of(client, fight)
    assert "Defend" in buttons(page), "the bandit's answer is asked of the GM at once"
    press(client, fight, page, "Defend")
    page = page_of(client, fight)
    assert "The bandit" not in page
    assert 'class="hp" data-explain="hit-points">1/3' in page, "a face card did two points"


@pytest.mark.parametrize("asks", [{}, {"HTTP_HX_REQUEST": "true", "HTTP_HX_TARGET": "table"}])
def test_a_play_for_a_participant_that_was_handed_over_is_refused_in_words_at_the_table(
    client, fight, gm, ana, ben, asks
):
    client.force_login(ana)
    page = page_of(client, fight)
    play.hand_over_participant(encounter=fight, by=gm, participant="mara", controller=membership_for(ben, fight))
    fields = {**hidden(page), "do": json.dumps(buttons(page)["Pass"])}
    answer = client.post(f"/encounters/{fight.pk}/commands/", fields, **asks)
    assert answer.status_code == 403
    assert answer.context["table"].refusal.startswith("You do not play this participant.")
    assert 'id="table"' in answer.content.decode()
    client.force_login(ben)
    assert client.post(f"/encounters/{fight.pk}/commands/", fields | {"key": "b" * 32}, **asks).status_code in {
        200,
        302,
    }


def test_a_refused_play_says_why_on_the_page_and_changes_nothing(client, fight, ana):
    client.force_login(ana)
    page = page_of(client, fight)
    answer = press(client, fight, page, "Strike", **{"one:target": "bandit-1", "some:cards": ["KD", "9C", "4S"]})
    assert answer.status_code == 422
    text = answer.content.decode()
    assert 'class="refusal" role="alert"' in text
    assert play.read_encounter(fight, fight.campaign.members.get(user=ana)).number == 0


def test_the_same_form_sent_twice_counts_once_and_a_new_page_counts_again(client, fight, ana, membership):
    client.force_login(ana)
    page = page_of(client, fight)
    for _ in range(2):
        assert press(client, fight, page, "Pass").status_code == 302
    fight.refresh_from_db()
    assert fight.number == 1
    assert hidden(page)["key"] != hidden(page_of(client, fight))["key"]


def test_a_key_that_was_used_for_something_else_is_told(client, fight, ana):
    client.force_login(ana)
    page = page_of(client, fight)
    press(client, fight, page, "Pass")
    answer = press(client, fight, page, "Strike", **{"one:target": "bandit-1", "some:cards": ["KD"]})
    assert answer.status_code == 422
    assert "already used" in answer.content.decode()


def test_the_slower_of_two_phones_is_told_and_shown_the_table_as_it_is(client, fight, ana, gm):
    client.force_login(ana)
    first, second = page_of(client, fight), page_of(client, fight)
    press(client, fight, first, "Pass")
    answer = press(client, fight, second, "Strike", **{"one:target": "bandit-1", "some:cards": ["KD"]})
    assert answer.status_code == 409
    assert "The table has changed" in answer.content.decode()


@pytest.mark.parametrize(
    "do", ["", "{", "[]", "7", '{"type": "pass"}', '{"type":"pass","actor":"mara","take":3,"fixed":{}}']
)
def test_an_unreadable_form_is_400_and_changes_nothing(client, fight, ana, do):
    client.force_login(ana)
    assert client.post(f"/encounters/{fight.pk}/commands/", {"do": do}).status_code == 400
    fight.refresh_from_db()
    assert fight.number == 0


def test_a_player_cannot_act_for_another_nor_give_orders(client, fight, ben):
    client.force_login(ben)
    for actor in ("mara", "gm", "bandit-1"):
        do = json.dumps({"type": "pass", "actor": actor, "take": [], "fixed": {}})
        assert client.post(f"/encounters/{fight.pk}/commands/", {"do": do}).status_code == 403


def test_the_gm_gives_orders_from_the_row_of_the_one_they_concern(client, fight, gm):
    client.force_login(gm)
    assert "Adjust" not in page_of(client, fight)
    page = page_of(client, fight, "?orders=mara")
    dos = [json.loads(html.unescape(do)) for do in re.findall(r'name="do" value="([^"]*)"', page)]
    adjust = next(do for do in dos if do["type"] == "adjust")
    posted = {"do": json.dumps(adjust), "one:target": "mara", "number:hp": "2", "text:reason": "a cut", "as": "gm"}
    assert client.post(f"/encounters/{fight.pk}/commands/", posted).status_code == 302
    assert 'class="hp" data-explain="hit-points">2/3' in page_of(client, fight)
    posted["number:hp"] = "many"
    answer = client.post(f"/encounters/{fight.pk}/commands/", posted)
    assert answer.status_code == 422
    assert "hp" in answer.content.decode()


def test_undo_stands_at_its_line_and_is_the_gms(client, fight, ana, gm):
    client.force_login(ana)
    press(client, fight, page_of(client, fight), "Pass")
    assert "Undo" not in page_of(client, fight)
    assert client.post(f"/encounters/{fight.pk}/undo/", {"to": "0"}).status_code == 403
    client.force_login(gm)
    assert "Undo from line 1 on" in page_of(client, fight)
    assert client.post(f"/encounters/{fight.pk}/undo/", {"to": "0", "seen": "1", "key": "u"}).status_code == 302
    page = page_of(client, fight)
    assert " undid the last play." in page
    assert 'class="struck"' in page, "the struck line stays in the event log"
    for to in ("", "x", "99", "-1"):
        assert client.post(f"/encounters/{fight.pk}/undo/", {"to": to}).status_code == 422


def test_the_page_follows_the_person_who_must_act(client, fight, gm, ana, ben):
    for user in (ana, ben):
        client.force_login(user)
        press(client, fight, page_of(client, fight), "Pass")
    client.force_login(gm)
    page = page_of(client, fight, "?as=gm")
    assert hidden(page)["as"] == "bandit-1", "a bandit must act, so the GM's page is the bandit's"


def test_an_observer_sees_the_table_and_no_button(client, fight, watcher):
    client.force_login(watcher)
    page = page_of(client, fight)
    assert buttons(page) == {}
    assert "You are watching." in page
    assert "To play here" not in page


@pytest.mark.parametrize("part", ["", "table/"])
def test_a_player_without_a_seat_reads_how_to_get_one_and_an_observer_does_not(client, fight, campaign, watcher, part):
    """Both see the same table, so the part that is kept for one must not be sent to the other."""
    late = factories.UserFactory(username="late")
    factories.MemberFactory(campaign=campaign, user=late, role="player")
    address = f"/encounters/{fight.pk}/{part}"
    pages = []
    for user in (late, watcher, late):
        client.force_login(user)
        pages.append(client.get(address).content.decode())
    sentence = "You are watching. To play here, ask your GM to add your character."
    assert [sentence in page for page in pages] == [True, False, True]


def test_odds_are_told_before_a_play_and_nothing_is_told_of_nonsense(client, fight, ana):
    client.force_login(ana)
    do = json.dumps(buttons(page_of(client, fight))["Strike"])
    told = client.post(
        f"/encounters/{fight.pk}/odds/", {"as": "mara", "do": do, "one:target": "bandit-1", "some:cards": ["KD"]}
    )
    assert re.search(r"\d+ %", told.content.decode())
    assert client.post(f"/encounters/{fight.pk}/odds/", {"as": "mara", "do": "?"}).content.strip() == b""
    assert client.post(f"/encounters/{fight.pk}/odds/", {"as": "oskar", "do": do}).status_code in {200, 404}


def test_an_ended_encounter_shows_what_it_left(client, fight, gm, ana, membership):
    play.submit(encounter=fight, by=gm, command={"type": "end", "actor": "gm", "outcome": "parley"})
    for user in (gm, ana):
        client.force_login(user)
        page = page_of(client, fight)
        assert "Parley" in page
        assert "<span>Mara</span> <strong>+1 encounter</strong>" in page
        assert buttons(page) == {}
    client.force_login(gm)
    assert client.post(f"/encounters/{fight.pk}/copy/").status_code == 302
    assert Encounter.objects.filter(status="prepared").count() == 1


def test_the_table_needs_a_constant_number_of_queries(
    client, fight, gm, ana, membership, django_assert_max_num_queries
):
    def counted(user, most):
        client.force_login(user)
        page_of(client, fight)
        with django_assert_max_num_queries(most) as queries:
            page_of(client, fight)
        return len(queries)

    before = {user: counted(user, 20) for user in (gm, ana)}
    for seed in range(30):
        view = play.view(fight, membership, "gm")
        seat = next((key for key in view["turn"]), "gm")
        row = fight.participants.filter(key=seat).first()
        by = row.controller.user if row and row.controller else gm
        place = fight.campaign.members.get(user=by)
        command = play.sample(fight, place, seat, seed=seed)
        if command["type"] != "end":
            play.submit(encounter=fight, by=by, command=command)
    # The catalogue is read only where a form offers some of it, so there may be one query less or more.
    assert all(counted(user, 20) <= before[user] + 1 for user in (gm, ana))


def test_a_preparation_has_no_table_yet(client, prepared, gm):
    client.force_login(gm)
    for path in ("table/", "account/", "fairness/"):
        assert client.get(f"/encounters/{prepared.pk}/{path}").status_code == 302
    for path in ("commands/", "undo/", "odds/"):
        assert client.post(f"/encounters/{prepared.pk}/{path}", {"to": "0", "do": "{}"}).status_code == 302
    prepared.refresh_from_db()
    assert prepared.number == 0


def test_a_place_whose_hand_is_folded_cannot_be_deleted(fight, ana):
    with pytest.raises(RestrictedError):
        fight.campaign.members.get(user=ana).delete()


@pytest.mark.parametrize("counts", [True, False])
def test_the_end_counts_as_the_preparation_said_unless_the_gm_says_otherwise(client, fight, gm, counts):
    Encounter.objects.filter(pk=fight.pk).update(counts=counts)
    client.force_login(gm)
    page = page_of(client, fight)
    box = re.search(r'<input type="checkbox" name="bool:counts"[^>]*>', page)[0]
    assert ("checked" in box) is counts
    end = next(
        do
        for do in map(json.loads, map(html.unescape, re.findall(r'name="do" value="([^"]*)"', page)))
        if do["type"] == "end"
    )
    posted = {"do": json.dumps(end), "one:outcome": "victory", "as": "gm"} | ({"bool:counts": "1"} if counts else {})
    assert client.post(f"/encounters/{fight.pk}/commands/", posted).status_code == 302
    entries = fight.campaign.log.filter(kind="award")
    assert entries.exists() is counts


def test_a_defeated_monster_is_not_called_you_and_a_hero_who_has_fallen_is(client, fight, gm, ana):
    def called_you(user, query):
        client.force_login(user)
        page = page_of(client, Encounter.objects.get(pk=fight.pk), query)
        return re.findall(r'data-id="([\w-]+)"(?:(?!data-id).)*?You:', page, re.DOTALL)

    assert called_you(gm, "?as=bandit-1") == ["bandit-1"]
    assert called_you(ana, "") == ["mara"]
    for target in ("bandit-1", "mara"):
        falls = {"type": "adjust", "actor": "gm", "target": target, "hp": 0, "reason": "a trap"}
        play.submit(encounter=Encounter.objects.get(pk=fight.pk), by=gm, command=falls)
    assert called_you(gm, "?as=bandit-1") == []
    assert called_you(ana, "") == ["mara"]
