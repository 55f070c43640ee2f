"""Plays an encounter to its end with the generated client: `play.py ADDRESS GAME GM_TOKEN PLAYER_TOKEN`.

It uses nothing but the client, which openapi-python-client has generated as the package `fatekeeper_client`.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

from fatekeeper_client import AuthenticatedClient, models
from fatekeeper_client.api.campaigns import campaigns_create
from fatekeeper_client.api.characters import characters_create
from fatekeeper_client.api.encounters import (
    commands_give,
    encounters_create,
    encounters_read,
    encounters_start,
    events_list,
    offers_list,
)
from fatekeeper_client.api.invitations import invitations_create
from fatekeeper_client.api.join import join
from fatekeeper_client.api.monsters import monsters_create
from fatekeeper_client.api.ready_made import ready_made_list

MOST_COMMANDS = 60
# What takes someone out of the encounter, and what needs a character that the site chooses.
AWAY = ("end", "leave", "join", "rest", "defeat", "adjust", "concede", "dramatic")
# Who stands against the heroes, in a game that needs someone on the other side.
FOES: dict[str, dict[str, Any]] = {"fifty-two-fates": {"max_hp": 2}}


def ask(operation: Callable[..., Any], *path: int, **named: Any) -> Any:
    """The parsed answer of an operation; anything but success ends the program."""
    answer = operation(*path, **named)
    if answer.status_code >= 300:
        sys.exit(f"{operation.__module__}: {answer.status_code} {answer.content[:500]!r}")
    return answer.parsed


def camel_case(text: str) -> str:
    """ "slot-rolled" as "SlotRolled"."""
    return "".join(part[:1].upper() + part[1:] for part in text.split("-"))


class Evening:
    """A campaign with a GM and a player, two ready-made heroes, and an encounter that has begun."""

    def __init__(self, gm: AuthenticatedClient, player: AuthenticatedClient, game: str) -> None:
        self.gm, self.player, self.game = gm, player, game
        body = models.CampaignBody.from_dict({"name": "Salt", "system": game})
        self.campaign = ask(campaigns_create.sync_detailed, client=gm, body=body).id
        self.come_in()
        self.heroes = [self.make_hero(number) for number in range(2)]
        groups: list[dict[str, Any]] = [{"character": hero.id} for hero in self.heroes]
        if game in FOES:
            foe = models.MonsterBody.from_dict({"name": "Bandit", "stats": FOES[game]})
            groups.append({"monster": ask(monsters_create.sync_detailed, self.campaign, client=gm, body=foe).id})
        body = models.EncounterBody.from_dict({"title": "At the ford", "groups": groups})
        self.encounter = ask(encounters_create.sync_detailed, self.campaign, client=gm, body=body).id
        ask(encounters_start.sync_detailed, self.encounter, client=gm)

    def come_in(self) -> None:
        """The player accepts an invitation."""
        body = models.InvitationBody.from_dict({"role": "player"})
        link = ask(invitations_create.sync_detailed, self.campaign, client=self.gm, body=body).link
        token = link.rstrip("/").rpartition("/")[2]
        ask(join.sync_detailed, client=self.player, body=models.JoinBody.from_dict({"token": token}))

    def make_hero(self, number: int) -> Any:
        """A ready-made hero of the player."""
        known = ask(ready_made_list.sync_detailed, self.campaign, client=self.player).to_dict()["heroes"]
        body = models.CharacterBody.from_dict({"name": f"Hero {number}", "ready_made": known[number]["key"]})
        return ask(characters_create.sync_detailed, self.campaign, client=self.player, body=body)

    def table(self, seat: AuthenticatedClient) -> Any:
        """The encounter as someone sees it."""
        return ask(encounters_read.sync_detailed, self.encounter, client=seat)

    def offers(self, seat: AuthenticatedClient, actor: str) -> list[Any]:
        """What an actor may do now, as the type of its game."""
        found = ask(offers_list.sync_detailed, self.encounter, client=seat, as_=actor).offers
        shape = getattr(models, f"{camel_case(self.game)}Offer")
        return [shape.from_dict(offer.to_dict()) for offer in found]

    def give(self, seat: AuthenticatedClient, offer: Any, number: int) -> Any:
        """Carry out the example of an offer."""
        body = models.CommandBody.from_dict({"command": offer.example.to_dict(), "seen": number})
        return ask(commands_give.sync_detailed, self.encounter, client=seat, body=body)

    def step(self, last: bool) -> bool:
        """One command of whom play waits for; the GM's `end` when it is the `last`. False after the end."""
        seen = self.table(self.gm)
        if seen.status == "ended":
            return False
        assert type(seen.view).__name__ == f"{camel_case(self.game)}View", type(seen.view)
        if last:
            ending = next(offer for offer in self.offers(self.gm, "gm") if offer.type_ == "end")
            self.give(self.gm, ending, seen.number)
            return True
        own = self.table(self.player).seats
        # In Fortune and Power the turn goes on while someone else answers a hit.
        for actor in [*getattr(seen.view, "waiting", seen.view.turn), "gm"]:
            seat = self.player if actor in own else self.gm
            found = [offer for offer in self.offers(seat, actor) if offer.type_ not in AWAY]
            found.sort(key=lambda offer: (offer.type_ != "attack", offer.type_ in ("pass", "move")))
            if found:
                outcome = self.give(seat, found[0], seen.number)
                assert type(outcome.view).__name__ == f"{camel_case(self.game)}View"
                return True
        return self.step(last=True)

    def account(self, game_models: ModuleType) -> set[str]:
        """The types of all events; each one is read as the type that its game names."""
        kinds = set()
        for event in ask(events_list.sync_detailed, self.encounter, client=self.player).results:
            plain = event.to_dict()
            names = [f"{whose}{camel_case(event.type_)}Event" for whose in (camel_case(self.game), "Table")]
            shape = next((getattr(game_models, name) for name in names if hasattr(game_models, name)), None)
            assert shape is not None, event.type_
            typed = shape.from_dict(plain)
            assert typed.text == event.text
            kinds.add(event.type_)
        return kinds


def main() -> None:
    """Play, and say what happened."""
    address, game, gm, player = sys.argv[1:]
    seats = [AuthenticatedClient(base_url=address, token=token, prefix="Token") for token in (gm, player)]
    evening = Evening(*seats, game)
    given = 0
    while evening.step(last=given >= MOST_COMMANDS):
        given += 1
    kinds = evening.account(import_module("fatekeeper_client.models"))
    print(f"{game}: {given} commands, {len(kinds)} kinds of events")


if __name__ == "__main__":
    main()
