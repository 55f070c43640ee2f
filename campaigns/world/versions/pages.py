"""The two pages of a history, the list and one version, and the button that restores a version."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.world.versions.queries import ChangedLine, compare_texts
from common.edit_conflicts import EditConflict, posted_revision
from common.form_responses import campaign_context, run_with_message
from people.access import get_visible_row
from people.models import Member
from people.requests import SignedRequest

PAGE: Final = 30


@dataclass(frozen=True)
class Part:
    """A text of a version beside the same text today; `label` is empty if the row has only one text."""

    label: str
    lines: Sequence[ChangedLine]


@dataclass(frozen=True)
class VersionedRow:
    """A row with a history, as its two pages show it.

    `versions` are those that the member may read. `texts` are the labels of the texts that a restore writes, by the
    names of their fields; `restores` says so in a sentence. `address` is the page that lists the versions; the page of
    one is at its id below it. `crumbs` are names and addresses, the page of the row last."""

    membership: Member
    row: Any
    title: str
    versions: QuerySet[Any]
    texts: Mapping[str, str | Promise]
    restores: str | Promise
    address: str
    here: str
    crumbs: Sequence[tuple[str, str]]
    read_only: bool = False

    @property
    def back(self) -> str:
        """The page of the row itself."""
        return self.crumbs[-1][1]

    def compare(self, version: Any) -> list[Part]:
        """The texts of a version, each beside the text of today; without those that are empty in both."""
        pairs = [(label, getattr(version, name), getattr(self.row, name)) for name, label in self.texts.items()]
        return [Part(str(label), compare_texts(old, new)) for label, old, new in pairs if old or new]


def field_labels(model: type[Model], names: Sequence[str]) -> dict[str, str]:
    """The labels of fields of a model by their names, as headings."""
    return {
        field.name: capfirst(str(field.verbose_name)) for field in model._meta.concrete_fields if field.name in names
    }


def render_versions(request: SignedRequest, versioned: VersionedRow) -> HttpResponse:
    """The versions of a row, newest first."""
    rows = versioned.versions.select_related("history_user").order_by("-history_id").defer(*versioned.texts)
    page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    context = campaign_context(versioned.membership, versioned.here) | {"versioned": versioned, "page": page}
    return render(request, "campaigns/world/versions/list.html", context)


def render_version(request: SignedRequest, versioned: VersionedRow, version_id: int) -> HttpResponse:
    """One version, compared with the row as it is now."""
    version = get_visible_row(versioned.versions, history_id=version_id)
    context = {"versioned": versioned, "version": version, "parts": versioned.compare(version)}
    return render(
        request,
        "campaigns/world/versions/version.html",
        campaign_context(versioned.membership, versioned.here) | context,
    )


def respond_to_restore(
    request: SignedRequest, versioned: VersionedRow, version_id: int, restore: Callable[[int], Any]
) -> HttpResponse:
    """Calls `restore` with the revision that the writer saw; returns to the row, or to the version after a conflict."""
    revision = posted_revision(request.POST)
    try:
        run_with_message(
            request,
            lambda: restore(revision),
            gettext_lazy("The version was restored. Later versions are still in the history."),
        )
    except EditConflict:
        messages.error(request, _("Someone has changed it. Compare the versions again, then press the button again."))
        return HttpResponseRedirect(f"{versioned.address}{version_id}/")
    return HttpResponseRedirect(versioned.back)
