"""Sheets: made, edited under a lock by revision, hurt and healed, retired, handed over."""

import threading

import pytest
from django.core.exceptions import ValidationError
from django.db import connections
from django.urls import reverse

from characters.experience.actions import award_experience
from characters.models import Character
from characters.sheets import history, queries
from characters.sheets.actions import apply_settlement, change_pool, create_character, edit_character
from characters.sheets.status_actions import hand_over_character, mark_dead, restore_character, retire_character
from common.edit_conflicts import EditConflict
from rules import play
from tests.site.api.conftest import Caller, ok, refused


def log_of(campaign):
    return list(campaign.log.values_list("kind", "text", "audience"))


def test_a_new_character_has_the_figures_of_level_one(mara):
    """F52-30, F52-23, F52-90."""
    figures = queries.read_character(mara).figures
    assert (figures["level"], figures["hp"], figures["max_hp"], figures["hand"]) == (1, 3, 3, 3)
    assert figures["allowance"]["attack"]["cards"] == 2
    assert figures["allowance"]["defence_against_spells"]["cards"] == 1


def test_joining_is_told_in_the_log_and_an_unknown_npc_only_to_gms(mara, pell, campaign):
    told = log_of(campaign)
    assert ("character", "Mara joined the campaign.", "all") in told
    assert ("character", "Old Pell joined the campaign.", "gm") in told


def test_a_gm_lets_a_character_begin_at_a_higher_level_by_the_ledger(campaign, gm, ana):
    """F52-90: the level is a sum, also at the start."""
    made = create_character(campaign=campaign, by=gm, owner=ana, name="Ida", credits=12, reason="joins late")
    assert queries.read_character(made).figures["level"] == 3
    assert list(made.experience.values_list("kind", "amount", "reason")) == [("award", 12, "joins late")]


@pytest.mark.parametrize(
    ("sheet", "named"),
    [
        ({"class": "bard"}, "class"),
        ({"background_skills": ["a", "b", "c", "d"]}, "background_skills"),
        ({"hp": 4}, "hp"),
        ({"hp": True}, "hp"),
        ({"strength": 3}, "strength"),
        ({"equipment": [{"name": "", "quantity": 1}]}, "equipment"),
    ],
)
def test_a_sheet_that_the_game_refuses_is_not_written_and_the_field_is_named(campaign, ana, sheet, named):
    with pytest.raises(play.Refused) as refused:
        create_character(campaign=campaign, by=ana, owner=ana, name="Ida", sheet=sheet)
    assert named in refused.value.message
    assert not Character.objects.exists()


@pytest.mark.parametrize("name", ["", "   ", "n" * 121])
def test_a_name_is_one_to_120_characters(campaign, ana, name):
    with pytest.raises(ValidationError) as refused:
        create_character(campaign=campaign, by=ana, owner=ana, name=name)
    assert "name" in refused.value.message_dict


def test_only_somebody_who_plays_here_can_own_a_character(campaign, gm, watcher, outsider):
    for stranger in (watcher, outsider):
        with pytest.raises(ValidationError):
            create_character(campaign=campaign, by=gm, owner=stranger, name="Ida")
    with pytest.raises(ValidationError):
        create_character(campaign=campaign, by=gm, owner=gm, kind="npc", name="Ida")


def test_an_edit_keeps_who_when_and_why(mara, ana):
    edit_character(
        character=mara, by=ana, revision=1, changes={"name": "Mara Salt"}, sheet={"weapon": "Axe"}, reason="the axe"
    )
    lines, more = history.character_history(Character.objects.get(), gm=False)
    assert not more
    assert (lines[0].who, lines[0].why) == ("ana", "the axe")
    assert {(c.field, c.before, c.after) for c in lines[0].changes} == {
        ("Name", "Mara", "Mara Salt"),
        ("Weapon", "Cutlass", "Axe"),
    }


def test_a_stale_edit_overwrites_nothing_and_shows_what_stands(mara, ana, gm):
    edit_character(character=mara, by=gm, revision=1, sheet={"weapon": "Axe"})
    with pytest.raises(EditConflict) as stale:
        edit_character(character=mara, by=ana, revision=1, sheet={"weapon": "Bow"})
    assert stale.value.revision == 2
    assert stale.value.current.sheet["weapon"] == "Axe"
    assert Character.objects.get().sheet["weapon"] == "Axe"


def test_fields_that_are_not_the_editors_cannot_be_set(mara, ana, ben):
    for field, value in (("owner", ben), ("revision", 9), ("campaign", None), ("status", "dead")):
        with pytest.raises(ValidationError):
            edit_character(character=mara, by=ana, revision=1, changes={field: value})


def test_hit_points_stop_at_zero_and_at_the_maximum(mara, ana):
    """F52-26, F52-30."""
    for change, left in ((-1, 2), (-9, 0), (2, 2), (9, 3)):
        change_pool(character=mara, by=ana, pool="hp", change=change, reason="a fall")
        assert queries.read_character(Character.objects.get()).figures["hp"] == left


def test_every_lost_hit_point_is_a_card_less(mara, ana):
    """F52-30."""
    change_pool(character=mara, by=ana, pool="hp", change=-1)
    assert queries.read_character(Character.objects.get()).figures["hand"] == 2


def test_a_full_rest_restores_all_and_grows_with_the_next_level(mara, ana, gm):
    """F52-91: a whole character is whole at the new maximum too."""
    change_pool(character=mara, by=ana, pool="hp", change=-2)
    change_pool(character=mara, by=ana, pool="hp")
    award_experience(character=mara, amount=5, by=gm, reason="the long road")
    figures = queries.read_character(Character.objects.get()).figures
    assert (figures["hp"], figures["max_hp"]) == (4, 4)


def test_leaving_play_needs_a_reason_and_is_undone_by_another(mara, gm, campaign):
    with pytest.raises(ValidationError):
        retire_character(character=mara, by=gm, reason=" ")
    mark_dead(character=mara, by=gm, reason="the tower fell")
    assert Character.objects.get().status == "dead"
    restore_character(character=mara, by=gm, reason="it was a dream")
    assert Character.objects.get().status == "active"
    assert [text for _kind, text, _who in log_of(campaign)][:2] == [
        "Mara is back: it was a dream",
        "Mara has died: the tower fell",
    ]


def test_a_player_does_not_turn_a_dead_character_into_a_retired_one(mara, gm, ana, client):
    """Their page may be older than the death."""
    mark_dead(character=mara, by=gm, reason="the ford")
    with pytest.raises(ValidationError, match="Mara is dead"):
        retire_character(character=mara, by=ana, reason="she marries")
    client.force_login(ana)
    body = {"status": "retired", "reason": "she marries", "revision": Character.objects.get().revision}
    answer = client.patch(f"/api/v1/characters/{mara.pk}/", body, content_type="application/json")
    assert (answer.status_code, Character.objects.get().status) == (422, "dead")
    retire_character(character=mara, by=gm, reason="she only seemed dead")
    assert Character.objects.get().status == "retired"


def test_a_character_is_handed_to_another_player_but_not_to_an_observer(mara, gm, ben, watcher):
    hand_over_character(character=mara, by=gm, to=ben, reason="ana moved away")
    assert Character.objects.get().owner == ben
    with pytest.raises(ValidationError):
        hand_over_character(character=mara, by=gm, to=watcher)


def test_a_character_that_is_handed_to_its_own_player_stays_as_it_is(mara, pell, campaign, gm, ana):
    lines = campaign.log.count()
    for row, player in ((mara, ana), (pell, None)):
        assert hand_over_character(character=row, by=gm, to=player).owner == player
        assert (Character.objects.get(pk=row.pk).revision, campaign.log.count()) == (row.revision, lines)


def test_only_a_player_character_can_be_handed_over_on_its_sheet(mara, pell, gm, client):
    """The GM plays all NPCs, so no other person could be chosen."""
    client.force_login(gm)
    for row, found in ((mara, True), (pell, False)):
        page = client.get(reverse("character", args=[row.pk])).content.decode()
        assert (reverse("character-hand-over", args=[row.pk]) in page) == found


def test_an_aftermath_writes_what_is_left_and_a_death(mara, oskar, gm):
    apply_settlement(
        character=mara, changes={"hp": 1, "weapon_state": "broken"}, survived=True, by=gm, reason="the ford"
    )
    apply_settlement(character=oskar, changes={"hp": 0}, survived=False, by=gm, reason="the ford")
    mara.refresh_from_db()
    oskar.refresh_from_db()
    assert (mara.sheet["hp"], mara.sheet["weapon_state"], mara.status) == (1, "broken", "active")
    assert oskar.status == "dead"


def test_an_aftermath_that_changes_nothing_writes_nothing(mara, gm):
    before = mara.revision
    apply_settlement(character=mara, changes={"hp": 3}, survived=True, by=gm, reason="the ford")
    assert Character.objects.get().revision == before


def test_gm_notes_leave_no_trace_in_a_players_history(mara, gm):
    edit_character(character=mara, by=gm, revision=1, changes={"gm_notes": "Pell lies."}, reason="secret reason")
    row = Character.objects.get()
    assert "secret reason" not in str(history.character_history(row, gm=False))
    assert "secret reason" in str(history.character_history(row, gm=True))


@pytest.mark.django_db(transaction=True)
def test_two_people_who_each_take_a_point_off_take_two_off(mara, ana, gm):
    def hurt(by):
        try:
            change_pool(character=mara, by=by, pool="hp", change=-1)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=hurt, args=(by,)) for by in (ana, gm)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Character.objects.get().sheet["hp"] == 1


def test_a_change_with_a_status_over_the_api_is_stored_whole_or_not_at_all(mara, gm):
    body = {"name": "Mara Salt", "status": "retired", "revision": mara.revision}
    refused(Caller(gm).patch(f"characters/{mara.pk}/", body), 422)
    mara.refresh_from_db()
    assert (mara.name, mara.revision, mara.status) == ("Mara", body["revision"], "active")
    ok(Caller(gm).patch(f"characters/{mara.pk}/", body | {"reason": "sailed away"}))
    mara.refresh_from_db()
    assert (mara.name, mara.status) == ("Mara Salt", "retired")


def test_a_gm_saves_a_sheet_whose_player_wrote_a_secret_block(mara, gm, ana):
    """Only new notes of a GM are refused, because the player would read their secrets."""
    notes = "Debts.\n:::secret\nI am the heir.\n:::"
    edit_character(character=mara, by=ana, revision=mara.revision, changes={"notes": notes})
    revision = Character.objects.get().revision
    as_sent = {"name": "Mara Salt", "notes": notes.replace("\n", "\r\n")}
    edit_character(character=mara, by=gm, revision=revision, changes=as_sent)
    assert Character.objects.get().name == "Mara Salt"
    with pytest.raises(ValidationError, match="The player can read all of these notes"):
        edit_character(character=mara, by=gm, revision=revision + 1, changes={"notes": f"{notes}\nShe lies."})


def test_a_character_with_secrets_in_its_notes_is_not_handed_to_a_player(campaign, gm, ben):
    row = create_character(campaign=campaign, by=gm, name="Nobody's", notes=":::secret\nThe heir.\n:::")
    with pytest.raises(ValidationError, match=r"can read all of these notes.*Edit the notes of the sheet first"):
        hand_over_character(character=row, by=gm, to=ben)
    row = edit_character(character=row, by=gm, revision=row.revision, changes={"notes": "A sailor."})
    assert hand_over_character(character=row, by=gm, to=ben).owner == ben
