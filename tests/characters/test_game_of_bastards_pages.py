"""The pages of A Game of Bastards: a character made by taps, its sheet, its form, opponents, catalogue rows."""

import re

import pytest
from django.http import QueryDict
from django.urls import reverse

from characters.experience.actions import award_experience, take_back
from characters.experience.step_actions import take_step
from characters.game_forms import forms_for
from characters.game_forms.game_of_bastards import text_lines as lines
from characters.models import Character, Monster
from characters.sheets import queries
from characters.sheets.actions import change_pool, create_character
from characters.sheets.versions import restore_sheet
from rules import play
from rules.models import CatalogueRow
from tests import factories, shipped_rows

SYSTEM = "game-of-bastards"
KODOS = {
    "suit": "spades",
    "traits": {"mind": 3},
    "skills": {"Technology": 4, "Stealth": 2, "Combat (Sword)": 2, "Influence": 3},
    "specialties": [{"name": "Lockpicking", "skills": ["Stealth", "Technology"]}],
    "advantages": [{"key": "careful"}, {"key": "counter", "weapon": "Sabre"}, {"key": "dodge"}],
    "disadvantages": [{"name": "Wanted", "text": "in three cities"}],
    "weapons": [{"name": "Sabre", "damage": 2, "skill": "Combat (Sword)"}],
    "wildcards": 1,
    "equipment": [{"name": "Rope", "note": "50 feet"}],
}


@pytest.fixture
def city(gm, ana, ben):
    """A campaign of A Game of Bastards with its catalogue."""
    shipped_rows.load_catalogue()
    city = factories.CampaignFactory(name="Clockwork and Knives", system=SYSTEM, created_by=gm)
    for user, role in ((gm, "gm"), (ana, "player"), (ben, "player")):
        factories.MemberFactory(campaign=city, user=user, role=role)
    return city


@pytest.fixture
def cynthia(city, ana):
    """Ana's character, about to be made."""
    return create_character(campaign=city, by=ana, owner=ana, name="Cynthia")


@pytest.fixture
def kodos(city, ana):
    """Ana's finished character, with one point kept."""
    made = create_character(campaign=city, by=ana, owner=ana, name="Kodos", sheet=KODOS)
    return take_step(character=made, by=ana, step={"type": "finish"}).character


def page(client, character):
    return client.get(reverse("character", args=[character.pk])).content.decode()


def tap(client, character, what, **typed):
    answer = client.post(reverse("character-build", args=[character.pk]), {"tap": what} | typed, follow=True)
    assert answer.status_code == 200
    character.refresh_from_db()
    return answer.content.decode()


def test_a_character_is_made_by_taps_from_its_name_to_its_end_gob_10_gob_13_gob_15(city, ana, as_):
    client = as_(ana)
    client.post(reverse("character-new", args=[city.pk]), {"name": "Cynthia", "step": "create"})
    made = Character.objects.get(name="Cynthia")
    assert "10 of 10 XP left" in page(client, made)
    assert "Choose a suit first" in page(client, made)
    assert "2 advantages free" in tap(client, made, "suit:hearts")
    for skill in ("Influence", "Influence", "Perform"):
        tap(client, made, f"skill:{skill}+")
    assert "Incite" in page(client, made)
    tap(client, made, "specialty:Incite|Influence|Perform")
    tap(client, made, "trait:spirit+")
    tap(client, made, "skill:new", skill="combat (rapier)")
    tap(client, made, "advantage:faith")
    html = tap(client, made, "advantage:counter", weapon="Rapier")
    assert "both free advantages are taken" in html
    assert "4 of 10 XP left" in html
    tap(client, made, "disadvantage:Vice")
    tap(client, made, "gear:Rapier")
    tap(client, made, "armor:Leather armour")
    assert "5 of 11 XP left" in tap(client, made, "tarot:on")
    assert "Cups" in page(client, made)
    sheet = made.sheet
    assert (sheet["suit"], sheet["traits"]["spirit"], sheet["armor"], sheet["tarot"]) == ("hearts", 3, 2, True)
    assert sheet["skills"] == {"Influence": 3, "Perform": 2, "Combat (Rapier)": 2}
    assert sheet["weapons"][0]["skill"] == "Combat (Sword)"
    client.post(reverse("character-advance", args=[made.pk]), {"step": '{"type": "finish"}'})
    made.refresh_from_db()
    assert made.sheet["created"] == {"points": 11, "spent": 6}
    assert "5 XP to spend" in page(client, made)


def test_changing_the_suit_keeps_what_was_raised_gob_10(cynthia, ana, as_):
    client = as_(ana)
    for choice in ("suit:clubs", "trait:body+", "trait:mind+", "suit:spades"):
        tap(client, cynthia, choice)
    assert cynthia.sheet["traits"] == {"body": 2, "spirit": 1, "mind": 3, "luck": 1}
    assert "8 of 10 XP left" in page(client, cynthia)
    for choice in ("trait:mind-", "trait:mind-", "trait:wit+", "suit:cups", "nonsense", "back:skills:0", "gear:Moon"):
        tap(client, cynthia, choice)
    assert cynthia.sheet["traits"]["mind"] == 2


def test_a_pool_that_is_not_full_changes_with_its_trait_gob_11(cynthia, ana, gm, as_):
    """A character whose creation was opened again has lost points meanwhile."""
    client = as_(ana)
    tap(client, cynthia, "suit:clubs")
    change_pool(character=cynthia, by=gm, pool="bp", to=8)
    change_pool(character=cynthia, by=gm, pool="sp", to=3)
    tap(client, cynthia, "suit:hearts")
    pools = {"bp": 3, "sp": 8}
    assert (cynthia.sheet["suit"], played_pools(cynthia)) == ("hearts", pools)
    tap(client, cynthia, "trait:spirit+")
    assert played_pools(cynthia) == pools | {"sp": 13}
    for _tap in range(2):
        tap(client, cynthia, "trait:body+")
    change_pool(character=cynthia, by=gm, pool="bp", to=4)
    tap(client, cynthia, "trait:body-")
    assert played_pools(cynthia)["bp"] == 0


def test_a_gm_lowers_a_trait_whose_pool_is_not_full_gob_11(kodos, gm, as_):
    change_pool(character=kodos, by=gm, pool="mp", to=12)
    change_pool(character=kodos, by=gm, pool="sp", to=2)
    kodos.refresh_from_db()
    form = forms_for(SYSTEM).sheet(sheet=kodos.sheet)
    posted = {name: value for name, value in form.initial.items() if value not in (None, False)}
    posted |= {"mind": "2", "name": "Kodos", "visible": "on", "revision": kodos.revision, "reason": "a miscount"}
    answer = as_(gm).post(reverse("character-edit", args=[kodos.pk]), posted)
    assert answer.status_code == 302
    kodos.refresh_from_db()
    assert (kodos.sheet["traits"]["mind"], played_pools(kodos)) == (2, {"sp": 2, "mp": 7})


def played_pools(character):
    return {pool: now for pool, now in character.sheet["pools"].items() if now is not None}


def test_a_step_is_given_back_unless_another_is_built_on_it_gob_15(cynthia, ana, as_):
    client = as_(ana)
    for choice in ("skill:Stealth+", "skill:Technology+", "specialty:Lockpicking|Stealth|Technology"):
        tap(client, cynthia, choice)
    assert "Remove the specialty first" in tap(client, cynthia, "skill:Stealth-")
    assert cynthia.sheet["skills"]["Stealth"] == 2
    for place in ("00001", "9" * 150, "1", "x"):
        tap(client, cynthia, f"back:specialties:{place}")
    assert len(cynthia.sheet["specialties"]) == 1
    tap(client, cynthia, "back:specialties:0")
    tap(client, cynthia, "skill:Stealth-")
    assert cynthia.sheet["skills"] == {"Technology": 2}
    for choice in ("advantage:toughness", "advantage:toughness", "back:advantages:0"):
        tap(client, cynthia, choice)
    assert cynthia.sheet["advantages"] == [{"key": "toughness", "ranks": 1}]
    assert "choose its two skills" in tap(client, cynthia, "specialty:new", specialty="Bluff")
    for choice in ("armor:Plate", "armor:none", "disadvantage:Vice", "back:disadvantages:0"):
        tap(client, cynthia, choice)
    assert (cynthia.sheet["armor"], cynthia.sheet["equipment"], cynthia.sheet["disadvantages"]) == (0, [], [])


def test_a_tap_beyond_the_budget_is_refused_in_words_gob_13(cynthia, ana, as_):
    client = as_(ana)
    for _number in range(10):
        tap(client, cynthia, "skill:Guts+")
    assert "costs 11 XP and you have 10" in tap(client, cynthia, "skill:Guts+")
    assert cynthia.sheet["skills"] == {"Guts": 11}


def test_the_sheet_shows_all_of_it_with_its_rules(kodos, ana, as_):
    html = page(as_(ana), kodos)
    for words in (
        "Spades · Aiyala",
        "1 XP to spend",
        "Lockpicking",
        "Stealth × Technology",
        "Counter (Sabre)",
        "hit +3",
        "Rope",
        "Wanted",
        "All others are at 1",
        "1 BP",
    ):
        assert words in html, words
    known = {rule["id"] for rule in play.RULES[SYSTEM]}
    assert set(re.findall(r"GOB-\d+", html)) <= known


def test_an_empty_pool_makes_desperate_and_puts_its_advantages_to_rest_gob_16_gob_48(kodos, ana, as_):
    client = as_(ana)
    for _number in range(5):
        client.post(reverse("character-pool", args=[kodos.pk, "bp"]), {"change": "-1"})
    html = page(client, kodos)
    assert "Desperate." in html
    assert "BP is empty; Dodge cannot be used" in html
    client.post(reverse("character-pool", args=[kodos.pk, "bp"]), {"change": "rest"})
    client.post(reverse("character-pool", args=[kodos.pk, "wildcards"]), {"change": "more", "by": "3"})
    kodos.refresh_from_db()
    assert (kodos.sheet["pools"]["bp"], kodos.sheet["wildcards"]) == (None, 4)
    assert "Desperate." not in page(client, kodos)


def test_somebody_else_reads_without_buttons(kodos, city, gm, ben, as_):
    assert "character-pool" not in page(as_(ben), kodos)
    assert reverse("character-pool", args=[kodos.pk, "bp"]) not in page(as_(ben), kodos)
    assert reverse("character-pool", args=[kodos.pk, "bp"]) in page(as_(gm), kodos)


def form_of(client, character):
    """The edit form as a browser would send it back."""
    form = client.get(reverse("character-edit", args=[character.pk])).context["figures"]
    asked = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    filled = {name: value for name, value in asked.items() if value not in (None, False)}
    return filled | {"name": character.name, "revision": character.revision, "notes": ""}


def test_the_form_sends_back_the_very_sheet_that_it_showed(kodos, ana, as_):
    client, before = as_(ana), dict(kodos.sheet)
    client.post(reverse("character-edit", args=[kodos.pk]), form_of(client, kodos))
    kodos.refresh_from_db()
    assert kodos.sheet == before


def test_a_player_writes_gear_down_and_buys_nothing_by_the_form_gob_13(kodos, gm, ana, as_):
    client = as_(ana)
    gear = {"weapons": "Sabre, 2, Combat (Sword)\nSling, 1, Combat (Sling), ranged", "equipment": "3 × torch"}
    client.post(reverse("character-edit", args=[kodos.pk]), form_of(client, kodos) | gear)
    kodos.refresh_from_db()
    assert kodos.sheet["weapons"][1]["ranged"]
    assert kodos.sheet["equipment"] == [{"name": "torch", "quantity": 3}]
    assert "body" not in form_of(client, kodos)
    client.post(reverse("character-edit", args=[kodos.pk]), form_of(client, kodos) | {"body": "9"})
    kodos.refresh_from_db()
    assert kodos.sheet["traits"]["body"] == 1
    dear = form_of(as_(gm), kodos) | {"body": "9"}
    answer = as_(gm).post(reverse("character-edit", args=[kodos.pk]), dear)
    assert "Give a " in answer.content.decode()
    as_(gm).post(reverse("character-edit", args=[kodos.pk]), dear | {"reason": "A gift of Kranos."})
    kodos.refresh_from_db()
    assert kodos.sheet["traits"]["body"] == 9


@pytest.mark.parametrize(
    ("field", "typed", "words"),
    [
        ("specialties", "Lockpicking", "write it as"),
        ("weapons", "Sabre", "write it as"),
        ("advantages", "Counter ((", "write it as"),
        ("skills", "Guts 2\nGuts 3", "twice"),
        ("advantages", "Wings", "is not an advantage"),
    ],
)
def test_a_line_that_means_nothing_is_told_how_it_is_written(cynthia, ana, as_, field, typed, words):
    client = as_(ana)
    answer = client.post(reverse("character-edit", args=[cynthia.pk]), form_of(client, cynthia) | {field: typed})
    assert words in answer.content.decode()


def test_an_own_advantage_with_a_digit_in_its_name_is_kept_by_the_forms(city, kodos, gm, as_):
    for key, name in (("style-2", "Style 2"), ("style2", "Style2"), ("style", "Style")):
        figures = {"effect": "toughness", "suit": "clubs"}
        CatalogueRow.objects.create(system=SYSTEM, campaign=city, kind="advantage", key=key, name=name, figures=figures)
    own = [{"key": "style-2"}, {"key": "style2", "ranks": 2}, {"key": "style", "ranks": 2}]
    kodos.sheet = kodos.sheet | {"advantages": [*KODOS["advantages"], *own]}
    kodos.save()
    client = as_(gm)
    typed = form_of(client, kodos) | {"equipment": "lantern", "reason": "x"}
    answer = client.post(reverse("character-edit", args=[kodos.pk]), typed)
    assert answer.status_code == 302, answer.content.decode()
    kodos.refresh_from_db()
    assert kodos.sheet["equipment"][0]["name"] == "lantern"
    assert [entry for entry in kodos.sheet["advantages"] if entry["key"].startswith("style")] == own
    stats = {"kind": "fated", "suit": "clubs", "advantages": own}
    asked = forms_for(SYSTEM).monster(stats=stats)
    filled = {name: asked.get_initial_for_field(field, name) for name, field in asked.fields.items()}
    form = forms_for(SYSTEM).monster({k: v for k, v in filled.items() if v not in (None, False)}, stats=stats)
    assert form.is_valid(), form.errors
    assert form.cleaned_stats()["advantages"] == own


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("Style-2", {"key": "style-2"}),
        ("style-2 (Rapier) 3", {"key": "style-2", "weapon": "Rapier", "ranks": 3}),
        ("3-swords", {"key": "3-swords"}),
        ("Toughness2", {"key": "toughness", "ranks": 2}),
        ("Iron Wall 2", {"key": "iron-wall", "ranks": 2}),
        ("Counter (Model 3)", {"key": "counter", "weapon": "Model 3"}),
    ],
)
def test_a_line_names_an_advantage_by_its_name_with_ranks_or_by_a_key_with_a_digit(line, read):
    assert lines.parse_advantages(line) == [read]


def test_written_texts_are_read_again():
    for write, read, things in (
        (lines.format_skills, lines.parse_skills, {"Guts": 3, "Combat (Sword)": 2}),
        (lines.format_specialties, lines.parse_specialties, KODOS["specialties"]),
        (lines.format_advantages, lines.parse_advantages, [*KODOS["advantages"], {"key": "toughness", "ranks": 2}]),
        (lines.format_disadvantages, lines.parse_disadvantages, [*KODOS["disadvantages"], {"name": "Vice"}]),
        (
            lines.format_weapons,
            lines.parse_weapons,
            [{"name": "Bow", "damage": 2, "skill": "Combat (Bow)", "ranged": True}],
        ),
    ):
        assert read(write(things)) == things


def test_a_finished_character_advances_and_a_gm_takes_it_back_gob_11(kodos, city, gm, ana, as_):
    client = as_(ana)
    html = client.get(reverse("character-advance", args=[kodos.pk])).content.decode()
    assert "BP 5 becomes 10" in html
    assert "1 experience point to spend" in html
    taken = take_step(character=kodos, by=ana, step={"type": "trait", "trait": "body"})
    assert queries.read_character(taken.character).figures["xp"]["left"] == 0
    for name, key, user in (
        ("character-advance", kodos.pk, ana),
        ("character-history", kodos.pk, ana),
        ("campaign-award", city.pk, gm),
    ):
        html = as_(user).get(reverse(name, args=[key])).content.decode()
        assert "0 experience points to spend" in html, name
        assert not re.search(r'class="(chip|num)">-', html), name
    with pytest.raises(play.Refused, match="costs 1 XP, and 0 are left"):
        take_step(character=kodos, by=ana, step={"type": "trait", "trait": "body"})
    award_experience(character=taken.character, amount=2, reason="The heist.", by=gm)
    take_back(entry=taken.entry, by=gm, reason="A slip.")
    kodos.refresh_from_db()
    assert (kodos.sheet["traits"]["body"], queries.read_character(kodos).figures["xp"]["left"]) == (1, 3)


def open_groups(html):
    """Whether each group of steps is open, by its heading."""
    groups = re.findall(
        r'<details class="panel fold steps" id="steps-[a-z-]+"( open)?>\s*<summary>\s*<h2>(.*?)</h2>', html
    )
    return {heading: bool(mark) for mark, heading in groups}


def test_a_long_list_of_steps_is_folded_into_groups_that_count_what_can_be_taken_now(kodos, ana, as_):
    address, client = reverse("character-advance", args=[kodos.pk]), as_(ana)
    html = client.get(address).content.decode()
    assert len(open_groups(html)) > 2
    assert not any(open_groups(html).values())
    assert re.search(r"<h2>Traits</h2>\s*<span[^>]*>\s*4 available now", html)
    found = open_groups(client.get(address, {"q": "perception"}).content.decode())
    assert found == {"Skills": True}
    take_step(character=kodos, by=ana, step={"type": "trait", "trait": "mind"})
    html = client.post(address, {"step": '{"to": 2, "trait": "body", "type": "trait"}', "key": "k"}).content.decode()
    assert "none available now" in html
    assert [heading for heading, is_open in open_groups(html).items() if is_open] == ["Traits"]


def test_an_older_page_buys_no_other_rank_than_its_button_says_gob_13(kodos, gm, ana, as_):
    award_experience(character=kodos, amount=5, reason="The heist.", by=gm)
    address, client = reverse("character-advance", args=[kodos.pk]), as_(ana)
    older = {"step": '{"to": 2, "trait": "body", "type": "trait"}'}
    assert client.post(address, older | {"key": "phone"}).status_code == 302
    answer = client.post(address, older | {"key": "desktop"})
    assert "This step is no longer available. Look at the current list." in answer.content.decode()
    with pytest.raises(play.Refused, match="the next rank is 3"):
        take_step(character=kodos, by=ana, step={"type": "trait", "trait": "body", "to": 2})
    kodos.refresh_from_db()
    assert kodos.sheet["traits"]["body"] == 2
    assert take_step(character=kodos, by=ana, step={"type": "trait", "trait": "body"}).text == "Body is raised to 3."


def test_a_purchase_that_a_restored_sheet_does_not_have_is_refunded_without_another_rank(kodos, gm, ana, as_):
    before = kodos.history.latest().history_id
    taken = take_step(character=kodos, by=ana, step={"type": "trait", "trait": "mind"})
    row = restore_sheet(character=taken.character, by=gm, version_id=before, revision=taken.character.revision)
    assert row.sheet["traits"]["mind"] == 3
    address = reverse("experience-take-back", args=[taken.entry.pk])
    assert "Refund only, and leave the sheet as it is" in as_(gm).get(address).content.decode()
    as_(gm).post(address, {"reason": "restored", "keep_sheet": "on"})
    kodos.refresh_from_db()
    assert (kodos.sheet["traits"]["mind"], queries.read_character(kodos).figures["xp"]["left"]) == (3, 1)


def test_every_shipped_opponent_has_a_page_and_a_form_that_gives_it_back(city, gm, as_):
    shipped_rows.load_bestiary()
    client = as_(gm)
    html = client.get(reverse("campaign-monsters", args=[city.pk])).content.decode()
    for words in ("The Spider Countess", "Street toughs", "4 members", "rating 3", "follower"):
        assert words in html
    for row in Monster.objects.filter(system=SYSTEM):
        assert client.get(reverse("campaign-monster", args=[city.pk, row.pk])).status_code == 200
        asked = forms_for(SYSTEM).monster(stats=row.stats)
        filled = {name: asked.get_initial_for_field(field, name) for name, field in asked.fields.items()}
        posted = QueryDict(mutable=True)
        posted.update({name: value for name, value in filled.items() if value not in (None, "", False)})
        form = forms_for(SYSTEM).monster(posted, stats=row.stats)
        assert form.is_valid(), form.errors
        assert play.monster(SYSTEM, form.cleaned_stats()) == play.monster(SYSTEM, row.stats)


def test_a_gm_makes_an_opponent_by_form_gob_95_gob_96(city, gm, as_):
    client, address = as_(gm), reverse("monster-new", args=[city.pk])
    client.post(address, {"name": "Rats", "active": "on", "kind": "extras", "power_rating": "1", "members": "5"})
    assert Monster.objects.get(campaign=city).stats == {"kind": "extras", "power_rating": 1, "members": 5}
    for fields, words in (
        ({"kind": "extras", "power_rating": "2"}, "Give 1 to 5 members"),
        ({"kind": "follower"}, "Give a power rating"),
        ({"kind": "fated", "skills": "Combat 3"}, "needs a type"),
    ):
        answer = client.post(address, {"name": "Thing", "active": "on"} | fields)
        assert words in answer.content.decode()
    assert Monster.objects.filter(campaign=city).count() == 1


def test_a_campaigns_advantage_reaches_its_sheets_gob_87(city, gm, ana, as_):
    as_(gm).post(
        reverse("catalogue-row-new", args=[city.pk]),
        {
            "kind": "advantage",
            "name": "Iron Skin",
            "active": "on",
            "effect": "toughness",
            "suit": "clubs",
            "reduction": "3",
            "text": "Damage to your BP is 3 less.",
        },
    )
    row = CatalogueRow.objects.get(campaign=city)
    assert row.figures["effect"] == "toughness"
    sheet = {"suit": "clubs", "advantages": [{"key": "iron-skin"}]}
    made = create_character(campaign=city, by=ana, owner=ana, name="Oak", sheet=sheet)
    assert queries.read_character(made).figures["protection"]["bp"] == 3
    html = page(as_(ana), made)
    assert "Damage to your BP is 3 less." in html


@pytest.mark.parametrize(
    ("kind", "posted", "figures"),
    [
        ("weapon", {"damage": "3", "skill": "Combat (Axe)"}, {"damage": 3, "skill": "Combat (Axe)", "ranged": False}),
        ("armor", {"armor": "2"}, {"armor": 2}),
        ("difficulty", {"difficulty": "7"}, {"difficulty": 7}),
        ("specialty", {"first": "Guts", "second": "Stealth"}, {"skills": ["Guts", "Stealth"]}),
        ("disadvantage", {}, {}),
    ],
)
def test_a_catalogue_row_keeps_the_figures_of_its_kind(kind, posted, figures):
    form = forms_for(SYSTEM).row(posted, figures={})
    assert form.is_valid(), form.errors
    assert form.cleaned_figures(kind) == figures


def draw(client, campaign, **posted):
    return client.post(reverse("check", args=[campaign.pk]), {"kind": "fate-draw"} | posted, follow=True)


def test_a_fate_draw_is_made_from_the_sheet_with_its_odds_gob_20_gob_21(kodos, city, ana, as_):
    client, address = as_(ana), reverse("check", args=[city.pk])
    html = client.get(address, {"character": kodos.pk, "specialty": "Lockpicking"}).content.decode()
    for words in ("cards for Technology", "Lockpicking +2", "Mind", "Legendary", "No difficulty"):
        assert words in html, words
    odds = [int(percent) for percent in re.findall(r"(\d+) %</span>", html)]
    assert odds == sorted(odds, reverse=True)
    assert odds[0] > 50
    asked = {"character": kodos.pk, "text-skill": "Technology", "text-specialty": "Lockpicking", "text-trait": "mind"}
    answer = draw(
        client,
        city,
        **asked,
        **{"number-difficulty": "3", "list-cards": ["9H", "2C", "3C", "4C"], "list-dealer_cards": ["JS", "4D", "2D"]},
    )
    assert "makes 14 against" in re.sub(r"<[^>]+>", "", answer.content.decode())
    entry = city.log.filter(kind="check").get()
    assert entry.text == (
        "Kodos: Technology 4, Lockpicking 2, Mind 3: 9H makes 14 against JS and difficulty 3 with 14; success."
    )


def test_a_desperate_draw_names_spirit_or_luck_alone_gob_48(kodos, city, ana, as_):
    change_pool(character=kodos, by=ana, pool="bp", to=0)
    page_ = as_(ana).get(reverse("check", args=[city.pk]), {"character": kodos.pk, "skill": "Guts"})
    assert [trait["key"] for trait in page_.context["guide"]["traits"]] == ["spirit", "luck"]
    assert page_.context["guide"]["rank"] == 1


def test_a_joker_drawn_for_a_skill_becomes_a_wildcard_of_the_sheet_gob_05(kodos, city, ana, as_):
    before = kodos.sheet["wildcards"]
    draw(as_(ana), city, **{"character": kodos.pk, "text-skill": "Guts", "text-trait": "body", "list-cards": ["XX"]})
    kodos.refresh_from_db()
    assert kodos.sheet["wildcards"] == before + 1


def test_a_dealer_draws_for_nobody_in_particular(city, gm, as_):
    client = as_(gm)
    assert client.get(reverse("check", args=[city.pk])).status_code == 200
    answer = draw(client, city, **{"number-skill_rank": "3", "number-trait": "2", "number-difficulty": "0"})
    assert answer.status_code == 200
    assert city.log.filter(kind="check").count() == 1


def test_the_page_of_a_draw_uses_the_packs_of_the_campaign_gob_01(kodos, city, ana, gm, as_):
    assert "number-decks" not in as_(gm).get(reverse("check", args=[city.pk])).content.decode()
    city.options = {**city.options, "decks": 1}
    city.save()
    asked = {"number-decks": "1", "text-skill": "Guts", "text-trait": "body", "character": kodos.pk}
    for client, who in ((as_(gm), {}), (as_(ana), {"character": kodos.pk})):
        assert client.get(reverse("check", args=[city.pk]), who).context["guide"]["decks"] == 1
    draw(as_(ana), city, **asked)
    draw(as_(gm), city, **{"number-decks": "1", "number-skill_rank": "3", "number-trait": "2"})
    assert [entry.data["inputs"]["decks"] for entry in city.log.filter(kind="check")] == [1, 1]


def test_a_refused_draw_keeps_the_ticked_cards_and_the_typed_figures(city, gm, as_):
    client = as_(gm)
    cards = {"list-cards": ["9H", "2C"], "list-dealer_cards": ["JS"]}
    figures = {"number-skill_rank": "3", "number-specialty_rank": "2", "number-difficulty": "0"}
    answer = draw(client, city, **cards, **figures)
    assert answer.context["refusal"]
    html = answer.content.decode()
    for field, codes in cards.items():
        assert sorted(re.findall(rf'name="{field}"\s+value="(\w\w)" checked', html)) == sorted(codes)
    assert re.search(r'name="number-specialty_rank"[^>]*value="2"', html)
    assert "checked" not in client.get(reverse("check", args=[city.pk])).content.decode()


def test_a_simple_opposition_has_the_cards_of_the_campaigns_deck(city, gm, as_):
    client = as_(gm)
    sides = {"rows-sides.id": ["guard", "thief"], "rows-sides.card": ["KS", "KS"], "rows-sides.bonus#": ["3", "5"]}
    assert not draw(client, city, kind="simple", **sides).context.get("refusal")
    city.options = {**city.options, "decks": 1}
    city.save()
    page = client.get(reverse("check", args=[city.pk])).content.decode()
    assert page.count('name="number-decks"') == page.count('name="kind"') == 2
    assert draw(client, city, kind="simple", **sides, **{"number-decks": "1"}).context["refusal"]


def test_a_refused_opposition_keeps_its_sides(city, gm, as_):
    sides = {"rows-sides.id": ["guard", "thief"], "rows-sides.card": ["KS", "ZZ"], "rows-sides.bonus#": ["3", "5"]}
    answer = draw(as_(gm), city, kind="simple", **sides)
    assert answer.context["refusal"]
    html = answer.content.decode()
    for field, values in sides.items():
        assert re.findall(rf'name="{field}"\s+value="([^"]+)"', html) == values, field
    assert html.count('name="rows-sides.card"') == 4


def test_the_odds_count_a_typed_specialty(city, gm, as_):
    def odds(**typed):
        guide = as_(gm).get(reverse("check", args=[city.pk]), typed).context["guide"]
        return [row["chance"] for row in guide["difficulties"]]

    assert odds(**{"number-skill_rank": "3", "number-specialty_rank": "4"}) != odds(**{"number-skill_rank": "3"})
