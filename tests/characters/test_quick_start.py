"""A character in one tap and through questions: complete, once, and only what the campaign allows."""

import re

from django.urls import reverse

from characters.models import Character
from characters.sheets import queries
from rules import play
from tests import factories


def first_answers(campaign):
    return {question["key"]: question["answers"][0]["key"] for question in play.creation_questions(campaign.system)}


def test_every_shipped_hero_is_offered_with_the_shipped_catalogue_and_made_in_one_tap(each_campaign, ana, as_):
    client = as_(ana)
    html = client.get(reverse("character-new", args=[each_campaign.pk])).content.decode()
    heroes = play.ready_made_heroes(each_campaign.system)
    assert re.findall(r'name="ready_made" value="([\w-]+)"', html) == [hero["key"] for hero in heroes]
    for hero in heroes:
        answer = client.post(reverse("character-ready-made", args=[each_campaign.pk]), {"ready_made": hero["key"]})
        made = Character.objects.latest("pk")
        assert answer.url == reverse("character", args=[made.pk])
        assert (made.name, made.owner, made.kind) == (hero["name"], ana, "pc")
        assert not queries.is_being_created(made)
        assert client.get(answer.url).status_code == 200
        assert client.get(reverse("character-edit", args=[made.pk])).status_code == 200


def test_a_double_tap_makes_one_character(each_campaign, ana, as_):
    client, address = as_(ana), reverse("character-ready-made", args=[each_campaign.pk])
    hero = play.ready_made_heroes(each_campaign.system)[0]
    answers = [client.post(address, {"ready_made": hero["key"], "key": "one-tap-of-a-thumb"}) for _tap in range(2)]
    assert Character.objects.count() == 1
    assert {answer.url for answer in answers} == {reverse("character", args=[Character.objects.get().pk])}


def test_a_second_tap_on_a_hero_leads_to_its_character_also_after_another_was_made(campaign, gm, ana, as_):
    first, second = [hero["key"] for hero in play.ready_made_heroes(campaign.system)[:2]]
    address = reverse("character-ready-made", args=[campaign.pk])

    def tap(user, hero, key):
        answer = as_(user).post(address, {"ready_made": hero, "key": key, "kind": "npc"})
        return int(re.search(r"/(\d+)/$", answer.url)[1])

    for user in (ana, gm):
        made = tap(user, first, "a-page-of-heroes-1"), tap(user, second, "a-page-of-heroes-2")
        assert len(set(made)) == 2
        if user == gm:  # another GM's NPC is newer
            factories.CharacterFactory(campaign=campaign, kind="npc", owner=None)
        assert (tap(user, first, "a-page-of-heroes-1"), tap(user, second, "a-page-of-heroes-2")) == made
    assert Character.objects.count() == 5


def test_two_players_who_take_the_same_hero_can_be_told_apart(each_campaign, ana, ben, as_):
    hero = play.ready_made_heroes(each_campaign.system)[0]
    factories.CharacterFactory(campaign=each_campaign, kind="npc", owner=None, visible=False, name=hero["name"])
    for user in (ana, ben, ben):
        as_(user).post(reverse("character-ready-made", args=[each_campaign.pk]), {"ready_made": hero["key"]})
    names = list(
        Character.objects.filter(campaign=each_campaign, kind="pc").order_by("pk").values_list("name", flat=True)
    )
    assert names == [hero["name"], f"{hero['name']} (ben)", f"{hero['name']} 2"]


def test_a_hero_that_is_not_offered_is_refused_with_a_sentence(each_campaign, ana, as_):
    address = reverse("character-ready-made", args=[each_campaign.pk])
    for key in ("", "dragon", "x" * 5000):
        page = as_(ana).post(address, {"ready_made": key}, follow=True)
        assert "is not offered here" in page.content.decode()
    assert not Character.objects.exists()


def test_questions_show_a_preview_that_stores_nothing_and_then_make_the_character(each_campaign, ana, as_):
    client, address, answers = (
        as_(ana),
        reverse("character-questions", args=[each_campaign.pk]),
        first_answers(each_campaign),
    )
    assert b"A few questions" in client.get(address).content
    preview = client.get(address, answers).content.decode()
    assert "<h2>Why</h2>" in preview
    assert not Character.objects.exists()
    assert preview.split('id="change-answers"')[1].split("</form>")[0].count("csrfmiddlewaretoken") == 0
    assert client.get(address, answers | {"change": "1"}).content.decode().count("checked") >= len(answers)
    key = re.search(r'name="key" value="(\w+)"', preview)[1]
    for _tap in range(2):
        made = client.post(address, answers | {"name": "Ida", "key": key})
    ida = Character.objects.get()
    assert made.url == reverse("character", args=[ida.pk])
    assert (ida.name, ida.owner, queries.is_being_created(ida)) == ("Ida", ana, False)


def test_missing_answers_and_a_missing_name_are_refused_and_answers_stay(each_campaign, ana, as_):
    client, address, answers = (
        as_(ana),
        reverse("character-questions", args=[each_campaign.pk]),
        first_answers(each_campaign),
    )
    first = next(iter(answers))
    html = client.get(address, {first: answers[first]}).content.decode()
    assert "choose an answer" in html
    assert "checked" in html
    html = client.post(address, answers | {"name": " "}).content.decode()
    assert "Give the character a name." in html
    assert client.post(address, {"name": "Ida"}).status_code == 200
    assert not Character.objects.exists()


def test_a_gm_makes_an_npc_and_a_player_cannot(each_campaign, gm, ana, as_):
    for user, kind, owner in ((gm, "npc", None), (ana, "pc", ana)):
        hero = play.ready_made_heroes(each_campaign.system)[0]["key"]
        as_(user).post(reverse("character-ready-made", args=[each_campaign.pk]), {"ready_made": hero, "kind": "npc"})
        made = Character.objects.latest("pk")
        assert (made.kind, made.owner) == (kind, owner)


def test_choices_that_the_options_forbid_are_not_offered_and_no_error(gm, ana, as_):
    campaign = factories.CampaignFactory(system="fortune-and-power", created_by=gm, options={"character_points": 5})
    factories.MemberFactory(campaign=campaign, user=ana, role="player")
    client = as_(ana)
    html = client.get(reverse("character-new", args=[campaign.pk])).content.decode()
    assert 'name="ready_made"' not in html
    assert reverse("character-questions", args=[campaign.pk]) not in html
    assert client.get(reverse("api-ready-made", args=[campaign.pk])).json() == {"heroes": [], "questions": []}
    page = client.post(reverse("character-ready-made", args=[campaign.pk]), {"ready_made": "soldier"}, follow=True)
    assert "is not offered here" in page.content.decode()
    for answers in ({}, first_answers(campaign)):
        for ask in (client.get, client.post):
            page = ask(reverse("character-questions", args=[campaign.pk]), answers, follow=True)
            assert page.redirect_chain[0][0] == reverse("character-new", args=[campaign.pk])
            assert "does not allow; fill in everything yourself." in page.content.decode()
    assert not Character.objects.filter(campaign=campaign).exists()


def test_the_complete_form_is_folded_until_it_has_an_error(campaign, ana, as_):
    client, address = as_(ana), reverse("character-new", args=[campaign.pk])
    assert '<details class="whole-form">' in client.get(address).content.decode()
    html = client.post(address, {"name": "", "weapon_state": "none", "step": "review"}).content.decode()
    assert re.search(r'<details class="whole-form"\s+open>', html)


def test_scripts_list_heroes_and_make_one_by_its_key_or_from_answers(each_campaign, ana, as_):
    client = as_(ana)
    told = client.get(reverse("api-ready-made", args=[each_campaign.pk])).json()
    assert [hero["key"] for hero in told["heroes"]] == [
        hero["key"] for hero in play.ready_made_heroes(each_campaign.system)
    ]
    assert "why" not in str(told["questions"])
    address = reverse("api-characters", args=[each_campaign.pk])
    hero = told["heroes"][0]["key"]
    made = client.post(address, {"name": "Ida", "ready_made": hero}, content_type="application/json")
    assert made.status_code == 201
    asked = {"name": "Udo", "answers": first_answers(each_campaign)}
    assert client.post(address, asked, content_type="application/json").status_code == 201
    assert not any(queries.is_being_created(character) for character in Character.objects.all())
    for wrong in ({"ready_made": "dragon"}, {"answers": {}}, {"ready_made": hero, "sheet": {}}):
        refused = client.post(address, {"name": "Bo"} | wrong, content_type="application/json")
        assert refused.status_code in (400, 422), refused.content
    assert Character.objects.count() == 2
