"""The page where a member makes the book of a campaign."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns.archive.book.actions import start_book
from campaigns.archive.book.forms import BookForm
from common.form_responses import campaign_context, run_action
from people.access import get_membership
from people.requests import SignedRequest


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def book_page(request: SignedRequest, campaign_id: int) -> HttpResponse:
    """Makes the book for an audience; the next page shows the progress and the download."""
    membership = get_membership(request.user, campaign_id)
    form = BookForm(request.POST if request.method == "POST" else None, membership=membership)
    if request.method == "POST":
        row = run_action(lambda: start_book(membership=membership, audience=form.cleaned_data["audience"]), form)
        if row is not None:
            return redirect("transfer", key=row.key)
    context = campaign_context(membership, "campaign-book") | {"form": form}
    return render(request, "campaigns/archive/book/make.html", context)
