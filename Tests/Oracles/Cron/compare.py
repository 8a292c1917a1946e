#!/usr/bin/env python3
"""Compares the cron expressions of DurableWorkflows with croniter.

    compare.py PROGRAM [--count N] [--seed N]

PROGRAM is `cron-times`, which Tests/Oracles builds. For each generated expression, time zone and time, the
three times that follow and the one before have to be the same, as far as the zone was the same in all
versions of its data. Six in ten of the times are near a change of
the offset of their zone. Exit status: 0 if all are the same; 1 after the first that differ.

The differences that are meant, and that are not generated, are listed in docs/durable.md.
"""

import argparse
import datetime
import os
import subprocess
import sys
import tempfile
import zoneinfo

os.environ["PYTHONTZPATH"] = ""  # The data that requirements.txt names, on every machine.
zoneinfo.reset_tzpath()

from croniter import croniter  # noqa: E402
from expressions import END, Generator  # noqa: E402

SHOWN = 10


def expected(expression, zone, time):
    """What croniter says: three times that follow, and the one before."""
    start = datetime.datetime.fromtimestamp(time, zoneinfo.ZoneInfo(zone))

    def times():
        return croniter(expression, start, ret_type=float, implement_cron_bug=True)

    following = times()
    return [int(following.get_next()) for _ in range(3)] + [int(times().get_prev())]


def ask(program, cases):
    """What the program says of each case."""
    with tempfile.TemporaryFile("w+") as lines:
        for case in cases:
            lines.write("\t".join(map(str, case)) + "\n")
        lines.seek(0)
        output = subprocess.run([program], stdin=lines, stdout=subprocess.PIPE, check=True, text=True)
    answers = output.stdout.splitlines()
    if len(answers) != len(cases):
        sys.exit(f"error: {len(answers)} answers for {len(cases)} cases")
    return answers


def is_known(answer, judged, zone):
    """Whether all that only our answer has are times that exist twice; croniter leaves some of them out."""
    extra = set(answer.split(" ")) - set(judged.split(" "))
    return bool(extra) and all(word.isdigit() and exists_twice(int(word), zone) for word in extra)


def exists_twice(time, zone):
    """Whether the local time of a time exists before and after clocks are set back."""
    local = datetime.datetime.fromtimestamp(time, zoneinfo.ZoneInfo(zone))
    return local.replace(fold=0).utcoffset() > local.replace(fold=1).utcoffset()


def shown(answer, zone):
    def local(word):
        if not word.lstrip("-").isdigit():
            return word
        return datetime.datetime.fromtimestamp(int(word), zoneinfo.ZoneInfo(zone)).isoformat()

    return "  ".join(map(local, answer.split())) if not answer.startswith("error") else answer


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    generator = Generator(arguments.seed)
    cases = [generator.case() for _ in range(arguments.count)]
    differing = compared = known = 0
    for case, answer in zip(cases, ask(arguments.program, cases)):
        times = [time for time in expected(*case) if time < END]
        compared += len(times)
        judged = " ".join(map(str, times))
        answer = " ".join(word for word in answer.split(" ") if not word.isdigit() or int(word) < END)
        if answer == judged:
            continue
        if is_known(answer, judged, zone=case[1]):
            known += 1
            continue
        differing += 1
        if differing <= SHOWN:
            expression, zone, time = case
            print(f"{expression!r} in {zone} at {time} = {shown(str(time), zone)}")
            print(f"  croniter     {shown(judged, zone)}\n  cron-times   {shown(answer, zone)}")

    print(
        f"{len(cases)} cron expressions, {compared} times compared with croniter: {differing} expressions differ, "
        f"and {known} as is known"
    )
    # What is known is rare; if it is not, it hides something.
    sys.exit(1 if differing or not compared or known > 5 + len(cases) / 1000 else 0)


main()
