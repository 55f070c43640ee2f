"""What the main pages and the live part of a table cost: CPU time, statements, and bytes on the wire.

Run: `python -m pytest tests/load/bench_pages.py -m load -s`. RENDERS says how often each page is asked for.
"""

import cProfile
import gc
import gzip
import os
import pstats
import time

import pytest
from django.contrib.auth.decorators import login_required
from django.db import connection
from django.http import HttpResponse
from django.template import Template, engines
from django.test import Client, override_settings
from django.urls import path

from campaigns.encounters import actions, play
from campaigns.log import actions as log_actions
from people.access import get_membership
from people.models import User
from tests import factories
from tests.screens import Screen

pytestmark = [pytest.mark.load, pytest.mark.django_db]
RENDERS = int(os.environ.get("RENDERS", "50"))
LEVEL = 5
PLAYS = 24
STOCK = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
LISTING = """<!doctype html><title>Users</title><form>{% csrf_token %}</form>
<ul>{% for one in users %}<li><a href="{% url 'stock' %}?user={{ one.pk }}">{{ one.username }}</a>
{{ one.date_joined|date:"j F Y" }}</li>{% endfor %}</ul>"""


@login_required
def stock_page(request):
    """A list of 20 rows, as Django's tutorial would write it."""
    template = engines["django"].from_string(LISTING) if not hasattr(stock_page, "kept") else stock_page.kept
    stock_page.kept = template
    return HttpResponse(template.render({"users": User.objects.all()[:20]}, request))


urlpatterns = [path("stock/", stock_page, name="stock")]


@pytest.fixture(autouse=True)
def plain_templates(monkeypatch):
    """Templates as in production: the test client would copy the context of each one."""
    monkeypatch.setattr(Template, "_render", lambda self, context: self.nodelist.render(context))


@pytest.fixture
def fight(campaign, gm, ana, ben):
    """Four characters against four bandits, after some plays."""
    membership = get_membership(gm, campaign.pk)
    row = actions.create(membership=membership, title="Measured")
    people = ((ana, "Mara"), (ben, "Bo"), (gm, "Cid"), (gm, "Dag"))
    party = [factories.CharacterFactory(campaign=campaign, owner=user, name=name) for user, name in people]
    actions.add_characters(membership=membership, encounter=row, characters=party)
    actions.add_monsters(membership=membership, encounter=row, monster=factories.MonsterFactory(name="Bandit"), count=4)
    actions.start(membership=membership, encounter=row, seed=1)
    row.refresh_from_db()
    for turn in range(PLAYS):
        play_turn(row, membership, turn)
    return row


def play_turn(row, membership, turn):
    """One play of a participant who may act."""
    for member in [membership, *membership.campaign.members.exclude(pk=membership.pk).select_related("user")]:
        seen = play.read_encounter(row, member)
        for seat in seen.seats:
            if seat == "gm" or seat not in seen.view(seat).get("turn", []):
                continue
            command = play.sample(row, member, seat, seed=turn)
            if command:
                play.submit(encounter=row, by=member.user, command=command, key=f"bench-{turn}")
                return
    play.submit(
        encounter=row, by=membership.user, command=play.sample(row, membership, "gm", seed=turn), key=f"b{turn}"
    )


def measure(name, client, url, **headers):
    """Prints what one page costs; returns the milliseconds of the processor."""
    for _warm in range(3):
        response = client.get(url, **headers)
    assert response.status_code == 200, (url, response.status_code)
    gc.collect()
    gc.freeze()  # as a worker does: what was loaded is not looked at again
    asked: list[str] = []
    with connection.execute_wrapper(lambda run, sql, *rest: asked.append(sql) or run(sql, *rest)):
        client.get(url, **headers)
    if os.environ.get("PROFILE", "-") in name:
        profile_page(client, url, headers)
    begun = time.process_time()
    for _turn in range(RENDERS):
        client.get(url, **headers)
    cost = (time.process_time() - begun) / RENDERS * 1000
    body = response.content
    packed = len(gzip.compress(body, LEVEL))
    print(f"{name:24} {cost:7.2f} ms {len(asked):4} statements {len(body):7} B {packed:6} B gzip")
    return cost


def profile_page(client, url, headers):
    """Prints where the time goes, for PROFILE=part of a page's name."""
    profile = cProfile.Profile()
    profile.enable()
    for _turn in range(RENDERS):
        client.get(url, **headers)
    profile.disable()
    pstats.Stats(profile).sort_stats(os.environ.get("SORT", "cumulative")).print_stats(int(os.environ.get("TOP", "60")))


def signed_in(user):
    """A browser of someone's."""
    client = Client()
    client.force_login(user)
    return client


def test_figures_of_pages(campaign, fight, gm, ana):
    membership = get_membership(gm, campaign.pk)
    factories.UserFactory.create_batch(20)
    for turn in range(30):
        log_actions.add_note(membership=membership, text=f"Note {turn}: they went on.")
    hers, his = signed_in(ana), signed_in(gm)
    sheet = fight.participants.get(key="mara").character_id
    print(f"\n{connection.vendor}, {RENDERS} renders each")
    with override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=STOCK):
        measure("stock Django page", signed_in(ana), "/stock/")
    measure("home", hers, "/")
    measure("campaign", hers, f"/campaigns/{campaign.pk}/")
    measure("log", hers, f"/campaigns/{campaign.pk}/log/")
    measure("sheet", hers, f"/characters/{sheet}/")
    measure("table, player", hers, f"/encounters/{fight.pk}/")
    measure("live part, player", hers, f"/encounters/{fight.pk}/table/?as=mara", HTTP_HX_REQUEST="true")
    measure("table, GM", his, f"/encounters/{fight.pk}/")
    measure("live part, GM", his, f"/encounters/{fight.pk}/table/?as=gm", HTTP_HX_REQUEST="true")
    news(fight, membership, hers)


def news(fight, membership, client):
    """The live part that follows each of some plays, for a screen that says which pieces it has: the news of a play."""
    sizes, costs = [], []
    screen = Screen(None, fight)
    screen.client = client
    screen.refresh("?as=mara")
    for turn in range(100, 112):
        play_turn(fight, membership, turn)
        begun = time.process_time()
        screen.refresh("?as=mara")
        costs.append((time.process_time() - begun) * 1000)
        sizes.append(len(gzip.compress(screen.sent.encode(), LEVEL)))
    print(f"news of a play: {sum(costs) / len(costs):.2f} ms, {sum(sizes) / len(sizes):.0f} B gzip on average")
