"""A link tells its words, not where it leads: no channel names a hidden page, and its renaming changes nothing."""

import pytest

from campaigns.log import actions as log_actions
from campaigns.log.models import LogEntry
from campaigns.overview import actions as campaign_actions
from campaigns.sessions import actions as session_actions
from campaigns.sessions.recaps import actions as recap_actions
from campaigns.webhooks import actions as webhook_actions
from campaigns.webhooks import outbox
from campaigns.webhooks.models import WebhookDelivery
from campaigns.world import actions as world_actions
from campaigns.world import reveals
from campaigns.world.models import WorldEntry
from campaigns.world.quests import actions as quest_actions
from tests import factories
from tests.campaigns.world.channels import everything_told

# Every way in which Markdown might show a link as it is written.
TEXT = (
    "We saw [[CANARY spire|a tower]].\n\n`[[CANARY spire|a tower]]` \\[[CANARY spire|a tower]]\n\n"
    "    [[CANARY spire|a tower]]\n\n| a |\n|---|\n| [[CANARY spire|a tower]] |\n\n"
    ":::secret\n[[CANARY spire]] stands.\n:::\nThe end."
)


@pytest.fixture
def hidden(write):
    return write("CANARY spire", "CANARY body", kind="location")


@pytest.fixture
def texts(membership, write, hidden, campaign):
    """A text with links to the hidden page in every place that players read."""
    page = write("News", TEXT, shown=True)
    session = session_actions.plan_session(membership=membership, title="Rain", notes=TEXT)
    recap_actions.save_recap(membership=membership, session=session, audience="party", text=TEXT)
    log_actions.add_note(membership=membership, text="Heard of [[CANARY spire|a tower]].", session=session)
    campaign_actions.change_campaign(membership=membership, summary="Under [[CANARY spire|a tower]]. :::secret CANARY")
    npc = factories.CharacterFactory(campaign=campaign, kind="npc", name="Otto", about=TEXT)
    thread = write("Who rang?", kind="thread", shown=True)
    for kind in ("step", "reward"):
        quest_actions.add_line(membership=membership, thread=thread, text="Climb [[CANARY spire|a tower]]", kind=kind)
    return {"thread": thread, "page": page, "session": session, "npc": npc, "campaign": campaign}


@pytest.mark.parametrize("who", ["ana", "watcher"])
def test_no_channel_names_the_page_that_a_link_leads_to(client, campaign, texts, request, who):
    told = everything_told(client, campaign, request.getfixturevalue(who))
    assert not [address for address, words in told.items() if "CANARY" in words or "spire" in words]
    with_words = [address for address, words in told.items() if "a tower" in words]
    for channel in (
        f"/world/{texts['page'].pk}/",
        f"/api/v1/world/{texts['page'].pk}/",
        "data/world.jsonl",
        "world.md",
        "data/sessions.jsonl",
        "sessions.md",
        "data/recaps.jsonl",
        "data/known.jsonl",
        "data/log.jsonl",
        "log.md",
        f"/api/v1/campaigns/{campaign.pk}/",
        f"/api/v1/campaigns/{campaign.pk}/log/",
        f"/api/v1/sessions/{texts['session'].pk}/recaps/",
        "data/quests.jsonl",
        f"/api/v1/threads/{texts['thread'].pk}/quest/",
        *(f"/api/v1/quest-lines/{line.pk}/" for line in texts["thread"].quest_lines.all()),
        f"/api/v1/campaigns/{campaign.pk}/glance/",
    ):
        assert channel in with_words, channel


@pytest.mark.parametrize("search", ["canary", "spire"])
def test_no_search_finds_what_a_link_hides(client, campaign, texts, ana, search):
    client.force_login(ana)
    for address in (
        f"/api/v1/campaigns/{campaign.pk}/search/?text={search}",
        f"/api/v1/campaigns/{campaign.pk}/world/?text={search}",
        f"/api/v1/campaigns/{campaign.pk}/log/?text={search}",
    ):
        told = client.get(address).json()
        assert not any(told.get(group) for group in ("results", "log", "world", "sessions", "characters")), address
    found = client.get(f"/api/v1/campaigns/{campaign.pk}/search/?text=tower").json()
    assert all(found[group] for group in ("log", "world", "sessions", "characters")), "its words are found"


def test_the_gm_and_players_who_were_shown_the_page_read_the_link(
    client, campaign, texts, gm, ana, hidden, membership, seat
):
    told = everything_told(client, campaign, gm)
    assert "[[CANARY spire|a tower]]" in told["world.md"]
    reveals.show_entry(membership=membership, entry=hidden, members=[seat(ana)])
    told = everything_told(client, campaign, ana)
    assert "[[CANARY spire|a tower]]" in told["world.md"]
    assert f'href="/world/{hidden.pk}/"' in told[f"/world/{texts['page'].pk}/"]


def test_renaming_the_hidden_page_changes_nothing_that_players_read(
    client, campaign, texts, ana, membership, hidden, write
):
    plain = write("Rumours", "Of [[CANARY spire]].", shown=True)
    before = everything_told(client, campaign, ana, "tower")
    world_actions.change_entry(membership=membership, entry=hidden, revision=None, name="The drowned king")
    after = everything_told(client, campaign, ana, "tower")
    assert {address for address in before if before[address] != after[address]} == set()
    plain.refresh_from_db()
    assert plain.text == "Of [[The drowned king|CANARY spire]]."
    assert "[[The drowned king]] stands." in WorldEntry.objects.get(pk=texts["page"].pk).text


def test_renaming_a_page_that_everybody_knows_renames_it_in_every_text(membership, write, hidden):
    text = write("Rumours", "Of [[CANARY spire]].", shown=True)
    reveals.show_entry(membership=membership, entry=hidden)
    world_actions.change_entry(membership=membership, entry=hidden, revision=None, name="The spire")
    text.refresh_from_db()
    assert text.text == "Of [[The spire]]."


def test_a_change_of_the_secret_part_changes_nothing_that_players_read(client, campaign, texts, ana, membership, gm):
    before = everything_told(client, campaign, ana, "tower")
    secret = TEXT.replace("stands.", "fell.")
    world_actions.change_entry(membership=membership, entry=texts["page"], revision=None, text=secret)
    session_actions.change_session(
        membership=membership, session=texts["session"], notes=secret, gm_notes="New.", agenda="New."
    )
    recap_actions.save_recap(membership=membership, session=texts["session"], audience="party", text=secret)
    campaign_actions.change_campaign(
        membership=membership, summary="Under [[CANARY keep|a tower]]. :::secret CANARY two"
    )
    world_actions.change_entry(
        membership=membership, entry=texts["page"], revision=None, text=secret.replace("|a tower", " |a tower")
    )
    assert everything_told(client, campaign, ana, "tower") == before


def test_the_number_of_a_page_changes_with_what_is_read_of_it(client, campaign, texts, ana, gm, membership):
    def number(user):
        client.force_login(user)
        return client.get(f"/api/v1/world/{texts['page'].pk}/").json()["revision"]

    before = number(ana), number(gm)
    world_actions.change_entry(membership=membership, entry=texts["page"], revision=None, text=TEXT + " Or not.")
    assert number(ana) != before[0]
    assert number(gm) == before[1] + 1


def test_a_step_has_for_players_the_revision_of_its_words_and_for_gms_of_its_link(client, texts, ana, gm, membership):
    line = texts["thread"].quest_lines.first()

    def told(user):
        client.force_login(user)
        answer = client.get(f"/api/v1/quest-lines/{line.pk}/")
        return answer.json()["text"], answer.json()["revision"], answer.headers["ETag"]

    before, for_gm = told(ana), told(gm)
    assert before[0] == "Climb a tower"
    assert for_gm[0] == "Climb [[CANARY spire|a tower]]"
    quest_actions.change_line(membership=membership, line=line, text="Climb [[CANARY keep|a tower]]")
    assert told(ana) == before
    assert told(gm)[1] != for_gm[1]
    quest_actions.change_line(membership=membership, line=line, text="Climb [[CANARY keep|a keep]]")
    assert told(ana)[0] == "Climb a keep"
    assert told(ana)[1] != before[1]


def test_a_note_or_a_character_of_a_guessed_name_does_not_tell_where_a_link_leads(client, campaign, texts, ana, seat):
    note = reveals.create_shown_entry(membership=seat(ana), kind="note", name="CANARY spire", text="Mine.")
    same = factories.CharacterFactory(campaign=campaign, owner=ana, name="canary SPIRE")
    client.force_login(ana)
    page = client.get(f"/world/{texts['page'].pk}/").content.decode()
    assert "<a " not in page.split("We saw")[1].split("</p>")[0]
    assert "News" not in client.get(f"/world/{note.pk}/").content.decode().split("<main")[1]
    texts["page"].campaign.world.filter(author=None, name="CANARY spire").delete()
    same.delete()
    assert "a tower" in client.get(f"/world/{texts['page'].pk}/").content.decode()
    assert "CANARY" not in str(client.get(f"/api/v1/world/{texts['page'].pk}/").json())


def test_a_player_reads_their_own_page_as_it_is_written_and_a_gm_adds_no_hidden_name(
    membership, seat, ana, ben, client, hidden
):
    note = reveals.create_shown_entry(
        membership=seat(ana), kind="note", name="Diary", text="[[Nowhere|there]]", shown=True
    )
    for user, read in ((ana, "[[Nowhere|there]]"), (ben, "there")):
        client.force_login(user)
        assert client.get(f"/api/v1/world/{note.pk}/").json()["text"] == read
    with pytest.raises(Exception, match="target"):
        world_actions.change_entry(membership=membership, entry=note, revision=None, text="[[CANARY spire|a tower]]")
    world_actions.change_entry(
        membership=membership, entry=note, revision=None, text="[[Nowhere|there]] [[Diary|here]]"
    )


def test_half_a_link_is_never_told(membership, campaign, ana, client, hidden):
    session = session_actions.plan_session(membership=membership, title="Rain")
    log_actions.add_note(membership=membership, text="x" * 590 + "[[CANARY spire|a tower]]", session=session)
    client.force_login(ana)
    told = client.get(f"/api/v1/sessions/{session.pk}/recaps/").json()["text"]
    assert "xxx…" in told
    assert "CANARY" not in told


def test_the_log_is_not_narrowed_by_somebody_hidden(membership, campaign, ana, client):
    npc = factories.CharacterFactory(campaign=campaign, kind="npc", visible=False)
    log_actions.add_note(membership=membership, text="He was here.", character=npc)
    client.force_login(ana)
    assert client.get(f"/api/v1/campaigns/{campaign.pk}/log/?character={npc.pk}").json()["results"] == []
    assert "He was here." in everything_told(client, campaign, ana)["data/log.jsonl"]
    assert f'"character": {npc.pk}' not in everything_told(client, campaign, ana)["data/log.jsonl"].replace(":", ": ")


def test_many_lines_with_hidden_names_do_not_end_a_search_early(membership, campaign, ana, client, monkeypatch):
    monkeypatch.setattr("campaigns.overview.search.index.NEAREST", 4)
    log_actions.add_note(membership=membership, text="An open spire.")
    for _ in range(9):
        log_actions.add_note(membership=membership, text="[[CANARY spire|a tower]]")
    client.force_login(ana)
    found = client.get(f"/api/v1/campaigns/{campaign.pk}/log/?text=spire").json()["results"]
    assert [entry["text"] for entry in found] == ["An open spire."]


def test_webhooks_hear_no_hidden_name_and_nothing_of_what_only_gms_read(membership, campaign, texts, hidden):
    webhook_actions.add_webhook(
        membership=membership, url="https://example.com/", topics=[topic.value for topic in outbox.Topic]
    )
    session_actions.change_session(
        membership=membership, session=texts["session"], gm_notes="Secret.", agenda="Secret."
    )
    world_actions.change_entry(membership=membership, entry=hidden, revision=None, name="The drowned king")
    assert not WebhookDelivery.objects.exists()
    log_actions.add_note(membership=membership, text="Heard of [[The drowned king|a tower]].")
    session_actions.change_session(membership=membership, session=texts["session"], title="Storm")
    session_actions.record_attendance(membership=membership, session=texts["session"], attendance=[membership])
    session_actions.record_attendance(membership=membership, session=texts["session"], attendance=[])
    told = [row.body for row in WebhookDelivery.objects.order_by("pk")]
    assert told[0]["log"]["text"] == "Heard of a tower."
    assert len(told) == 4


def test_the_remark_about_the_summary_follows_what_everybody_reads(membership, campaign, texts):
    lines = LogEntry.objects.filter(campaign=campaign, kind="campaign", audience="all").count()
    campaign_actions.change_campaign(membership=membership, summary="Under [[Another|a tower]]. :::secret CANARY")
    assert LogEntry.objects.filter(campaign=campaign, kind="campaign", audience="all").count() == lines
