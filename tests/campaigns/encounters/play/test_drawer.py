"""The drawer of a running table: notes, stat blocks and the adventure for the GM; own sheets for players."""

import pytest

from campaigns.encounters import actions, play
from campaigns.encounters.drawer.queries import split_notes
from campaigns.encounters.models import Encounter
from campaigns.log.models import LogEntry
from campaigns.world import reveals
from campaigns.world.models import Reveal
from characters.access import known_characters
from characters.models import Character
from people.access import get_membership
from tests import factories

NOTES = "They wait in the reeds.\n\n> The river murmurs.\n> Nobody is in sight.\n\nThe captain flees at 1 hit point."


@pytest.fixture
def noted(fight, membership):
    """The running fight with notes."""
    return actions.change(membership=membership, encounter=fight, notes=NOTES)


def drawer_of(client, user, row, **headers):
    """The drawer as someone receives it."""
    client.force_login(user)
    answer = client.get(f"/encounters/{row.pk}/drawer/", **headers)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_gm_finds_notes_text_to_read_aloud_and_stat_blocks_in_the_drawer(client, noted, gm):
    text = drawer_of(client, gm, noted)
    assert "They wait in the reeds." in text
    aloud = text[text.index("Read aloud") :]
    assert "Nobody is in sight." in aloud[: aloud.index("</div>")]
    assert "Bandit × 2" in " ".join(text.split())
    assert "Attack lines" in text, "the drawer shows the stat block"


def test_a_drawer_for_an_open_table_is_a_part_and_without_a_script_a_page(client, noted, gm):
    assert "<html" in drawer_of(client, gm, noted)
    assert "<html" not in drawer_of(client, gm, noted, HTTP_HX_REQUEST="true")


def test_the_character_at_the_table_comes_before_others_of_the_player(client, noted, ana, campaign):
    mine = noted.participants.get(character__owner=ana).character
    factories.CharacterFactory(campaign=campaign, owner=ana, name="Aaron", kind="pc")
    text = drawer_of(client, ana, noted)
    assert text.index(f"<summary>{mine.name}") < text.index("<summary>Aaron")


def test_a_player_finds_their_own_sheet_and_shared_pages_and_nothing_of_the_gms(
    client, noted, ana, membership, mara, oskar
):
    for name, shown in (("A torn map", True), ("The traitor's letter", False)):
        reveals.create_shown_entry(membership=membership, kind="handout", name=name, shown=shown)
    text = drawer_of(client, ana, noted)
    assert f"/characters/{mara.pk}/" in text
    assert f"/characters/{oskar.pk}/" not in text
    assert "A torn map" in text
    assert "/rules/fifty-two-fates/" in text
    for secret in ("traitor", "reeds", "Nobody is in sight", "Attack lines", "Only for GMs"):
        assert secret not in text, secret


def test_an_observer_has_handouts_and_rules_and_cannot_write(client, noted, watcher):
    text = drawer_of(client, watcher, noted)
    assert "Find a rule" in text
    assert "Write into the log" not in text
    assert client.post(f"/encounters/{noted.pk}/drawer/note/", {"text": "I was here."}).status_code == 403
    assert not LogEntry.objects.filter(text="I was here.").exists()


def test_a_preparation_has_no_drawer(client, prepared, gm, ana):
    client.force_login(gm)
    assert client.get(f"/encounters/{prepared.pk}/drawer/").status_code == 302
    client.force_login(ana)
    assert client.get(f"/encounters/{prepared.pk}/drawer/").status_code == 404


@pytest.mark.parametrize("secret", [True, False])
def test_a_note_goes_into_the_log_once_from_the_table(client, noted, gm, secret):
    client.force_login(gm)
    posted = {"text": "The captain begged.", "key": "0123456789abcdef"} | ({"secret": "on"} if secret else {})
    for _ in range(2):
        answer = client.post(f"/encounters/{noted.pk}/drawer/note/", posted, HTTP_HX_REQUEST="true")
        assert answer.status_code == 200
        assert "Saved in the log." in answer.content.decode()
    (line,) = LogEntry.objects.filter(text="The captain begged.")
    assert line.audience == ("gm" if secret else "all")


def test_a_player_cannot_write_for_gms_only_and_an_empty_note_is_refused(client, noted, ana):
    client.force_login(ana)
    assert client.post(f"/encounters/{noted.pk}/drawer/note/", {"text": "Ha.", "secret": "on"}).status_code == 302
    assert LogEntry.objects.get(text="Ha.").audience == "all"
    for headers in ({}, {"HTTP_HX_REQUEST": "true"}):
        answer = client.post(f"/encounters/{noted.pk}/drawer/note/", {"text": " "}, **headers)
        assert answer.status_code == 422
        assert "This field is required." in answer.content.decode()


def test_the_drawer_needs_a_constant_number_of_queries(
    client, noted, gm, ana, membership, django_assert_max_num_queries
):
    def counted(user):
        drawer_of(client, user, noted)
        with django_assert_max_num_queries(17) as queries:
            drawer_of(client, user, noted)
        return len(queries)

    before = [counted(user) for user in (gm, ana)]
    for number in range(5):
        reveals.create_shown_entry(membership=membership, kind="note", name=f"Note {number}", shown=True)
        wolf = factories.MonsterFactory(name=f"Wolf {number}")
        actions.join(membership=membership, encounter=Encounter.objects.get(pk=noted.pk), monster=wolf)
    assert [counted(user) for user in (gm, ana)] == before


def test_the_closed_drawer_costs_the_table_no_query_and_no_word_of_the_notes(client, noted, gm):
    client.force_login(gm)
    page = client.get(f"/encounters/{noted.pk}/").content.decode()
    assert f"/encounters/{noted.pk}/drawer/" in page
    assert "reeds" not in page
    live = client.get(f"/encounters/{noted.pk}/table/", HTTP_HX_REQUEST="true").content.decode()
    assert "drawer" not in live


def test_quotations_are_read_aloud_and_quoted_code_is_not():
    assert [(each.text, each.aloud) for each in split_notes("a\n> b\n>c\n\nd")] == [
        ("a", False),
        ("b\nc", True),
        ("d", False),
    ]
    (code,) = split_notes("```\n> no quotation\n```")
    assert not code.aloud
    assert list(split_notes("\n\n")) == []


def monsters_found(client, row, **asked):
    """The answer to a search for monsters in the drawer."""
    answer = client.get(f"/encounters/{row.pk}/drawer/monsters/", asked, HTTP_HX_REQUEST="true")
    assert answer.status_code == 200
    return answer.content.decode()


def test_monsters_are_found_by_word_and_level_and_join_without_leaving_the_table(client, noted, gm):
    factories.MonsterFactory(name="Marsh troll", stats={"level": 5})
    rat = factories.MonsterFactory(name="Marsh rat", stats={"level": 1})
    client.force_login(gm)
    assert "Marsh troll" in monsters_found(client, noted, q="marsh")
    low = monsters_found(client, noted, q="marsh", level="2")
    assert "Marsh rat" in low
    assert "Marsh troll" not in low
    assert "No monster matches" in monsters_found(client, noted, q="dragon")
    answer = client.post(
        f"/encounters/{noted.pk}/join/", {"monster": rat.pk}, HTTP_HX_REQUEST="true", follow=True,
        headers={"HX-Request": "true"},
    )  # fmt: skip
    text = answer.content.decode()
    assert "Marsh rat" in text
    assert "<html" not in text
    assert noted.participants.filter(name="Marsh rat", present=True).exists()


def test_a_newcomer_who_cannot_join_now_is_refused_at_the_table(client, noted, gm, ana):
    strike = {"type": "attack", "actor": "mara", "target": "bandit-1", "weapon": "melee", "cards": ["KD"]}
    play.submit(encounter=noted, by=ana, command=strike)
    client.force_login(gm)
    rat = factories.MonsterFactory(name="Marsh rat")
    answer = client.post(f"/encounters/{noted.pk}/join/", {"monster": rat.pk}, HTTP_HX_REQUEST="true")
    assert answer.status_code == 422
    text = answer.content.decode()
    assert 'class="refusal"' in text
    assert "<html" not in text
    assert not noted.participants.filter(name="Marsh rat").exists()


def test_players_find_no_monsters(client, noted, ana):
    client.force_login(ana)
    assert client.get(f"/encounters/{noted.pk}/drawer/monsters/?q=b", HTTP_HX_REQUEST="true").status_code == 403


def test_the_same_press_sent_twice_adds_one_monster_and_another_press_adds_another(client, noted, gm):
    rat = factories.MonsterFactory(name="Marsh rat")
    client.force_login(gm)
    for key in ("first-press", "first-press", "second-press"):
        answer = client.post(f"/encounters/{noted.pk}/join/", {"monster": rat.pk, "key": key})
        assert answer.status_code == 302
    assert noted.participants.filter(monster=rat).count() == 2


def test_the_gm_shows_a_page_to_everybody_or_to_one_player_from_the_table(client, noted, membership, gm, ana, ben):
    letter, seal = [
        reveals.create_shown_entry(membership=membership, kind="handout", name=name) for name in ("A letter", "A seal")
    ]
    assert f'name="entry" value="{letter.pk}"' in drawer_of(client, gm, noted)
    address = f"/encounters/{noted.pk}/drawer/show/"
    answer = client.post(address, {"entry": letter.pk, "to": ""}, HTTP_HX_REQUEST="true")
    assert (answer.status_code, "Shown." in answer.content.decode()) == (200, True)
    of_ana = membership.campaign.members.get(user=ana)
    assert client.post(address, {"entry": seal.pk, "to": of_ana.pk}).status_code == 302
    for user, seen in ((ana, True), (ben, False)):
        text = drawer_of(client, user, noted)
        assert "A letter" in text
        assert ("A seal" in text) == seen


def test_a_player_shows_nothing_and_a_gm_no_page_of_another_campaign(client, noted, membership, gm, ana):
    letter = reveals.create_shown_entry(membership=membership, kind="handout", name="A letter")
    address = f"/encounters/{noted.pk}/drawer/show/"
    client.force_login(ana)
    assert client.post(address, {"entry": letter.pk}).status_code == 403
    assert "drawer/show" not in drawer_of(client, ana, noted)
    other = factories.CampaignFactory(created_by=gm)
    elsewhere = reveals.create_shown_entry(
        membership=factories.MemberFactory(campaign=other, user=gm, role="gm"), kind="handout", name="Elsewhere"
    )
    client.force_login(gm)
    assert client.post(address, {"entry": elsewhere.pk}, HTTP_HX_REQUEST="true").status_code == 422
    elsewhere.refresh_from_db()
    assert elsewhere.visibility == "gm"


def test_the_gm_shows_an_npc_to_one_player_from_the_table(client, noted, membership, gm, ana, ben):
    foe = factories.CharacterFactory(campaign=noted.campaign, kind="npc", name="The bandit queen", visible=False)
    noted.participants.filter(key="bandit-1").update(character=foe)
    client.force_login(gm)
    assert 'name="npc"' in client.get(f"/encounters/{noted.pk}/drawer/").content.decode()
    address, seat = f"/encounters/{noted.pk}/drawer/show/", get_membership(ana, noted.campaign_id)
    elsewhere = factories.CharacterFactory(kind="npc", visible=False)
    client.post(address, {"npc": elsewhere.pk})
    assert not Reveal.objects.exists()
    client.post(address, {"npc": foe.pk, "to": seat.pk})
    assert foe in known_characters(seat)
    assert foe not in known_characters(get_membership(ben, noted.campaign_id))
    assert [(line.character, line.member) for line in Reveal.objects.all()] == [(foe, seat)]
    client.force_login(ana)
    assert client.post(address, {"npc": foe.pk}).status_code == 403


def test_any_kind_of_page_is_found_from_the_table_by_who_may_read_it(client, noted, membership, gm, ana):
    for kind, name, shown in (("location", "The drowned chapel", True), ("faction", "The drowned court", False)):
        reveals.create_shown_entry(membership=membership, kind=kind, name=name, shown=shown)

    def found(user, words):
        client.force_login(user)
        page = client.get(f"/encounters/{noted.pk}/drawer/", {"q": words}).content.decode()
        return [name for name in ("The drowned chapel", "The drowned court") if f"<summary>{name}" in page]

    assert found(gm, "drowned") == ["The drowned chapel", "The drowned court"]
    assert found(ana, "drowned") == ["The drowned chapel"]
    assert found(gm, "") == [], "without words only handouts and notes are listed"
    assert found(gm, "lighthouse") == []


def test_a_gm_makes_an_npc_at_the_table_once(client, noted, gm, ana):
    client.force_login(gm)
    fields = {"name": "Otto the ferryman", "gm_notes": "owes the bandits money", "key": "a-press-of-the-button"}
    for _ in range(2):
        answer = client.post(f"/encounters/{noted.pk}/drawer/npc/", fields, HTTP_HX_REQUEST="true")
        assert "Otto the ferryman is saved." in answer.content.decode()
    npc = Character.objects.get(campaign=noted.campaign, name="Otto the ferryman")
    assert (npc.kind, npc.visible, npc.gm_notes) == ("npc", False, "owes the bandits money")
    client.force_login(ana)
    assert client.post(f"/encounters/{noted.pk}/drawer/npc/", fields).status_code == 403
    assert "Otto" not in client.get(f"/campaigns/{noted.campaign_id}/characters/").content.decode()


def test_an_npc_without_a_name_is_refused_at_the_table(client, noted, gm):
    client.force_login(gm)
    answer = client.post(f"/encounters/{noted.pk}/drawer/npc/", {"name": ""}, HTTP_HX_REQUEST="true")
    assert answer.status_code == 422
    assert "This field is required." in answer.content.decode()
    assert not Character.objects.filter(campaign=noted.campaign, kind="npc").exists()


def test_no_monster_can_be_added_while_a_play_waits_and_the_drawer_says_why(client, noted, gm, ana, ben):
    found = f"/encounters/{noted.pk}/drawer/monsters/"
    factories.MonsterFactory(name="Wolf")
    client.force_login(gm)
    assert " disabled" not in client.get(found, {"q": "wolf"}, headers={"HX-Request": "true"}).content.decode()
    for user, who in ((ana, "mara"), (ben, "oskar")):
        play.submit(encounter=noted, by=user, command={"type": "pass", "actor": who})
    attack = {"type": "attack", "actor": "bandit-1", "target": "mara", "weapon": "unarmed", "cards": ["7C"]}
    play.submit(encounter=noted, by=gm, command=attack)
    html = client.get(found, {"q": "wolf"}, headers={"HX-Request": "true"}).content.decode()
    assert "waiting for an answer" in html
    assert " disabled" in html
