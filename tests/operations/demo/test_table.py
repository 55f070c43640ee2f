"""The demo table: laid by a tap, played by the site but for the visitor, to its end."""

import re

import pytest
from django.urls import reverse

from campaigns.encounters import demo_visitors, play
from campaigns.encounters.models import Command, Encounter
from campaigns.encounters.play import visibility
from campaigns.overview.members import actions
from characters.models import Character
from characters.sheets import queries
from people.access import get_membership
from people.credentials import invitation_links
from people.models import Campaign, User
from rules import play as rules
from tests.operations.demo.conftest import visit

MOST_MOVES = 60


def test_the_front_page_offers_a_table(client, db):
    page = client.get("/").content.decode()
    assert 'action="/demo/"' in page
    for about in rules.SYSTEMS.values():
        assert f"Try {about['name']}" in page


def test_a_tap_opens_a_begun_table(visitor):
    assert visitor.user.is_demo_visitor
    assert not visitor.user.has_usable_password()
    assert re.fullmatch(r"guest-[0-9a-f]{8}", visitor.user.username)
    assert visitor.encounter.status == Encounter.Status.RUNNING
    page = visitor.client.get(f"/encounters/{visitor.encounter.pk}/")
    assert page.status_code == 200
    assert "Rook" in page.content.decode()


def test_the_visitor_plays_one_warrior_of_level_two_and_the_site_the_rest(visitor):
    rows = visitor.encounter.participants.order_by("position")
    assert [(row.side, row.controller == visitor.membership) for row in rows] == [
        ("players", True),
        ("players", False),
        ("monsters", False),
        ("monsters", False),
    ]
    hero = Character.objects.select_related("campaign").get(owner=visitor.user)
    assert hero.sheet["class"] == "warrior"
    assert queries.levels_of([hero]) == {hero.pk: 2}


@pytest.mark.parametrize("time", range(6))
def test_the_site_plays_until_the_visitor_is_asked(db, time):
    visitor = visit()
    assert visitor.choice() or visitor.look().view()["phase"] == "over"


def test_a_whole_fight_comes_to_its_end(visitor, settings):
    for _ in range(MOST_MOVES):
        command = visitor.choice()
        if command is None:
            break
        assert visitor.give(command).status_code == 302
    visitor.encounter.refresh_from_db()
    assert visitor.encounter.status == Encounter.Status.ENDED
    assert visitor.encounter.outcome in {"victory", "defeat"}
    page = visitor.client.get(f"/encounters/{visitor.encounter.pk}/").content.decode()
    assert "Play again" in page
    assert "Sign up to keep playing" in page
    settings.SIGNUP = "closed"
    closed = visitor.client.get(f"/encounters/{visitor.encounter.pk}/").content.decode()
    assert "Play again" in closed
    assert "/accounts/signup/" not in closed, "nobody may sign up"


def test_a_refused_command_is_not_answered(visitor):
    number = visitor.encounter.number = visitor.look().number
    answer = visitor.give({"type": "attack", "actor": visitor.hero, "target": "nobody", "weapon": "melee", "cards": []})
    assert answer.status_code == 422
    assert visitor.look().number == number


def test_a_visitor_cannot_play_the_hand_of_somebody_else(visitor):
    others = [row.key for row in visitor.encounter.participants.all() if row.key != visitor.hero]
    for actor in [*others, "gm"]:
        assert visitor.give({"type": "pass", "actor": actor}).status_code == 403


def test_a_command_over_the_api_is_answered_as_well(visitor):
    command = visitor.choice()
    address = reverse("api-commands", args=[visitor.encounter.pk])
    answer = visitor.client.post(address, {"command": command}, content_type="application/json")
    assert answer.status_code == 200, answer.content
    assert visitor.choice() or visitor.look().view()["phase"] == "over"


def test_answering_twice_plays_nothing_twice(visitor):
    number = visitor.look().number
    demo_visitors.play_for_site(visitor.encounter)
    assert visitor.look().number == number


def test_the_house_gives_one_command_a_number(visitor):
    keys = list(Command.objects.filter(encounter=visitor.encounter, by__kind="house").values_list("key", flat=True))
    assert len(set(keys)) == len(keys)


def test_other_tables_are_left_alone(campaign, gm, ana):
    """A table of people waits for its people."""
    encounter = Encounter.objects.create(campaign=campaign, title="The ford")
    hero = campaign.characters.create(name="Mara", owner=ana, sheet={"class": "warrior"})
    encounter.groups.create(side="players", character=hero)
    encounter.groups.create(side="monsters", monster=campaign.monsters.create(system=campaign.system, name="Wolf"))
    play.begin(encounter=encounter, by=gm)
    encounter.refresh_from_db()
    demo_visitors.play_for_site(encounter)
    encounter.refresh_from_db()
    assert encounter.number == 0


def test_the_coach_says_what_is_asked_until_the_end(visitor):
    part = f"/encounters/{visitor.encounter.pk}/table/"
    assert 'id="coach"' in visitor.client.get(part).content.decode()
    for _ in range(MOST_MOVES):
        command = visitor.choice()
        if command is None:
            break
        visitor.give(command)
    assert 'id="coach"' not in visitor.client.get(part).content.decode()


@pytest.mark.parametrize("system", sorted(rules.SYSTEMS))
def test_a_visitor_plays_the_table_of_each_game_alone_to_the_end(db, system):
    visitor = visit(system=system)
    assert visitor.encounter.campaign.system == system
    for _ in range(MOST_MOVES):
        command = visitor.choice()
        if command is None:
            break
        assert visitor.give(command).status_code == 302
    visitor.encounter.refresh_from_db()
    assert visitor.encounter.status == Encounter.Status.ENDED
    page = visitor.client.get(f"/encounters/{visitor.encounter.pk}/").content.decode()
    assert f'name="system" value="{system}"' in page


def test_there_is_no_table_of_an_unknown_game(client, db):
    assert client.post("/demo/", {"system": "no-such-game"}).status_code == 404
    assert not Campaign.objects.exists()


def hidden_from(visitor):
    """The cards that nobody may show the visitor now: other hands, and the pile."""
    view = visitor.look().view()
    known = {*view["hand"], *view["played"], *view["discard"]}
    return {rank + suit for rank in "23456789TJQKA" for suit in "CDHS"} - known


def shown_to(visitor):
    """Every card that the visitor's pages and the API show, by address."""
    pk = visitor.encounter.pk
    addresses = [f"/encounters/{pk}/", f"/encounters/{pk}/table/", f"/api/v1/encounters/{pk}/"]
    addresses += [f"/api/v1/encounters/{pk}/offers/", f"/api/v1/encounters/{pk}/events/?after={visitor.look().number}"]
    return {
        address: set(re.findall(r'(?:#|")([2-9TJQKA][CDHS])"', visitor.client.get(address).content.decode()))
        for address in addresses
    }


def test_the_visitor_sees_their_own_cards_and_never_anybody_elses(visitor):
    for _ in range(MOST_MOVES):
        command, view, shown = visitor.choice(), visitor.look().view(), shown_to(visitor)
        hidden = hidden_from(visitor)
        assert not {address: cards & hidden for address, cards in shown.items() if cards & hidden}
        if command is None:
            return
        assert set(view["hand"]) <= shown[f"/encounters/{visitor.encounter.pk}/"]
        assert visitor.give(command).status_code == 302


def test_a_planted_leak_is_seen(visitor, monkeypatch):
    hidden, companion = hidden_from(visitor), "sela"
    system = visitor.encounter.campaign.system
    monkeypatch.setattr(
        visibility.EncounterReading, "view", lambda self, as_=None: rules.view(system, self._state, companion)
    )
    assert any(cards & hidden for cards in shown_to(visitor).values())


def test_the_visitor_looks_through_no_other_eyes(visitor):
    others = [row.key for row in visitor.encounter.participants.all() if row.key != visitor.hero]
    for seat in [*others, "gm"]:
        assert visitor.client.get(f"/api/v1/encounters/{visitor.encounter.pk}/offers/?as={seat}").status_code == 404


def test_playing_again_lays_a_fresh_table_for_the_same_visitor(visitor):
    answer = visitor.client.post("/demo/")
    assert answer.status_code == 302
    assert answer["Location"] != f"/encounters/{visitor.encounter.pk}/"
    assert visitor.client.get(f"/encounters/{visitor.encounter.pk}/").status_code == 404
    assert User.objects.filter(kind="guest").count() == 1
    assert Campaign.objects.filter(self_running=True).count() == 1


def test_a_visitor_finds_the_way_back_to_the_table_and_to_an_account(visitor):
    page = visitor.client.get("/").content.decode()
    assert f'href="/encounters/{visitor.encounter.pk}/"' in page
    answer = visitor.client.post("/accounts/logout/", {"next": "/accounts/signup/"})
    assert answer["Location"] == "/accounts/signup/"
    assert visitor.client.get("/accounts/signup/").status_code == 200


def test_people_with_an_account_go_to_their_own_tables(client, ana):
    client.force_login(ana)
    assert client.post("/demo/")["Location"] == "/"
    assert not Campaign.objects.filter(self_running=True).exists()


def test_looking_at_the_address_lays_no_table(client, db):
    assert client.get("/demo/").status_code == 405
    assert not Campaign.objects.exists()


def test_the_page_needs_few_queries(visitor, django_assert_max_num_queries):
    with django_assert_max_num_queries(11):
        visitor.client.get(f"/encounters/{visitor.encounter.pk}/")


def test_a_table_is_laid_with_a_bounded_number_of_queries(db, django_assert_max_num_queries):
    visit()
    with django_assert_max_num_queries(500) as asked:
        visitor = visit()
    # What the site plays at once, before the visitor is asked, is counted apart.
    played = Command.objects.filter(encounter=visitor.encounter).count()
    assert len(asked) <= 130 + 25 * played, f"{len(asked)} queries with {played} commands of the house"


def test_a_visitor_with_an_invitation_is_led_to_an_account_and_back_to_it(visitor, gm, campaign):
    membership = get_membership(gm, campaign.pk)
    invitation = actions.create_invitation(membership=membership, role="player", days=7, uses=1)
    link = f"/join/{invitation_links.link_token(invitation)}/"
    page = visitor.client.get(link)
    assert page.status_code == 403
    then = f"/accounts/signup/?next={link}"
    assert f'value="{then}"' in page.content.decode()
    left = visitor.client.post("/accounts/logout/", {"next": then})
    assert left.headers["Location"] == then
    assert f'value="{link}"' in visitor.client.get(then).content.decode()
