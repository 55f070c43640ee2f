"""A form of a preparation that arrives twice, from a double tap or after a lost answer, counts once."""

import re

import pytest

from campaigns.encounters import actions, play
from campaigns.encounters.forms import EncounterForm
from campaigns.encounters.models import Encounter
from campaigns.log.models import LogEntry
from campaigns.sessions.models import Session
from people.access import get_membership
from people.idempotency.buttons import new_key
from tests import factories


@pytest.fixture
def membership(campaign, gm):
    """The GM's place in a campaign of 52 Fates with a hero and a bandit."""
    factories.CharacterFactory(campaign=campaign, name="Mara", sheet={"class": "warrior"})
    factories.MonsterFactory(name="Bandit", stats={"max_hp": 2, "level": 1}, campaign=campaign)
    return get_membership(gm, campaign.pk)


@pytest.fixture
def twice(client, gm):
    """Opens a page and sends a form of it twice, as a thumb does; the addresses to which the answers lead."""
    client.force_login(gm)

    def send(page, fields, to=None, key=None):
        key = key or re.search(r'name="key"\s+value="([\w-]+)"', client.get(page).content.decode())[1]
        answers = [client.post(to or page, fields | {"key": key}) for _tap in range(2)]
        assert [answer.status_code for answer in answers] == [302, 302]
        return [answer.headers["Location"] for answer in answers]

    return send


def prepared(membership):
    """A preparation with the hero."""
    row = actions.create(membership=membership, title="The ford")
    actions.add_characters(membership=membership, encounter=row, characters=membership.campaign.characters.all())
    return row


@pytest.fixture
def ford(membership):
    """A preparation with the hero."""
    return prepared(membership)


@pytest.fixture
def running(membership, ford):
    """The same encounter against a bandit, begun."""
    bandit = membership.campaign.monsters.get()
    actions.add_monsters(membership=membership, encounter=ford, monster=bandit)
    return actions.start(membership=membership, encounter=ford, seed=1)


def test_an_encounter_is_prepared_once(twice, membership):
    at, fields = f"/campaigns/{membership.campaign_id}/encounters/new/", {"title": "The ford", "do": "prepare"}
    first, second = twice(at, fields)
    assert first == second == Encounter.objects.get().get_absolute_url()
    assert len(set(twice(at, fields))) == 1
    assert Encounter.objects.count() == 2, "a new form is another encounter"


def test_an_encounter_is_prepared_and_started_once(twice, membership):
    [hero], [bandit] = membership.campaign.characters.all(), membership.campaign.monsters.all()
    fields = {"title": "The ford", "do": "start", "characters": [hero.pk], f"count-{bandit.pk}": "2"}
    first, second = twice(f"/campaigns/{membership.campaign_id}/encounters/new/", fields)
    assert first == second == Encounter.objects.get(status=Encounter.Status.RUNNING).get_absolute_url()


def test_monsters_are_added_once(twice, membership):
    row, bandit = prepared(membership), membership.campaign.monsters.get()
    page, to = row.get_absolute_url(), f"/encounters/{row.pk}/monsters/"
    twice(page, {"monster": bandit.pk, "count": "2"}, to)
    assert [line.count for line in row.groups.filter(monster=bandit)] == [2]
    twice(page, {"monster": bandit.pk, "count": "2"}, to)
    assert [line.count for line in row.groups.filter(monster=bandit)] == [2, 2], "a new form adds more of them"


def test_a_newcomer_joins_a_running_encounter_once(twice, membership):
    row, bandit = prepared(membership), membership.campaign.monsters.get()
    actions.add_monsters(membership=membership, encounter=row, monster=bandit)
    row = actions.start(membership=membership, encounter=row, seed=7)
    twice(f"/encounters/{row.pk}/join/", {"monster": bandit.pk})
    assert row.participants.filter(monster=bandit).count() == 2


def test_a_form_that_added_a_newcomer_adds_no_other_one(client, running, membership, gm):
    client.force_login(gm)
    address, wolf = f"/encounters/{running.pk}/join/", factories.MonsterFactory(name="Wolf")
    form = {"monster": wolf.pk, "name": "Fang", "key": new_key()}
    for _tap in range(2):
        assert client.post(address, form).status_code == 302
    ogre = factories.MonsterFactory(name="Ogre")
    for other in ({"name": "Claw"}, {"hidden": "on"}, {"group": "pack"}, {"monster": ogre.pk}):
        page = client.post(address, form | other)
        assert "This form was already used. Choose again." in page.content.decode()
        drawer = client.post(address, form | other, headers={"HX-Request": "true"})
        assert drawer.status_code == 422
        assert "This form was already used." in drawer.content.decode()
    assert list(running.participants.filter(monster__in=[wolf, ogre]).values_list("name", flat=True)) == ["Fang"]
    again = re.search(r'name="key"\s+value="([\w-]+)"', page.content.decode())[1]
    assert client.post(address, form | {"name": "Claw", "key": again}).status_code == 302
    assert running.participants.filter(monster=wolf).count() == 2


def test_a_character_that_joins_twice_is_at_the_table_already(client, twice, membership):
    row, bandit = prepared(membership), membership.campaign.monsters.get()
    actions.add_monsters(membership=membership, encounter=row, monster=bandit)
    row = actions.start(membership=membership, encounter=row, seed=7)
    ida = factories.CharacterFactory(campaign=membership.campaign, name="Ida", sheet={"class": "wizard"})
    twice(f"/encounters/{row.pk}/join/", {"character": ida.pk})
    assert row.participants.filter(character=ida).count() == 1
    assert "Ida is at the table already." in client.get(row.get_absolute_url()).content.decode()
    drawer = client.post(f"/encounters/{row.pk}/join/", {"character": ida.pk}, headers={"HX-Request": "true"})
    assert drawer.status_code == 422
    assert "Ida is at the table already." in drawer.content.decode()


def test_an_encounter_is_prepared_again_once(client, twice, membership):
    row, bandit = prepared(membership), membership.campaign.monsters.get()
    actions.add_monsters(membership=membership, encounter=row, monster=bandit)
    row = actions.start(membership=membership, encounter=row, seed=7)
    end = {"type": "end", "actor": "gm", "outcome": "parley"}
    play.submit(encounter=row, by=membership.user, command=end)
    client.force_login(membership.user)
    page = client.get(row.get_absolute_url()).content.decode()
    form = page[page.index(f'action="/encounters/{row.pk}/copy/"') :]
    key = re.search(r'name="key"\s+value="([\w-]+)"', form)[1]
    first, second = twice("", {}, f"/encounters/{row.pk}/copy/", key)
    assert first == second == Encounter.objects.get(status=Encounter.Status.PREPARED).get_absolute_url()


def test_a_session_is_planned_once(twice, membership):
    at, fields = f"/campaigns/{membership.campaign_id}/sessions/new/", {"title": "The bell tower"}
    first, second = twice(at, fields)
    assert first == second == f"/sessions/{Session.objects.get().pk}/"
    twice(at, fields)
    assert Session.objects.count() == 2, "a new form is another session"


def test_a_form_without_a_key_counts_each_time(client, gm, membership):
    client.force_login(gm)
    for _tap in range(2):
        client.post(f"/campaigns/{membership.campaign_id}/sessions/new/", {"title": "The bell tower"})
    assert Session.objects.count() == 2


def test_a_refused_form_leaves_its_key_free(client, gm, membership):
    client.force_login(gm)
    at, key = f"/campaigns/{membership.campaign_id}/encounters/new/", "a-key-of-a-phone"
    assert client.post(at, {"title": "", "do": "prepare", "key": key}).status_code == 422
    assert client.post(at, {"title": "The ford", "do": "prepare", "key": key}).status_code == 302
    assert Encounter.objects.count() == 1


def test_a_note_of_the_drawer_is_saved_again_with_other_words(running, client, gm):
    client.force_login(gm)
    address = f"/encounters/{running.pk}/drawer/note/"
    form = {"text": "The bell tolled.", "key": new_key()}
    for words in ("The bell tolled.", "The bell tolled.", "The bell tolled twice."):
        assert client.post(address, form | {"text": words}).status_code in {200, 302}
    told = LogEntry.objects.filter(campaign=running.campaign, kind="note").values_list("text", flat=True)
    assert sorted(told) == ["The bell tolled twice.", "The bell tolled."]


def test_two_gms_who_change_the_words_of_an_encounter_do_not_overwrite_each_other(ford, client, gm, membership):
    client.force_login(gm)
    address = f"/encounters/{ford.pk}/edit/"
    page = client.get(address)
    seen = page.context["revision"]
    actions.change(membership=membership, encounter=ford, notes="They wait in the reeds.")
    form = {"title": "The ford", "notes": "", "revision": seen}
    answer = client.post(address, form)
    assert answer.status_code == 200
    assert "changed" in answer.context["stale"]
    current = answer.content.decode().partition('aria-label="Current version"')[2]
    assert "They wait in the reeds." in current
    ford.refresh_from_db()
    assert ford.notes == "They wait in the reeds."
    form |= {"notes": ford.notes, "revision": answer.context["revision"]}
    assert client.post(address, form).status_code == 302
    ford.refresh_from_db()
    assert (ford.title, ford.notes) == ("The ford", "They wait in the reeds.")


@pytest.mark.parametrize("begun", [False, True])
def test_options_of_the_api_without_a_field_stay_when_the_title_is_changed(ford, begun):
    ford.options = {"unseen": 1, "fd_hand": None}
    ford.status = Encounter.Status.RUNNING if begun else Encounter.Status.PREPARED
    sessions = Session.objects.all()
    form = EncounterForm({"title": "The bridge"}, instance=ford, sessions=sessions, campaign=ford.campaign)
    assert form.is_valid()
    assert form.changeable_fields["title"] == "The bridge"
    assert form.changeable_fields.get("options") == (None if begun else {"unseen": 1, "fd_hand": None})
