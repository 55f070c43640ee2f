"""A player never learns what is the GM's: not by page, link, back-link, search, journal, picture or look."""

import re

import pytest

from campaigns.sessions import actions as session_actions
from campaigns.world import actions as world_actions
from tests import factories
from tests.people.helpers import place


@pytest.fixture
def secrets(membership, write, otto, campaign, seat, ben):
    """Pages whose secret words all begin with CANARY; Ben was shown one of them."""
    text = "Rain.\n:::secret\nCANARYtext [[CANARYname]] [[The mill]]\n:::\n[[CANARYhidden|the tower]]"
    town = write("Sallow Quay", text, kind="location", shown=True)
    write("CANARYhidden", "CANARYbody [[Sallow Quay]] [[The mill]]", kind="location", parent=town)
    write("CANARYben", "CANARYforben [[Sallow Quay]]", kind="handout", shown=[seat(ben)])
    lair = write("CANARYlair", kind="location")
    write("The mill", kind="location", shown=True, parent=lair)
    row = write("CANARYletter", kind="handout", shown=True)
    world_actions.set_picture(membership=membership, entry=row, data=factories.picture(), described="CANARYseal")
    world_actions.archive_entry(membership=membership, entry=row)
    write("CANARYthread", kind="thread")
    factories.CharacterFactory(campaign=campaign, kind="npc", name="CANARYnpc", visible=False)
    session = session_actions.plan_session(
        membership=membership,
        title="Rain",
        notes="We met.\n:::secret\nCANARYnotes [[The mill]]\n:::",
        gm_notes="CANARYgm [[The mill]]",
        agenda="CANARYagenda [[The mill]]",
    )
    return {"town": town, "letter": row, "session": session, "campaign": campaign}


def addresses(secrets):
    campaign = secrets["campaign"].pk
    mill = secrets["town"].campaign.world.get(name="The mill")
    at = f"/campaigns/{campaign}/"
    return [
        at,
        f"{at}world/",
        f"{at}world/?text=canary",
        f"{at}world/journal/",
        f"/world/{secrets['town'].pk}/",
        f"/world/{mill.pk}/",
        f"/sessions/{secrets['session'].pk}/",
        f"{at}sessions/",
        f"{at}log/",
    ]


@pytest.mark.parametrize("who", ["ana", "watcher"])
def test_no_page_tells_a_secret(read, request, secrets, who):
    for address in addresses(secrets):
        page = read(request.getfixturevalue(who), address).replace('value="canary"', "")
        assert "CANARY" not in page.replace("CANARYhidden|", ""), address


def test_the_one_who_was_shown_it_reads_it_and_nothing_else(read, ben, secrets):
    told = "".join(read(ben, address) for address in addresses(secrets))
    assert "CANARYben" in told
    assert set(_canaries(told)) == {"CANARYben"}


def test_the_gm_finds_all_of_it(read, gm, secrets):
    told = "".join(read(gm, address) for address in addresses(secrets))
    assert {
        "CANARYtext",
        "CANARYhidden",
        "CANARYlair",
        "CANARYthread",
        "CANARYnpc",
        "CANARYnotes",
        "CANARYagenda",
        "CANARYletter",
        "CANARYgm",
        "CANARYben",
    } <= set(_canaries(told))


def plain(answer):
    return re.sub(r"\b\w{64}\b", "csrf", answer.content.decode())


def _canaries(text):
    return re.findall(r"CANARY\w+", text)


def test_hidden_pages_look_like_pages_that_do_not_exist(client, ana, secrets):
    client.force_login(ana)
    hidden = secrets["campaign"].world.get(name="CANARYhidden")
    for part in ("", "picture/"):
        there, nowhere = client.get(f"/world/{hidden.pk}/{part}"), client.get(f"/world/99999999/{part}")
        assert there.status_code == nowhere.status_code == 404
        assert plain(there) == plain(nowhere)
    assert client.get(f"/world/{secrets['letter'].pk}/picture/").status_code == 404


def test_a_gm_who_views_the_campaign_as_a_player_gets_what_the_player_gets(client, read, gm, ana, ben, secrets, seat):
    for player in (ana, ben):
        member = seat(player)
        for address in addresses(secrets):
            theirs = read(player, address)
            client.force_login(gm)
            client.post(f"/members/{member.pk}/view/")
            seen = client.get(address).content.decode()
            assert sorted(set(_canaries(seen))) == sorted(set(_canaries(theirs))), address
            assert "Edit the page" not in seen
            assert "<h1>" in seen
            assert seen.split("<h1>")[1].split("</h1>")[0] == theirs.split("<h1>")[1].split("</h1>")[0]
        hidden = secrets["campaign"].world.get(name="CANARYhidden")
        assert client.get(f"/world/{hidden.pk}/").status_code == 404


def test_the_log_takes_no_secret_block_for_everybody(membership, client, gm, campaign):
    client.force_login(gm)
    answer = client.post(f"/campaigns/{campaign.pk}/log/", {"text": "x\n:::secret\ny\n:::", "audience": "all"})
    assert b"has no secret blocks" in answer.content
    assert not place(campaign, gm).campaign.log.exists()
