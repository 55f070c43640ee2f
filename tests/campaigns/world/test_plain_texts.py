"""A text that players read as it was typed takes no secret block, from any author and on any channel."""

import pytest
from django.core.exceptions import ValidationError

from campaigns.encounters import actions as encounter_actions
from campaigns.encounters import play
from campaigns.log import actions as log_actions
from campaigns.log.checks import actions as check_actions
from campaigns.log.models import LogEntry
from campaigns.overview import actions as overview_actions
from campaigns.sessions import actions as session_actions
from campaigns.world import actions as world_actions
from campaigns.world import reveals, wiki_links
from characters.experience.actions import award_experience
from characters.sheets.actions import create_character, edit_character
from characters.sheets.status_actions import hand_over_character, mark_dead
from common import secret_blocks
from rules.catalogue import actions as catalogue
from rules.pages import plain_text
from tests import factories
from tests.people.helpers import place, refused

SECRET = "They rest.\n:::secret\nCANARY\n:::"
ONE_LINE = "They rest. :::secret CANARY"


@pytest.fixture
def membership(gm, campaign):
    return place(campaign, gm)


@pytest.fixture
def mara(campaign, gm, ana):
    return create_character(campaign=campaign, by=ana, owner=ana, name="Mara", sheet={"class": "warrior"})


def written(membership, mara, text):
    """Every way of writing what players read as it is, by the name of the field that refuses it."""
    gm, campaign = membership.user, membership.campaign
    fight = encounter_actions.create(membership=membership, title="Ford")
    page = world_actions.create_entry(membership=membership, kind="note", name="Mill")
    line = log_actions.add_note(membership=membership, text="Rain.")
    wolf = factories.MonsterFactory(system=campaign.system)
    return {
        "note": lambda: log_actions.add_note(membership=membership, text=text),
        "notes": lambda: log_actions.add_notes(membership=membership, notes=[{"text": text}]),
        "correction": lambda: log_actions.correct_entry(membership=membership, entry=line, text=text),
        "award": lambda: award_experience(character=mara, amount=1, reason=text, by=gm),
        "history": lambda: edit_character(character=mara, by=gm, revision=mara.revision, changes={}, reason=text),
        "death": lambda: mark_dead(character=mara, by=gm, reason=text),
        "name": lambda: create_character(campaign=campaign, by=gm, kind="npc", name=text[:100]),
        "check": lambda: check_actions.record_check(membership=membership, kind="skill", inputs={}, detail=text),
        "encounter": lambda: encounter_actions.create(membership=membership, title=text),
        "encounter changed": lambda: encounter_actions.change(membership=membership, encounter=fight, title=text),
        "foe": lambda: encounter_actions.add_monsters(
            membership=membership, encounter=fight, monster=wolf, names=[text]
        ),
        "session": lambda: session_actions.plan_session(membership=membership, title=text),
        "campaign": lambda: overview_actions.change_campaign(membership=membership, name=text[:100]),
        "page": lambda: world_actions.change_entry(membership=membership, entry=page, revision=None, name=text),
        "reveal": lambda: reveals.show_entry(membership=membership, entry=page, how=text),
        "row": lambda: catalogue.add_row(campaign=campaign, by=gm, kind="skill", name=text),
        "row's text": lambda: catalogue.add_row(campaign=campaign, by=gm, kind="skill", name="Row", text=text),
    }


@pytest.mark.parametrize("text", [SECRET, ONE_LINE, "::: Secret CANARY", "> :::secret CANARY"])
def test_no_such_text_takes_a_secret(membership, mara, text):
    taken = []
    for name, write in written(membership, mara, text).items():
        try:
            write()
        except ValidationError:
            continue
        taken.append(name)
    assert taken == []
    assert not [line.text for line in LogEntry.objects.all() if "CANARY" in line.text]


def test_a_planted_fault_is_noticed_in_every_one_of_them(membership, mara, monkeypatch):
    for module in ("rules.pages.plain_text", "campaigns.world.wiki_links", "common.secret_blocks"):
        monkeypatch.setattr(f"{module}.has_secret", lambda text: False)
    refusals = []
    for name, write in written(membership, mara, ONE_LINE).items():
        try:
            write()
        except ValidationError as refusal:
            refusals.append((name, refusal.messages))
        except play.Refused:
            assert name == "check", "it got as far as the rules, which know no such inputs"
    assert refusals == []


def test_gms_write_secrets_among_themselves_and_the_refusal_says_how(client, membership, ana):
    assert log_actions.add_note(membership=membership, text=SECRET, audience="gm").text == SECRET
    client.force_login(membership.user)
    page = client.post(
        f"/campaigns/{membership.campaign_id}/log/", {"text": SECRET, "audience": "all"}
    ).content.decode()
    assert "Write an entry for GMs only instead" in page
    client.force_login(ana)
    assert "CANARY" not in client.get(f"/campaigns/{membership.campaign_id}/log/").content.decode()


def test_a_secret_within_a_line_is_one_to_the_line_that_closes_it():
    assert wiki_links.visible_text(ONE_LINE, is_gm=False) == "They rest."
    assert wiki_links.visible_text("A :::secret B:::\nC", is_gm=False) == "A\n\nC"
    assert wiki_links.visible_text("A :::secret B\nC\n:::\nD", is_gm=False) == "A\n\nD"
    assert wiki_links.visible_text("A :::secret B ::: C", is_gm=False) == "A", (
        "what nobody closed stays secret to the end"
    )
    assert list(secret_blocks.split_secrets(":::secret B\n:::\nC"))[1] == (True, "B"), (
        "GMs read what stands beside the mark"
    )
    assert wiki_links.visible_text("Three dots ::: and a secret.", is_gm=False) == "Three dots ::: and a secret."


def test_a_hand_over_takes_none(membership, mara):
    with refused("hides nothing"):
        hand_over_character(character=mara, by=membership.user, to=None, reason=ONE_LINE)


def test_a_command_at_the_table_takes_none_in_any_of_its_texts():
    plain_text.require_plain_command({"type": "note", "reason": "It rains.", "of": [{"text": "Two ::: dots"}]})
    for command in ({"reason": ONE_LINE}, {"of": [{"text": SECRET}]}):
        with pytest.raises(play.Refused, match="hides nothing"):
            plain_text.require_plain_command(command)


def test_the_api_refuses_as_the_pages_do(client, membership, mara):
    client.force_login(membership.user)
    for path, body in (
        (f"campaigns/{membership.campaign_id}/log/", {"text": SECRET}),
        (f"campaigns/{membership.campaign_id}/encounters/", {"title": ONE_LINE}),
        (f"campaigns/{membership.campaign_id}/sessions/", {"title": ONE_LINE}),
    ):
        answer = client.post(f"/api/v1/{path}", body, content_type="application/json")
        assert answer.status_code in {400, 422}, (path, answer.content)
        assert "secret block" in answer.content.decode()
