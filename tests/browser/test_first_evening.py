"""From nothing: a GM signs up, starts a campaign and invites; a player follows the link and makes a character."""

import re

from characters.models import Character
from people.models import Campaign


def sign_up(person, name):
    """Fills the form that the page shows."""
    page = person.page
    page.fill("input[name=username]", name)
    page.fill("input[name=password1]", "a long walk home")
    page.fill("input[name=password2]", "a long walk home")
    page.click("main form button[type=submit], main form button.primary")
    page.wait_for_url(lambda url: "/accounts/signup" not in url)


def test_a_gm_starts_and_a_player_joins_by_link_and_makes_a_character(people, site):
    dealer, player = people(), people(phone=True)
    dealer.open("/")
    dealer.page.get_by_role("link", name="Sign up").first.click()
    sign_up(dealer, "greta")
    dealer.open("/")
    dealer.page.get_by_role("link", name=re.compile("Start a campaign")).first.click()
    if dealer.page.locator("input[name=name]").count() == 0:
        dealer.page.get_by_role("link", name=re.compile("52 Fates")).first.click()
    dealer.page.fill("input[name=name]", "The Long Tide")
    dealer.page.locator("main form.form button.primary").click()
    dealer.page.wait_for_url(re.compile(r"/campaigns/\d+/"))
    campaign = Campaign.objects.get(name="The Long Tide")

    dealer.open(f"/campaigns/{campaign.pk}/members/")
    dealer.page.get_by_role("button", name=re.compile("link", re.I)).first.click()
    address = re.search(r"/join/[\w-]+/", dealer.page.get_by_label("Link").first.input_value())[0]

    player.open(address)
    player.page.get_by_role("link", name=re.compile("Sign up", re.I)).last.click()
    sign_up(player, "piet")
    if player.page.get_by_role("button", name=re.compile("Join", re.I)).count():
        player.page.get_by_role("button", name=re.compile("Join", re.I)).first.click()
    player.page.wait_for_url(re.compile(rf"/campaigns/{campaign.pk}/"))
    assert campaign.members.get(user__username="piet").role == "player"

    player.page.get_by_role("link", name=re.compile("Make a character|Make your character")).first.click()
    player.page.get_by_text("Fill in everything yourself").click()
    player.page.fill("input[name=name]", "Wim the Dyker")
    player.page.locator("label", has_text=re.compile("Warrior", re.I)).first.click()
    player.page.locator("main form button.primary").last.click()
    for _ in range(10):
        if not player.page.get_by_role("button", name=re.compile("Make|Create", re.I)).count():
            break
        player.page.get_by_role("button", name=re.compile("Make|Create", re.I)).last.click()
        player.page.wait_for_load_state("networkidle")
    player.page.wait_for_url(re.compile(r"/characters/\d+/"))
    made = Character.objects.get(name="Wim the Dyker")
    assert made.owner.username == "piet"
    assert made.sheet["class"] == "warrior"
    dealer.open(f"/campaigns/{campaign.pk}/characters/")
    assert dealer.page.get_by_text("Wim the Dyker").count()
