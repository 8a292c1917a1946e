#!/usr/bin/env python3
"""Checks a site of scripts/docs-site.sh: each link of a page leads to a page, each picture is there,
and nothing is loaded from elsewhere.

DocC makes no page of an extended type whose members all have a place elsewhere, but names it above
them; those names are taken out first.

check-site.py DIRECTORY
"""

import json
import pathlib
import re
import sys

SITE = pathlib.Path(sys.argv[1])


def is_there(url):
    path = url.split("#")[0].split("?")[0].strip("/").lower()
    if path.startswith("documentation"):
        return (SITE / "data" / f"{path}.json").is_file()
    path = SITE / url.split("#")[0].strip("/")
    return path.is_file() or (path / "index.html").is_file()


def mend(page):
    """Takes what has no page out of the path that a page shows above its title."""
    content = json.loads(page.read_text(encoding="utf-8"))
    references = content.get("references", {})
    paths = content.get("hierarchy", {}).get("paths", [])
    gone = {name for path in paths for name in path if not is_there(references[name]["url"])}
    for path in paths:
        path[:] = [name for name in path if name not in gone]
    for name in gone:
        del references[name]
    if gone:
        page.write_text(json.dumps(content), encoding="utf-8")
    return content


def urls(value):
    """The addresses of what a page of DocC refers to, and of the entries of its index."""
    if isinstance(value, dict):
        yield from (value[key] for key in ("url", "path") if isinstance(value.get(key), str))
        value = value.values()
    if not isinstance(value, str):
        for part in value if hasattr(value, "__iter__") else ():
            yield from urls(part)


def main():
    links = {}
    for page in [*sorted((SITE / "data").rglob("*.json")), SITE / "index/index.json"]:
        for url in urls(mend(page)):
            links.setdefault(url, page)
    front = (SITE / "index.html").read_text(encoding="utf-8")
    for url in re.findall(r'(?:href|src|srcset)="([^"]*)"', front):
        links.setdefault(url, SITE / "index.html")
    broken = [
        f"error: {page.relative_to(SITE)} leads to {url}, where nothing is"
        for url, page in links.items()
        if not re.match("(https?|doc):", url) and not is_there(url)
    ]
    remote = re.findall(r'(?:src|srcset)="https?:[^"]*"', front)
    print("\n".join(broken + remote + [f"{len(links)} links, {len(broken)} broken"]))
    return 1 if broken or remote or not links else 0


sys.exit(main())
