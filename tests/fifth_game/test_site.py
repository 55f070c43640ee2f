"""Copper Dice at the site: rules pages, a campaign, characters, monsters, a brawl by pages and by the API, credits."""

import html
import json
import re

import pytest
from django.urls import reverse

from campaigns.encounters.models import Encounter
from campaigns.modules.format import schema, schema_walker
from characters.models import Character, Monster
from people.models import Campaign
from rules import play
from tests import factories
from tests.fifth_game.rulebook import RULEBOOK
from tests.fifth_game.tables import SLUG
from tests.helpers import assert_replays

pytestmark = pytest.mark.django_db


@pytest.fixture
def brawlers(gm, ana, client):
    """A campaign that the GM started on its page, with Ana in it."""
    client.force_login(gm)
    address = reverse("campaign-new")
    assert "Copper Dice" in client.get(address).content.decode()
    form = client.get(address, {"system": SLUG}).context["form"]
    given = {field.html_name: field.value() or "" for field in form}
    answer = client.post(address, given | {"system": SLUG, "name": "The Copper Mug", "zone": "UTC"})
    assert answer.status_code == 302, answer.context["form"].errors
    campaign = Campaign.objects.get(name="The Copper Mug")
    factories.MemberFactory(campaign=campaign, user=ana)
    return campaign


def page(client, name, *args):
    """A page that opens, as text."""
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200, (name, answer.status_code)
    return answer.content.decode()


def finished_character(client, campaign, user):
    """A character made by its player on the pages."""
    client.force_login(user)
    assert client.post(reverse("character-new", args=[campaign.pk]), {"name": "Bo", "kind": "pc"}).status_code == 302
    made = Character.objects.get(campaign=campaign, name="Bo")
    step = {"step": json.dumps({"type": "finish"}), "revision": made.revision}
    client.post(reverse("character-advance", args=[made.pk]), step)
    made.refresh_from_db()
    assert made.sheet["finished"], page(client, "character-advance", made.pk)[-3000:]
    return made


def test_the_games_rules_are_on_the_site(client):
    """The list, the book, each rule, the credits."""
    assert "Copper Dice" in page(client, "rules")
    book = page(client, "rules-game", SLUG)
    for rule in RULEBOOK:
        assert html.escape(rule["text"]) in book
        assert rule["area"] in page(client, "rule", SLUG, rule["id"])
    page(client, "catalogue", SLUG)
    about = page(client, "about")
    assert "the Fatekeeper project" in about
    assert "CC0 1.0" in about


def test_the_api_lists_the_game_and_its_rules(client, gm):
    client.force_login(gm)
    assert SLUG in {system["slug"] for system in client.get("/api/v1/systems/").json()["results"]}
    assert len(client.get(f"/api/v1/rules/{SLUG}/").json()["results"]) == len(RULEBOOK)
    body = {"system": SLUG, "kind": "feat", "inputs": {"level": 2, "rolls": [3, 3]}}
    answer = client.post("/api/v1/checks/", body, "application/json").json()
    assert answer["success"], answer


def test_a_sheet_is_edited_with_the_default_form(client, brawlers, ana, gm):
    made = finished_character(client, brawlers, ana)
    for name in ("character", "character-advance", "character-edit", "character-history"):
        page(client, name, made.pk)
    client.force_login(gm)
    form = {"name": "Bo", "figures": json.dumps({**made.sheet, "grit": 2}), "revision": made.revision}
    client.post(reverse("character-edit", args=[made.pk]), {**form, "reason": "a bruise"})
    made.refresh_from_db()
    assert made.sheet["grit"] == 2
    client.post(reverse("character-pool", args=[made.pk, "grit"]), {"change": "rest"})
    made.refresh_from_db()
    assert made.sheet["grit"] == 6
    assert f"{reverse('check', args=[brawlers.pk])}" in page(client, "character", made.pk)
    page(client, "check", brawlers.pk)


def prepared(client, campaign, gm, character):
    """An encounter with the character and two rats, prepared on the pages."""
    client.force_login(gm)
    figures = json.dumps({"level": 0, "max_grit": 3})
    form = {"name": "Rat", "kind": "vermin", "figures": figures, "active": "on"}
    client.post(reverse("monster-new", args=[campaign.pk]), form)
    rat = Monster.objects.get(campaign=campaign)
    page(client, "campaign-monsters", campaign.pk)
    page(client, "campaign-monster", campaign.pk, rat.pk)
    client.post(reverse("encounter-new", args=[campaign.pk]), {"title": "In the cellar", "counts": "on"})
    row = Encounter.objects.get(campaign=campaign)
    given = {"monster": rat.pk, "count": 2, "side": "monsters"}
    answer = client.post(reverse("encounter-monsters", args=[row.pk]), given)
    assert answer.status_code == 302, answer.context["monsters_form"].errors
    client.post(reverse("encounter-characters", args=[row.pk]), {"characters": [character.pk], "side": "players"})
    assert row.groups.count() == 2, page(client, "encounter", row.pk)[-3000:]
    return row


def form_of(text, kind):
    """The fields of the form of the table's page that gives a command of this type, its first choices taken."""
    for form in re.findall(r"<form.*?</form>", text, re.S):
        fields = {name: html.unescape(value) for name, value in re.findall(r'name="([^"]+)" value="([^"]*)"', form)}
        for do in re.findall(r'name="do" value="([^"]*)"', form):
            if json.loads(html.unescape(do))["type"] == kind:
                return {**fields, "do": html.unescape(do)}
    raise AssertionError(f"no form for {kind}")


def play_on_pages(client, row, gm, ana, rounds):
    """Everyone attacks on the pages of their own."""
    for _ in range(rounds):
        row.refresh_from_db()
        state = play.actors(SLUG, row.secret.state)
        if state in ([], ["gm"]):
            return
        participant = row.participants.get(key=state[0])
        client.force_login(ana if participant.character_id else gm)
        text = client.get(reverse("encounter", args=[row.pk]), {"as": participant.key}).content.decode()
        client.post(reverse("encounter-command", args=[row.pk]), form_of(text, "attack"))


def test_a_brawl_is_prepared_and_played_to_its_end_on_the_pages(client, brawlers, gm, ana):
    character = finished_character(client, brawlers, ana)
    row = prepared(client, brawlers, gm, character)
    client.post(reverse("encounter-start", args=[row.pk]))
    row.refresh_from_db()
    assert row.status == "running", page(client, "encounter", row.pk)[-3000:]
    play_on_pages(client, row, gm, ana, rounds=12)
    row.refresh_from_db()
    assert row.number >= 6
    client.force_login(gm)
    client.post(reverse("encounter-undo", args=[row.pk]), {"to": row.number - 2, "seen": row.number})
    ending = form_of(page(client, "encounter", row.pk), "end")
    taken = dict.fromkeys(json.loads(ending["do"])["take"], "Everyone goes home.")
    client.post(reverse("encounter-command", args=[row.pk]), {**ending, **taken})
    row.refresh_from_db()
    assert (row.status, row.outcome) == ("ended", "Everyone goes home.")
    assert_replays(row)
    assert character.experience.filter(unit="pennies", amount=1).exists()
    for name in ("encounter", "encounter-event-log", "encounter-fairness"):
        page(client, name, row.pk)
    assert "ended" in page(client, "campaign-log", brawlers.pk)


def test_a_brawl_is_played_to_its_end_over_the_api(client, brawlers, gm, ana):
    character = finished_character(client, brawlers, ana)
    row = prepared(client, brawlers, gm, character)
    base = f"/api/v1/encounters/{row.pk}/"
    assert client.post(f"{base}start/", {}, "application/json").status_code == 200
    row.refresh_from_db()
    for _ in range(200):
        state = row.secret.state
        command = play.policy(SLUG, state, "gm") or play.policy(SLUG, state, play.actors(SLUG, state)[0])
        mine = row.participants.filter(key=command["actor"], character=character).exists()
        client.force_login(ana if mine else gm)
        offers = client.get(f"{base}offers/", {"as": command["actor"]}).json()["offers"]
        assert command["type"] in {offer["type"] for offer in offers}
        answer = client.post(f"{base}commands/", {"command": command, "seen": row.number}, "application/json")
        assert answer.status_code == 200, answer.json()
        row = Encounter.objects.select_related("secret").get(pk=row.pk)
        if row.status == "ended":
            break
    assert row.outcome in {"players win.", "monsters win."}
    assert_replays(row)
    assert client.get(f"{base}verify/").json()["ok"]


def test_modules_may_have_stats_for_the_game():
    document = json.loads((schema.FOLDER / "shipped" / "the-drowned-bell.satchel.json").read_text(encoding="utf-8"))
    document["monsters"][0]["stats"] = {SLUG: {"max_grit": 4}}
    document["module"]["rulesets"] = [{"ruleset": SLUG, "support": "native"}]
    assert schema_walker.check(document) == []
    document["monsters"][0]["stats"] = {"tin-dice": {}}
    assert [fault.code for fault in schema_walker.check(document)] == ["schema.unknown"]


def test_the_site_forgets_the_game_when_it_is_gone(client, game):
    play.SYSTEMS.pop(game.slug)
    assert "Copper Dice" not in page(client, "rules")
