"""A whole evening by API alone: a campaign, three people, heroes, foes, a fight to the end, and an undo."""

import re

import pytest

from campaigns.encounters import play
from campaigns.encounters.models import Command, Encounter, Event
from people.idempotency.models import IdempotencyRecord
from people.models import Member
from rules import play as rules
from tests import factories
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db
BANDIT = {"max_hp": 2, "lines": {"number": {"damage": 1}, "face": {"damage": 1}, "ace": {"damage": 2}}}


class Evening:
    """A campaign with a GM and two players, each with a script and a hero, and one prepared encounter."""

    def __init__(self, *, foes=2):
        self.gm = Caller(factories.UserFactory(username="mira"))
        self.ana = Caller(factories.UserFactory(username="anouk"))
        self.ben = Caller(factories.UserFactory(username="bela"))
        self.campaign = ok(self.gm.post("campaigns/", {"name": "Salt", "system": "fifty-two-fates"}), 201)["id"]
        self.at = f"campaigns/{self.campaign}/"
        self.heroes = [self.comes(self.ana, "Mara", "warrior"), self.comes(self.ben, "Oskar", "wizard")]
        bandit = ok(self.gm.post(f"{self.at}monsters/", {"name": "Bandit", "stats": BANDIT}), 201)["id"]
        groups = [{"character": hero} for hero in self.heroes]
        groups.append({"monster": bandit, "count": foes, "group": "bandits", "note": "by the fire"})
        body = {"title": "At the ford", "notes": "They are bored.", "groups": groups}
        self.encounter = ok(self.gm.post(f"{self.at}encounters/", body), 201)["id"]
        self.table = f"encounters/{self.encounter}/"

    def comes(self, api, hero, calling):
        """Follows an invitation and makes a hero."""
        link = ok(self.gm.post(f"{self.at}invitations/", {"role": "player"}), 201)["link"]
        ok(api.post("join/", {"token": link.rstrip("/").rpartition("/")[2]}), 201)
        body = {"name": hero, "sheet": {"class": calling}}
        return ok(api.post(f"{self.at}characters/", body), 201)["id"]

    def starts(self):
        """The fight begins."""
        return ok(self.gm.post(f"{self.table}start/"))

    def credits(self):
        """The encounters credited to each hero."""
        sheets = (ok(self.gm.get(f"characters/{hero}/")) for hero in self.heroes)
        return [sheet["progress"].get("encounters", 0) for sheet in sheets]

    def who(self, actor):
        """Whose script gives commands for an actor."""
        return {"mara": self.ana, "oskar": self.ben}.get(actor, self.gm)

    def a_command(self, view):
        """A legal command of whom play waits for, found by that person's script through its own offers."""
        if all(participant["hp"] == 0 for key, participant in view["participants"].items() if key.startswith("bandit")):
            return "gm", {"type": "end", "actor": "gm", "outcome": "victory"}
        if all(participant["hp"] == 0 for key, participant in view["participants"].items() if key in ("mara", "oskar")):
            return "gm", {"type": "end", "actor": "gm", "outcome": "defeat"}
        for actor in view["turn"]:
            offers = ok(self.who(actor).get(f"{self.table}offers/?as={actor}"))["offers"]
            foes = ("mara", "oskar") if actor.startswith("bandit") else ("bandit-1", "bandit-2")
            for offer in sorted(
                offers, key=lambda candidate: (candidate["type"] != "attack", candidate["type"] == "pass")
            ):
                targets = offer["choices"].get("target", {}).get("from")
                command = offer["example"]
                if targets is None:
                    return actor, command
                for foe in foes:
                    if foe in targets:
                        return actor, {**command, "target": foe}
        return "gm", {"type": "next-round", "actor": "gm"}


def party(seen):
    """The heroes in a view."""
    return [seen["view"]["participants"][key] for key in ("mara", "oskar")]


def test_a_session_is_prepared_played_to_its_end_and_undone_by_api_alone():
    night = Evening()
    refused(night.ana.get(night.table), 404)
    assert ok(night.gm.get(night.table))["status"] == "prepared"
    begun = night.starts()
    assert (begun["status"], begun["number"], begun["as"]) == ("running", 0, "gm")
    refused(night.gm.post(f"{night.table}start/"), 422)
    assert ok(night.ana.get(night.table))["seats"] == ["mara"]

    for _turn in range(200):
        seen = ok(night.gm.get(night.table))
        if seen["status"] == "ended":
            break
        actor, command = night.a_command(seen["view"])
        api = night.who(actor)
        told = ok(api.post(f"{night.table}commands/", {"command": command, "seen": seen["number"]}))
        assert told["number"] == seen["number"] + 1
        assert told["events"]
    else:
        pytest.fail("the fight does not end")

    row = Encounter.objects.get(pk=night.encounter)
    assert play.replays_equal(row)
    account = ok(night.ana.get(f"{night.table}events/"))["results"]
    assert account[-1]["number"] == row.number
    assert all(event["text"] and isinstance(event["rules"], list) for event in account)
    assert ok(night.ben.get(f"{night.table}verify/"))["ok"] is True
    lines = ok(night.ana.get(f"{night.at}log/"))["results"]
    assert "encounter" in {line["kind"] for line in lines}

    assert night.credits() == [int(hero["alive"]) for hero in party(seen)], "one still dying at the end survives"

    told = ok(night.gm.post(f"{night.table}undo/", {"to": row.number - 1}))
    assert told["number"] == row.number + 1
    again = ok(night.gm.get(night.table))
    assert again["status"] == "running"
    assert night.credits() == [0, 0]
    row.refresh_from_db()
    assert play.replays_equal(row)
    assert Command.objects.filter(encounter=row, struck_by=told["number"]).exists()
    refused(night.ana.post(f"{night.table}undo/", {"to": 0}), 403)


@pytest.fixture
def night(db):
    """A fight that has just begun."""
    night = Evening()
    night.starts()
    return night


def turn_of(night):
    """The number, who is waited for, and a legal command."""
    seen = ok(night.gm.get(night.table))
    return seen["number"], *night.a_command(seen["view"])


def test_a_command_given_twice_with_its_key_counts_once(night):
    number, actor, command = turn_of(night)
    api, body = night.who(actor), {"command": command, "seen": number}
    first, again = (ok(api.post(f"{night.table}commands/", body, Idempotency_Key="tap-1")) for _ in range(2))
    assert first == again
    assert Command.objects.filter(encounter=night.encounter).count() == 1
    other = {"command": {**command, "type": "pass"}, "seen": number}
    refused(api.post(f"{night.table}commands/", other, Idempotency_Key="tap-1"), 422, "idempotency.reused")


def test_a_repeated_command_arrival_or_undo_says_that_it_is_one(night):
    monster = ok(night.gm.post(f"{night.at}monsters/", {"name": "Wolf", "stats": BANDIT}), 201)["id"]

    def send_twice(api, address, body):
        first, again = (api.post(f"{night.table}{address}", body, Idempotency_Key=address) for _ in range(2))
        assert ok(first)["number"] == ok(again)["number"]
        assert "Idempotent-Replayed" not in first
        assert again["Idempotent-Replayed"] == "true", address

    send_twice(night.gm, "arrivals/", {"monster": monster, "name": "Grey"})
    send_twice(night.gm, "undo/", {"to": 0})
    number, actor, command = turn_of(night)
    send_twice(night.who(actor), "commands/", {"command": command, "seen": number})


def test_a_command_that_the_rules_refuse_says_why_and_changes_nothing(night):
    before = Event.objects.count()
    illegal = [
        {},
        {"type": "dance", "actor": "mara"},
        {"type": "attack", "actor": "mara", "target": "nobody"},
        {"type": 5, "actor": []},
        {"type": "pass", "actor": "mara", "extra": 2**40},
        {"type": "attack", "actor": "mara", "target": "bandit-1", "cards": ["KD", "KD", "XX"]},
    ]
    for command in illegal:
        told = refused(night.ana.post(f"{night.table}commands/", {"command": command}), 422)
        assert "rule" in told
    assert Event.objects.count() == before
    assert Encounter.objects.get(pk=night.encounter).number == 0
    for body in (
        {},
        {"command": 5},
        {"command": []},
        {"command": {}, "seen": "x"},
        {"command": {}, "who": 1},
    ):
        refused(night.ana.post(f"{night.table}commands/", body), 422, "invalid")


def test_nobody_gives_a_command_for_somebody_elses_participant(night):
    number, actor, command = turn_of(night)
    wrong = night.ben if night.who(actor) is night.ana else night.ana
    refused(wrong.post(f"{night.table}commands/", {"command": command, "seen": number}), 403)
    watcher = Caller(factories.MemberFactory(campaign_id=night.campaign, role="observer").user)
    refused(watcher.post(f"{night.table}commands/", {"command": command}), 403)
    assert ok(watcher.get(night.table))["seats"] == ["observer"]


def test_a_command_chosen_too_early_is_told_the_current_number(night):
    number, actor, command = turn_of(night)
    api = night.who(actor)
    ok(api.post(f"{night.table}commands/", {"command": command, "seen": number}))
    told = refused(api.post(f"{night.table}commands/", {"command": command, "seen": number}), 409, "stale")
    assert told["number"] == number + 1


def test_a_participant_is_handed_over_openly(night):
    member = Member.objects.get(campaign=night.campaign, user__username="bela").pk
    body = {"participant": "bandit-1", "member": member, "reason": "Bela plays the first one."}
    ok(night.gm.post(f"{night.table}control/", body))
    assert "bandit-1" in ok(night.ben.get(night.table))["seats"]
    assert "Bela plays" in str(ok(night.ana.get(f"{night.table}events/"))["results"])
    refused(night.ana.post(f"{night.table}control/", body), 403)
    refused(night.gm.post(f"{night.table}control/", {**body, "participant": "nobody"}), 422)
    refused(night.gm.post(f"{night.table}control/", {**body, "member": 999_999}), 422)


def test_foreign_rows_cannot_be_brought_to_the_table(night):
    other = factories.CampaignFactory()
    theirs = {
        "character": factories.CharacterFactory(campaign=other, sheet={}).pk,
        "monster": factories.MonsterFactory(campaign=other).pk,
    }
    for name, row in theirs.items():
        told = [
            refused(night.gm.post(f"{night.at}encounters/", {"title": "x", "groups": [{name: target}]}), 422)
            for target in (row, 999_999)
        ]
        assert told[0] == told[1]
        assert told[0]["errors"][0]["pointer"] == f"/groups/0/{name}"
    refused(night.gm.post(f"{night.at}encounters/", {"title": "x", "groups": [{}]}), 422)
    refused(night.ana.post(f"{night.at}encounters/", {"title": "x"}), 403)


def test_a_group_that_cannot_take_part_is_named_by_its_place(night):
    """Also when the preparation itself refuses it: a script with thirty groups has to know which one is wrong."""
    hero = {"character": night.heroes[0]}
    monster = ok(night.gm.post(f"{night.at}monsters/", {"name": "Wolf", "stats": BANDIT}), 201)["id"]
    wrong = {
        "/groups/1/group": {"monster": monster, "group": "players"},
        "/groups/1/count": {"monster": monster, "count": 40},
    }
    prepared = f"encounters/{ok(night.gm.post(f'{night.at}encounters/', {'title': 'Later'}), 201)['id']}/"
    for pointer, group in wrong.items():
        body = {"title": "x", "groups": [hero, group]}
        for answer in (night.gm.post(f"{night.at}encounters/", body), night.gm.patch(prepared, body)):
            assert [fault["pointer"] for fault in refused(answer, 422, "invalid")["errors"]] == [pointer]
    assert ok(night.gm.get(prepared))["title"] == "Later"
    body = {"title": "x", "groups": [hero, {"monster": monster, "count": 39}]}
    assert len(ok(night.gm.patch(prepared, body))["groups"]) == 2


def test_a_preparation_is_changed_and_listed_for_gms_alone(night):
    made = ok(night.gm.post(f"{night.at}encounters/", {"title": "Later", "notes": "a trap"}), 201)
    path = f"encounters/{made['id']}/"
    changed = ok(night.gm.patch(path, {"title": "Sooner", "groups": [{"character": night.heroes[0]}]}))
    assert (changed["title"], len(changed["groups"])) == ("Sooner", 1)
    refused(night.ana.get(path), 404)
    titles = [row["title"] for row in ok(night.ana.get(f"{night.at}encounters/"))["results"]]
    assert titles == ["At the ford"]
    assert len(ok(night.gm.get(f"{night.at}encounters/?status=prepared"))["results"]) == 1
    assert "bored" not in str(ok(night.ana.get(night.table)))
    refused(night.ana.patch(night.table, {"title": "Mine"}), 403)


def secrets(night):
    """The cards in each hand, read where nobody but the test may read them."""
    from campaigns.encounters.models import EncounterSecret

    state = EncounterSecret.sealed.get(encounter=night.encounter).state
    return {seat: rules.view("fifty-two-fates", state, seat)["hand"] for seat in ("mara", "oskar")}


CHANNELS = ("", "events/", "offers/", "verify/")


def sightings(night, api):
    """Everything a caller is told about the table, refusals too."""
    told = "".join(api.get(f"{night.table}{channel}").content.decode() for channel in CHANNELS)
    told += api.get(f"{night.at}log/").content.decode() + api.get(f"{night.at}encounters/").content.decode()
    for body in ({"command": {"type": "dance", "actor": "mara"}}, {"command": {}}, {"command": {}, "seen": 0}):
        told += api.post(f"{night.table}commands/", body).content.decode()
    return told + api.post(f"{night.table}undo/", {"to": 9_999}).content.decode()


def test_everybody_gets_their_own_cards_and_nobody_elses_over_any_channel(night):
    """The owner must see every card, or the search for leaks would prove nothing."""
    watcher = Caller(factories.MemberFactory(campaign_id=night.campaign, role="observer").user)
    callers = {"mara": night.ana, "oskar": night.ben, "gm": night.gm, "observer": watcher}
    searched = 0
    for _step in range(5):
        hands = secrets(night)
        for viewer, api in callers.items():
            told = sightings(night, api)
            assert "seed" not in told
            for owner, hand in hands.items():
                found = [card for card in hand if re.search(rf"(?<![\w]){re.escape(card)}(?![\w])", told)]
                assert found == (hand if owner == viewer else []), (viewer, owner)
                searched += len(hand)
        number, actor, command = turn_of(night)
        if command["type"] in {"end", "next-round"}:
            break
        ok(night.who(actor).post(f"{night.table}commands/", {"command": command, "seen": number}))
    assert searched > 20


def test_nobody_takes_another_seat(night):
    for channel in ("", "events/", "offers/"):
        for seat in ("oskar", "gm", "bandit-1", "observer", "nobody"):
            refused(night.ana.get(f"{night.table}{channel}?as={seat}"), 404)
        refused(night.gm.get(f"{night.table}{channel}?as=mara"), 404)
        assert ok(night.gm.get(f"{night.table}{channel}?as=bandit-1"))


def test_a_newcomer_joins_a_running_fight_and_sits_at_the_table(night):
    monster = ok(night.gm.post(f"{night.at}monsters/", {"name": "Wolf", "stats": BANDIT}), 201)["id"]
    told = ok(night.gm.post(f"{night.table}arrivals/", {"monster": monster, "name": "Grey"}, Idempotency_Key="j"))
    again = ok(night.gm.post(f"{night.table}arrivals/", {"monster": monster, "name": "Grey"}, Idempotency_Key="j"))
    assert told["number"] == again["number"]
    assert "grey" in ok(night.ana.get(night.table))["view"]["participants"]
    refused(night.ana.post(f"{night.table}arrivals/", {"monster": monster}), 403)
    refused(night.gm.post(f"{night.table}arrivals/", {"monster": 999_999}), 422)
    refused(night.gm.post(f"{night.table}arrivals/", {}), 422)


def test_a_copy_is_prepared_again_and_says_what_the_rules_think_of_it(night):
    copy = ok(night.gm.post(f"{night.table}copies/"), 201)
    assert (copy["status"], len(copy["groups"]), copy["warnings"]) == ("prepared", 3, [])
    refused(night.ana.post(f"{night.table}copies/"), 403)


def test_without_asgi_the_stream_says_that_there_is_none_and_to_strangers_nothing(night, caller, outsider):
    refused(night.ana.get(f"{night.table}stream/"), 501, "stream.none")
    refused(Caller(outsider).get(f"{night.table}stream/"), 404)
    refused(caller().get(f"{night.table}stream/"), 401)


def test_a_check_is_resolved_alone_or_logged_in_a_campaign(night):
    body = {"system": "fifty-two-fates", "kind": "skill-check", "inputs": {"difficulty": 5, "cards": ["9C"]}}
    assert ok(night.ana.post("checks/", body))["success"] is True
    logged = ok(night.ana.post("checks/", {**body, "campaign": night.campaign, "character": night.heroes[0]}), 201)
    assert ok(night.ben.get(f"log/{logged['log']}/"))["kind"] == "check"
    refused(night.ana.post("checks/", {**body, "inputs": {"difficulty": "hard"}}), 422)
    refused(night.ana.post("checks/", {**body, "kind": "no-such"}), 422)
    refused(night.ana.post("checks/", {**body, "system": "no-such"}), 422)
    refused(night.ana.post("checks/", {**body, "campaign": 999_999}), 422)
    refused(night.ana.post("checks/", {**body, "campaign": night.campaign, "character": night.heroes[1]}), 422)
    refused(night.ana.post("checks/", {**body, "character": night.heroes[0]}), 422)


def test_a_start_or_a_hand_over_sent_again_counts_once_and_no_card_is_kept_with_its_key(db):
    night = Evening()
    first, again = (ok(night.gm.post(f"{night.table}start/", Idempotency_Key="go")) for _ in range(2))
    assert first == again
    body = {"participant": "bandit-1", "member": None, "reason": "mine"}
    first, again = (ok(night.gm.post(f"{night.table}control/", body, Idempotency_Key="c")) for _ in range(2))
    assert first == again
    assert first["number"] == 1
    assert first["view"]
    kept = str(list(IdempotencyRecord.objects.values_list("body", flat=True)))
    assert "participants" not in kept
    assert "hand" not in kept
