"""Writes to the library of modules and to what a campaign imports from it."""

from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns import access
from campaigns.models import Campaign, ImportRun, LogEntry, Member, Module, ModuleVersion, User
from campaigns.modules import format, importing, planning, validate
from campaigns.modules.canonical import digest
from campaigns.modules.faults import ModuleConflict, ModuleInvalid, Report
from campaigns.modules.schema import SINGULAR
from campaigns.queries.modules import known_to

__all__ = ["ModuleConflict", "ModuleInvalid", "apply", "check", "plan", "read", "upload"]
IMPORTS_AN_HOUR: Final = 10


def read(*, data: bytes) -> Any:
    """The JSON value of a module file, read strictly. ModuleInvalid: json.* or format.unsupported (a ZIP)."""
    return format.read(data)


def check(*, by: User, document: Any) -> Report:
    """The whole report on a module (`errors`, `warnings`, `truncated`, `ok`); writes and raises nothing.

    `document` is a JSON value from `read` or from the API's strict parser; references into required modules
    are
    looked up in the library the person may read."""
    return validate.document(document, known_to(by))


def upload(*, by: User, document: Any, shared: bool = False) -> tuple[ModuleVersion, bool]:
    """Puts a module into the person's library: (the version, whether it is new).

    The same key, version and content again is harmless and gives the stored version. `shared` puts it into
    everybody's library (staff and shipped modules). ModuleInvalid with every fault; ModuleConflict
    module.version_conflict when the version stands with another content."""
    access.must_have_account(by)
    sound = check(by=by, document=document)
    module, fingerprint = sound.must_pass()["module"], digest(sound.document)
    with transaction.atomic():
        owner = None if shared else by
        home, _made = Module.objects.get_or_create(
            key=module["key"], owner=owner, defaults={"title": module["title"]}
        )
        Module.objects.select_for_update().get(pk=home.pk)
        stored = ModuleVersion.objects.filter(module=home, version=module["version"]).first()
        if stored is not None:
            if stored.digest == fingerprint:
                return stored, False
            message = _("%(key)s %(version)s is in the library with another content; give it a new version.")
            raise ModuleConflict("module.version_conflict", message % module)
        stored = ModuleVersion.objects.create(
            module=home, version=module["version"], digest=fingerprint, document=sound.document,
            licence=module["licence"]["spdx"], attribution=module["licence"].get("attribution", ""),
            warnings=[one.as_json() for one in sound.warnings],
        )  # fmt: skip
        if home.title != module["title"]:
            home.title = module["title"]
            home.save(update_fields=["title"])
    return stored, True


def plan(*, own: Member, version: ModuleVersion, options: dict[str, Any] | None = None) -> planning.Plan:
    """What an import would do, with the `token` that `apply` takes; writes nothing. GMs only.

    ModuleInvalid for options that do not fit; ModuleConflict: import.ruleset, module.downgrade,
    conflict.key_taken."""
    access.must_run(own)
    asked = planning.checked_options(own.campaign, version.document, options or {})
    return planning.make(own.campaign, version, asked)


@transaction.atomic
def apply(
    *,
    own: Member,
    version: ModuleVersion,
    options: dict[str, Any] | None = None,
    plan_token: str | None = None,
) -> ImportRun:
    """Imports a version, all or nothing; `run.result` holds {"counts", "created": [refs], "steps",
    "warnings"}.

    With `plan_token` the import does what that plan said or nothing. Besides what `plan` raises:
    ModuleConflict
    plan.stale when anything moved since, module.update when another version of the module is installed
    (updating
    comes later), import.rate after ten imports in an hour; ModuleInvalid ref.unresolved when foes of a
    required
    module were not imported first."""
    access.must_run(own)
    campaign = Campaign.objects.select_for_update().get(pk=own.campaign_id)
    _not_too_often(own.user)
    asked = planning.checked_options(campaign, version.document, options or {})
    made = planning.make(campaign, version, asked)
    if plan_token is not None and plan_token != made.token:
        raise ModuleConflict("plan.stale", _("Something changed since the preview; look at it again."))
    if {"update", "conflict"} & set(made.counts):
        message = _("Another version of this module is installed; updating it is not possible yet.")
        raise ModuleConflict("module.update", message)
    rows = importing.run(campaign, version, made, own.user)
    run = ImportRun.objects.create(
        campaign=campaign, version=version, options=asked, by=own.user,
        result={
            "counts": made.counts, "steps": [step.as_json() for step in made.steps],
            "created": [f"{SINGULAR[row.collection]}:{row.key}" for row in rows],
            "warnings": [one.as_json() for one in made.warnings],
        },
    )  # fmt: skip
    if rows:
        say = {"title": version.module.title, "version": version.version, "count": len(rows)}
        LogEntry.objects.create(
            campaign=campaign, kind=LogEntry.Kind.MODULE, audience=LogEntry.Audience.GM, by=own.user,
            text=_("Imported “%(title)s” %(version)s: %(count)s objects.") % say, data={"import": run.pk},
        )  # fmt: skip
    return run


def _not_too_often(user: User) -> None:
    since = timezone.now() - timedelta(hours=1)
    if ImportRun.objects.filter(by=user, created__gt=since).count() >= IMPORTS_AN_HOUR:
        message = _("That were ten imports in an hour; try again later.")
        raise ModuleConflict("import.rate", message)
