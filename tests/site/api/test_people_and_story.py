"""Campaigns, people, sessions, log, characters and monsters over the API, each with its refusals."""

import pytest

from campaigns.log.models import LogEntry
from campaigns.sessions.models import Session
from characters.models import Monster
from people.models import Member
from tests import factories
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def at(campaign):
    """The address of the campaign."""
    return f"campaigns/{campaign.pk}/"


@pytest.fixture
def foreign(db):
    """A campaign of someone else's, with a row of everything."""
    campaign = factories.CampaignFactory(name="Elsewhere")
    Session.objects.create(campaign=campaign, number=1)
    factories.CharacterFactory(campaign=campaign, sheet={})
    factories.MemberFactory(campaign=campaign, role="gm")
    return campaign


def test_games_rules_and_catalogue_are_readable_by_everybody_who_is_signed_in(gm_api, caller):
    systems = ok(gm_api.get("systems/"))["results"]
    assert "fifty-two-fates" in [row["slug"] for row in systems]
    rules = ok(gm_api.get("rules/fifty-two-fates/"))["results"]
    assert rules
    assert {"id", "area", "text"} == set(rules[0])
    assert ok(gm_api.get("rules/fifty-two-fates/?text=nothing-says-this"))["results"] == []
    ok(gm_api.get("catalogue/?system=fifty-two-fates"))
    refused(gm_api.get("rules/checkers/"), 404)
    refused(gm_api.get("catalogue/?system=checkers"), 404)
    refused(caller().get("systems/"), 401)


def test_a_campaign_is_started_read_and_changed_by_its_gm(gm_api, ana_api, at):
    made = ok(gm_api.post("campaigns/", {"name": "Salt", "system": "fifty-two-fates", "summary": "*Far*"}), 201)
    assert made["role"] == "gm"
    path = f"campaigns/{made['id']}/"
    changed = ok(gm_api.patch(path, {"name": "Pepper", "open_sheets": False, "archived": True}))
    assert (changed["name"], changed["open_sheets"], changed["archived"] is not None) == (
        "Pepper",
        False,
        True,
    )
    assert ok(gm_api.patch(path, {"archived": False}))["archived"] is None
    assert ok(gm_api.get(path))["summary"] == "*Far*"
    refused(ana_api.get(path), 404)
    refused(ana_api.patch(at, {"name": "Mine"}), 403, "forbidden")
    assert ok(ana_api.get(at))["role"] == "player"
    told = refused(gm_api.patch(path, {"options": {"no-such": 1}}), 422, "invalid")
    assert told["errors"][0]["pointer"] == "/options"
    refused(gm_api.patch(path, {"system": "other"}), 422)
    refused(gm_api.patch(path, {"zone": "Nowhere/None"}), 422)


def test_an_invitation_brings_one_person_in_once(gm_api, ana_api, outsider, at, caller):
    link = ok(gm_api.post(f"{at}invitations/", {"role": "observer", "uses": 1}), 201)["link"]
    token = link.rstrip("/").rpartition("/")[2]
    api = Caller(outsider)
    assert ok(api.post("join/", {"token": token}), 201)["role"] == "observer"
    assert ok(ana_api.get(f"{at}members/"))["results"][-1]["user"]["username"] == "outsider"
    other = Caller(factories.UserFactory())
    for wrong in (token, token[:-1] + "x", "1-x", ""):
        assert other.post("join/", {"token": wrong}).status_code in {404, 422}
    refused(other.get(at), 404)
    refused(ana_api.get(f"{at}invitations/"), 403)
    refused(ana_api.post(f"{at}invitations/", {}), 403)
    refused(gm_api.post(f"{at}invitations/", {"role": "gm"}), 422)


def test_a_revoked_invitation_lets_nobody_in(gm_api, outsider, at):
    made = ok(gm_api.post(f"{at}invitations/", {"role": "player"}), 201)
    assert gm_api.delete(f"{at}invitations/{made['id']}/").status_code == 204
    token = made["link"].rstrip("/").rpartition("/")[2]
    refused(Caller(outsider).post("join/", {"token": token}), 404)
    assert ok(gm_api.get(f"{at}invitations/"))["results"][0]["state"] == "revoked"


def test_roles_change_and_members_go_but_a_gm_stays(gm_api, ana_api, gm, ana, campaign, at):
    rows = {row["user"]["username"]: row["id"] for row in ok(gm_api.get(f"{at}members/"))["results"]}
    assert ok(gm_api.patch(f"{at}members/{rows['ben']}/", {"role": "co-gm"}))["role"] == "co-gm"
    refused(gm_api.patch(f"{at}members/{rows['gm']}/", {"role": "player"}), 422)
    refused(gm_api.delete(f"{at}members/{rows['gm']}/"), 422)
    refused(ana_api.patch(f"{at}members/{rows['ana']}/", {"role": "gm"}), 403)
    refused(ana_api.delete(f"{at}members/{rows['ben']}/"), 403)
    refused(gm_api.delete(f"{at}members/999999/"), 404)
    assert ana_api.delete(f"{at}members/{rows['ana']}/").status_code == 204
    refused(ana_api.get(at), 404)
    assert Member.objects.get(user=ana).left is not None


def test_a_session_is_planned_held_and_reopened(gm_api, ana_api, at, campaign, foreign):
    made = ok(
        gm_api.post(f"{at}sessions/", {"title": "One", "starts": "2026-12-01T19:00:00Z", "gm_notes": "the duke lies"}),
        201,
    )
    path = f"sessions/{made['id']}/"
    came = [row["id"] for row in ok(gm_api.get(f"{at}members/"))["results"]][:2]
    held = ok(gm_api.patch(path, {"attendance": came, "notes": "We won."}))
    assert (held["status"], sorted(held["attendance"])) == ("held", came)
    assert ok(gm_api.patch(path, {"status": "planned"}))["status"] == "planned"
    read = ok(ana_api.get(path))
    assert read["notes"] == "We won."
    assert "duke" not in str(read) + str(ok(ana_api.get(f"{at}sessions/")))
    refused(ana_api.patch(path, {"notes": "x"}), 403)
    refused(ana_api.post(f"{at}sessions/", {}), 403)
    theirs = foreign.members.get().pk
    first, other = (refused(gm_api.patch(path, {"attendance": [row]}), 422) for row in (theirs, 999_999))
    assert first == other
    assert first["errors"][0]["pointer"] == "/attendance/0"


def test_the_log_takes_notes_and_corrections_and_hides_what_is_the_gms(gm_api, ana_api, at, watcher):
    ok(gm_api.post(f"{at}log/", {"text": "The duke lies.", "audience": "gm"}), 201)
    note = ok(ana_api.post(f"{at}log/", {"text": "We met a duk."}), 201)
    mended = ok(ana_api.post(f"log/{note['id']}/corrections/", {"text": "We met a duke."}), 201)
    assert mended["corrects"] == note["id"]
    assert ok(ana_api.get(f"log/{note['id']}/"))["text"] == "We met a duk."
    lines = [row["text"] for row in ok(ana_api.get(f"{at}log/"))["results"]]
    assert lines == ["We met a duke.", "We met a duk."]
    assert len(ok(gm_api.get(f"{at}log/?text=duke"))["results"]) == 2
    hidden = LogEntry.objects.get(audience="gm")
    refused(ana_api.get(f"log/{hidden.pk}/"), 404)
    refused(ana_api.post(f"{at}log/", {"text": "x", "audience": "gm"}), 422)
    refused(Caller(watcher).post(f"{at}log/", {"text": "x"}), 403)
    refused(ana_api.post(f"log/{note['id']}/corrections/", {"text": "again"}), 422)


@pytest.mark.parametrize("field", ["session", "character"])
def test_a_row_of_another_campaign_is_refused_exactly_like_a_missing_one(gm_api, at, foreign, field):
    theirs = getattr(foreign, f"{field}s").get().pk
    told = [refused(gm_api.post(f"{at}log/", {"text": "x", field: row}), 422) for row in (theirs, 987_654)]
    assert told[0] == told[1]
    assert told[0]["errors"][0]["pointer"] == f"/{field}"


def test_a_player_may_name_only_themselves_as_the_owner_of_a_new_character(ana_api, ana, ben, at):
    made = ok(ana_api.post(f"{at}characters/", {"name": "Mara", "owner": ana.pk}), 201)
    assert made["owner"]["username"] == "ana"
    for other in (ben.pk, None):
        told = refused(ana_api.post(f"{at}characters/", {"name": "Mara", "owner": other}), 422)
        assert told["errors"][0]["pointer"] == "/owner"
    refused(ana_api.post(f"{at}characters/", {"name": "Otto", "kind": "npc", "owner": ana.pk}), 403)


def test_a_player_makes_and_changes_an_own_character_and_only_that(gm_api, ana_api, ben, ana, at):
    made = ok(ana_api.post(f"{at}characters/", {"name": "Mara", "sheet": {"class": "warrior"}}), 201)
    assert (made["owner"]["username"], made["figures"]["level"], made["revision"]) == ("ana", 1, 1)
    path = f"characters/{made['id']}/"
    answer = ana_api.patch(path, {"name": "Mara the Red"}, If_Match='"1"')
    assert ok(answer)["revision"] == 2
    assert answer["ETag"].startswith('"2-')
    told = refused(ana_api.patch(path, {"name": "Late", "revision": 1}), 409, "stale")
    assert told["revision"] == 2
    refused(ana_api.send("PATCH", path, {"name": "No revision"}), 428)
    refused(Caller(ben).patch(path, {"name": "Mine", "revision": 2}), 403)
    refused(ana_api.patch(path, {"gm_notes": "x", "revision": 2}), 422)
    refused(ana_api.post(f"{at}characters/", {"name": "X", "credits": 5}), 422)
    refused(ana_api.post(f"{at}characters/", {"name": "X", "kind": "npc"}), 403)
    refused(ana_api.post(f"{at}characters/", {"name": "X", "sheet": {"class": "king"}}), 422)
    refused(ana_api.patch(path, {"sheet": {"no_such_field": 1}, "revision": 2}), 422)
    hurt = ok(ana_api.post(f"characters/{made['id']}/hit-points/", {"change": -2, "reason": "a fall"}))
    assert hurt["figures"]["hp"] == hurt["figures"]["max_hp"] - 2


def test_notes_are_the_players_and_gm_notes_the_gms(gm_api, ana_api, ben, at, campaign, ana):
    body = {"name": "Mara", "owner": ana.pk, "notes": "owl", "gm_notes": "raven"}
    path = f"characters/{ok(gm_api.post(f'{at}characters/', body), 201)['id']}/"
    seen = {who: str(ok(api.get(path))) for who, api in (("gm", gm_api), ("ana", ana_api), ("ben", Caller(ben)))}
    assert {who: ("owl" in text, "raven" in text) for who, text in seen.items()} == {
        "gm": (True, True),
        "ana": (True, False),
        "ben": (False, False),
    }
    campaign.open_sheets = False
    campaign.save()
    refused(Caller(ben).get(path), 404)
    refused(Caller(ben).get(path + "history/"), 404)


def test_awards_stand_in_the_ledger_and_are_taken_back_once(gm_api, ana_api, at, ana):
    made = ok(gm_api.post(f"{at}characters/", {"name": "Mara", "owner": ana.pk, "credits": 4, "reason": "old"}), 201)
    path = f"characters/{made['id']}/"
    entry = ok(gm_api.post(f"{path}awards/", {"amount": 1, "reason": "the bridge"}), 201)
    assert ok(ana_api.get(path))["figures"]["level"] == 2
    assert len(ok(ana_api.get(f"{path}ledger/"))["results"]) == 2
    refused(ana_api.post(f"{path}awards/", {"amount": 1, "reason": "me"}), 403)
    refused(gm_api.post(f"{path}awards/", {"amount": 0, "reason": "x"}), 422)
    refused(gm_api.post(f"{path}awards/", {"amount": 1, "reason": "x", "encounter": 999}), 422)
    ok(gm_api.post(f"{path}ledger/{entry['id']}/take-back/", {"reason": "no"}), 201)
    refused(gm_api.post(f"{path}ledger/{entry['id']}/take-back/", {"reason": "no"}), 422, "experience.taken-back")
    assert ok(ana_api.get(path))["figures"]["level"] == 1
    assert ok(ana_api.get(f"{path}history/"))["results"]


def test_the_bestiary_is_the_gms_and_shared_rows_are_changed_by_a_copy(gm_api, ana_api, at, campaign, foreign):
    shared = factories.MonsterFactory(campaign=None, name="Ash wolf", kind="beast")
    theirs = factories.MonsterFactory(campaign=foreign, name="Secret")
    own = ok(gm_api.post(f"{at}monsters/", {"name": "Bandit", "stats": {"max_hp": 3}}), 201)
    names = [row["name"] for row in ok(gm_api.get(f"{at}monsters/"))["results"]]
    assert {"Ash wolf", "Bandit"} <= set(names)
    assert "Secret" not in names
    assert [row["name"] for row in ok(gm_api.get(f"{at}monsters/?text=ash&kind=beast"))["results"]] == ["Ash wolf"]
    assert ok(gm_api.patch(f"monsters/{own['id']}/", {"stats": {"max_hp": 5}}))["stats"]["max_hp"] == 5
    refused(gm_api.patch(f"monsters/{shared.pk}/", {"name": "Mine"}), 403)
    copy = ok(gm_api.post(f"monsters/{shared.pk}/copies/", {"campaign": campaign.pk}), 201)
    assert copy["campaign"] == campaign.pk
    told = [
        refused(gm_api.post(f"monsters/{shared.pk}/copies/", {"campaign": row}), 422) for row in (foreign.pk, 999_999)
    ]
    assert told[0] == told[1]
    refused(gm_api.get(f"monsters/{theirs.pk}/"), 404)
    refused(ana_api.get(f"{at}monsters/"), 403)
    refused(ana_api.get(f"monsters/{own['id']}/"), 404)
    refused(gm_api.post(f"{at}monsters/", {"name": "X", "stats": {"max_hp": "many"}}), 422)
    assert Monster.objects.filter(campaign=campaign).count() == 2
