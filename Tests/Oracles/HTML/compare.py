#!/usr/bin/env python3
"""Compares the scanner of AppLinks with other parsers on generated pages.

    compare.py SCANNER [--count N] [--seed N]

SCANNER is `scan-pages`, which Tests/Oracles builds. For each page the scanner and each judge have to find the
same list of App Links tags, in the strict and in the lenient reading. Exit status: 0 if they do; 1 after the
first pages on which they differ.

What differs for a reason: a tree moves tags out of tables, so their order is not compared where there is a
table. What a frameset replaces is not known to a scanner that builds no tree; pages have none.
"""

import argparse
import json
import subprocess
import sys
import tempfile

from judges import JUDGES, app_links_tags
from pages import Generator

SHOWN = 5


def scan(scanner, pages):
    """What the scanner finds in pages: for each the strict and the lenient list of tags, or an error."""
    with tempfile.TemporaryFile("w+") as lines:
        for page in pages:
            lines.write(json.dumps(page) + "\n")
        lines.seek(0)
        output = subprocess.run([scanner], stdin=lines, stdout=subprocess.PIPE, check=True, text=True)
    results = [json.loads(line) for line in output.stdout.split("\n") if line]
    if len(results) != len(pages):
        sys.exit(f"error: {len(results)} results for {len(pages)} pages")
    return results


def differences(page, result, counts):
    """Yields what each judge finds that the scanner does not find, or the other way round."""
    if "error" in result:
        yield "the scanner with itself", result["error"], ""
        return
    arrange = sorted if "<table" in page.lower() else list
    for name, judge in JUDGES.items():
        metas = judge(page)
        if metas is None:
            continue
        counts[name] += 1
        for form in ["strict", "lenient"]:
            expected = app_links_tags(metas, lenient=form == "lenient")
            counts["tags"] += len(expected)
            if arrange(map(repr, expected)) != arrange(map(repr, result[form])):
                yield f"{name}, {form}", expected, result[form]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scanner")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    generator = Generator(arguments.seed)
    pages = [generator.page() for _ in range(arguments.count)]
    counts = dict.fromkeys([*JUDGES, "tags"], 0)
    differing = 0
    for page, result in zip(pages, scan(arguments.scanner, pages)):
        found = list(differences(page, result, counts))
        if not found:
            continue
        differing += 1
        if differing <= SHOWN:
            print(f"page:     {page!r}")
            for judge, expected, actual in found:
                print(f"{judge}:\n  expected {expected}\n  scanner  {actual}")
            print()

    judged = ", ".join(f"{counts[name]} judged by {name}" for name in JUDGES)
    print(f"{len(pages)} pages ({judged}), {counts['tags']} tags compared: {differing} pages differ")
    sys.exit(1 if differing or 0 in counts.values() else 0)


main()
