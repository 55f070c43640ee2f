"""The book of a campaign: what its reader may see, the same bytes for the same rows, a bounded number of queries."""

import io
import re
import zipfile
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.formats import date_format
from PIL import Image

from campaigns.archive.book import contents
from campaigns.archive.book.actions import start_book
from campaigns.archive.book.making import write_book
from campaigns.archive.book.writer import css_text
from campaigns.log import actions as log_actions
from campaigns.log.calendar.dates import set_date
from campaigns.log.models import LogEntry
from campaigns.sessions.actions import cancel_session, plan_session
from campaigns.sessions.models import Session
from campaigns.sessions.recaps import actions as recap_actions
from campaigns.sessions.recaps.drafts import draft_recap
from campaigns.world.maps import actions as map_actions
from campaigns.world.maps import pin_actions
from campaigns.world.maps.models import MapRendering
from campaigns.world.models import WorldEntry
from campaigns.world.quests import actions as quest_actions
from campaigns.world.reveals import create_shown_entry
from characters.experience.actions import award_party
from characters.sheets.portraits import actions as portrait_actions
from characters.sheets.status_actions import mark_dead
from people.access import get_membership
from tests.factories import CharacterFactory, picture
from tests.site.api.conftest import Caller, ok, refused

pytestmark = pytest.mark.django_db
LINK = re.compile(r'(?:href|src)="([^"#]*)(?:#([^"]*))?"')


@pytest.fixture
def world(seeded_campaign):
    """A campaign of everything, with words that a player must not read."""
    campaign = seeded_campaign
    campaign.characters.update(gm_notes="CANARY-gm-note", notes="CANARY-of-someone")
    campaign.sessions.update(
        gm_notes="CANARY-session", agenda="CANARY-agenda", notes="Seen.\n:::secret\nCANARY-block\n:::"
    )
    campaign.log.filter(audience="gm").update(text="CANARY-log")
    campaign.encounters.filter(status="prepared").update(title="CANARY-prepared")
    campaign.encounters.update(notes="CANARY-encounter")
    return campaign


def book_of(campaign, user, audience):
    """The files of a book."""
    into = io.BytesIO()
    write_book(get_membership(user, campaign.pk), audience, into)
    with zipfile.ZipFile(into) as book:
        return {name: book.read(name).decode("utf-8", "replace") for name in book.namelist()}


def test_the_section_of_a_recap_is_called_recap(world, gm):
    """The draft of a recap begins with "What happened", so the section of the recap is not called that, too."""
    membership = get_membership(gm, world.pk)
    session = Session.objects.filter(campaign=world, status="held").first()
    recap_actions.save_recap(membership=membership, session=session, audience="party", text="## What happened\n\nRain.")
    page = book_of(world, gm, "party")[f"session-{session.number}.html"]
    headings = re.findall(r"<h[1-6][^>]*>([^<]+)</h", page)
    assert "Recap" in headings
    assert headings.count("What happened") == 1


def test_the_book_does_not_repeat_an_award_of_a_recap(world, gm):
    membership = get_membership(gm, world.pk)
    session = Session.objects.filter(campaign=world, status="held").first()
    heroes = list(world.characters.filter(kind="pc", status="active"))[:2]
    for reason in ("the lighthouse", "the ferry"):
        award_party(characters=heroes, amount=1, reason=reason, by=gm, session=session)

    def chapter():
        page = book_of(world, gm, "party")[f"session-{session.number}.html"]
        return [page.count(reason) for reason in ("(the lighthouse)", "(the ferry)")]

    assert chapter() == [1, 1], "without a recap the log entries say it"
    draft = draft_recap(membership, session, "party")
    text = "\n".join(line for line in draft.splitlines() if "(the ferry)" not in line)
    recap_actions.save_recap(membership=membership, session=session, audience="party", text=text)
    assert "(the lighthouse)" in text
    assert chapter() == [1, 1], "what the recap leaves out is still in the chapter"


def test_players_and_the_party_get_only_what_they_may_see(world, gm, ana, ben):
    for audience in ("me", "party"):
        told = book_of(world, ana, audience)
        assert [name for name, text in told.items() if "CANARY" in text] == []
        assert "Seen." in "".join(told.values())
        assert "The cellar" not in "".join(told.values()), "shown to Ben only"
    assert "The cellar" in "".join(book_of(world, ben, "me").values())
    assert [name for name, text in book_of(world, gm, "party").items() if "CANARY" in text] == []
    everything = "".join(book_of(world, gm, "gm").values())
    for known in ("CANARY-session", "CANARY-block", "CANARY-log", "CANARY-agenda", "GMs only"):
        assert known in everything
    assert "CANARY-of-someone" not in everything, "private notes are in no book"
    with pytest.raises(PermissionDenied):
        book_of(world, ana, "gm")


def test_the_steps_of_a_thread_show_only_the_words_of_their_links(world, gm, ana):
    membership = get_membership(gm, world.pk)
    thread = create_shown_entry(membership=membership, kind="thread", name="Who rang?", shown=True)
    for kind in ("step", "reward"):
        quest_actions.add_line(membership=membership, thread=thread, text="See [[CANARY ash|the lady]]", kind=kind)
    for user, audience in ((ana, "me"), (ana, "party"), (gm, "gm")):
        book = book_of(world, user, audience)
        assert [name for name, text in book.items() if "CANARY ash" in text] == []
        assert "".join(book.values()).count("See the lady") >= 2


def test_a_book_has_every_part_and_every_link_leads_somewhere(world, gm):
    told = book_of(world, gm, "gm")
    parts = {"index.html", "search.html", "print.html", "heroes.html", "fallen.html", "highlights.html"}
    assert parts | {"names.html", "timeline.html", "credits.html", "words.js", "search.js"} <= told.keys()
    assert any(name.startswith("session-") for name in told)
    anchors = {name: set(re.findall(r' id="([^"]+)"', text)) for name, text in told.items()}
    for name, text in told.items():
        if name.endswith(".html"):
            for address, anchor in LINK.findall(text):
                assert not address.startswith(("http:", "/")), (name, address)
                assert address in told or address == "", (name, address)
                assert not anchor or anchor in anchors[address or name], (name, address, anchor)
            assert "<h1" in text


def test_the_fallen_stand_in_the_order_of_their_deaths_with_how_they_died(world, gm):
    first, second = world.characters.filter(kind="pc", status="active").order_by("-name")[:2]
    for hero, reason in ((first, "drowned in the bell tower"), (second, "fell from the quay")):
        mark_dead(character=hero, by=gm, reason=reason)
    fallen = book_of(world, gm, "party")["fallen.html"]
    assert fallen.index("drowned in the bell tower") < fallen.index("fell from the quay")
    # Archives of older versions hold the same lines as changes of characters.
    assert world.log.filter(kind="death", character__in=[first, second]).update(kind="character") == 2
    assert "drowned in the bell tower" in book_of(world, gm, "party")["fallen.html"]


def test_the_same_campaign_gives_the_same_bytes(world, gm):
    made = []
    for _time in range(2):
        into = io.BytesIO()
        write_book(get_membership(gm, world.pk), "gm", into)
        made.append(into.getvalue())
    assert made[0] == made[1]


def test_more_sessions_need_no_more_queries_until_the_next_group_is_read(world, gm):
    def count():
        with CaptureQueriesContext(connection) as asked:
            write_book(get_membership(gm, world.pk), "party", io.BytesIO())
        return len(asked)

    add_sessions(world, gm, 100, 5)
    before = count()
    add_sessions(world, gm, 200, 8)
    assert count() == before
    add_sessions(world, gm, 300, 60)
    # Three groups of twenty more: sessions, attendance, dates, recaps, lines, corrections and encounters.
    assert count() <= before + 3 * 10


def add_sessions(campaign, gm, first, many):
    """Played sessions with two lines each."""
    rows = [Session(campaign=campaign, number=first + n, title=f"Night {n}", status="held") for n in range(many)]
    for row in Session.objects.bulk_create(rows):
        LogEntry.objects.bulk_create(
            LogEntry(campaign=campaign, session=row, by=gm, text=f"The bell rang {n} times.") for n in range(2)
        )


def test_a_chapter_says_that_its_session_was_not_played_and_the_dates_are_those_of_played_ones(world, gm):
    membership, now = get_membership(gm, world.pk), timezone.now()
    held = Session.objects.get(campaign=world, status="held")
    Session.objects.filter(pk=held.pk).update(starts=now)
    set_date(membership=membership, kind="session", thing=held, date="3 Rust 312 AL")
    sessions = {}
    for title, weeks in (("Too early", -50), ("Too late", 50)):
        row = plan_session(membership=membership, title=title, starts=now + timedelta(weeks=weeks))
        set_date(membership=membership, kind="session", thing=row, date="4 Rust 312 AL")
        log_actions.add_note(membership=membership, text="We wait.", session=row)
        sessions[title] = row
    cancel_session(membership=membership, session=sessions["Too early"])
    book = book_of(world, gm, "party")
    played, cancelled, planned = (
        book[f"session-{row.number}.html"] for row in (held, sessions["Too early"], sessions["Too late"])
    )
    assert "Cancelled" in cancelled
    assert "4 Rust" not in cancelled
    assert "Planned" in planned
    assert "4 Rust" in planned
    assert "Cancelled" not in played
    assert "Planned" not in played
    assert "3 Rust" in played
    front = book["index.html"].partition("<nav")[0]
    assert date_format(timezone.localtime(now), "j F Y") in front
    assert date_format(sessions["Too early"].starts, "F Y") not in front
    assert date_format(sessions["Too late"].starts, "F Y") not in front


def test_a_corrected_line_is_told_once_with_its_last_text(world, gm):
    membership = get_membership(gm, world.pk)
    line = log_actions.add_note(membership=membership, text="Seven wolves came.", session=world.sessions.first())
    log_actions.correct_entry(membership=membership, entry=line, text="Eight wolves came.")
    told = "".join(text for name, text in book_of(world, gm, "party").items() if name.startswith("session-"))
    assert "Eight wolves came." in told
    assert "Seven wolves came." not in told


def test_markup_in_names_stays_text(world, gm):
    WorldEntry.objects.filter(campaign=world).update(text='<script>alert("x")</script> [x](javascript:alert(1))')
    world.name = "</title><script>alert(1)</script>"
    world.save()
    told = book_of(world, gm, "gm")
    for name, text in told.items():
        if name.endswith(".html"):
            assert "<script>" not in text
            assert 'href="javascript' not in text
    assert css_text('"}</style>') == '"\\22 \\7d \\3c \\2f style\\3e "'


def test_a_person_whom_a_player_knows_is_not_marked_as_for_gms(world, gm, ana):
    row = CharacterFactory(campaign=world, kind="npc", name="Aaron", visible=False)

    def marked():
        told = "".join(book_of(world, gm, "gm").values())
        return "GMs only" in told.partition(f'id="person-{row.pk}"')[2].partition("</article>")[0]

    assert marked()
    row.players.set([get_membership(ana, world.pk)])
    assert not marked()


def test_a_campaign_that_is_too_large_is_refused_in_words(world, gm, monkeypatch):
    monkeypatch.setattr(contents, "MOST_ENTRIES", 1)
    with pytest.raises(ValidationError, match="at most 1 log entries"):
        start_book(membership=get_membership(gm, world.pk), audience="party")


def test_a_member_makes_and_downloads_a_book_on_a_page(world, client, ana):
    client.force_login(ana)
    page = client.get(f"/campaigns/{world.pk}/book/")
    assert "What I know" in page.content.decode()
    assert "for GMs only" not in page.content.decode()
    answer = client.post(f"/campaigns/{world.pk}/book/", {"audience": "me"}, follow=True)
    assert "Download the book" in answer.content.decode()
    file = client.get(f"{answer.redirect_chain[-1][0]}file/")
    assert file["Content-Disposition"].endswith('.zip"')
    assert "-book-" in file["Content-Disposition"]
    assert zipfile.is_zipfile(io.BytesIO(b"".join(file.streaming_content)))
    assert client.post(f"/campaigns/{world.pk}/book/", {"audience": "gm"}).status_code == 200, "no such choice"


def test_the_api_makes_books_and_a_former_gm_loses_the_book_of_everything(world, gm, ana, client):
    caller = Caller(gm)
    made = ok(caller.post(f"campaigns/{world.pk}/books/", {"audience": "gm"}), 201)
    assert (made["kind"], made["status"], made["about"]["audience"]) == ("book", "done", "gm")
    client.force_login(gm)
    assert client.get(f"/transfers/{made['key']}/file/").status_code == 200
    refused(Caller(ana).post(f"campaigns/{world.pk}/books/", {"audience": "gm"}), 403)
    world.members.filter(user=gm).update(role="player")
    assert client.get(f"/transfers/{made['key']}/file/").status_code == 403


def files_of(campaign, user, audience):
    """The files of a book as bytes."""
    into = io.BytesIO()
    write_book(get_membership(user, campaign.pk), audience, into)
    with zipfile.ZipFile(into) as book:
        return {name: book.read(name) for name in book.namelist()}


def test_a_book_has_the_portraits_of_those_whom_its_reader_knows(world, gm, ana, ben):
    otto, ada = (world.characters.get(name=name) for name in ("Otto", "Ada"))
    portrait_actions.set_portrait(character=ada, by=gm, data=picture(20, 20))
    for audience, user, names in (
        ("party", gm, {f"media/portrait-{otto.pk}.webp"}),
        ("me", ana, {f"media/portrait-{otto.pk}.webp"}),
        ("me", ben, {f"media/portrait-{row.pk}.webp" for row in (otto, ada)}),
        ("gm", gm, {f"media/portrait-{row.pk}.webp" for row in (otto, ada)}),
    ):
        files = files_of(world, user, audience)
        assert {name for name in files if name.startswith("media/portrait-")} == names, (audience, user)
        whole = b"".join(files[name] for name in files if name.endswith(".html"))
        assert all(f'src="{name}"'.encode() in whole for name in names)
        assert (b"Ada" in whole) is (len(names) == 2)


def test_a_book_shows_the_revealed_part_of_maps(world, gm, ana, ben):
    chart = world.maps.get(title="The valley")
    red = Image.new("RGB", (400, 300), "red")
    out = io.BytesIO()
    red.save(out, "PNG")
    membership = get_membership(gm, world.pk)
    map_actions.set_picture(membership=membership, row=chart, data=out.getvalue())
    pin_actions.create_pin(membership=membership, row=chart, x=0.9, y=0.9, label="CANARY-pin")
    for keep in (True, False):  # the renderings are stored already, or made for the book
        if not keep:
            MapRendering.objects.all().delete()
        for audience, user in (("party", gm), ("me", ana), ("gm", gm)):
            files = files_of(world, user, audience)
            image = Image.open(io.BytesIO(files[f"media/map-{chart.pk}.webp"])).convert("RGB")
            right, left = image.getpixel((300, 150)), image.getpixel((100, 250))
            assert left[0] - left[2] > 150, "what is revealed is shown"
            assert (right[0] - right[2] > 150) is (audience == "gm"), "what is hidden is painted over"
            text = b"".join(files[name] for name in files if not name.startswith("media/"))
            assert b"The valley" in text
            assert (b"CANARY-pin" in text) is (audience == "gm")
            assert (b"The cellars" in text) is (audience == "gm")
    assert b"The cellars" in b"".join(files_of(world, ben, "me").values()), "shown to Ben"
    assert not MapRendering.objects.exists(), "a book is made while nothing can be written"
