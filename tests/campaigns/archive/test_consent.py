"""An archive makes nobody a member: places are offered, what others wrote is marked, and no answer tells of names."""

import io
import json
import re
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.utils import timezone

from campaigns.archive import actions, restored_people, restoring
from campaigns.archive.models import Transfer
from campaigns.archive.place_offers import actions as place_offer_actions
from campaigns.archive.place_taking import take_place
from campaigns.log.models import LogEntry
from campaigns.overview.members import actions as member_actions
from people.credentials import invitation_links
from people.models import Campaign, Member, PlaceOffer, User
from tests.campaigns.archive.seeded import exported, wiped
from tests.campaigns.archive.test_faults import repacked
from tests.site.api.conftest import Caller, ok

pytestmark = pytest.mark.django_db


@pytest.fixture
def archive(campaign, gm, ana, ben):
    """A small campaign's archive, the campaign gone."""
    for person in (gm, ana, ben):
        LogEntry.objects.create(campaign=campaign, text=f"{person.username} was here.", by=person)
    data = exported(campaign).getvalue()
    wiped(campaign)
    return data


def renamed(data, **names):
    """The archive with other names for its people, and every place a GM's."""

    def change(name, body):
        lines = [json.loads(line) for line in body.splitlines()] if name.endswith(".jsonl") else []
        if name == "data/people.jsonl":
            lines = [line | {"name": names.get(line["name"], line["name"])} for line in lines]
        elif name == "data/members.jsonl":
            lines = [line | {"role": "gm"} for line in lines]
        else:
            return body
        return b"".join(json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in lines)

    return repacked(data, change)


def test_renaming_people_in_an_archive_makes_nobody_a_member(archive, ben, outsider):
    data = renamed(archive, ana="outsider")
    copy = restoring.restore_campaign(io.BytesIO(data), by=ben, confirmed={"ben", "outsider", "gm"})
    client = Client()
    client.force_login(outsider)
    assert client.get(f"/campaigns/{copy.pk}/").status_code == 404
    assert not Member.objects.filter(campaign=copy, user=outsider).exists()
    assert not LogEntry.objects.filter(campaign=copy, by=outsider).exists()
    assert set(Member.objects.filter(campaign=copy, user__is_active=True).values_list("user__username", flat=True)) == {
        "ben"
    }
    home = client.get("/").content.decode()
    assert "ben has restored this campaign from an archive." in home
    assert "“outsider”" in home
    assert "with the role GM" in home


def test_an_offer_is_declined_without_a_word_to_anybody(archive, gm, ana):
    copy = restoring.restore_campaign(io.BytesIO(archive), by=gm, confirmed={"gm", "ana"})
    before = list(LogEntry.objects.filter(campaign=copy).values_list("pk", flat=True))
    client = Client()
    client.force_login(ana)
    offer = PlaceOffer.objects.get()
    assert client.get(f"/places/{offer.pk}/decline/").status_code == 405
    client.post(f"/places/{offer.pk}/decline/")
    assert b"Accept the place" not in client.get("/").content
    assert list(LogEntry.objects.filter(campaign=copy).values_list("pk", flat=True)) == before
    assert copy.members.get(user__first_name="ana").user.absent, "the place waits on"


def test_only_the_person_accepts_and_only_once(archive, gm, ana, ben):
    copy = restoring.restore_campaign(io.BytesIO(archive), by=gm, confirmed={"gm", "ana"})
    offer = PlaceOffer.objects.select_related("place").get()
    client = Client()
    client.force_login(ben)
    assert client.post(f"/places/{offer.pk}/accept/").status_code == 404
    assert client.post(f"/places/{offer.pk}/decline/").status_code == 404
    client.force_login(ana)
    assert b"Welcome to The Salt Road" in client.post(f"/places/{offer.pk}/accept/", follow=True).content
    assert client.post(f"/places/{offer.pk}/accept/").status_code == 404
    assert copy.members.get(user=ana).role == "player"
    assert client.get(f"/campaigns/{copy.pk}/").status_code == 200
    assert LogEntry.objects.filter(campaign=copy, text__startswith="ana takes the place of ana", by=ana).count() == 1


def test_a_place_that_a_link_gave_away_is_offered_no_more(archive, gm, ana, outsider):
    copy = restoring.restore_campaign(io.BytesIO(archive), by=gm, confirmed={"gm", "ana"})
    membership = Member.objects.select_related("campaign", "user").get(campaign=copy, user=gm)
    offer = PlaceOffer.objects.select_related("place").get()
    link = invitation_links.link_token(
        member_actions.create_place_invitation(membership=membership, member=offer.place)
    )
    member_actions.join_by_link(user=outsider, token=link)
    client = Client()
    client.force_login(ana)
    assert b"Accept the place" not in client.get("/").content
    assert client.post(f"/places/{offer.pk}/accept/").status_code == 404
    with pytest.raises(ValidationError, match="taken this place"):
        place_offer_actions.accept(user=ana, offer=offer)
    assert copy.members.get(pk=offer.place_id).user == outsider


@pytest.mark.parametrize("how", ["left", "guest_until"])
def test_a_place_that_has_ended_is_offered_to_nobody_and_cannot_be_taken(archive, gm, ana, how):
    copy = restoring.restore_campaign(io.BytesIO(archive), by=gm, confirmed={"gm", "ana"})
    membership = Member.objects.select_related("campaign", "user").get(campaign=copy, user=gm)
    offer = PlaceOffer.objects.select_related("place").get()
    link = invitation_links.link_token(
        member_actions.create_place_invitation(membership=membership, member=offer.place)
    )
    client = Client()
    client.force_login(ana)
    assert b"Accept the place" in client.get("/").content
    Member.objects.filter(pk=offer.place_id).update(**{how: timezone.now()})
    assert b"Accept the place" not in client.get("/").content
    assert client.post(f"/places/{offer.pk}/accept/").status_code == 404
    for take in (
        lambda: place_offer_actions.accept(user=ana, offer=offer),
        lambda: member_actions.join_by_link(user=ana, token=link),
    ):
        with pytest.raises(ValidationError, match=r"no longer free. Ask your GM."):
            take()
    assert copy.members.get(pk=offer.place_id).user.absent


def test_an_archive_offers_no_place_of_a_guest_whose_visit_is_over(campaign, gm, ana, ben):
    now = timezone.now()
    Member.objects.filter(user=ana).update(guest_until=now - timedelta(hours=1))
    Member.objects.filter(user=ben).update(guest_until=now + timedelta(hours=1))
    row = actions.receive_archive(by=gm, file=exported(campaign))
    assert [person["name"] for person in row.about["people"] if person["left"]] == ["ana"]
    with pytest.raises(ValidationError, match="no place for that name"):
        actions.confirm_restore(by=gm, transfer=row, names=["ana"])
    client = Client()
    client.force_login(gm)
    assert 'value="ana"' not in client.get(f"/transfers/{row.key}/").content.decode()
    done = client.post(f"/transfers/{row.key}/", {"people": ["ben"]}, follow=True).content.decode()
    assert "The places of ben were offered" in done
    assert "Waiting under “Members”: ben, watcher." in done


def told(name, data, by):
    """Everything that a restoring person reads about a name: pages and API, without ids and times."""
    client = Client()
    client.force_login(by)
    client.post("/restore/", {"file": SimpleUploadedFile("a.zip", data)})
    row = Transfer.objects.filter(kind="restore").order_by("-id").first()
    asked = client.get(f"/transfers/{row.key}/").content.decode()
    done = client.post(f"/transfers/{row.key}/", {"people": [name]}, follow=True).content.decode()
    about = ok(Caller(by).get(f"transfers/{row.key}/"))["about"]
    made = Campaign.objects.get(pk=about["campaign"])
    list_of_members = client.get(f"/campaigns/{made.pk}/members/").content.decode()
    log = client.get(f"/campaigns/{made.pk}/log/").content.decode()
    made.delete()
    return [plain(text, name) for text in (asked, done, json.dumps(about), list_of_members, log)]


def plain(text, name):
    """Without the name itself, and without numbers and keys."""
    keys = r"[0-9a-f]{32}|[A-Za-z0-9]{64}|absent [0-9a-f]{6}"
    return re.sub(r"\d+", "0", re.sub(keys, "", text.replace(name, "NAME")))


def test_no_answer_tells_whether_a_user_name_exists(archive, gm, outsider):
    known = told("outsider", renamed(archive, ana="outsider"), gm)
    assert PlaceOffer.objects.count() == 0, "gone with the campaign"
    unknown = told("strangerX", renamed(archive, ana="strangerX"), gm)
    assert known == unknown


def test_a_restore_that_tells_is_noticed(archive, gm, outsider, monkeypatch):
    true = restored_people.create_absent_user

    def telling(name, using="default"):
        return outsider if name == "outsider" else true(name, using)

    monkeypatch.setattr(restored_people, "create_absent_user", telling)
    with pytest.raises(AssertionError):
        test_no_answer_tells_whether_a_user_name_exists(archive, gm, outsider)


def test_lines_of_others_are_marked_as_restored_and_ones_own_are_not(archive, gm, ana):
    copy = restoring.restore_campaign(io.BytesIO(archive), by=gm, confirmed={"gm", "ana"})
    place_offer_actions.accept(user=ana, offer=PlaceOffer.objects.select_related("place").get())
    marks = dict(LogEntry.objects.filter(campaign=copy).values_list("text", "restored"))
    assert [marks[f"{name} was here."] for name in ("gm", "ana", "ben")] == [False, True, True]
    assert not marks["gm restored the campaign from an archive."]
    lines = ok(Caller(gm).get(f"campaigns/{copy.pk}/log/"))["results"]
    assert {line["text"]: line["restored"] for line in lines} == marks
    client = Client()
    client.force_login(gm)
    assert client.get(f"/campaigns/{copy.pk}/log/").content.decode().count('<span class="chip">restored</span>') == 2
    copy.log.filter(by=gm).delete()
    again = restoring.restore_campaign(exported(copy), by=ana, confirmed={"ana"}, leave_shut=True)
    assert not LogEntry.objects.get(campaign=again, text="ana was here.").restored


@pytest.mark.parametrize("absent", [True, False])
@pytest.mark.parametrize("ticked", [True, False])
def test_somebody_who_restores_gets_the_place_of_their_name_absent_or_not_and_ticked_or_not(
    archive, ana, absent, ticked
):
    def change(name, body):
        lines = [json.loads(line) for line in body.splitlines()] if name == "data/people.jsonl" else []
        lines = [line | {"absent": absent} for line in lines]
        return b"".join(json.dumps(line).encode() + b"\n" for line in lines) or body

    row = actions.receive_archive(by=ana, file=io.BytesIO(repacked(archive, change)))
    client = Client()
    client.force_login(ana)
    assert 'value="ana"' not in client.get(f"/transfers/{row.key}/").content.decode(), "nobody is asked for it"
    done = actions.confirm_restore(by=ana, transfer=row, names=["ana", "ben"] if ticked else ["ben"])
    campaign = Campaign.objects.get(pk=done.about["campaign"])
    assert (done.about["given"], done.about["offered"]) == (["ana"], ["ben"])
    assert sorted(member.user.first_name or member.user.username for member in campaign.members.all()) == [
        "ana",
        "ben",
        "gm",
        "watcher",
    ]
    assert campaign.members.get(user=ana).role == "gm"
    assert LogEntry.objects.get(campaign=campaign, text="ana was here.").by == ana


def test_somebody_who_has_no_place_in_the_archive_is_not_told_to_be_back_in_one(archive, outsider):
    row = actions.receive_archive(by=outsider, file=io.BytesIO(archive))
    client = Client()
    client.force_login(outsider)
    page = client.post(f"/transfers/{row.key}/", {}, follow=True).content.decode()
    assert "You are back in your place." not in page
    assert "Waiting under “Members”: gm, ana, ben, watcher." in page


def test_of_two_people_with_ones_name_the_present_place_is_ones_own(archive, ana):
    copy = restoring.restore_campaign(io.BytesIO(archive), by=ana)
    absent = User.objects.create(username="x", first_name="ana", kind=User.Kind.ABSENT, is_active=False)
    Member.objects.create(campaign=copy, user=absent, role="observer")
    Member.objects.filter(campaign=copy, user=ana).update(left=timezone.now())
    again = restoring.restore_campaign(exported(copy), by=ana, leave_shut=True)
    assert again.members.exclude(user=ana).filter(user__first_name="ana").get().left
    assert again.members.get(user=ana).role == "gm"


def test_an_archive_whose_people_are_absent_in_a_strange_way_is_restored(archive, ana):
    def change(name, body):
        more = [{"id": 10**6 + place, "name": "ana", "absent": value} for place, value in enumerate(({}, None, True))]
        return body + b"".join(json.dumps(row).encode() + b"\n" for row in more if name == "data/people.jsonl")

    copy = restoring.restore_campaign(io.BytesIO(repacked(archive, change)), by=ana)
    assert copy.members.get(user=ana).role == "gm"
    assert copy.members.count() == 4


def test_a_strange_moment_in_a_manifest_is_no_moment():
    assert restoring.parse_moment("2026-01-31T19:30:00Z").year == 2026
    for strange in ("9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "2026-01-31T19:30:00", "soon"):
        assert restoring.parse_moment(strange) is None


def test_the_place_of_someone_with_many_entries_is_taken_without_a_list_of_them(campaign, gm, ana):
    absent = User.objects.create(username="absent", first_name="Rua", kind=User.Kind.ABSENT, is_active=False)
    place = Member.objects.create(campaign=campaign, user=absent, role="player")
    LogEntry.objects.bulk_create(LogEntry(campaign=campaign, text="Rain.", by=absent) for _entry in range(60))
    LogEntry.objects.create(campaign=campaign, text="Sun.", by=gm)
    Member.objects.filter(user=ana).delete()
    values = []

    def count(execute, sql, params, many, context):
        values.append(len(params or ()))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(count):
        take_place(ana, place.pk)
    assert max(values) < 40
    assert LogEntry.objects.filter(campaign=campaign, text="Rain.", by=ana).count() == 60
    assert LogEntry.objects.get(text="Sun.").by == gm
