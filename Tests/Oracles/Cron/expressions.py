"""Random cron expressions, and times to ask them at."""

import datetime
import random
import zoneinfo

ZONES = [
    "UTC",
    "Europe/Berlin",
    "Europe/Dublin",
    "America/New_York",
    "America/Sao_Paulo",
    "America/St_Johns",
    "America/Havana",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Asia/Tehran",
    "Africa/Cairo",
    "Pacific/Apia",
    "Pacific/Auckland",
]
UNITS = {"minute": (0, 59), "hour": (0, 23), "day": (1, 31), "month": (1, 12), "weekday": (0, 6)}
NAMES = {
    "month": "jan feb mar apr may jun jul aug sep oct nov dec".split(),
    "weekday": "sun mon tue wed thu fri sat".split(),
}
MACROS = ["@hourly", "@daily", "@midnight", "@weekly", "@monthly", "@yearly", "@annually"]
# The zones are the same in all versions of their data until the end of 2021.
FIRST, LAST, END = 1_000_000_000, 1_609_459_200, 1_640_995_200


class Generator:
    """Expressions that both read in the same way; see the known differences in docs/durable.md."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.changes = {name: self._changes(zoneinfo.ZoneInfo(name)) for name in ZONES}

    @staticmethod
    def _changes(zone):
        """The times at which the offset of a zone changes."""

        def offset(second):
            return datetime.datetime.fromtimestamp(second, zone).utcoffset()

        found, day = [], 86400
        for start in range(FIRST, LAST, day):
            if offset(start) != offset(start + day):
                low, high = start, start + day
                while high - low > 1:
                    middle = (low + high) // 2
                    low, high = (middle, high) if offset(middle) == offset(low) else (low, middle)
                found.append(high)
        return found

    def case(self):
        """An expression, a zone and a time."""
        zone = self.random.choice(ZONES)
        changes = self.changes[zone]
        if changes and self.random.random() < 0.6:
            time = self.random.choice(changes) + self.random.randint(-30 * 3600, 8 * 3600)
        else:
            time = self.random.randint(FIRST, LAST)
        if self.random.random() < 0.3:
            time -= time % 60
        return self.expression(), zone, time

    def expression(self):
        if self.random.random() < 0.03:
            return self.random.choice(MACROS)
        # Few hours beside many, so that some are in the night in which clocks are set.
        fields = [
            self.field("minute", 0.25),
            self.random.choice(["0", "1", "2", "3", "0-3", "1,2", "*/2"])
            if self.random.random() < 0.5
            else self.field("hour", 0.3),
            self.field("day", 0.6),
            self.field("month", 0.6),
            self.field("weekday", 0.6),
        ]
        # A day that no month has is refused by one, and found by the other to have no time.
        if fields[3] != "*" and not fields[2].startswith("*"):
            fields[2] = self.field("day", 0, last=28)
        return " ".join(fields)

    def field(self, unit, star, last=None):
        if self.random.random() < star:
            return "*"
        if self.random.random() < 0.15:
            return f"*/{self.random.randint(2, UNITS[unit][1] // 2 + 1)}"
        parts = {self.part(unit, last) for _ in range(self.random.choice([1, 1, 1, 2, 3]))}
        return ",".join(sorted(parts))

    def part(self, unit, last):
        low, high = UNITS[unit]
        high = last or high
        # A range of one value, and one of all, mean every value to croniter.
        first = self.random.randint(low, high)
        end = self.random.randint(first, high)
        form = self.random.random()
        if form < 0.5 or end == first or (first, end) == (low, high):
            return self.value(unit, first)
        text = f"{self.value(unit, first)}-{self.value(unit, end)}"
        if form < 0.75:
            return text
        if form < 0.9:
            return f"{text}/{self.random.randint(1, end - first)}"
        return f"{first}/{self.random.randint(2, high)}" if first < high else text

    def value(self, unit, number):
        names = NAMES.get(unit)
        if names and self.random.random() < 0.3:
            name = names[number - UNITS[unit][0]]
            return self.random.choice([name, name.upper(), name.title()])
        return f"0{number}" if number < 10 and self.random.random() < 0.05 else str(number)
