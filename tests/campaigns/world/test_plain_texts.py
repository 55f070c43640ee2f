"""A text that players read as it was typed takes no secret block, whoever writes it and by whichever door."""

import pytest
from django.core.exceptions import ValidationError

from campaigns import play, wiki
from campaigns.actions import campaigns, checks, encounters, log, reveals, sessions, world
from campaigns.models import LogEntry
from characters import actions as sheets
from rules import actions as catalogue
from rules import plain, secrets
from tests import factories
from tests.campaigns.people.helpers import place, refused

SECRET = "They rest.\n:::secret\nCANARY\n:::"
ONE_LINE = "They rest. :::secret CANARY"


@pytest.fixture
def own(gm, campaign):
    return place(campaign, gm)


@pytest.fixture
def mara(campaign, gm, ana):
    return sheets.create(campaign=campaign, by=ana, owner=ana, name="Mara", sheet={"class": "warrior"})


def written(own, mara, text):
    """Every way of writing what players read as it is, by the name of the field that refuses it."""
    gm, campaign = own.user, own.campaign
    fight = encounters.create(own=own, title="Ford")
    page = world.create(own=own, kind="note", name="Mill")
    line = log.add_note(own=own, text="Rain.")
    wolf = factories.MonsterFactory(system=campaign.system)
    return {
        "note": lambda: log.add_note(own=own, text=text),
        "notes": lambda: log.add_notes(own=own, notes=[{"text": text}]),
        "correction": lambda: log.correct(own=own, entry=line, text=text),
        "award": lambda: sheets.award(character=mara, amount=1, reason=text, by=gm),
        "history": lambda: sheets.edit(character=mara, by=gm, revision=mara.revision, changes={}, reason=text),
        "death": lambda: sheets.kill(character=mara, by=gm, reason=text),
        "name": lambda: sheets.create(campaign=campaign, by=gm, kind="npc", name=text[:100]),
        "check": lambda: checks.record_check(own=own, kind="skill", inputs={}, detail=text),
        "encounter": lambda: encounters.create(own=own, title=text),
        "encounter changed": lambda: encounters.change(own=own, encounter=fight, title=text),
        "foe": lambda: encounters.add_monsters(own=own, encounter=fight, monster=wolf, names=[text]),
        "session": lambda: sessions.plan(own=own, title=text),
        "campaign": lambda: campaigns.change(own=own, name=text[:100]),
        "page": lambda: world.change(own=own, entry=page, revision=None, name=text),
        "reveal": lambda: reveals.show(own=own, entry=page, how=text),
        "row": lambda: catalogue.add_row(campaign=campaign, by=gm, kind="skill", name=text),
        "row's text": lambda: catalogue.add_row(campaign=campaign, by=gm, kind="skill", name="Row", text=text),
    }  # fmt: skip


@pytest.mark.parametrize("text", [SECRET, ONE_LINE, "::: Secret CANARY", "> :::secret CANARY"])
def test_no_such_text_takes_a_secret(own, mara, text):
    taken = []
    for name, write in written(own, mara, text).items():
        try:
            write()
        except ValidationError:
            continue
        taken.append(name)
    assert taken == []
    assert not [line.text for line in LogEntry.objects.all() if "CANARY" in line.text]


def test_a_planted_fault_is_noticed_in_every_one_of_them(own, mara, monkeypatch):
    for module in ("rules.plain", "campaigns.wiki", "rules.secrets"):
        monkeypatch.setattr(f"{module}.has_secret", lambda text: False)
    refusals = []
    for name, write in written(own, mara, ONE_LINE).items():
        try:
            write()
        except ValidationError as refusal:
            refusals.append((name, refusal.messages))
        except play.Refused:
            assert name == "check", "it got as far as the rules, which know no such inputs"
    assert refusals == []


def test_gms_write_secrets_among_themselves_and_the_refusal_says_how(client, own, ana):
    assert log.add_note(own=own, text=SECRET, audience="gm").text == SECRET
    client.force_login(own.user)
    page = client.post(f"/campaigns/{own.campaign_id}/log/", {"text": SECRET, "audience": "all"}).content.decode()
    assert "Write a line for GMs only instead" in page
    client.force_login(ana)
    assert "CANARY" not in client.get(f"/campaigns/{own.campaign_id}/log/").content.decode()


def test_a_secret_within_a_line_is_one_to_the_line_that_closes_it():
    assert wiki.told(ONE_LINE, runs=False) == "They rest."
    assert wiki.told("A :::secret B:::\nC", runs=False) == "A\n\nC"
    assert wiki.told("A :::secret B\nC\n:::\nD", runs=False) == "A\n\nD"
    assert wiki.told("A :::secret B ::: C", runs=False) == "A", "what nobody closed stays secret to the end"
    assert list(secrets.parts(":::secret B\n:::\nC"))[1] == (True, "B"), "GMs read what stands beside the mark"
    assert wiki.told("Three dots ::: and a secret.", runs=False) == "Three dots ::: and a secret."


def test_a_hand_over_takes_none(own, mara):
    with refused("hides nothing"):
        sheets.hand_over(character=mara, by=own.user, to=None, reason=ONE_LINE)


def test_a_command_at_the_table_takes_none_in_any_of_its_texts():
    plain.must_give_plainly({"type": "note", "reason": "It rains.", "of": [{"text": "Two ::: dots"}]})
    for command in ({"reason": ONE_LINE}, {"of": [{"text": SECRET}]}):
        with pytest.raises(play.Refused, match="hides nothing"):
            plain.must_give_plainly(command)


def test_the_api_refuses_as_the_pages_do(client, own, mara):
    client.force_login(own.user)
    for path, body in (
        (f"campaigns/{own.campaign_id}/log/", {"text": SECRET}),
        (f"campaigns/{own.campaign_id}/encounters/", {"title": ONE_LINE}),
        (f"campaigns/{own.campaign_id}/sessions/", {"title": ONE_LINE}),
    ):
        answer = client.post(f"/api/v1/{path}", body, content_type="application/json")
        assert answer.status_code in {400, 422}, (path, answer.content)
        assert "secret block" in answer.content.decode()
