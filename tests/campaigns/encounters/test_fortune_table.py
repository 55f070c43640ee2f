"""The table of Fortune and Power: what its page offers can be given from the page."""

import re

import pytest
from django.urls import reverse

from campaigns.encounters import actions as encounter_actions
from campaigns.encounters import play
from campaigns.encounters.models import Encounter
from characters.experience.step_actions import take_step
from characters.sheets.actions import create_character
from people.access import get_membership
from rules.catalogue import shipped
from tests import factories

SYSTEM = "fortune-and-power"


@pytest.fixture
def table(gm, ana, ben):
    """Ana's healer and Ben's wounded mason at a table where she is on turn."""
    shipped.load()
    campaign = factories.CampaignFactory(system=SYSTEM, created_by=gm)
    for user, role in ((gm, "gm"), (ana, "player"), (ben, "player")):
        factories.MemberFactory(campaign=campaign, user=user, role=role)
    healer = {"traits": {"Perception": 4}, "gifts": [{"name": "Empathy"}], "weapons": [{"name": "Club", "bonus": 2}]}
    made = [
        create_character(campaign=campaign, by=user, owner=user, name=name, sheet=sheet)
        for user, name, sheet in ((ana, "Ida", healer), (ben, "Cob", {"traits": {"Smith": 3}, "wounds": 2}))
    ]
    for character in made:
        take_step(character=character, by=character.owner, step={"type": "finish"})
    membership = get_membership(gm, campaign.pk)
    row = encounter_actions.create(membership=membership, title="The kiln")
    encounter_actions.add_characters(membership=membership, encounter=row, characters=made)
    return encounter_actions.start(membership=membership, encounter=row, seed="kiln")


def page_of(client, row):
    return client.get(reverse("encounter", args=[row.pk])).content.decode()


def test_a_healer_names_whom_she_heals(table, ana, client):
    """FNP-08: the form asks whom, as every other that concerns someone."""
    client.force_login(ana)
    html = page_of(client, table)
    form = next(block for block in re.findall(r"<form.*?</form>", html, re.DOTALL) if "Heal Cob of a wound" in block)
    assert 'name="one:target" value="cob"' in form
    given = dict(re.findall(r'name="(as|seen|key|do)" value="([^"]*)"', form.replace("&quot;", "'")))
    posted = {**given, "do": given["do"].replace("'", '"'), "one:target": "cob"}
    client.post(reverse("encounter-command", args=[table.pk]), posted)
    assert "Ida heals Cob" in page_of(client, Encounter.objects.get(pk=table.pk))


def test_traits_and_weapons_are_named_with_their_figures(table, ana, client):
    """FNP-10, FNP-42."""
    client.force_login(ana)
    html = page_of(client, table)
    assert 'Perception <span class="num">4</span>' in html
    assert 'Warrior <span class="num">0</span>' in html
    assert 'Club <span class="num">+2</span>' in html


def test_a_trait_that_an_opponent_lacks_counts_0_in_the_list(table, ana, client):
    """FNP-10, FNP-13."""
    client.force_login(ana)
    html = " ".join(page_of(client, table).split())
    assert "Cob · Smith 3" in html
    assert "Cob · Perception 0" in html
    assert "Perception None" not in html


def test_everybody_stands_with_their_place_in_the_order(table, ben, client):
    """FNP-32."""
    client.force_login(ben)
    places = re.findall(r"place in the order:\s*</span>(\d)\.", page_of(client, table))
    assert places == ["1", "2"]


def test_when_it_is_over_nobody_is_asked_to_end_it(table, gm, ana, client):
    """FNP-44: the only side that stands is told to players while it runs, to the GM with the button that ends it."""
    said = "side is still standing. The Adversary may end"
    client.force_login(ana)
    assert said in page_of(client, table)
    client.force_login(gm)
    assert said not in page_of(client, table)
    ending = {"type": "end", "actor": "gm", "outcome": "They go home."}
    play.submit(encounter=table, by=gm, command=ending)
    client.force_login(ana)
    assert said not in page_of(client, table)


def test_a_ruling_says_in_words_which_result_it_is_about(table, ana, gm, client):
    """FNP-16: a total that meets its challenge exactly."""
    check = {"type": "check", "actor": "ida", "trait": "Perception", "challenge": 10, "rolls": [3, 3]}
    play.submit(encounter=table, by=ana, command=check)
    client.force_login(gm)
    html = page_of(client, Encounter.objects.get(pk=table.pk))
    assert "Rule on result 1: Ida, Perception: 3 + 3 + 4 = 10 against 10" in " ".join(html.split())
    assert "marginal result" not in html


def test_while_a_hit_waits_for_an_answer_the_gm_reads_whom_it_waits_for(table, gm, ana, ben, client):
    """FNP-06: the orders that remain do not make the table look full, and the answer says what it costs."""
    client.force_login(gm)
    assert "Waiting for an answer" not in page_of(client, table)
    play.submit(
        encounter=table,
        by=gm,
        command={"type": "adjust", "actor": "gm", "target": "cob", "fortune": 3, "reason": "luck"},
    )
    attack = {"type": "attack", "actor": "ida", "target": "cob", "trait": "Perception", "rolls": [6, 6]}
    play.submit(encounter=table, by=ana, command=attack)
    html = page_of(client, table)
    assert "Waiting for an answer from Cob." in html
    assert "The table is full" not in html
    client.force_login(ben)
    assert 'data-label="Take the hit' in page_of(client, table)


def test_an_end_that_a_sheet_cannot_take_is_written_for_the_others_and_told_to_the_gms(gm, ana, ben):
    campaign = factories.CampaignFactory(system=SYSTEM, created_by=gm)
    for user, role in ((gm, "gm"), (ana, "player"), (ben, "player")):
        factories.MemberFactory(campaign=campaign, user=user, role=role)
    # Ida's creation is not finished, and its whole budget is spent: she cannot have more fortune.
    ida = create_character(campaign=campaign, by=ana, owner=ana, name="Ida", sheet={"fortune": 40})
    cob = create_character(campaign=campaign, by=ben, owner=ben, name="Cob", sheet={"traits": {"Smith": 3}})
    membership = get_membership(gm, campaign.pk)
    row = encounter_actions.create(membership=membership, title="The kiln")
    encounter_actions.add_characters(membership=membership, encounter=row, characters=[ida, cob])
    row = encounter_actions.start(membership=membership, encounter=row, seed="kiln")
    for target, change in (("ida", {"fortune": 3}), ("cob", {"wounds": 2})):
        order = {"type": "adjust", "actor": "gm", "target": target, "reason": "a gift", **change}
        play.submit(encounter=row, by=gm, command=order)
    play.submit(encounter=row, by=gm, command={"type": "end", "actor": "gm", "outcome": "over"})
    for one in (row, ida, cob):
        one.refresh_from_db()
    assert row.status == Encounter.Status.ENDED
    assert (ida.sheet["fortune"], cob.sheet["wounds"]) == (40, 2)
    entry = campaign.log.get(text__contains="could not be written to the sheet of Ida")
    assert entry.audience == "gm"
