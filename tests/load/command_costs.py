"""What one command or live update costs from the first middleware on: statements, CPU and Python calls."""

import json
import sys
import time
import uuid
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from rest_framework.views import APIView

from campaigns.encounters import actions
from config.api.limits import AnonymousThrottle, UserThrottle
from config.server.routes import RouteHandler
from people.access import get_membership
from people.credentials.models import ApiToken
from tests import factories
from tests.screens import Screen


@dataclass
class Cost:
    """What one request took; `statements` counts BEGIN and COMMIT."""

    status: int
    statements: list[str]
    calls: int
    milliseconds: float


def use_production_limits(settings, monkeypatch):
    """Turns on what a test run leaves out: rate limits, counted in the database."""
    settings.CACHES = {"default": {"BACKEND": "config.counters.CounterCache", "LOCATION": "fatekeeper_cache"}}
    call_command("createcachetable")
    cache.clear()
    monkeypatch.setattr(APIView, "throttle_classes", [UserThrottle, AnonymousThrottle])


def begin_fight(campaign, gm, players):
    """Four characters against four bandits; the players share the characters."""
    membership = get_membership(gm, campaign.pk)
    row = actions.create(membership=membership, title="Measured")
    names = ("Mara", "Bo", "Tilda", "Egon")
    owners = [players[place % len(players)] for place in range(len(names))]
    party = [
        factories.CharacterFactory(campaign=campaign, owner=user, name=name)
        for user, name in zip(owners, names, strict=True)
    ]
    actions.add_characters(membership=membership, encounter=row, characters=party)
    actions.add_monsters(membership=membership, encounter=row, monster=factories.MonsterFactory(name="Bandit"), count=4)
    return actions.start(membership=membership, encounter=row, seed=1)


class CommandRequests:
    """Gives one command after the other through the whole stack of middleware."""

    def __init__(self, encounter, user):
        self.encounter, self.turn = encounter, 0
        self.screen = Screen(None, encounter)
        self.handler = RouteHandler()
        self.handler.load_middleware()
        _row, self.token = ApiToken.objects.create(user=user, prefix="fate_", can_write=True, name="measured")
        browser = Client()
        browser.force_login(user)
        self.cookies = {name: morsel.value for name, morsel in browser.cookies.items()}
        self.cookies[settings.CSRF_COOKIE_NAME] = "a" * 32

    def by_api(self):
        """A command with a key and a token."""
        body = {"command": self._command(), "seen": self.turn - 1}
        headers = {"Authorization": f"Token {self.token}", "Idempotency-Key": uuid.uuid4().hex}
        return self.factory_post(json.dumps(body), headers)

    def factory_post(self, body, headers):
        """A request to the address of the commands."""
        address = f"/api/v1/encounters/{self.encounter.pk}/commands/"
        return RequestFactory().post(address, body, content_type="application/json", headers=headers)

    def by_form(self):
        """A command from the page of a signed-in browser without script."""
        command = self._command()
        fixed = {name: value for name, value in command.items() if name not in ("type", "actor")}
        fields = {
            "do": json.dumps({"type": command["type"], "actor": "gm", "fixed": fixed, "take": []}),
            "seen": self.turn - 1,
            "key": uuid.uuid4().hex,
        }
        factory = RequestFactory()
        factory.cookies.load(self.cookies)
        request = factory.post(f"/encounters/{self.encounter.pk}/commands/", fields)
        request._dont_enforce_csrf_checks = True
        return request

    def live_part(self):
        """A live update of a browser's table, which has the pieces of the update before."""
        factory = RequestFactory()
        factory.cookies.load(self.cookies)
        return factory.get(f"/encounters/{self.encounter.pk}/table/", headers=self.screen.headers)

    def statements_of(self, make):
        """The cost in statements, BEGIN and COMMIT among them."""
        request = make()
        with CaptureQueriesContext(connection) as asked:
            response = self._respond(request)
        self.screen.take(response)
        return Cost(response.status_code, [query["sql"] for query in asked.captured_queries], 0, 0.0)

    def calls_of(self, make):
        """The number of calls of Python functions."""
        request, calls = make(), 0

        def count(_frame, event, _argument):
            nonlocal calls
            calls += event == "call"

        sys.setprofile(count)
        try:
            response = self._respond(request)
        finally:
            sys.setprofile(None)
        self.screen.take(response)
        return Cost(response.status_code, [], calls, 0.0)

    def time_of(self, make):
        """The CPU time in milliseconds."""
        request = make()
        begun = time.process_time()
        response = self._respond(request)
        milliseconds = 1000 * (time.process_time() - begun)
        self.screen.take(response)
        return Cost(response.status_code, [], 0, milliseconds)

    def _respond(self, request):
        response = self.handler.get_response(request)
        assert response.status_code in (200, 302), response.content
        return response

    def _command(self):
        self.turn += 1
        order = {"a": "mara", "b": "bandit-1", "range": ["near", "far"][self.turn % 2]}
        return {"type": "set-range", "actor": "gm", **order}
