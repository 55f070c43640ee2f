"""A member plays an absent player's hero at the tables of one session, and not after it."""

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from campaigns.encounters import actions as encounter_actions
from campaigns.encounters import play
from campaigns.encounters.models import Encounter
from campaigns.log.models import LogEntry
from campaigns.sessions import actions as session_actions
from campaigns.sessions.stand_ins import actions
from campaigns.sessions.stand_ins.models import StandIn
from people.access import get_membership
from people.models import Member
from tests.campaigns.encounters.play.conftest import fight, mara, membership, oskar, prepared
from tests.helpers import assert_all_replay
from tests.site.api.conftest import Caller

__all__ = ["fight", "mara", "membership", "oskar", "prepared"]
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _every_encounter_replays(db):
    yield
    assert_all_replay()


def place(encounter, user):
    return get_membership(user, encounter.campaign_id)


def seats(encounter, user):
    """Whom the person plays at the table."""
    row = Encounter.objects.select_related("campaign").get(pk=encounter.pk)
    return play.read_encounter(row, place(encounter, user)).seats


def choose(session, by, character, member):
    """Chooses a stand-in for someone."""
    mine, theirs = get_membership(by, session.campaign_id), get_membership(member, session.campaign_id)
    return actions.choose_stand_in(membership=mine, session=session, character=character, member=theirs)


def file_under(encounter, session):
    Encounter.objects.filter(pk=encounter.pk).update(session=session)
    encounter.refresh_from_db()


@pytest.mark.parametrize("chooser", ["gm", "ana"])
def test_the_stand_in_gets_the_seat_of_a_running_table_and_the_player_gets_it_back(
    fight, session, gm, ana, ben, mara, chooser
):
    file_under(fight, session)
    row = choose(session, {"gm": gm, "ana": ana}[chooser], mara, ben)
    assert (seats(fight, ana), seats(fight, ben)) == (["observer"], ["mara", "oskar"])
    assert play.submit(encounter=fight, by=ben, command={"type": "pass", "actor": "mara"}).number > 0
    with pytest.raises(Exception, match="do not play this participant"):
        play.submit(encounter=fight, by=ana, command={"type": "pass", "actor": "mara"})
    actions.end_stand_in(membership=place(fight, gm), stand_in=row)
    assert (seats(fight, ana), seats(fight, ben)) == (["mara"], ["oskar"])


def test_the_stand_in_is_seated_when_a_table_of_the_session_begins(prepared, session, gm, ana, ben, mara):
    file_under(prepared, session)
    choose(session, gm, mara, gm)
    choose(session, gm, mara, ben)
    encounter_actions.start(membership=get_membership(gm, prepared.campaign_id), encounter=prepared, seed="x")
    assert (seats(prepared, ana), seats(prepared, ben)) == (["observer"], ["mara", "oskar"])


def test_a_table_without_a_session_belongs_to_the_one_that_is_on_with_its_stand_ins(
    prepared, session, running, gm, ben, mara
):
    session_actions.change_session(membership=running, session=session, starts=timezone.now())
    choose(session, gm, mara, ben)
    encounter_actions.start(membership=running, encounter=prepared, seed="x")
    assert seats(prepared, ben) == ["mara", "oskar"]


def test_tables_of_other_sessions_are_not_concerned(fight, session, gm, ana, ben, mara):
    choose(session, gm, mara, ben)
    assert (seats(fight, ana), seats(fight, ben)) == (["mara"], ["oskar"])


def test_the_player_gets_the_seat_back_of_a_table_that_was_filed_elsewhere(fight, session, running, gm, ana, ben, mara):
    other = session_actions.plan_session(membership=running, title="Another evening")
    file_under(fight, session)
    first = choose(session, gm, mara, ben)
    file_under(fight, other)
    actions.end_stand_in(membership=place(fight, gm), stand_in=first)
    assert (seats(fight, ana), seats(fight, ben)) == (["mara"], ["oskar"])
    choose(session, gm, mara, ben)
    second = choose(other, gm, mara, ben)
    actions.end_stand_ins(session, gm)
    assert seats(fight, ben) == ["mara", "oskar"], "the same person stands in at the other session"
    actions.end_stand_in(membership=place(fight, gm), stand_in=second)
    assert seats(fight, ben) == ["oskar"]


def test_the_page_of_the_session_marks_a_stand_in_that_has_ended(session, gm, ben, mara, client):
    row = choose(session, gm, mara, ben)
    client.force_login(gm)
    address = f"/sessions/{session.pk}/"
    assert "ben plays Mara" in client.get(address).content.decode()
    assert '<span class="chip">ended</span>' not in client.get(address).content.decode()
    actions.end_stand_in(membership=get_membership(gm, session.campaign_id), stand_in=row)
    assert '<span class="chip">ended</span>' in client.get(address).content.decode()


def test_it_ends_when_the_session_was_played(fight, session, running, gm, ana, ben, mara):
    file_under(fight, session)
    choose(session, gm, mara, ben)
    session_actions.record_attendance(membership=running, session=session, attendance=[])
    assert StandIn.objects.get().ended is not None
    assert seats(fight, ana) == ["mara"]
    with pytest.raises(ValidationError):
        choose(session, gm, mara, ben)


def test_the_log_says_who_played(fight, session, gm, ben, mara):
    row = choose(session, gm, mara, ben)
    actions.end_stand_in(membership=place(fight, gm), stand_in=row)
    texts = LogEntry.objects.filter(session=session, character=mara).order_by("pk").values_list("text", flat=True)
    assert list(texts) == ["ben plays Mara in this session.", "Mara no longer has a stand-in."]


def test_of_a_hidden_hero_only_gms_read_it(session, gm, ana, ben, mara, client):
    mara.visible = False
    mara.save()
    choose(session, gm, mara, ben)
    assert LogEntry.objects.get(character=mara).audience == "gm"
    watcher = Member.objects.get(campaign=session.campaign_id, role="observer").user
    client.force_login(watcher)
    assert "Mara" not in client.get(f"/sessions/{session.pk}/stand-ins/").content.decode()
    assert Caller(watcher).get(f"sessions/{session.pk}/stand-ins/").json()["results"] == []


def test_a_new_choice_replaces_the_earlier_one(fight, session, gm, ana, ben, mara):
    file_under(fight, session)
    choose(session, ana, mara, ben)
    choose(session, gm, mara, gm)
    assert StandIn.objects.filter(ended__isnull=True).count() == 1
    assert seats(fight, ben) == ["oskar"]
    assert "mara" in seats(fight, gm)


def test_nobody_chooses_for_the_hero_of_another(session, gm, ana, ben, watcher, mara):
    for by in (ben, watcher):
        with pytest.raises(PermissionDenied):
            choose(session, by, mara, ben)
    for member in (watcher, ana):
        with pytest.raises(ValidationError):
            choose(session, gm, mara, member)
    assert not StandIn.objects.exists()


def test_a_stand_in_who_left_is_not_seated(prepared, session, gm, ana, ben, mara):
    file_under(prepared, session)
    choose(session, gm, mara, ben)
    Member.objects.filter(user=ben).update(left=timezone.now())
    encounter_actions.start(membership=get_membership(gm, prepared.campaign_id), encounter=prepared, seed="x")
    assert seats(prepared, ana) == ["mara"]


def test_the_page_chooses_and_ends_one(session, ana, ben, watcher, mara, client):
    client.force_login(ana)
    path, bens = f"/sessions/{session.pk}/stand-ins/", get_membership(ben, session.campaign_id)
    assert "Choose a stand-in" in client.get(path).content.decode()
    client.post(path, {"character": mara.pk, "member": bens.pk})
    assert "played by ben" in client.get(path).content.decode()
    assert "ben plays Mara" in client.get(f"/sessions/{session.pk}/").content.decode()
    row = StandIn.objects.get()
    client.force_login(watcher)
    assert "Choose a stand-in" not in client.get(path).content.decode()
    assert client.post(f"/stand-ins/{row.pk}/end/").status_code == 403
    client.force_login(ben)
    client.post(f"/stand-ins/{row.pk}/end/")
    row.refresh_from_db()
    assert row.ended is not None


def test_a_player_who_only_watches_now_ends_no_stand_in(fight, session, gm, ana, ben, mara, client):
    """Observers change nothing: the stand-in keeps the seat until a GM, or the stand-in, ends it."""
    file_under(fight, session)
    row = choose(session, ana, mara, ben)
    Member.objects.filter(user=ana).update(role="observer")
    client.force_login(ana)
    assert f"/stand-ins/{row.pk}/end/" not in client.get(f"/sessions/{session.pk}/stand-ins/").content.decode()
    assert client.post(f"/stand-ins/{row.pk}/end/").status_code == 403
    assert Caller(ana).delete(f"stand-ins/{row.pk}/").status_code == 403
    assert seats(fight, ben) == ["mara", "oskar"]
    assert Caller(ben).delete(f"stand-ins/{row.pk}/").status_code == 204
    assert seats(fight, ben) == ["oskar"]


def test_a_choice_for_a_session_that_was_cancelled_meanwhile_is_refused_with_a_reason(
    session, running, ana, ben, mara, client
):
    session_actions.cancel_session(membership=running, session=session)
    client.force_login(ana)
    path, member = f"/sessions/{session.pk}/stand-ins/", get_membership(ben, session.campaign_id)
    page = client.post(path, {"character": mara.pk, "member": member.pk}).content.decode()
    assert '<p class="refusal" role="alert">' in page
    assert "Choose a stand-in" not in page
    assert not StandIn.objects.exists()


def test_scripts_do_the_same(session, gm, ana, ben, mara):
    path, bens = f"sessions/{session.pk}/stand-ins/", get_membership(ben, session.campaign_id)
    body = {"character": mara.pk, "member": bens.pk}
    assert Caller(ben).post(path, body).status_code == 422
    made = Caller(ana).post(path, body)
    assert made.status_code == 201
    assert [result["id"] for result in Caller(ben).get(path).json()["results"]] == [made.json()["id"]]
    assert Caller(gm).delete(f"stand-ins/{made.json()['id']}/").status_code == 204


@pytest.mark.parametrize(
    ("change", "words"),
    [({"left": timezone.now()}, "has left"), ({"role": "observer"}, "is an observer now"), ({"role": "player"}, "")],
)
def test_the_pages_say_of_a_stand_in_why_the_table_does_not_seat_them(
    client, fight, session, gm, ben, mara, change, words
):
    file_under(fight, session)
    choose(session, gm, mara, ben)
    Member.objects.filter(user=ben, campaign=session.campaign_id).update(**change)
    client.force_login(gm)
    for path in ("", "stand-ins/"):
        page = client.get(f"/sessions/{session.pk}/{path}").content.decode()
        assert [text for text in ("has left", "is an observer now") if f">{text}<" in page] == [words] * bool(words)
