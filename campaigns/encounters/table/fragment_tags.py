"""Template tags for the parts of a table page that are rendered once and kept."""

from html import escape
from typing import Any

from django import template
from django.template import Context
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.encounters.table import fragment_facts
from campaigns.encounters.table.event_log import EventLine
from campaigns.encounters.table.offer_forms import Action
from campaigns.encounters.table.page import Table
from common import fragments

register = template.Library()
FORM = "campaigns/encounters/table/orders/order_form.html"
LINE = "campaigns/encounters/table/event_log/line.html"


@register.simple_tag(takes_context=True)
def participant_row(context: Context, table: Table, participant: dict[str, Any]) -> SafeString:
    """One participant. Rows with open orders or of hidden participants have many forms, so their HTML is not kept."""
    names = table.parts["participant"]
    if participant.get("hidden") or participant["id"] == table.opened:
        assert context.template is not None, "a tag is rendered within a template"
        with context.push(table=table, participant=participant, number=table.seen, key=table.key):
            return SafeString(context.template.engine.select_template(names).render(context))
    marks = {"csrf_token": fragments.CSRF_MARK, "number": fragments.NUMBER_MARK, "key": fragments.KEY_MARK}
    facts = {"table": fragment_facts.row_facts(table, participant), "participant": participant} | marks
    html = fragments.render_fragment(names, facts, table.environment)
    return _filled(context, table, html) if participant.get("figure") else html


@register.simple_tag(takes_context=True)
def order_form(context: Context, order: Action, key_of: Any, **options: Any) -> SafeString:
    """A small form for one offer, and for the participant of its row if it is in one."""
    table: Table = context["table"]
    participant = context.get("participant")
    facts: dict[str, Any] = {
        "table": fragment_facts.form_facts(table, catalogue=fragment_facts.needs_catalogue(order, participant)),
        "order": order,
        "key_of": key_of,
        "participant": {"id": participant["id"], "name": participant["name"]} if participant else None,
        "ask_odds": bool(options.get("ask_odds")),
        "first_open": bool(options.get("first_open")),
        "csrf_token": fragments.CSRF_MARK,
    }
    return _filled(context, table, fragments.render_fragment([FORM], facts, table.environment))


def _filled(context: Context, table: Table, html: SafeString) -> SafeString:
    """The HTML with this page's token, number and key; a part that is filled later keeps its marks."""
    if table.key == fragments.KEY_MARK:
        return html
    return fragments.fill_marks(html, csrf_token=str(context["csrf_token"]), number=table.seen, key=table.key)


@register.simple_tag
def event_line(table: Table, line: EventLine) -> SafeString:
    """A sentence of the event log."""
    facts = {"line": line.facts, "system": table.encounter.campaign.system, "dice": table.dice}
    return fragments.render_fragment([LINE], facts, table.environment)


@register.simple_tag(takes_context=True)
def undo_form(context: Context, table: Table, line: EventLine) -> SafeString:
    """The GM's undo button at a line that can be undone; nothing at other lines."""
    if not (
        table.runs_tables and line.first and line.number and not line.struck and line.number in table.undoable_numbers
    ):
        return SafeString()
    # One text: format_html escapes and looks up each value alone, six times on a page.
    begin, end = _undo_form_of(context, table)
    label = escape(_("Undo from line %(n)s on") % {"n": line.number})
    return SafeString(
        f'{begin}<input type="hidden" name="to" value="{line.number - 1}"><input type="hidden" name="key" '
        f'value="{table.key}-undo-{line.number}"><button class="quiet" aria-label="{label}">{end}'
    )


def _undo_form_of(context: Context, table: Table) -> tuple[str, str]:
    """What all undo buttons of a page have in common, before and after the rest; texts are escaped."""
    token, plain = str(context["csrf_token"]), bool(context.get("plain"))
    if (token, plain) not in table.undo_forms:
        action = escape(table.urls.undo)
        swap = "" if plain else f' hx-post="{action}" hx-target="#table" hx-swap="outerHTML"'
        begin = (
            f'<form method="post" action="{action}"{swap}><input type="hidden" name="csrfmiddlewaretoken" '
            f'value="{escape(token)}"><input type="hidden" name="seen" value="{table.seen}">'
            f'<input type="hidden" name="as" value="{escape(table.seat)}">'
        )
        table.undo_forms[token, plain] = begin, f"{escape(_('Undo'))}</button></form>"
    return table.undo_forms[token, plain]
