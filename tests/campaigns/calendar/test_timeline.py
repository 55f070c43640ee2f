"""The timeline: what is on it, its filters and pages, who sees what, and its speed with thousands of dates."""

import time
from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.log.actions import add_note
from campaigns.log.calendar import dates, events
from campaigns.log.calendar.models import InWorldDate, PlannedEvent
from campaigns.log.models import LogEntry
from campaigns.overview.timeline import access, queries
from campaigns.sessions.models import Session
from campaigns.world import reveals
from campaigns.world.models import WorldEntry
from tests import factories
from tests.campaigns.calendar.helpers import words_of
from tests.planting import read_without_compiled_sql

SECOND = timedelta(seconds=1)


@pytest.fixture
def dated(gm_seat, ana_seat, campaign, calendar):
    """Something of every kind, seen and hidden."""
    mill = reveals.create_shown_entry(membership=gm_seat, kind="location", name="The mill", shown=True)
    cellar = reveals.create_shown_entry(membership=gm_seat, kind="location", name="The cellar", parent=mill, shown=True)
    crypt = reveals.create_shown_entry(membership=gm_seat, kind="location", name="The crypt", parent=mill)
    otto = factories.CharacterFactory(campaign=campaign, kind="npc", name="Otto")
    hidden = factories.CharacterFactory(campaign=campaign, kind="npc", name="The hand", visible=False)
    session = Session.objects.create(campaign=campaign, number=1, title="The ford")
    add_note(membership=ana_seat, text="We lay at [[The mill]].", in_world="3 Harvestmoon 312")
    add_note(membership=ana_seat, text="Otto fled.", character=otto, in_world="4 Harvestmoon 312")
    add_note(membership=gm_seat, text="The hand stirs.", audience="gm", in_world="5 Harvestmoon 312")
    for kind, thing, date, more in [
        ("session", session, "1 Harvestmoon 312", {}),
        ("page", mill, "280", {"label": "built"}),
        ("page", mill, "spring 300", {"label": "sold to the hand", "gm_only": True}),
        ("page", cellar, "281", {}),
        ("page", crypt, "100", {}),
        ("birth", otto, "spring 270", {}),
        ("death", otto, "6 Harvestmoon 312", {"gm_only": True}),
        ("birth", hidden, "250", {}),
    ]:
        dates.set_date(membership=gm_seat, kind=kind, thing=thing, date=date, **more)
    events.plan_event(membership=gm_seat, title="The fair", date="1 Leafmoon 312", audience="all")
    events.plan_event(membership=gm_seat, title="The flood", date="2 Leafmoon 312", audience="due")
    events.plan_event(membership=gm_seat, title="The murder", date="3 Leafmoon 312", audience="gm")
    return {"mill": mill.pk, "otto": otto.pk, "crypt": crypt.pk, "hidden": hidden.pk}


OPEN = ["The fair", "Otto fled.", "We lay at The mill.", "The ford", "The cellar", "The mill", "Otto"]


def titles(client, campaign, query=""):
    page = client.get(f"/campaigns/{campaign.pk}/timeline/{query}")
    return [line.title for line in page.context["timeline"].lines]


def test_everybody_sees_the_dates_of_what_they_may_see(client, gm, ana, watcher, campaign, dated):
    for reader in (ana, watcher):
        client.force_login(reader)
        assert titles(client, campaign) == OPEN
        page = words_of(client.get(f"/campaigns/{campaign.pk}/timeline/"))
        for secret in ("crypt", "hand", "flood", "murder", "GMs only", "6 Harvestmoon", "sold"):
            assert secret not in page
    client.force_login(gm)
    everything = titles(client, campaign)
    assert len(everything) == 14
    assert everything[:3] == ["The murder", "The flood", "The fair"]
    seat = campaign.members.get(user=ana).pk
    client.post(f"/members/{seat}/view/")
    assert titles(client, campaign) == OPEN


def test_an_event_that_a_player_knows_is_not_marked_as_for_gms(gm_seat, ana_seat, campaign, calendar, dated):
    known = factories.CharacterFactory(campaign=campaign, kind="npc", name="Known to Ana", visible=False)
    own = factories.CharacterFactory(campaign=campaign, owner=ana_seat.user, name="Played by Ana", visible=False)
    known.players.set([ana_seat])
    for number, person in enumerate((known, own)):
        dates.set_date(membership=gm_seat, kind="birth", thing=person, date=f"{260 + number}")
    rows = list(queries.with_things(access.listed_dates(gm_seat).filter(kind="birth")).order_by("first"))
    lines = queries.describe_dates(gm_seat, calendar, rows)
    marks = {line.title: line.is_for_gms for line in lines}
    assert marks == {"The hand": True, "Known to Ana": False, "Played by Ana": False, "Otto": False}
    campaign.members.filter(pk=ana_seat.pk).update(left=timezone.now())
    rows = list(queries.with_things(access.listed_dates(gm_seat).filter(character=known)))
    assert [line.is_for_gms for line in queries.describe_dates(gm_seat, calendar, rows)] == [True]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?since=3 Harvestmoon 312&until=4 Harvestmoon 312", ["Otto fled.", "We lay at The mill."]),
        ("?until=spring 270", ["Otto"]),
        ("?since=312&order=oldest", ["The ford", "We lay at The mill.", "Otto fled.", "The fair"]),
        ("?kind=page", ["The cellar", "The mill"]),
        ("?character={otto}", ["Otto fled.", "Otto"]),
        ("?page={mill}", ["We lay at The mill.", "The cellar", "The mill"]),
        ("?since=nonsense", OPEN),
        ("?page=x&character=999999&kind=x&order=x", OPEN),
        ("?beyond=junk", OPEN),
    ],
)
def test_filters(client, ana, campaign, dated, query, found):
    client.force_login(ana)
    assert titles(client, campaign, query.format(**dated)) == found


@pytest.mark.parametrize("query", ["?page={crypt}", "?character={hidden}"])
def test_a_hidden_page_or_person_filters_nothing_and_is_not_offered(client, ana, campaign, dated, query):
    client.force_login(ana)
    assert titles(client, campaign, query.format(**dated)) == OPEN
    page = words_of(client.get(f"/campaigns/{campaign.pk}/timeline/{query.format(**dated)}"))
    assert "crypt" not in page
    assert "The hand" not in page


def test_a_planted_leak_is_found(client, ana, campaign, dated, monkeypatch):
    read_without_compiled_sql(monkeypatch)
    true = access.own_dates
    monkeypatch.setattr(access, "own_dates", lambda membership: true(campaign.members.get(role="gm")))
    client.force_login(ana)
    assert titles(client, campaign) != OPEN


def test_events_fall_due_when_the_date_passes_them(client, gm, ana, campaign, dated):
    client.force_login(gm)
    said = words_of(client.post(f"/campaigns/{campaign.pk}/calendar/advance/", {"date": "4 Leafmoon 312"}, follow=True))
    assert "3 events fell due: The fair, The flood, The murder." in said
    lines = {(line.text, line.audience) for line in LogEntry.objects.order_by("-id")[:3]}
    assert lines == {
        ("1 Leafmoon 312: The fair", "all"),
        ("2 Leafmoon 312: The flood", "all"),
        ("3 Leafmoon 312: The murder", "gm"),
    }
    overview = f"/campaigns/{campaign.pk}/"
    assert "The murder" in words_of(client.get(overview))
    murder = campaign.planned_events.get(title="The murder")
    flood = campaign.planned_events.get(title="The flood")
    client.force_login(ana)
    page = words_of(client.get(overview))
    assert "Events that are due" in page
    assert "The flood" in page
    assert "murder" not in page
    assert titles(client, campaign)[0] == "The flood"
    assert client.post(f"/planned-events/{flood.pk}/unmark/").status_code == 403
    assert client.post(f"/planned-events/{murder.pk}/unmark/").status_code == 404
    client.force_login(gm)
    client.post(f"/campaigns/{campaign.pk}/calendar/advance/", {"step": "1"})
    assert LogEntry.objects.filter(text__contains="The flood").count() == 1, "an event falls due once"
    for event in campaign.planned_events.all():
        client.post(f"/planned-events/{event.pk}/unmark/", {"revision": event.revision})
    assert "Events that are due" not in words_of(client.get(overview))


def test_an_event_in_the_past_is_only_put_on_the_timeline(client, gm, campaign, calendar):
    client.force_login(gm)
    client.post(
        f"/campaigns/{campaign.pk}/calendar/events/new/", {"title": "The war", "date": "200 – 210", "audience": "all"}
    )
    assert titles(client, campaign) == ["The war"]
    assert not LogEntry.objects.exists()
    assert "Events that are due" not in words_of(client.get(f"/campaigns/{campaign.pk}/"))
    refused = client.post(
        f"/campaigns/{campaign.pk}/calendar/events/new/",
        {"title": "x", "date": "400", "audience": "all", "text": ":::secret\nx\n:::"},
    )
    assert "no secret blocks" in words_of(refused)


def test_a_player_dates_what_is_theirs_and_learns_of_no_secret_date(client, ana, ben, gm_seat, campaign, calendar):
    hero = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara")
    dates.set_date(membership=gm_seat, kind="birth", thing=hero, date="1", gm_only=True)
    client.force_login(ana)
    address = f"/characters/{hero.pk}/dates/"
    assert "1" not in words_of(client.get(address)).split("Dates of “Mara”")[1].split("Add a date")[0]
    assert client.post(address, {"kind": "birth", "date": "spring 290"}).status_code == 302
    assert client.post(address, {"kind": "birth", "date": "spring 291"}).status_code == 302
    assert InWorldDate.objects.filter(character=hero).count() == 2, "the GM's own date stays"
    row = InWorldDate.objects.get(character=hero, gm_only=False)
    client.force_login(ben)
    assert client.get(address).status_code in (403, 404)
    assert client.post(f"/dates/{row.pk}/remove/").status_code in (403, 404)
    secret = InWorldDate.objects.get(character=hero, gm_only=True)
    client.force_login(ana)
    assert client.post(f"/dates/{secret.pk}/remove/").status_code == 404
    assert client.post(f"/dates/{row.pk}/remove/").status_code == 302
    assert not InWorldDate.objects.filter(pk=row.pk).exists()


def long_campaign(campaign, gm, share=1.0):
    """200 sessions and 5,000 dated things in ten years, or a share of them."""
    begun = campaign.sessions.count()
    Session.objects.bulk_create(
        Session(campaign=campaign, number=n, starts=timezone.now() + n * SECOND)
        for n in range(begun + 1, begun + 1 + int(200 * share))
    )
    LogEntry.objects.bulk_create(
        LogEntry(campaign=campaign, text=f"Line {n} at [[The mill]].", by=gm, audience="gm" if n % 3 == 0 else "all")
        for n in range(int(3000 * share))
    )
    WorldEntry.objects.bulk_create(
        WorldEntry(
            campaign=campaign,
            kind="location",
            name=f"Place {begun}.{n}",
            folded=f"place {begun}.{n}",
            visibility="party" if n % 2 else "gm",
        )
        for n in range(int(1800 * share))
    )
    rows = [
        *(
            ("session", "session", session)
            for session in Session.objects.filter(campaign=campaign, in_world_dates=None)
        ),
        *(("log", "entry", entry) for entry in LogEntry.objects.filter(campaign=campaign, in_world_dates=None)),
        *(("page", "page", page) for page in WorldEntry.objects.filter(campaign=campaign, in_world_dates=None)),
    ]
    InWorldDate.objects.bulk_create(
        InWorldDate(campaign=campaign, kind=kind, first=n * 17, last=n * 17 + 23, precision="day", **{column: row})
        for n, (kind, column, row) in enumerate(rows)
    )


def test_a_long_campaign_is_fast_and_asks_a_constant_number_of_queries(
    client, ana, gm, campaign, dated, django_assert_max_num_queries
):
    client.force_login(ana)
    addresses = [
        f"/campaigns/{campaign.pk}/timeline/",
        f"/campaigns/{campaign.pk}/timeline/?since=1&until=8&order=oldest",
        f"/campaigns/{campaign.pk}/calendar/",
        f"/campaigns/{campaign.pk}/",
    ]
    long_campaign(campaign, gm, 0.04)
    with django_assert_max_num_queries(99) as few:
        for address in addresses:
            client.get(address)
    long_campaign(campaign, gm)
    with django_assert_max_num_queries(len(few)):
        for address in addresses:
            client.get(address)
    for address in addresses:
        times = []
        for _try in range(3):
            start = time.perf_counter()
            assert client.get(address).status_code == 200
            times.append(time.perf_counter() - start)
        assert min(times) < 0.5, f"{address}: {min(times):.3f} s"


def test_all_pages_together_hold_every_visible_date_once(campaign, ana_seat, gm, dated, calendar):
    long_campaign(campaign, gm)
    wanted = set(access.visible_dates(ana_seat).values_list("pk", flat=True))
    for oldest_first in (True, False):
        found: list[int] = []
        edge = None
        while True:
            page = queries.get_timeline(
                ana_seat, calendar, queries.TimelineFilter(), oldest_first=oldest_first, edge=edge
            )
            found += [line.pk for line in page.lines]
            edge = page.further
            if edge is None:
                break
        assert len(found) == len(set(found))
        assert set(found) == wanted


def test_gms_open_a_planned_event_from_the_timeline(client, gm, ana, campaign, dated):
    event = PlannedEvent.objects.get(title="The fair")
    for reader, address in [(gm, f"/planned-events/{event.pk}/"), (ana, f"/campaigns/{campaign.pk}/calendar/")]:
        client.force_login(reader)
        lines = client.get(f"/campaigns/{campaign.pk}/timeline/").context["timeline"].lines
        assert [line.address for line in lines if line.title == "The fair"] == [address]
        assert client.get(address).status_code == 200


def test_planned_events_that_name_a_place_are_on_its_timeline(client, gm, ana, gm_seat, campaign, dated):
    events.plan_event(
        membership=gm_seat, title="The wedding", date="9 Leafmoon 312", audience="all", text="At [[The mill]]."
    )
    events.plan_event(
        membership=gm_seat, title="The raid", date="9 Leafmoon 312", audience="gm", text="On [[The mill]]."
    )
    client.force_login(gm)
    assert {"The wedding", "The raid"} <= set(titles(client, campaign, f"?page={dated['mill']}"))
    assert "The wedding" not in titles(client, campaign, f"?page={dated['crypt']}")
    client.force_login(ana)
    seen = titles(client, campaign, f"?page={dated['mill']}")
    assert "The wedding" in seen
    assert "The raid" not in seen


def test_with_too_many_pages_the_filter_offers_the_first_of_every_kind(gm_seat, ana_seat, campaign, monkeypatch):
    monkeypatch.setattr(queries, "MOST_CHOICES", 5)
    shown = {"membership": gm_seat, "shown": True}
    for name in ("Arch", "Bay", "Cave", "Dam", "Eyrie", "Ford"):
        reveals.create_shown_entry(kind="location", name=name, **shown)
    reveals.create_shown_entry(kind="thread", name="Who did it?", **shown)
    reveals.create_shown_entry(kind="thread", name="Secret", membership=gm_seat)
    assert [name for _pk, name in queries.page_choices(ana_seat)[1:]] == ["Arch", "Bay", "Cave", "Dam", "Who did it?"]
    monkeypatch.setattr(queries, "MOST_CHOICES", 500)
    names = [name for _pk, name in queries.page_choices(gm_seat)]
    assert names == ["everything", "Arch", "Bay", "Cave", "Dam", "Eyrie", "Ford", "Secret", "Who did it?"]
