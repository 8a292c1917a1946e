#!/usr/bin/env python3
"""Sums up code coverage by module, and by folder of `Futures`, and holds it against thresholds.

Usage: scripts/coverage.py EXPORT [THRESHOLDS] [--files]

EXPORT is what `llvm-cov export` writes, as `swift test --enable-code-coverage` does into the file
that `swift test --show-codecov-path` names. A line of THRESHOLDS names a module or a folder, the
least shares of lines and of regions in percent, and after `#` the reason for what is missing. With
`--files`, the files with regions that no test reaches follow, the largest gaps first.
"""

import argparse
import collections
import json
import pathlib
import sys


class Count:
    """Covered and all lines and regions."""

    def __init__(self):
        self.lines = [0, 0]
        self.regions = [0, 0]

    def add(self, summary):
        for mine, theirs in ((self.lines, "lines"), (self.regions, "regions")):
            mine[0] += summary[theirs]["covered"]
            mine[1] += summary[theirs]["count"]

    @staticmethod
    def share(pair):
        # Truncated, so that 100.0 means all.
        return int(1000 * pair[0] / pair[1]) / 10 if pair[1] else 100.0


def parts(path):
    """The names under which a file counts: its module, and its folder in `Futures`."""
    components = pathlib.PurePath(path).parts
    if "Sources" not in components or "checkouts" in components:
        return []
    # Names that are refused, which no code can use.
    if components[-1].endswith("+Guessed.swift"):
        return []
    below = components[len(components) - 1 - components[::-1].index("Sources") :][1:]
    if len(below) > 2 and below[0] == "Futures":
        return [below[0], "/".join(below[:2])]
    return [below[0]]


def thresholds_in(path):
    thresholds = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        content = line.split("#")[0].split()
        if content:
            thresholds[content[0]] = (float(content[1]), float(content[2]))
    return thresholds


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("export", type=pathlib.Path)
    parser.add_argument("thresholds", type=pathlib.Path, nargs="?")
    parser.add_argument("--files", action="store_true")
    options = parser.parse_args()

    counts = collections.defaultdict(Count)
    gaps = []
    for data in json.loads(options.export.read_text(encoding="utf-8"))["data"]:
        for file in data["files"]:
            names = parts(file["filename"])
            for name in names:
                counts[name].add(file["summary"])
            regions = file["summary"]["regions"]
            missing = regions["count"] - regions["covered"]
            if names and missing:
                gaps.append((missing, regions["count"], file["filename"]))

    thresholds = thresholds_in(options.thresholds) if options.thresholds else {}
    print(f"{'':28} {'lines':>7} {'regions':>8}   at least")
    problems = []
    for name in sorted(counts):
        shares = [Count.share(pair) for pair in (counts[name].lines, counts[name].regions)]
        least = thresholds.get(name, ())
        asked = "  ".join(f"{share:5.1f}%" for share in least)
        print(f"{name:28} {shares[0]:6.1f}% {shares[1]:7.1f}%  {asked}".rstrip())
        for kind, share, limit in zip(("lines", "regions"), shares, least):
            if share < limit:
                problems.append(f"{name} has {share} % of {kind} covered, less than {limit} %")
    problems += [f"nothing of {name} was measured" for name in thresholds if name not in counts]
    if options.files:
        print()
        for missing, count, name in sorted(gaps, reverse=True):
            print(f"{missing:5} of {count:4} {name[name.rindex('Sources/') :]}")
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
