"""The pages of modules: for GMs alone, without JavaScript, and with nothing active in them."""

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from campaigns.encounters.models import Encounter
from campaigns.modules import actions
from campaigns.modules.format.vocabulary import SINGULAR
from campaigns.modules.models import ImportedObject, ImportRun, ModuleVersion
from tests.campaigns.modules import samples
from tests.campaigns.modules.samples import put

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client, gm):
    client.force_login(gm)
    return client


def address(name, membership, *more):
    return reverse(name, args=[membership.campaign_id, *more])


def posted(document):
    return {"text": json.dumps(document)}


def shown_token(html):
    return re.search(r'name="fingerprint" value="([0-9a-f]{64})"', html)[1]


def test_the_shown_plan_serves_for_another_party_size_too(page, membership, bell):
    preview = address("module-preview", membership, bell.pk)
    token = shown_token(page.get(preview).content.decode())
    answer = page.post(preview, {"party_size": 6, "fingerprint": token})
    assert answer.url == address("module-reader", membership, "the-drowned-bell")
    assert ImportRun.objects.get().options["party_size"] == 6


def test_the_shown_plan_does_not_serve_once_the_campaign_has_moved(page, membership, bell):
    preview = address("module-preview", membership, bell.pk)
    token = shown_token(page.get(preview).content.decode())
    actions.apply_import(membership=membership, version=bell)
    page.post(preview, {"party_size": 6, "fingerprint": token})
    assert ImportRun.objects.count() == 1


def test_an_empty_campaign_says_what_to_do_first(page, membership):
    html = page.get(address("campaign-modules", membership)).content.decode()
    assert "No adventure yet" in html
    assert 'enctype="multipart/form-data"' in html


def test_a_module_is_uploaded_as_a_file_and_shown_before_it_is_imported(page, membership):
    file = SimpleUploadedFile("mill.satchel.json", json.dumps(samples.small()).encode())
    answer = page.post(address("module-upload", membership), {"file": file}, follow=True)
    html = answer.content.decode()
    assert answer.status_code == 200
    assert "Import 7 objects" in html
    assert "The Mill by Ana." in html
    assert not ImportRun.objects.exists()


def test_pasted_text_goes_the_same_way(page, membership):
    answer = page.post(address("module-upload", membership), posted(samples.small()))
    version = ModuleVersion.objects.get()
    assert answer.status_code == 302
    assert answer.url == address("module-preview", membership, version.pk)


def test_only_checking_keeps_nothing(page, membership):
    answer = page.post(address("module-upload", membership), posted(samples.small()) | {"check": "1"})
    assert answer.status_code == 200
    assert "The module is valid" in answer.content.decode()
    assert not ModuleVersion.objects.exists()


def test_faults_are_shown_in_words_with_their_places(page, membership):
    spoiled = put(samples.small(), "/encounters/0/groups/0/count", "3d")
    answer = page.post(address("module-upload", membership), posted(spoiled))
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "The module has 1 error" in html
    assert "<code>/encounters/0/groups/0/count</code>" in html
    assert "is not a number, dice like 2d4, or a party-size table" in html
    assert not ModuleVersion.objects.exists()


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({}, "but not both"),
        ({"text": "{"}, "line 1"),
        ({"text": "[1,"}, "line 1"),
        ({"text": "PK.."}, "archive cannot be read"),
    ],
)
def test_a_file_that_is_no_module_is_refused_with_a_sentence(page, membership, sent, told):
    answer = page.post(address("module-upload", membership), sent)
    assert answer.status_code == 422
    assert told in answer.content.decode()


def test_the_import_button_works_without_script_and_leads_to_the_reader(page, membership, mill):
    preview = address("module-preview", membership, mill.pk)
    assert 'method="post"' in page.get(preview).content.decode()
    answer = page.post(preview, {"party_size": 4})
    assert answer.url == address("module-reader", membership, "the-mill")
    assert "Start" in page.get(answer.url).content.decode()
    assert "Import again" in page.get(preview).content.decode()
    again = page.post(preview, {"party_size": 4}, follow=True)
    assert "There was nothing to do" in again.content.decode()


def test_a_party_of_no_size_is_refused_on_the_preview(page, membership, mill):
    answer = page.post(address("module-preview", membership, mill.pk), {"party_size": 0})
    assert answer.status_code == 200
    assert not ImportRun.objects.exists()


def test_a_stale_preview_leads_back_to_a_fresh_one(page, membership, mill):
    preview = address("module-preview", membership, mill.pk)
    answer = page.post(preview, {"party_size": 4, "fingerprint": "0" * 64}, follow=True)
    assert "Something has changed since the preview" in answer.content.decode()
    assert not ImportRun.objects.exists()


def test_every_object_of_the_adventure_has_a_page_and_its_references_are_links(page, membership, imported_bell):
    for collection in SINGULAR:
        for item in imported_bell.document.get(collection, []):
            html = page.get(
                address("module-object", membership, "the-drowned-bell", collection, item["key"])
            ).content.decode()
            assert "CC-BY-4.0" in html
            assert "[[" not in html
    html = page.get(
        address("module-object", membership, "the-drowned-bell", "locations", "the-bell-tower")
    ).content.decode()
    assert f'href="{address("module-object", membership, "the-drowned-bell", "npcs", "osric-crane")}"' in html
    assert "Read aloud" in html


def test_an_encounter_leads_to_its_preparation_and_a_check_to_the_check_page(page, membership, imported_bell):
    html = page.get(
        address("module-object", membership, "the-drowned-bell", "encounters", "the-ringer")
    ).content.decode()
    assert reverse("encounter", args=[Encounter.objects.get(title="The ringer").pk]) in html
    html = page.get(
        address("module-object", membership, "the-drowned-bell", "checks", "cross-the-mud")
    ).content.decode()
    assert f"{reverse('check', args=[membership.campaign_id])}?difficulty=5" in html


def test_the_check_page_opens_with_the_difficulty_of_the_module(page, membership, imported_bell):
    html = page.get(f"{reverse('check', args=[membership.campaign_id])}?difficulty=5").content.decode()
    assert 'value="5" class="primary' in html


def test_an_import_can_be_looked_up_later(page, membership, imported_bell):
    run = ImportRun.objects.get()
    assert "Drowned walker" in page.get(address("module-run", membership, run.pk)).content.decode()


def test_a_page_of_what_was_never_imported_is_not_there(page, membership, imported_bell):
    assert page.get(address("module-reader", membership, "the-mill")).status_code == 404
    assert page.get(address("module-object", membership, "the-drowned-bell", "npcs", "nobody")).status_code == 404
    assert page.get(address("module-object", membership, "the-drowned-bell", "nothing", "nobody")).status_code == 404
    assert page.get(address("module-object", membership, "the-drowned-bell", "npcs", "no\0body")).status_code == 404
    assert page.get(address("module-reader", membership, "no\0module")).status_code == 404
    assert page.get(address("module-run", membership, 999)).status_code == 404
    assert page.get(address("module-preview", membership, 999)).status_code == 404


def addresses(membership, version, run):
    return [
        address("campaign-modules", membership),
        address("module-preview", membership, version.pk),
        address("module-run", membership, run.pk),
        address("module-reader", membership, "the-drowned-bell"),
        address("module-object", membership, "the-drowned-bell", "npcs", "osric-crane"),
    ]


@pytest.mark.parametrize(("who", "status"), [("ana", 403), ("watcher", 403), ("outsider", 404)])
def test_nobody_but_gms_sees_any_of_it(client, membership, imported_bell, who, status, request):
    client.force_login(request.getfixturevalue(who))
    for path in addresses(membership, imported_bell, ImportRun.objects.get()):
        answer = client.get(path)
        assert answer.status_code == status
        assert "Osric" not in answer.content.decode()
    assert client.post(address("module-upload", membership), posted(samples.small())).status_code == status


def test_another_persons_upload_cannot_be_previewed(client, membership, mill, campaign, ana):
    campaign.members.filter(user=ana).update(role="co-gm")
    client.force_login(ana)
    assert client.get(address("module-preview", membership, mill.pk)).status_code == 404


def test_the_adventures_text_is_on_no_page_that_a_player_opens(client, membership, imported_bell, ana):
    client.force_login(ana)
    for path in (
        reverse("campaign", args=[membership.campaign_id]),
        reverse("campaign-log", args=[membership.campaign_id]),
    ):
        html = client.get(path).content.decode()
        assert "Drowned" not in html
        assert "Osric" not in html


def test_the_pages_ask_the_database_no_more_when_more_is_in_the_module(
    page, membership, imported_bell, django_assert_max_num_queries
):
    for path in addresses(membership, imported_bell, ImportRun.objects.get()):
        page.get(path)
        with django_assert_max_num_queries(17):
            page.get(path)


ACTIVE = re.compile(
    r"<(script|iframe|object|embed|svg|img|style|link|form|base|meta)|\son\w+\s*=|javascript:|\bhx-(?!disable)|data:",
    re.I,
)
PAYLOADS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[click](javascript:alert(1))",
    "[click](JaVaScRiPt:alert(1))",
    "[click](data:text/html;base64,PHNjcmlwdD4=)",
    "![pixel](https://evil.example/pixel.png)",
    "<a href='x' hx-get='/api/v1/' hx-trigger='load'>x</a>",
    "<svg onload=alert(1)>",
    "`<b onmouseover=alert(1)>`",
    "[[location:mill|<script>alert(1)</script>]]",
    "[[location:mill|](javascript:alert(1)]]",
    "<style>*{display:none}</style>",
    "<iframe src=//evil.example></iframe>",
    "[x]: javascript:alert(1)\n\n[x]",
    "<https://evil.example/?q=<script>>",
    "{{ request }}{% debug %}",
    "[" * 5000,
    "> " * 3000 + "x",
    "*" * 8000,
]


@pytest.mark.parametrize("payload", PAYLOADS)
def test_text_of_a_module_is_shown_inert(page, membership, payload):
    document = samples.small()
    put(document, "/locations/0/blocks/0/md", payload)
    put(document, "/npcs/0/blocks/0/md", payload)
    put(document, "/module/summary", payload)
    if len(payload) <= 200 and "\n" not in payload:
        put(document, "/locations/0/title", payload)
        put(document, "/module/title", payload)
    version, _new = actions.upload(by=membership.user, document=document)
    preview = main(page.get(address("module-preview", membership, version.pk)))
    actions.apply_import(membership=membership, version=version)
    shown = [
        main(page.get(address("module-object", membership, "the-mill", "locations", "mill"))),
        main(page.get(address("module-reader", membership, "the-mill"))),
    ]
    for html in shown:
        # The site's own forms lead to the site's own addresses.
        html = re.sub(r'<form [^>]*action="/campaigns/[^"]*"[^>]*>', "", html)
        assert not ACTIVE.search(html), ACTIVE.search(html)
    # The preview holds the site's own form.
    assert not re.search(
        r"<(script|iframe|img|svg|style)|\son\w+\s*=\s*[\w'\"]|href=.?(javascript|data):", preview, re.I
    )


def main(answer):
    """What stands between the page's own frame, without text that is only text."""
    assert answer.status_code == 200
    html = answer.content.decode()
    inside = html[html.index("<main") : html.index("</main>")]
    return "".join(re.findall(r"<[^>]*>", inside))


def test_imported_objects_are_deleted_with_a_tombstone_and_leave_the_reader(page, membership, imported_bell):
    ImportedObject.objects.filter(key="osric-crane").update(tombstone=True)
    assert page.get(address("module-object", membership, "the-drowned-bell", "npcs", "osric-crane")).status_code == 404
    html = page.get(
        address("module-object", membership, "the-drowned-bell", "locations", "the-bell-tower")
    ).content.decode()
    assert "Osric" in html
    assert "npcs/osric-crane" not in html
