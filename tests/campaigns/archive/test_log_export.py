"""The log as a file: what its reader may see, by page and API, with the filters of the log."""

import json
from datetime import UTC, datetime

import pytest

from campaigns.archive import log_export
from campaigns.log import actions as log_actions
from campaigns.log.calendar import actions as calendar_actions
from campaigns.log.calendar.reckoning.definition_json import write_definition
from campaigns.log.calendar.reckoning.presets import PRESETS
from campaigns.log.entries import build_entry, write_entries
from campaigns.log.models import LogEntry
from campaigns.log.serializers import LogEntrySerializer
from campaigns.world import readable_text
from people.access import get_membership
from tests import factories
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def log(gm, ana, campaign):
    """A line for GMs, one about a closed character, one with a link to a hidden page, and one of another time."""
    membership, player = get_membership(gm, campaign.pk), get_membership(ana, campaign.pk)
    hidden = factories.CharacterFactory(campaign=campaign, kind="npc", owner=None, name="Otto", visible=False)
    log_actions.add_note(membership=membership, text="CANARY plan", audience="gm")
    log_actions.add_note(membership=membership, text="A stranger waits.", character=hidden)
    log_actions.add_note(membership=player, text="See [[CANARY spire|a tower]].")
    early = datetime(2020, 5, 1, 20, 15, tzinfo=UTC)
    log_actions.add_note(membership=player, text="Once\nupon.", speaker="Mara", kind="say", happened_at=early)
    return hidden


def page(client, campaign, file_type, query=""):
    return client.get(f"/campaigns/{campaign.pk}/log/export/{file_type}/{query}")


def content(response):
    assert response.status_code == 200
    return b"".join(response.streaming_content).decode()


def test_a_player_downloads_what_they_may_see(client, ana, campaign, log):
    client.force_login(ana)
    told = content(page(client, campaign, "markdown"))
    assert "CANARY" not in told
    assert told.index("## 2020-05-01\n\n- 20:15 Mara: Once upon. (ana)") < told.index("A stranger waits."), "by time"
    assert "See a tower. (ana)" in told
    answer = page(client, campaign, "jsonl")
    assert answer["Content-Type"] == "application/jsonl"
    assert answer["Content-Disposition"] == 'attachment; filename="the-salt-road-log.jsonl"'
    records = [json.loads(line) for line in content(answer).splitlines()]
    assert [(record["text"], record["character"]) for record in records] == [
        ("A stranger waits.", None),
        ("See a tower.", None),
        ("Once\nupon.", None),
    ]
    assert records[2]["happened_at"] == "2020-05-01T20:15:00.000000Z"
    assert (records[2]["kind"], records[2]["speaker"], records[2]["by"]) == ("say", "Mara", "ana")


def test_days_and_times_of_the_markdown_are_those_of_the_reader(client, ana, campaign, log):
    client.force_login(ana)
    told = content(page(client, campaign, "markdown"))
    assert told.startswith("# The Salt Road\n\nTime zone: UTC\n\n## 2020-05-01\n")
    ana.zone = "Asia/Tokyo"
    ana.save()
    told = content(page(client, campaign, "markdown"))
    assert told.startswith("# The Salt Road\n\nTime zone: Asia/Tokyo\n\n## 2020-05-02\n\n- 05:15 Mara: Once upon.")
    assert content(Caller(ana).get(f"campaigns/{campaign.pk}/log/export/?file_type=markdown")) == told


def test_a_json_line_has_every_field_of_an_entry(gm, ana, campaign, log):
    membership, player = get_membership(gm, campaign.pk), get_membership(ana, campaign.pk)
    definition = write_definition(PRESETS["twelve-moons"][1])
    calendar_actions.save_calendar(membership=membership, definition=definition, date="12 Harvestmoon 312")
    note = {"text": "Rain.", "source": "ears", "external_id": "m1", "in_world": "3 Harvestmoon 312"}
    log_actions.add_note(membership=player, **note)
    restored = log_actions.add_note(membership=player, text="Wind.", in_world="")
    LogEntry.objects.filter(pk=restored.pk).update(restored=True)
    lines = content(Caller(ana).get(f"campaigns/{campaign.pk}/log/export/?file_type=jsonl")).splitlines()
    *_older, rain, wind = map(json.loads, lines)
    assert set(rain) - {"when"} == set(LogEntrySerializer.Meta.fields) - {"created"}
    read = {entry["text"]: entry for entry in ok(Caller(ana).get(f"campaigns/{campaign.pk}/log/"))["results"]}
    for entry in (rain, wind):
        for name in ("campaign", "external_id", "in_world", "restored"):
            assert entry[name] == read[entry["text"]][name], name
    assert (rain["in_world"], wind["in_world"], wind["restored"]) == ("3 Harvestmoon 312", None, True)


def test_a_gm_downloads_all_of_it_and_what_the_party_knows(client, gm, campaign, log):
    client.force_login(gm)
    told = content(page(client, campaign, "markdown"))
    assert "[GM] CANARY plan" in told
    assert "[[CANARY spire|a tower]]" in told
    records = [json.loads(line) for line in content(page(client, campaign, "jsonl")).splitlines()]
    assert records[1]["character"] == log.pk
    shared = content(page(client, campaign, "markdown", "?known_to=party"))
    assert "CANARY" not in shared
    assert "A stranger waits." in shared


def test_filters_of_the_page_hold_for_the_file(client, ana, campaign, log):
    client.force_login(ana)
    shown = client.get(f"/campaigns/{campaign.pk}/log/?kind=say").content.decode()
    address = f"/campaigns/{campaign.pk}/log/export/jsonl/?kind=say"
    assert address in shown
    assert "known_to" not in shown, "for GMs"
    assert len(content(client.get(address)).splitlines()) == 1
    assert "/log/export/" not in client.get(f"/campaigns/{campaign.pk}/log/?text=once").content.decode()


def test_a_file_about_somebody_whom_its_readers_may_not_open_is_refused_and_not_empty(client, ana, gm, campaign, log):
    client.force_login(gm)
    about = f"character={log.pk}"
    assert "A stranger waits." in content(page(client, campaign, "markdown", f"?{about}"))
    address = f"/campaigns/{campaign.pk}/log/export/markdown/?{about}&known_to=party"
    answer = client.get(address, follow=True).content.decode()
    assert "may not open that character, so it would be empty. Remove the filter." in answer
    at = f"campaigns/{campaign.pk}/log/export/"
    hidden = refused(Caller(ana).get(f"{at}?{about}"), 422)
    assert hidden == refused(Caller(ana).get(f"{at}?character=999999"), 422), "as for one that does not exist"
    refused(Caller(gm).get(f"{at}?{about}&known_to=party"), 422)
    own = factories.CharacterFactory(campaign=campaign, owner=ana)
    assert "Mara" not in content(Caller(ana).get(f"{at}?character={own.pk}"))


def test_the_api_gives_the_same_files(ana, gm, client, campaign, log):
    ana_api, gm_api = Caller(ana), Caller(gm)
    client.force_login(ana)
    at = f"campaigns/{campaign.pk}/log/export/"
    for file_type in ("markdown", "jsonl"):
        assert content(ana_api.get(f"{at}?file_type={file_type}")) == content(page(client, campaign, file_type))
    assert "CANARY" not in content(gm_api.get(f"{at}?known_to=party"))
    assert "CANARY" in content(gm_api.get(at))
    refused(ana_api.get(f"{at}?file_type=pdf"), 400)
    refused(ana_api.get(f"{at}?text=once"), 400)
    refused(ana_api.get(f"{at}?known_to=999999"), 403)


def test_other_types_and_strangers_get_nothing(client, ana, outsider, campaign, log):
    client.force_login(ana)
    assert page(client, campaign, "pdf").status_code == 404
    assert page(client, campaign, "jsonl", "?known_to=999999").status_code == 403
    client.force_login(outsider)
    assert page(client, campaign, "jsonl").status_code == 404
    refused(Caller(outsider).get(f"campaigns/{campaign.pk}/log/export/"), 404)


def test_a_log_that_is_too_long_for_a_file_is_refused_with_a_way_out(client, ana, campaign, log, monkeypatch):
    monkeypatch.setattr(log_export, "MOST_ENTRIES", 2)
    client.force_login(ana)
    answer = client.get(f"/campaigns/{campaign.pk}/log/export/markdown/", follow=True)
    assert "Choose a session, a kind or days." in answer.content.decode()
    refused(Caller(ana).get(f"campaigns/{campaign.pk}/log/export/"), 422)
    assert "Once" in content(page(client, campaign, "markdown", "?kind=say"))


def test_a_long_log_is_read_in_few_queries(ana, campaign, django_assert_max_num_queries):
    membership = get_membership(ana, campaign.pk)
    rows = [build_entry(campaign=campaign, kind="note", text=f"Line {n}, [[a]].", by=ana) for n in range(5000)]
    write_entries(rows, tell_webhooks=False)
    with django_assert_max_num_queries(12):
        assert len(log_export.write_log_file(membership, "jsonl").readlines()) == 5000


def test_a_file_that_showed_texts_unread_would_be_found(client, ana, campaign, log, monkeypatch):
    monkeypatch.setattr(readable_text.Reader, "text", lambda self, text, author_id=None: text)
    client.force_login(ana)
    assert "CANARY" in content(page(client, campaign, "markdown"))
    assert ok(Caller(ana).get(f"campaigns/{campaign.pk}/log/"))


def test_the_web_page_holds_what_its_reader_may_see_and_runs_nothing_that_people_wrote(client, ana, gm, campaign, log):
    player = get_membership(ana, campaign.pk)
    log_actions.add_note(membership=player, text="<script>alert(1)</script> & more", speaker="<b>Mara</b>", kind="say")
    client.force_login(ana)
    answer = page(client, campaign, "html")
    assert answer["Content-Disposition"] == 'attachment; filename="the-salt-road-log.html"'
    html = content(answer)
    assert "CANARY" not in html
    assert html.count("<script>") == 1
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; more" in html
    assert "<b>Mara" not in html
    assert html.index('<h2 id="2020-05-01">') < html.index("Once\nupon.") < html.index("A stranger waits.")
    client.force_login(gm)
    assert "CANARY" in content(page(client, campaign, "html"))
    assert "CANARY" not in content(page(client, campaign, "html", "?known_to=party"))
