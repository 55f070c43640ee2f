"""Fragments are shared by those who know the same, and by nobody else."""

import re
import runpy

import pytest
from django.template import Context
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.urls import reverse
from django.utils import timezone

from campaigns.encounters import play
from campaigns.encounters.table.addresses import table_addresses
from campaigns.encounters.table.fragment_tags import undo_form
from campaigns.encounters.table.queries import get_table
from campaigns.encounters.table.shared_part import render_part
from common import fragments


@pytest.fixture(autouse=True)
def _empty_cache():
    fragments.CACHE.clear()


def page_of(client, user, encounter):
    """The live part without what differs in every response."""
    client.force_login(user)
    html = client.get(f"/encounters/{encounter.pk}/table/", headers={"HX-Request": "true"}).content.decode()
    html = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", html)
    return re.sub(r'name="key" value="[0-9a-f]{32}', "", html)


def signed_request(user):
    """A request of someone for the live part."""
    request = RequestFactory().get("/", headers={"HX-Request": "true"})
    request.user = user
    return request


def screens(client, fight, users):
    """What each viewer's screen shows after the others' screens were rendered first."""
    return {user.username: page_of(client, user, fight) for user in users}


def alone(client, fight, users):
    """What each viewer's screen shows when nothing is kept."""
    found = {}
    for user in users:
        fragments.CACHE.clear()
        found[user.username] = page_of(client, user, fight)
    return found


def test_no_screen_shows_what_another_audience_was_rendered_for(client, fight, gm, ana, ben, watcher):
    users = [gm, ana, ben, watcher]
    expected = alone(client, fight, users)
    fragments.CACHE.clear()
    assert screens(client, fight, users) == expected
    assert screens(client, fight, users[::-1]) == expected


@pytest.mark.parametrize("forgotten", ["table", "participant", "line"])
def test_the_test_above_finds_a_key_that_forgets_a_fact(client, fight, gm, ana, ben, watcher, monkeypatch, forgotten):
    users = [gm, ana, ben, watcher]
    expected = alone(client, fight, users)
    fragments.CACHE.clear()
    key = fragments.fragment_key

    def leaky_key(names, facts, *around):
        return key(names, {name: fact for name, fact in facts.items() if name != forgotten})

    monkeypatch.setattr(fragments, "fragment_key", leaky_key)
    assert screens(client, fight, users) != expected


def test_a_template_receives_nothing_but_its_facts(client, fight, ana):
    client.force_login(ana)
    html = fragments.render_fragment(
        ["campaigns/encounters/table/event_log/line.html"], {"line": {"text": "Mara waits."}}
    )
    assert "Mara waits." in html
    assert "ana" not in html


def test_tokens_and_keys_of_forms_are_never_kept(client, fight, gm):
    client.force_login(gm)
    page = client.get(f"/encounters/{fight.pk}/").content.decode()
    tokens = set(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page))
    assert tokens
    kept = "".join(fragments.CACHE._texts.values())
    assert not [token for token in tokens if token in kept]
    for mark in (fragments.CSRF_MARK, fragments.NUMBER_MARK, fragments.KEY_MARK):
        assert mark not in page


def test_marks_are_the_same_in_every_process_of_a_site():
    another = runpy.run_path(fragments.__file__)
    assert another["CACHE"] is not fragments.CACHE
    for name in ("CSRF_MARK", "NUMBER_MARK", "KEY_MARK"):
        assert another[name] == getattr(fragments, name)


def test_somebody_who_loses_the_seat_receives_nothing_more(client, campaign, fight, ana):
    before = page_of(client, ana, fight)
    assert "only you can see it" in before
    campaign.members.filter(user=ana).update(role="observer")
    assert "only you can see it" not in page_of(client, ana, fight)
    campaign.members.filter(user=ana).update(left=timezone.now())
    client.force_login(ana)
    assert client.get(f"/encounters/{fight.pk}/table/").status_code == 404


def test_built_addresses_are_the_routes(fight):
    built = table_addresses(fight.pk)
    for field, name in {
        "encounter": "encounter",
        "table": "encounter-table",
        "command": "encounter-command",
        "cards": "encounter-cards",
        "undo": "encounter-undo",
        "odds": "encounter-odds",
        "event_log": "encounter-event-log",
        "fairness": "encounter-fairness",
        "hand_over": "encounter-hand-over",
        "join": "encounter-join",
        "copy": "encounter-copy",
        "stream": "api-encounter-stream",
    }.items():
        assert getattr(built, field) == reverse(name, args=[fight.pk])


def test_the_live_part_holds_the_newest_lines_and_folds_the_others_away(client, campaign, fight, gm, ana):
    membership = campaign.members.select_related("user", "campaign").get(user=gm)
    for turn in range(8):
        command = play.sample(fight, membership, "gm", seed=turn)
        if command and command["type"] != "end":
            play.submit(encounter=fight, by=gm, command=command)
    live = page_of(client, ana, fight)
    event_log = live[live.index('<ol class="event-log"') : live.index("</ol>", live.index('<ol class="event-log"'))]
    assert event_log.count("<li") == 3
    older = client.get(f"/encounters/{fight.pk}/account/?part=older", headers={"HX-Request": "true"}).content.decode()
    assert older.count("<li") >= 1
    assert "<html" not in older
    everything = client.get(f"/encounters/{fight.pk}/account/").content.decode()
    assert everything.count("<li class") >= older.count("<li")


@pytest.mark.parametrize(("chance", "marked"), [(0, True), (0.5, False), (1, False)])
def test_a_play_that_cannot_succeed_is_marked(chance, marked):
    odds = {"chance": chance, "exact": True, "of": "the defence holds"}
    html = render_to_string("campaigns/encounters/table/odds.html", {"odds": odds})
    assert ("hopeless" in html) is marked


def test_an_account_with_few_lines_folds_nothing_and_is_not_called_empty(client, campaign, fight, gm, ana):
    table = get_table(fight, campaign.members.select_related("user", "campaign").get(user=ana))
    table.__dict__["listed_events"] = table.listed_events[:2]
    html = render_part(signed_request(ana), table).content.decode()
    assert "Nothing has happened yet." not in html
    assert "more-lines" not in html
    event_log = html[html.index('<ol class="event-log"') : html.index("</ol>")]
    assert event_log.count("<li") == 2


def test_the_newest_lines_are_those_of_the_whole_account(campaign, fight, gm):
    membership = campaign.members.select_related("user", "campaign").get(user=gm)
    for turn in range(4):
        command = play.sample(fight, membership, "gm", seed=turn)
        if command and command["type"] != "end":
            play.submit(encounter=fight, by=gm, command=command)
    table = get_table(fight, membership)
    assert table.recent_lines + table.older_lines == table.lines
    assert 0 < len(table.recent_lines) < len(table.lines)


def test_the_undo_button_escapes_what_it_shows(campaign, fight, gm):
    membership = campaign.members.select_related("user", "campaign").get(user=gm)
    play.submit(encounter=fight, by=gm, command=play.sample(fight, membership, "gm", seed=1))
    table = get_table(fight, membership)
    table.seat = '"><b>'
    line = next(line for line in table.lines if line.number in table.undoable_numbers and line.first)
    html = undo_form(Context({"csrf_token": "<token>"}), table, line)
    assert 'value="&quot;&gt;&lt;b&gt;"' in html
    assert 'value="&lt;token&gt;"' in html
    assert f'name="key" value="{table.key}-undo-{line.number}"' in html


def test_one_rule_opens_with_one_tap_and_several_are_listed():
    def why(*ids):
        html = render_to_string("components/why.html", {"system": "fifty-two-fates", "ids": ids})
        return re.findall(r"<(?:a|summary)\b[^>]*>.*?</(?:a|summary)>", html, re.DOTALL)

    (link,) = why("F52-27")
    assert "/rules/fifty-two-fates/F52-27/" in link
    assert "why?" in link
    assert "data-why" in link
    summary, *links = why("F52-27", "F52-28")
    assert summary == "<summary>why?</summary>"
    assert len(links) == 2
    assert why() == []
