"""JSON as exports have it."""

import json


def text_of(value):
    """JSON with numbers without exponents."""
    if isinstance(value, dict):
        return "{" + ",".join(json.dumps(k) + ":" + text_of(v) for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(text_of, value)) + "]"
    if isinstance(value, float):
        return number(value)
    return json.dumps(value, ensure_ascii=False)


def number(x):
    text = f"{float(x):.9f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text
