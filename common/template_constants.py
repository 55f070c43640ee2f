"""Replaces constant parts of a template by their text when the template is loaded.

A page has about seventy fixed words and fifteen static files, and Django computes each of them at every rendering.
Django also searches the root of a page for its blocks at every rendering; this module stores the list."""

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.template import Context, Node
from django.template.base import NodeList, TextNode, VariableNode
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.templatetags.static import StaticNode

from common.template_nodes import QuickNodes, quicken_node
from common.template_sentences import SentenceNode
from common.template_values import ValueNode


class FoldedNodes(QuickNodes):
    """The nodes of a template with constant ones as text; lists inside other nodes are changed in place."""

    def __init__(self, nodes: NodeList) -> None:
        _fold(nodes)
        super().__init__(nodes)
        self.contains_nontext = nodes.contains_nontext
        self._by_type: dict[type[Node], list[Node]] = {}

    def get_nodes_by_type(self, nodetype: type[Node]) -> list[Node]:
        """All nodes of a type, at any depth; looked for once."""
        if nodetype not in self._by_type:
            self._by_type[nodetype] = super().get_nodes_by_type(nodetype)
        return self._by_type[nodetype]


def _fold(nodes: NodeList) -> None:
    folded: list[Node] = []
    for node in nodes:
        for inner in _inner_lists(node):
            _fold(inner)
        if type(node) is BlockTranslateNode and not settings.USE_I18N and node.message_context is None:
            node = SentenceNode(node)
        elif type(node) is VariableNode:
            node.__class__ = ValueNode
        if not settings.DEBUG:
            quicken_node(node)
        text = _constant_text(node)
        if text is None:
            folded.append(node)
        elif folded and isinstance(folded[-1], TextNode):
            folded[-1] = _text_node(folded[-1].s + text, folded[-1])
        else:
            folded.append(_text_node(text, node))
    nodes[:] = folded


def _text_node(text: str, at: Node) -> TextNode:
    """A text in the place of a node, with the node's position for error pages."""
    node = TextNode(text)
    node.token = at.token
    node.origin = at.origin
    return node


def _inner_lists(node: Node) -> Iterator[NodeList]:
    """The lists of nodes that a node holds itself, those of the branches of `if` among them."""
    for value in vars(node).values():
        if isinstance(value, NodeList):
            yield value
    for _condition, branch in getattr(node, "conditions_nodelists", []):
        yield branch


def _constant_text(node: Node) -> str | None:
    """The text to which a node always renders; None if it may change."""
    if isinstance(node, TextNode):
        return node.s
    if isinstance(node, SentenceNode):
        return node.constant_text
    if isinstance(node, TranslateNode) and not settings.USE_I18N:
        plain = node.asvar is None and node.message_context is None and _is_literal(node.filter_expression)
        return node.render(Context()) if plain else None
    if isinstance(node, StaticNode) and type(node) is StaticNode:
        return node.render(Context()) if node.varname is None and _is_literal(node.path) else None
    return None


def _is_literal(expression: Any) -> bool:
    """Whether an expression of a template is a quoted text without filters."""
    return not expression.filters and isinstance(getattr(expression.var, "literal", expression.var), str)
