"""Template tags and filters that every page may use: cards, card names in sentences, Markdown."""

import re
from functools import cache, lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.template import loader
from django.templatetags.static import static
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from markdown_it import MarkdownIt

from campaigns.world import wiki_links
from common import card_signs, markdown_html
from common.version import VERSION

register = template.Library()

RANKS = {
    "A": "ace",
    "K": "king",
    "Q": "queen",
    "J": "jack",
    "T": "ten",
    "9": "nine",
    "8": "eight",
    "7": "seven",
    "6": "six",
    "5": "five",
    "4": "four",
    "3": "three",
    "2": "two",
}
# The kinds of cards that a game may explain, by the first letter of the code.
CARD_KINDS = {"A": "ace", "K": "face", "Q": "face", "J": "face", "X": "joker", "b": "back"}
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


@register.filter
def card_name(code: str) -> str:
    """A card's spoken name: "king of diamonds" for "KD"."""
    if code == "XX":
        return _("joker")
    if code == "back":
        return _("face-down card")
    return _("%(rank)s of %(suit)s") % {"rank": _(RANKS[code[0]]), "suit": _(SUITS[code[1]])}


@register.filter
def card_sign(code: str) -> str:
    """A card in short form for the options of a list: "K♦"."""
    if code == "XX":
        return _("joker")
    return card_signs.short_name(code)


@register.filter
def cards_in_words(sentence: str) -> str:
    """A sentence in which every card code becomes the card's spoken name, for places without HTML."""
    return card_signs.CODE.sub(lambda match: card_name(match[0]), str(sentence))


@register.simple_tag
def card(code: str, size: str = "", spent: bool = False, silent: bool = False) -> SafeString:
    """A drawn card; `silent` leaves its name to a label beside it."""
    return _render_card(code, size, bool(spent), bool(silent))


# Cached, because there are only 54 cards in few sizes, and a table shows a dozen of them to everyone.
@lru_cache(maxsize=1024)
def _render_card(code: str, size: str, spent: bool, silent: bool) -> SafeString:
    facts = {"code": code, "size": size, "spent": spent, "name": "" if silent else card_name(code)}
    facts["explain"] = f"card-{CARD_KINDS.get(code[0], 'number')}"
    return loader.render_to_string("components/card.html", facts)


@register.filter
def with_cards(sentence: str) -> SafeString:
    """A sentence in which every card code becomes the card's rank and drawn suit; all else is escaped."""
    return _sentence_with_cards(str(sentence))


# Cached, because every viewer of a log sees the same sentences.
@lru_cache(maxsize=4096)
def _sentence_with_cards(sentence: str) -> SafeString:
    parts: list[str | SafeString] = []
    last = 0
    for match in card_signs.CODE.finditer(sentence):
        parts += [conditional_escape(sentence[last : match.start()]), _card_name(match[1], match[2])]
        last = match.end()
    return format_html_join("", "{}", [(part,) for part in [*parts, conditional_escape(sentence[last:])]])


def _card_name(rank: str, suit: str) -> SafeString:
    return format_html(
        '<span class="cardname {}"><span aria-hidden="true">{}'
        '<svg class="suit" width="14" height="14" viewBox="0 0 24 24"><use href="{}#mark-{}"></use></svg></span>'
        '<span class="sr">{}</span></span>',
        suit.lower(),
        "10" if rank == "T" else rank,
        static("img/cards.svg"),
        suit,
        card_name(rank + suit),
    )


@cache
def _markdown() -> MarkdownIt:
    return markdown_html.new_parser()


@register.filter
def markdown(text: str) -> SafeString:
    """Markdown as safe HTML: no raw HTML, no images, links marked nofollow."""
    return markdown_html.to_html(_markdown(), str(text))


@register.filter
def linked(text: str, links: dict[str, str]) -> SafeString:
    """Markdown as safe HTML, with the `[[names]]` that its reader may follow as links, by folded name."""
    return wiki_links.render_html(str(text), links)


@register.filter
def with_secrets(text: str) -> SafeString:
    """Markdown as a GM reads it: the secret blocks in boxes of their own."""
    return wiki_links.render_page(text, {}, is_gm=True)


@register.filter
def get(mapping: dict[str, Any], key: Any) -> Any:
    """The value at a key from a variable; None for a value that cannot be a key."""
    return mapping.get(key) if mapping and isinstance(key, str) else None


FIELDS = {
    "a": _lazy("first"),
    "b": _lazy("the other"),
    "hp": _lazy("hit points"),
    "wake": _lazy("wakes above"),
    "needs": _lazy("needs the background"),
    "cards": _lazy("how many cards"),
    "counts": _lazy("counts toward a level"),
    "willing": _lazy("the target is willing"),
    "feet": _lazy("feet"),
    "rounds": _lazy("rounds"),
    "defend_trait": _lazy("defended with"),
    "mental": _lazy("against the mind: shocks instead of wounds"),
    "fortune": _lazy("fortune spent"),
    "challenge": _lazy("challenge level"),
    "target_trait": _lazy("the other's trait"),
    "order": _lazy("who acts when: 1 is first"),
    "event": _lazy("number of the result"),
    "pay": _lazy("paid with"),
    "cos": _lazy("chance of success"),
    "on_failure": _lazy("a failure costs"),
    "aids": _lazy("it aids"),
    "raises": _lazy("raises declared"),
    "use": _lazy("advantages used"),
    "card": _lazy("card"),
    "targets": _lazy("whom"),
    "wildcards": _lazy("wildcards"),
    "percent": _lazy("per cent refilled"),
    "trigger_damage": _lazy("trigger damage"),
    "full": _lazy("a real rest between expeditions"),
}


@register.filter
def field_label(name: str) -> str:
    """An engine's field name as a label: "hp" becomes "Hit points"."""
    words = str(FIELDS.get(name, name.replace("_", " ")))
    return words[:1].upper() + words[1:]


FIELD_FIRST = re.compile(r"\A([a-z_]+): (?=[a-z])")


@register.filter
def labelled(refusal: str) -> str:
    """A refusal that begins with an engine's field name, with the label of that field instead."""
    return FIELD_FIRST.sub(lambda match: f"{field_label(match[1])}: ", refusal)


KEY = re.compile(r"[a-z]+(-[a-z0-9]+)+")


@register.filter
def option_label(value: Any) -> str:
    """An option's value in words: yes and no, nothing, a record by its name, or itself."""
    if isinstance(value, list):
        return ", ".join(option_label(each) for each in value)
    if isinstance(value, dict):
        words = value.get("name") or str(value.get("advantage", "")).replace("-", " ").capitalize()
        # The fields that distinguish two ways to use the same advantage: points, or the cards that it takes.
        for name in ("amount", "cards"):
            words = f"{words} {option_label(value[name])}" if value.get(name) else words
        if value.get("take"):
            words = _("%(advantage)s and take the weapon") % {"advantage": words}
        weapon = value.get("weapon")
        return f"{words} ({option_label(weapon)})" if weapon else str(words)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value is None:
        return "–"
    # A catalogue key has hyphens and no capitals; other text was written by people and stays as it is.
    text = str(value).replace("_", " ")
    return text.replace("-", " ") if KEY.fullmatch(text) else text


@register.filter
def as_chosen(field: Any) -> str:
    """The initial value of a form's field, in the words of its list."""
    value = field.initial
    if isinstance(value, bool) or field.widget_type == "checkbox":
        return option_label(bool(value))
    words: dict[str, str] = {}
    for key, label in getattr(field.field, "choices", None) or []:
        for option, word in label if isinstance(label, (list, tuple)) else [(key, label)]:
            words[str(getattr(option, "value", option))] = str(word)
    listed = [
        words.get(str(item), str(item)) for item in (value if isinstance(value, list) else [value]) if item is not None
    ]
    return ", ".join(listed)


# Figures that the row's text or another chip shows already.
FIGURES_SHOWN_ELSEWHERE = {"strength", "rounds", "use", "name", "house", "explain"}


@register.filter
def figure_words(figures: dict[str, Any]) -> list[str]:
    """The figures of a catalogue row in a few words each: "damage 3", "skills Athletics, Meditation"."""
    words = []
    for name, value in figures.items():
        if name in FIGURES_SHOWN_ELSEWHERE or value is None or value is False or isinstance(value, dict):
            continue
        label = str(FIELDS.get(name, name.replace("_", " ")))
        words.append(label if value is True else f"{label} {option_label(value)}")
    return words


@register.filter
def naming(label: str, name: str) -> str:
    """An order's label with the name of whom it concerns: "Release someone" becomes "Release Mara"."""
    return label.replace("someone", name)


@register.simple_tag
def site_version() -> str:
    """The version of the site."""
    return VERSION


@register.simple_tag
def sign_up_is_open() -> bool:
    """Whether everyone may make an account."""
    return bool(settings.SIGNUP == "open")


@register.simple_tag
def sign_up_is_closed() -> bool:
    """Whether nobody may make an account, not even with an invitation."""
    return bool(settings.SIGNUP == "closed")


@register.simple_tag
def sign_in_providers() -> list[dict[str, str]]:
    """The configured providers: `id` and `name` of each, in the order of the setting."""
    providers = []
    for kind, setting in settings.SOCIALACCOUNT_PROVIDERS.items():
        for app in setting["APPS"]:
            providers.append({"id": app.get("provider_id", kind), "name": app["name"]})
    return providers


@register.simple_tag
def source_url() -> str:
    """The address of the source code; empty if the operator has not set it."""
    return str(settings.SOURCE_URL)
