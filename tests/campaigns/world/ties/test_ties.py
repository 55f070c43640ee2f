"""Ties: words in both directions, who sees them, who may write them, and the journal."""

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from campaigns.world import access, reveals
from campaigns.world import actions as world_actions
from campaigns.world import queries as world_queries
from campaigns.world.models import Reveal
from campaigns.world.ties import actions, queries
from campaigns.world.ties.models import Tie
from campaigns.world.ties.removed.actions import bring_back_tie
from common.edit_conflicts import EditConflict
from people.models import Role
from tests import factories

pytestmark = pytest.mark.django_db


def told(member, thing):
    """The ties of a thing as a member reads them."""
    return {f"{line.words} {line.other.name}" for line in queries.ties_of(member, thing).lines}


def test_a_tie_reads_from_both_ends(membership, tie, hero, known):
    tie(hero, known, "brother of", back="sister of")
    assert told(membership, hero) == {"brother of Berta"}
    assert told(membership, known) == {"sister of Mara"}


@pytest.mark.parametrize(
    ("kind", "words", "back", "read"),
    [
        ("other", "parent of", "", ("parent of", "child of")),
        ("other", "", "employs", ("works for", "employs")),
        ("other", "feuds with", "", ("feuds with", "feuds with")),
        ("holds", "", "", ("holds", "held by")),
        ("member", "captain of", "", ("captain of", "has the member")),
    ],
)
def test_missing_words_are_usual(tie, hero, known, kind, words, back, read):
    row = tie(hero, known, words, back=back, kind=kind)
    assert (row.words, row.back) == read


def test_a_tie_needs_words_and_two_ends(tie, hero, known):
    with pytest.raises(ValidationError):
        tie(hero, known, " ")
    with pytest.raises(ValidationError):
        tie(hero, hero)
    with pytest.raises(ValidationError):
        tie(hero, known, ":::secret\nx\n:::")


def test_only_who_sees_both_ends_and_the_tie_sees_it(membership, tie, seat, ana, ben, hero, otto, known, write):
    mill = write("The mill", kind="location")
    secret = tie(known, hero, "spies on")
    tie(hero, otto, "friend of", visibility="party")
    tie(known, mill, kind="lives", visibility="party")
    open_to_ana = tie(hero, known, "trusts", visibility="chosen", players=[seat(ana)])
    assert told(seat(ana), hero) == {"trusts Berta"}
    assert told(seat(ben), hero) == set()
    assert told(membership, hero) == {"spies on Berta", "friend of Otto Grau", "trusts Berta"}
    assert set(access.visible_ties(seat(ana))) == {open_to_ana}
    assert secret not in access.visible_ties(seat(ana))
    reveals.show_entry(membership=membership, entry=mill)
    assert told(seat(ben), mill) == {"home of Berta"}


def test_ties_of_archived_pages_are_put_aside(membership, tie, hero, write):
    from campaigns.world.actions import archive_entry

    mill = write("The mill", kind="location", shown=True)
    tie(hero, mill, kind="lives", visibility="party")
    archive_entry(membership=membership, entry=mill)
    assert told(membership, hero) == set()


def test_a_player_ties_what_is_theirs_to_what_they_know(seat, ana, ben, hero, known, otto, membership):
    row = actions.create_tie(membership=seat(ana), start=hero, end=known, words="trusts")
    assert row.author == seat(ana)
    assert told(seat(ana), hero) == told(membership, hero) == {"trusts Berta"}
    assert told(seat(ben), hero) == set()
    with pytest.raises(PermissionDenied):
        actions.create_tie(membership=seat(ben), start=hero, end=known, words="trusts")
    with pytest.raises(PermissionDenied):
        actions.change_tie(membership=seat(ben), tie=row, revision=None, words="hates")


def test_observers_and_other_campaigns_are_refused(seat, watcher, membership, hero, known):
    with pytest.raises(PermissionDenied):
        actions.create_tie(membership=seat(watcher), start=hero, end=known, words="trusts")
    with pytest.raises(PermissionDenied):
        actions.create_tie(membership=membership, start=hero, end=factories.CharacterFactory(), words="trusts")


def test_a_player_does_not_change_the_gms_tie(seat, ana, tie, hero, known):
    row = tie(hero, known, visibility="party")
    with pytest.raises(PermissionDenied):
        actions.change_tie(membership=seat(ana), tie=row, revision=None, words="hates")
    with pytest.raises(PermissionDenied):
        actions.remove_tie(membership=seat(ana), tie=row)


def test_the_journal_names_those_who_learn_of_a_tie(membership, tie, seat, ana, ben, hero, known):
    row = tie(hero, known, visibility="chosen", players=[seat(ana)], how="overheard")
    actions.change_tie(membership=membership, tie=row, revision=None, players=[seat(ana), seat(ben)])
    actions.change_tie(membership=membership, tie=row, revision=None, visibility="party")
    actions.change_tie(membership=membership, tie=row, revision=None, visibility="gm")
    lines = [(line.member and line.member.user.username, line.shown) for line in Reveal.objects.order_by("pk")]
    assert lines[:2] == [("ana", True), ("ben", True)]
    assert lines[2:] == [(None, True), (None, False)], "what everyone sees now is not hidden again from anyone"
    assert Reveal.objects.order_by("pk").first().how == "overheard"
    assert list(world_queries.get_journal(seat(ana))) == []
    actions.change_tie(membership=membership, tie=row, revision=None, visibility="party")
    assert world_queries.get_journal(seat(ben))[0].tie == row


def test_nobody_chosen_is_refused(membership, tie, hero, known):
    with pytest.raises(ValidationError):
        tie(hero, known, visibility="chosen")
    with pytest.raises(ValidationError):
        tie(hero, known, visibility="chosen", players=[membership])
    assert not Tie.objects.exists()


@pytest.mark.parametrize("text", ["Über", "über", "ÜBER", "groß", "GROSS", "gross", "vater"])
def test_a_tie_is_found_by_letters_beyond_ascii(membership, tie, hero, known, text):
    row = tie(hero, known, "Große Liebe über Jahre", back="Vater")
    tie(known, hero, "Überall")
    (line, *others) = reversed(queries.find_ties(membership, access.visible_ties(membership), text, 5))
    assert line.tie == row
    assert [other.words for other in others] == (["Überall"] if text.lower() == "über" else [])
    assert queries.find_ties(membership, access.visible_ties(membership), "ater", 5) == []


def test_words_that_contain_the_searched_one_hide_no_older_tie(membership, tie, hero, known):
    row = tie(hero, known, "stone mason")
    for _number in range(9):
        tie(hero, known, "milestone")
    assert [line.tie for line in queries.find_ties(membership, access.visible_ties(membership), "stone", 2)] == [row]


def test_an_older_revision_overwrites_nothing(membership, tie, hero, known):
    row = tie(hero, known)
    actions.change_tie(membership=membership, tie=row, revision=1, since="310")
    with pytest.raises(EditConflict):
        actions.change_tie(membership=membership, tie=row, revision=1, since="311")
    row.refresh_from_db()
    assert (row.since, row.revision) == ("310", 2)
    assert [old.since for old in row.history.all()] == ["310", ""]


def test_a_removed_tie_is_gone_and_its_history_stays(membership, tie, hero, known):
    row = tie(hero, known, visibility="party")
    actions.remove_tie(membership=membership, tie=row)
    assert told(membership, hero) == set()
    assert row.history.count() == 2
    assert Reveal.objects.filter(tie=row).exists()
    with pytest.raises(ValidationError):
        actions.change_tie(membership=membership, tie=row, revision=None, words="x")


def test_an_item_has_present_and_former_holders(membership, tie, hero, known, write):
    ring = write("The ring", kind="item")
    tie(known, ring, "", kind="holds", until="the flood")
    tie(hero, ring, "", kind="holds", since="the flood")
    (people,) = queries.ties_of(membership, ring).groups
    assert [line.other.name for line in people.present] == ["Mara"]
    assert [line.other.name for line in people.former] == ["Berta"]
    assert queries.filter_ties(membership, kind="holds", former=True).count() == 1


def test_a_tie_to_an_archived_page_comes_back_after_the_page(tie, known, write, membership):
    page = write("The mill", kind="location", shown=True)
    row = tie(known, page)
    actions.remove_tie(membership=membership, tie=row)
    world_actions.archive_entry(membership=membership, entry=page)
    with pytest.raises(ValidationError, match="One of the pages that this tie connects is archived"):
        bring_back_tie(membership=membership, tie=row)
    world_actions.restore_entry(membership=membership, entry=page)
    assert bring_back_tie(membership=membership, tie=row).removed is None


@pytest.mark.parametrize("change", [{"left": timezone.now()}, {"role": Role.CO_GM}])
def test_a_tie_that_was_shown_to_somebody_who_left_or_became_co_gm_can_be_changed(
    tie, known, hero, membership, campaign, ben, change
):
    seat = campaign.members.get(user=ben)
    row = tie(known, hero, visibility="chosen", players=[seat])
    campaign.members.filter(pk=seat.pk).update(**change)
    row = actions.change_tie(membership=membership, tie=row, revision=None, words="sister of")
    assert (row.words, row.visibility, list(row.players.all())) == ("sister of", "gm", [])
