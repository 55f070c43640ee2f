"""The world, recaps, plots and the log in bulk over the API: read, written, shown; no secret gets out."""

import pytest

from campaigns.log.models import LogEntry
from campaigns.sessions.models import Session
from campaigns.world import actions, reveals
from campaigns.world.models import Reveal, WorldEntry
from tests import factories
from tests.people.helpers import place
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def at(campaign):
    return f"campaigns/{campaign.pk}"


@pytest.fixture
def make(gm_api, at):
    def made(name, **fields):
        return ok(gm_api.post(f"{at}/world/", {"kind": "note", "name": name} | fields), 201)

    return made


def test_a_page_is_written_read_changed_shown_and_hidden(gm_api, ana_api, at, campaign, ana, make):
    town = make("Town", kind="location", shown=True)
    page = make("Mill", kind="location", text="Flour.\n:::secret\nCANARY\n:::", parent=town["id"])
    assert (page["visibility"], page["revision"], page["parent"]) == ("gm", 1, town["id"])
    refused(ana_api.get(f"world/{page['id']}/"), 404)
    me = place(campaign, ana).pk
    shown = ok(gm_api.post(f"world/{page['id']}/show/", {"members": [me], "how": "saw it"}))
    assert (shown["visibility"], shown["players"]) == ("chosen", [me])
    theirs = ok(ana_api.get(f"world/{page['id']}/"))
    assert (theirs["text"], theirs["players"]) == ("Flour.", None)
    (line,) = ok(ana_api.get(f"{at}/reveals/"))["results"][:1]
    assert (line["entry"], line["member"], line["how"]) == (page["id"], me, "saw it")
    changed = ok(gm_api.patch(f"world/{page['id']}/", {"revision": shown["revision"], "text": "Rye."}))
    refused(gm_api.patch(f"world/{page['id']}/", {"revision": shown["revision"], "text": "Mine."}), 409, "stale")
    assert ok(gm_api.get(f"world/{page['id']}/"))["text"] == "Rye."
    assert changed["revision"] == shown["revision"] + 1
    ok(gm_api.post(f"world/{page['id']}/hide/"))
    refused(ana_api.get(f"world/{page['id']}/"), 404)
    assert [entry["name"] for entry in ok(ana_api.get(f"{at}/world/"))["results"]] == ["Town"]


def test_pages_are_put_aside_and_taken_up_and_threads_closed(gm_api, ana_api, at, make):
    thread = make("Who rang?", kind="thread", shown=True)
    assert ok(gm_api.patch(f"world/{thread['id']}/", {"closed": True}))["closed"]
    assert ok(ana_api.get(f"{at}/world/?kind=thread&open=true"))["results"] == []
    assert len(ok(ana_api.get(f"{at}/world/?open=false"))["results"]) == 1
    assert ok(gm_api.patch(f"world/{thread['id']}/", {"archived": True}))["archived"]
    assert ok(ana_api.get(f"{at}/world/"))["results"] == ok(ana_api.get(f"{at}/world/?archived=true"))["results"] == []
    assert len(ok(gm_api.get(f"{at}/world/?archived=true"))["results"]) == 1
    assert ok(gm_api.patch(f"world/{thread['id']}/", {"archived": False}))["archived"] is None


def test_bad_bodies_are_refused_with_the_place_of_the_fault(gm_api, ana_api, at, make):
    page = make("Mill")
    other = WorldEntry.objects.create(campaign=factories.CampaignFactory(), kind="location", name="x", folded="x")
    foreign = factories.MemberFactory().pk
    for path, body in (
        (f"{at}/world/", {}),
        (f"{at}/world/", {"kind": "monster", "name": "x"}),
        (f"{at}/world/", {"kind": "note", "name": "mill"}),
        (f"{at}/world/", {"kind": "note", "name": "x", "parent": other.pk}),
        (f"{at}/world/", {"kind": "note", "name": "x", "visibility": "party"}),
        (f"{at}/world/", {"kind": "note", "name": "a]]b"}),
        (f"world/{page['id']}/show/", {"members": [foreign]}),
        (f"world/{page['id']}/show/", {"members": []}),
        (f"world/{page['id']}/show/", {"how": "x" * 201}),
    ):
        refused(gm_api.post(path, body), 422)
    refused(gm_api.patch(f"world/{page['id']}/", {"parent": page["id"]}), 422)
    refused(ana_api.post(f"{at}/world/", {"kind": "handout", "name": "x"}), 403)
    assert not Reveal.objects.exists()


def test_a_place_that_is_not_known_is_not_named(gm_api, ana_api, make):
    lair = make("Lair", kind="location")
    page = make("Cellar", kind="location", parent=lair["id"], shown=True)
    assert ok(ana_api.get(f"world/{page['id']}/"))["parent"] is None
    assert ok(gm_api.get(f"world/{page['id']}/"))["parent"] == lair["id"]


def test_a_picture_goes_in_and_out(gm_api, ana_api, make):
    page = make("Letter", kind="handout", shown=True)
    path = f"world/{page['id']}/picture/"
    refused(ana_api.get(path), 404)
    sent = {"raw": factories.picture(), "Content_Type": "image/png"}
    refused(gm_api.send("PUT", path, **sent), 428)
    told = ok(gm_api.send("PUT", f"{path}?described=a+seal", **sent, If_Match=f'"{page["revision"]}"'))
    refused(gm_api.send("PUT", path, **sent, If_Match=f'"{page["revision"]}"'), 412)
    assert told["picture"] is True
    answer = ana_api.get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/webp")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Disposition"].startswith("attachment")
    refused(gm_api.send("PUT", path, raw=b"<svg/>", Content_Type="image/png", If_Match="*"), 422)
    refused(gm_api.send("PUT", path, raw=b"{}"), 415)
    refused(ana_api.send("PUT", path, raw=factories.picture(), Content_Type="image/png"), 403)
    refused(gm_api.delete(path), 428)
    ok(gm_api.delete(path, If_Match=f'"{told["revision"]}"'), 204)
    refused(ana_api.get(path), 404)


def test_an_npc_becomes_known(gm_api, ana_api, at, campaign):
    otto = factories.CharacterFactory(campaign=campaign, kind="npc", visible=False)
    path = f"{at}/npcs/{otto.pk}/know/"
    refused(ana_api.post(path, {"known": True}), 404)
    assert ok(gm_api.post(path, {"known": True, "how": "told us"}))["known"] is True
    assert ok(ana_api.get(f"{at}/reveals/"))["results"][0]["character"] == otto.pk


@pytest.fixture
def session(gm, campaign):
    membership = place(campaign, gm)
    row = Session.objects.create(
        campaign=campaign,
        number=1,
        title="The ford",
        notes="We met.\n:::secret\nCANARY\n:::",
        gm_notes="CANARY",
        agenda="CANARY",
    )
    LogEntry.objects.create(campaign=campaign, session=row, kind="check", text="Swims.")
    LogEntry.objects.create(campaign=campaign, session=row, kind="check", text="CANARY", audience="gm")
    page = actions.create_entry(membership=membership, kind="note", name="The letter")
    reveals.show_entry(membership=membership, entry=page, session=row)
    return row


def test_everyone_is_told_of_a_session_what_they_may_know(gm_api, ana_api, session, at):
    paths = (
        f"sessions/{session.pk}/",
        f"sessions/{session.pk}/happened/",
        f"sessions/{session.pk}/recaps/",
        f"{at}/sessions/",
        f"{at}/plots/",
        f"{at}/log/",
    )
    for path in paths:
        assert "CANARY" not in str(ok(ana_api.get(path))), path
    assert "CANARY" in str(ok(gm_api.get(f"sessions/{session.pk}/happened/")))
    told = ok(ana_api.get(f"sessions/{session.pk}/happened/"))
    assert [line["text"] for line in told["checks"]] == ["Swims."]
    assert len(told["learned"]) == 1
    assert ok(gm_api.get(f"sessions/{session.pk}/"))["agenda"] == "CANARY"
    assert ok(ana_api.get(f"sessions/{session.pk}/"))["notes"] == "We met."


def test_a_session_is_not_overwritten_silently(gm_api, session):
    path = f"sessions/{session.pk}/"
    assert ok(gm_api.patch(path, {"revision": 1, "agenda": "New."}))["revision"] == 2
    refused(gm_api.patch(path, {"revision": 1, "agenda": "Mine."}), 409, "stale")
    assert ok(gm_api.patch(path, {"agenda": "Whatever stands."}))["revision"] == 3


def test_recaps_are_read_kept_and_guarded(gm_api, ana_api, session, campaign, ana, ben):
    path = f"sessions/{session.pk}/recaps/"
    draft = ok(ana_api.get(path))
    assert (draft["revision"], "[[The letter]]" in draft["text"]) == (0, True)
    body = {"audience": "party", "text": "We won.\n:::secret\nCANARY\n:::", "revision": 0}
    assert ok(gm_api.post(path, body))["revision"] == 1
    assert ok(ana_api.get(path))["text"] == "We won."
    refused(gm_api.post(path, body), 409, "stale")
    refused(ana_api.post(path, body), 403)
    refused(ana_api.get(f"{path}?audience=gm"), 403)
    hero = factories.CharacterFactory(campaign=campaign, owner=ana)
    ok(ana_api.get(f"{path}?audience=character&character={hero.pk}"))
    refused(Caller(ben).get(f"{path}?audience=character&character={hero.pk}"), 404)
    assert refused(ana_api.get(f"{path}?audience=character"), 400, "parameter.invalid")["parameter"] == "character"
    told = refused(ana_api.get(f"{path}?audience=party&character={hero.pk}"), 400, "parameter.invalid")
    assert "only in a recap for one character" in told["detail"]
    own = {"audience": "character", "character": hero.pk, "text": "You fell.", "revision": 0}
    assert ok(gm_api.post(path, own))["character"] == hero.pk
    for wrong in ({**own, "character": None}, {**own, "audience": "party", "revision": 1}):
        assert refused(gm_api.post(path, wrong), 422, "invalid")["errors"][0]["pointer"] == "/character"
    assert ok(ana_api.get(path))["text"] == "We won."
    refused(ana_api.get(f"{path}?audience=nobody"), 400)


def test_plots_tell_figures(gm_api, at, session):
    told = ok(gm_api.get(f"{at}/plots/"))
    assert set(told) == {"progress", "checks_by_person", "checks_by_session", "encounters", "attendance", "sessions"}


def bulk(count, **more):
    return {"entries": [{"text": f"line {n}"} | more for n in range(count)]}


def test_many_notes_are_written_at_once_in_their_order(ana_api, at, session, django_assert_max_num_queries):
    with django_assert_max_num_queries(20):
        told = ok(ana_api.post(f"{at}/log/bulk/", bulk(500, session=session.pk)), 201)
    assert [line["text"] for line in told["results"]] == [f"line {n}" for n in range(500)]
    ids = [line["id"] for line in told["results"]]
    assert ids == sorted(ids)
    assert len(ok(ana_api.get(f"{at}/log/?text=line+499"))["results"]) == 1


@pytest.mark.parametrize(
    "bad",
    [
        {"text": ""},
        {"text": "x" * 8001},
        {"text": "x", "kind": "award"},
        {"text": "x", "session": 999999},
        {"text": "x", "audience": "gm"},
        {"text": "x\n:::secret\ny"},
        "x",
    ],
)
def test_one_bad_note_and_none_is_written(ana_api, at, bad):
    before = LogEntry.objects.count()
    body = bulk(3)
    body["entries"].append(bad)
    refused(ana_api.post(f"{at}/log/bulk/", body), 422)
    assert LogEntry.objects.count() == before


def test_the_number_of_notes_is_limited(ana_api, at):
    refused(ana_api.post(f"{at}/log/bulk/", bulk(501)), 422)
    refused(ana_api.post(f"{at}/log/bulk/", bulk(0)), 422)
    refused(ana_api.post(f"{at}/log/bulk/", {}), 422)
    assert not LogEntry.objects.exists()


def test_a_repeated_bulk_is_written_once(ana_api, at):
    first = ok(ana_api.post(f"{at}/log/bulk/", bulk(3), Idempotency_Key="k1"), 201)
    again = ana_api.post(f"{at}/log/bulk/", bulk(3), Idempotency_Key="k1")
    assert again["Idempotent-Replayed"] == "true"
    assert ok(again, 201) == first
    refused(ana_api.post(f"{at}/log/bulk/", bulk(4), Idempotency_Key="k1"), 422, "idempotency.reused")
    assert LogEntry.objects.count() == 3


def test_observers_write_no_notes(watcher, at):
    refused(Caller(watcher).post(f"{at}/log/bulk/", bulk(1)), 403)


@pytest.mark.parametrize("who", ["gm", "ana"])
def test_more_pages_ask_no_more(request, django_assert_max_num_queries, gm, campaign, at, who):
    api, membership = Caller(request.getfixturevalue(who)), place(campaign, gm)

    def grow(first, last):
        top = reveals.create_shown_entry(membership=membership, kind="location", name=f"top {first}", shown=True)
        for n in range(first, last):
            reveals.create_shown_entry(membership=membership, kind="location", name=f"p{n}", parent=top, shown=True)

    grow(0, 2)
    for path in (f"{at}/world/", f"{at}/reveals/"):
        ok(api.get(path))
        with django_assert_max_num_queries(12) as few:
            ok(api.get(path))
        grow(len(path) * 10, len(path) * 10 + 4)
        with django_assert_max_num_queries(len(few)):
            ok(api.get(path))
