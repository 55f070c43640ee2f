"""The page that rolls on rollable tables of a campaign's adventures, also in the drawer of a running encounter."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaigns.log.models import LogEntry
from campaigns.modules.format.text import plain
from campaigns.modules.models import ImportedObject
from campaigns.modules.objects import actions
from common.form_responses import campaign_context
from common.parsing import parse_id
from people.access import get_gm_membership
from people.requests import SignedRequest

PART = "campaigns/modules/objects/tables_part.html"
PAGE = "campaigns/modules/objects/tables.html"


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tables(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """The tables to roll on; a POST rolls on one (`table`) and writes the result into the log for `audience`."""
    membership = get_gm_membership(request.user, campaign_id)
    rows = ImportedObject.objects.filter(campaign=campaign_id, collection="tables", tombstone=False)
    context = campaign_context(membership, "campaign-modules") | {"tables": rows.only("pk", "title").order_by("title")}
    status = 200
    if request.method == "POST":
        row = rows.filter(pk=parse_id(request.POST.get("table", "")) or 0).first()
        shown = request.POST.get("audience") == LogEntry.Audience.ALL
        audience = LogEntry.Audience.ALL if shown else LogEntry.Audience.GM
        context |= {"chosen": row.pk if row else None, "audience": audience}
        try:
            if row is None:
                raise ValidationError(_("Choose a table."))
            came, table_row = actions.roll(membership=membership, row=row, audience=audience)
        except ValidationError as refusal:
            context["refusal"], status = " ".join(refusal.messages), 422
        else:
            text = plain(table_row["md"], {})
            context["rolled"] = f"{row.title} ({came}): {text}" if came else f"{row.title}: {text}"
    return render(request, PART if request.htmx else PAGE, context, status=status)
