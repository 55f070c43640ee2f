"""Preparing on one page: who takes part, how hard it is, and starting at once."""

import re
from html import unescape

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.encounters import actions, queries
from campaigns.encounters.models import Encounter
from people.access import get_membership
from tests import factories


@pytest.fixture
def campaign(db, gm):
    row = factories.CampaignFactory(system="fifty-two-fates", created_by=gm)
    factories.MemberFactory(campaign=row, user=gm, role="gm")
    return row


@pytest.fixture
def heroes(campaign, ana, ben):
    for user in (ana, ben):
        factories.MemberFactory(campaign=campaign, user=user, role="player")
    return [
        factories.CharacterFactory(campaign=campaign, owner=user, name=name, sheet={"class": "warrior"})
        for user, name in ((ana, "Mara"), (ben, "Oskar"))
    ]


@pytest.fixture
def bandit(campaign):
    return factories.MonsterFactory(name="Bandit", stats={"max_hp": 2, "level": 1}, campaign=campaign)


def address(campaign):
    return reverse("encounter-new", args=[campaign.pk])


def chosen(heroes, **more):
    return {"title": "The ford", "characters": [hero.pk for hero in heroes], **more}


def test_two_heroes_and_a_monster_start_with_one_submit(client, gm, campaign, heroes, bandit):
    client.force_login(gm)
    page = client.get(address(campaign)).content.decode()
    for hero in heroes:
        assert f'value="{hero.pk}" checked' in " ".join(page.split())
    posted = chosen(heroes, do="start") | {f"count-{bandit.pk}": "2"}
    answer = client.post(address(campaign), posted)
    row = Encounter.objects.get(campaign=campaign)
    assert answer.headers["Location"] == reverse("encounter", args=[row.pk])
    assert row.status == Encounter.Status.RUNNING
    assert [participant.name for participant in row.participants.order_by("position")] == [
        "Mara",
        "Oskar",
        "Bandit 1",
        "Bandit 2",
    ]


def test_what_is_chosen_is_listed_beside_the_difficulty(client, gm, campaign, heroes, bandit):
    """The list of monsters shows six at a time: the chosen ones scroll out of it."""
    client.force_login(gm)
    wolf = factories.MonsterFactory(name="Wolf", campaign=campaign)
    typed = {"part": "difficulty", f"count-{bandit.pk}": "2", f"count-{wolf.pk}": "1", "characters": []}
    part = client.get(address(campaign), typed, headers={"HX-Request": "true"}).content.decode()
    assert "2 × Bandit" in part
    assert "1 × Wolf" in part


def test_for_later_it_is_prepared_and_not_started(client, gm, campaign, heroes, bandit):
    client.force_login(gm)
    client.post(address(campaign), chosen(heroes[:1], do="prepare") | {f"count-{bandit.pk}": "1"})
    row = Encounter.objects.get(campaign=campaign)
    assert row.status == Encounter.Status.PREPARED
    assert row.groups.count() == 2


def test_an_encounter_that_cannot_start_is_not_stored_and_says_why(client, gm, campaign, heroes):
    client.force_login(gm)
    answer = client.post(address(campaign), chosen([], do="start"))
    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()
    assert not Encounter.objects.filter(campaign=campaign).exists()


def test_what_is_missing_on_a_side_is_said_in_plain_words_and_nothing_starts(client, gm, campaign, heroes, bandit):
    client.force_login(gm)
    monsters = {f"count-{bandit.pk}": "2"}
    for posted, sentence in (
        (chosen([], do="start"), "Add the characters that take part."),
        (chosen([], do="start") | monsters, "Add the characters that take part."),
        (chosen(heroes, do="start"), "Add the monsters."),
    ):
        answer = client.post(address(campaign), posted)
        assert answer.status_code == 422
        assert sentence in answer.content.decode()
        assert not Encounter.objects.filter(campaign=campaign).exists()
    client.post(address(campaign), chosen([], do="prepare") | monsters)
    assert Encounter.objects.get(campaign=campaign).status == Encounter.Status.PREPARED


@pytest.mark.parametrize("count", ["-1", "41", "many", "1.5"])
def test_a_count_outside_the_limits_is_refused_by_name(client, gm, campaign, heroes, bandit, count):
    client.force_login(gm)
    answer = client.post(address(campaign), chosen(heroes, do="prepare") | {f"count-{bandit.pk}": count})
    assert answer.status_code == 422
    assert "Bandit: choose a number from 0 to 40." in answer.content.decode()
    assert not Encounter.objects.filter(campaign=campaign).exists()


def test_monsters_and_characters_of_other_campaigns_are_refused(client, gm, campaign, heroes):
    client.force_login(gm)
    other = factories.CampaignFactory(system="fifty-two-fates")
    foreign = factories.MonsterFactory(name="Foreign", stats={"max_hp": 1}, campaign=other)
    stranger = factories.CharacterFactory(campaign=other, sheet={"class": "warrior"})
    for more in ({f"count-{foreign.pk}": "1"}, {"characters": [stranger.pk]}):
        answer = client.post(address(campaign), chosen(heroes, do="prepare") | more)
        assert answer.status_code == 422
        assert "Foreign" not in answer.content.decode()
    assert not Encounter.objects.filter(campaign=campaign).exists()


def test_a_search_keeps_what_is_chosen_and_writes_nothing(client, gm, campaign, heroes, bandit):
    client.force_login(gm)
    factories.MonsterFactory(name="Wolf", stats={"max_hp": 3, "level": 1}, campaign=campaign)
    posted = chosen(heroes) | {f"count-{bandit.pk}": "3", "q": "wolf"}
    asked = {"part": "monsters"} | posted
    for page in (
        client.post(address(campaign), posted | {"do": "find"}),
        client.get(address(campaign), asked, headers={"HX-Request": "true"}),
    ):
        assert page.status_code == 200
        text = " ".join(page.content.decode().split())
        assert text.index("Bandit") < text.index("Wolf")
        assert f'name="count-{bandit.pk}" min="0" max="40" value="3"' in text
    assert not Encounter.objects.filter(campaign=campaign).exists()


def test_the_difficulty_is_shown_with_its_interval_and_nothing_is_stored(client, gm, campaign, heroes, bandit):
    client.force_login(gm)
    asked = {"part": "difficulty"} | chosen(heroes) | {f"count-{bandit.pk}": "1"}
    part = client.get(address(campaign), asked, headers={"HX-Request": "true"}).content.decode()
    assert "an easy fight" in part
    assert "% are won" in part
    hard = client.post(address(campaign), chosen(heroes, do="weigh") | {f"count-{bandit.pk}": "30"})
    assert hard.status_code == 200
    assert "more than this party can win" in hard.content.decode()
    assert not Encounter.objects.filter(campaign=campaign).exists()


def test_a_game_that_cannot_be_simulated_says_so(client, gm, ana):
    row = factories.CampaignFactory(system="fortune-system", created_by=gm)
    factories.MemberFactory(campaign=row, user=gm, role="gm")
    client.force_login(gm)
    part = client.get(address(row), {"part": "difficulty", "title": "x"}, headers={"HX-Request": "true"})
    assert "nothing to simulate" in part.content.decode()
    page = client.get(address(row)).content.decode()
    assert "preparing-monsters" not in page
    assert "nothing to simulate" in page, "also without JavaScript"
    assert 'value="weigh"' not in page


def test_the_interval_contains_the_share_and_narrows_with_more_games():
    for share in (0.0, 0.07, 0.5, 1.0):
        low, high = queries.confidence_interval(share, 1000)
        assert 0 <= low <= 100 * share <= high <= 100
        few_low, few_high = queries.confidence_interval(share, 20)
        assert few_low <= low <= high <= few_high
        assert few_high > few_low


def prepared(campaign, gm, heroes):
    """An encounter with two groups, the membership, and both groups."""
    member = get_membership(gm, campaign.pk)
    row = actions.create(membership=member, title="The ford")
    return member, row, actions.add_characters(membership=member, encounter=row, characters=heroes)


@pytest.mark.parametrize("do", ["remove", "hide", "move"])
def test_a_group_that_was_removed_a_moment_before_is_refused(campaign, gm, heroes, do):
    member, row, groups = prepared(campaign, gm, heroes)
    pk = groups[0].pk
    actions.remove_group(membership=member, encounter=row, encounter_group=groups[0])
    groups[0].pk = pk  # as the second request has read it
    writes = {
        "remove": lambda **given: actions.remove_group(**given),
        "hide": lambda **given: actions.hide_group(**given, hidden=True),
        "move": lambda **given: actions.move_group(**given, up=True),
    }
    with pytest.raises(ValidationError, match="has removed this"):
        writes[do](membership=member, encounter=row, encounter_group=groups[0])


def test_an_encounter_that_began_a_moment_before_is_prepared_no_more(campaign, gm, heroes, bandit):
    member, row, groups = prepared(campaign, gm, heroes)
    actions.add_monsters(membership=member, encounter=row, monster=bandit)
    actions.start(membership=member, encounter=Encounter.objects.get(pk=row.pk))
    assert row.status == Encounter.Status.PREPARED, "as the second request has read it"
    with pytest.raises(ValidationError, match="has begun"):
        actions.add_monsters(membership=member, encounter=row, monster=bandit)
    with pytest.raises(ValidationError, match="has begun"):
        actions.remove_group(membership=member, encounter=row, encounter_group=groups[0])
    with pytest.raises(ValidationError, match="keeps its options"):
        actions.change(membership=member, encounter=row, real_cards=True)
    assert row.groups.count() == 3


def test_the_page_of_an_imported_encounter_has_the_party_ticked(client, gm, campaign, heroes, bandit):
    """Until a character takes part: then the GM has chosen."""
    client.force_login(gm)
    membership = get_membership(gm, campaign.pk)
    row = actions.create(membership=membership, title="The ford")
    actions.add_monsters(membership=membership, encounter=row, monster=bandit, count=1)
    page = " ".join(client.get(reverse("encounter", args=[row.pk])).content.decode().split())
    for hero in heroes:
        assert f'value="{hero.pk}" id="characters_characters_{heroes.index(hero)}" checked' in page
    actions.add_characters(membership=membership, encounter=row, characters=heroes[:1])
    page = " ".join(client.get(reverse("encounter", args=[row.pk])).content.decode().split())
    assert f'value="{heroes[1].pk}" id="characters_characters_0">' in page


def test_only_what_a_preparation_still_lacks_is_unfolded(client, gm, campaign, heroes, bandit):
    """So that the start of an imported encounter is close by on a phone, before and after the party is added."""
    client.force_login(gm)
    membership = get_membership(gm, campaign.pk)
    row = actions.create(membership=membership, title="The ford")

    def unfolded():
        page = " ".join(client.get(reverse("encounter", args=[row.pk])).content.decode().split())
        return [f"open> <summary><h2>Add {what}</h2>" in page for what in ("characters", "monsters")]

    assert unfolded() == [True, True]
    actions.add_monsters(membership=membership, encounter=row, monster=bandit, count=1)
    assert unfolded() == [True, False]
    actions.add_characters(membership=membership, encounter=row, characters=heroes[:1])
    assert unfolded() == [False, False]
    refused = client.post(reverse("encounter-monsters", args=[row.pk]), {"monster": "", "count": "1"})
    assert "open> <summary><h2>Add monsters</h2>" in " ".join(refused.content.decode().split())


def test_rows_of_the_same_monster_are_numbered_as_at_the_table(client, gm, campaign, heroes, bandit):
    membership = get_membership(gm, campaign.pk)
    row = actions.create(membership=membership, title="The ford")
    actions.add_characters(membership=membership, encounter=row, characters=heroes)
    for count in (1, 2, 1):
        actions.add_monsters(membership=membership, encounter=row, monster=bandit, count=count)
    client.force_login(gm)
    page = " ".join(client.get(reverse("encounter", args=[row.pk])).content.decode().split())
    for names in (">Bandit 1<", ">Bandit 2, Bandit 3<", ">Bandit 4<"):
        assert names in page
    started = actions.start(membership=membership, encounter=row, seed=1)
    names = [participant.name for participant in started.participants.order_by("position")]
    assert names == ["Mara", "Oskar", "Bandit 1", "Bandit 2", "Bandit 3", "Bandit 4"]


def test_the_name_of_a_visible_monster_does_not_tell_of_a_hidden_one(gm, campaign, heroes, bandit):
    membership = get_membership(gm, campaign.pk)
    row = actions.create(membership=membership, title="The ford")
    actions.add_characters(membership=membership, encounter=row, characters=heroes)
    for _group in range(2):
        actions.add_monsters(membership=membership, encounter=row, monster=bandit, count=1)
    row.groups.filter(pk=row.groups.filter(monster=bandit).first().pk).update(hidden=True)
    started = actions.start(membership=membership, encounter=row, seed=1)
    names = {participant.name: participant.hidden for participant in started.participants.filter(monster=bandit)}
    assert names == {"Bandit": False, "Bandit 2": True}


def prepared_line(gm, campaign, heroes, bandit, **fields):
    membership = get_membership(gm, campaign.pk)
    row = actions.create(membership=membership, title="The ford")
    actions.add_characters(membership=membership, encounter=row, characters=heroes)
    return row, actions.add_monsters(membership=membership, encounter=row, monster=bandit, **fields)


def test_number_names_and_group_of_monsters_that_are_there_can_be_changed(client, gm, campaign, heroes, bandit):
    row, line = prepared_line(gm, campaign, heroes, bandit, count=2, note="They flee at half.", hidden=True)
    client.force_login(gm)
    where = reverse("encounter-monster-group", args=[row.pk, line.pk])
    page = client.get(reverse("encounter", args=[row.pk])).content.decode()
    assert where in page
    client.post(where, {"count": "3", "names": "Old Jory, Tam", "group": "crew"})
    line.refresh_from_db()
    assert (line.count, line.names, line.group) == (3, ["Old Jory", "Tam"], "crew")
    assert (line.note, line.hidden) == ("They flee at half.", True), "the rest of the line stays"
    client.post(where, {"count": "1", "names": "Old Jory, Tam", "group": ""})
    line.refresh_from_db()
    assert (line.count, line.names, line.group) == (1, ["Old Jory"], "")
    client.post(where, {"count": "1", "names": "Old Jory", "note": "Behind the chimney."})
    line.refresh_from_db()
    assert line.note == "Behind the chimney."


@pytest.mark.parametrize(
    ("posted", "said"),
    [
        ({"count": "0"}, "greater than or equal to 1"),
        ({"count": "39"}, "at most 40"),
        ({"count": "2", "group": "Players"}, "group of the players"),
    ],
)
def test_a_line_of_monsters_keeps_what_it_has_if_the_change_is_not_possible(
    client, gm, campaign, heroes, bandit, posted, said
):
    row, line = prepared_line(gm, campaign, heroes, bandit, count=2, names=["Tam"])
    client.force_login(gm)
    answer = client.post(reverse("encounter-monster-group", args=[row.pk, line.pk]), posted, follow=True)
    line.refresh_from_db()
    assert (line.count, line.names, line.group) == (2, ["Tam"], "")
    assert said in answer.content.decode()


def test_only_who_runs_the_encounter_changes_its_lines_and_only_before_the_start(
    client, gm, ana, campaign, heroes, bandit
):
    row, line = prepared_line(gm, campaign, heroes, bandit, count=2)
    where = reverse("encounter-monster-group", args=[row.pk, line.pk])
    client.force_login(ana)
    assert client.post(where, {"count": "9"}).status_code == 404
    actions.start(membership=get_membership(gm, campaign.pk), encounter=row, seed=7)
    client.force_login(gm)
    client.post(where, {"count": "9"})
    line.refresh_from_db()
    assert line.count == 2


def test_a_name_with_a_comma_stays_one_name_when_only_the_number_changes(client, gm, campaign, heroes, bandit):
    names = ["Tam, the ferryman", "Old Jory"]
    row, line = prepared_line(gm, campaign, heroes, bandit, count=2, names=names)
    client.force_login(gm)
    client.post(reverse("encounter-monster-group", args=[row.pk, line.pk]), {"count": "3", "names": ", ".join(names)})
    line.refresh_from_db()
    assert (line.count, line.names) == (3, names)


@pytest.mark.parametrize(("stats", "asked"), [({"level": 2}, True), ({}, False)])
def test_the_highest_level_is_asked_only_where_monsters_have_levels(client, gm, campaign, stats, asked):
    """Those of Fortune and Power and A Game of Bastards have none: the field found everything, whatever was typed."""
    factories.MonsterFactory(name="Reeve's man", stats=stats, campaign=campaign)
    client.force_login(gm)
    assert ('name="level"' in client.get(address(campaign)).content.decode()) == asked


@pytest.mark.parametrize(("stats", "asked"), [({"level": 2}, True), ({}, False)])
def test_the_drawer_of_a_table_asks_the_highest_level_only_where_monsters_have_levels(
    client, gm, campaign, heroes, bandit, stats, asked
):
    bandit.stats = {"max_hp": 2}
    bandit.save()
    row, _line = prepared_line(gm, campaign, heroes, bandit)
    factories.MonsterFactory(name="Reeve's man", stats=stats, campaign=campaign)
    actions.start(membership=get_membership(gm, campaign.pk), encounter=row, seed=1)
    client.force_login(gm)
    drawer = client.get(reverse("encounter-drawer", args=[row.pk]), headers={"HX-Request": "true"}).text
    assert "Add a monster" in drawer
    assert ('id="drawer-level"' in drawer) == asked


def test_a_search_among_the_monsters_does_not_ask_whether_they_have_levels(client, gm, campaign, bandit):
    client.force_login(gm)
    with CaptureQueriesContext(connection) as asked:
        client.get(address(campaign), {"part": "monsters", "q": "ban"}, headers={"HX-Request": "true"})
    assert not [query for query in asked if "level" in query["sql"]]


def test_a_monster_of_the_campaign_is_told_from_the_games_monster_of_the_same_name(
    client, gm, campaign, heroes, bandit
):
    """An imported adventure brings its own row, often under the name of one of the game's bestiary."""
    factories.MonsterFactory(name="Bandit", stats={"level": 1})
    client.force_login(gm)
    found = " ".join(client.get(address(campaign), {"part": "monsters"}, headers={"HX-Request": "true"}).text.split())
    assert found.count(">Bandit <") == 2
    assert found.count(">yours<") == 1
    row, _line = prepared_line(gm, campaign, heroes, bandit)
    where = reverse("encounter", args=[row.pk])
    assert [client.get(where).text.count(f">{name}</option>") for name in ("Bandit", "Bandit (yours)")] == [1, 1]
    client.post(reverse("encounter-start", args=[row.pk]))
    assert [client.get(f"{where}join/").text.count(f">{name}</option>") for name in ("Bandit", "Bandit (yours)")] == [
        1,
        1,
    ]
    asked = client.get(reverse("encounter-newcomers", args=[row.pk]), headers={"HX-Request": "true"}).text
    assert asked.count(">yours<") == 1


def posted_of(html, line):
    """What a browser sends of the form of a line: the values of its fields, without line breaks."""
    fields = re.search(rf'lines/{line.pk}/monsters/">(.*?)</form>', html, re.DOTALL)[1]
    values = re.findall(r'name="(\w+)"[^>]*?\svalue="([^"]*)"', fields)
    return {name: unescape(value).replace("\n", "") for name, value in values if name != "csrfmiddlewaretoken"}


def test_a_line_keeps_its_names_and_note_when_only_its_number_changes(client, gm, campaign, heroes, bandit):
    """Names of more than 1000 signs and a note of two lines come from imports and the API."""
    names = [f"Tam, the ferryman's cousin of the {place:02} house on the long wharf" for place in range(20)]
    note = "Behind the chimney.\nThey flee."
    row, line = prepared_line(gm, campaign, heroes, bandit, count=20, names=names, note=note)
    client.force_login(gm)
    posted = posted_of(client.get(reverse("encounter", args=[row.pk])).text, line)
    client.post(reverse("encounter-monster-group", args=[row.pk, line.pk]), posted | {"count": "21"})
    line.refresh_from_db()
    assert (line.count, line.names, line.note) == (21, names, note)


def test_two_gms_who_change_a_line_at_once_lose_nothing(client, gm, campaign, heroes, bandit):
    row, line = prepared_line(gm, campaign, heroes, bandit, count=2, note="They flee.")
    client.force_login(gm)
    posted = posted_of(client.get(reverse("encounter", args=[row.pk])).text, line)
    where = reverse("encounter-monster-group", args=[row.pk, line.pk])
    client.post(where, posted | {"note": "They flee at half."})
    answer = client.post(where, posted | {"count": "3"}, follow=True)
    line.refresh_from_db()
    assert (line.count, line.note) == (2, "They flee at half.")
    assert "was changed after you opened it" in answer.text


def test_an_imported_preparation_leads_to_adding_the_characters_until_some_take_part(client, gm, campaign, heroes):
    membership = get_membership(gm, campaign.pk)
    row = actions.create(membership=membership, title="The ford")
    client.force_login(gm)
    button = '<button class="primary">Add characters</button>'
    assert button in client.get(f"/encounters/{row.pk}/").content.decode()
    actions.add_characters(membership=membership, encounter=row, characters=heroes[:1])
    page = client.get(f"/encounters/{row.pk}/").content.decode()
    assert "<button>Add characters</button>" in page
    assert button not in page
