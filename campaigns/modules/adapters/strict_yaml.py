"""Reads YAML as plain data, within limits: no tags, no aliases, no duplicate keys."""

from typing import Any, Final

import yaml
from django.utils.translation import gettext as _

from campaigns.modules.adapters.draft import NotUnderstood

# YAML takes a second for each megabyte; an actor is a few kilobytes.
LARGEST: Final = 2 * 1024 * 1024
MOST_NODES: Final = 300_000
DEEPEST: Final = 40


class _Loader(yaml.SafeLoader):
    """Builds only plain values; without aliases a small file cannot become huge."""

    def __init__(self, stream: Any) -> None:
        super().__init__(stream)
        self.nodes = 0
        self.depth = 0

    def compose_node(self, parent: Any, index: Any) -> Any:
        """Counts nodes and depth, and refuses aliases."""
        self.nodes += 1
        self.depth += 1
        if self.check_event(yaml.events.AliasEvent):
            raise NotUnderstood(_("the YAML uses aliases; write out the values"))
        if self.nodes > MOST_NODES or self.depth > DEEPEST:
            raise NotUnderstood(_("the YAML is too large or nested too deeply"))
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        """An object with unique text keys."""
        keys = [self.construct_object(key, deep=True) for key, _value in node.value]
        if len(set(map(str, keys))) < len(keys):
            raise NotUnderstood(_("a key occurs twice in the YAML"))
        return {str(key): value for key, value in super().construct_mapping(node, deep=True).items()}


# JSON has no dates, so they stay text.
_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def loads(data: str) -> Any:
    """The value of a YAML text; NotUnderstood for anything that is not plain data within the limits."""
    if len(data) > LARGEST:
        raise NotUnderstood(_("the YAML is larger than 2 MiB; send it in parts, or as JSON"))
    try:
        return yaml.load(data, Loader=_Loader)  # noqa: S506 (a SafeLoader with bounds)
    except (yaml.YAMLError, RecursionError, ValueError, TypeError) as error:
        place = getattr(error, "problem_mark", None)
        where = _("line %(line)s") % {"line": place.line + 1} if place else ""
        raise NotUnderstood(_("this YAML cannot be read"), where) from None
