"""Showing and hiding: one tap each, and a journal of who learned what, when and by what."""

from datetime import timedelta

from django.utils import timezone

from campaigns.sessions.models import Session
from campaigns.world import access, queries, reveals
from campaigns.world.models import Reveal
from characters.access import known_characters
from characters.sheets import actions as sheet_actions
from people.access import anonymous_member
from tests import factories
from tests.people.helpers import forbidden, refused
from tests.site.api.conftest import Caller


def names(member):
    return {row.name for row in access.visible_entries(member)}


def test_shown_to_everybody_is_seen_by_everybody_and_noted_once(membership, write, seat, ana, watcher):
    row = write("The mill")
    assert names(seat(ana)) == set()
    for _twice in range(2):
        reveals.show_entry(membership=membership, entry=row, how="found at last")
    assert names(seat(ana)) == names(seat(watcher)) == {"The mill"}
    line = Reveal.objects.get()
    assert (line.entry, line.member, line.how, line.shown, line.by) == (
        row,
        None,
        "found at last",
        True,
        membership.user,
    )


def test_shown_to_one_player_is_seen_by_that_one(membership, write, seat, ana, ben):
    row = write("The letter", kind="handout")
    reveals.show_entry(membership=membership, entry=row, members=[seat(ana)])
    assert (names(seat(ana)), names(seat(ben))) == ({"The letter"}, set())
    reveals.show_entry(membership=membership, entry=row, members=[seat(ana), seat(ben)])
    assert names(seat(ben)) == {"The letter"}
    assert [line.member.user.username for line in Reveal.objects.order_by("pk")] == ["ana", "ben"]


def test_hidden_again_is_gone_and_the_journal_says_so(membership, write, seat, ana, ben):
    row = write("The letter", shown=[seat(ana), seat(ben)])
    reveals.hide_entry(membership=membership, entry=row)
    assert names(seat(ana)) == set()
    assert [line.shown for line in queries.get_journal(membership)] == [False, False, True, True]
    assert list(queries.get_journal(seat(ana))) == []


def test_a_reveal_notes_the_session_that_is_running(membership, write, campaign):
    session = Session.objects.create(campaign=campaign, number=1, starts=timezone.now() - timedelta(hours=1))
    write("The mill", shown=True)
    assert Reveal.objects.get().session == session
    assert [line.entry.name for line in queries.reveals_in_session(membership, session)[0]] == ["The mill"]


def test_players_read_in_the_journal_what_they_learned_themselves(membership, write, seat, ana, ben):
    write("For Ana", shown=[seat(ana)])
    write("For all", shown=True)
    assert [line.entry.name for line in queries.get_journal(seat(ben))] == ["For all"]
    assert [line.entry.name for line in queries.get_journal(seat(ana))] == ["For all", "For Ana"]


def test_an_npc_becomes_known_and_is_hidden_again(membership, otto, seat, ana):
    reveals.set_npc_known(membership=membership, npc=otto, known=True, how="he introduced himself")
    otto.refresh_from_db()
    assert (otto.visible, otto.revision) == (True, 2)
    assert [(line.character, line.how) for line in queries.get_journal(seat(ana))] == [(otto, "he introduced himself")]
    reveals.set_npc_known(membership=membership, npc=otto, known=False)
    assert list(queries.get_journal(seat(ana))) == []
    assert Reveal.objects.count() == 2


def test_nobody_of_elsewhere_is_shown_anything(membership, write, campaign, ben, seat):
    row = write("The mill")
    with refused("to members"):
        reveals.show_entry(membership=membership, entry=row, members=[factories.MemberFactory()])
    gone = seat(ben)
    gone.left = timezone.now()
    gone.save()
    with refused("to members"):
        reveals.show_entry(membership=membership, entry=row, members=[gone])
    for members, reason in (([], "at least one player"), ([membership], "already see it")):
        with refused(reason):
            reveals.show_entry(membership=membership, entry=row, members=members)
    elsewhere = Session.objects.create(campaign=factories.CampaignFactory(), number=1)
    with refused("another campaign"):
        reveals.show_entry(membership=membership, entry=row, session=elsewhere)
    assert not Reveal.objects.exists()


def test_players_show_nothing_of_the_gms(membership, write, otto, seat, ana):
    row = write("The mill")
    for act in (
        lambda: reveals.show_entry(membership=seat(ana), entry=row),
        lambda: reveals.hide_entry(membership=seat(ana), entry=row),
        lambda: reveals.set_npc_known(membership=seat(ana), npc=otto, known=True),
    ):
        with forbidden("Only the GM"):
            act()
    with forbidden("Players can write notes"):
        reveals.create_shown_entry(membership=seat(ana), kind="handout", name="x", shown=True)


def test_a_hero_is_no_npc(membership, campaign, ana):
    with forbidden("not an NPC"):
        reveals.set_npc_known(
            membership=membership, npc=factories.CharacterFactory(campaign=campaign, owner=ana), known=False
        )


def test_a_page_that_is_put_aside_is_shown_to_nobody(membership, write, seat, ana):
    from campaigns.world import actions

    row = write("The mill", shown=True)
    actions.archive_entry(membership=membership, entry=row)
    assert names(seat(ana)) == set()
    with refused("archived"):
        reveals.show_entry(membership=membership, entry=row)
    actions.restore_entry(membership=membership, entry=row)
    assert names(seat(ana)) == {"The mill"}


def test_an_npc_is_known_to_chosen_players_only(membership, otto, seat, ana, ben):
    reveals.set_npc_known(membership=membership, npc=otto, known=True, members=[seat(ana)], how="at the ferry")
    otto.refresh_from_db()
    assert otto.visible is False
    assert otto in known_characters(seat(ana))
    assert otto not in known_characters(seat(ben))
    assert otto not in known_characters(anonymous_member(membership))
    assert [(line.character, line.how) for line in queries.get_journal(seat(ana))] == [(otto, "at the ferry")]
    assert list(queries.get_journal(seat(ben))) == []
    reveals.set_npc_known(membership=membership, npc=otto, known=True, members=[seat(ana), seat(ben)])
    assert [line.member.user for line in Reveal.objects.order_by("pk")] == [ana, ben], "Ana learned nothing new"
    reveals.set_npc_known(membership=membership, npc=otto, known=False)
    for user in (ana, ben):
        assert otto not in known_characters(seat(user))
        assert list(queries.get_journal(seat(user))) == []
    assert Reveal.objects.filter(shown=False).count() == 2


def test_an_npc_that_everybody_knew_is_hidden_from_everybody(membership, otto, seat, gm, ana):
    reveals.set_npc_known(membership=membership, npc=otto, known=True, members=[seat(ana)])
    otto.refresh_from_db()
    for visible in (True, False):  # on the sheet's own form
        otto = sheet_actions.edit_character(character=otto, by=gm, revision=otto.revision, changes={"visible": visible})
    assert otto not in known_characters(seat(ana))


def test_an_npc_is_shown_to_players_of_the_campaign_only(membership, otto, seat, ana):
    with refused("to members"):
        reveals.set_npc_known(membership=membership, npc=otto, known=True, members=[factories.MemberFactory()])
    for members, reason in (([], "at least one player"), ([membership], "already see it")):
        with refused(reason):
            reveals.set_npc_known(membership=membership, npc=otto, known=True, members=members)
    with refused("at once"):
        reveals.set_npc_known(membership=membership, npc=otto, known=False, members=[seat(ana)])
    assert not Reveal.objects.exists()


def test_pages_and_the_api_show_a_chosen_npc_to_the_chosen(client, membership, otto, seat, gm, ana, ben):
    client.force_login(gm)
    here = f"/campaigns/{membership.campaign_id}/world/npcs/{otto.pk}/"
    assert "Show to the selected players" in client.get(here).content.decode()
    client.post(f"{here}know/", {"known": "yes", "members": [seat(ana).pk]})
    assert "chosen players" in client.get(here).content.decode()
    told = Caller(gm).get(f"campaigns/{membership.campaign_id}/npcs/{otto.pk}/").json()
    assert (told["visible"], told["players"]) == (False, [seat(ana).pk])
    told = Caller(ana).get(f"campaigns/{membership.campaign_id}/npcs/{otto.pk}/").json()
    assert (told["visible"], told["players"]) == (True, None)
    for user, status in ((ana, 200), (ben, 404)):
        assert Caller(user).get(f"campaigns/{membership.campaign_id}/npcs/{otto.pk}/").status_code == status
        client.force_login(user)
        assert client.get(here).status_code == status
        assert (otto.name in client.get(f"/campaigns/{membership.campaign_id}/world/").content.decode()) is (
            status == 200
        )
    body = {"known": True, "members": [seat(ben).pk]}
    script = Caller(gm).post(f"campaigns/{membership.campaign_id}/npcs/{otto.pk}/know/", body)
    assert script.json() == {"known": True, "members": sorted([seat(ana).pk, seat(ben).pk]), "how": ""}
