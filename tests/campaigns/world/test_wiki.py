"""Texts of the world: secrets taken out, names linked, nothing active."""

import pytest

from campaigns.world import actions, wiki_links
from campaigns.world.models import WorldLink
from tests.people.helpers import place


def test_a_secret_block_is_taken_out_and_shown_to_gms_in_a_box():
    text = "Before.\n\n:::secret\nOtto did it.\n:::\n\nAfter."
    assert wiki_links.visible_text(text, is_gm=False) == "Before.\n\nAfter."
    assert "Otto" not in wiki_links.render_page(text, {}, is_gm=False)
    box = wiki_links.render_page(text, {}, is_gm=True)
    assert '<div class="secret">' in box
    assert "Otto did it." in box


@pytest.mark.parametrize(
    "text",
    [
        ":::secret\nOtto",
        ":::SECRET\nOtto\n:::",
        "  ::: secret words\nOtto",
        "> :::secret\n> Otto\n> :::",
        "- :::secret\n  Otto",
        "```\n:::secret\nOtto\n:::\n```",
        ":::secret\n:::secret\nx\n:::\nOtto\n:::",
        ":::secret\rOtto\r:::",
        "a\u2028:::secret\u2028Otto\u2028:::",
        "::::secret\nOtto\n::::",
        "1 \n:::secret\n:::x\nOtto\n:::",
    ],
)
def test_whatever_looks_like_a_secret_is_one_and_ends_only_where_it_is_closed(text):
    assert "Otto" not in wiki_links.visible_text(text, is_gm=False)
    assert "otto" not in [
        name for name, secret in wiki_links.linked_names(text.replace("Otto", "[[Otto]]")).items() if not secret
    ]


def test_links_lead_where_the_reader_may_go_and_read_as_words_elsewhere():
    text = "[[The  Mill|the old mill]], [[OTTO]], [[nobody]]"
    page = wiki_links.render_page(text, {"the mill": "/world/1/", "otto": "/world/2/?as=3"}, is_gm=False)
    assert '<a href="/world/1/" rel="nofollow noopener">the old mill</a>' in page
    assert '<a href="/world/2/?as=3" rel="nofollow noopener">OTTO</a>, nobody' in page


def test_a_link_in_code_is_code():
    assert "<code>[[Otto]]</code>" in wiki_links.render_page("`[[Otto]]`", {"otto": "/x"}, is_gm=False)


def test_names_are_found_with_whether_only_secrets_name_them():
    text = "[[Otto]] [[Mill]]\n:::secret\n[[Otto]] [[Bell]]\n:::"
    assert wiki_links.linked_names(text) == {"otto": False, "mill": False, "bell": True}


def test_names_are_folded_alike():
    assert wiki_links.fold_name("  Der\tGROSSE  Weiß ") == wiki_links.fold_name("der grosse weiss")
    assert wiki_links.fold_name("Cafe\u0301") == wiki_links.fold_name("Café")


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "[[x|<img src=x onerror=alert(1)>]]",
        "[a](javascript:alert(1))",
        "![p](https://evil.invalid/x.png)",
        "[[a]](javascript:alert(1))",
        ":::secret\n<b hx-get=/x>\n:::",
    ],
)
def test_nothing_active_comes_out(text):
    for is_gm in (True, False):
        page = wiki_links.render_page(text, {"x": "/world/1/", "a": "/world/2/"}, is_gm=is_gm)
        assert not any(word in page for word in ("<script", "<img", 'href="javascript', "<b hx"))


def test_a_renamed_page_keeps_its_links_and_their_words():
    assert (
        wiki_links.rename_links("[[Mill]] [[ mill |here]] [[Miller]]", "mill", "Old mill")
        == "[[Old mill]] [[Old mill|here]] [[Miller]]"
    )


@pytest.mark.django_db
def test_a_link_whose_name_grows_when_it_is_compared_leads_nowhere(write):
    """PostgreSQL stores no name of 2,160 letters, and the page could not be saved."""
    grown = "\ufdfa"
    row = write("The list", f"[[{grown * 120}]] and [[{grown * 20}]] and [[The bridge]]")
    stored = sorted(len(name) for name in WorldLink.objects.filter(entry=row).values_list("folded", flat=True))
    assert stored == [10, 360]


@pytest.mark.django_db
def test_every_link_of_an_index_page_leads_somewhere_and_is_renamed_and_their_number_has_a_limit(write, gm, read):
    number = 230
    index = write("Index", "\n".join(f"- [[Place {place:03}]]" for place in range(number)))
    last = write(f"Place {number - 1:03}", kind="location")
    assert f'href="/world/{last.pk}/" rel="nofollow noopener">{last.name}</a>' in read(gm, f"/world/{index.pk}/")
    assert f"/world/{index.pk}/" in read(gm, f"/world/{last.pk}/")
    actions.change_entry(membership=place(last.campaign, gm), entry=last, revision=None, name="Last place")
    index.refresh_from_db()
    assert index.text.endswith("- [[Last place]]")
    many = "".join(f"[[{place}]]" for place in range(wiki_links.MAX_LINKS + 1))
    assert len(wiki_links.linked_names(many)) == wiki_links.MAX_LINKS


TABLE = "| Place | Cost |\n|---|---|\n"


@pytest.mark.parametrize("link", ["[[Harbor|the docks]]", r"[[Harbor\|the docks]]"])
def test_a_link_with_its_own_words_is_a_link_within_a_table_and_outside(link):
    shown = '<a href="/world/1/" rel="nofollow noopener">the docks</a>'
    html = wiki_links.render_html(f"{TABLE}| {link} | 5 |\n\nSee {link}.", {"harbor": "/world/1/"})
    assert f"<td>{shown}</td>\n<td>5</td>" in html
    assert f"<p>See {shown}.</p>" in html
    html = wiki_links.render_html(f"| {link} | Cost |\n|---|---|\n| `{link}` | a \\| b |", {})
    assert "<th>the docks</th>\n<th>Cost</th>" in html
    assert f"<td><code>{link}</code></td>\n<td>a | b</td>" in html
    assert wiki_links.linked_names(link) == {"harbor": False}
    assert wiki_links.hide_targets(link, {"harbor"}, set()) == "the docks"
    assert wiki_links.rename_links(link, "harbor", "Quay") == link.replace("Harbor", "Quay")


def test_a_cell_of_a_table_stays_a_cell_when_its_page_gets_another_name():
    text = f"{TABLE}| [[Vault]] | 7 gold |"
    renamed = wiki_links.rename_links(f"[[Vault]]\n\n{text}", "vault", "Crypt", keep_words=True)
    assert renamed == f"[[Crypt|Vault]]\n\n{text}".replace("| [[Vault]]", r"| [[Crypt\|Vault]]")
    assert "<td>Vault</td>\n<td>7 gold</td>" in wiki_links.render_html(renamed, {})
