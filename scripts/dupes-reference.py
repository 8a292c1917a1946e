#!/usr/bin/env python3
"""Compares the output of `dupes --json` with the groups that find and sha256sum find.

  scripts/dupes-reference.py DUPES.json DIR…

Reads every file below the folders. Hard links to one file count once, under the bytewise first
path; symbolic links are not followed, except for the folders given. Prints the first differences
and a summary, and ends with 1 when there is a difference.
"""

import base64
import json
import os
import subprocess
import sys


def reference(folders):
    """The groups, as a set of (size, sha256, paths)."""
    find = ["find", "-H", *folders, "-type", "f", "-printf", r"%D:%i %s %p\0"]
    first = {}
    for entry in subprocess.run(find, check=True, stdout=subprocess.PIPE).stdout.split(b"\0"):
        if entry:
            inode, size, path = entry.split(b" ", 2)
            first[inode] = min(first.get(inode, (path, size)), (path, size))

    paths = b"\0".join(path for path, _ in first.values())
    sums = ["xargs", "-0", "-r", "sha256sum", "--zero", "--"]
    listing = subprocess.run(sums, check=True, input=paths, stdout=subprocess.PIPE).stdout
    sizes = {path: int(size) for path, size in first.values()}
    groups = {}
    for line in listing.split(b"\0"):
        if line:
            sha256, path = line.split(b"  ", 1)
            groups.setdefault((sizes[path], sha256.decode()), []).append(path)
    return {
        (size, sha256, tuple(sorted(paths)))
        for (size, sha256), paths in groups.items()
        if len(paths) > 1
    }


def printed(file):
    """The groups in the order in which dupes printed them."""
    with open(file, encoding="utf-8") as stream:
        return [
            (
                group["size"],
                group["sha256"],
                tuple(map(base64.b64decode, group["rawPaths"]))
                if "rawPaths" in group
                else tuple(map(os.fsencode, group["paths"])),
            )
            for group in json.load(stream)
        ]


def rank(group):
    """Largest waste first, then the bytewise first path."""
    size, _, paths = group
    return (-size * (len(paths) - 1), paths[0])


def main():
    found, expected = printed(sys.argv[1]), reference(sys.argv[2:])
    missing, extra = expected - set(found), set(found) - expected
    for title, groups in (("missing", missing), ("not expected", extra)):
        for group in sorted(groups)[:5]:
            print(f"{title}: {group}", file=sys.stderr)
    in_order = found == sorted(found, key=rank)
    if not in_order:
        print("the groups are not in order", file=sys.stderr)
    print(
        f"{len(expected)} groups of {sum(len(group[2]) for group in expected)} files, "
        f"{len(missing)} missing, {len(extra)} not expected, "
        f"{'in order' if in_order else 'not in order'}"
    )
    sys.exit(1 if missing or extra or not in_order or len(found) != len(expected) else 0)


main()
