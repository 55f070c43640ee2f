"""Advancement: a step and its price are one thing; the GM grants what only the GM grants, and takes back."""

import pytest
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.template.loader import render_to_string
from django.urls import reverse

from characters.experience.actions import award_experience, take_back
from characters.experience.step_actions import decline_request, grant_request, request_step, take_step
from characters.experience.step_queries import Choice, Row, fill_in_posted
from characters.models import Character, ExperienceEntry, StepRequest
from characters.sheets import history, queries
from characters.sheets.actions import apply_creation_tap, create_character, edit_character
from rules import play
from tests import factories

SAILOR = {"type": "talent", "talent": "Sailor"}
WINGS = {"type": "gift", "gift": "Wings"}


def awarded(row, gm, amount, unit=""):
    award_experience(character=row, amount=amount, unit=unit, by=gm, reason="the storm")
    return row


def now(row):
    return Character.objects.get(pk=row.pk)


def test_a_step_writes_sheet_ledger_history_and_log_together(ida, ana, gm, voyage):
    taken = take_step(character=awarded(ida, gm, 10), by=ana, step=SAILOR)
    assert now(ida).sheet["talents"] == {"Sailor": 3}
    assert queries.experience_of(ida) == {"stars": 7}
    assert (taken.entry.kind, taken.entry.amount, taken.entry.data) == ("spend", -3, {"step": SAILOR})
    assert now(ida).history.first().history_change_reason == "Sailor is raised to 3."
    assert voyage.log.first().text == "Ida: Sailor is raised to 3. (3 stars)"


def test_a_step_stands_once_in_the_history_with_its_price_and_what_it_changed(ida, ana, gm):
    take_step(character=awarded(ida, gm, 10), by=ana, step=SAILOR)
    lines, more = history.character_history(now(ida), gm=False)
    told = [line for line in lines if line.why == "Sailor is raised to 3."]
    assert [(line.amount, [change.field for change in line.changes]) for line in told] == [("-3 stars", ["Talents"])]
    assert not more


def test_a_step_that_cannot_be_paid_changes_nothing(ida, ana):
    with pytest.raises(play.Refused, match="costs 3 stars and there are 0"):
        take_step(character=ida, by=ana, step=SAILOR)
    assert now(ida).sheet["talents"] == {"Sailor": 2}
    assert ida.experience.filter(kind="spend", amount__lt=0).count() == 0


def test_the_same_tap_twice_is_one_step(ida, ana, gm):
    awarded(ida, gm, 10)
    first = take_step(character=ida, by=ana, step=SAILOR, key="page")
    again = take_step(character=ida, by=ana, step=SAILOR, key="page")
    assert first.entry == again.entry
    assert queries.experience_of(ida) == {"stars": 7}
    with pytest.raises(play.Refused) as refused:
        take_step(character=ida, by=ana, step={"type": "talent", "talent": "Cook"}, key="page")
    assert refused.value.code == "key.reused"


def test_a_step_that_is_not_offered_is_none_to_take(ida, ana, gm):
    awarded(ida, gm, 10)
    with pytest.raises(play.Refused) as refused:
        take_step(character=ida, by=ana, step={"type": "gift", "gift": "Gills"})
    assert refused.value.code == "step.unknown"
    assert now(ida).sheet["gifts"] == []


def test_a_gift_is_asked_for_and_costs_nothing_until_it_is_granted(ida, ana, gm, voyage):
    """FNP-05: the request carries the explanation; nothing is spent until the GM grants it."""
    awarded(ida, gm, 4)
    with pytest.raises(play.Refused) as refused:
        take_step(character=ida, by=ana, step=WINGS)
    assert refused.value.code == "step.asks"
    asked = request_step(character=ida, by=ana, step=WINGS, explanation="The gulls taught me.")
    assert queries.experience_of(ida) == {"stars": 4}
    assert voyage.log.first().audience == "gm"
    granted = grant_request(request=asked, by=gm, answer="So be it.")
    assert (granted.status, granted.answered_by, granted.answer) == ("granted", gm, "So be it.")
    assert queries.experience_of(ida) == {"stars": 1}
    assert now(ida).sheet["gifts"] == ["Wings"]
    with pytest.raises(play.Refused) as refused:
        grant_request(request=asked, by=gm)
    assert refused.value.code == "request.answered"


def test_a_declined_request_spends_nothing_and_says_why(ida, ana, gm):
    """FNP-05."""
    awarded(ida, gm, 4)
    asked = request_step(character=ida, by=ana, step=WINGS, explanation="I want to fly.")
    with pytest.raises(ValidationError, match="why not"):
        decline_request(request=asked, by=gm, answer=" ")
    decline_request(request=asked, by=gm, answer="Not before the gulls.")
    assert StepRequest.objects.get().status == "declined"
    assert queries.experience_of(ida) == {"stars": 4}
    assert now(ida).sheet["gifts"] == []


def test_a_request_granted_after_the_stars_are_gone_is_refused_and_stays_open(ida, ana, gm):
    awarded(ida, gm, 4)
    asked = request_step(character=ida, by=ana, step=WINGS, explanation="The gulls taught me.")
    take_step(character=ida, by=ana, step=SAILOR)
    with pytest.raises(play.Refused, match="costs 3 stars and there are 1"):
        grant_request(request=asked, by=gm)
    assert StepRequest.objects.get().status == "open"


def test_a_request_needs_an_explanation_and_is_made_once(ida, ana, gm):
    awarded(ida, gm, 4)
    with pytest.raises(ValidationError, match="Explain"):
        request_step(character=ida, by=ana, step=WINGS, explanation="  ")
    request_step(character=ida, by=ana, step=WINGS, explanation="The gulls taught me.")
    with pytest.raises(play.Refused, match="already asked for"):
        request_step(character=ida, by=ana, step=WINGS, explanation="Please.")
    with pytest.raises(play.Refused, match="needs no approval"):
        request_step(character=ida, by=ana, step={"type": "talent", "talent": "Cook"}, explanation="x")


def test_the_gm_takes_a_spend_back_with_what_it_bought(ida, ana, gm):
    awarded(ida, gm, 10)
    entry = take_step(character=ida, by=ana, step=SAILOR).entry
    refund = take_back(entry=entry, by=gm, reason="meant the cook")
    assert (refund.kind, refund.amount) == ("refund", 3)
    assert queries.experience_of(ida) == {"stars": 10}
    assert now(ida).sheet["talents"] == {"Sailor": 2}


def test_a_spend_on_which_something_builds_is_not_taken_back(ida, ana, gm):
    awarded(ida, gm, 10)
    entry = take_step(character=ida, by=ana, step=SAILOR).entry
    take_step(character=ida, by=gm, step=WINGS)
    with pytest.raises(play.Refused, match="Wings build on Sailor"):
        take_back(entry=entry, by=gm, reason="x")
    assert queries.experience_of(ida) == {"stars": 4}
    assert not ExperienceEntry.objects.get(pk=entry.pk).taken_back


def test_an_award_that_has_been_spent_is_not_taken_back(ida, ana, gm):
    award = award_experience(character=ida, amount=4, by=gm, reason="the storm")
    take_step(character=ida, by=ana, step=SAILOR)
    with pytest.raises(play.Refused) as refused:
        take_back(entry=award, by=gm, reason="x")
    assert refused.value.code == "experience.spent"
    assert queries.experience_of(ida) == {"stars": 1}


def test_an_award_is_in_a_unit_of_the_game_within_its_limit(ida, gm):
    awarded(ida, gm, 9, "moons")
    assert queries.read_character(ida).earned == ["0 stars", "9 moons"]
    for unit, amount in (("encounters", 1), ("moons", 10), ("", 51)):
        with pytest.raises(ValidationError):
            awarded(ida, gm, amount, unit)


def test_an_encounter_of_a_game_without_credits_credits_nobody(ida, gm, voyage):
    from campaigns.encounters.models import Encounter
    from campaigns.encounters.play import settlement

    encounter = Encounter.objects.create(campaign=voyage, title="The reef")
    assert settlement.credit_survivors(encounter, gm, [ida]) == []


def test_the_page_shows_prices_and_takes_a_step_by_a_plain_post(ida, ana, gm, as_):
    awarded(ida, gm, 10)
    client, address = as_(ana), reverse("character-advance", args=[ida.pk])
    html = client.get(address).content.decode()
    assert "Spend 3 stars" in html
    assert "Ask for 3 stars" in html
    posted = {"step": '{"talent": "Sailor", "type": "talent"}', "key": "abc"}
    for _twice in range(2):
        answer = client.post(address, posted, follow=True)
        assert "Sailor is raised to 3." in answer.content.decode()
    assert queries.experience_of(ida) == {"stars": 7}


def test_the_page_fills_in_what_is_still_open_and_says_what_is_missing(ida, ana, gm, as_):
    awarded(ida, gm, 10)
    client, address = as_(ana), reverse("character-advance", args=[ida.pk])
    assert b"Fill in or choose" in client.post(address, {"step": '{"type": "talent"}'}).content
    client.post(address, {"step": '{"type": "talent"}', "choice-talent": "Cook"})
    assert now(ida).sheet["talents"] == {"Sailor": 2, "Cook": 1}
    assert b"no longer available" in client.post(address, {"step": "nonsense"}).content


def test_the_page_keeps_what_was_typed_for_a_refused_step(ida, ana, gm, as_):
    client, address = as_(ana), reverse("character-advance", args=[ida.pk])
    award_experience(character=ida, amount=1, by=gm, reason="the storm")
    form = {"step": '{"type": "talent"}', "choice-talent": "Sailor"}
    assert 'value="Sailor"' not in client.get(address).content.decode()
    html = client.post(address, form).content.decode()
    assert "It costs 3 stars" in html
    assert 'value="Sailor"' in html


def test_fields_of_every_kind_are_filled_in_again_for_the_refused_step_only():
    kinds = ("text", "number", "one", "some", "bool")
    choices = tuple(Choice(kind, kind, kind, options=(('"a"', "Aa"), ('"b"', "Bb"))) for kind in kinds)
    rows = [Row({"affordable": True}, step, "", "", choices=choices) for step in ("one", "other")]
    typed = {"choice-text": 'Cook "', "choice-number": "3", "choice-one": '"b"', "choice-bool": "1"}
    form = QueryDict(mutable=True)
    form.update({"step": "one"} | typed)
    form.setlist("choice-some", ['"a"', '"b"'])
    refused, other = fill_in_posted(rows, form)
    html = [render_choice(choice) for choice in refused.choices]
    assert ['value="Cook &quot;"' in html[0], 'value="3"' in html[1], 'b&quot;" selected' in html[2]] == [True] * 3
    assert [html[2].count("selected"), html[3].count("checked"), html[4].count("checked")] == [1, 2, 1]
    assert not any("ed>" in render_choice(choice).replace("required>", "") for choice in other.choices)


def render_choice(choice):
    return render_to_string("characters/experience/_choice.html", {"choice": choice})


def test_a_request_is_made_answered_and_shown_on_pages(ida, ana, gm, ben, voyage, as_):
    awarded(ida, gm, 4)
    posted = {"step": '{"gift": "Wings", "type": "gift"}', "explanation": "The gulls <b>taught</b> me."}
    as_(ana).post(reverse("character-advance", args=[ida.pk]), posted)
    asked = StepRequest.objects.get()
    address = reverse("step-request", args=[asked.pk])
    for page in (reverse("campaign", args=[voyage.pk]), reverse("home")):
        assert b"Requests for you" in as_(gm).get(page).content
        assert b"The gulls" not in as_(ben).get(page).content
    for page in (reverse("character", args=[ida.pk]), reverse("campaign-characters", args=[voyage.pk])):
        html = as_(gm).get(page).content.decode()
        assert "Grant for 3 stars" in html
        assert "<b>taught" not in html
        assert b"The gulls" not in as_(ben).get(page).content
    assert as_(ana).post(address, {"what": "grant"}).status_code == 403
    assert as_(ben).post(address, {"what": "grant"}).status_code == 404
    as_(gm).post(address, {"what": "decline", "answer": "Not yet."})
    assert b"Not yet." in as_(ana).get(reverse("character", args=[ida.pk])).content
    assert now(ida).sheet["gifts"] == []


def test_a_player_takes_a_request_back(ida, ana, gm, as_):
    awarded(ida, gm, 4)
    asked = request_step(character=ida, by=ana, step=WINGS, explanation="The gulls taught me.")
    as_(ana).post(reverse("step-request", args=[asked.pk]), {"what": "withdraw"})
    assert StepRequest.objects.get().status == "withdrawn"


def test_a_finished_sheets_prices_stay_but_for_a_gm_who_says_why(ida, ana, gm):
    bought = {"sheet": {"talents": {"Sailor": 9}}, "revision": ida.revision}
    with pytest.raises(play.Refused, match="step by step"):
        edit_character(character=ida, by=ana, **bought)
    with pytest.raises(ValidationError, match="Give a "):
        edit_character(character=ida, by=gm, **bought)
    edit_character(character=ida, by=gm, reason="a slip of mine", **bought)
    assert now(ida).sheet["talents"] == {"Sailor": 9}
    edit_character(character=now(ida), by=ana, sheet={"note": "free text"}, revision=now(ida).revision)


def test_a_refused_answer_of_a_gm_is_in_the_form_of_its_request_once(ida, ana, gm, voyage, as_):
    award = award_experience(character=ida, amount=6, by=gm, reason="the storm")
    asked = request_step(character=ida, by=ana, step=WINGS, explanation="The gulls taught me.")
    take_back(entry=award, by=gm, reason="another storm")
    client, address = as_(gm), reverse("step-request", args=[asked.pk])
    for back, name in (("character", "character"), ("campaign", "campaign-characters")):
        posted = {"what": "grant", "answer": "Well <told>", "back": back}
        page = client.post(address, posted, follow=True)
        assert page.request["PATH_INFO"] == reverse(name, args=[ida.pk if back == "character" else voyage.pk])
        assert ">Well &lt;told&gt;</textarea>" in page.content.decode()
        assert StepRequest.objects.get().status == "open"
        assert "Well &lt;told" not in client.get(page.request["PATH_INFO"]).content.decode()
    award_experience(character=ida, amount=6, by=gm, reason="the storm")
    page = client.post(address, posted, follow=True).content.decode()
    assert StepRequest.objects.get().answer == "Well <told>"
    assert "</textarea>" not in page


def test_the_creation_keeps_to_its_budget_and_ends_with_a_step(voyage, ana, as_):
    client = as_(ana)
    client.post(reverse("character-new", args=[voyage.pk]), {"name": "Udo", "step": "create"})
    udo = Character.objects.get()
    page = reverse("character", args=[udo.pk])
    assert b"of 5 points left" in client.get(page).content
    with pytest.raises(play.Refused, match="there are 5"):
        apply_creation_tap(character=udo, by=ana, change=lambda sheet, house: {"talents": {"Cook": 6}})
    for _taps in range(2):
        more = lambda sheet, house: {"talents": {"Cook": sheet["talents"].get("Cook", 0) + 1}}  # noqa: E731
        apply_creation_tap(character=udo, by=ana, change=more)
    assert now(udo).sheet["talents"] == {"Cook": 2}
    client.post(reverse("character-advance", args=[udo.pk]), {"step": '{"type": "finish"}', "key": "k"})
    assert now(udo).sheet["finished"] is True
    assert b"points left" not in client.get(page).content
    with pytest.raises(play.Refused) as refused:
        apply_creation_tap(character=udo, by=ana, change=lambda sheet, house: {"talents": {}})
    assert refused.value.code == "creation.finished"


def test_an_engine_knows_the_options_of_a_campaign_and_the_rows_in_force(ida, voyage):
    house = queries.read_character(ida).figures["house"]
    assert [(row["kind"], row["name"]) for row in house["rows"]] == [("talent", "Sailor")]
    assert house["options"] == voyage.options


def test_a_pool_changes_by_its_own_address(ida, ana, ben, as_):
    address = reverse("character-pool", args=[ida.pk, "luck"])
    taps = (({"change": "-1"}, 1), ({"change": "=3"}, 3), ({"change": "less", "by": "2"}, 1), ({"change": "rest"}, 3))
    for fields, luck in taps:
        as_(ana).post(address, fields)
        assert now(ida).sheet["luck"] == luck
    as_(ana).post(reverse("character-pool", args=[ida.pk, "hp"]), {"change": "-1"})
    assert as_(ben).post(address, {"change": "-1"}).status_code == 403
    assert now(ida).sheet["luck"] == 3


def test_lists_of_steps_take_a_fixed_number_of_queries(ida, ana, gm, voyage, as_, django_assert_max_num_queries):
    awarded(ida, gm, 10)
    for _n in range(30):
        factories.CharacterFactory(campaign=voyage, sheet=ida.sheet)
    client = as_(ana)
    for name, most in (("character-advance", 10), ("character", 10)):
        with django_assert_max_num_queries(most):
            client.get(reverse(name, args=[ida.pk]))


def test_a_player_cannot_bring_a_sheet_that_nobody_paid_for(gm, ana):
    table = factories.CampaignFactory(system="fortune-and-power", created_by=gm)
    for user, role in ((gm, "gm"), (ana, "player")):
        factories.MemberFactory(campaign=table, user=user, role=role)
    rich = {"finished": True, "created": {"points": 999, "spent": 0}, "traits": {"Warrior": 9}}
    with pytest.raises(play.Refused):
        create_character(campaign=table, by=ana, owner=ana, name="Rich", sheet=rich)
    poor = create_character(campaign=table, by=ana, owner=ana, name="Poor", sheet={"traits": {"Warrior": 6}})
    assert poor.sheet["finished"] is False
    assert create_character(campaign=table, by=gm, owner=ana, name="Old", sheet=rich).sheet["finished"] is True
