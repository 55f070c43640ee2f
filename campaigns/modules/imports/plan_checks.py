"""Checks of a module before its import is planned: whether its key is taken, and warnings about its objects."""

from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules import stats_conversion
from campaigns.modules.format import counts
from campaigns.modules.format.faults import SHOWN_FAULTS, Fault, ModuleConflict, at, quote_value
from campaigns.modules.format.vocabulary import SINGULAR
from campaigns.modules.models import ImportedObject, ImportRun, ModuleVersion
from people.models import Campaign

MOST_PARTICIPANTS: Final = 40
Item = dict[str, Any]


def require_same_module(campaign: Campaign, version: ModuleVersion) -> None:
    """Refuses a different module with the same key (ModuleConflict conflict.key_taken).

    Another person's copy of the same work is accepted."""
    here = ImportedObject.objects.filter(campaign=campaign, module_key=version.module.key)
    places = {(SINGULAR[collection], key) for collection, key in here.values_list("collection", "key")}
    source = _source(campaign, version.module.key, {f"{kind}:{key}" for kind, key in places}) if places else None
    if source is None or source.module_id == version.module_id or _work(source) == _work(version):
        return
    message = _("Another module with the key %(key)s was imported here; its objects would be overwritten.")
    raise ModuleConflict("conflict.key_taken", message % {"key": version.module.key})


def _source(campaign: Campaign, key: str, objects_here: set[str]) -> ModuleVersion | None:
    """The version that the objects here came from: the newest one that was imported and not taken back.

    If all were taken back, the newest one of which objects were kept."""
    runs = ImportRun.objects.filter(campaign=campaign, version__module__key=key).select_related("version")
    runs = runs.defer("journal", "version__document").order_by("-id")
    done = runs.filter(status=ImportRun.Status.DONE).first()
    if done is not None:
        return done.version
    for run in runs.filter(status=ImportRun.Status.ROLLED_BACK):
        if objects_here.intersection(run.result.get("rollback", {}).get("kept", [])):
            return run.version
    return None


def _work(version: ModuleVersion) -> list[Any]:
    """The title and authors, which identify a work besides its key."""
    head = version.document["module"]
    return [head["title"], [author["name"] for author in head["authors"]]]


def warnings(document: Item, chosen_options: dict[str, Any], game: str, tables: stats_conversion.Tables) -> list[Fault]:
    """Warnings about monsters without figures for the game, and about encounters with too many participants."""
    found = []
    for index, item in enumerate(document.get("monsters", [])):
        if game not in item.get("stats", {}):
            converts = stats_conversion.stats(game, item, tables) is not None
            message = (
                _("%(name)s has no figures for this game; they are converted")
                if converts
                else _("%(name)s has no figures for this game and gets default figures")
            )
            found.append(
                Fault(at("", "monsters", index), "stats.converted", message % {"name": quote_value(item["name"])})
            )
            if len(found) > SHOWN_FAULTS:  # one more than is shown says that there are more
                break
    for index, item in enumerate(document.get("encounters", [])):
        size = chosen_options["party_size"]
        total = sum(counts.for_party(group["count"], size, group.get("role", "")) for group in item.get("groups", []))
        if total > MOST_PARTICIPANTS:
            message = _("%(total)s monsters are too many for one table (at most %(most)s); split the encounter")
            values = {"total": total, "most": MOST_PARTICIPANTS}
            found.append(Fault(at("", "encounters", index), "encounter.crowded", message % values))
    return found
