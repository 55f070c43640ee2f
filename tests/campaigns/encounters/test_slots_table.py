"""The table of the Fortune System: every question names the slots by what they hold, and each of them can be chosen."""

import json
import re

import pytest
from django.template.loader import render_to_string
from django.urls import reverse

from campaigns.encounters import actions as encounter_actions
from campaigns.encounters import play
from campaigns.encounters.models import Encounter, EncounterGroup
from characters.experience.step_actions import take_step
from characters.sheets.actions import create_character
from people.access import get_membership
from rules.catalogue import shipped
from tests import factories

SYSTEM = "fortune-system"
FILL = {"type": "fill", "method": "rolled", "rolls": [40, 62, 12, 90]}


@pytest.fixture
def table(gm, ana, ben):
    """Ana's climber, who helps and keeps steady, and Ben's, at a table that runs."""
    shipped.load()
    campaign = factories.CampaignFactory(system=SYSTEM, created_by=gm)
    for user, role in ((gm, "gm"), (ana, "player"), (ben, "player")):
        factories.MemberFactory(campaign=campaign, user=user, role=role)
    helps = [{"type": "talent", "key": key, "focus": "Physical"} for key in ("wingman", "steady")]
    made = []
    for user, name, talents in ((ana, "Ida", helps), (ben, "Cob", [])):
        character = create_character(campaign=campaign, by=user, owner=user, name=name)
        for step in (FILL, *talents, {"type": "finish"}):
            character = take_step(character=character, by=user, step=step).character
        made.append(character)
    membership = get_membership(gm, campaign.pk)
    row = encounter_actions.create(membership=membership, title="The stair")
    encounter_actions.add_characters(membership=membership, encounter=row, characters=made)
    row = encounter_actions.start(membership=membership, encounter=row, seed="stair")
    given(row, gm, type="hardship", actor="gm", target="cob", degree="damaged", selection="choice")
    given(row, ben, type="choose", actor="cob", slot=1)
    return row


def given(row, by, **command):
    play.submit(encounter=row, by=by, command=command)


def called(row, gm, who, task="The gap", **more):
    given(
        row,
        gm,
        type="call-check",
        actor="gm",
        participants=[who],
        skill="Running",
        group="Physical",
        cos=50,
        task=task,
        **more,
    )


def page_of(client, user, row):
    client.force_login(user)
    return " ".join(client.get(reverse("encounter", args=[row.pk])).content.decode().split())


def test_a_tap_is_named_by_its_slot_and_value_and_by_the_price_of_its_reductions(table, gm, ben, client):
    called(table, gm, "cob")
    page = page_of(client, ben, table)
    names = [" ".join(name.split()) for name in re.findall(r'data-what="([^"]*)"', page)]
    assert names
    offer = next(each for each in play.offers(table, get_membership(ben, table.campaign_id), "cob") if each.get("ways"))
    values = [(way["slots"], way["value"]) for way in offer["ways"]]
    assert [re.match(r"slot (\d), (\w+)", name).groups() for name in names] == [
        (str(slot + 1), str(value)) for (slot,), value in values
    ]
    way = {"slots": [0], "value": 60, "pushed": True, "fields": {"reduce": {"leverage": 10}}}
    plain = {"slots": [0], "value": 60, "pushed": False, "fields": {}}
    words = render_to_string("games/fortune-system/checks/damage.html", {"way": way, "ways": [plain, way]})
    assert words.strip() == "the slot is damaged (Leverage)"


def test_an_ally_gives_any_slot_away_by_its_value_or_declines(table, gm, ana, ben, client):
    """FOS-38: the first slot, too, whose index is 0."""
    called(table, gm, "ida", aids="cob")
    given(table, ana, type="attempt", actor="ida", task="The gap", dice=[2], wingman=True)
    html = page_of(client, ben, table)
    for words in ('name="number:slot" value="0">40', '"1">62 (damaged)', '"2">12', 'value="">Decline<'):
        assert words in html, words


def test_an_ally_types_the_dice_of_the_slot_that_is_given_away(table, gm, ana, ben, client):
    """FOS-05, FOS-38: two for Cob's damaged slot; a decline takes the one die of Ida's slot."""
    called(table, gm, "ida", aids="cob")
    given(table, ana, type="attempt", actor="ida", task="The gap", dice=[2], wingman=True)
    html = page_of(client, ben, table)
    assert "What do your dice show? Enter up to 2 dice. A damaged slot needs two." in html
    number = Encounter.objects.get(pk=table.pk).number
    do = re.search(r'name="do" value="([^"]*rolls-up-to[^"]*)"', html)[1].replace("&quot;", '"')
    fields = {"as": "cob", "seen": number, "key": "k", "do": do, "rolls-up-to:rolls": ["30", "71"]}
    client.post(reverse("encounter-command", args=[table.pk]), fields | {"number:slot": "1"})
    assert "the worse of 30 and 71 is 71" in page_of(client, ben, table)


def test_a_slot_that_a_blow_would_end_says_so(table, gm, ben, client):
    """FOS-04, FOS-09."""
    given(table, gm, type="hardship", actor="gm", target="cob", degree="damaged", selection="choice")
    html = page_of(client, ben, table)
    assert "62 (damaged: this blows it)" in html


def test_the_player_who_is_asked_about_steady_reads_both_values(table, gm, ana, client):
    """FOS-41."""
    called(table, gm, "ida")
    given(table, ana, type="attempt", actor="ida", task="The gap", dice=[0], rolls=[95])
    html = page_of(client, ana, table)
    assert ">Keep 95<" in html
    assert ">Write 60: the slot is damaged<" in html
    assert "Keep 95, or write 60 and damage slot 1" in html
    assert "You may replace a value" in html
    assert "You must choose" not in html


def test_a_copy_of_an_old_preparation_tells_of_its_opponents_and_starts(table, gm):
    """FOS-27: nobody but characters sits at this table; a preparation from before that was so held monsters."""
    hound = factories.MonsterFactory(system=SYSTEM, campaign=table.campaign, name="Glass hound", stats={"level": 3})
    EncounterGroup.objects.create(encounter=table, monster=hound, count=2, side="monsters", position=9)
    table.notes = "Two ways out."
    table.save(update_fields=["notes"])
    membership = get_membership(gm, table.campaign_id)
    again = encounter_actions.copy(membership=membership, encounter=table)
    assert again.notes == "Two ways out.\n\n- 2 × Glass hound"
    assert not again.groups.filter(monster__isnull=False).exists()
    assert encounter_actions.start(membership=membership, encounter=again).status == "running"


def test_dice_of_the_table_are_asked_for_where_their_number_hangs_on_the_choice(table, gm, ben, client):
    """FOS-05: Cob has a damaged slot, for which two dice fall; for a sound one it is one."""
    called(table, gm, "cob")
    html = page_of(client, ben, table)
    assert "Enter up to 2 dice. A damaged slot needs two." in html
    do = {"type": "attempt", "actor": "cob", "take": ["rolls-up-to:rolls"], "fixed": {"task": "The gap", "dice": [1]}}
    fields = {"as": "cob", "seen": table.number, "key": "k", "do": json.dumps(do)}
    address = reverse("encounter-command", args=[table.pk])
    client.post(address, fields | {"rolls-up-to:rolls": ["30", "71"]})
    assert "the worse of 30 and 71 is 71" in page_of(client, ben, table)
    given(table, gm, type="close-task", actor="gm", task="The gap")
    called(table, gm, "cob")
    do["fixed"]["dice"] = [0]
    fields |= {"seen": Encounter.objects.get(pk=table.pk).number, "key": "l", "do": json.dumps(do)}
    client.post(address, fields | {"rolls-up-to:rolls": ["55", ""]})
    assert "Cob rolls for slot 1: 55" in page_of(client, ben, table)


def test_talents_for_a_free_slot_are_folded_and_a_waiting_player_reads_what_comes_next(table, ana, client):
    client.force_login(ana)
    html = client.get(reverse("encounter", args=[table.pk])).content.decode()
    assert "The GM calls the next check." in html
    before, summary, folded = html.partition("Prepare a talent in the free slot")
    assert summary
    assert "Prepare a talent for a skill in the free slot" in folded
    assert "Prepare a talent for a skill in the free slot" not in before


def test_finished_checks_are_folded_so_that_the_open_one_stays_in_sight(table, client, gm, ben):
    def felt():
        table.refresh_from_db()
        html = client.get(f"/encounters/{table.pk}/").content.decode()
        html = html[html.index('<div class="felt">') : html.index('class="event-log-panel panel"')]
        html = re.sub(r'<div class="last-roll.*', "", html, flags=re.DOTALL)
        shown, _mark, folded = html.partition('id="earlier-checks"')
        return shown.count("The gap"), folded.count("The gap")

    client.force_login(ben)
    for turn in range(3):
        called(table, gm, "cob", f"The gap {turn}")
        assert felt() == (1, turn), "the open check, and those before it folded"
        offered = play.read_encounter(table, get_membership(ben, table.campaign_id)).offers("cob")
        attempt = next(offer["example"] for offer in offered if offer["example"]["type"] == "attempt")
        given(table, ben, **attempt)
        assert felt() == (1, turn), "the newest one shows its result until the next is called"


def test_a_check_is_called_for_everyone_unless_the_gm_chooses(table, gm, client):
    forms = re.findall("<form.*?</form>", page_of(client, gm, table))
    boxes = [re.findall(r'name="some:participants" value="(\w+)"([^>]*)>', form) for form in forms]
    calls = [dict(found) for found in boxes if found]
    assert calls
    assert all(sorted(call) == ["cob", "ida"] and all("checked" in rest for rest in call.values()) for call in calls)


def test_the_line_of_the_turn_begins_with_a_capital_while_others_attempt(table, gm, ana, client):
    called(table, gm, "cob")
    assert "To attempt: Cob" in page_of(client, ana, table)
