"""What never changes in a template is text once it is loaded, and the page stays the same."""

from datetime import UTC, datetime

import pytest
from django.template import Context, Engine, Template, TemplateSyntaxError
from django.template.base import NodeList, TextNode
from django.template.loader import get_template
from django.templatetags.static import StaticNode
from django.test import override_settings
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy

from common.template_constants import FoldedNodes
from common.template_sentences import SentenceNode
from common.template_values import ValueNode

SOURCE = """{% load i18n static %}<title>{% translate "Save & close" %}</title>{% static "css/site.css" %}
{% if known %}{% translate 'One' %} {% translate "100%" %}{% else %}{% translate "Two" %}{% endif %}
{% for each in rows %}{{ each }}{% translate each %}{% translate "Row" as word %}{{ word|upper }}{% endfor %}
{% with file="css/site.css" %}{% static file %}{% endwith %}{% translate "a"|upper %}"""
CONTEXTS = [{"known": True, "rows": ["x", "<b>"]}, {"known": False, "rows": []}]


def folded(source: str) -> Template:
    template = Template(source)
    template.nodelist = FoldedNodes(template.nodelist)
    return template


@pytest.mark.parametrize("values", CONTEXTS)
def test_a_folded_template_renders_as_before(values):
    assert folded(SOURCE).render(Context(values)) == Template(SOURCE).render(Context(values))


def test_fixed_words_and_files_are_one_text():
    nodes = folded('{% load i18n static %}<a>{% translate "Save" %}</a>{% static "a.css" %}').nodelist
    assert [type(node) for node in nodes[1:]] == [TextNode]
    assert nodes[1].s == "<a>Save</a>/static/a.css"


def test_branches_and_loops_are_folded_too():
    source = '{% load i18n %}{% if x %}a{% translate "b" %}{% endif %}{% for y in z %}{% translate "c" %}d{% endfor %}'
    texts = [node.s for node in folded(source).nodelist.get_nodes_by_type(TextNode)]
    assert texts == ["ab", "cd"]


VALUES = [
    "<b>&'\"",
    mark_safe("<b>"),
    gettext_lazy("<i>"),
    12345,
    1.5,
    None,
    datetime(2026, 1, 2, 3, 4, tzinfo=UTC),
    [1, "<"],
    SimpleLazyObject(lambda: "<a>"),
]


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("source", ["{{ x }}", "{{ x|safe }}", "{% autoescape off %}{{ x }}{% endautoescape %}"])
def test_values_render_as_before(value, source):
    template = folded(source)
    assert template.render(Context({"x": value})) == Template(source).render(Context({"x": value}))
    assert template.nodelist.get_nodes_by_type(ValueNode)


SENTENCES = """{% load i18n %}
{% blocktranslate with who=name|upper %}100% of {{ who }} & {{ gone }}{% endblocktranslate %}
{% blocktranslate count n=rows|length %}one row of {{ name }}{% plural %}{{ n }} rows{% endblocktranslate %}
{% blocktranslate trimmed %}
   Two lines,
   {{ name }}
{% endblocktranslate %}{% blocktranslate asvar told %}{{ safe }}{% endblocktranslate %}[{{ told }}] {{ who }}"""


@pytest.mark.parametrize("rows", [[], [1], [1, 2]])
def test_sentences_with_values_render_as_before(rows):
    values = {"name": "<b>Ana</b>", "rows": rows, "safe": mark_safe("<i>x</i>")}
    template = folded(SENTENCES)
    assert template.render(Context(values)) == Template(SENTENCES).render(Context(values))
    assert len(template.nodelist.get_nodes_by_type(SentenceNode)) == 4


def test_a_sentence_without_values_is_text_and_one_that_counts_words_is_refused():
    fixed = folded("{% load i18n %}{% blocktranslate trimmed %}\n  One\n  line, 100%\n{% endblocktranslate %}")
    assert fixed.nodelist[-1].s == "One line, 100%"
    counts = "{% load i18n %}{% blocktranslate count n='many' %}a{% plural %}b{% endblocktranslate %}"
    with pytest.raises(TemplateSyntaxError, match="must be a number"):
        folded(counts).render(Context())


def test_with_translations_the_words_are_looked_up_for_each_reader():
    with override_settings(USE_I18N=True):
        nodes = folded('{% load i18n %}{% translate "Save" %}').nodelist
    assert TextNode not in {type(node) for node in nodes}


def test_the_blocks_of_a_root_are_looked_for_once(monkeypatch):
    sources = {
        "root.html": "<main>{% block a %}root{% endblock %}{% if x %}{% block b %}{% endblock %}{% endif %}</main>",
        "page.html": '{% extends "root.html" %}{% block a %}page {{ block.super }}{% endblock %}',
    }
    in_memory = ("django.template.loaders.locmem.Loader", sources)
    engine = Engine(loaders=[("common.template_loader.CachedLoader", [in_memory])])
    asked = []
    plain = NodeList.get_nodes_by_type
    monkeypatch.setattr(NodeList, "get_nodes_by_type", lambda *given: asked.append(1) or plain(*given))
    first = engine.get_template("page.html").render(Context({"x": True}))
    searched = len(asked)
    assert engine.get_template("page.html").render(Context({"x": True})) == first == "<main>page root</main>"
    assert searched
    assert len(asked) == searched


def test_the_templates_of_the_site_are_folded():
    base = get_template("base.html").template
    assert isinstance(base.nodelist, FoldedNodes)
    assert base.nodelist.get_nodes_by_type(StaticNode) == []
    assert get_template("base.html").template.nodelist is base.nodelist
