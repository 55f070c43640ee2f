"""Showing and hiding: one tap each, and a journal of who learned what, when and by what."""

from datetime import timedelta

from django.utils import timezone

from campaigns import access_world
from campaigns.actions import reveals
from campaigns.models import Reveal, Session
from campaigns.queries import world as queries
from tests import factories
from tests.campaigns.people.helpers import forbidden, refused


def names(member):
    return {row.name for row in access_world.entries(member)}


def test_shown_to_everybody_is_seen_by_everybody_and_noted_once(own, write, seat, ana, watcher):
    row = write("The mill")
    assert names(seat(ana)) == set()
    for _twice in range(2):
        reveals.show(own=own, entry=row, how="found at last")
    assert names(seat(ana)) == names(seat(watcher)) == {"The mill"}
    line = Reveal.objects.get()
    assert (line.entry, line.member, line.how, line.shown, line.by) == (row, None, "found at last", True, own.user)


def test_shown_to_one_player_is_seen_by_that_one(own, write, seat, ana, ben):
    row = write("The letter", kind="handout")
    reveals.show(own=own, entry=row, members=[seat(ana)])
    assert (names(seat(ana)), names(seat(ben))) == ({"The letter"}, set())
    reveals.show(own=own, entry=row, members=[seat(ana), seat(ben)])
    assert names(seat(ben)) == {"The letter"}
    assert [line.member.user.username for line in Reveal.objects.order_by("pk")] == ["ana", "ben"]


def test_hidden_again_is_gone_and_the_journal_says_so(own, write, seat, ana, ben):
    row = write("The letter", shown=[seat(ana), seat(ben)])
    reveals.hide(own=own, entry=row)
    assert names(seat(ana)) == set()
    assert [line.shown for line in queries.journal(own)] == [False, False, True, True]
    assert list(queries.journal(seat(ana))) == []


def test_the_evening_that_is_on_is_noted(own, write, campaign):
    evening = Session.objects.create(campaign=campaign, number=1, starts=timezone.now() - timedelta(hours=1))
    write("The mill", shown=True)
    assert Reveal.objects.get().session == evening
    assert [line.entry.name for line in queries.learned(own, evening)] == ["The mill"]


def test_players_read_in_the_journal_what_they_learned_themselves(own, write, seat, ana, ben):
    write("For Ana", shown=[seat(ana)])
    write("For all", shown=True)
    assert [line.entry.name for line in queries.journal(seat(ben))] == ["For all"]
    assert [line.entry.name for line in queries.journal(seat(ana))] == ["For all", "For Ana"]


def test_an_npc_becomes_known_and_is_hidden_again(own, otto, seat, ana):
    reveals.know(own=own, npc=otto, known=True, how="he introduced himself")
    otto.refresh_from_db()
    assert (otto.visible, otto.revision) == (True, 2)
    assert [(line.character, line.how) for line in queries.journal(seat(ana))] == [(otto, "he introduced himself")]
    reveals.know(own=own, npc=otto, known=False)
    assert list(queries.journal(seat(ana))) == []
    assert Reveal.objects.count() == 2


def test_nobody_of_elsewhere_is_shown_anything(own, write, campaign, ben, seat):
    row = write("The mill")
    with refused("Only members"):
        reveals.show(own=own, entry=row, members=[factories.MemberFactory()])
    gone = seat(ben)
    gone.left = timezone.now()
    gone.save()
    with refused("Only members"):
        reveals.show(own=own, entry=row, members=[gone])
    for members in ([], [own]):
        with refused("at least one player"):
            reveals.show(own=own, entry=row, members=members)
    elsewhere = Session.objects.create(campaign=factories.CampaignFactory(), number=1)
    with refused("another campaign"):
        reveals.show(own=own, entry=row, session=elsewhere)
    assert not Reveal.objects.exists()


def test_players_show_nothing_of_the_gms(own, write, otto, seat, ana):
    row = write("The mill")
    for act in (
        lambda: reveals.show(own=seat(ana), entry=row),
        lambda: reveals.hide(own=seat(ana), entry=row),
        lambda: reveals.know(own=seat(ana), npc=otto, known=True),
    ):
        with forbidden("Only the GM"):
            act()
    with forbidden("Players write notes"):
        reveals.make(own=seat(ana), kind="handout", name="x", shown=True)


def test_a_hero_is_no_npc(own, campaign, ana):
    with forbidden("no NPC"):
        reveals.know(own=own, npc=factories.CharacterFactory(campaign=campaign, owner=ana), known=False)


def test_what_is_put_aside_is_shown_to_nobody(own, write, seat, ana):
    from campaigns.actions import world

    row = write("The mill", shown=True)
    world.archive(own=own, entry=row)
    assert names(seat(ana)) == set()
    with refused("put aside"):
        reveals.show(own=own, entry=row)
    world.restore(own=own, entry=row)
    assert names(seat(ana)) == {"The mill"}
