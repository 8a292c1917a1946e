"""Other parsers of HTML, asked for the meta tags of a page.

Each judge takes a page and gives its meta tags as dictionaries of attributes, or None for a page on which it
differs from the standard as it is now, or from a browser that runs scripts.
"""

import re

import html5lib
from selectolax.lexbor import LexborHTMLParser


def html5lib_judge(page):
    """A parser that follows the standard of 2016: no templates, and nothing but options in select elements.

    It also loses elements that it moves out of tables, takes NUL at the beginning of a comment for nothing, and
    closes an SVG title with the end tag of an HTML one. End tags of p and br did not leave SVG in 2016.
    """
    if re.search("<template|<select|<table|<!--\0", page, re.IGNORECASE):
        return None
    if re.search("<svg|<math", page, re.IGNORECASE) and re.search("</p|</br|</title", page, re.IGNORECASE):
        return None
    tree = html5lib.parse(page, namespaceHTMLElements=False, scripting=True)
    return [element.attrib for element in tree.iter("meta")]


def lexbor_judge(page):
    """A parser that follows the present standard, but of a browser that runs no scripts."""
    if re.search("<noscript", page, re.IGNORECASE):
        return None
    tree = LexborHTMLParser(page)
    # An attribute without a value is one with an empty value.
    return [
        {name: value or "" for name, value in element.attributes.items()}
        for element in tree.css("meta")
    ]


JUDGES = {"html5lib": html5lib_judge, "lexbor": lexbor_judge}


def app_links_tags(metas, lenient):
    """The tags of App Links among meta tags: lists of property and content, None if there is no content."""
    found = []
    for attributes in metas:
        name = attributes.get("property")
        content = attributes.get("content")
        if lenient:
            name = attributes.get("name") if name is None else name
            name = name and name.strip(" \t\n\f\r").lower()
        if name is None or not name.startswith("al:"):
            continue
        if lenient and content is not None and name.split(":")[-1] != "app_name":
            content = content.strip(" \t\n\f\r")
        found.append([name, content])
    return found
