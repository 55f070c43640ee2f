"""The experience ledger: credits, levels as sums, one credit an encounter, taking back."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from campaigns.encounters.models import Encounter
from characters.experience.actions import award_experience, award_party, take_back
from characters.models import Character, ExperienceEntry
from characters.sheets import queries
from characters.sheets.actions import change_pool
from rules import play
from tests import factories


def level(row):
    return queries.read_character(row).figures["level"]


def test_five_credits_make_a_level(mara, gm, campaign):
    """F52-90."""
    for n in range(5):
        assert level(mara) == 1
        award_experience(character=mara, amount=1, by=gm, reason=f"night {n}", rule="F52-90")
    assert level(mara) == 2
    assert campaign.log.filter(kind="award").first().text.endswith("Mara is now level 2.")


def test_an_encounter_is_credited_once(mara, gm, campaign):
    """F52-90: one credit for each encounter and character, also in the database."""
    encounter = Encounter.objects.create(campaign=campaign, title="The ford")
    award_experience(character=mara, amount=1, by=gm, reason="the ford", encounter=encounter)
    with pytest.raises(play.Refused) as refused:
        award_experience(character=mara, amount=1, by=gm, reason="again", encounter=encounter)
    assert refused.value.code == "experience.credited"
    with pytest.raises(IntegrityError), transaction.atomic():
        ExperienceEntry.objects.create(character=mara, kind="award", amount=1, encounter=encounter)
    assert queries.experience_of(mara) == {"encounters": 1}


def test_a_credit_taken_back_can_be_given_again(mara, gm, campaign):
    """So that an encounter that the GM rewound can end once more."""
    encounter = Encounter.objects.create(campaign=campaign, title="The ford")
    for _time in range(2):
        entry = award_experience(character=mara, amount=1, by=gm, reason="the ford", encounter=encounter)
        take_back(entry=entry, by=gm, reason="rewound")
    assert queries.experience_of(mara) == {"encounters": 0}
    assert mara.experience.count() == 4


def test_a_line_is_taken_back_once_and_its_undoing_not_at_all(mara, gm):
    entry = award_experience(character=mara, amount=3, by=gm, reason="too much")
    undo = take_back(entry=entry, by=gm, reason="a slip")
    for line, code in ((entry, "experience.taken-back"), (undo, "experience.correction")):
        with pytest.raises(play.Refused) as refused:
            take_back(entry=line, by=gm, reason="again")
        assert refused.value.code == code
    assert queries.experience_of(mara) == {"encounters": 0}


def test_a_purchase_that_was_restored_without_its_step_is_taken_back(mara, gm):
    spent = ExperienceEntry.objects.create(character=mara, kind="spend", unit="encounters", amount=-1, data=[])
    assert take_back(entry=spent, by=gm, reason="a slip").amount == 1


def test_falling_back_a_level_leaves_no_hit_point_too_many(mara, gm, ana):
    """F52-30."""
    entry = award_experience(character=mara, amount=10, by=gm, reason="the war")
    change_pool(character=mara, by=ana, pool="hp", change=-1)
    assert Character.objects.get().sheet["hp"] == 4
    take_back(entry=entry, by=gm, reason="a slip")
    read = queries.read_character(Character.objects.get())
    assert not read.refusal
    assert read.figures["hp"] == 3


def test_two_awards_above_the_highest_level_are_taken_back_one_after_the_other(mara, gm):
    """Older versions of the site accepted them."""
    entries = [
        ExperienceEntry.objects.create(character=mara, kind="award", unit="encounters", amount=245, reason="a slip")
        for _n in range(3)
    ]
    assert queries.read_character(mara).refusal
    for entry in entries[1:]:
        take_back(entry=entry, by=gm, reason="a slip")
    assert queries.experience_of(mara) == {"encounters": 245}
    assert not queries.read_character(mara).refusal


def test_a_whole_party_is_awarded_with_one_line_in_the_log(mara, oskar, gm, campaign):
    session = campaign.sessions.create(number=1)
    award_party(characters=[mara, oskar], amount=1, by=gm, reason="the toll", session=session)
    assert queries.experience_of(mara) == queries.experience_of(oskar) == {"encounters": 1}
    line = campaign.log.get(kind="award")
    assert line.session == session
    assert line.text == "Mara, Oskar: +1 encounter (the toll)."


def test_an_award_to_several_is_all_or_nothing(mara, oskar, gm, campaign):
    encounter = Encounter.objects.create(campaign=campaign, title="The ford")
    award_experience(character=oskar, amount=1, by=gm, reason="the ford", encounter=encounter)
    with pytest.raises(play.Refused):
        award_party(characters=[mara, oskar], amount=1, by=gm, reason="the ford", encounter=encounter)
    assert queries.experience_of(mara) == {}


@pytest.mark.parametrize("amount", [0, -1, 246, True, 1.0])
def test_an_amount_out_of_range_is_refused(mara, gm, amount):
    with pytest.raises(ValidationError) as refused:
        award_experience(character=mara, amount=amount, by=gm, reason="x")
    assert "amount" in refused.value.message_dict


def test_an_award_above_the_highest_level_is_refused_and_names_the_character(mara, oskar, gm):
    """F52-90: 249 encounters are level 50, the highest."""
    award_experience(character=mara, amount=245, by=gm, reason="the war")
    with pytest.raises(ValidationError, match="too much for Mara: encounters: at most 249"):
        award_party(characters=[mara, oskar], amount=5, by=gm, reason="the ford")
    assert [queries.experience_of(row).get("encounters", 0) for row in (mara, oskar)] == [245, 0]
    award_experience(character=mara, amount=4, by=gm, reason="the ford")
    assert level(mara) == 50


def test_an_award_does_not_ask_for_a_sheet_that_was_invalid_before(mara, gm):
    Character.objects.update(sheet={"x": 1})
    award_experience(character=mara, amount=1, by=gm, reason="the ford")
    assert queries.experience_of(mara) == {"encounters": 1}


def test_an_award_needs_a_reason_and_nothing_of_another_campaign(mara, gm):
    with pytest.raises(ValidationError):
        award_experience(character=mara, amount=1, by=gm, reason=" ")
    elsewhere = factories.CampaignFactory()
    foreign = Encounter.objects.create(campaign=elsewhere, title="Elsewhere")
    with pytest.raises(ValidationError):
        award_experience(character=mara, amount=1, by=gm, reason="x", encounter=foreign)
    stranger = factories.CharacterFactory(campaign=elsewhere)
    with pytest.raises(ValidationError):
        award_party(characters=[mara, stranger], amount=1, by=gm, reason="x")


def test_reading_a_party_takes_three_queries_however_large(campaign, django_assert_num_queries):
    for _n in range(9):
        factories.CharacterFactory(campaign=campaign)
    with django_assert_num_queries(3):  # the party, the sums of its ledgers, the catalogue in force
        assert len(queries.read_characters(queries.characters_in_play(campaign))) == 9
