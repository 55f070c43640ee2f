"""Pages of privacy: what the site stores, the export of one's account, and its deletion."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.archive.account.deletion import campaigns_without_another_gm, delete_account, own_campaigns
from campaigns.archive.account.export import write_account_export
from campaigns.archive.account.forms import DeleteForm
from common.form_responses import run_action
from common.temporary_folders import temporary_file
from people.access import campaigns_of, require_account
from people.requests import SignedRequest


@require_safe
def privacy_page(request: HttpRequest) -> HttpResponse:
    """What the site stores about a person, for how long, and who sees it."""
    context = {"backups": settings.BACKUPS_KEPT, "reports": bool(settings.SENTRY_DSN)}
    return render(request, "campaigns/archive/account/privacy.html", context)


@login_required
@require_safe
def account_data_page(request: SignedRequest) -> HttpResponse:
    """The buttons that export and delete the account, and the exports of campaigns."""
    require_account(request.user)
    return render(request, "campaigns/archive/account/data.html", {"campaigns": campaigns_of(request.user)})


@login_required
@require_POST
def export_account(request: SignedRequest) -> FileResponse:
    """The export as a download."""
    require_account(request.user)
    file = temporary_file()  # the response closes it
    write_account_export(request.user, file)
    file.seek(0)
    return FileResponse(file, as_attachment=True, filename=f"fatekeeper-{request.user.username}.zip")


@login_required
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def delete_account_page(request: SignedRequest) -> HttpResponse:
    """Says what deleting the account does, and does it after confirmation."""
    require_account(request.user)
    user = request.user
    form = DeleteForm(request.POST if request.method == "POST" else None, user=user)
    if request.method == "POST" and run_action(lambda: _delete(request), form):
        messages.success(request, _("Your account was deleted."))
        return redirect("home")
    context = {"form": form, "own": own_campaigns(user), "campaigns_without_gm": campaigns_without_another_gm(user)}
    return render(request, "campaigns/archive/account/delete.html", context)


def _delete(request: SignedRequest) -> bool:
    delete_account(user=request.user)
    logout(request)
    return True
