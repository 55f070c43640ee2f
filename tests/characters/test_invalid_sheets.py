"""A stored sheet that the rules refuse, because a row left the catalogue, is corrected on the page or restored."""

import pytest
from django.urls import reverse

from characters.experience.actions import award_experience, take_back
from characters.experience.step_actions import take_step
from characters.models import Character, ExperienceEntry
from characters.sheets import queries
from characters.sheets.actions import create_character
from rules import play
from rules.catalogue import actions as catalogue
from tests import factories, shipped_rows

BASTARDS, FORTUNE = "game-of-bastards", "fortune-system"
SHEETS = {
    BASTARDS: {"suit": "spades", "skills": {"Stealth": 2}, "advantages": [{"key": "careful"}, {"key": "night-eyes"}]},
    FORTUNE: {"talents": [{"key": "night-eyes", "focus": None, "ranks": 1}]},
}
ROWS = {
    BASTARDS: {"kind": "advantage", "figures": {"effect": "careful", "suit": "spades"}},
    FORTUNE: {"kind": "talent", "figures": {"for": "none"}},
}
FILL = {"type": "fill", "method": "rolled", "rolls": [55, 40, 88, 23]}
CORRECTED = {
    BASTARDS: {"suit": "spades", "skills": "Stealth 2", "traits": "", "mind": "2", "advantages": "careful"},
    FORTUNE: {"slots": "55\n40\n88\n23", "talents": "", "equipment": ""},
}
WHAT = {BASTARDS: "advantages", FORTUNE: "talents"}
KEPT = {BASTARDS: [{"key": "careful"}], FORTUNE: []}


@pytest.fixture(params=[BASTARDS, FORTUNE])
def place(request, gm, ana):
    """A campaign of a game in which sheets name rows of the catalogue."""
    shipped_rows.load_catalogue()
    campaign = factories.CampaignFactory(name="The Long Night", system=request.param, created_by=gm)
    for user, role in ((gm, "gm"), (ana, "player")):
        factories.MemberFactory(campaign=campaign, user=user, role=role)
    return campaign


@pytest.fixture
def row(place, gm):
    """A row of the campaign's own."""
    return catalogue.add_row(campaign=place, by=gm, name="Night eyes", **ROWS[place.system])


@pytest.fixture
def hero(place, ana, row):
    """Ana's character in creation, whose sheet names the row."""
    hero = create_character(campaign=place, by=ana, owner=ana, name="Nox")
    if place.system == FORTUNE:
        hero = take_step(character=hero, by=ana, step=FILL).character
    hero.sheet = hero.sheet | SHEETS[place.system]
    hero.save()
    assert not queries.read_character(hero).refusal
    return hero


def now(hero):
    return Character.objects.get(pk=hero.pk)


def bought(hero):
    return now(hero).sheet[WHAT[hero.campaign.system]]


def take_row_out(row, gm):
    catalogue.change_row(row=row, by=gm, active=False)


def correct(client, hero, **more):
    fields = CORRECTED[hero.campaign.system] | {"name": "Nox", "revision": now(hero).revision, "visible": "on"} | more
    return client.post(reverse("character-edit", args=[hero.pk]), fields)


def test_a_player_corrects_an_invalid_sheet_in_creation_but_does_not_finish_it(hero, row, gm, ana, as_, client):
    take_row_out(row, gm)
    assert queries.read_character(now(hero)).refusal
    assert "Correct the sheet" in as_(ana).get(reverse("character", args=[hero.pk])).content.decode()
    client.force_login(ana)
    fields = {"sheet": {"finished": True, WHAT[hero.campaign.system]: []}, "revision": now(hero).revision}
    answer = client.patch(f"/api/v1/characters/{hero.pk}/", fields, content_type="application/json")
    assert answer.status_code == 422
    assert now(hero).sheet == hero.sheet
    answer = correct(as_(ana), hero)
    assert answer.status_code == 302, answer.content.decode()
    assert bought(hero) == KEPT[hero.campaign.system]
    assert now(hero).sheet.get("slots") == hero.sheet.get("slots")
    assert not now(hero).sheet["finished"]
    assert not queries.read_character(now(hero)).refusal


def test_a_gm_corrects_an_invalid_finished_sheet_with_a_reason_and_its_player_does_not(hero, row, gm, ana, as_):
    take_step(character=hero, by=ana, step={"type": "finish"})
    take_row_out(row, gm)
    stored = now(hero).sheet
    correct(as_(ana), hero)
    assert b"Give a reason" in correct(as_(gm), hero).content
    assert now(hero).sheet == stored
    answer = correct(as_(gm), hero, reason="The row is gone.")
    assert answer.status_code == 302, answer.content.decode()
    assert bought(hero) == KEPT[hero.campaign.system]
    assert now(hero).sheet["finished"]
    assert not queries.read_character(now(hero)).refusal


def test_an_award_to_an_invalid_sheet_is_taken_back(hero, row, gm, ana):
    take_step(character=hero, by=ana, step={"type": "finish"})
    entry = award_experience(character=hero, amount=1, by=gm, reason="The ford.")
    take_row_out(row, gm)
    take_back(entry=entry, by=gm, reason="Not at the ford.")
    assert queries.experience_of(hero)["xp"] == 0
    assert queries.read_character(now(hero)).refusal


def test_an_award_that_was_spent_is_not_taken_back_from_an_invalid_sheet(hero, row, gm, ana):
    take_step(character=hero, by=ana, step={"type": "finish"})
    entry = award_experience(character=hero, amount=2, by=gm, reason="The ford.")
    ExperienceEntry.objects.create(character=hero, kind="spend", unit="xp", amount=-1, reason="Bought.")
    take_row_out(row, gm)
    with pytest.raises(play.Refused) as refused:
        take_back(entry=entry, by=gm, reason="Not at the ford.")
    assert refused.value.code == "experience.spent"
    assert queries.experience_of(hero)["xp"] == 1


def test_an_earlier_version_is_restored_over_an_invalid_sheet(hero, row, gm, ana, as_):
    first = hero.history.filter(**{f"sheet__{WHAT[hero.campaign.system]}": []}).latest().history_id
    take_step(character=hero, by=ana, step={"type": "finish"})
    take_row_out(row, gm)
    address = reverse("character-version", args=[hero.pk, first])
    revision = {"revision": now(hero).revision}
    assert as_(ana).get(address).status_code == 200
    as_(ana).post(address, revision)
    assert queries.read_character(now(hero)).refusal
    as_(gm).post(address, revision)
    assert bought(hero) == []
    assert not queries.read_character(now(hero)).refusal
