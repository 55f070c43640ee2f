"""Someone hidden changes nothing that players receive, on any page or by any address, until it is revealed."""

import json
from typing import Any

import pytest
from django.urls import reverse

from campaigns.encounters import actions, api, play
from campaigns.encounters.models import Encounter, Event, Participant
from campaigns.encounters.play import command_access, fairness, visibility
from campaigns.encounters.table import endings
from campaigns.log.models import LogEntry
from people.access import get_membership
from rules import play as rules
from tests import factories
from tests.planting import read_without_compiled_sql
from tests.site.secrecy.channels import Viewer, differences, first_difference, received, state_of
from tests.site.secrecy.conftest import ROLES
from tests.site.secrecy.scenes import BASTARDS, FATES, Scene
from tests.site.secrecy.test_dice import FORTUNE, POWER, SHEETS

SYSTEMS = [FATES.system, BASTARDS.system, POWER, FORTUNE]
PLAYERS = ["ana", "ben", "watcher", "outsider", "anonymous"]
STEPS = 4
# Named like the visible foe, so that ids and numbers of copies would tell.
HIDDEN = "Bandit"
FOES = {
    FATES.system: {"max_hp": 4},
    BASTARDS.system: {"kind": "extras", "power_rating": 2, "members": 3},
    POWER: {"traits": {"Warrior": 3}},
}


def sheets(system: str) -> dict[str, Any]:
    """A character's sheet."""
    if system in SHEETS:
        return {**rules.new_sheet(system), **SHEETS[system]}
    return next(sheet for scene in (FATES, BASTARDS) if scene.system == system for _who, _name, sheet in scene.heroes)


def scene_of(system: str) -> Scene:
    """What is asked of the table besides its pages."""
    return Scene(
        system,
        (),
        (),
        (),
        range(0),
        (),
        {},
        {},
        odds=({"type": "check", "actor": "mara"},),
        refused=({"type": "dance", "actor": "gm"}, {}),
        seats=("mara", "oskar", "gm"),
    )


@pytest.fixture
def lay(people):
    """Lays a table of a game, with someone hidden or without."""

    def laid(system: str, hidden: int) -> Encounter:
        campaign = factories.CampaignFactory(name="The Salt Road", created_by=people["gm"], system=system)
        for name, role in ROLES.items():
            factories.MemberFactory(campaign=campaign, user=people[name], role=role)
        membership = get_membership(people["gm"], campaign.pk)
        row = actions.create(membership=membership, title="At the wall")
        cast = [("ana", "Mara"), ("ben", "Oskar"), ("gm", "Bandit")]
        made = [
            factories.CharacterFactory(
                campaign=campaign,
                owner=people[who] if who != "gm" else None,
                name=name,
                sheet=sheets(system),
                kind="pc" if who != "gm" else "npc",
            )
            for who, name in cast
        ]
        add_hidden(membership, row, system, hidden, made[2])
        actions.add_characters(membership=membership, encounter=row, characters=made[:2])
        if system in FOES:
            foe = factories.MonsterFactory(name="Bandit", system=system, stats=FOES[system])
            actions.add_monsters(membership=membership, encounter=row, monster=foe)
        return actions.start(membership=membership, encounter=row, seed=7)

    def add_hidden(membership, row, system, hidden, npc):
        if hidden and system in FOES:
            foe = factories.MonsterFactory(name=HIDDEN, system=system, stats=FOES[system])
            actions.add_monsters(membership=membership, encounter=row, monster=foe, count=hidden, hidden=True, group="")
        elif hidden:
            actions.add_characters(membership=membership, encounter=row, characters=[npc], hidden=True)

    return laid


def step(table: Encounter, people: dict[str, Any], given: dict[str, Any] | None = None) -> dict[str, Any] | None:
    """Play one command: the one given, else what a simple policy does for someone at the table."""
    if given is None:
        state = state_of(table)
        for actor in rules.actors(table.campaign.system, state, viewer="observer"):
            given = rules.policy(table.campaign.system, state, actor)
            if given is not None and given["type"] not in ("end", "reveal"):
                break
        else:
            return None
    seat = Participant.objects.filter(encounter=table, key=given["actor"]).select_related("controller__user").first()
    by = seat.controller.user if seat is not None and seat.controller else people["gm"]
    play.submit(encounter=table, by=by, command=given)
    return given


@pytest.fixture
def worlds(lay, people):
    """Two tables of a game, with and without someone hidden, and the same played at both."""

    def laid(system: str) -> list[Encounter]:
        plain, other = lay(system, 0), lay(system, 1)
        for _ in range(STEPS):
            given = step(plain, people)
            if given is None:
                break
            step(other, people, given)
        assert not Participant.objects.filter(encounter=plain, hidden=True).exists()
        assert Participant.objects.filter(encounter=other, hidden=True).exists()
        return [plain, other]

    return laid


def compare(user: Any, tables: list[Encounter]) -> dict[str, tuple[str, str]]:
    """What differs for a viewer between the two tables."""
    viewer = Viewer(user, scene_of(tables[0].campaign.system))
    return differences(*(received(viewer, table) for table in tables))


def differ_for(user: Any, tables: list[Encounter]) -> str:
    """The first question that the two tables answer differently for a viewer; empty if there is none."""
    return first_difference(Viewer(user, scene_of(tables[0].campaign.system)), *tables)


@pytest.mark.parametrize("system", SYSTEMS)
def test_nobody_but_the_gms_receives_anything_of_somebody_hidden(worlds, people, system):
    tables = worlds(system)
    for name in PLAYERS:
        assert compare(people[name], tables) == {}, name
    assert differ_for(people["gm"], tables), "the GM sees who hides, or nothing is proved"


@pytest.mark.parametrize("fault", ["list", "name", "refusal"])
def test_a_planted_leak_is_seen(worlds, people, monkeypatch, fault):
    tables = worlds(FATES.system)
    read_without_compiled_sql(monkeypatch)
    if fault == "list":
        monkeypatch.setattr(api.queries, "known_participants", lambda membership, row: row.participants.all())
        assert differ_for(people["ana"], tables)
    elif fault == "name":
        whole = visibility.EncounterReading.view
        monkeypatch.setattr(visibility.EncounterReading, "view", lambda self, as_=None: rules_view(whole, self, as_))
        assert differ_for(people["ana"], tables)
    else:
        monkeypatch.setattr(command_access, "names_hidden_participant", lambda membership, row, command: False)
        assert refusals(tables[1], people["ana"])[0] != refusals(tables[1], people["ana"])[1]


def rules_view(whole: Any, look: visibility.EncounterReading, as_: str | None) -> dict[str, Any]:
    """A view that counts everyone, hidden ones too."""
    state = state_of(look.encounter)
    return {**whole(look, as_), "count": len(state["people"]) + len(state.get("hidden", []))}


def key_of_hidden(table: Encounter) -> str:
    return Participant.objects.get(encounter=table, hidden=True).key


def refusals(table: Encounter, user: Any) -> list[str]:
    """How commands in the name of someone hidden, and of nobody, are answered; the ids taken out."""
    told = []
    for key in (key_of_hidden(table), "x" * len(key_of_hidden(table))):
        for command in ({"type": "pass", "actor": key}, {"type": "reveal", "actor": key, "target": key}):
            answer = Viewer(user).script.post(f"encounters/{table.pk}/commands/", {"command": command})
            told.append(f"{answer.status_code} {answer.content.decode()}".replace(key, "ID").replace(key[:40], "ID"))
    return ["\n".join(told[:2]), "\n".join(told[2:])]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_command_in_the_name_of_somebody_hidden_is_refused_as_one_of_nobody(worlds, people, system):
    table = worlds(system)[1]
    number = Encounter.objects.get(pk=table.pk).number
    for name in ("ana", "watcher"):
        hidden, nobody = refusals(table, people[name])
        assert hidden == nobody
    assert Encounter.objects.get(pk=table.pk).number == number
    seen = Viewer(people["ana"])
    assert seen.script.get(f"encounters/{table.pk}/?as={key_of_hidden(table)}").status_code == 404


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_gms_button_reveals_and_everybody_sees(worlds, people, system):
    table = worlds(system)[1]
    key, gm, ana = key_of_hidden(table), Viewer(people["gm"]), Viewer(people["ana"])
    page = gm.browser.get(reverse("encounter", args=[table.pk])).content.decode()
    assert f"Reveal {HIDDEN}" in page
    assert "hidden-participant" in page
    assert gm.browser.get(reverse("encounter", args=[table.pk]) + f"?as={key}").status_code == 200
    do = json.dumps({"type": "reveal", "actor": "gm", "take": [], "fixed": {"target": key}})
    state = state_of(table)
    while not any(offer["type"] == "reveal" for offer in rules.offers(system, state, "gm")):
        assert step(table, people)
        state = state_of(table)
    gm.browser.post(reverse("encounter-command", args=[table.pk]), {"do": do, "as": "gm"})
    assert not Participant.objects.get(encounter=table, key=key).hidden
    told = ana.script.get(f"encounters/{table.pk}/").json()
    assert key in told["view"]["participants"]
    assert key in [participant["id"] for participant in told["participants"]]
    events = ana.script.get(f"encounters/{table.pk}/events/").json()
    assert any(event["type"] == "revealed" for event in events["results"])


def test_an_undo_hides_again_who_was_revealed(worlds, people):
    table = worlds(POWER)[1]
    key = key_of_hidden(table)
    before = Encounter.objects.get(pk=table.pk).number
    play.submit(encounter=table, by=people["gm"], command={"type": "reveal", "actor": "gm", "target": key})
    play.undo(encounter=table, by=people["gm"], to=before)
    assert Participant.objects.get(encounter=table, key=key).hidden
    assert key not in Viewer(people["ana"]).script.get(f"encounters/{table.pk}/").json()["view"]["participants"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_somebody_who_was_never_revealed_stands_in_no_account_of_the_end(worlds, people, system):
    tables = worlds(system)
    for table in tables:
        play.submit(encounter=table, by=people["gm"], command={"type": "end", "actor": "gm", "outcome": "other"})
    for name in PLAYERS:
        assert compare(people[name], tables) == {}, name
    logs = [list(LogEntry.objects.filter(campaign=table.campaign).values_list("text", flat=True)) for table in tables]
    assert logs[0] == logs[1]
    left = [endings.describe_end(Encounter.objects.get(pk=table.pk)) for table in tables]
    assert left[0] == left[1]


def test_a_newcomer_joins_hidden_and_is_handed_over_unseen(lay, people):
    tables = [lay(FATES.system, 0), lay(FATES.system, 0)]
    members = [get_membership(people["gm"], table.campaign_id) for table in tables]
    for table, member, hidden in zip(tables, members, ["Goblin", "Ogre"], strict=True):
        foe = factories.MonsterFactory(name=hidden, system=FATES.system, stats={"max_hp": len(hidden)})
        actions.join(membership=member, encounter=table, monster=foe, hidden=True)
        ben = get_membership(people["ben"], table.campaign_id)
        play.hand_over_participant(encounter=table, by=people["gm"], participant=key_of_hidden(table), controller=ben)
    assert compare(people["ana"], tables) == {}
    assert differ_for(people["ben"], tables), "who plays it sees it"


@pytest.fixture
def repeated(lay, people):
    """Two campaigns that repeat an encounter under another title, the second with somebody hidden.

    A visible participant has a name that can be mistaken for a card, and so has the hidden one."""
    tables = []
    for hidden in (False, True):
        first = lay(FATES.system, 0)
        membership = get_membership(people["gm"], first.campaign_id)
        row = actions.copy(membership=membership, encounter=first)
        actions.change(membership=membership, encounter=row, title="At the gate")
        row.groups.filter(monster__isnull=False).update(names=["Guard 2C"])
        if hidden:
            foe = factories.MonsterFactory(name="Ogre", system=FATES.system, stats=FOES[FATES.system])
            actions.add_monsters(membership=membership, encounter=row, monster=foe, hidden=True, names=["Guard 2C"])
        play.submit(encounter=first, by=people["gm"], command={"type": "end", "actor": "gm", "outcome": "other"})
        tables.append(actions.start(membership=membership, encounter=row, seed=7))
        order = {"type": "set-range", "actor": "gm", "a": "mara", "b": "guard-2c", "range": "far"}
        play.submit(encounter=tables[-1], by=people["gm"], command=order)
    return tables


def test_a_repeated_encounter_is_counted_also_with_somebody_hidden(repeated, people):
    logs = [fairness.fairness_log(table) for table in repeated]
    assert [(log["earlier"], log["names"]) for log in logs] == [(1, ["Guard 2C"])] * 2
    for name in PLAYERS:
        assert compare(people[name], repeated) == {}, name


def test_a_planted_count_of_hidden_groups_is_seen(repeated, people, monkeypatch):
    monkeypatch.setattr(fairness, "earlier_starts", lambda row: row.groups.count())
    assert differ_for(people["ana"], repeated)


@pytest.fixture
def rested(lay, people):
    """Two tables at which everyone rests, after a task of somebody hidden was closed at one of them."""
    tables = [lay(FORTUNE, 1), lay(FORTUNE, 1)]
    call = {"type": "call-check", "actor": "gm", "skill": "Stealth", "group": "Physical", "cos": 5, "task": "Climb"}
    seconds = ({"type": "close-task", "actor": "gm", "task": "Climb"}, {**call, "task": "Swim"})
    for table, second in zip(tables, seconds, strict=True):
        for command in ({**call}, second, {"type": "rest", "actor": "gm", "full": True}):
            named = {"participants": [key_of_hidden(table)]} if command["type"] == "call-check" else {}
            play.submit(encounter=table, by=people["gm"], command=command | named)
    return tables


def test_the_places_of_events_do_not_tell_that_a_secret_task_was_closed(rested, people):
    for name in PLAYERS:
        assert compare(people[name], rested) == {}, name
    events = visibility.events(rested[1], get_membership(people["gm"], rested[1].campaign_id), after=2)
    assert [event["position"] for event in events] == list(range(len(events)))
    assert [event["type"] for event in events[:3]] == ["task-closed", "task-closed", "rest"]


def test_a_planted_place_among_all_events_is_seen(rested, people, monkeypatch):
    true = visibility.EncounterReading.events

    def events_at_stored_places(self, after=-1, as_=None):
        rows = Event.objects.filter(encounter=self.encounter, public=True)
        places = {(number, text): place for number, text, place in rows.values_list("number", "body__text", "position")}
        found = true(self, after, as_)
        return [{**event, "position": places.get((event["number"], event["text"]), 0)} for event in found]

    monkeypatch.setattr(visibility.EncounterReading, "events", events_at_stored_places)
    assert differ_for(people["ana"], rested)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("removed", ["leaves", "undone"])
def test_somebody_who_joined_hidden_and_was_removed_stays_unknown(lay, people, system, removed):
    tables = [lay(system, 0), lay(system, 0)]
    for table, name in zip(tables, ["Goblin", "Ogre"], strict=True):
        member = get_membership(people["gm"], table.campaign_id)
        if system in FOES:
            newcomer = {"monster": factories.MonsterFactory(name=name, system=system, stats=FOES[system])}
        else:
            npc = {"campaign": table.campaign, "owner": None, "kind": "npc", "sheet": sheets(system)}
            both = {known: factories.CharacterFactory(name=known, **npc) for known in ("Goblin", "Ogre")}
            newcomer = {"character": both[name], "side": "monsters"}
        actions.join(membership=member, encounter=table, hidden=True, **newcomer)
        if removed == "leaves":
            order = {"type": "leave", "actor": "gm", "target": key_of_hidden(table)}
            play.submit(encounter=table, by=people["gm"], command=order)
        else:
            play.undo(encounter=table, by=people["gm"], to=0)
        row = Participant.objects.get(encounter=table, name=name)
        assert (row.present, row.hidden) == (False, True)
    for ended in (False, True):
        for table in tables if ended else []:
            play.submit(encounter=table, by=people["gm"], command={"type": "end", "actor": "gm", "outcome": "other"})
        for name in PLAYERS:
            assert compare(people[name], tables) == {}, (name, ended)
        assert differ_for(people["gm"], tables), "the GM sees who was removed, or nothing is proved"


def test_it_acts_by_its_player_who_then_stands_revealed(lay, people):
    table = lay(FATES.system, 1)
    key = key_of_hidden(table)
    member = get_membership(people["gm"], table.campaign_id)
    offers = visibility.offers(table, member, key)
    command = next(offer["example"] for offer in offers if offer["type"] == "attack")
    outcome = play.submit(encounter=table, by=people["gm"], command=command)
    assert next(event["type"] for event in outcome.events if event["visible_to"] == "all") == "revealed"
    assert not Participant.objects.get(encounter=table, key=key).hidden


def test_without_a_dealer_nobody_can_be_hidden(people):
    campaign = factories.CampaignFactory(created_by=people["gm"], system=BASTARDS.system, dealerless=True)
    for name, role in ROLES.items():
        factories.MemberFactory(campaign=campaign, user=people[name], role=role)
    membership = get_membership(people["gm"], campaign.pk)
    row = actions.create(membership=membership, title="At the wall")
    hero = factories.CharacterFactory(
        campaign=campaign, owner=people["ana"], name="Mara", sheet=sheets(BASTARDS.system)
    )
    actions.add_characters(membership=membership, encounter=row, characters=[hero])
    foe = factories.MonsterFactory(name="Bandit", system=BASTARDS.system, stats=FOES[BASTARDS.system])
    fault = "Without a dealer, participants cannot be hidden"
    with pytest.raises(Exception, match=fault):
        actions.add_monsters(membership=membership, encounter=row, monster=foe, hidden=True)
    line = actions.add_monsters(membership=membership, encounter=row, monster=foe)
    type(line).objects.filter(pk=line.pk).update(hidden=True)
    with pytest.raises(rules.Refused, match=fault):
        actions.start(membership=membership, encounter=row, seed=7)
    type(line).objects.filter(pk=line.pk).update(hidden=False)
    table = actions.start(membership=membership, encounter=row, seed=7)
    newcomer = {"id": "late", "name": "Late", "side": "foes", "kind": "extras", "power_rating": 1, "members": 1}
    order = {"type": "join", "actor": "gm", "participant": {**newcomer, "hidden": True}}
    with pytest.raises(rules.Refused, match="the site takes this from a character"):
        play.submit(encounter=table, by=people["ana"], command=order)


def test_the_page_of_a_preparation_hides_and_shows_a_line(lay, people):
    table = lay(FATES.system, 0)
    membership = get_membership(people["gm"], table.campaign_id)
    row = actions.create(membership=membership, title="Next")
    foe = factories.MonsterFactory(name="Bandit", system=FATES.system, stats={})
    gm = Viewer(people["gm"])
    gm.browser.post(reverse("encounter-monsters", args=[row.pk]), {"monster": foe.pk, "count": 2, "hidden": "on"})
    line = row.groups.get()
    assert line.hidden
    assert "hidden at first" in gm.browser.get(reverse("encounter", args=[row.pk])).content.decode()
    gm.browser.post(reverse("encounter-group", args=[row.pk, line.pk]), {"do": "show"})
    assert not row.groups.get().hidden
    gm.browser.post(reverse("encounter-group", args=[row.pk, line.pk]), {"do": "hide"})
    assert row.groups.get().hidden
    told = gm.script.get(f"encounters/{row.pk}/").json()
    assert told["groups"][0]["hidden"] is True
    groups = [{"monster": foe.pk, "hidden": False}]
    assert gm.script.patch(f"encounters/{row.pk}/", {"groups": groups}).json()["groups"][0]["hidden"] is False
