"""An archive with a fault is refused whole, with its place, and leaves nothing behind."""

import hashlib
import io
import json
import zipfile

import pytest

from campaigns.archive import container, encryption, restoring
from campaigns.archive.faults import ArchiveInvalid, Cancelled
from people.models import Campaign, PlaceOffer, User
from tests import factories
from tests.campaigns.archive.seeded import exported, seeded, wiped
from tests.campaigns.modules.dump import everything

pytestmark = pytest.mark.django_db


KEPT = []


@pytest.fixture
def packed(db, request, gm, ana, ben):
    """The bytes of an archive whose campaign is gone; made once, since making it takes longest."""
    if not KEPT:
        request.getfixturevalue("catalogue")
        campaign = seeded("fifty-two-fates", gm, [ana, ben])
        KEPT.append(exported(campaign).getvalue())
        wiped(campaign)
    return KEPT[0]


def repacked(data, change=None, *, names=None, manifest=None, extra=()):
    """The archive with lines, names or the manifest changed, and every digest made to agree."""
    out, files = io.BytesIO(), {}
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        new.comment = b"0" * 64
        told = json.loads(old.read("manifest.json"))
        for name in old.namelist():
            if name == "manifest.json" or (names and name in names):
                continue
            body = old.read(name)
            body = change(name, body) if change else body
            if body is None:
                continue
            files[name] = {"size": len(body), "sha256": hashlib.sha256(body).hexdigest()}
            new.writestr(name, body)
        for name, body in extra:
            files[name] = {"size": len(body), "sha256": hashlib.sha256(body).hexdigest()}
            new.writestr(name, body)
        told["files"] = files
        new.writestr("manifest.json", json.dumps({**told, **(manifest or {})}))
    whole = out.getvalue()
    return whole[:-64] + hashlib.sha256(whole[:-64]).hexdigest().encode()


def edited(data, entity, change, line=0):
    """The archive with one row changed."""

    def one(name, body):
        if name != f"data/{entity}.jsonl":
            return body
        lines = body.splitlines()
        row = json.loads(lines[line])
        change(row)
        lines[line] = json.dumps(row, ensure_ascii=False).encode()
        return b"\n".join(lines) + b"\n"

    return repacked(data, one)


def refuse(data, gm, place="", code="", **options):
    """Nothing is left of an archive that is refused; the fault names the place."""
    before = everything()
    with pytest.raises(ArchiveInvalid) as fault:
        restoring.restore_campaign(io.BytesIO(data), by=gm, confirmed={"gm", "ana", "ben"}, **options)
    assert everything() == before
    assert place in fault.value.place, fault.value
    assert not code or fault.value.code == f"archive.{code}", fault.value


def test_an_archive_that_was_cut_short_or_changed_on_its_way_is_refused(packed, gm, django_assert_num_queries):
    ends = {0, 1, 63, 64, 500, *range(0, len(packed), len(packed) // 100), len(packed) - 1}
    spoiled = [packed[:cut] for cut in sorted(ends)]
    for bit, place in enumerate(range(7, len(packed), len(packed) // 100)):
        spoiled.append(packed[:place] + bytes([packed[place] ^ 1 << bit % 8]) + packed[place + 1 :])
    assert len(spoiled) >= 200
    before = everything()
    with django_assert_num_queries(0):  # nothing live is even asked
        for data in spoiled:
            with pytest.raises(ArchiveInvalid) as fault:
                restoring.restore_campaign(io.BytesIO(data), by=gm, confirmed={"gm", "ana", "ben"})
            assert fault.value.code == "archive.damaged"
    assert everything() == before


def row(name, value):
    return lambda line: line.__setitem__(name, value)


ROWS = {
    "a foreign id": ("log", row("session", 987654), "data/log.jsonl line 1#/session", "reference"),
    "a list that leads nowhere": ("sessions", row("attendance", [987654]), "#/attendance/0", "reference"),
    "an unknown person": ("members", row("user", 987654), "data/members.jsonl line 1#/user", "reference"),
    "an unknown role": ("members", row("role", "owner"), "#/role", "row"),
    "a name too long": ("characters", row("name", "x" * 121), "#/name", "row"),
    "no text": ("log", row("text", 5), "#/text", "row"),
    "a time that is none": ("log", row("created", "yesterday"), "#/created", "row"),
    "a number too large": ("sessions", row("number", 2**40), "#/number", "row"),
    "yes instead of true": ("characters", row("visible", "yes"), "#/visible", "row"),
    "a column too many": ("campaign", row("owner", 1), "data/campaign.jsonl line 1", "row"),
    "another game": ("campaign", row("system", "chess"), "#/system", "row"),
    "a sheet that is a word": ("characters", row("sheet", "strong"), "#/sheet", "row"),
    "a picture of another size": ("pictures", row("width", 9), "media/", "row"),
    "a picture that is a page": ("pictures", row("media_type", "text/html"), "media/", "row"),
    "half a character": ("log", row("text", "\ud800"), "data/log.jsonl line 1#/text", "row"),
    "NUL": ("log", row("text", "a\x00b"), "data/log.jsonl line 1#/text", "row"),
}


@pytest.mark.parametrize("fault", ROWS)
def test_a_row_that_does_not_fit_is_named(packed, gm, fault):
    entity, change, place, code = ROWS[fault]
    if fault == "half a character":
        data = repacked(
            packed, lambda name, body: body.replace(b"We met Otto.", b"\\ud800") if name == "data/log.jsonl" else body
        )
        refuse(data, gm, "data/log.jsonl line", code)
        return
    refuse(edited(packed, entity, change), gm, place, code)


def test_a_key_that_stands_twice_is_refused(packed, gm):
    def twice(name, body):
        return body.replace(b'"id":', b'"id":1,"id":', 1) if name == "data/log.jsonl" else body

    refuse(repacked(packed, twice), gm, "data/log.jsonl line 1", "row")


def test_rows_that_go_together_badly_are_refused_by_the_database(packed, gm):
    def double(name, body):
        if name != "data/members.jsonl":
            return body
        first = json.loads(body.splitlines()[0])
        second = json.loads(body.splitlines()[1])
        lines = [
            json.dumps({**json.loads(line), "user": first["user"]} if n == 1 else json.loads(line))
            for n, line in enumerate(body.splitlines())
        ]
        assert second["user"] != first["user"]
        return ("\n".join(lines) + "\n").encode()

    refuse(repacked(packed, double), gm, "data/members.jsonl", "row")


def test_missing_media_and_missing_files_are_named(packed, gm):
    with zipfile.ZipFile(io.BytesIO(packed)) as old:
        media = next(name for name in old.namelist() if name.startswith("media/"))
    refuse(repacked(packed, names={media}), gm, media, "damaged")
    refuse(repacked(packed, names={"data/recaps.jsonl"}), gm, "data/recaps.jsonl", "damaged")


def test_other_versions_kinds_and_paths_are_refused(packed, gm):
    refuse(repacked(packed, manifest={"version": 2}), gm, "manifest.json#/version", "version")
    refuse(repacked(packed, manifest={"format": "fatekeeper-own"}), gm, "manifest.json#/format", "kind")
    for name in ("../../etc/passwd", "/etc/passwd", "data/../log.md", "data\\log.jsonl", "C:log", "data/Log.jsonl"):
        refuse(repacked(packed, extra=[(name, b"x")]), gm, code="unsafe")


def test_a_bomb_is_refused_while_it_unpacks(packed, gm):
    refuse(repacked(packed, extra=[("media/bomb", b"\0" * 40_000_000)]), gm, "media/bomb", "too_large")


def test_a_history_that_compresses_like_a_bomb_restores_and_one_of_gigabytes_does_not(campaign, gm, ana, monkeypatch):
    row = factories.CharacterFactory(campaign=campaign, owner=ana)
    for number in range(40):
        row.notes = "xyz"[number % 3] * 65_536
        row.save()
    data = exported(campaign).getvalue()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        about = archive.getinfo("data/characters_history.jsonl")
    assert about.file_size > container.RATIO * about.compress_size
    again = restoring.restore_campaign(io.BytesIO(data), by=gm, confirmed={"gm"})
    assert again.characters.get().history.filter(notes__startswith="xx").count() > 10
    monkeypatch.setattr(container, "RATIO_FROM_OF_TEXT", container.RATIO_FROM)
    refuse(data, gm, "data/characters_history.jsonl", "too_large")


def test_nobody_can_hand_an_encrypted_hand_to_somebody_else(packed, gm):
    def members(line):
        line["controller"] = None

    refuse(edited(packed, "participants", members), gm, "sealed.bin", "damaged")

    def spoiled(name, body):
        return body[:60] + bytes([body[60] ^ 1]) + body[61:] if name.endswith("sealed.bin") else body

    refuse(repacked(packed, spoiled), gm, "sealed.bin", "damaged")


def test_another_installations_cards_open_with_its_key_alone(packed, gm, settings):
    key = encryption.installation_key().hex()
    settings.SECRET_KEY = "another-installation-" + "x" * 40
    refuse(packed, gm, "sealed.bin", "sealed")
    settings.ARCHIVE_KEYS = [key]
    campaign = restoring.restore_campaign(io.BytesIO(packed), by=gm, confirmed={"gm", "ana", "ben"})
    assert campaign.encounters.filter(status="ended").exists()


def test_without_the_key_the_rest_is_restored_when_the_gm_says_so(packed, gm, settings):
    settings.SECRET_KEY = "another-installation-" + "x" * 40
    campaign = restoring.restore_campaign(io.BytesIO(packed), by=gm, confirmed={"gm"}, leave_shut=True)
    assert set(campaign.encounters.values_list("status", flat=True)) == {"prepared"}
    assert campaign.log.filter(text__contains="The ford").exists()


def test_a_restore_that_is_cancelled_leaves_nothing_behind(packed, gm):
    def stop(stage, done, total):
        if stage == "writing" and done > 40:
            raise Cancelled

    before = everything()
    with pytest.raises(Cancelled):
        restoring.restore_campaign(io.BytesIO(packed), by=gm, confirmed={"gm"}, progress=stop)
    assert everything() == before


def test_nobody_whom_the_gm_did_not_confirm_gets_a_place(packed, gm, ana, ben):
    campaign = restoring.restore_campaign(io.BytesIO(packed), by=gm, confirmed={"gm", "ana"})
    here = set(Campaign.objects.filter(members__left=None, members__user=ben).values_list("pk", flat=True))
    assert campaign.pk not in here
    for name in ("ben", "ana"):
        held = campaign.members.get(user__first_name=name)
        assert held.user.absent
        assert not held.user.is_active
        assert not held.user.has_usable_password()
    assert list(PlaceOffer.objects.values_list("user__username", "place__user__first_name")) == [("ana", "ana")]
    assert not campaign.invitations.exists()


def test_the_person_who_restores_a_campaign_of_others_runs_it_and_nobody_else_does(packed, outsider):
    campaign = restoring.restore_campaign(io.BytesIO(packed), by=outsider)
    assert campaign.members.get(user=outsider).role == "gm"
    others = User.objects.filter(memberships__campaign=campaign).exclude(pk=outsider.pk)
    assert all(other.absent for other in others)


def test_an_archive_from_before_a_column_was_added_restores_and_tells_players_no_more_than_then(packed, gm):
    older = repacked(packed, _without({"revision", "gm_only"}, {"campaign", "catalogue", "monsters", "site_monsters"}))
    campaign = restoring.restore_campaign(io.BytesIO(older), by=gm, confirmed={"gm"}, leave_shut=True)
    assert campaign.revision == 1
    row = campaign.catalogue.get()
    assert (row.kind, row.gm_only) == ("note", True), "a kind of one's own, which only GMs read then"


def test_dates_of_an_archive_say_whether_the_site_set_them_and_older_ones_count_as_written(packed, gm):
    for file, automatic in [(packed, {"log"}), (repacked(packed, _without({"automatic"}, {"in_world_dates"})), set())]:
        campaign = restoring.restore_campaign(io.BytesIO(file), by=gm, confirmed={"gm"}, leave_shut=True)
        rows = campaign.in_world_dates.all()
        assert {row.kind for row in rows} >= {"log", "birth", "page"}
        assert {row.kind for row in rows if row.automatic} == automatic


def _without(columns, entities):
    """Takes columns out of every line of the entities and of their histories."""
    files = {f"data/{name}{more}.jsonl" for name in entities for more in ("", "_history")}

    def one(name, body):
        if name not in files:
            return body
        lines = [
            {key: value for key, value in json.loads(line).items() if key not in columns} for line in body.splitlines()
        ]
        return b"".join(json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in lines)

    return one
