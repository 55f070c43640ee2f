"""The demo table: laid by a tap, played by the site but for the guest, to its end."""

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


def test_a_tap_opens_a_begun_table(guest):
    assert guest.user.guest
    assert not guest.user.has_usable_password()
    assert re.fullmatch(r"guest-[0-9a-f]{8}", guest.user.username)
    assert guest.encounter.status == Encounter.Status.RUNNING
    page = guest.client.get(f"/encounters/{guest.encounter.pk}/")
    assert page.status_code == 200
    assert "Rook" in page.content.decode()


def test_the_guest_plays_one_warrior_of_level_two_and_the_site_the_rest(guest):
    rows = guest.encounter.participants.order_by("position")
    assert [(row.side, row.controller == guest.membership) for row in rows] == [
        ("players", True),
        ("players", False),
        ("monsters", False),
        ("monsters", False),
    ]
    hero = Character.objects.select_related("campaign").get(owner=guest.user)
    assert hero.sheet["class"] == "warrior"
    assert queries.levels_of([hero]) == {hero.pk: 2}


@pytest.mark.parametrize("time", range(6))
def test_the_site_plays_until_the_guest_is_asked(db, time):
    guest = visit()
    assert guest.choice() or guest.look().view()["phase"] == "over"


def test_a_whole_fight_comes_to_its_end(guest):
    for _ in range(MOST_MOVES):
        command = guest.choice()
        if command is None:
            break
        assert guest.give(command).status_code == 302
    guest.encounter.refresh_from_db()
    assert guest.encounter.status == Encounter.Status.ENDED
    assert guest.encounter.outcome in {"victory", "defeat"}
    page = guest.client.get(f"/encounters/{guest.encounter.pk}/").content.decode()
    assert "Play again" in page
    assert "Sign up to keep playing" in page


def test_a_refused_command_is_not_answered(guest):
    number = guest.encounter.number = guest.look().number
    answer = guest.give({"type": "attack", "actor": guest.hero, "target": "nobody", "weapon": "melee", "cards": []})
    assert answer.status_code == 422
    assert guest.look().number == number


def test_another_hand_than_the_own_is_not_the_guests_to_play(guest):
    others = [row.key for row in guest.encounter.participants.all() if row.key != guest.hero]
    for actor in [*others, "gm"]:
        assert guest.give({"type": "pass", "actor": actor}).status_code == 403


def test_a_command_over_the_api_is_answered_as_well(guest):
    command = guest.choice()
    address = reverse("api-commands", args=[guest.encounter.pk])
    answer = guest.client.post(address, {"command": command}, content_type="application/json")
    assert answer.status_code == 200, answer.content
    assert guest.choice() or guest.look().view()["phase"] == "over"


def test_answering_twice_plays_nothing_twice(guest):
    number = guest.look().number
    demo_visitors.play_for_site(guest.encounter)
    assert guest.look().number == number


def test_the_house_gives_one_command_a_number(guest):
    keys = list(Command.objects.filter(encounter=guest.encounter, by__kind="house").values_list("key", flat=True))
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


def test_the_coach_says_what_is_asked_until_the_end(guest):
    part = f"/encounters/{guest.encounter.pk}/table/"
    assert 'id="coach"' in guest.client.get(part).content.decode()
    for _ in range(MOST_MOVES):
        command = guest.choice()
        if command is None:
            break
        guest.give(command)
    assert 'id="coach"' not in guest.client.get(part).content.decode()


@pytest.mark.parametrize("system", sorted(rules.SYSTEMS))
def test_a_guest_plays_the_table_of_each_game_alone_to_the_end(db, system):
    guest = visit(system=system)
    assert guest.encounter.campaign.system == system
    for _ in range(MOST_MOVES):
        command = guest.choice()
        if command is None:
            break
        assert guest.give(command).status_code == 302
    guest.encounter.refresh_from_db()
    assert guest.encounter.status == Encounter.Status.ENDED
    page = guest.client.get(f"/encounters/{guest.encounter.pk}/").content.decode()
    assert f'name="system" value="{system}"' in page


def test_there_is_no_table_of_an_unknown_game(client, db):
    assert client.post("/demo/", {"system": "no-such-game"}).status_code == 404
    assert not Campaign.objects.exists()


def hidden_from(guest):
    """The cards that nobody may show the guest now: other hands, and the pile."""
    view = guest.look().view()
    known = {*view["hand"], *view["played"], *view["discard"]}
    return {rank + suit for rank in "23456789TJQKA" for suit in "CDHS"} - known


def shown_to(guest):
    """Every card that the guest's pages and the API show, by address."""
    pk = guest.encounter.pk
    addresses = [f"/encounters/{pk}/", f"/encounters/{pk}/table/", f"/api/v1/encounters/{pk}/"]
    addresses += [f"/api/v1/encounters/{pk}/offers/", f"/api/v1/encounters/{pk}/events/?after={guest.look().number}"]
    return {
        address: set(re.findall(r'(?:#|")([2-9TJQKA][CDHS])"', guest.client.get(address).content.decode()))
        for address in addresses
    }


def test_the_guest_sees_the_own_cards_and_never_anybody_elses(guest):
    for _ in range(MOST_MOVES):
        command, view, shown = guest.choice(), guest.look().view(), shown_to(guest)
        hidden = hidden_from(guest)
        assert not {address: cards & hidden for address, cards in shown.items() if cards & hidden}
        if command is None:
            return
        assert set(view["hand"]) <= shown[f"/encounters/{guest.encounter.pk}/"]
        assert guest.give(command).status_code == 302


def test_a_planted_leak_is_seen(guest, monkeypatch):
    hidden, companion = hidden_from(guest), "sela"
    system = guest.encounter.campaign.system
    monkeypatch.setattr(
        visibility.EncounterReading, "view", lambda self, as_=None: rules.view(system, self._state, companion)
    )
    assert any(cards & hidden for cards in shown_to(guest).values())


def test_the_guest_looks_through_no_other_eyes(guest):
    others = [row.key for row in guest.encounter.participants.all() if row.key != guest.hero]
    for seat in [*others, "gm"]:
        assert guest.client.get(f"/api/v1/encounters/{guest.encounter.pk}/offers/?as={seat}").status_code == 404


def test_playing_again_lays_a_fresh_table_for_the_same_guest(guest):
    answer = guest.client.post("/demo/")
    assert answer.status_code == 302
    assert answer["Location"] != f"/encounters/{guest.encounter.pk}/"
    assert guest.client.get(f"/encounters/{guest.encounter.pk}/").status_code == 404
    assert User.objects.filter(kind="guest").count() == 1
    assert Campaign.objects.filter(self_running=True).count() == 1


def test_a_guest_finds_the_way_back_to_the_table_and_to_an_account(guest):
    page = guest.client.get("/").content.decode()
    assert f'href="/encounters/{guest.encounter.pk}/"' in page
    answer = guest.client.post("/accounts/logout/", {"next": "/accounts/signup/"})
    assert answer["Location"] == "/accounts/signup/"
    assert guest.client.get("/accounts/signup/").status_code == 200


def test_people_with_an_account_go_to_their_own_tables(client, ana):
    client.force_login(ana)
    assert client.post("/demo/")["Location"] == "/"
    assert not Campaign.objects.filter(self_running=True).exists()


def test_looking_at_the_address_lays_no_table(client, db):
    assert client.get("/demo/").status_code == 405
    assert not Campaign.objects.exists()


def test_the_page_needs_few_queries(guest, django_assert_max_num_queries):
    with django_assert_max_num_queries(11):
        guest.client.get(f"/encounters/{guest.encounter.pk}/")


def test_a_table_is_laid_with_a_bounded_number_of_queries(db, django_assert_max_num_queries):
    visit()
    with django_assert_max_num_queries(500) as asked:
        guest = visit()
    # What the site plays at once, before the guest is asked, is counted apart.
    played = Command.objects.filter(encounter=guest.encounter).count()
    assert len(asked) <= 130 + 25 * played, f"{len(asked)} queries with {played} commands of the house"


def test_a_guest_with_an_invitation_is_led_to_an_account_and_back_to_it(guest, gm, campaign):
    membership = get_membership(gm, campaign.pk)
    invitation = actions.create_invitation(membership=membership, role="player", days=7, uses=1)
    link = f"/join/{invitation_links.link_token(invitation)}/"
    page = guest.client.get(link)
    assert page.status_code == 403
    then = f"/accounts/signup/?next={link}"
    assert f'value="{then}"' in page.content.decode()
    left = guest.client.post("/accounts/logout/", {"next": then})
    assert left.headers["Location"] == then
    assert f'value="{link}"' in guest.client.get(then).content.decode()
