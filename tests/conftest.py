"""The cast and the helpers that every test may use."""

import os

# Playwright's synchronous API keeps an event loop on the main thread; Django would refuse the ORM there.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

import gc
import secrets
from collections import defaultdict

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.models.signals import post_migrate
from hypothesis import HealthCheck, settings

from config.server import garbage_collection
from tests import databases, factories
from tests.client_handlers import share_work_of_clients
from tests.decoded_pictures import share_decoded_pictures
from tests.emptying import delete_all_rows
from tests.luck import seeds_of

# Tests are deterministic. Other examples (HYPOTHESIS_PROFILE) and other deals (FATEKEEPER_LUCK) are used on request.
# A busy machine makes examples slowly, which is no fault of a test.
settings.register_profile("same", derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))
share_work_of_clients()
share_decoded_pictures()


# A second run on another database leaves out what no database can change, also the planted faults: they prove that a
# guard finds them, and the guard itself runs on both databases.
PLANTED_TESTS = ("::test_a_planted_", "::test_a_leak_of_")
PLANTED_FILES = ("tests/site/secrecy/test_campaign_leaks.py",)
# Which person reaches which address, which words a page has, and what the API answered once, are the same on every
# database. Tables and campaigns that differ in secrets alone are compared on both, by the other tests of secrecy.
SAME_EVERYWHERE = (
    "tests/site/test_permissions.py",
    "tests/site/api/test_response_examples.py",
    "tests/site/api/test_scopes.py",
    "tests/site/secrecy/test_two_deals.py",
    "tests/site/secrecy/test_channels.py",
    "tests/site/secrecy/test_dice.py",
    "tests/campaigns/encounters/test_words.py",
    "tests/operations/demo/test_limits.py::test_everything_that_is_not_listed",
    # Words, schemas and the engine's play need no database; numbers of statements are the same on each.
    "tests/operations/demo/test_long_campaign.py::test_the_engine_plays_",
    "tests/site/api/test_document.py",
    "tests/site/api/test_table_events.py",
    "tests/campaigns/archive/test_names_in_sentences.py",
    "tests/campaigns/encounters/test_every_game.py::test_monsters_are_offered_",
    "tests/campaigns/encounters/test_every_game.py::test_pages_around_the_table_need_a_constant_number_",
    "tests/campaigns/modules/test_codes.py",
    "tests/campaigns/world/maps/test_maps.py::test_the_pages_ask_as_often_",
    "tests/campaigns/world/test_finding.py::test_two_thousand_pages_take_as_many_queries_",
    "tests/campaigns/world/test_pages.py::test_more_pages_ask_no_more",
)
# These go through pages and adventures of every game, with the same statements for each: on a second database every
# third case of a test with more than `FEW_CASES` runs.
FEW_CASES = 3
FEWER_CASES = (
    "tests/campaigns/encounters/test_every_game.py",
    "tests/campaigns/encounters/test_shared_part.py",
    "tests/campaigns/modules/test_bell.py",
    "tests/campaigns/modules/test_export.py",
    "tests/campaigns/modules/test_hostile.py",
    "tests/characters/test_every_game.py",
    "tests/characters/test_quick_start.py",
    "tests/site/api/test_osrlib.py",
    "tests/site/api/test_whole_way.py",
    "tests/site/secrecy/test_hidden.py",
    "tests/site/test_pages.py",
)
# These make their own databases, of one kind, whatever the tests run on: SQLite files and a PostgreSQL server.
OWN_DATABASES = ("tests/operations/releases/", "tests/operations/crash/test_database_restart.py")
# These folders start servers and commands on copies of the test database.
STARTS_SERVERS = ("tests/operations/", "tests/soak/")
# Single tests of these take a minute; they come first, so that no process ends alone with one.
LONG_TESTS = ("tests/installed/", "tests/operations/releases/", "tests/soak/", "tests/campaigns/archive/vault/")


def pytest_collection_finish(session):
    """Python's garbage collector no longer examines the modules and tests that are loaded now, as in a worker."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(garbage_collection.YOUNG_OBJECTS, *gc.get_threshold()[1:])


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Long tests first; with FATEKEEPER_TESTS=database, only tests that use the database or start a server."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONG_TESTS))
    if os.environ.get("FATEKEEPER_TESTS") != "database":
        return
    wanted = [item for item in items if changes_with_database(item) and not is_left_out(item)]
    surplus = set(surplus_cases(wanted))
    kept = [item for item in wanted if item not in surplus]
    config.hook.pytest_deselected(items=[*set(items).difference(kept)])
    items[:] = kept


def is_left_out(item):
    """Whether a test plants a fault, makes its own databases of one kind, or has the same result on every database."""
    whole_file = (*PLANTED_FILES, *OWN_DATABASES, *SAME_EVERYWHERE)
    return item.nodeid.startswith(whole_file) or any(part in item.nodeid for part in PLANTED_TESTS)


def surplus_cases(items):
    """Two of three cases of each test of `FEWER_CASES` with more than a few."""
    cases = defaultdict(list)
    for item in items:
        if item.nodeid.startswith(FEWER_CASES):
            cases[item.nodeid.partition("[")[0]].append(item)
    many = [sorted(same, key=lambda item: item.nodeid) for same in cases.values() if len(same) > FEW_CASES]
    return [item for same in many for place, item in enumerate(same) if place % 3]


def changes_with_database(item):
    """Whether another database may change the result: tests that use it, and those that start a server."""
    return item.nodeid.startswith(STARTS_SERVERS) or uses_database(item)


def uses_database(item):
    """Whether the test asks for the database, by a fixture or a mark."""
    return bool({"db", "transactional_db"} & set(item.fixturenames)) or item.get_closest_marker("django_db") is not None


@pytest.fixture(autouse=True)
def same_luck(request, monkeypatch):
    """Seeds follow from the test's name and `FATEKEEPER_LUCK`, so that a test deals the same cards every time."""
    monkeypatch.setattr(secrets, "token_hex", seeds_of(request.node.nodeid))


@pytest.fixture(autouse=True)
def empty_cache(settings):
    """No test finds what another one counted against a limit."""
    if settings.CACHES["default"]["BACKEND"].endswith("LocMemCache"):
        cache.clear()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix):
    """The test database is a copy of one that is migrated already."""
    databases.use_template(connection)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """Without the table of knox's own token model: ours took its place, and PostgreSQL's flush trips over it."""
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS knox_authtoken")
    # After each test that commits, every table is emptied. What `post_migrate` would fill again stays.
    connection.ops.sql_flush = delete_all_rows
    post_migrate.receivers.clear()
    post_migrate.sender_receivers_cache.clear()


@pytest.fixture
def gm(db):
    """The game master of `campaign`."""
    return factories.UserFactory(username="gm")


@pytest.fixture
def ana(db):
    """A player of `campaign`."""
    return factories.UserFactory(username="ana")


@pytest.fixture
def ben(db):
    """Another player of `campaign`."""
    return factories.UserFactory(username="ben")


@pytest.fixture
def watcher(db):
    """An observer of `campaign`."""
    return factories.UserFactory(username="watcher")


@pytest.fixture
def outsider(db):
    """Someone with an account and no campaign."""
    return factories.UserFactory(username="outsider")


@pytest.fixture
def campaign(gm, ana, ben, watcher):
    """A 52 Fates campaign with its whole cast."""
    campaign = factories.CampaignFactory(name="The Salt Road", created_by=gm)
    for user, role in ((gm, "gm"), (ana, "player"), (ben, "player"), (watcher, "observer")):
        factories.MemberFactory(campaign=campaign, user=user, role=role)
    return campaign
