"""The GM's evening on one page: hit points by keyboard, a monster and a note from the drawer."""

from itertools import pairwise

import pytest

from campaigns.encounters import actions as encounter_actions
from campaigns.encounters import play
from campaigns.encounters.models import Encounter
from campaigns.log.models import LogEntry
from campaigns.modules import actions as module_actions
from characters.models import Character
from people.access import get_membership
from rules.play import new_sheet
from tests import factories
from tests.browser.steps import begun, campaign_with_members
from tests.campaigns.modules import samples
from tests.demo_rows import seed_demo

# Three cards for Mara, one for the Fate Dealer, then initiative: nobody has to answer anything.
DECK = ["KD", "9C", "4S", "7C", "KS", "2H"]


# Types into the search as soon as it is there, which is before it listens.
TYPE_AT_ONCE = """() => new MutationObserver((_changes, observer) => {
    const field = document.querySelector("#drawer-monster");
    if (!field) return;
    observer.disconnect();
    field.value = "reed";
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}).observe(document.body, { childList: true, subtree: true })"""


def test_words_typed_into_the_drawers_search_before_it_listens_are_found(people, transactional_db):
    users = {factories.UserFactory(username="gm"): "gm", factories.UserFactory(username="ana"): "player"}
    keeper, ana = users
    campaign = campaign_with_members("fifty-two-fates", users, "The Salt Road")
    mara = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara", sheet={"class": "warrior"})
    row = begun(campaign, keeper, [mara], [(factories.MonsterFactory(name="Reed bandit"), 1)], seed=7, deck=DECK)
    gm = people().sign_in("gm")
    gm.open(f"/encounters/{row.pk}/")
    gm.page.evaluate(TYPE_AT_ONCE)
    gm.page.click("#drawer > summary")
    gm.page.locator("#drawer-monsters button", has_text="Add Reed bandit").wait_for()


def test_the_gm_changes_hit_points_adds_a_monster_and_writes_a_note_without_leaving(people, transactional_db):
    users = {factories.UserFactory(username="gm"): "gm", factories.UserFactory(username="ana"): "player"}
    keeper, ana = users
    campaign = campaign_with_members("fifty-two-fates", users, "The Salt Road")
    mara = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara", sheet={"class": "warrior"})
    bandit = factories.MonsterFactory(name="Reed bandit")
    row = begun(campaign, keeper, [mara], [(bandit, 1)], seed=7, deck=DECK)
    gm = people().sign_in("gm")
    gm.open(f"/encounters/{row.pk}/")
    address = gm.page.url
    foe = gm.page.locator(".participant", has_text="Reed bandit")
    assert "3/3" in foe.text_content()
    foe.locator(".orders .toggle").click()
    gm.page.wait_for_function("() => document.activeElement.name === 'number:hp'")
    gm.page.keyboard.press("ArrowLeft")
    gm.page.keyboard.press("Enter")
    foe.locator(".hp", has_text="2/3").wait_for()
    gm.page.click("#drawer > summary")
    gm.page.fill("#drawer-monster", "reed")
    gm.page.locator("#drawer-monsters button", has_text="Add Reed bandit").click()
    gm.page.wait_for_function("() => document.querySelectorAll('#table .participant').length === 3")
    assert gm.page.locator("#drawer [aria-busy=true]").count() == 0, "one more can be added"
    gm.page.fill("#drawer-note textarea", "The bell tolled.")
    gm.page.locator("#drawer-note button").click()
    gm.page.wait_for_selector("#drawer-note [role=status]")
    assert gm.page.url == address
    assert LogEntry.objects.filter(text="The bell tolled.").count() == 1
    gm.page.keyboard.press("Escape")
    assert gm.page.locator("#drawer[open]").count() == 0


@pytest.mark.parametrize("phone", [True, False])
def test_a_gm_who_acts_for_monsters_has_the_party_in_sight_to_aim_at(people, transactional_db, phone):
    users = {factories.UserFactory(username="gm"): "gm", factories.UserFactory(username="ana"): "player"}
    keeper, ana = users
    campaign = campaign_with_members("fifty-two-fates", users, "The Salt Road")
    mara = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara", sheet={"class": "warrior"})
    monsters = [(factories.MonsterFactory(name="Reed bandit"), 8)]
    row = begun(campaign, keeper, [mara], monsters, seed=7, deck=[*DECK[:4], *DECK[:3:-1]])
    gm = people(phone=phone).sign_in("gm")
    gm.open(f"/encounters/{row.pk}/")
    box = gm.page.locator(".participant", has_text="Mara").bounding_box()
    play = gm.page.locator(".play").bounding_box()
    assert box["y"] + box["height"] < (play["y"] if phone else gm.page.viewport_size["height"])
    gm.page.locator(".participant label.tap", has_text="Mara").click()
    gm.page.locator(".play button.primary", has_text="Strike Mara").wait_for()


def test_a_gm_with_a_phone_sees_what_can_be_done_before_what_happened(people, transactional_db):
    seed_demo()
    row = Encounter.objects.get(title="Nobody passes for free")
    mara = Character.objects.get(name="Juk the Loud").owner
    play.submit(encounter=row, by=mara, command={"actor": "juk-the-loud", "type": "pass"})
    gm = people(phone=True).sign_in("gm-demo")
    gm.open(f"/encounters/{row.pk}/")
    assert gm.page.locator("#table").get_attribute("data-mine") == "yes"
    done, happened = [gm.page.locator(name).bounding_box()["y"] for name in (".play-area", ".event-log-panel")]
    assert done < happened


def test_the_gm_types_hit_points_on_the_row_and_nothing_typed_moves_to_another_row(people, transactional_db):
    users = {factories.UserFactory(username="gm"): "gm", factories.UserFactory(username="ana"): "player"}
    keeper, ana = users
    campaign = campaign_with_members("fifty-two-fates", users, "The Salt Road")
    mara = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara", sheet={"class": "warrior"})
    row = begun(campaign, keeper, [mara], [(factories.MonsterFactory(name="Reed bandit"), 2)], seed=7, deck=DECK)
    gm, phone = people().sign_in("gm"), people(phone=True).sign_in("ana")
    gm.open(f"/encounters/{row.pk}/")
    first, second = ("#figure-reed-bandit-1", "#figure-reed-bandit-2")
    gm.page.fill(first, "2")
    gm.page.press(first, "Enter")
    gm.page.locator(".participant[data-id=reed-bandit-1] .hp", has_text="2/3").wait_for()
    gm.page.fill(second, "1")
    phone.open(f"/encounters/{row.pk}/")
    number = gm.page.locator("#table").get_attribute("data-number")
    phone.page.get_by_role("button", name="Pass", exact=True).tap()
    gm.page.wait_for_function("n => document.getElementById('table').dataset.number !== n", arg=number)
    assert (gm.page.input_value(first), gm.page.input_value(second)) == ("2", "1")
    gm.page.press(second, "Enter")
    gm.page.locator(".participant[data-id=reed-bandit-2] .hp", has_text="1/3").wait_for()
    assert phone.page.locator(".figure-now").count() == 0, "players do not change figures"


def test_the_gms_text_stays_while_a_play_is_under_way_and_each_enter_counts(people, transactional_db):
    keeper = factories.UserFactory(username="gm")
    campaign = campaign_with_members("fifty-two-fates", {keeper: "gm"}, "The Salt Road")
    mara = factories.CharacterFactory(campaign=campaign, owner=keeper, name="Mara", sheet={"class": "warrior"})
    row = begun(campaign, keeper, [mara], [(factories.MonsterFactory(name="Reed bandit"), 2)], seed=7, deck=DECK)
    gm = people().sign_in("gm")
    gm.open(f"/encounters/{row.pk}/?as=gm")
    first, second = ("#figure-reed-bandit-1", "#figure-reed-bandit-2")
    held = []
    gm.page.route("**/commands/", lambda route: route.continue_() if held else held.append(route))
    gm.page.fill(first, "2")
    gm.page.press(first, "Enter")
    while not held:
        gm.page.wait_for_timeout(20)
    gm.page.fill(first, "1")
    gm.page.press(first, "Enter")
    gm.page.fill(second, "2")
    held[0].continue_()
    gm.page.locator(".participant[data-id=reed-bandit-1] .hp", has_text="1/3").wait_for()
    assert gm.page.input_value(second) == "2"
    gm.page.press(second, "Enter")
    gm.page.locator(".participant[data-id=reed-bandit-2] .hp", has_text="2/3").wait_for()
    assert [body["hp"] for body in row.commands.order_by("number").values_list("body", flat=True)] == [2, 1, 2]


def test_a_number_to_set_that_is_typed_again_while_it_is_sent_counts_once_and_is_not_refused(people, transactional_db):
    keeper = factories.UserFactory(username="gm")
    campaign = campaign_with_members("fifty-two-fates", {keeper: "gm"}, "The Salt Road")
    mara = factories.CharacterFactory(campaign=campaign, owner=keeper, name="Mara", sheet={"class": "warrior"})
    row = begun(campaign, keeper, [mara], [(factories.MonsterFactory(name="Reed bandit"), 2)], seed=7, deck=DECK)
    gm = people().sign_in("gm")
    gm.open(f"/encounters/{row.pk}/?as=gm")
    held = []
    gm.page.route("**/commands/", lambda route: route.continue_() if held else held.append(route))
    for _time in range(2):
        gm.page.fill("#figure-reed-bandit-1", "2")
        gm.page.press("#figure-reed-bandit-1", "Enter")
        while not held:
            gm.page.wait_for_timeout(20)
    held[0].continue_()
    gm.page.locator(".participant[data-id=reed-bandit-1] .hp", has_text="2/3").wait_for()
    gm.page.wait_for_function("() => sending.queue.length === 0")
    assert gm.page.locator(".refusal").count() == 0
    assert gm.page.get_attribute("#sending", "data-state") != "refused"
    assert [body["hp"] for body in row.commands.values_list("body", flat=True)] == [2]


def test_the_gm_chooses_which_figure_of_the_row_changes_and_it_stays_chosen(people, transactional_db):
    keeper = factories.UserFactory(username="gm")
    campaign = campaign_with_members("fortune-and-power", {keeper: "gm"}, "The Salt Road")
    mara = factories.CharacterFactory(campaign=campaign, owner=keeper, name="Mara", sheet=new_sheet(campaign.system))
    row = begun(campaign, keeper, [mara], seed=7)
    gm = people().sign_in("gm")
    gm.open(f"/encounters/{row.pk}/?as=gm")
    for count in (1, 2):
        if count == 1:
            gm.page.select_option("#which-figure-mara", label="Shocks")
        gm.page.fill("#figure-mara", "1")
        gm.page.press("#figure-mara", "Enter")
        gm.page.wait_for_function(
            "n => document.getElementById('table').dataset.number === n", arg=str(row.number + count)
        )
        assert gm.page.input_value("#figure-mara") == ""
    assert [body["shocks"] for body in row.commands.order_by("number").values_list("body", flat=True)] == [1, 1]


def test_each_typed_change_of_a_figure_counts_before_the_first_answer_and_a_second_enter_does_not(
    people, transactional_db
):
    keeper = factories.UserFactory(username="gm")
    campaign = campaign_with_members("fortune-and-power", {keeper: "gm"}, "The Salt Road")
    mara = factories.CharacterFactory(campaign=campaign, owner=keeper, name="Mara", sheet=new_sheet(campaign.system))
    row = begun(campaign, keeper, [mara], seed=7)
    gm = people().sign_in("gm")
    gm.open(f"/encounters/{row.pk}/?as=gm")
    gm.page.select_option("#which-figure-mara", label="Shocks")
    held = []
    gm.page.route("**/commands/", lambda route: route.continue_() if held else held.append(route))
    gm.page.focus("#figure-mara")
    for key in ("1", "Enter", "Enter", "1", "Enter", "2", "Enter", "1", "Enter"):
        gm.page.keyboard.press(key)
    while not held:
        gm.page.wait_for_timeout(20)
    held[0].continue_()
    gm.page.wait_for_function("n => document.getElementById('table').dataset.number === n", arg=str(row.number + 4))
    gm.page.wait_for_function("() => sending.queue.length === 0")
    shocks = [body["shocks"] for body in row.commands.order_by("number").values_list("body", flat=True)]
    assert shocks == [1, 1, 2, 1]
    assert gm.page.locator("#table .refusal").count() == 0


def test_the_open_drawer_covers_no_undo_on_a_laptop(people, transactional_db):
    keeper = factories.UserFactory(username="gm")
    campaign = campaign_with_members("fifty-two-fates", {keeper: "gm"}, "The Salt Road")
    mara = factories.CharacterFactory(campaign=campaign, owner=keeper, name="Mara", sheet={"class": "warrior"})
    row = begun(campaign, keeper, [mara], [(factories.MonsterFactory(name="Bandit"), 1)], seed=7, deck=DECK)
    gm = people().sign_in("gm")
    gm.open(f"/encounters/{row.pk}/")
    gm.page.fill("#figure-bandit", "2")
    gm.page.press("#figure-bandit", "Enter")
    gm.page.locator(".participant[data-id=bandit] .hp", has_text="2/3").wait_for()
    gm.page.click("#drawer > summary")
    gm.page.locator("#drawer-note textarea").wait_for()
    gm.page.locator(".event-log button", has_text="Undo").first.click(timeout=5000)
    gm.page.locator(".participant[data-id=bandit] .hp", has_text="3/3").wait_for()
    assert gm.page.locator("#drawer[open]").count() == 1


def test_the_gm_changes_the_notes_and_comes_back_to_the_open_drawer(people, transactional_db):
    keeper = factories.UserFactory(username="gm")
    campaign = campaign_with_members("fifty-two-fates", {keeper: "gm"}, "The Salt Road")
    mara = factories.CharacterFactory(campaign=campaign, owner=keeper, name="Mara", sheet={"class": "warrior"})
    row = begun(campaign, keeper, [mara], [(factories.MonsterFactory(name="Bandit"), 1)], seed=7, deck=DECK)
    gm = people().sign_in("gm")
    gm.open(f"/encounters/{row.pk}/")
    gm.page.click("#drawer > summary")
    gm.page.get_by_role("link", name="Change the notes").click()
    gm.page.fill("textarea[name=notes]", "The bell is cracked.")
    gm.page.get_by_role("button", name="Save").click()
    gm.page.locator("#drawer[open] .prose", has_text="The bell is cracked.").wait_for()
    assert gm.page.locator("#table").count() == 1


def test_the_sheet_in_the_drawer_looks_like_a_sheet_and_the_table_stays_as_it_is(people, transactional_db):
    seed_demo()
    mara = people().sign_in("mara")
    encounter = Encounter.objects.get(campaign__system="game-of-bastards", status="running")
    mara.open(f"/encounters/{encounter.pk}/")
    pool = "getComputedStyle(document.querySelector('#table .pool')).padding"
    before = mara.page.evaluate(pool)
    mara.page.click("#drawer > summary")
    mara.page.locator("#drawer summary", has_text="Ilse Vane").click()
    mara.page.locator("#drawer #sheet .advs").wait_for()
    look = "what => getComputedStyle(document.querySelector(`#drawer #sheet ${what}`))"
    assert mara.page.evaluate(f"({look})('.advs').listStyleType") == "none"
    assert mara.page.evaluate(f"({look})('.name-emblem path').fill") != "rgb(0, 0, 0)"
    assert mara.page.evaluate(pool) == before


def test_the_gm_reads_the_adventure_in_the_drawer_and_the_table_stays(people, transactional_db):
    keeper = factories.UserFactory(username="gm")
    campaign = campaign_with_members("fifty-two-fates", {keeper: "gm"}, "The Drowned Bell")
    membership = get_membership(keeper, campaign.pk)
    version, _new = module_actions.upload(by=keeper, document=samples.bell())
    module_actions.apply_import(membership=membership, version=version)
    row = campaign.encounters.get(title="Hands on the steps")
    mara = factories.CharacterFactory(campaign=campaign, owner=keeper, name="Mara", sheet={"class": "warrior"})
    encounter_actions.add_characters(membership=membership, encounter=row, characters=[mara])
    encounter_actions.start(membership=membership, encounter=row, seed=7)
    gm = people().sign_in("gm")
    gm.open(f"/encounters/{row.pk}/")
    address = gm.page.url
    gm.page.click("#drawer > summary")
    gm.page.locator("#drawer-adventure blockquote.aloud").wait_for()
    for link, title in ((".about a >> nth=1", "Sallow Quay"), (".rows a:has-text('The Salt Lamp')", "The Salt Lamp")):
        gm.page.click(f"#drawer-adventure {link}")
        gm.page.locator("#drawer-adventure > h2", has_text=title).wait_for()
        gm.page.wait_for_function("() => document.activeElement.matches('#drawer-adventure h2')")
    gm.page.click("#drawer-adventure .prose a")
    gm.page.locator("#drawer-adventure > h2", has_text="Rumours").wait_for()
    assert gm.page.url == address
    assert gm.page.locator("#table").count() == 1


@pytest.mark.parametrize("phone", [True, False])
def test_the_button_of_the_drawer_covers_no_field_of_it(people, transactional_db, phone):
    keeper = factories.UserFactory(username="gm")
    campaign = campaign_with_members("fifty-two-fates", {keeper: "gm"}, "The Salt Road")
    mara = factories.CharacterFactory(campaign=campaign, owner=keeper, name="Mara", sheet={"class": "warrior"})
    row = begun(campaign, keeper, [mara], [(factories.MonsterFactory(name="Bandit"), 1)])
    gm = people(phone=phone).sign_in("gm")
    gm.open(f"/encounters/{row.pk}/")
    gm.page.click("#drawer > summary")
    gm.page.locator("#drawer-note textarea").wait_for()
    covered = gm.page.evaluate("""() => [...document.querySelectorAll(".drawer-in :is(input, textarea)")]
        .filter((field) => field.checkVisibility()).filter((field) => {
          field.scrollIntoView({ block: "start" });
          const { right, top } = field.getBoundingClientRect();
          return !field.contains(document.elementFromPoint(right - 4, top + 4));
        }).map((field) => field.name)""")
    assert covered == []


def test_a_players_laptop_shows_people_table_and_account_side_by_side(people, transactional_db):
    gm, ana = [factories.UserFactory(username=name) for name in ("frida", "ana")]
    campaign = campaign_with_members("fifty-two-fates", {gm: "gm", ana: "player"}, "Wide")
    mara = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara", sheet={"class": "warrior"})
    encounter = begun(campaign, gm, [mara], [(factories.MonsterFactory(name="Bandit"), 1)])
    page = people().sign_in("ana").page
    page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/", 3)[2] + f"/encounters/{encounter.pk}/")
    boxes = [page.locator(f"#table > {name}").bounding_box() for name in (".everyone", ".centre", ".event-log-panel")]
    lefts = [box["x"] for box in boxes]
    assert lefts == sorted(lefts)
    assert all(left["x"] + left["width"] <= right["x"] for left, right in pairwise(boxes))
    assert boxes[-1]["x"] + boxes[-1]["width"] > 1200, "the laptop's width is used"


@pytest.mark.parametrize("home", [False, True])
def test_an_open_page_of_the_campaign_or_of_home_shows_a_table_that_starts(people, transactional_db, home):
    gm, ana = [factories.UserFactory(username=name) for name in ("frida", "ana")]
    campaign = campaign_with_members("fifty-two-fates", {gm: "gm", ana: "player"}, "Waiting")
    mara = factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara", sheet={"class": "warrior"})
    player = people(phone=True).sign_in("ana")
    player.open("/" if home else f"/campaigns/{campaign.pk}/")
    assert player.page.locator("#running-table a").count() == 0
    row = begun(campaign, gm, [mara], [(factories.MonsterFactory(name="Bandit"), 1)])
    # The page asks when it is shown again, and every few seconds.
    player.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    player.page.locator("#running-table", has_text="The long night").locator("a").last.tap()
    player.page.wait_for_url(f"**/encounters/{row.pk}/")
