"""Non-interference at any moment at tables of every kind: what is hidden lies otherwise, the answers are the same."""

import base64
import io
import json
import random
import zipfile
from collections import Counter

import pytest
from django.db import transaction

from campaigns.archive import member_export as own_archive
from campaigns.encounters import play
from campaigns.encounters.models import Encounter
from campaigns.encounters.play import pending_draws, visibility
from tests import factories
from tests.site.secrecy import tables
from tests.site.secrecy.alterations import altered
from tests.site.secrecy.campaign_channels import text
from tests.site.secrecy.channels import Viewer, differences, received, state_of
from tests.site.secrecy.showing import said
from tests.site.secrecy.size import pairs
from tests.site.secrecy.tables import KINDS, Table

pytestmark = pytest.mark.django_db
STAFF = "staff"
ADMIN = ("encounter", "command", "event", "campaign", "logentry")
AGAIN = 6
NEAR = ("plots/", "search/?text=card", "log/?text=attack", "sessions/", "options/", "data/")
API_NEAR = ("plots/", "search/?text=card", "log/?text=attack", "sessions/")


def seats_of(table: Table, name: str) -> set[str]:
    """The seats whose cards the person sees."""
    member = table.encounter.campaign.members.filter(user=table.people.get(name), left__isnull=True).first()
    if member is None or table.people.get(name) is None:
        return set()
    if table.encounter.status == "prepared":
        return {draw.owner for draw in pending_draws.awaited_cards(table.encounter, member) if draw.mine}
    return set(play.read_encounter(table.encounter, member).seats)


def all_received(table: Table, name: str, mine: set[str], seed: int) -> dict[str, str]:
    """Every answer to the person; nothing is left of what was asked."""
    row = Encounter.objects.select_related("campaign").get(pk=table.encounter.pk)
    with transaction.atomic():
        if name == STAFF:
            told = _admin(row)
        else:
            viewer = Viewer(table.people[name], tables.questions(table, mine, random.Random(seed)))
            told = received(viewer, row) | _near(viewer, row) | _export(table, name)
        transaction.set_rollback(True)
    return told


def _near(viewer: Viewer, row: Encounter) -> dict[str, str]:
    at = row.campaign_id
    told = {f"near {path}": viewer.browser.get(f"/campaigns/{at}/{path}") for path in NEAR}
    told |= {f"api near {path}": viewer.script.get(f"campaigns/{at}/{path}") for path in API_NEAR}
    told["cards"] = viewer.browser.get(f"/encounters/{row.pk}/cards/")
    told["api cards"] = viewer.script.get(f"encounters/{row.pk}/cards/")
    return {asked: text(answer) for asked, answer in told.items()}


def _admin(row: Encounter) -> dict[str, str]:
    """The admin's pages of a table, for staff who may see everything there."""
    viewer = Viewer(factories.UserFactory(username="keeper-of-all", is_staff=True, is_superuser=True))
    pages = [f"{model}/" for model in ADMIN] + [f"encounter/{row.pk}/change/", f"encounter/{row.pk}/history/"]
    pages += [f"command/{command.pk}/change/" for command in row.commands.order_by("-pk")[:3]]
    pages += [f"event/{event.pk}/change/" for event in row.events.order_by("-pk")[:3]]
    apps = {page: "people" if page == "campaign/" else "campaigns" for page in pages}
    return {page: text(viewer.browser.get(f"/admin/{app}/{page}")) for page, app in apps.items()}


def _export(table: Table, name: str) -> dict[str, str]:
    member = table.encounter.campaign.members.filter(user=table.people[name], left__isnull=True).first()
    if member is None or table.people[name] is None:
        return {}
    into = io.BytesIO()
    own_archive.write_member_export(member, into)
    with zipfile.ZipFile(into) as archive:
        return {f"export {part}": archive.read(part).decode() for part in archive.namelist() if part != "manifest.json"}


def compare(table: Table, name: str, rng: random.Random, before: dict[str, str] | None = None):
    """What the person receives otherwise, what was received before, and how much was changed."""
    mine, seed = seats_of(table, name), 1
    before = before or all_received(table, name, mine, seed)
    with transaction.atomic():
        # What is asked follows from the first world alone.
        asked = tables.questions(table, mine, random.Random(seed))
        with altered(table.encounter, mine, rng) as changed, pytest.MonkeyPatch.context() as patch:
            patch.setattr(tables, "questions", lambda *_args: asked)
            after = all_received(table, name, mine, seed)
        transaction.set_rollback(True)
    return differences(before, after), before, sum(changed)


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_depends_on_what_is_hidden(kind, db):
    """At every moment one viewer is compared a few times, each time with other secrets."""
    counted, seeds = Counter[str](), pairs(2)
    again = min(len(seeds), AGAIN)
    for seed in seeds[::again]:
        rng = random.Random(seed * 1000 + list(KINDS).index(kind))
        with transaction.atomic():
            table = KINDS[kind](rng)
            tables.play_on(table, rng, rng.randint(0, 20))
            names = [*table.people, STAFF]
            name, before = names[seed // again % len(names)], None
            for _ in range(again):
                found, before, changed = compare(table, name, rng, before)
                assert not found, f"pair {seed} of {kind}, {name}:\n{said(found)}"
                counted["with another secret" if changed else "with the same secrets"] += 1
            transaction.set_rollback(True)
    print(f"{kind}: {sum(counted.values())} pairs, {dict(counted)}")
    assert counted["with another secret"], "the worlds must differ, or nothing is proved"


def leak_state(monkeypatch):
    """Something made of the whole state in everyone's view."""
    true = visibility.rules.view

    def view(system, state, viewer):
        return {**true(system, state, viewer), "x": base64.b64encode(json.dumps(state).encode()).decode()}

    monkeypatch.setattr(visibility.rules, "view", view)


def leak_typed(monkeypatch):
    """The page of the cards says how what was typed begins."""
    true = pending_draws.awaited_cards

    def asked(encounter, membership):
        draw = pending_draws.pending_draw(encounter)
        told = true(encounter, membership)
        typed = {**draw.body["given"], **draw.body.get("typed", {})} if draw else {}
        cards = "".join(card for names in typed.values() for card in names)
        return [
            type(awaited)(awaited.owner, f"{awaited.name} {cards}", awaited.count, awaited.initiative, awaited.mine)
            for awaited in told
        ]

    monkeypatch.setattr(pending_draws, "awaited_cards", asked)


@pytest.mark.parametrize("kind", KINDS)
def test_a_leak_of_the_state_is_found_at_every_table(kind, monkeypatch, db):
    rng = random.Random(5)
    table = KINDS[kind](rng)
    tables.type_in(table)
    leak_state(monkeypatch)
    name = next(candidate for candidate in ("guest", "onlooker", "watcher") if candidate in table.people)
    assert compare(table, name, rng)[0]


def test_a_leak_of_typed_cards_is_found(monkeypatch, db):
    people = tables.everyone()
    membership, row = tables.prepared(people, tables.SCENES["bastards"], real_cards=True)
    table = Table(row, people, membership.user, list(tables.cards.NAMES))
    table.encounter = tables.actions.start(membership=membership, encounter=row)
    tables.type_in(table, most=1)
    found, _before, changed = compare(table, "ben", random.Random(1))
    assert (said(found), changed > 0) == ("", True)
    leak_typed(monkeypatch)
    assert compare(table, "ben", random.Random(1))[0]


def test_the_holder_of_exchanged_cards_sees_the_difference(db):
    """The control: what is asked and compared is enough to tell two hands apart."""
    rng = random.Random(1)
    table = tables.scripted("52 Fates", random.Random(1))
    with transaction.atomic():
        before = all_received(table, "ana", {"mara"}, 1)
        with altered(table.encounter, {"gm"}, rng):
            after = all_received(table, "ana", {"mara"}, 1)
        transaction.set_rollback(True)
    assert {"page ", "api "} <= set(differences(before, after))
    assert state_of(table.encounter)["people"][0]["hand"]
