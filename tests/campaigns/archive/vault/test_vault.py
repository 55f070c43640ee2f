"""A vault of notes comes in with its links and goes out again; each reader takes along what they may read."""

import io
import time

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile

from campaigns.archive.models import Transfer
from campaigns.archive.vault.importing import import_vault
from campaigns.archive.vault.writing import write_vault
from campaigns.world import actions
from campaigns.world.models import WorldEntry, WorldLink
from campaigns.world.reveals import create_shown_entry
from campaigns.world.text_pictures.actions import add_text_picture
from campaigns.world.wiki_links import fold_name, linked_names
from common.picture_syntax import picture_keys
from tests import factories
from tests.campaigns.archive.vault.made import MANY, names, unzipped, vault, zipped
from tests.people.helpers import place

pytestmark = pytest.mark.django_db


@pytest.fixture
def master(campaign, gm):
    """The GM's place."""
    return place(campaign, gm)


def written(membership):
    into = io.BytesIO()
    write_vault(membership, into)
    return into.getvalue()


def shape_of(campaign):
    """The world without what differs between two copies: the ids, and the keys of pictures."""
    found = {}
    for row in WorldEntry.objects.filter(campaign=campaign).select_related("parent"):
        text = row.text
        for key in picture_keys(text):
            text = text.replace(key, "KEY")
        pictures = (row.text_pictures.count(), row.pictures.filter(removed=None).count())
        around = row.parent.name if row.parent else ""
        found[row.name] = (row.kind, sorted(row.tag_names), around, text, pictures)
    return found


def links_of(campaign):
    rows = WorldLink.objects.filter(campaign=campaign, entry__isnull=False)
    return {(link.entry.name, link.folded, link.secret) for link in rows.select_related("entry")}


def imported(membership, **files):
    data = zipped({path.replace("__", "/"): words.encode() for path, words in files.items()})
    return import_vault(membership, data)


def test_many_notes_come_in_go_out_and_come_into_another_campaign(campaign, master, gm):
    began = time.monotonic()
    report = import_vault(master, zipped(vault()))
    came_in = time.monotonic()
    sent = written(master)
    went_out = time.monotonic()
    other = factories.MemberFactory(user=gm, role="gm")
    second = import_vault(other, sent)
    ended = time.monotonic()
    print(
        f"{report.pages} notes and {report.links} links: in {came_in - began:.1f} s, out {went_out - came_in:.1f} s, "
        f"in again {ended - went_out:.1f} s"
    )
    assert (report.pages, report.faults, report.kept) == (MANY, {}, [])
    assert (second.pages, second.faults, second.kept, second.files) == (MANY, {}, [], set())
    assert shape_of(other.campaign) == shape_of(campaign)
    assert links_of(other.campaign) == links_of(campaign)
    assert sent == written(master), "the same world gives the same bytes"
    # Every note and every link of the vault came in.
    pages = {fold_name(name) for name in shape_of(campaign)}
    targets = {folded for _page, folded, _secret in links_of(campaign)}
    assert targets - pages == {f"nowhere {number}" for number in range(7)}, "only these notes are not in the vault"
    assert report.files == {"rules.pdf"}


def test_a_note_becomes_a_page_with_its_kind_tags_place_links_and_pictures(campaign, master):
    files = vault()
    import_vault(master, zipped(files))
    found = shape_of(campaign)
    listed = names()
    first, second = listed["Places"][0], listed["Places"][1]
    kind, tags, around, text, pictures = found[second]
    assert (kind, around) == ("location", f"{first} (Region 0)")
    assert set(tags) == {"places", "era 1"}
    assert "- population: 10" in text
    assert "- aliases: Old" in text
    assert ":::secret\nThe GM knows that [[" in text
    assert "%%" not in text
    assert len(linked_names(text)) >= 4
    assert found[first][0] == "note", "two notes have this name; the first by its path keeps it"
    *_rest, text, pictures = found[f"{first} (Region 0)"]
    assert pictures == (1, 0), "one file, shown twice"
    assert text.count("](picture:KEY)") == 2
    assert "![The harbor](picture:KEY)" in text
    assert "rules.pdf" in text
    third = found[listed["Places"][2]][3]
    assert ":::secret\n**For the GM**\n\nThe well is deep.\n\nVery deep.\n:::" in third
    assert [row.visibility for row in campaign.world.all() if row.visibility != "gm"] == []


def test_links_lead_to_the_page_whatever_form_they_have(campaign, master):
    imported(
        master,
        **{
            "Places__Old Quay.md": "---\naliases: [The Dock]\n---\nHere.",
            "A.md": "[[old quay]] [[Places/Old Quay]] [[The Dock]] [[Old Quay#East|east]] [[Old Quay#East]] "
            "[q](Places/Old%20Quay.md) ![[Old Quay]] [[#Own]] [[Gone]]",
        },
    )
    text = campaign.world.get(name="A").text
    assert text == (
        "[[Old Quay|old quay]] [[Old Quay]] [[Old Quay|The Dock]] [[Old Quay|east]] [[Old Quay|Old Quay › East]] "
        "[[Old Quay|q]] [[Old Quay]] Own [[Gone]]"
    )
    assert set(linked_names(text)) == {"old quay", "gone"}


def test_nothing_in_the_world_is_overwritten_and_an_import_can_be_repeated(campaign, master):
    actions.create_entry(membership=master, kind="note", name="Quay", text="Ours.")
    first = imported(master, **{"quay.md": "Theirs.", "B.md": "New."})
    assert (first.pages, first.kept) == (1, ["quay"])
    assert campaign.world.get(name="Quay").text == "Ours."
    again = imported(master, **{"quay.md": "Theirs.", "B.md": "Newer."})
    assert (again.pages, sorted(again.kept)) == (0, ["B", "quay"])
    assert campaign.world.get(name="B").text == "New."


def test_an_export_that_comes_back_into_its_campaign_changes_nothing(campaign, master, ana, ben):
    for user in (ana, ben):
        actions.create_entry(membership=place(campaign, user), kind="note", name="Otto", text="Shared.", shared=True)
    factories.CharacterFactory(campaign=campaign, kind="npc", name="Otto", about="A man.")
    for name in ("Guard #2", "A|B", "<Him>", "Him^", "Olaf [the Red]", "Olaf -the Red-"):
        factories.CharacterFactory(campaign=campaign, kind="npc", name=name)
    actions.create_entry(membership=master, kind="note", name="Quay", text="[[Otto]]")
    before = list(WorldEntry.objects.values_list("pk", "name", "text"))
    report = import_vault(master, written(master))
    assert (report.pages, len(report.kept), report.faults) == (0, 10, {})
    assert list(WorldEntry.objects.values_list("pk", "name", "text")) == before


def test_a_note_named_like_a_character_is_left_out_and_no_page_moves_into_it(campaign, master, ana):
    factories.CharacterFactory(campaign=campaign, kind="npc", name="Otto")
    factories.CharacterFactory(campaign=campaign, owner=ana, name="Mara")
    location, inside = "---\ntype: location\n---\n", "---\nin: '[[Otto]]'\n---\n"
    files = {"A__otto.md": location, "B__Otto.md": "Another.", "mara.md": "", "Quay.md": f"{inside}Wet."}
    report = imported(master, **files)
    assert (report.pages, sorted(report.kept)) == (2, ["mara", "otto"])
    assert {row.name: row.text for row in campaign.world.all()} == {
        "Quay": "- in: [[otto|Otto]]\n\nWet.",
        "Otto (B)": "Another.",
    }


def test_links_and_locations_lead_to_the_page_that_they_lead_to_on_the_site(campaign, master, ana, ben):
    seat = place(campaign, ana)
    for member in (place(campaign, ben), seat):
        text = f"Of {member.user.username}."
        actions.create_entry(membership=member, kind="note", name="Waterdeep", text=text, shared=True)
    factories.CharacterFactory(campaign=campaign, kind="npc", name="waterdeep", about="A man.", visible=True)
    city = create_shown_entry(membership=master, kind="location", name="Waterdeep", text="A city.", shown=True)
    text = "[[Waterdeep]] [[WATERDEEP]] [[Waterdeep|there]] [[ﬁne: Inn]]"
    create_shown_entry(membership=master, kind="location", name="Docks", text=text, parent=city, shown=True)
    create_shown_entry(membership=master, kind="location", name="Fine: Inn", text="Wine.", shown=True)
    files = {name: data.decode() for name, data in unzipped(written(seat)).items()}
    assert "A city." in files["Locations/Waterdeep.md"]
    assert "A man." in files["People/waterdeep (2).md"]
    assert "Of ana." in files["Notes/Waterdeep (3).md"]
    assert "Of ben." in files["Notes/Waterdeep (4).md"]
    docks = files["Locations/Docks.md"]
    assert 'in: "[[Waterdeep]]"' in docks
    assert "[[Waterdeep]] [[WATERDEEP]] [[Waterdeep|there]] [[Fine- Inn|ﬁne: Inn]]" in docks


def test_a_player_takes_along_what_they_may_read_and_nothing_else(campaign, master, ana, ben):
    seat = place(campaign, ana)
    quay = create_shown_entry(
        membership=master,
        kind="location",
        name="Quay",
        text="Wet [[Vault|house]].\n\n:::secret\nCANARY-secret\n:::",
        shown=True,
    )
    hidden = add_text_picture(membership=master, entry=quay, data=factories.picture(9, 9))
    shown = add_text_picture(membership=master, entry=quay, data=factories.picture(7, 7))
    text = f"{shown.markdown} {quay.text.replace('CANARY-secret', f'CANARY-secret {hidden.markdown}')}"
    actions.change_entry(membership=master, entry=quay, revision=None, text=text)
    vault_page = actions.create_entry(membership=master, kind="location", name="Vault", text="CANARY-page")
    actions.set_picture(membership=master, entry=vault_page, data=factories.picture(5, 5))
    inside = create_shown_entry(membership=master, kind="item", name="Key", parent=vault_page, shown=True)
    assert inside.parent_id
    factories.CharacterFactory(campaign=campaign, kind="npc", name="CANARY-person", visible=False, about="CANARY-about")
    actions.create_entry(membership=place(campaign, ben), kind="note", name="CANARY-note")
    told = unzipped(written(seat))
    assert not [name for name, data in told.items() if b"CANARY" in data or "CANARY" in name]
    assert not [name for name, data in told.items() if b"Vault" in data or "Vault" in name]
    assert set(told) == {"Locations/Quay.md", "Items/Key.md", f"Pictures/{quay.pk}-{shown.key}.webp"}
    assert b"Wet house." in told["Locations/Quay.md"]
    everything = unzipped(written(master))
    assert "Locations/Vault.md" in everything
    assert b"> [!secret]" in everything["Locations/Quay.md"]
    assert b"CANARY-secret" in everything["Locations/Quay.md"]


def test_gm_notes_of_npcs_go_out_as_a_secret_callout_to_gms_alone(master, campaign, ana):
    otto = {"kind": "npc", "visible": True, "campaign": campaign}
    factories.CharacterFactory(**otto, name="Otto", about="A man.", gm_notes="CANARY\n:::\n\n[[Quay]]")
    factories.CharacterFactory(**otto, name="Olga", about="", gm_notes=" \n")
    factories.CharacterFactory(**otto, name="Ulf", about="", gm_notes="CANARY")
    people = {path: data.decode().partition("\n---\n")[2].strip() for path, data in unzipped(written(master)).items()}
    assert people["People/Otto.md"] == "A man.\n\n> [!secret]\n> CANARY\n> \\:::\n>\n> [[Quay]]"
    assert (people["People/Olga.md"], people["People/Ulf.md"]) == ("", "> [!secret]\n> CANARY")
    told = unzipped(written(place(campaign, ana)))
    assert b"A man." in told["People/Otto.md"]
    assert not [name for name, data in told.items() if b"CANARY" in data or b"secret" in data or b"Quay" in data]


def test_names_that_no_file_can_have_come_back(campaign, master, gm):
    actions.create_entry(membership=master, kind="note", name="Who: Olga?", text="See [[a/b]].", tags=["x y"])
    actions.create_entry(membership=master, kind="note", name="a/b", text="See [[Who: Olga?|her]] and [[who: olga?]].")
    sent = written(master)
    assert set(unzipped(sent)) == {"Notes/Who- Olga-.md", "Notes/a-b.md"}
    assert b"[[Who- Olga-|her]]" in unzipped(sent)["Notes/a-b.md"]
    other = factories.MemberFactory(user=gm, role="gm")
    import_vault(other, sent)
    assert {name: linked_names(shape[3]).keys() for name, shape in shape_of(other.campaign).items()} == {
        name: linked_names(shape[3]).keys() for name, shape in shape_of(campaign).items()
    }


@pytest.mark.parametrize("name", ["C# tower", "#5, Salt Street", "<Old> quay^", "Who: Olga?", "A/B"])
def test_a_page_comes_back_with_its_name_and_without_a_line_of_aliases(campaign, master, gm, name):
    actions.create_entry(membership=master, kind="note", name=name, text="Wet.")
    actions.create_entry(membership=master, kind="note", name="Map", text=f"[[{name}]] and [[{name}|there]]")
    other = factories.MemberFactory(user=gm, role="gm")
    import_vault(other, written(master))
    assert shape_of(other.campaign) == shape_of(campaign)


def test_a_name_that_no_page_can_have_is_changed_and_other_aliases_stay(campaign, master):
    imported(
        master, **{"A.md": "---\ntitle: '[Old] | quay'\naliases: ['[old] | QUAY', Dock]\n---\nWet.", "C#.md": "Hi"}
    )
    assert {row.name: row.text for row in campaign.world.all()} == {
        "-Old- - quay": "- aliases: Dock\n\nWet.",
        "C-": "Hi",
    }


def test_only_gms_import(campaign, ana, client):
    with pytest.raises(PermissionDenied):
        import_vault(place(campaign, ana), zipped({"A.md": b"x"}))
    client.force_login(ana)
    assert client.get(f"/campaigns/{campaign.pk}/notes/import/").status_code == 403
    assert not campaign.world.exists()


@pytest.mark.parametrize("data", [b"", b"no archive", zipped({"a.txt": b"x"})])
def test_a_file_that_is_no_vault_is_refused_in_words(campaign, gm, client, data):
    client.force_login(gm)
    answer = client.post(
        f"/campaigns/{campaign.pk}/notes/import/", {"file": SimpleUploadedFile("v.zip", data, "application/zip")}
    )
    assert answer.status_code == 200
    assert b"errorlist" in answer.content
    assert not Transfer.objects.exists()


def test_the_page_and_the_api_import_and_export(campaign, gm, ana, client):
    client.force_login(gm)
    sent = SimpleUploadedFile("v.zip", zipped({"A.md": b"To [[B]].", "B.md": b"Back."}), "application/zip")
    answer = client.post(f"/campaigns/{campaign.pk}/notes/import/", {"file": sent}, follow=True)
    assert "Imported: pages 2, links 1, pictures 0." in answer.content.decode()
    told = client.post(
        f"/api/v1/campaigns/{campaign.pk}/notes/import/", zipped({"C.md": b"New."}), content_type="application/zip"
    )
    assert told.status_code == 201, told.content
    assert told.json()["about"]["report"]["pages"] == 1
    answer = client.post(f"/campaigns/{campaign.pk}/notes/export/", follow=True)
    row = Transfer.objects.get(kind="vault")
    file = b"".join(client.get(f"/transfers/{row.key}/file/").streaming_content)
    assert set(unzipped(file)) == {"Notes/A.md", "Notes/B.md", "Notes/C.md"}
    client.force_login(ana)
    assert client.get(f"/transfers/{row.key}/").status_code == 404
    told = client.post(f"/api/v1/campaigns/{campaign.pk}/notes/export/")
    assert told.status_code == 201
    assert told.json()["kind"] == "vault"
