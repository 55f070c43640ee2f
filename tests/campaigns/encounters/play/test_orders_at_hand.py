"""The GM's orders at a running table: the frequent one first, and those that cannot be given say why."""

import html
import json
import re

from campaigns.encounters import actions, play
from tests import factories

STRIKE = {"type": "attack", "actor": "mara", "target": "bandit-1", "weapon": "melee", "cards": ["KD"]}


def page_of(client, fight, query=""):
    """The table's page as text, with single spaces."""
    return " ".join(client.get(f"/encounters/{fight.pk}/{query}").content.decode().split())


def test_the_hit_points_of_a_participant_stand_first_and_open_at_the_figure_of_now(client, fight, gm):
    play.submit(
        encounter=fight,
        by=gm,
        command={"type": "adjust", "actor": "gm", "target": "bandit-1", "hp": 2, "reason": "a cut"},
    )
    client.force_login(gm)
    orders = page_of(client, fight, "?orders=bandit-1").partition('id="orders-bandit-1"')[2]
    forms = re.findall(r'<details id="order-bandit-1-(\d+)"( open)?>', orders)
    assert forms[0] == ("1", " open")
    assert all(not opened for _number, opened in forms[1:])
    do = json.loads(html.unescape(re.search(r'name="do" value="([^"]*)"', orders)[1]))
    assert do["type"] == "adjust"
    assert re.search(r'name="number:hp" value="2" checked', orders), "not the figure of someone else"


def test_while_a_play_waits_a_newcomer_cannot_be_chosen_and_the_page_says_for_whom(client, fight, gm, ana):
    client.force_login(gm)
    assert f'href="/encounters/{fight.pk}/join/"' in page_of(client, fight)
    play.submit(encounter=fight, by=ana, command=STRIKE)
    page = page_of(client, fight)
    assert f'href="/encounters/{fight.pk}/join/"' not in page
    assert re.search(r"<button [^>]*disabled[^>]*>Add a newcomer<", page)
    assert "You must first answer for Bandit 1." in page, "the monster is the GM's own"


def test_while_an_opponent_is_hidden_no_end_is_suggested(client, membership, prepared, gm, ana):
    ghost = factories.MonsterFactory(name="Ghost")
    actions.add_monsters(membership=membership, encounter=prepared, monster=ghost, count=1)
    prepared.groups.filter(monster=ghost).update(hidden=True)
    fight = actions.start(membership=membership, encounter=prepared, seed=7)
    for key in ("bandit-1", "bandit-2"):
        order = {"type": "adjust", "actor": "gm", "target": key, "hp": 0, "reason": "they flee"}
        play.submit(encounter=fight, by=gm, command=order)
    client.force_login(gm)
    page = page_of(client, fight)
    assert re.search(r'class=""[^>]*>Reveal Ghost', page), "revealing is no play that leads"
    assert "Only one side is still standing" not in page
    ghost_key = next(key for key in play.view(fight, membership)["participants"] if key.startswith("ghost"))
    play.submit(encounter=fight, by=gm, command={"type": "reveal", "actor": "gm", "target": ghost_key})
    assert "Only one side is still standing" not in page_of(client, fight)
    order = {"type": "adjust", "actor": "gm", "target": ghost_key, "hp": 0, "reason": "it fades"}
    play.submit(encounter=fight, by=gm, command=order)
    assert "Only one side is still standing" in page_of(client, fight)
    client.force_login(ana)
    plays = page_of(client, fight).partition('id="play"')[2].partition("</form>")[0]
    assert "Pass" in plays
    assert 'class="primary"' not in plays, "the end is what comes next"


def test_choices_and_fields_of_monsters_have_words(client, campaign, fight, gm):
    client.force_login(gm)
    join = client.get(f"/encounters/{fight.pk}/join/").content.decode()
    assert "---" not in join
    assert '<option value="" selected>none</option>' in join
    factories.MonsterFactory(name="Reed wolf", stats={"level": 1})
    assert "Highest level" in client.get(f"/campaigns/{campaign.pk}/encounters/new/").content.decode()


def test_the_second_encounter_of_a_day_has_a_title_of_its_own(client, campaign, membership, gm):
    client.force_login(gm)
    address = f"/campaigns/{campaign.pk}/encounters/new/"
    title = re.search(r'name="title" value="([^"]+)"', client.get(address).content.decode())[1]
    actions.create(membership=membership, title=title)
    assert f'name="title" value="{title} (2)"' in client.get(address).content.decode()
