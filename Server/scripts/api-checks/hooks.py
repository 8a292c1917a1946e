"""Makes two of three generated URLs those of pages on this computer, whose paths are what was generated."""

import os
import urllib.parse

import schemathesis

SITE = os.environ["API_CHECKS_SITE"]


def page(text):
    """The URL of a page, or the text as it is, unless it is a URL of another host."""
    kind = sum(text.encode("utf-8", "replace")) % 3
    if kind == 0 and not text.lower().lstrip().startswith("http"):
        return text
    return SITE + "/" + (text if kind == 1 else urllib.parse.quote(text, errors="replace"))


@schemathesis.hook
def map_query(context, query):
    for name in ("url", "ids"):
        if query and isinstance(query.get(name), str):
            query[name] = page(query[name])
    return query


@schemathesis.hook
def map_body(context, body):
    if isinstance(body, dict) and isinstance(body.get("ids"), list):
        body["ids"] = [page(one) if isinstance(one, str) else one for one in body["ids"]]
    return body
