"""From page to page: export, fetch, restore, take a place, stop; and the same over the API."""

import io
import json
import zipfile

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command

from campaigns.archive import actions, container
from campaigns.archive.models import Transfer
from campaigns.log.models import LogEntry
from characters.models import Character
from people.credentials import invitation_links
from people.models import Campaign, PlaceOffer
from tests.campaigns.archive import comparing
from tests.campaigns.archive.seeded import exported, wiped
from tests.helpers import assert_all_replay
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(seeded_campaign):
    """A campaign of everything."""
    return seeded_campaign


def fetched(client, campaign, **posted):
    """The bytes of an export, made and downloaded from the pages."""
    page = client.post(f"/campaigns/{campaign.pk}/data/", posted, follow=True)
    assert b"Download the archive" in page.content
    row = Transfer.objects.order_by("-id").first()
    answer = client.get(f"/transfers/{row.key}/file/")
    assert answer["Content-Type"] == "application/zip"
    assert "no-store" in answer["Cache-Control"]
    return b"".join(answer.streaming_content)


def test_a_gm_exports_and_restores_and_a_player_takes_the_place_that_waits(client, world, gm, ana, ben, outsider):
    client.force_login(gm)
    data = fetched(client, world, whole="1")
    before = comparing.content(io.BytesIO(data))
    wiped(world)
    page = client.post("/restore/", {"file": SimpleUploadedFile("a.zip", data)}, follow=True)
    assert b"Offer places to these people" in page.content
    assert not Campaign.objects.filter(name=world.name).exists(), "nothing is written before the answer"
    row = Transfer.objects.get(kind="restore")
    page = client.post(f"/transfers/{row.key}/", {"people": ["ana"]}, follow=True)
    assert b"You are back in your place. The places of ana were offered to people with these names." in page.content
    again = Campaign.objects.get(name=world.name)
    client.force_login(ana)
    assert client.get(f"/campaigns/{again.pk}/").status_code == 404, "nobody who has not accepted"
    assert b"Accept the place" in client.get("/").content
    page = client.post(f"/places/{PlaceOffer.objects.get().pk}/accept/", follow=True)
    assert b"Welcome to" in page.content
    assert_all_replay()
    client.force_login(ben)
    assert client.get(f"/campaigns/{again.pk}/").status_code == 404, "nobody whom the GM did not tick"
    client.force_login(gm)
    waiting = again.members.get(user__first_name="ben")
    page = client.post(f"/members/{waiting.pk}/place/", follow=True)
    assert b"the place of ben" in page.content
    link = invitation_links.link_token(again.invitations.get())
    client.force_login(ana)
    client.post(f"/join/{link}/")
    assert again.members.get(user=ana).role == "player", "who has a place keeps it, and the link stays good"
    client.force_login(ben)
    assert client.post(f"/join/{link}/").status_code == 302
    assert again.members.get(pk=waiting.pk).user == ben
    assert Character.objects.filter(campaign=again, owner=ben).exists()
    assert LogEntry.objects.filter(campaign=again, audience="all", text__contains="takes the place of ben").exists()
    client.force_login(outsider)
    assert client.post(f"/join/{link}/").status_code == 404
    after = comparing.content(exported(again))
    told = {"log", "members_history"}
    same = [name for name in before if name not in told]
    known = json.dumps([before[name] for name in same]).replace(before_name(before), "–")
    assert known == json.dumps([after[name] for name in same]).replace(before_name(before), "–")


def before_name(content):
    """The one who had left before: absent afterwards, under the same name."""
    return next(line["user"] for line in content["members"] if line["left"])


def test_the_page_and_the_guides_say_what_a_restore_leaves_out(client, world, gm):
    client.force_login(gm)
    page = " ".join(client.get(f"/campaigns/{world.pk}/data/").content.decode().split())
    guide = " ".join((settings.BASE_DIR / "docs/game-masters/data.md").read_text().split())
    key_guide = (settings.BASE_DIR / "docs/operators/secret-key.md").read_text()
    assert "without losing anything" not in guide
    assert "hidden cards stay closed; everything else is restored" not in key_guide
    for text in (page, guide):
        assert "archive key" in text
        for missing in ("Invitations, webhooks", "the link to a shared world"):
            assert missing in text


def test_a_faulty_archive_is_told_with_its_place_and_can_be_sent_again(client, gm, campaign):
    client.force_login(gm)
    page = client.post("/restore/", {"file": SimpleUploadedFile("a.zip", b"PK nonsense" * 30)}, follow=True)
    assert b"The file is incomplete" in page.content
    assert b"Upload another archive" in page.content
    assert Transfer.objects.get().parts.count() == 0


def test_a_waiting_archive_can_be_taken_back(client, world, gm):
    client.force_login(gm)
    data = fetched(client, world, whole="1")
    client.post("/restore/", {"file": SimpleUploadedFile("a.zip", data)})
    row = Transfer.objects.get(kind="restore")
    assert b"cannot be opened in a copy" in client.get(f"/transfers/{row.key}/").content.replace(b"\n", b" ")
    shut = [{"title": title, "message": "Locked.", "place": "/"} for title in ("The ford", "The mill")]
    Transfer.objects.filter(pk=row.pk).update(about=row.about | {"shut": shut})
    preview = client.get(f"/transfers/{row.key}/").content.decode()
    assert preview.count("Locked.") == 1, "the reason stands once above the encounters that it concerns"
    assert "The ford" in preview
    assert "The mill" in preview
    page = client.post(f"/transfers/{row.key}/cancel/", follow=True)
    assert b"Cancelled; nothing was changed." in page.content
    assert client.post(f"/transfers/{row.key}/", {}).status_code == 200
    assert Campaign.objects.filter(name=world.name).count() == 1


def test_an_archive_keeps_waiting_for_somebody_who_does_not_leave_out_what_does_not_open(client, world, gm):
    client.force_login(gm)
    data = fetched(client, world, whole="1")
    client.post("/restore/", {"file": SimpleUploadedFile("a.zip", data)})
    row = Transfer.objects.get(kind="restore")
    page = client.post(f"/transfers/{row.key}/", {})
    assert "Leave out those that do not, and the rest is restored." in page.content.decode()
    answer = refused(Caller(gm).post(f"transfers/{row.key}/restore/", {}), 422)
    assert "leave_shut" in json.dumps(answer)
    row.refresh_from_db()
    assert (row.status, row.parts.exists()) == ("waiting", True)
    done = client.post(f"/transfers/{row.key}/", {"leave_shut": "on"}, follow=True).content.decode()
    assert "whose cards cannot be opened here" in done
    assert Campaign.objects.count() == 2


def test_running_work_shows_how_far_it_is_and_is_asked_to_stop(client, gm, campaign):
    client.force_login(gm)
    row = Transfer.objects.create(key="a" * 32, kind="whole", by=gm, campaign=campaign, done=5, total=10)
    page = client.get(f"/transfers/{row.key}/").content.decode()
    assert '<progress aria-label="Progress" value="5" max="10">' in page
    part = page[page.index('<div id="progress"') :].partition("</div>")[0]
    assert 'hx-trigger="every 1s"' in part
    assert "<progress" in part
    assert "<button" not in part, "a button that is replaced each second loses the focus of the keyboard"
    assert page.count("hx-trigger") == 1
    client.post(f"/transfers/{row.key}/cancel/")
    row.refresh_from_db()
    assert row.stopping


@pytest.mark.parametrize("status", ["running", "done", "failed", "cancelled"])
def test_the_progress_bar_loads_the_page_again_when_the_work_has_ended(client, gm, campaign, status):
    client.force_login(gm)
    row = Transfer.objects.create(key="a" * 32, kind="restore", by=gm, status=status, about={"campaign": campaign.pk})
    answer = client.get(f"/transfers/{row.key}/", headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer.get("HX-Refresh") == (None if status == "running" else "true")
    if status == "done":
        assert client.get(f"/transfers/{row.key}/").status_code == 302


def test_a_former_gm_cannot_fetch_the_export(client, world, gm, ana):
    client.force_login(gm)
    fetched(client, world, whole="1")
    world.members.filter(user=gm).update(role="player")
    key = Transfer.objects.get().key
    assert client.get(f"/transfers/{key}/file/").status_code == 403
    client.force_login(ana)
    assert client.get(f"/transfers/{key}/file/").status_code == 404
    assert client.post(f"/campaigns/{world.pk}/data/", {"whole": "1"}).status_code == 403


def test_the_same_over_the_api(world, gm, ana, ben):
    script = Caller(gm)
    row = ok(script.post(f"campaigns/{world.pk}/exports/", {}), 201)
    assert row["status"] == "done"
    data = b"".join(script.get(f"transfers/{row['key']}/file/").streaming_content)
    assert zipfile.is_zipfile(io.BytesIO(data))
    wiped(world)
    sent = script.send("POST", "restores/", raw=data, Content_Type="application/zip")
    waiting = ok(sent, 201)
    assert waiting["status"] == "waiting"
    assert {person["name"] for person in waiting["about"]["people"]} >= {"gm", "ana", "ben"}
    refused(script.post(f"transfers/{waiting['key']}/restore/", {"people": ["nobody"]}), 422)
    done = ok(script.post(f"transfers/{waiting['key']}/restore/", {"people": ["gm", "ana"]}))
    assert done["status"] == "done"
    assert (done["about"]["given"], done["about"]["offered"]) == (["gm"], ["ana"])
    player = Caller(ana)
    refused(player.get(f"campaigns/{done['about']['campaign']}/"), 404)
    (offer,) = ok(player.get("places/"))["results"]
    assert (offer["name"], offer["role"], offer["campaign"]) == ("ana", "player", world.name)
    refused(Caller(ben).post(f"places/{offer['id']}/accept/", {}), 404)
    ok(player.post(f"places/{offer['id']}/accept/", {}))
    assert ok(player.get(f"campaigns/{done['about']['campaign']}/"))
    assert Campaign.objects.get(pk=done["about"]["campaign"]).members.get(user=ana).role == "player"
    refused(script.post(f"transfers/{waiting['key']}/restore/", {}), 422)


def test_a_fault_in_the_work_is_told_and_changes_nothing(gm, world, monkeypatch):
    monkeypatch.setattr(actions.writing, "write_archive", lambda *args, **more: 1 / 0)
    membership = world.members.select_related("campaign", "user").get(user=gm)
    row = actions.start_export(membership=membership, whole=True)
    assert row.status == "failed"
    assert row.about["fault"]["code"] == "server-error"


def test_gms_find_the_export_in_the_menu_of_the_campaign_and_players_under_its_options(client, campaign, gm, ana):
    address = f"/campaigns/{campaign.pk}/data/"
    client.force_login(gm)
    menu = client.get(f"/campaigns/{campaign.pk}/log/").content.decode()
    assert f'<a href="{address}">Export</a>' in menu
    assert f'<a href="{address}" aria-current="page">Export</a>' in " ".join(
        client.get(address).content.decode().split()
    )
    client.force_login(ana)
    assert address not in client.get(f"/campaigns/{campaign.pk}/log/").content.decode()
    assert address in client.get(f"/campaigns/{campaign.pk}/options/").content.decode()
    assert client.get(address).status_code == 200


@pytest.mark.parametrize(("limit", "most"), [("LARGEST", 1000), ("MOST_FILES", 3), ("MOST_UNPACKED", 1000)])
def test_an_export_that_no_page_restores_says_so_and_a_command_restores_it(
    client, campaign, gm, monkeypatch, tmp_path, capsys, limit, most
):
    client.force_login(gm)
    fetched(client, campaign, whole="1")
    row = Transfer.objects.get()
    assert row.about["restorable"] is True
    assert b"too large" not in client.get(f"/transfers/{row.key}/").content
    monkeypatch.setattr(container, limit, most)
    path = tmp_path / "a.zip"
    path.write_bytes(fetched(client, campaign, whole="1"))
    row = Transfer.objects.get()
    assert b"too large for the page" in client.get(f"/transfers/{row.key}/").content
    assert ok(Caller(gm).get(f"transfers/{row.key}/"))["about"]["restorable"] is False
    client.post("/restore/", {"file": SimpleUploadedFile("a.zip", path.read_bytes())})
    assert Transfer.objects.get(kind="restore").about["fault"]["code"] == "archive.too_large"
    call_command("restore_campaign", str(path), gm="gm")
    again = Campaign.objects.exclude(pk=campaign.pk).get()
    assert f"campaign {again.pk}. gm is its GM." in capsys.readouterr().out
    assert again.members.get(user=gm).role == "gm"


def test_the_command_that_restores_a_campaign_refuses_damaged_files_and_unknown_people(campaign, gm, tmp_path):
    path = tmp_path / "a.zip"
    path.write_bytes(exported(campaign).getvalue()[:-1])
    with pytest.raises(CommandError, match=r"nothing was changed. The file is incomplete"):
        call_command("restore_campaign", str(path), gm="gm")
    with pytest.raises(CommandError, match="Nobody here has the user name nemo"):
        call_command("restore_campaign", str(path), gm="nemo")
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("restore_campaign", str(tmp_path / "b.zip"), gm="gm")
    assert list(Campaign.objects.all()) == [campaign]
