"""The pages of ties: on the page of a thing, as a graph, in the search, and the forms; and their cost."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns.overview.search.queries import search_campaign
from campaigns.world import reveals
from campaigns.world.actions import create_entry
from campaigns.world.ties import graph
from campaigns.world.ties.models import Tie
from people.models import Member
from tests import factories

pytestmark = pytest.mark.django_db


def address(campaign, what=""):
    return f"/campaigns/{campaign.pk}/ties/{what}"


def test_pages_of_both_ends_show_the_tie_to_who_may_see_it(campaign, read, gm, ana, tie, known, write):
    mill = write("The mill", kind="location", shown=True)
    tie(known, mill, "owner of", back="owned by", visibility="party", since="310")
    tie(known, mill, "poisoned", back="poisoned by")
    npc = read(ana, f"/campaigns/{campaign.pk}/world/npcs/{known.pk}/")
    place = read(ana, f"/world/{mill.pk}/")
    assert "owner of" in npc
    assert "since 310" in npc
    assert "owned by" in place
    assert "poisoned" not in npc + place + read(ana, address(campaign, f"?page={mill.pk}&depth=2"))
    assert "poisoned" in read(gm, f"/world/{mill.pk}/")
    read(ana, address(campaign, "?page=999999"), status=404)
    read(ana, address(campaign, "?person=x"), status=404)


def test_a_gm_ties_by_name_and_direction(campaign, client, gm, known, write):
    write("The Rats", kind="faction")
    client.force_login(gm)
    to = address(campaign, f"new/?person={known.pk}")
    assert "The Rats" in client.get(to).content.decode()
    answer = client.post(to, {"reading": "member", "other": "the rats", "visibility": "gm"})
    assert answer.status_code == 302
    assert answer["Location"] == address(campaign, f"?person={known.pk}")
    client.post(
        address(campaign, "new/"), {"this": "The Rats", "reading": "holds<", "other": "Berta", "visibility": "gm"}
    )
    rows = list(Tie.objects.order_by("pk"))
    assert [(row.kind, str(row.start), str(row.end)) for row in rows] == [
        ("member", "Berta", "The Rats"),
        ("holds", "Berta", "The Rats"),
    ]


def test_a_player_ties_their_own_note_and_not_one_of_the_same_name(campaign, client, ana, ben, seat, hero):
    rows = [create_entry(membership=seat(user), kind="note", name="Clues") for user in (ben, ana)]
    reveals.show_entry(membership=seat(ben), entry=rows[0], members=None)
    client.force_login(ana)
    sent = {"reading": "other", "words": "knows", "back": "known by", "other": "clues", "visibility": "gm"}
    assert client.post(address(campaign, f"new/?person={hero.pk}"), sent).status_code == 302
    assert Tie.objects.get().to_page == rows[1]


def test_a_hidden_name_and_a_missing_one_get_the_same_refusal(campaign, client, ana, hero, otto):
    client.force_login(ana)
    to = address(campaign, f"new/?person={hero.pk}")
    answers = [
        client.post(to, {"reading": "other", "words": "knows", "other": name, "visibility": "gm"}).content.decode()
        for name in ("Otto Grau", "Xtto Xrau")
    ]
    assert "You know no person or page with this name" in answers[0]
    assert "Otto Grau" not in answers[0].replace('value="Otto Grau"', "")
    assert not Tie.objects.exists()


def test_a_player_who_ties_what_others_wrote_keeps_what_was_typed(campaign, client, ana, hero, known, write):
    write("The mill", kind="location", shown=True)
    client.force_login(ana)
    posted = {"reading": "lives", "other": "The mill", "since": "before the flood", "visibility": "party"}
    for to, more in ((f"new/?person={known.pk}", {}), ("new/", {"this": "Berta"})):
        answer = client.post(address(campaign, to), posted | more)
        assert answer.status_code == 200
        assert "Tie something to a character or page of your own." in answer.content.decode()
        assert 'value="before the flood"' in answer.content.decode()
    assert not Tie.objects.exists()
    assert client.post(address(campaign, "new/"), posted | {"this": "Mara"}).status_code == 302


def test_a_tie_is_changed_and_removed(campaign, client, gm, ana, tie, hero, known):
    row = tie(hero, known, visibility="party")
    client.force_login(gm)
    assert client.get(f"/ties/{row.pk}/edit/").status_code == 200
    sent = {"words": "hates", "back": "hates", "visibility": "party", "revision": "1"}
    assert client.post(f"/ties/{row.pk}/edit/", sent).status_code == 302
    assert "was changed after you opened it" in client.post(f"/ties/{row.pk}/edit/", sent).content.decode()
    client.force_login(ana)
    assert client.post(f"/ties/{row.pk}/remove/").status_code == 403
    client.force_login(gm)
    assert client.post(f"/ties/{row.pk}/remove/").status_code == 302
    assert client.get(f"/ties/{row.pk}/edit/").status_code == 404


def test_an_edit_conflict_shows_who_sees_the_tie_now(client, gm, ana, seat, tie, hero, known):
    row = tie(hero, known)
    client.force_login(gm)
    sent = {"words": "hates", "back": "hates", "revision": "1"}
    shown = sent | {"visibility": "chosen", "players": [seat(ana).pk], "how": "a letter"}
    assert client.post(f"/ties/{row.pk}/edit/", shown).status_code == 302
    page = client.post(f"/ties/{row.pk}/edit/", sent | {"visibility": "gm"}).content.decode()
    current = page.partition('class="panel theirs"')[2].partition("</section>")[0]
    assert "chosen players" in current
    assert str(ana) in current
    assert "How they learn it" not in current


def test_the_search_finds_a_tie_by_its_words(seat, ana, tie, hero, known):
    tie(hero, known, "sworn enemy of", visibility="party")
    tie(hero, known, "sworn brother of")
    assert [hit.name for hit in search_campaign(seat(ana), "sworn").ties] == ["Mara – sworn enemy of – Berta"]


def test_the_graph_groups_by_faction_and_folds(membership, tie, hero, known, otto, write):
    rats = write("The Rats", kind="faction")
    for npc in (known, otto):
        tie(npc, rats, "", kind="member")
        tie(hero, npc, "enemy of")
    drawn = graph.draw_graph(membership, hero, depth=2)
    (box,) = drawn.boxes
    assert [node.name for node in box.nodes] == ["The Rats", "Berta", "Otto Grau"]
    assert len(drawn.arcs) == 4
    assert not drawn.full
    assert drawn == graph.draw_graph(membership, hero, depth=2), "the same facts give the same drawing"
    folded = graph.draw_graph(membership, hero, depth=2, folded=frozenset({f"page-{rats.pk}"}))
    assert folded.tall < drawn.tall
    assert len(folded.arcs) == 2


def test_the_graph_stays_readable(membership, campaign, tie, hero):
    people = factories.CharacterFactory.create_batch(60, campaign=campaign, kind="npc")
    for person in people:
        tie(hero, person)
    drawn = graph.draw_graph(membership, hero, depth=2)
    assert sum(len(box.nodes) for box in drawn.boxes) == graph.MOST_NODES - 1
    assert drawn.full


@pytest.mark.parametrize("who", ["gm", "ana"])
def test_the_pages_ask_as_often_for_many_ties(request, campaign, client, tie, hero, known, write, who):
    mill = write("The mill", kind="location", shown=True)
    client.force_login(request.getfixturevalue(who))
    pages = [
        address(campaign),
        address(campaign, f"?person={known.pk}&depth=2"),
        f"/world/{mill.pk}/",
        f"/campaigns/{campaign.pk}/world/npcs/{known.pk}/",
    ]

    def asked():
        found = []
        for page in pages:
            with CaptureQueriesContext(
                connection,
            ) as seen:
                assert client.get(page).status_code == 200
            found.append(len(seen))
        return found

    tie(known, mill, "", kind="lives", visibility="party")
    tie(known, hero, visibility="party")
    asked()
    few = asked()
    for number in range(8):
        character = factories.CharacterFactory(campaign=campaign, kind="npc", name=f"N{number}")
        tie(character, mill, "", kind="lives", visibility="party")
        tie(known, character, visibility="party")
    assert asked() == few


def test_the_title_of_a_group_folds_and_opens_it(campaign, read, gm, tie, hero, known):
    tie(hero, known, "enemy of")
    here = address(campaign, f"?person={hero.pk}")
    page = read(gm, here)
    assert "▾ People (1)" in page
    assert f'href="?person={hero.pk}&amp;depth=1&amp;fold=person#graph"' in page
    folded = read(gm, f"{here}&depth=1&fold=person")
    assert "▸ People (1)" in folded
    assert f'href="?person={hero.pk}&amp;depth=1#graph"' in folded


@pytest.mark.parametrize(
    ("words", "usual"),
    [("held by", "holds"), ("brother of", "sibling of"), ("in debt to", "is owed by"), ("Rival of", "rival of")],
)
def test_usual_words_are_completed_from_the_other_side(campaign, client, gm, hero, known, words, usual):
    client.force_login(gm)
    to = address(campaign, f"new/?person={known.pk}")
    client.post(to, {"reading": "other", "words": words, "other": "Mara", "visibility": "gm"})
    assert [(row.words, row.back) for row in Tie.objects.all()] == [(words, usual)]


def test_a_tie_of_a_character_whom_one_player_knows_does_not_wait(
    campaign, read, gm, ana, ben, seat, membership, tie, known, otto
):
    tie(known, otto, "fears", visibility="party")
    here, journal = f"/campaigns/{campaign.pk}/world/npcs/{known.pk}/", f"/campaigns/{campaign.pk}/world/journal/"
    assert "once Otto Grau is known" in read(gm, here)
    assert "(visible once Otto Grau is known)" in read(gm, journal)
    reveals.set_npc_known(membership=membership, npc=otto, known=True, members=[seat(ana)])
    assert "once Otto Grau" not in read(gm, here)
    assert "visible once Otto Grau" not in read(gm, journal)
    assert "Otto Grau" in read(ana, here)
    assert "Otto Grau" not in read(ben, here)
    Member.objects.filter(pk=seat(ana).pk).update(left=timezone.now())
    assert "once Otto Grau is known" in read(gm, here)


def test_the_queries_of_a_list_do_not_grow_with_hidden_characters(campaign, client, gm, tie, known):
    def queries():
        with CaptureQueriesContext(connection) as asked:
            assert client.get(f"/campaigns/{campaign.pk}/world/npcs/{known.pk}/").status_code == 200
        return len(asked)

    client.force_login(gm)
    tie(known, factories.CharacterFactory(campaign=campaign, kind="npc", visible=False), visibility="party")
    queries()
    before = queries()
    for _ in range(3):
        tie(factories.CharacterFactory(campaign=campaign, kind="npc", visible=False), known, visibility="party")
    assert queries() == before


def test_other_words_are_asked_for_both_directions(campaign, client, gm, hero, known):
    """The same words would state something false on the other page: "has betrayed" is not mutual."""
    client.force_login(gm)
    to = address(campaign, f"new/?person={known.pk}")
    posted = {"reading": "other", "words": "has betrayed", "other": "Mara", "visibility": "gm"}
    answer = client.post(to, posted)
    assert "how it reads from the other side" in answer.content.decode()
    assert not Tie.objects.exists()
    assert client.post(to, posted | {"back": "was betrayed by"}).status_code == 302
    assert Tie.objects.get().back == "was betrayed by"


def test_a_gm_reads_that_a_tie_waits_until_both_ends_are_known(campaign, read, gm, ana, tie, known, write):
    den = write("The den", kind="location")
    tie(known, den, "hides in", visibility="party")
    page = read(gm, f"/campaigns/{campaign.pk}/world/npcs/{known.pk}/")
    assert "once The den is known" in page
    assert "(visible once The den is known)" in read(gm, f"/campaigns/{campaign.pk}/world/journal/")
    assert "The den" not in read(ana, f"/campaigns/{campaign.pk}/world/npcs/{known.pk}/")
    mill = write("The mill", kind="location", shown=True)
    tie(known, mill, "works in", visibility="party")
    tie(known, den, "fears")
    assert read(gm, f"/campaigns/{campaign.pk}/world/npcs/{known.pk}/").count("once The") == 1


def test_the_page_of_all_ties_draws_the_campaign(campaign, read, gm, ana, tie, hero, known, otto, write):
    rats = write("The Rats", kind="faction", shown=True)
    tie(known, rats, "", kind="member", visibility="party")
    tie(hero, known, "enemy of", visibility="party")
    tie(hero, otto, "spies on")
    page = read(gm, address(campaign))
    assert "Ties of the campaign" in page
    assert "<li>Mara – spies on – Otto Grau</li>" in page
    assert "2 ties" in page
    assert 'href="?fold=page-' in page
    folded = read(gm, address(campaign, f"?fold=page-{rats.pk}"))
    assert "▸ The Rats (2)" in folded
    assert 'href="?#graph"' in folded
    players = read(ana, address(campaign))
    assert "Mara – enemy of – Berta" in players
    assert "Otto" not in players
    assert "spies on" not in players


def test_the_graph_of_a_campaign_has_what_has_most_ties(membership, campaign, tie, hero, known):
    for person in factories.CharacterFactory.create_batch(50, campaign=campaign, kind="npc"):
        tie(hero, person)
        tie(person, known)
    drawn = graph.draw_campaign_graph(membership)
    names = [node.name for box in drawn.boxes for node in box.nodes]
    assert len(names) == graph.MOST_NODES
    assert drawn.full
    assert drawn.focus is None
    assert {"Mara", "Berta"} <= set(names)
    (mara,) = [node for box in drawn.boxes for node in box.nodes if node.name == "Mara"]
    assert mara.words == "50 ties"
