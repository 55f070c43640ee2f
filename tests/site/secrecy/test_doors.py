"""The doors: rights that end, end with the next request; rows of other campaigns do not exist; staff see no card."""

import json

import pytest

from campaigns.encounters import actions as encounter_actions
from campaigns.encounters import play
from campaigns.encounters.models import Encounter
from campaigns.log.models import LogEntry
from campaigns.overview.members import actions as member_actions
from campaigns.sessions.models import Session
from people import actions as people_actions
from people.access import membership_for
from people.credentials.models import ApiToken
from people.models import User
from tests import factories
from tests.site.api.conftest import Caller
from tests.site.routes import NOBODY
from tests.site.secrecy.channels import Viewer, cards_in, hands, seen_in
from tests.site.secrecy.conftest import PLAYED

ASKED = ("", "table/", "account/", "fairness/")


def place(table, name):
    return table.campaign.members.get(user__username=name, left__isnull=True)


def kicked(table, name):
    member_actions.remove_member(membership=place(table, "gm"), member=place(table, name))


def gone(table, name):
    member_actions.leave_campaign(membership=place(table, name))


def deactivated(table, name):
    User.objects.filter(username=name).update(is_active=False)


@pytest.mark.parametrize("ended", [kicked, gone, deactivated])
def test_after_the_end_of_a_right_the_next_request_is_refused(fight, viewers, ended):
    ana, path = viewers["ana"], f"/encounters/{fight.pk}/"
    assert {ana.browser.get(path + asked).status_code for asked in ASKED} == {200}
    assert ana.script.get(f"encounters/{fight.pk}/").status_code == 200
    held = hands(fight)["mara"]
    ended(fight, "ana")
    told = [ana.browser.get(path + asked) for asked in ASKED]
    told += [ana.browser.post(f"{path}commands/", {"do": "{}"}), ana.browser.post(f"{path}odds/", {"do": "{}"})]
    told += [
        ana.script.get(f"encounters/{fight.pk}/{asked}") for asked in ("", "events/", "offers/", "verify/", "stream/")
    ]
    told += [ana.script.post(f"encounters/{fight.pk}/commands/", {"command": PLAYED[0][1]})]
    assert {answer.status_code for answer in told} <= {302, 401, 404}
    assert not [card for answer in told for card in held if seen_in(answer.content.decode(), card)]
    gm = viewers["gm"].script.get(f"encounters/{fight.pk}/").content.decode()
    assert not [card for card in held if seen_in(gm, card)], "the hand stays folded for the GM, too"


def test_a_revoked_token_is_refused_at_once(fight, viewers, people):
    script = viewers["ana"].script
    assert script.get(f"encounters/{fight.pk}/").status_code == 200
    people_actions.revoke_token(user=people["ana"], token=ApiToken.objects.get(user=people["ana"]))
    assert script.get(f"encounters/{fight.pk}/").status_code == 401
    assert script.post(f"encounters/{fight.pk}/commands/", {"command": PLAYED[0][1]}).status_code == 401


def test_a_token_of_another_campaign_reaches_no_table(fight, people):
    elsewhere = factories.MemberFactory(user=people["ana"]).campaign
    script = Caller(people["ana"], campaign=elsewhere)
    for asked in ("", "events/", "offers/", "verify/"):
        told = script.get(f"encounters/{fight.pk}/{asked}"), script.get(f"encounters/{NOBODY}/{asked}")
        assert [answer.status_code for answer in told] == [404, 404]
        assert told[0].content == told[1].content


def test_a_player_who_becomes_an_observer_sees_no_hand_and_gives_no_command(fight, viewers):
    held = hands(fight)["mara"]
    member_actions.change_role(membership=place(fight, "gm"), member=place(fight, "ana"), role="observer")
    ana = viewers["ana"]
    told = ana.script.get(f"encounters/{fight.pk}/")
    assert told.json()["seats"] == ["observer"]
    page = ana.browser.get(f"/encounters/{fight.pk}/?as=mara")
    assert page.status_code == 200
    for answer in (told, page, ana.script.get(f"encounters/{fight.pk}/events/")):
        assert not [card for card in held if seen_in(answer.content.decode(), card)]
    assert ana.script.post(f"encounters/{fight.pk}/commands/", {"command": PLAYED[0][1]}).status_code == 403
    assert ana.script.get(f"encounters/{fight.pk}/offers/?as=mara").status_code == 404
    gm = viewers["gm"].script.get(f"encounters/{fight.pk}/")
    assert "mara" not in gm.json()["seats"], "nor does the hand fall to the GM"


def test_a_gm_who_becomes_a_player_sees_the_dealers_hand_no_more(fight, viewers, people):
    member_actions.change_role(membership=place(fight, "gm"), member=place(fight, "ben"), role="gm")
    assert viewers["ben"].script.get(f"encounters/{fight.pk}/").json()["seats"][0] == "gm"
    member_actions.change_role(membership=place(fight, "gm"), member=place(fight, "ben"), role="player")
    told = viewers["ben"].script.get(f"encounters/{fight.pk}/")
    assert told.json()["seats"] == ["oskar"]
    events = viewers["ben"].script.get(f"encounters/{fight.pk}/events/").content.decode()
    assert not [card for card in hands(fight)["gm"] if seen_in(told.content.decode() + events, card)]


@pytest.fixture
def foreign(people):
    """A row of each kind in a campaign of another GM, with ids that stand nowhere else in a page."""
    campaign = factories.CampaignFactory(pk=700_001, name="Elsewhere")
    user = factories.UserFactory(pk=700_002)
    member = factories.MemberFactory(pk=700_003, campaign=campaign, user=user, role="player")
    rows = {
        "session": Session.objects.create(pk=700_004, campaign=campaign, number=1),
        "member": member,
        "user": user,
        "character": factories.CharacterFactory(pk=700_005, campaign=campaign, owner=user),
        "campaign": campaign,
        "monster": factories.MonsterFactory(pk=700_006, campaign=campaign),
    }
    return {kind: row.pk for kind, row in rows.items()}


# Every relation that a page's form may name: where, the field, the kind of row, and what else is posted.
PAGES = {
    "a monster for a preparation": ("/encounters/{prepared}/monsters/", "monster", "monster", {"count": "1"}),
    "a character for a preparation": (
        "/encounters/{prepared}/characters/",
        "characters",
        "character",
        {"side": "players"},
    ),
    "a monster that joins": ("/encounters/{running}/join/", "monster", "monster", {}),
    "a character that joins": ("/encounters/{running}/join/", "character", "character", {}),
    "who plays someone": ("/encounters/{running}/hands/", "controller", "member", {"participant": "mara"}),
    "an encounter's evening": ("/campaigns/{campaign}/encounters/new/", "session", "session", {"title": "x"}),
    "an encounter's new evening": ("/encounters/{prepared}/edit/", "session", "session", {"title": "x"}),
    "a line's evening": ("/campaigns/{campaign}/log/", "session", "session", {"text": "x", "audience": "all"}),
    "a line's character": ("/campaigns/{campaign}/log/", "character", "character", {"text": "x", "audience": "all"}),
    "a check's character": (
        "/campaigns/{campaign}/checks/new/",
        "character",
        "character",
        {"kind": "skill-check", "number-difficulty": "5"},
    ),
    "an award's character": (
        "/campaigns/{campaign}/award/",
        "characters",
        "character",
        {"amount": "1", "reason": "x"},
    ),
    "a character's player": ("/characters/{hero}/hand-over/", "to", "user", {"reason": "x"}),
    "a token's campaign": ("/me/tokens/", "campaign", "campaign", {"name": "x"}),
}
SCRIPTS = {
    "who plays someone": ("encounters/{running}/control/", "member", {"participant": "mara", "reason": ""}, "member"),
    "a monster that joins": ("encounters/{running}/arrivals/", "monster", {}, "monster"),
    "a character that joins": ("encounters/{running}/arrivals/", "character", {}, "character"),
    "an encounter's evening": ("campaigns/{campaign}/encounters/", "session", {"title": "x"}, "session"),
    "a line's evening": ("campaigns/{campaign}/log/", "session", {"text": "x"}, "session"),
    "a line's character": ("campaigns/{campaign}/log/", "character", {"text": "x"}, "character"),
}


def addresses(table):
    return {
        "prepared": encounter_actions.copy(membership=place(table, "gm"), encounter=table).pk,
        "running": table.pk,
        "campaign": table.campaign_id,
        "hero": table.participants.get(key="mara").character_id,
    }


def stored():
    """What an accepted form would have changed."""
    rows = [list(model.objects.order_by("pk").values()) for model in (Encounter, LogEntry, ApiToken)]
    lines = [list(row.groups.values_list("monster", "character")) for row in Encounter.objects.order_by("pk")]
    seats = [list(row.participants.values_list("key", "controller")) for row in Encounter.objects.order_by("pk")]
    for row in rows[2]:
        row.pop("last_used", None)
    return str([rows, lines, seats])


@pytest.mark.parametrize("what", PAGES)
def test_a_page_takes_a_row_of_another_campaign_for_a_missing_one(fight, viewers, foreign, what):
    address, field, kind, rest = PAGES[what]
    known = addresses(fight)
    path = address.format(**known)
    before = stored()
    told = []
    revision = encounter_actions.fields_revision(Encounter.objects.get(pk=known["prepared"]))
    for row in (foreign[kind], NOBODY):
        answer = viewers["gm"].browser.post(path, {**rest, field: str(row), "revision": revision})
        assert answer.status_code in {200, 404, 422}, answer.status_code
        text = answer.content.decode().replace(str(row), "N")
        told.append(
            (
                answer.status_code,
                [line for line in text.splitlines() if "csrf" not in line.lower() and "date" not in line],
            )
        )
    assert told[0][0] == told[1][0]
    assert [pair for pair in zip(told[0][1], told[1][1], strict=True) if pair[0] != pair[1]] == []
    assert stored() == before


@pytest.mark.parametrize("what", SCRIPTS)
def test_the_api_takes_a_row_of_another_campaign_for_a_missing_one(fight, viewers, foreign, what):
    address, field, rest, kind = SCRIPTS[what]
    path = address.format(**addresses(fight))
    before = stored()
    told = [viewers["gm"].script.post(path, {**rest, field: row}) for row in (foreign[kind], NOBODY)]
    assert [answer.status_code for answer in told] == [422, 422]
    assert told[0].content == told[1].content
    assert stored() == before


@pytest.fixture
def staff(fight):
    """Someone who may do everything in the admin, and plays nowhere."""
    return Viewer(factories.UserFactory(username="keeper", is_staff=True, is_superuser=True))


ADMIN = (
    "campaigns/encounter",
    "campaigns/command",
    "campaigns/event",
    "people/campaign",
    "people/member",
    "campaigns/logentry",
)


def test_staff_see_no_card_in_the_admin(fight, staff, give):
    give(fight)
    pages = [f"/admin/{model}/" for model in ADMIN]
    for model, rows in (("encounter", [fight]), ("command", fight.commands.all()), ("event", fight.events.all()[:9])):
        pages += [f"/admin/campaigns/{model}/{row.pk}/change/" for row in rows]
        pages += [f"/admin/campaigns/{model}/{row.pk}/history/" for row in list(rows)[:2]]
    told = {page: staff.browser.get(page) for page in pages}
    assert {answer.status_code for answer in told.values()} == {200}
    for page, answer in told.items():
        assert cards_in(answer.content.decode()) == set(), page


@pytest.mark.parametrize("model", ["command", "event", "encounter"])
@pytest.mark.parametrize(
    "asked",
    [
        "body__icontains=KD",
        "body__seed__startswith=a",
        "body__cards__contains=%5B%5D",
        "fingerprint__startswith=a",
        "key__startswith=a",
        "secret__state__icontains=KD",
        "events__body__icontains=KD",
        "commands__body__icontains=KD",
        "encounter__secret__state__icontains=KD",
        "encounter__events__body__icontains=KD",
    ],
)
def test_staff_cannot_ask_by_an_address_what_a_page_does_not_show(fight, staff, model, asked):
    """A list filtered by a sealed column would tell by its length what the column holds, question by question."""
    answer = staff.browser.get(f"/admin/campaigns/{model}/?{asked}")
    assert answer.status_code in {302, 400}


def test_staff_still_filter_by_what_is_shown(fight, staff, give):
    give(fight)
    for asked in (f"encounter__id__exact={fight.pk}", "type__exact=attack", "struck_by__isnull=True"):
        assert staff.browser.get(f"/admin/campaigns/command/?{asked}").status_code == 200, asked
    assert staff.browser.get("/admin/campaigns/event/?public__exact=1&struck__exact=0").status_code == 200


def test_staff_without_a_place_get_nothing_of_the_table(fight, staff):
    for asked in ASKED:
        assert staff.browser.get(f"/encounters/{fight.pk}/{asked}").status_code == 404
    for asked in ("", "events/", "offers/", "odds/?command={}", "verify/"):
        assert staff.script.get(f"encounters/{fight.pk}/{asked}").status_code == 404


@pytest.mark.parametrize("asked", ["", "events/", "offers/", "verify/", "odds/?command={}", "stream/"])
def test_a_table_that_is_not_ones_own_is_like_one_that_is_not_there(fight, viewers, asked):
    for name in ("outsider", "ex-member", "other-gm"):
        told = [viewers[name].script.get(f"encounters/{row}/{asked}") for row in (fight.pk, NOBODY)]
        assert [answer.status_code for answer in told] == [404, 404]
        assert told[0].content == told[1].content


def test_pages_with_cards_are_kept_by_no_cache(fight, viewers):
    ana = viewers["ana"]
    told = [ana.browser.get(f"/encounters/{fight.pk}/{asked}") for asked in ASKED]
    told += [ana.script.get(f"encounters/{fight.pk}/{asked}") for asked in ("", "events/", "offers/")]
    told += [ana.browser.post(f"/encounters/{fight.pk}/odds/", {"do": "{}"})]
    for answer in told:
        assert "no-store" in answer["Cache-Control"]
        assert "ETag" not in answer
        assert "Last-Modified" not in answer


@pytest.mark.parametrize("text", ["mara\u0000", "\ud800"])
def test_a_form_with_a_character_that_no_database_takes_is_refused_as_unreadable(fight, viewers, text):
    do = json.dumps({"type": "pass", "actor": text, "take": [], "fixed": {}})
    assert viewers["ana"].browser.post(f"/encounters/{fight.pk}/commands/", {"do": do}).status_code == 400


def test_the_hand_of_a_player_stays_folded_when_the_gm_asks_in_every_way(fight, viewers):
    gm, held = viewers["gm"], hands(fight)["mara"]
    told = [gm.browser.get(f"/encounters/{fight.pk}/?as={seat}") for seat in ("mara", "observer", "MARA", "mara ")]
    told += [gm.script.get(f"encounters/{fight.pk}/{asked}?as=mara") for asked in ("", "events/", "offers/")]
    told += [
        gm.script.post(f"encounters/{fight.pk}/commands/", {"command": {**PLAYED[0][1], "actor": actor}})
        for actor in ("mara", "MARA", " mara", ["mara"], None)
    ]
    assert not [card for answer in told for card in held if card != "KD" and seen_in(answer.content.decode(), card)]
    assert play.read_encounter(fight, membership_for(gm.user, fight)).number == 0
