"""Canonical JSON (RFC 8785), and the digest that identifies a module version."""

import hashlib
import json
import math
from json.encoder import encode_basestring as _text
from typing import Any


def digest(value: Any) -> str:
    """SHA-256 of the canonical JSON, 64 hex digits."""
    return hashlib.sha256(canonical(value).encode("utf-8")).hexdigest()


def canonical(value: Any) -> str:
    """The canonical text of a JSON value: keys sorted by UTF-16 code units, numbers as in ECMAScript, no spaces."""
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return "{" + ",".join(f"{_text(key)}:{canonical(value[key])}" for key in keys) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, float):
        return _number(value)
    return json.dumps(value)


def _number(value: float) -> str:
    """A float as ECMAScript's Number::toString writes it."""
    if not math.isfinite(value):
        raise ValueError("JSON has no NaN and no infinity.")
    if value == 0:
        return "0"
    sign = "-" if value < 0 else ""
    mantissa, _, power = f"{abs(value)!r}".partition("e")
    integer_part, _, part = mantissa.partition(".")
    part = "" if part == "0" else part
    point = len(integer_part) + int(power or 0)
    digits = (integer_part + part).lstrip("0")
    point -= len(integer_part + part) - len(digits)
    digits = digits.rstrip("0")
    count = len(digits)
    if count <= point <= 21:
        return sign + digits + "0" * (point - count)
    if 0 < point <= 21:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    power_text = f"{point - 1:+d}"
    return f"{sign}{digits[0]}{'.' + digits[1:] if count > 1 else ''}e{power_text}"
