"""The library as the page of modules lists it: what each module is about, and for which games it was made."""

from dataclasses import dataclass
from typing import Any, Final

from campaigns.modules import queries
from campaigns.modules.access import visible_module_versions
from campaigns.modules.format.text import as_words, cut
from campaigns.modules.models import ModuleVersion
from people.models import Member
from rules.play import SYSTEMS

LONGEST_SUMMARY: Final = 250
# A summary may be as long as a chapter, and its markup is not shown.
READ_OF_SUMMARY: Final = 2000


@dataclass(frozen=True)
class ListedModule:
    """The newest version of a module, how its summary begins, and the games for which its author wrote figures."""

    version: ModuleVersion
    summary: str
    games: list[str]
    fits: bool


def listed_modules(membership: Member) -> list[ListedModule]:
    """The modules that the member may import: those made for the campaign's game first."""
    versions = queries.library(membership.user)
    rows = visible_module_versions(membership.user).filter(pk__in=[version.pk for version in versions])
    heads = dict(rows.values_list("pk", "document__module"))
    found = [_listed(version, heads.get(version.pk) or {}, membership.campaign.system) for version in versions]
    return sorted(found, key=lambda module: not module.fits)


def _listed(version: ModuleVersion, head: dict[str, Any], system: str) -> ListedModule:
    rulesets = [entry.get("ruleset") for entry in head.get("rulesets", [])]
    games = [SYSTEMS[ruleset]["name"] for ruleset in rulesets if ruleset in SYSTEMS]
    summary = cut(as_words(head.get("summary", "")[:READ_OF_SUMMARY]), LONGEST_SUMMARY)
    return ListedModule(version, summary, games, system in rulesets)
