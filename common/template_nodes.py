"""Renders the nodes that every page is made of with less of Django's machinery around them.

Django wraps each node, so that an error page can name its line, and gives each included template a state of its own,
which only a few tags use. Around the small parts of our pages this took as long as the parts themselves.
Templates render the same text; while DEBUG is on, nothing here applies.
"""

from typing import Any, Final, cast

from django.template import Node
from django.template.base import FilterExpression, NodeList, TextNode, VariableDoesNotExist
from django.template.defaulttags import CycleNode, IfChangedNode, IfNode, ResetCycleNode, WithNode
from django.template.library import SimpleNode
from django.template.loader_tags import BlockNode, ExtendsNode, IncludeNode
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

from common.template_lookups import compile_condition, speed_up

# Tags that keep something for one rendering of their template.
KEEP_STATE: Final = (BlockNode, CycleNode, ExtendsNode, IfChangedNode, ResetCycleNode)


class QuickNodes(NodeList):
    """The nodes inside another one."""

    def render(self, context: Any) -> SafeString:
        """Their texts in a row."""
        return SafeString("".join([node.s if type(node) is TextNode else node.render(context) for node in self]))


class QuickIfNode(IfNode):
    """`if` with its conditions as functions (`QuickIfNode.prepare`)."""

    def prepare(self) -> None:
        """Compiles the conditions, once."""
        self.branches = [
            (None if condition is None else compile_condition(condition), nodes)
            for condition, nodes in self.conditions_nodelists
        ]

    def render(self, context: Any) -> str:
        """The text of the first branch whose condition holds."""
        for condition, nodes in self.branches:
            try:
                holds = condition is None or condition(context)
            except VariableDoesNotExist:
                continue
            if holds:
                return nodes.render(context)
        return ""


class QuickWithNode(WithNode):
    """`with`."""

    def render(self, context: Any) -> SafeString:
        """The text of its nodes, which know the new names."""
        context.dicts.append({name: value.resolve(context) for name, value in self.extra_context.items()})
        try:
            return self.nodelist.render(context)
        finally:
            context.dicts.pop()


class QuickIncludeNode(IncludeNode):
    """`include` of a template whose tags keep no state."""

    def render(self, context: Any) -> SafeString:
        """The text of the template; Django renders one that keeps a state or gets a context of its own."""
        wanted = self.template.resolve(context)
        # Compiled templates stay the same, so what was found once for an engine is found.
        kept: dict[Any, NodeList | None] = vars(context.template.engine).setdefault("_quick_includes", {})
        key = tuple(wanted) if isinstance(wanted, list) else wanted
        key = key, self.isolated_context
        if key not in kept:
            kept[key] = self._find_nodes(key[0], context)
        nodes = kept[key]
        if nodes is None:
            return super().render(context)
        context.dicts.append({name: value.resolve(context) for name, value in self.extra_context.items()})
        try:
            return nodes.render(context)
        finally:
            context.dicts.pop()

    def _find_nodes(self, wanted: object, context: Any) -> NodeList | None:
        """The nodes of the first template that exists; None if Django must render it."""
        names = (wanted,) if isinstance(wanted, str) else wanted
        if self.isolated_context or not isinstance(names, tuple) or any(name.startswith(".") for name in names):
            return None
        nodes: NodeList = context.template.engine.select_template(names).nodelist
        return None if any(nodes.get_nodes_by_type(kind) for kind in KEEP_STATE) else nodes


class QuickTagNode(SimpleNode):
    """A tag that is a function."""

    def render(self, context: Any) -> str:
        """What the function returns, escaped where it must be."""
        arguments = [value.resolve(context) for value in self.args]
        named = {name: value.resolve(context) for name, value in self.kwargs.items()} if self.kwargs else {}
        shown = self.func(context, *arguments, **named) if self.takes_context else self.func(*arguments, **named)
        if self.target_var is not None:
            context[self.target_var] = shown
            return ""
        if type(shown) is not SafeString and context.autoescape:
            shown = conditional_escape(shown)
        return cast(str, shown)


def quicken_node(node: Node) -> None:
    """Lets a node render quickly, in place, with all expressions and lists of nodes that it holds."""
    for value in vars(node).values():
        _quicken_value(value)
    quick = QUICK_NODES.get(type(node))
    if quick is not None:
        node.__class__ = quick
    if isinstance(node, QuickIfNode):
        node.prepare()


def _quicken_value(value: object) -> None:
    if isinstance(value, FilterExpression):
        speed_up(value)
    elif type(value) is NodeList:
        value.__class__ = QuickNodes
    elif isinstance(value, dict):
        _quicken_value(list(value.values()))
    elif isinstance(value, list | tuple):
        for item in value:
            _quicken_value(item)


QUICK_NODES: Final[dict[type[Node], type[Node]]] = {
    IfNode: QuickIfNode,
    IncludeNode: QuickIncludeNode,
    SimpleNode: QuickTagNode,
    WithNode: QuickWithNode,
}
