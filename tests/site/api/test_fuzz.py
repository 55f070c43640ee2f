"""Schemathesis sends what the document allows and what it forbids, as five different callers: never a 500."""

import itertools
import os

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from campaigns.encounters import actions, quick_preparation
from tests import factories
from tests.site.api.conftest import Caller

SIZE = int(os.environ.get("FATEKEEPER_FUZZ", "2"))
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
# The operations are dealt to so many tests, which run in different processes.
SHARES = 4
# Streams never end by themselves; they have their own tests.
LEFT_OUT = {"stream", "log_stream"}


@pytest.fixture
def world(campaign, gm, ana):
    """A campaign with a fight running; what its rows are called in the addresses."""
    hero = factories.CharacterFactory(campaign=campaign, owner=ana, sheet={})
    monster = factories.MonsterFactory(campaign=campaign)
    membership = campaign.members.select_related("campaign").get(user=gm)
    groups = [{"character": hero}, {"monster": monster, "count": 2}]
    encounter = quick_preparation.create_with_groups(membership=membership, title="At the ford", groups=groups)
    actions.start(membership=membership, encounter=encounter)
    return {
        "campaign_id": campaign.pk,
        "character_id": hero.pk,
        "monster_id": monster.pk,
        "encounter_id": encounter.pk,
        "session_id": campaign.sessions.create(number=1).pk,
        "system": campaign.system,
        "entry_id": campaign.log.create(text="A line.", by=gm).pk,
        "member_id": campaign.members.get(user=ana).pk,
    }


@pytest.fixture
def kept_connection():
    """The test's transaction outlives every request of it."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.mark.django_db
@pytest.mark.usefixtures("kept_connection")
@pytest.mark.parametrize("share", range(SHARES))
def test_no_made_up_request_breaks_the_api(share, world, outsider, watcher, ana, gm):
    callers = [Caller(user) for user in (None, outsider, watcher, ana, gm)]
    headers = [{"Authorization": f"Token {caller.secret}"} if caller.secret else {} for caller in callers]
    schema = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", get_wsgi_application())
    for found in itertools.islice(schema.get_all_operations(), share, None, SHARES):
        operation = found.ok()
        if operation.definition.raw["operationId"] not in LEFT_OUT:
            hammer(operation.as_strategy(), headers, world)


def hammer(strategy, headers, world):
    """Sends a few made-up requests to one operation, every other one to rows that are there, as every caller."""
    turn = itertools.count()

    @settings(
        max_examples=SIZE,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=strategy)
    def run(case):
        if next(turn) % 2 == 0:
            case.path_parameters = {
                **case.path_parameters,
                **{k: v for k, v in world.items() if k in case.path_parameters},
            }
        for of_caller in headers:
            case.call_and_validate(checks=CHECKS, headers=of_caller)

    run()
