"""Templates that resolve values and render nodes quickly say the same as Django's own."""

import pytest
from django.template import Context, Engine, Library, RequestContext, Template, VariableDoesNotExist
from django.test import override_settings
from django.utils.safestring import SafeString

from common.template_constants import FoldedNodes
from common.template_lookups import QuickVariable
from common.template_nodes import QuickIfNode, QuickIncludeNode, QuickTagNode, QuickWithNode


class Gone(Exception):
    """An error that templates show as nothing."""

    silent_variable_failure = True


class Thing:
    """An object with everything that templates treat in a special way."""

    colour = "<red>"
    items = ["one", "two"]

    def method(self):
        return "called"

    def needs(self, argument):
        return argument

    def delete(self):
        raise AssertionError("a template may not delete")

    delete.alters_data = True

    @property
    def gone(self):
        raise Gone

    @property
    def broken(self):
        raise KeyError("broken")


class Uncalled:
    """A class that templates do not call."""

    do_not_call_in_templates = True
    word = "class"


VALUES = {
    "thing": Thing(),
    "kind": Uncalled,
    "deep": {"a": {"b": [10, {"c": "<i>"}]}, "1": "one", 2: "two", "none": None, "call": lambda: {"x": 1}},
    "rows": [{"n": 1}, {"n": 2}, {"m": 3}],
    "yes": True,
    "no": False,
    "word": "word",
    "number": 5,
    "numbers": [0, -7, 999, 1000, -1000, 1234567, True, 2.5],
    "none": None,
}
EXPRESSIONS = [
    *("thing.colour", "thing.items", "thing.items.1", "thing.method", "thing.needs", "thing.delete", "thing.gone"),
    *("thing.missing", "thing.colour.upper", "kind.word", "kind", "deep.a.b.1.c", "deep.1", "deep.2", "deep.items"),
    *(
        "deep.none",
        "deep.none.x",
        "deep.call.x",
        "deep.missing",
        "missing",
        "missing.x",
        "rows.0.n",
        "rows.9",
        "word.0",
    ),
    *("number.real", "word.isdigit", "autoescape", "template", "push", "yes", "none", "rows.2.n", "0", '"text"'),
    *("thing.colour|upper", "missing|default:word", "word|add:thing.colour", "thing.colour|safe"),
]
FRAMES = ["{{ %s }}", "{%% if %s %%}y{%% else %%}n{%% endif %%}", "{%% for x in %s %%}{{ x }},{%% endfor %%}"]
CONDITIONS = [
    *("yes", "no", "missing", "not missing", "not no", "yes and no", "yes or missing.x", "number > 3", "number < word"),
    *("word in rows", '"or" in word', '"x" not in word', "none is None", "number is not None", "number == 5"),
    *("number != 5", "number >= 5", "number <= 4", "thing.gone", "rows.0.n == 1 and not no", "missing == none"),
    *("thing.items|length > 1", "not thing.missing and word", "missing in missing"),
]


def quick(source: str, engine: Engine | None = None) -> Template:
    template = Template(source, engine=engine)
    template.nodelist = FoldedNodes(template.nodelist)
    return template


def outcome(template, context):
    """The text, or the error in words."""
    try:
        return template.render(context)
    except Exception as fault:
        return type(fault), str(fault)


@pytest.mark.parametrize("expression", EXPRESSIONS)
@pytest.mark.parametrize("frame", FRAMES)
def test_a_value_is_the_same(expression, frame):
    source = frame % expression
    assert outcome(quick(source), Context(VALUES)) == outcome(Template(source), Context(VALUES))


@pytest.mark.parametrize("separated", [False, True])
def test_numbers_are_written_as_before(separated):
    source = "{% for one in numbers %}{{ one }} {% endfor %}"
    with override_settings(USE_THOUSAND_SEPARATOR=separated):
        assert quick(source).render(Context(VALUES)) == Template(source).render(Context(VALUES))


@pytest.mark.parametrize(
    "tag",
    [
        "{% echo word %}",
        "{% echo thing.colour %}",
        "{% echo thing.colour safe=True %}",
        "{% echo number as kept %}{{ kept }}",
        "{% autoescape off %}{% echo thing.colour %}{% endautoescape %}",
        "{% look word %}",
        "{% echo thing.broken %}",
        "{% echo missing %}",
    ],
)
def test_tags_that_are_functions_show_the_same(tag):
    library = Library()
    library.simple_tag(lambda value, safe=False: SafeString(value) if safe else value, name="echo")
    library.simple_tag(lambda context, name: context[name], name="look", takes_context=True)
    engine = Engine()
    engine.template_builtins.append(library)
    template = quick(tag, engine)
    assert template.nodelist.get_nodes_by_type(QuickTagNode)
    assert outcome(template, Context(VALUES)) == outcome(Template(tag, engine=engine), Context(VALUES))


@pytest.mark.parametrize("condition", CONDITIONS)
def test_a_condition_holds_for_the_same_values(condition):
    source = f"{{% if no %}}a{{% elif {condition} %}}b{{% else %}}c{{% endif %}}"
    template = quick(source)
    assert template.nodelist.get_nodes_by_type(QuickIfNode)
    assert outcome(template, Context(VALUES)) == outcome(Template(source), Context(VALUES))


def test_errors_of_properties_are_raised_as_before():
    with pytest.raises(KeyError, match="broken"):
        quick("{{ thing.broken }}").render(Context(VALUES))


def test_a_missing_value_names_itself():
    context = Context({"deep": {}})
    variable = QuickVariable("deep.missing")
    with pytest.raises(VariableDoesNotExist, match=r"deep\.missing"):
        variable.resolve(context)


def test_the_replacement_of_invalid_values_stays():
    engine = Engine(string_if_invalid="<%s?>")
    for source in ("{{ missing }}", "{{ thing.delete }}", "{{ thing.gone }}"):
        expected = Template(source, engine=engine).render(Context(VALUES))
        assert quick(source, engine).render(Context(VALUES)) == expected


def test_attributes_of_a_context_are_found_as_before(rf):
    context = RequestContext(rf.get("/page/"), {})
    assert quick("{{ request.path }}").render(context) == "/page/"


PARTS = {
    "plain.html": "[{{ word }} {{ more }}]",
    "row.html": '{% cycle "a" "b" %}',
    "page.html": "{% extends 'base.html' %}{% block main %}{{ word }}{% endblock %}",
    "base.html": "<{% block main %}{% endblock %}>",
    "changed.html": "{% ifchanged %}x{% endifchanged %}",
    "sets.html": "{% with inner=1 %}{{ inner }}{% endwith %}{% firstof 'told' as left %}",
}
PAGES = [
    '{% include "plain.html" %}{% include "plain.html" with more=number %}{{ more }}',
    '{% include names %}{% include "plain.html" only %}{% include "plain.html" with more=1 only %}',
    '{% for row in rows %}{% include "row.html" %}{% include "changed.html" %}{% endfor %}',
    '{% include "page.html" %}{% include "page.html" %}',
    '{% include "sets.html" %}{{ left }}{% with word="x" more=word %}{% include "plain.html" %}{% endwith %}{{ word }}',
    '{% include "./plain.html" %}',
]


def engine_of(loader: str) -> Engine:
    inner = [
        ("django.template.loaders.locmem.Loader", PARTS | {f"{place}.html": text for place, text in enumerate(PAGES)})
    ]
    return Engine(loaders=[(loader, inner)])


@pytest.mark.parametrize("place", range(len(PAGES)))
def test_included_templates_render_as_before(place):
    values = VALUES | {"names": ["missing.html", "plain.html"]}
    found = engine_of("common.template_loader.CachedLoader").get_template(f"{place}.html")
    assert found.nodelist.get_nodes_by_type(QuickIncludeNode)
    expected = engine_of("django.template.loaders.cached.Loader").get_template(f"{place}.html")
    for _time in range(2):
        assert found.render(Context(values)) == expected.render(Context(values))


def test_names_of_an_include_are_gone_after_an_error():
    context = Context(VALUES)
    template = quick("{% with a=1 %}{{ thing.broken }}{% endwith %}")
    assert template.nodelist.get_nodes_by_type(QuickWithNode)
    before = len(context.dicts)
    with pytest.raises(KeyError):
        template.render(context)
    assert len(context.dicts) == before


@override_settings(DEBUG=True)
def test_error_pages_of_developers_still_know_the_line():
    template = quick("{% if yes %}{{ x }}{% endif %}")
    assert not template.nodelist.get_nodes_by_type(QuickIfNode)
