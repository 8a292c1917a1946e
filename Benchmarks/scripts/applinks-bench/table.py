#!/usr/bin/env python3
"""Prints how fast pages are scanned for App Links, by the scanner and by parsers that build a tree.

    table.py OURS FOLDER

OURS has the output of `applinks-bench measure`, FOLDER what `applinks-bench pages` wrote. Each parser makes a
tree of a page and goes through its meta tags; the shortest of several runs counts. It has to find the same
number of tags. Of the page `head` a parser gets no more than the scanner reads until it is done.
"""

import itertools
import os
import sys
import time

import html5lib
import lxml.html
from selectolax.lexbor import LexborHTMLParser

# The scanner is fed pieces of this size, and is done within the first one.
HEAD = 16 * 1024


def lexbor(page):
    return [element.attributes for element in LexborHTMLParser(page).css("meta")]


def libxml2(page):
    return [element.attrib for element in lxml.html.document_fromstring(page).iter("meta")]


def html5lib_parser(page):
    return [element.attrib for element in html5lib.parse(page, namespaceHTMLElements=False).iter("meta")]


PEERS = {"lexbor": lexbor, "libxml2": libxml2, "html5lib": html5lib_parser}


def count(metas):
    return sum((attributes.get("property") or "").startswith("al:") for attributes in metas)


def measure(parse, page, tags):
    """The microseconds of the shortest of several runs that last a second together, at least one."""
    shortest = float("inf")
    start = time.perf_counter()
    for run in itertools.count():
        begin = time.perf_counter()
        if run > 200 or run > 0 and begin - start > 1:
            return shortest * 1e6
        found = count(parse(page))
        shortest = min(shortest, time.perf_counter() - begin)
        if found != tags:
            sys.exit(f"error: {parse.__name__} finds {found} tags instead of {tags}")


def rate(byte_count, microseconds):
    number = byte_count / microseconds
    return f"{number:.0f} MB/s" if number >= 10 else f"{number:.1f} MB/s"


def main():
    ours, folder = sys.argv[1:]
    rows = [["page", "bytes", "tags", "AppLinks", *PEERS]]
    for line in open(ours):
        name, byte_count, microseconds, tags = line.split()
        byte_count, microseconds, tags = int(byte_count), float(microseconds), int(tags)
        with open(os.path.join(folder, name + ".html"), "rb") as file:
            page = file.read()
        if name == "head":
            page = page[:HEAD]
        times = [microseconds, *(measure(parse, page, tags) for parse in PEERS.values())]
        if name == "head":
            cells = [f"{each:.0f} us" for each in times]
        else:
            cells = [rate(byte_count, each) for each in times]
        rows.append([name, str(len(page)), str(tags), *cells])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))]
        print("  ".join(cells))


main()
