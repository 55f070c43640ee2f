"""Templates are read without their indentation, and no text changes by it."""

import pytest
from django.template.loader import get_template

from common.template_loader import without_indentation
from tests.architecture.source import ROOT
from tools.format_templates import long_lines


@pytest.mark.parametrize(
    ("source", "compact"),
    [
        ("<ul>\n  <li>one</li>\n\n  <li>two</li>\n</ul>\n", "<ul><li>one</li><li>two</li></ul>"),
        ("<p>\n  {% if x %}\n    <b>one</b>\n  {% endif %}\n</p>", "<p>{% if x %} <b>one</b> {% endif %}</p>"),
        ('<a href="/"\n   class="b"\n>to</a>', '<a href="/" class="b">to</a>'),
        ('{% include "a.html" with\n    b=c %}', '{% include "a.html" with b=c %}'),
        ("<a href=\"{% url 'x'\n    y.pk %}\">to</a>", "<a href=\"{% url 'x' y.pk %}\">to</a>"),
        ('<a href="{{\n    x }}">{{ y\n  }}</a>', '<a href="{{ x }}">{{ y }}</a>'),
        (
            "{% blocktrans trimmed with\n    a=b %}\n  {{\n  a }}\n  c\n{% endblocktrans %}",
            "{% blocktrans trimmed with a=b %}\n  {{ a }}\n  c\n{% endblocktrans %}",
        ),
        ("{# what it is #}\n{% load i18n %}\n<b>x</b>", "{# what it is #}{% load i18n %}<b>x</b>"),
    ],
)
def test_indentation_and_breaks_beside_blocks_are_gone(source, compact):
    assert without_indentation(source) == compact


@pytest.mark.parametrize(
    "source",
    [
        "<pre>\n  a\n    b\n</pre>",
        "<textarea>\n\n  a</textarea>",
        "{% blocktrans %}a\n   b{% endblocktrans %}",
        "{% verbatim %}a\n   b{% endverbatim %}",
        '<b title="{% trans "it\'s > 3" %}\n  and on">x</b>',
        "<b>a</b> <i>b</i>",
    ],
)
def test_literal_text_stays_as_it_is(source):
    assert without_indentation(source) == source


def test_words_and_links_on_two_lines_stay_apart():
    assert without_indentation("<b>a</b>\n    <i>b</i>\n  c") == "<b>a</b> <i>b</i> c"


def test_the_site_reads_its_templates_so():
    path = ROOT / "templates/people/me.html"
    source = get_template("people/me.html").template.source
    assert source == without_indentation(path.read_text())
    assert source != path.read_text()


def test_the_lines_of_templates_have_at_most_120_columns():
    found = {path.relative_to(ROOT): long_lines(path.read_text()) for path in (ROOT / "templates").rglob("*.html")}
    assert {path: lines for path, lines in found.items() if lines} == {}, "run tools/format_templates.py"
