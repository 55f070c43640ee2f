"""The Fortune System on pages: slots made and drawn by form, a die chosen with its outcome, every slot's story."""

import re

import pytest
from django.urls import reverse

from campaigns.log.models import LogEntry
from characters.experience.actions import award_experience, take_back
from characters.experience.step_actions import take_step
from characters.game_forms import forms_for
from characters.game_forms.fortune_system.forms import format_slots, format_talents, parse_slots, parse_talents
from characters.models import Character
from characters.sheets import queries
from characters.sheets.actions import create_character, edit_character
from rules import play
from tests import factories, shipped_rows

SYSTEM = "fortune-system"
APTITUDE = {"type": "talent", "key": "aptitude", "focus": "Physical"}


@pytest.fixture
def mine(gm, ana, ben):
    """A campaign of the game, with the shipped catalogue."""
    shipped_rows.load_catalogue()
    campaign = factories.CampaignFactory(name="Luck of the Draw", system=SYSTEM, created_by=gm)
    for user, role in ((gm, "gm"), (ana, "player"), (ben, "player")):
        factories.MemberFactory(campaign=campaign, user=user, role=role)
    return campaign


@pytest.fixture
def udo(mine, ana):
    """Ana's character with the slots 55, 40, 88, 23 and Aptitude for Physical, finished."""
    udo = create_character(campaign=mine, by=ana, owner=ana, name="Udo")
    steps = ({"type": "fill", "method": "rolled", "rolls": [55, 40, 88, 23]}, APTITUDE, {"type": "finish"})
    for step in steps:
        udo = take_step(character=udo, by=ana, step=step).character
    return udo


def now(row):
    return Character.objects.get(pk=row.pk)


def values(row):
    return [slot["value"] for slot in now(row).sheet["slots"]]


def test_a_character_is_made_by_taps(mine, ana, as_):
    """FOS-01, FOS-02, FOS-20, FOS-24."""
    client = as_(ana)
    client.post(reverse("character-new", args=[mine.pk]), {"name": "Kit", "step": "create"})
    kit = Character.objects.get()
    page, take = reverse("character", args=[kit.pk]), reverse("character-advance", args=[kit.pk])
    assert "Roll the slots" in client.get(page).content.decode()
    assert b"Fill the slots first" in client.post(take, {"step": '{"type": "finish"}'}).content
    client.post(take, {"step": '{"method": "rolled", "type": "fill"}', "rolls": "55 40 88 23"})
    assert values(kit) == [55, 40, 88, 23]
    client.post(take, {"step": '{"key": "aptitude", "type": "talent"}', "choice-focus": '"Physical"'})
    client.post(take, {"step": '{"attribute": "vit", "to": 5, "type": "attribute"}'})
    assert (now(kit).sheet["talents"][0]["key"], now(kit).sheet["attributes"]["vit"]) == ("aptitude", 5)
    client.post(take, {"step": '{"type": "finish"}'})
    assert now(kit).sheet["finished"]
    assert "Fortune slots" in client.get(page).content.decode()


def test_a_step_of_the_creation_that_is_sent_again_counts_once(mine, ana, as_):
    kit = create_character(campaign=mine, by=ana, owner=ana, name="Kit")
    client, page = as_(ana), reverse("character", args=[kit.pk])
    undone = '{"attribute": "atk", "type": "attribute"}'

    def sent_twice(form, address, **fields):
        found = re.search(rf'id="{form}".*?name="key" value="([\w-]+)"', client.get(page).content.decode(), re.DOTALL)
        for _time in range(2):
            answer = client.post(address, {"key": found[1]} | fields, follow=True)
            assert "notice error" not in answer.content.decode()
        return now(kit).sheet["attributes"]["atk"]

    take, undo = reverse("character-advance", args=[kit.pk]), reverse("character-build", args=[kit.pk])
    for value in (5, 6):
        step = f'{{"attribute": "atk", "to": {value}, "type": "attribute"}}'
        assert sent_twice("steps", take, step=step) == value
    assert [sent_twice("undo", undo, undo=undone) for _tap in range(2)] == [5, 4]


def test_slots_that_were_rolled_are_said_again_when_the_form_is_sent_again(mine, ana, as_):
    kit = create_character(campaign=mine, by=ana, owner=ana, name="Kit")
    client, take = as_(ana), reverse("character-advance", args=[kit.pk])
    posted = {"step": '{"method": "rolled", "type": "fill"}', "rolls": "55 40 88 23", "key": "a-key-of-a-phone"}
    answers = [client.post(take, posted) for _time in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert values(kit) == [55, 40, 88, 23]


def test_a_player_cannot_take_back_a_roll(mine, ana, gm, as_):
    """FOS-02: or one could roll until it is good enough; talents and attributes are."""
    kit = create_character(campaign=mine, by=ana, owner=ana, name="Kit")
    fill = {"type": "fill", "method": "rolled", "rolls": [90, 91, 92, 93]}
    take_step(character=kit, by=ana, step=fill)
    take_step(character=kit, by=ana, step=APTITUDE)
    address = reverse("character-build", args=[kit.pk])
    answer = as_(ana).post(address, {"undo": '{"type": "fill", "method": "rolled"}'}, follow=True)
    assert "Rolled results stay" in answer.content.decode()
    assert values(kit) == [90, 91, 92, 93]
    as_(ana).post(address, {"undo": '{"type": "talent", "key": "aptitude", "focus": "Physical"}'})
    assert now(kit).sheet["talents"] == []
    as_(ana).post(address, {"undo": "{"})
    as_(gm).post(address, {"undo": '{"type": "fill", "method": "rolled"}'})
    assert now(kit).sheet["slots"] == []


def test_a_player_does_not_drop_the_rolled_slot_of_lucky_by_an_edit(mine, ana, gm, as_):
    """FOS-39: or one could take the talent again and roll until it is good enough."""
    kit = create_character(campaign=mine, by=ana, owner=ana, name="Kit")
    for step in (
        {"type": "fill", "method": "rolled", "rolls": [90, 91, 92, 93]},
        {"type": "talent", "key": "lucky", "focus": "Physical", "rolls": [94]},
    ):
        kit = take_step(character=kit, by=ana, step=step).character
    lines = "\n".join(map(str, values(kit)[:4]))
    posted = {"name": "Kit", "slots": lines, "talents": "", "equipment": "", "revision": kit.revision}
    answer = as_(ana).post(reverse("character-edit", args=[kit.pk]), posted)
    assert b"remove a rolled value" in answer.content
    assert values(kit) == [90, 91, 92, 93, 94]
    as_(gm).post(reverse("character-edit", args=[kit.pk]), posted | {"visible": "on", "reason": "another talent"})
    assert values(kit) == [90, 91, 92, 93]


def test_steps_of_no_possible_type_are_refused(mine, ana, as_):
    kit = create_character(campaign=mine, by=ana, owner=ana, name="Kit")
    for step in ('{"type": []}', '{"type": {}}', '{"type": "talent", "key": {}}', "{}"):
        answer = as_(ana).post(reverse("character-build", args=[kit.pk]), {"undo": step}, follow=True)
        assert answer.status_code == 200, step
    assert now(kit).revision == kit.revision


def test_slots_are_told_apart_by_words_and_form(udo, ana, gm, as_):
    """FOS-04, FOS-06."""
    slots = "55\n40 damaged\nblown\n23"
    edited = {"name": "Udo", "slots": slots, "talents": "aptitude: Physical", "revision": udo.revision, "equipment": ""}
    answer = as_(gm).post(reverse("character-edit", args=[udo.pk]), edited)
    assert b"Give a " in answer.content
    as_(gm).post(reverse("character-edit", args=[udo.pk]), edited | {"reason": "a miscount", "visible": "on"})
    assert [slot["condition"] for slot in now(udo).sheet["slots"]] == ["sound", "damaged", "blown", "sound"]
    html = as_(ana).get(reverse("character", args=[udo.pk])).content.decode()
    assert html.count('class="crack"') == 1
    assert html.count('class="cross"') == 1
    for word in ("sound", "damaged", "blown"):
        assert f'<span class="state">{word}</span>' in html


def test_a_die_is_chosen_with_the_outcome_of_each_shown_before(udo, mine, ana, as_):
    """FOS-03: lower than the chance passes, an equal value fails."""
    page = as_(ana).get(reverse("check", args=[mine.pk]), {"character": udo.pk, "skill": "Stealth", "number-cos": "40"})
    rows = {row["cos"]: row["picks"] for row in page.context["guide"]["rows"]}
    assert set(rows) == {40, 70, 50, 30}
    assert [pick["passes"] for pick in rows[40]] == [False, False, False, True]
    assert [pick["passes"] for pick in rows[50]] == [False, True, False, True]
    assert values(udo) == [55, 40, 88, 23]


@pytest.mark.parametrize("equal", [False, True])
def test_a_check_without_a_character_follows_the_campaigns_option(mine, gm, as_, equal):
    """FOS-03: an equal value passes only by the option; the page says so."""
    mine.options = {**mine.options, "equal_passes": equal}
    mine.save()
    client, address = as_(gm), reverse("check", args=[mine.pk])
    client.post(address, {"kind": "die", "number-value": "45", "number-cos": "45", "key": "equal-key"})
    line = LogEntry.objects.get(kind="check")
    assert line.data["result"]["success"] is equal
    assert line.text.endswith(f": die, 45 against 45, {'success' if equal else 'failure'}.")


@pytest.mark.parametrize(("equal", "words"), [(False, "lower than the chance"), (True, "not above the chance")])
def test_the_page_says_whether_an_equal_value_passes(udo, mine, ana, as_, equal, words):
    """FOS-03."""
    mine.options = {**mine.options, "equal_passes": equal}
    mine.save()
    page = as_(ana).get(reverse("check", args=[mine.pk]), {"character": udo.pk, "skill": "Stealth"}).content.decode()
    assert f"A die passes when it is {words}." in page


def test_a_reduction_changes_what_a_die_counts_for_before_the_check(udo, mine, ana, as_):
    """FOS-30: Aptitude takes 5 off, so 40 passes against 40."""
    asked = {"character": udo.pk, "text-skill": "Stealth", "number-cos": "40", "list-reduce": "aptitude"}
    guide = as_(ana).get(reverse("check", args=[mine.pk]), asked).context["guide"]
    mine_row = next(row for row in guide["rows"] if row["cos"] == 40)
    assert [(pick["applied"], pick["passes"]) for pick in mine_row["picks"]][1] == (35, True)


def test_two_taps_make_a_check_and_write_the_new_value(udo, mine, ana, as_):
    """FOS-03."""
    client = as_(ana)
    assert f"?character={udo.pk}&amp;skill=Stealth" in client.get(reverse("character", args=[udo.pk])).content.decode()
    page = client.get(reverse("check", args=[mine.pk]), {"character": udo.pk, "skill": "Stealth"}).content.decode()
    button = re.search(r'name="also" value="(number-cos=50&amp;number-slot=1)"', page)[1].replace("&amp;", "&")
    posted = {"kind": "die", "character": udo.pk, "text-skill": "Stealth", "also": button, "key": "check-key"}
    for _twice in range(2):
        client.post(reverse("check", args=[mine.pk]), posted | {"numbers-rolls": "77"})
    assert values(udo) == [55, 77, 88, 23]
    line = LogEntry.objects.get(kind="check")
    assert line.text.startswith("Udo uses the 40 of slot 2")
    assert now(udo).history.first().history_change_reason.startswith("The character uses the 40")


def test_values_rolled_at_the_table_stay_when_the_outcomes_are_refreshed_or_refused(udo, mine, ana, as_):
    asked = {"kind": "die", "character": udo.pk, "text-skill": "Stealth", "numbers-rolls": "77 12"}
    address = reverse("check", args=[mine.pk])
    refused = as_(ana).post(address, asked | {"also": "number-cos=50&number-slot=9"})
    assert refused.context["refusal"]
    for page in (as_(ana).get(address, asked), refused):
        field = re.search(r'<input[^>]*name="numbers-rolls"[^>]*>', page.content.decode())[0]
        assert 'value="77 12"' in field
        assert page.context["guide"]["open"]


def test_the_slot_that_smooth_repairs_stays_when_the_outcomes_are_refreshed(udo, mine, ana, gm, as_):
    """FOS-44."""
    slots = [{"value": 55, "condition": "sound", "group": None}, {"value": 40, "condition": "sound", "group": None}]
    slots += [{"value": None, "condition": "blown", "group": None}] * 2
    talents = [{"key": "smooth", "focus": "Stealth"}]
    edit_character(character=udo, by=gm, revision=udo.revision, sheet={"slots": slots, "talents": talents}, reason="x")
    asked = {"character": udo.pk, "text-skill": "Stealth", "text-talent": "smooth", "number-mend": "3"}
    page = as_(ana).get(reverse("check", args=[mine.pk]), asked).content.decode()
    offered = re.findall(r'name="number-mend"\s+value="(\d)"( checked)?', page)
    assert offered == [("2", ""), ("3", " checked")]


def test_a_refused_die_changes_nothing(udo, mine, ana, as_):
    for also in ("number-cos=50&number-slot=9", "number-cos=x&number-slot=1", "also=also=also=1", "number-slot=1"):
        posted = {"kind": "die", "character": udo.pk, "text-skill": "Stealth", "also": also}
        answer = as_(ana).post(reverse("check", args=[mine.pk]), posted)
        assert b'class="refusal"' in answer.content
    assert values(udo) == [55, 40, 88, 23]
    assert not LogEntry.objects.filter(kind="check").exists()


def test_every_slot_tells_what_it_has_been_through(udo, mine, ana, gm, as_):
    """FOS-05, FOS-08, FOS-09: rolled when, used for what, damaged by what, recovered when."""
    client, address = as_(ana), reverse("check", args=[mine.pk])
    seat = {"character": udo.pk, "back": "sheet"}
    client.post(address, seat | {"kind": "die", "text-skill": "Stealth", "also": "number-cos=50&number-slot=3"})
    struck = {"kind": "hardship", "also": "text-degree=blown&text-selection=choice", "number-slot": "2"}
    client.post(address, seat | struck)
    answer = client.post(address, seat | {"kind": "rest", "also": "flag-full=1"}, follow=True)
    slots = {slot["index"]: slot for slot in answer.context["slots"]}
    assert [moment["kind"] for moment in slots[3]["story"]] == ["rolled", "used", "first"]
    assert slots[3]["story"][1]["why"] == "for Stealth"
    assert [moment["kind"] for moment in slots[2]["story"]] == ["recovered", "blown", "first"]
    assert [moment["value"] for moment in slots[2]["story"]][1:] == [None, 88]
    assert "by a hardship" in answer.content.decode()


def test_the_sheet_says_which_slot_a_sleepless_rest_damages(udo, mine, ana, gm, as_):
    """FOS-42: the dice are not known yet, so the site chooses."""
    words = "Afterwards the highest sound slot of these is damaged."
    assert words not in as_(ana).get(reverse("character", args=[udo.pk])).content.decode()
    talents = [{"key": "couldnt-sleep", "focus": None}]
    udo = edit_character(character=udo, by=gm, revision=udo.revision, sheet={"talents": talents}, reason="restless")
    assert words in as_(ana).get(reverse("character", args=[udo.pk])).content.decode()
    night = {"kind": "rest", "character": udo.pk, "numbers-sleepless": ["1", "3"], "also": "no-full=1"}
    as_(ana).post(reverse("check", args=[mine.pk]), night)
    slots = now(udo).sheet["slots"]
    damaged = [slot["value"] for slot in slots if slot["condition"] == "damaged"]
    assert damaged == [max(slots[1]["value"], slots[3]["value"])]


def test_with_every_slot_blown_the_page_tells_the_chance_of_a_plain_roll(udo, mine, gm, as_):
    """FOS-07: lower than 50 passes: 49 of 100."""
    slots = [{"value": None, "condition": "blown", "group": None}] * 4
    edit_character(character=udo, by=gm, revision=udo.revision, sheet={"slots": slots}, reason="the end")
    page = as_(gm).get(reverse("check", args=[mine.pk]), {"character": udo.pk, "skill": "Stealth"})
    assert "a plain d100, 49 %" in page.content.decode()


def test_a_player_changes_equipment_but_no_dice(udo, ana, as_):
    """FOS-02."""
    posted = {"name": "Udo", "slots": "1\n1\n1\n1", "equipment": "rope", "revision": udo.revision}
    as_(ana).post(reverse("character-edit", args=[udo.pk]), posted)
    assert values(udo) == [55, 40, 88, 23]
    assert now(udo).sheet["equipment"][0]["name"] == "rope"


def test_the_free_slot_is_prepared_again_by_a_free_step(udo, ana, as_):
    """FOS-22."""
    address = reverse("character-advance", args=[udo.pk])
    found = as_(ana).get(address).context["groups"]
    row = next(group for group in found if group.kind == "free").ready[1]
    as_(ana).post(address, {"step": row.step, "choice-key": '"expertise"', "choice-focus": '"Stealth"'})
    assert now(udo).sheet["free"] == {"key": "expertise", "focus": "Stealth"}
    as_(ana).post(address, {"step": row.step, "choice-key": '"lucky"', "choice-focus": '"Stealth"'})
    assert now(udo).sheet["free"]["key"] == "expertise"


def test_an_award_with_which_a_talent_was_chosen_is_taken_back_after_the_talent(udo, ana, gm):
    """FOS-20: the fourth talent comes with level 5."""
    award = award_experience(character=udo, amount=400, by=gm, reason="the tower")
    steps = [APTITUDE | {"focus": focus} for focus in ("Social", "Mental", "Physical")]
    last = [take_step(character=udo, by=ana, step=step).entry for step in steps][-1]
    sheet = now(udo).sheet
    with pytest.raises(play.Refused, match=r"too many; .* In the history, first take back what was chosen") as why:
        take_back(entry=award, by=gm, reason="a slip")
    assert (why.value.code, why.value.rule) == ("experience.spent", "FOS-20")
    assert (now(udo).sheet, queries.experience_of(udo)) == (sheet, {"xp": 400})
    for entry in (last, award):
        take_back(entry=entry, by=gm, reason="a slip")
    assert queries.experience_of(udo) == {"xp": 0}


def test_lines_of_slots_and_talents_read_back():
    text = "55\n40 damaged\nblown\n61 Physical\nblown Mental"
    assert format_slots(parse_slots(text)) == text
    text = "aptitude: Physical × 2\ncouldnt-sleep\nexpertise: Climbing & Jumping"
    assert format_talents(parse_talents(text)) == text


def test_a_row_of_ones_own_has_the_figures_that_the_engine_reads():
    form = forms_for(SYSTEM).row({"group": "Social", "cos": "45", "for_": "skill", "ranks": "2", "reduction": "7"})
    assert form.is_valid()
    assert form.cleaned_figures("skill") == {"group": "Social"}
    assert form.cleaned_figures("cos") == {"cos": 45}
    assert form.cleaned_figures("talent") == {"for": "skill", "ranks": 2, "reduction": 7}


def test_a_sheet_takes_as_many_queries_with_a_long_story(udo, mine, ana, as_, django_assert_max_num_queries):
    client, address = as_(ana), reverse("check", args=[mine.pk])
    for _n in range(6):
        again = {"kind": "die", "text-skill": "Stealth", "also": "number-cos=50&number-slot=3"}
        client.post(address, again | {"character": udo.pk})
    with django_assert_max_num_queries(13):
        client.get(reverse("character", args=[udo.pk]))


def test_a_scene_stands_in_the_slots_story_and_leaves_its_slots_on_the_sheet(udo, mine, ana, gm, as_):
    """FOS-03: what happened at the table is told on the sheet, with a link to it."""
    from campaigns.encounters import play
    from campaigns.encounters.models import Encounter

    scene = Encounter.objects.create(campaign=mine, title="The wall", status="prepared")
    scene.groups.create(side="players", character=udo)
    play.begin(encounter=scene, by=gm, seed="wall")
    call = {"type": "call-check", "actor": "gm", "participants": ["udo"], "skill": "Stealth", "group": "Physical"}
    play.submit(encounter=scene, by=gm, command=call | {"cos": 50, "task": "over the wall"})
    attempt = {"type": "attempt", "actor": "udo", "task": "over the wall", "dice": [3]}
    play.submit(encounter=scene, by=ana, command=attempt)
    page = as_(ana).get(reverse("character", args=[udo.pk]))
    story = {slot["index"]: slot["story"] for slot in page.context["slots"]}[3]
    assert [moment["kind"] for moment in story] == ["rolled", "used", "first"]
    assert (story[0]["where"], story[0]["to"]) == ("The wall", reverse("encounter", args=[scene.pk]))
    play.submit(encounter=scene, by=gm, command={"type": "end", "actor": "gm", "outcome": "over it"})
    assert values(udo)[3] == story[0]["value"]
    assert now(udo).sheet["played"]
    assert not udo.experience.filter(kind="award").exists()
