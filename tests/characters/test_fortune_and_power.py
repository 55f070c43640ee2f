"""Fortune and Power on pages: made by taps within the points, boxes, two-tap checks, gifts asked for, rest."""

import re

import pytest
from django.http import QueryDict
from django.urls import reverse

from campaigns.log.models import LogEntry
from characters.experience.actions import award_experience
from characters.experience.step_actions import grant_request, request_step, take_step
from characters.game_forms import forms_for, text_lines
from characters.models import Character, StepRequest
from characters.sheets import queries
from characters.sheets.actions import change_pool, create_character, edit_character
from rules import play
from tests import factories, shipped_rows

SYSTEM = "fortune-and-power"


@pytest.fixture
def mine(gm, ana, ben):
    """A campaign of the game, with the shipped catalogue."""
    shipped_rows.load_catalogue()
    campaign = factories.CampaignFactory(name="The Tin Mine", system=SYSTEM, created_by=gm)
    for user, role in ((gm, "gm"), (ana, "player"), (ben, "player")):
        factories.MemberFactory(campaign=campaign, user=user, role=role)
    return campaign


@pytest.fixture
def iris(mine, ana):
    """Ana's burglar, finished."""
    sheet = {"traits": {"Burglar": 8, "Warrior": 2}, "fortune": 2, "weapons": [{"name": "Knife", "bonus": 2}]}
    iris = create_character(campaign=mine, by=ana, owner=ana, name="Iris", sheet=sheet)
    return take_step(character=iris, by=ana, step={"type": "finish"}).character


def now(row):
    return Character.objects.get(pk=row.pk)


def test_a_character_is_made_by_taps_within_its_points(mine, ana, as_):
    """FNP-02, FNP-03: 9 costs 20 of 40 points."""
    client = as_(ana)
    client.post(reverse("character-new", args=[mine.pk]), {"name": "Ida", "step": "create"})
    ida = Character.objects.get()
    address = reverse("character-build", args=[ida.pk])
    for _tap in range(9):
        client.post(address, {"tap": "trait:+1:Burglar"})
    client.post(address, {"tap": "new", "name": "Lamplighter"})
    client.post(address, {"tap": "gift:+1:Empathy"})
    client.post(address, {"tap": "fortune:+1:"})
    assert now(ida).sheet["traits"] == {"Burglar": 9, "Lamplighter": 1}
    assert queries.read_character(now(ida)).figures["budget"]["left"] == 40 - 20 - 3 - 10 - 1
    page = client.post(address, {"tap": "gift:+1:Sorcery"}, follow=True).content.decode()
    assert "take 14 off" in page
    client.post(address, {"tap": "trait:-1:Lamplighter"})
    client.post(address, {"tap": "gift:-1:Empathy"})
    for nonsense in ("", "trait:+9:Burglar", "x:+1:y", "trait"):
        client.post(address, {"tap": nonsense})
    assert now(ida).sheet["traits"] == {"Burglar": 9}
    assert now(ida).sheet["gifts"] == []


def test_traits_keep_their_places_while_they_are_bought(mine, ana, as_):
    """FNP-03: a second tap at the same place raises the same trait."""
    sheet = {"traits": {"Burglar": 1, "Night watch": 1, "Warrior": 1}}
    ida = create_character(campaign=mine, by=ana, owner=ana, name="Ida", sheet=sheet)
    client, address = as_(ana), reverse("character-build", args=[ida.pk])

    def buttons(page):
        return re.findall(r'value="trait:\+1:([^"]*)" id="more-([^"]*)"', page.content.decode())

    before = buttons(client.get(reverse("character", args=[ida.pk])))
    assert before == [("Burglar", "Burglar"), ("Night watch", "Night%20watch"), ("Warrior", "Warrior")]
    assert buttons(client.post(address, {"tap": "trait:+1:Night watch"}, follow=True)) == before
    assert now(ida).sheet["traits"]["Night watch"] == 2


def test_the_form_of_a_player_has_no_limits_during_the_creation(mine, ana, gm, as_):
    """FNP-41: only the GM sets them; what a player typed there was always refused."""
    ida = create_character(campaign=mine, by=ana, owner=ana, name="Ida", sheet={"traits": {"Burglar": 3}})
    address = reverse("character-edit", args=[ida.pk])
    for user, found in ((gm, True), (ana, False)):
        page = as_(user).get(address).content.decode()
        assert [f'name="limit_{pool}"' in page for pool in ("wounds", "shocks")] == [found, found]
    posted = {"name": "Ida", "traits": "Burglar 4", "limit_wounds": "30", "revision": ida.revision}
    assert as_(ana).post(address, posted).status_code == 302
    assert (now(ida).sheet["traits"], now(ida).sheet["limits"]) == ({"Burglar": 4}, None)
    limits = {"wounds": 30, "shocks": 10}
    with pytest.raises(play.Refused):
        edit_character(character=ida, by=ana, revision=now(ida).revision, sheet={"limits": limits})


def test_points_that_were_left_from_the_creation_are_in_what_can_be_spent(mine, ana, as_):
    """FNP-02, FNP-04: the ledger alone is below 0 once they are spent."""
    ida = create_character(campaign=mine, by=ana, owner=ana, name="Ida", sheet={"traits": {"Burglar": 9}})
    assert queries.read_character(ida).spendable_in_words == []
    ida = take_step(character=ida, by=ana, step={"type": "finish"}).character
    ida = take_step(character=ida, by=ana, step={"type": "fortune"}).character
    page = as_(ana).get(reverse("character-advance", args=[ida.pk])).content.decode()
    assert "19 experience points to spend" in page
    assert "-1 experience point" not in page


@pytest.mark.parametrize(
    ("damage", "hit", "arms"),
    [
        (None, "dox + 2 wounds − protection", "A weapon adds its number"),
        ("manual", "dox + 2 wounds − protection", "A weapon adds its number"),
        ("dox", "dox wounds", "weapons and armour do not count"),
    ],
)
def test_a_sheet_says_what_a_weapon_does_by_the_campaigns_option(iris, mine, ana, as_, damage, hit, arms):
    """FNP-42: by the option `dox` a hit does its dox alone."""
    mine.options = {**mine.options, **({"damage": damage} if damage else {})}
    mine.save()
    page = " ".join(as_(ana).get(reverse("character", args=[iris.pk])).content.decode().split())
    assert f">{hit}<" in page.replace("> ", ">").replace(" <", "<")
    ida = create_character(campaign=mine, by=ana, owner=ana, name="Ida")
    assert arms in as_(ana).get(reverse("character", args=[ida.pk])).content.decode()


def test_arms_are_taken_by_taps_and_what_is_offered_says_what_it_is(mine, ana, as_):
    """FNP-42: a weapon is carried once, one armour is worn, and what the campaign has not is not taken."""
    client = as_(ana)
    client.post(reverse("character-new", args=[mine.pk]), {"name": "Ida", "step": "create"})
    ida = Character.objects.get()
    address = reverse("character-build", args=[ida.pk])
    for tap in ("weapon:+1:Sword", "weapon:+1:Dread word", "weapon:+1:Sword", "weapon:+1:Cannon"):
        client.post(address, {"tap": tap})
    for tap in ("armor:+1:Mail", "armor:+1:Leather", "armor:+1:Tower"):
        client.post(address, {"tap": tap})
    sword, word = {"name": "Sword", "bonus": 4}, {"name": "Dread word", "bonus": 2, "mental": True}
    assert now(ida).sheet["weapons"] == [word, sword]
    assert now(ida).sheet["armor"] == 2
    page = client.get(reverse("character", args=[ida.pk])).content.decode()
    assert "The door to magic." in page
    assert "Being obeyed:" in page
    client.post(address, {"tap": "weapon:-1:Dread word"})
    client.post(address, {"tap": "armor:-1:"})
    assert now(ida).sheet["weapons"] == [sword]
    assert now(ida).sheet["armor"] == 0
    assert queries.read_character(now(ida)).figures["budget"]["left"] == 40


def test_wounds_are_boxes_and_a_tap_on_the_last_full_one_empties_it(iris, ana, as_):
    """FNP-40, FNP-41."""
    client, page = as_(ana), reverse("character", args=[iris.pk])
    address = reverse("character-pool", args=[iris.pk, "wounds"])
    html = client.get(page).content.decode()
    assert html.count('aria-label="Wounds: ') == 10
    client.post(address, {"change": "=4"})
    html = client.get(page).content.decode()
    assert 'aria-label="Wounds: 3" aria-pressed="true"' in html
    assert now(iris).sheet["wounds"] == 4
    client.post(address, {"change": "=10"})
    assert "incapacitated" in client.get(page).content.decode()


def test_a_player_spends_fortune_and_the_gm_gives_it(iris, ana, gm, as_):
    """FNP-06."""
    page, script = reverse("character-pool", args=[iris.pk, "fortune"]), f"/api/v1/characters/{iris.pk}/pools/fortune/"
    for change in ("+1", "=9"):
        assert "are bought with points" in as_(ana).post(page, {"change": change}, follow=True).content.decode()
    for change in ({"to": 999}, {"change": 1}):
        assert as_(ana).post(script, change, content_type="application/json").status_code == 422
    assert now(iris).sheet["fortune"] == 2
    as_(ana).post(page, {"change": "-1"})
    assert as_(ana).post(script, {"to": 0}, content_type="application/json").status_code == 200
    assert now(iris).sheet["fortune"] == 0
    as_(gm).post(page, {"change": "+1"})
    assert as_(gm).post(script, {"change": 2}, content_type="application/json").status_code == 200
    assert now(iris).sheet["fortune"] == 3


def test_fortune_beyond_the_points_is_refused_during_the_creation(mine, ana, gm, as_):
    """FNP-06: there it is bought with points."""
    ida = create_character(campaign=mine, by=ana, owner=ana, name="Ida", sheet={"fortune": 2})
    page, script = reverse("character-pool", args=[ida.pk, "fortune"]), f"/api/v1/characters/{ida.pk}/pools/fortune/"
    for user in (ana, gm):
        assert "character points" in as_(user).post(page, {"change": "=999"}, follow=True).content.decode()
        assert as_(user).post(script, {"to": 999}, content_type="application/json").status_code == 422
    assert now(ida).sheet["fortune"] == 2
    as_(ana).post(reverse("character-pool", args=[ida.pk, "wounds"]), {"change": "+1"})
    assert (now(ida).sheet["fortune"], now(ida).sheet["wounds"]) == (2, 1)


def test_a_check_is_two_taps_with_its_odds_before_it(iris, mine, ana, as_):
    """FNP-10, FNP-11: 8 against 15 needs 7 on two dice, 21 of 36."""
    client = as_(ana)
    sheet = client.get(reverse("character", args=[iris.pk])).content.decode()
    assert f"?character={iris.pk}&amp;trait=Burglar" in sheet
    page = client.get(reverse("check", args=[mine.pk]), {"character": iris.pk, "trait": "Burglar"}).content.decode()
    assert "58 %" in page
    posted = {
        "kind": "trait",
        "character": iris.pk,
        "text-trait": "Burglar",
        "number-challenge": "15",
        "key": "check-key",
    }
    for _twice in range(2):
        answer = client.post(reverse("check", args=[mine.pk]), posted | {"numbers-rolls": ["3", "4"]}, follow=True)
    entry = LogEntry.objects.get(kind="check")
    assert entry.text.startswith(
        "Iris: Burglar: 3 + 4 + 8 = 15 against 15: success exactly on the number; the Adversary"
    )
    assert "rolled at the table" in answer.content.decode()


def test_fortune_spent_on_a_check_leaves_the_sheet_with_the_sentence(iris, mine, ana, as_):
    """FNP-06."""
    posted = {
        "kind": "trait",
        "character": iris.pk,
        "text-trait": "Burglar",
        "number-challenge": "12",
        "number-fortune": "2",
        "pairs-modifiers": ["3:Twice the time"],
        "numbers-rolls": "1 2",
    }
    as_(ana).post(reverse("check", args=[mine.pk]), posted)
    assert now(iris).sheet["fortune"] == 0
    assert "Twice the time" in LogEntry.objects.get(kind="check").text
    assert now(iris).history.first().history_change_reason.startswith("Burglar: 1 + 2 + 8")
    answer = as_(ana).post(reverse("check", args=[mine.pk]), posted)
    assert b'class="refusal"' in answer.content
    assert LogEntry.objects.filter(kind="check").count() == 1


def test_a_trait_that_is_not_on_the_sheet_rolls_with_0(iris, mine, ana, as_):
    """FNP-10."""
    client, address = as_(ana), reverse("check", args=[mine.pk])
    page = client.get(address, {"character": iris.pk, "trait": ""})
    assert page.context["guide"]["other"]
    assert 'name="text-trait"' in page.content.decode()
    posted = {"kind": "trait", "character": iris.pk, "text-trait": "Juggler", "number-challenge": "9"}
    client.post(address, posted | {"numbers-rolls": "4 4"})
    assert LogEntry.objects.get(kind="check").text.startswith("Iris: Juggler: 4 + 4 + 0 = 8 against 9: failure")


def test_a_check_against_somebody_takes_dice_fortune_and_tools_as_any_other(iris, mine, ana, as_):
    """FNP-13, FNP-14: the page asks for the table's dice in every kind of check that has some."""
    client, address = as_(ana), reverse("check", args=[mine.pk])
    page = client.get(address, {"character": iris.pk, "trait": "Burglar"}).content.decode()
    against = page.partition('class="panel more"')[2]
    assert against.count('name="numbers-rolls"') == 4
    assert 'name="number-fortune"' in against
    posted = {"character": iris.pk, "text-trait": "Burglar", "number-opponent_trait": "6"}
    more = {"number-fortune": "1", "pairs-modifiers": ["3:Exceptional tools"], "numbers-rolls": ["2", "2"]}
    client.post(address, posted | more | {"kind": "opposed"})
    client.post(address, posted | {"kind": "contest", "numbers-rolls": ["1", "6"]})
    contest, opposed = (line.text for line in LogEntry.objects.filter(kind="check").order_by("-id"))
    assert opposed.startswith("Iris: Burglar: 2 + 2 + 8 + 3 (Exceptional tools) + 1 (Fortune) = 16 against 13: success")
    assert contest.startswith("Iris: Burglar, one die each: 9 against 12: lost by 3")
    answer = client.post(address, posted | {"kind": "contest", "numbers-rolls": ["1", "7"]})
    assert b'class="refusal"' in answer.content
    unknown = client.get(address, {"character": iris.pk, "trait": ""}).content.decode()
    assert unknown.count('name="text-trait"') == 4


def entered_dice(page):
    """The values in the fields for dice rolled at the table."""
    fields = re.findall(r'<input[^>]*name="numbers-rolls"[^>]*>', page.content.decode())
    return [re.search(r' value="([^"]*)"', field)[1] for field in fields]


@pytest.mark.parametrize("own", ["13", "15"])
def test_dice_rolled_at_the_table_stay_when_the_odds_are_refreshed(iris, mine, ana, as_, own):
    """So does an own challenge, also if it is one of the listed ones."""
    asked = {"kind": "trait", "character": iris.pk, "text-trait": "Burglar", "number-challenge": own}
    page = as_(ana).get(reverse("check", args=[mine.pk]), asked | {"numbers-rolls": ["3", ""], "number-fortune": "1"})
    assert entered_dice(page) == ["3", "", "", "", "", ""]
    assert page.context["guide"]["open"]
    own_challenge = re.search(r'<input[^>]*name="number-challenge"[^>]*>', page.content.decode())[0]
    assert f'value="{own}"' in own_challenge
    live = page.content.decode().split('<div class="live">')
    assert len(live) == 3
    assert not any('name="numbers-rolls"' in part.partition("</div>")[0] for part in live[1:])


@pytest.mark.parametrize(
    ("kind", "dice"),
    [
        ("trait", ["9", "4", "", "", "", ""]),
        ("opposed", ["", "", "9", "4", "", ""]),
        ("contest", ["", "", "", "", "9", "4"]),
    ],
)
def test_dice_rolled_at_the_table_stay_when_the_check_is_refused(iris, mine, ana, as_, kind, dice):
    posted = {"kind": kind, "character": iris.pk, "text-trait": "Burglar", "numbers-rolls": ["9", "4"]}
    opponent = {"number-challenge": "15"} if kind == "trait" else {"number-opponent_trait": "17"}
    page = as_(ana).post(reverse("check", args=[mine.pk]), posted | opponent)
    assert page.context["refusal"]
    assert entered_dice(page) == dice
    assert page.context["guide"]["further"] is (kind != "trait")
    opponents = re.findall(r'name="number-opponent_trait"[^>]*value="(\d*)"', page.content.decode())
    assert opponents == (["", ""] if kind == "trait" else ["17", "17"])


def test_modifiers_change_the_odds_before_the_roll(iris, mine, ana, as_):
    """FNP-19: with twice the time, 8 and 3 against 15 needs 4 on two dice."""
    asked = {"character": iris.pk, "text-trait": "Burglar", "pairs-modifiers": "3:Twice the time"}
    page = as_(ana).get(reverse("check", args=[mine.pk]), asked).content.decode()
    assert "92 %" in page


def test_weeks_of_rest_are_told_and_written(iris, mine, ana, as_):
    """FNP-43."""
    change_pool(character=iris, by=ana, pool="wounds", to=3)
    posted = {"kind": "recovery", "character": iris.pk, "number-weeks": "2", "back": "sheet"}
    answer = as_(ana).post(reverse("check", args=[mine.pk]), posted, follow=True)
    assert answer.redirect_chain[0][0].startswith(reverse("character", args=[iris.pk]))
    assert now(iris).sheet["wounds"] == 1
    assert "2 weeks of rest" in answer.content.decode()


def test_a_gift_is_asked_for_on_the_page_and_granted_by_the_gm(iris, mine, ana, gm, as_):
    """FNP-05, FNP-08."""
    award_experience(character=iris, amount=3, by=gm, reason="the mine")
    posted = {"step": '{"gift": "Starvision", "type": "gift"}', "choice-explanation": "I stared at the comet."}
    as_(ana).post(reverse("character-advance", args=[iris.pk]), posted)
    asked = StepRequest.objects.get()
    assert asked.explanation == "I stared at the comet."
    as_(gm).post(reverse("step-request", args=[asked.pk]), {"what": "grant"})
    assert [gift["name"] for gift in now(iris).sheet["gifts"]] == ["Starvision"]
    assert queries.experience_of(iris)["xp"] == 0
    assert mine.log.first().text == "Iris: Starvision is gained. (3 experience points)"


def test_a_players_explanation_to_the_gm_is_not_in_the_log_and_the_ledger(iris, mine, ana, ben, gm, as_):
    """FNP-05: others read both, also where sheets are open."""
    award_experience(character=iris, amount=3, by=gm, reason="the mine")
    gift = {"type": "gift", "gift": "Starvision"}
    asked = request_step(character=iris, by=ana, step=gift, explanation="My patron, the vampire, gave it.")
    grant_request(request=asked, by=gm)
    log = [reverse("campaign-log", args=[mine.pk]), f"/api/v1/campaigns/{mine.pk}/log/"]
    for page in [*log, f"/api/v1/characters/{iris.pk}/ledger/"]:
        answer = as_(ben).get(page)
        assert (answer.status_code, b"Starvision" in answer.content) == (200, True)
        assert b"vampire" not in answer.content
    assert now(iris).experience.first().data["step"]["explanation"] == asked.explanation


def test_a_player_edits_gear_but_not_what_was_paid_for(iris, ana, gm, as_):
    address = reverse("character-edit", args=[iris.pk])
    page = as_(ana).get(address).content.decode()
    assert "Burglar 8" not in page
    typed = {"name": "Iris", "weapons": "Knife +2\nDread word +2 mental", "armor": "3", "equipment": "2 × rope"}
    as_(ana).post(address, typed | {"revision": iris.revision, "traits": "Burglar 20"})
    sheet = now(iris).sheet
    assert (sheet["traits"], sheet["armor"]) == ({"Burglar": 8, "Warrior": 2}, 3)
    assert sheet["weapons"][1] == {"name": "Dread word", "bonus": 2, "mental": True}
    assert "Burglar 8" in as_(gm).get(address).content.decode()


def test_an_opponent_is_written_in_lines(mine, gm, as_):
    """FNP-44."""
    posted = {"name": "Troll", "traits": "Warrior 5\nStrength 6", "limit_wounds": "15", "active": "on"}
    as_(gm).post(reverse("monster-new", args=[mine.pk]), posted)
    troll = mine.monsters.get()
    assert troll.stats["traits"] == {"Warrior": 5, "Strength": 6}
    assert troll.stats["limits"] == {"wounds": 15, "shocks": 10}
    assert b"Warrior 5" in as_(gm).get(reverse("campaign-monster", args=[mine.pk, troll.pk])).content


def test_lines_read_back_as_they_were_written():
    for text in ("Burglar 8", "Sleight of hand 3"):
        assert text_lines.format_levels(text_lines.parse_levels(text)) == text
    for text in ("Sword +4", "Dread word +2 mental", "Cursed blade -1"):
        assert text_lines.format_weapons(text_lines.parse_weapons(text)) == text
    assert text_lines.format_notes(text_lines.parse_notes("Immunity (snakes)")) == "Immunity (snakes)"
    assert text_lines.parse_levels("Burglar") == {"Burglar": 1}


def test_a_row_of_ones_own_has_the_figures_that_the_engine_reads():
    form = forms_for(SYSTEM).row(QueryDict("price=7&explain=Why%3F"))
    assert form.is_valid()
    assert form.cleaned_figures("gift") == {"price": 7, "explain": "Why?"}
    assert forms_for(SYSTEM).row({"inborn": "on"}).is_valid()
