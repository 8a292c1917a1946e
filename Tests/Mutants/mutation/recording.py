"""Writes the changes between two texts as blocks with as little context as they can have."""

import difflib

from .entries import Block, Malformed


def cost(line):
    """How soon a line of context grows stale, or is hard to read."""
    text = line.strip()
    if not text:
        return 1.5
    return 3 if text.startswith("//") else 1


def block(path, lines, start, end, new):
    """The change of lines[start:end], with the cheapest context that makes it unique."""
    best = None
    for before in range(0, min(start, 12) + 1):
        for after in range(0, min(len(lines) - end, 12) + 1):
            if before + after + end - start == 0:
                continue
            context = lines[start - before : start] + lines[end : end + after]
            # An empty line at an edge says little.
            price = sum(map(cost, context)) + before * 0.01
            if best and price >= best[0]:
                continue
            candidate = Block(path)
            candidate.lines = (
                [(" ", line) for line in lines[start - before : start]]
                + [("-", line) for line in lines[start:end]]
                + [("+", line) for line in new]
                + [(" ", line) for line in lines[end : end + after]]
            )
            if len(candidate.places(lines)) == 1:
                best = (price, candidate, (start - before, end + after))
    if best is None:
        raise Malformed(f"the change at {path}:{start + 1} is not unique, whatever is around it")
    return best[1], best[2]


def blocks(path, old, new):
    """The changes from one text to another."""
    old, new = old.split("\n"), new.split("\n")
    changes = [
        (start, end, new[first:last])
        for tag, start, end, first, last in difflib.SequenceMatcher(
            None, old, new, autojunk=False
        ).get_opcodes()
        if tag != "equal"
    ]
    while True:
        found = [block(path, old, start, end, lines) for start, end, lines in changes]
        for index in range(len(found) - 1):
            # Changes whose context overlaps are one change.
            if found[index][1][1] > found[index + 1][1][0]:
                (start, middle, first), (again, end, last) = changes[index : index + 2]
                changes[index : index + 2] = [(start, end, first + old[middle:again] + last)]
                break
        else:
            return [block for block, _ in found]
