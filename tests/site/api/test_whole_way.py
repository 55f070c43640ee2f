"""The whole way of an adventure, for each game: from Markdown by pages into a campaign, played, updated, back out."""

import copy
import html
import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from campaigns.encounters import play
from campaigns.encounters.models import Encounter, EncounterSecret
from campaigns.modules.models import ImportedObject, ImportRun, ModuleVersion
from characters.models import Monster
from operations.demo import other_games
from rules import play as rules
from tests import factories
from tests.campaigns.modules import foreign
from tests.helpers import assert_replays
from tests.site.api.conftest import Caller, ok

pytestmark = pytest.mark.django_db
# The swarm of rats is left out: who has no figures gets the usual ones, in every game.
NAMED = {"bandit", "bandit-captain", "guard", "thug", "stirge", "shambling-mound"}
CREDIT = {"spdx": "CC-BY-4.0", "attribution": "The Night Blade by Michael E. Shea; SRD 5.1."}
MOST_COMMANDS = 600
TELLS = {
    "fifty-two-fates": "HP 11",
    "fortune-and-power": "HP 11",
    "fortune-system": "AC 12",
    "game-of-bastards": "CR 0.125",
}
# A starting party of each game.
HEROES = {
    "fifty-two-fates": {"Mara": {"class": "warrior"}, "Oskar": {"class": "wizard"}},
    **{
        told["system"]: {name: hero["sheet"] for name, hero in zip(("Mara", "Oskar"), told["party"], strict=False)}
        for told in other_games.GAMES
    },
}


class Way:
    """A GM with a browser and a script, two players with scripts, and their campaign of one game."""

    def __init__(self, client, system):
        people = [factories.UserFactory(username=name) for name in ("mira", "anouk", "bela")]
        self.gm, self.ana, self.ben = (Caller(person) for person in people)
        self.campaign = ok(self.gm.post("campaigns/", {"name": "Salt", "system": system}), 201)["id"]
        self.at, self.system, self.page = f"campaigns/{self.campaign}/", system, client
        client.force_login(people[0])
        self.heroes = [self.comes(self.ana, "Mara"), self.comes(self.ben, "Oskar")]

    def comes(self, api, hero):
        """Follows an invitation and brings a hero of the game."""
        link = ok(self.gm.post(f"{self.at}invitations/", {"role": "player"}), 201)["link"]
        ok(api.post("join/", {"token": link.rstrip("/").rpartition("/")[2]}), 201)
        owner = ok(api.get("me/"))["id"]
        body = {"name": hero, "sheet": HEROES[self.system][hero], "owner": owner}
        return ok(self.gm.post(f"{self.at}characters/", body), 201)["id"]

    def address(self, name, *more):
        return reverse(name, args=[self.campaign, *more])

    def reviewed(self, kind, name, data, **written):
        """A foreign file through the review page into the library; the page's text and the version it became."""
        here = self.address("module-convert")
        shown = self.page.post(here, {"kind": kind, "file": SimpleUploadedFile(name, data)}).content.decode()
        draft = html.unescape(re.search(r'name="document" value="([^"]*)"', shown)[1])
        answer = self.page.post(here, {"document": draft, **CREDIT, **written}, follow=True)
        assert "The draft is in your library" in answer.content.decode(), answer.content.decode()[-3000:]
        return shown, ModuleVersion.objects.latest("pk")

    def imported(self, version, **more):
        """The preview's button, with what the preview showed."""
        here = self.address("module-preview", version.pk)
        shown = self.page.get(here).content.decode()
        fingerprint = re.search(r'name="fingerprint" value="([0-9a-f]{64})"', shown)[1]
        answer = self.page.post(here, {"party_size": 2, "fingerprint": fingerprint, **more}, follow=True)
        assert answer.status_code == 200
        return shown, ImportRun.objects.filter(campaign=self.campaign).latest("pk")

    def played(self, title):
        """One encounter by the API, by the sensible policy of the rules, until the rules have it over."""
        row = Encounter.objects.get(campaign=self.campaign, title=title)
        table = f"encounters/{row.pk}/"
        told = ok(self.gm.get(table))
        foes = [
            {name: group[name] for name in ("monster", "count", "group", "names", "note")} for group in told["groups"]
        ]
        ok(self.gm.patch(table, {"groups": [{"character": hero} for hero in self.heroes] + foes}))
        ok(self.gm.post(f"{table}start/"))
        if not foes:  # a game whose foes are challenges: the figures stand in the notes, and the GM calls them
            chance = int(re.search(r"Overcome (\d+) %", told["notes"])[1])
            self.gives(
                self.gm,
                row,
                {
                    "type": "call-check",
                    "actor": "gm",
                    "participants": ["mara", "oskar"],
                    "skill": "Climbing & Jumping",
                    "group": "Physical",
                    "cos": chance,
                    "task": "Overcome them",
                    "on_failure": "damaged",
                },
            )
        for turn in range(MOST_COMMANDS):
            row.refresh_from_db()
            if row.status == "ended":
                break
            self.gives(*self.sensible(row, table, turn))
        return row, row.number

    def gives(self, api, row, command):
        """A command by someone's script."""
        row.refresh_from_db()
        ok(api.post(f"encounters/{row.pk}/commands/", {"command": command, "seen": row.number}))

    def sensible(self, row, table, turn):
        """Whose script gives the command: the script of the player who is to act; else, and for outcomes, the GM's."""
        outcome = ok(self.gm.get(table))["view"].get("proposed_outcome")
        if outcome:
            return self.gm, row, {"type": "end", "actor": "gm", "outcome": outcome}
        state = EncounterSecret.sealed.get(encounter=row).state
        actors = [*(actor for actor in rules.actors(self.system, state) if actor != "gm"), "gm"]
        found = [rules.policy(self.system, state, actor) for actor in actors]
        found += [rules.sample(self.system, state, actor, seed=f"{row.title}:{turn}") for actor in actors]
        for command in filter(None, found):
            return {"mara": self.ana, "oskar": self.ben}.get(command["actor"], self.gm), row, command
        raise AssertionError("nobody has anything to do and it is not over")


def srd():
    """The creatures of the SRD that the adventure names, as the foreign file has them."""
    rows = [row for row in foreign.loaded(foreign.FIVE_E_BITS) if row["index"] in NAMED]
    return json.dumps(rows).encode()


@pytest.mark.parametrize("system", sorted(rules.SYSTEMS))
def test_the_night_blade_goes_the_whole_way(client, system):
    way = Way(client, system)
    shown, _beasts = way.reviewed("5e-bits", "monsters.json", srd(), key="beasts")
    assert TELLS[system] in shown, "the source of a bandit's figures is shown"
    blade = foreign.text(foreign.NIGHT_BLADE).encode()
    shown, version = way.reviewed("lgmrd", "blade.md", blade, key="night-blade", title="The Night Blade")
    assert "eartspine" in shown, "what the adventure hides in prose is on the review list"
    told, run = way.imported(version)
    assert "What the import will do" in told
    assert run.result["counts"] == {"create": ImportedObject.objects.filter(campaign=way.campaign).count()}
    assert all(row.converted for row in Monster.objects.filter(campaign=way.campaign))

    title = Encounter.objects.filter(campaign=way.campaign, status="prepared").order_by("pk").first().title
    fight, turns = way.played(title)
    assert fight.status == "ended", f"not over after {turns} commands"
    assert turns > 2
    assert fight.outcome
    assert play.replays_equal(fight)
    assert_replays(fight)

    updated(way, version)
    taken_out(way)


def updated(way, version):
    """A new version with edits on both sides: what only the module changed comes, what only we changed stays, and
    what both changed is decided place by place."""
    bandit, guard = (Monster.objects.get(campaign=way.campaign, name=name) for name in ("Bandit", "Guard"))
    ok(way.gm.patch(f"monsters/{bandit.pk}/", {"name": "Robber"}))
    ok(way.gm.patch(f"monsters/{guard.pk}/", {"name": "Watchman"}))
    newer = copy.deepcopy(version.document)
    newer["module"]["version"] = "1.1.0"
    by_key = {monster["key"]: monster for monster in newer["monsters"]}
    by_key["bandit"]["name"], by_key["guard"]["name"], by_key["stirge"]["name"] = "Brigand", "Sentry", "Bloodbird"
    ok(way.gm.post("modules/", newer), 201)
    second = ModuleVersion.objects.get(version="1.1.0")
    shown, run = way.imported(
        second, **{"decide:monster:bandit#/name": "take_new", "decide:monster:guard#/name": "keep_local"}
    )
    assert "Changed here and in the module" in shown
    assert run.result["counts"]["conflict"] == 2
    names = set(Monster.objects.filter(campaign=way.campaign).values_list("name", flat=True))
    assert {"Brigand", "Watchman", "Bloodbird"} <= names
    assert Encounter.objects.get(campaign=way.campaign, status="ended").outcome, "what was played stands"


def taken_out(way):
    """The export holds what both sides wrote, is a module again, and re-imports as unchanged."""
    document = ok(way.gm.get(f"{way.at}export/?module=night-blade"))
    names = {monster["name"] for monster in document["monsters"]}
    assert {"Brigand", "Watchman", "Bloodbird"} <= names
    row = ok(way.gm.post("modules/", document), 201)
    plan = ok(way.gm.post(f"{way.at}imports/", {"module": row["key"], "version": row["version"], "dry_run": True}))
    # What we had changed here stands in it alike on both sides.
    assert set(plan["counts"]) == {"unchanged", "converged"}
