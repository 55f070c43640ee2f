"""The pages of characters: who sees what, forms without a script, nothing secret in a player's HTML."""

import re

import pytest
from django.urls import reverse

from characters.models import Character
from characters.sheets import queries
from characters.sheets.actions import change_pool, edit_character
from tests import factories


def test_a_sheet_shows_figures_with_their_rules_and_a_check_for_each_skill(mara, ana, as_):
    html = as_(ana).get(reverse("character", args=[mara.pk])).content.decode()
    assert html.count("<h1>") == 1
    for link in ("F52-30", "F52-23", "F52-04"):
        assert f"/rules/fifty-two-fates/{link}/" in html
    assert f"?character={mara.pk}&amp;background=Locksmith" in html


def test_hit_points_change_by_plain_form_posts_with_a_reason(mara, ana, as_):
    client, address = as_(ana), reverse("character-pool", args=[mara.pk, "hp"])
    assert client.post(address, {"change": "-1", "reason": "a fall"}).url == reverse("character", args=[mara.pk])
    assert Character.objects.get().sheet["hp"] == 2
    client.post(address, {"change": "rest"})
    assert Character.objects.get().sheet["hp"] is None
    for nonsense in ("", "x", "-999", "1e3", "0"):
        client.post(address, {"change": nonsense})
    assert Character.objects.get().sheet["hp"] is None
    history = client.get(reverse("character-history", args=[mara.pk])).content.decode()
    assert "a fall" in history


def test_gm_notes_are_never_in_the_html_of_anybody_else(mara, campaign, gm, ana, ben, watcher, as_):
    pages = [
        reverse("character", args=[mara.pk]),
        reverse("character-edit", args=[mara.pk]),
        reverse("character-history", args=[mara.pk]),
        reverse("campaign-characters", args=[campaign.pk]),
    ]
    edit_character(character=mara, by=gm, revision=1, changes={"gm_notes": "Pell is her father, truly."})
    for user in (ana, ben, watcher):
        for page in pages:
            assert b"her father" not in as_(user).get(page).content
    assert b"her father" in as_(gm).get(pages[0]).content


def test_a_players_notes_are_the_players_and_the_gms(mara, gm, ana, ben, as_):
    page = reverse("character", args=[mara.pk])
    assert b"forty crowns" in as_(ana).get(page).content
    assert b"forty crowns" in as_(gm).get(page).content
    assert b"forty crowns" not in as_(ben).get(page).content


def test_others_sheets_follow_the_campaigns_option(mara, campaign, ben, watcher, outsider, as_):
    page = reverse("character", args=[mara.pk])
    assert [as_(user).get(page).status_code for user in (ben, watcher, outsider)] == [200, 200, 404]
    campaign.open_sheets = False
    campaign.save()
    assert [as_(user).get(page).status_code for user in (ben, watcher, outsider)] == [404, 404, 404]
    roster = as_(ben).get(reverse("campaign-characters", args=[campaign.pk])).content.decode()
    assert "Mara" in roster
    assert page not in roster


def test_an_unknown_npc_is_nowhere_for_players(pell, campaign, ana, gm, as_):
    roster = reverse("campaign-characters", args=[campaign.pk])
    assert b"Old Pell" not in as_(ana).get(roster).content
    assert b"Old Pell" in as_(gm).get(roster).content
    assert as_(ana).get(reverse("character", args=[pell.pk])).status_code == 404


def test_reading_is_not_changing(mara, ben, watcher, as_):
    for name in ("character-edit", "character-history", "character-retire", "character-kill"):
        for user in (ben, watcher):
            assert as_(user).get(reverse(name, args=[mara.pk])).status_code == 403
    assert as_(ben).post(reverse("character-pool", args=[mara.pk, "hp"]), {"change": "-1"}).status_code == 403


def test_a_player_who_became_an_observer_only_reads_the_old_sheet(mara, campaign, ana, as_):
    campaign.members.filter(user=ana).update(role="observer")
    assert as_(ana).get(reverse("character", args=[mara.pk])).status_code == 200
    assert as_(ana).get(reverse("character-edit", args=[mara.pk])).status_code == 403


def test_dying_and_coming_back_are_the_gms_to_say(mara, ana, gm, as_):
    for name in ("character-kill", "character-restore", "character-hand-over"):
        assert as_(ana).post(reverse(name, args=[mara.pk]), {"reason": "x"}).status_code == 403
    as_(gm).post(reverse("character-kill", args=[mara.pk]), {"reason": "the tower"})
    assert Character.objects.get().status == "dead"
    as_(gm).post(reverse("character-restore", args=[mara.pk]), {"reason": "a dream"})
    as_(ana).post(reverse("character-retire", args=[mara.pk]), {"reason": "she marries"})
    assert Character.objects.get().status == "retired"


def test_creation_goes_through_a_review_that_writes_nothing(campaign, ana, as_):
    client, address = as_(ana), reverse("character-new", args=[campaign.pk])
    filled = {
        "name": "Ida",
        "char_class": "wizard",
        "skill_1": "Scholar",
        "weapon": "Staff",
        "weapon_state": "held",
        "equipment": "3 × torch\nrope (50 feet)",
    }
    review = client.post(address, filled | {"step": "review"})
    assert not Character.objects.exists()
    html = review.content.decode()
    assert "Create Ida" in html
    carried = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', html))
    assert carried["char_class"] == "wizard"
    made = client.post(address, filled | {"step": "create"})
    ida = Character.objects.get()
    assert made.url == reverse("character", args=[ida.pk])
    assert (ida.owner, ida.sheet["class"], ida.sheet["background_skills"]) == (ana, "wizard", ["Scholar"])
    assert [(thing["quantity"], thing["name"]) for thing in ida.sheet["equipment"]] == [(3, "torch"), (1, "rope")]


def test_a_player_cannot_begin_higher_or_make_somebody_elses_character(campaign, ana, ben, as_):
    as_(ana).post(
        reverse("character-new", args=[campaign.pk]),
        {
            "name": "Ida",
            "weapon_state": "none",
            "credits": "50",
            "owner": ben.pk,
            "kind": "npc",
            "gm_notes": "x",
            "visible": "",
            "step": "create",
        },
    )
    ida = Character.objects.get()
    assert (ida.owner, ida.kind, ida.gm_notes, ida.visible) == (ana, "pc", "", True)
    assert queries.experience_of(ida) == {}


def test_a_gm_makes_a_character_for_a_player_at_a_higher_level(campaign, gm, ben, as_):
    as_(gm).post(
        reverse("character-new", args=[campaign.pk]),
        {
            "name": "Ida",
            "kind": "pc",
            "owner": ben.pk,
            "visible": "on",
            "credits": "25",
            "weapon_state": "none",
            "step": "create",
        },
    )
    ida = Character.objects.get()
    assert ida.owner == ben
    assert queries.read_character(ida).figures["level"] == 6


def test_a_faulty_creation_keeps_what_was_typed_and_says_why(campaign, ana, as_):
    answer = as_(ana).post(
        reverse("character-new", args=[campaign.pk]),
        {"name": "", "skill_1": "Beekeeping", "weapon_state": "none", "step": "review"},
    )
    assert b"Beekeeping" in answer.content
    assert b"This field is required" in answer.content
    assert not Character.objects.exists()


def test_creation_suggests_the_campaigns_own_skills(campaign, gm, ana, as_):
    from rules.catalogue import actions as catalogue

    catalogue.add_row(campaign=campaign, by=gm, kind="background-skill", name="Salt boiling")
    catalogue.add_row(campaign=campaign, by=gm, kind="weapon", name="Boat hook")
    html = as_(ana).get(reverse("character-new", args=[campaign.pk])).content.decode()
    assert '<option value="Salt boiling">' in html
    assert '<option value="Boat hook">' in html


def test_two_editors_see_both_versions_and_nothing_is_lost(mara, ana, gm, as_):
    typed = {"name": "Mara", "weapon_state": "held", "char_class": "warrior", "revision": "1"}
    as_(gm).post(reverse("character-edit", args=[mara.pk]), typed | {"weapon": "Axe"})
    answer = as_(ana).post(reverse("character-edit", args=[mara.pk]), typed | {"weapon": "Bow", "reason": "loot"})
    html = answer.content.decode()
    assert answer.status_code == 200
    assert 'value="Bow"' in html
    assert "Axe" in html
    assert Character.objects.get().sheet["weapon"] == "Axe"
    again = re.search(r'name="revision" value="(\d+)"', html)[1]
    as_(ana).post(reverse("character-edit", args=[mara.pk]), typed | {"weapon": "Bow", "revision": again})
    assert Character.objects.get().sheet["weapon"] == "Bow"


def test_an_edit_without_gm_rights_leaves_gm_fields_alone(mara, ana, as_):
    as_(ana).post(
        reverse("character-edit", args=[mara.pk]),
        {"name": "Mara", "weapon_state": "none", "revision": "1", "gm_notes": "", "visible": "", "notes": "new"},
    )
    row = Character.objects.get()
    assert (row.gm_notes, row.visible, row.notes) == ("Pell is her father.", True, "new")


def test_awards_are_given_and_taken_back_on_pages_of_the_gm(mara, oskar, campaign, gm, ana, as_):
    address = reverse("campaign-award", args=[campaign.pk])
    assert as_(ana).get(address).status_code == 403
    as_(gm).post(address, {"characters": [mara.pk, oskar.pk], "amount": "1", "reason": "the toll"})
    entry = mara.experience.get()
    assert as_(ana).post(reverse("experience-take-back", args=[entry.pk]), {"reason": "x"}).status_code == 403
    as_(gm).post(reverse("experience-take-back", args=[entry.pk]), {"reason": "a slip"})
    assert queries.experience_of(mara) == {"encounters": 0}
    assert queries.experience_of(oskar) == {"encounters": 1}
    assert "taken back" in as_(gm).get(reverse("character-history", args=[mara.pk])).content.decode()


def test_a_gm_who_awards_from_a_session_is_told_and_returns_to_it(mara, campaign, gm, as_):
    session = campaign.sessions.create(number=1)
    address = f"{reverse('campaign-award', args=[campaign.pk])}?session={session.pk}"
    posted = {"characters": [mara.pk], "amount": "1", "reason": "the toll", "session": session.pk}
    answer = as_(gm).post(address, posted, follow=True)
    assert answer.redirect_chain == [(f"/sessions/{session.pk}/", 302)]
    assert "where you can take it back" in answer.content.decode()


def test_an_award_to_another_campaigns_character_is_refused(mara, campaign, gm, as_):
    foreign = factories.CharacterFactory()
    answer = as_(gm).post(
        reverse("campaign-award", args=[campaign.pk]), {"characters": [foreign.pk], "amount": "1", "reason": "x"}
    )
    assert answer.status_code == 200
    assert not foreign.experience.exists()


def test_a_sheet_that_no_longer_passes_is_shown_with_the_sentence(mara, ana, as_):
    Character.objects.update(sheet={"class": "bard"})
    html = as_(ana).get(reverse("character", args=[mara.pk])).content.decode()
    assert "class" in html
    assert "Correct the sheet" in html


@pytest.mark.parametrize("before", ["", "x", "2026-13-99", "2026-11-20", "2026-11-20T10:00:00+00:00", "0" * 400])
def test_the_history_bears_any_position(mara, ana, as_, before):
    assert as_(ana).get(reverse("character-history", args=[mara.pk]), {"before": before}).status_code == 200


def test_a_long_history_comes_in_pages(mara, ana, as_):
    for _n in range(40):
        change_pool(character=mara, by=ana, pool="hp", change=-1)
        change_pool(character=mara, by=ana, pool="hp")
    client, address = as_(ana), reverse("character-history", args=[mara.pk])
    first = client.get(address)
    assert first.context["older"]
    second = client.get(address, {"before": first.context["older"]})
    seen = [line.when for page in (first, second) for line in page.context["lines"]]
    assert len(seen) == len(set(seen)) == 81


def test_lists_take_as_many_queries_for_ten_as_for_one(mara, campaign, gm, as_, django_assert_max_num_queries):
    for _n in range(10):
        factories.CharacterFactory(campaign=campaign)
    client = as_(gm)
    with django_assert_max_num_queries(10):
        client.get(reverse("campaign-characters", args=[campaign.pk]))


@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "2026-13-01T00:00", "x"])
def test_a_history_before_no_possible_moment_is_the_whole_history(mara, ana, as_, moment):
    page = as_(ana).get(reverse("character-history", args=[mara.pk]), {"before": moment})
    assert page.status_code == 200
    assert page.context["lines"]


@pytest.mark.parametrize("number", ["9" * 5000, "9" * 19, "²", "-1", "x"])
def test_an_award_for_no_possible_session_or_encounter_is_a_blank_form(campaign, gm, as_, number):
    address = reverse("campaign-award", args=[campaign.pk])
    for name in ("session", "encounter"):
        assert as_(gm).get(address, {name: number}).status_code == 200
