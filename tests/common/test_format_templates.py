"""Long lines of templates are broken where the page stays the same."""

import pytest
from django.template import Context, Template

from common.template_loader import without_indentation
from tools.format_templates import COLUMNS, broken_variables, format_source, long_lines

WORDS = "A sentence that goes on for quite a while, so that it needs more than one line of the template"
SOURCES = [
    f'<p class="help">{{% trans "{WORDS}, and then some more words." %}}</p>',
    f"<li><b>{WORDS}</b></li><li><b>{WORDS}</b></li>",
    f'<a class="one two" href="/a/very/long/address/" title="{WORDS}" aria-label="short">to</a>',
    f"<p>{{% if known %}}{{% blocktrans with name=who %}}{WORDS}, {{{{ name }}}}{{% endblocktrans %}}{{% else %}}"
    f'{{% trans "No" %}}{{% endif %}}</p>',
    f"{{% blocktrans count n=many %}}{{{{ n }}}} row of {WORDS}{{% plural %}}{{{{ n }}}} rows{{% endblocktrans %}}",
    f"<b>{{% if known{' and many and who' * 8} %}}a{{% else %}}b{{% endif %}}</b><i>c</i>",
]


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("known", [True, False])
def test_a_formatted_template_renders_the_same_page(source, known):
    source = "{% load i18n %}\n" + source
    formatted = format_source(source)
    assert long_lines(source)
    assert not long_lines(formatted)
    context = {"known": known, "who": "Ana", "many": 2}
    pages = [Template(without_indentation(text)).render(Context(context)) for text in (source, formatted)]
    assert pages[0] == pages[1]


def test_formatting_twice_changes_nothing_more():
    formatted = [format_source(source) for source in SOURCES]
    assert [format_source(source) for source in formatted] == formatted


@pytest.mark.parametrize("tag", ["pre", "textarea"])
def test_literal_texts_and_short_lines_stay_as_they_are(tag):
    source = f"<{tag}>{WORDS}, {WORDS}, and more</{tag}>\n<p>short</p>"
    assert format_source(source) == source
    assert long_lines(source) == []


def test_a_line_that_cannot_be_broken_is_named():
    word = "x" * COLUMNS
    assert long_lines(format_source(f"<b>{word}</b>")) == [1]


def test_a_variable_of_a_sentence_that_is_broken_over_two_lines_is_found():
    broken = "<p>\n{% blocktrans %}level {{\n  n }}{% endblocktrans %}\n</p>"
    assert broken_variables(broken) == [2]
    whole = "<p>{{\n  n }}</p>\n{% blocktrans trimmed %}\n  level {{ n }}\n{% endblocktrans %}"
    assert broken_variables(whole) == []
