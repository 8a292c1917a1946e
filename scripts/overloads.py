#!/usr/bin/env python3
"""Writes a call of each public overload in Futures that takes a closure, for FuturesOverloadTests.

    scripts/overloads.py            writes Tests/FuturesOverloadTests/Overloads.swift
    scripts/overloads.py --check    fails, and names the overloads, if that file lacks one

The tests call each overload with closures of different isolation, a token, a clock and a limit, and
check that none of them is lost on the way: an overload that throws, or that a view has, passes
everything on as the others do. An overload that this program cannot call has a line in ELSEWHERE,
with the suite that tests it.

Exit status: 0 if the file is written or up to date, 1 if it is not, or if an overload is not
understood.
"""

import argparse
import difflib
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "Sources/Futures"
FILE = ROOT / "Tests/FuturesOverloadTests/Overloads.swift"

# What takes a closure and is not called here, by type and name, with the tests that it has instead.
ELSEWHERE = {
    "BatchedLoads.init(upTo:within:clock:_:)": "loads later; BatchedLoadsTests",
    "ConcurrencyLimit.withPermit(priority:_:)": "calls its closure where it is called; ConcurrencyLimitTests",
    "CancellationToken.onCancel(_:)": "CancellationTokenTests, CancellationContextTests",
    "CircuitBreaker.init(failureRate:minimumCalls:window:openDuration:clock:isFailure:)": "keeps a rule; CircuitBreakerTests",
    "CircuitBreaker.withPermit(_:)": "calls its closure where it is called; CircuitBreakerTests",
    "ExecutionContext.custom(_:_:)": "CustomContextTests",
    "ExecutionContext.withDefault(_:_:)": "calls its closure at once; DefaultContextTests",
    "Future.withPromise(cancellation:fileID:line:_:)": "calls its closure at once; FuturePromiseTests",
    "Future.init(value:_:)": "never has its closure; FutureCreationTests",
    "InterestCounter.init(_:onNoInterest:)": "InterestCounterTests",
    "SharedLoad.value(_:)": "starts a task; SharedLoadTests",
    "SharedLoads.removeAll(where:)": "calls its closure at once; SharedLoadsRemovalTests",
    "SharedLoads.value(for:_:)": "starts a task; SharedLoadsTests",
    "Future.finally(_:)": "has no token, and waits for its closure; FutureFinallyTests",
    "Promise.onCancel(_:)": "PromiseCancelTests",
    "Retention.init(count:totalCost:cost:stale:failures:lifetime:)": "keeps a rule; SharedLoadsTests",
    "RetryPolicy.pausing(_:)": "keeps a rule; RetryPolicyTests, WithRetryTests",
    "RetryPolicy.init(attempts:backoff:jitter:shouldRetry:random:)": "RetryPolicyTests",
    "ScheduledTimer.init(cancel:)": "keeps the closure; timers are tested with clocks",
    "withCancellationScope(linkedTo:_:)": "calls its closure at once; CancellationScopeTests",
    "withHedge(after:attempts:budget:clock:_:)": "calls its closure in tasks of its own; WithHedgeTests",
    "withRace(_:or:)": "calls its closures in tasks of their own; WithRaceTests",
    "withRetry(_:clock:_:)": "calls its closure in the current task; WithRetryTests",
    "withTimeout(_:clock:_:)": "calls its closure in a task of its own; WithTimeoutTests",
    "withCancellationToken(linkedTo:_:)": "calls its closure at once; CancellationScopeTests",
}

# What to pass for a parameter that is no closure, by the beginning of its type.
ARGUMENTS = {
    "ExecutionContext": "call.context",
    "CancellationToken": "call.token",
    "any Clock<Duration>": "call.clock",
    "RetryPolicy": "RetryPolicy(attempts: 2, backoff: .constant(.seconds(1)))",
    "Duration": ".seconds(1)",
    "Owner": "call.owner",
    "Output": "0",
    "Key": "1",
}
# Parameters whose default will do.
DEFAULTED = ("fileID", "line", "function", "priority")

# Type parameters that stand for a future.
FUTURES = ("Work",)
ISOLATIONS = ["@First", "@Second"]

OWNER = re.compile(
    r"(?:public )?(?:final )?(?:extension|struct|class|enum|protocol|actor) (\w+(?:\.OnContext)?)(?: *<[^>]*>)?"
    r"[^{]*?(?: where ([^{]*))?\{"
)
BEGIN = re.compile(
    r"(?:  )?(?:@\w+ )*(?:nonisolated\(nonsending\) )?public (?:static |convenience )?"
    r"(?:nonisolated\(nonsending\) )?(?:func \w+|init)"
)


class NotUnderstood(Exception):
    """An overload that this program cannot call."""


def split(text, separator=","):
    """The parts of a text between separators that are not inside of brackets."""
    parts, depth, part = [], 0, ""
    for index, character in enumerate(text):
        if character in "([{<":
            depth += 1
        elif character in ")]}" or character == ">" and text[index - 1] != "-":
            depth -= 1
        if character == separator and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += character
    return [*parts, part.strip()] if part.strip() else parts


def closing(text, start):
    """Where the bracket closes that opens at `start`."""
    depth = 0
    for index in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        if depth == 0:
            return index
    raise NotUnderstood(f"has no end: {text}")


def beginning(text):
    """Where the parameters of a function or an initializer begin."""
    found = re.search(r"\b(?:func \w+|init)(?:<[^(]*>)?(\()", text)
    if not found:
        raise NotUnderstood(f"has no parameters: {text}")
    return found.start(1)


class Parameter:
    """One parameter of a declaration."""

    def __init__(self, text):
        names, _, rest = text.partition(":")
        names = [name for name in names.split() if not name.startswith("@")]
        self.label = names[0]
        self.name = names[-1]
        kind, _, default = (rest, "", "") if "->" in rest.split("=")[0] else rest.partition(" = ")
        # Where a line ends inside of a type.
        self.kind = re.sub(r"(?<=<) | (?=>(?:$|[,>)]))", "", " ".join(kind.split()))
        self.default = default.strip()

    @property
    def is_closure(self):
        return "->" in self.kind and "@autoclosure" not in self.kind

    @property
    def closure(self):
        """The argument types, the `throws`, and the result type of a closure."""
        kind = self.kind
        if kind.startswith("some Sequence<"):
            kind = kind[len("some Sequence<") : -1]
        kind = re.sub(r"@isolated\(any\)|nonisolated\(nonsending\)", "", kind)
        start = kind.index("(")
        end = closing(kind, start)
        effects, _, result = kind[end + 1 :].partition("->")
        arguments = [re.sub(r"^_ \w+: ", "", one) for one in split(kind[start + 1 : end])]
        return arguments, effects.strip(), result.strip()


class Overload:
    """One declaration, and how it is called."""

    def __init__(self, kind, where, text):
        self.kind, _, self.view = kind.partition(".")
        start = beginning(text)
        end = closing(text, start)
        self.static = "static " in text[:start]
        self.is_init = "func " not in text[:start]
        self.name = "init" if self.is_init else re.search(r"func (\w+)", text).group(1)
        self.tail = " ".join(text[end + 1 :].split())
        self.parameters = [Parameter(part) for part in split(text[start + 1 : end])]
        generic = re.search(r"(?:func \w+|\binit)<([^(]*)>\(", text)
        self.generic = generic.group(1) if generic else ""
        self.constraints = f"{where or ''}, {self.tail.partition(' where ')[2]}"
        self.result = self.tail.partition("->")[2].partition(" where ")[0].strip()

    @property
    def closures(self):
        return [parameter for parameter in self.parameters if parameter.is_closure]

    @property
    def title(self):
        labels = "".join(f"{parameter.label}:" for parameter in self.parameters)
        kind = f"{self.kind}.{self.view}" if self.view else self.kind
        return f"{kind + '.' if kind else ''}{self.name}({labels})"

    @property
    def full_title(self):
        """The title, with what distinguishes overloads of one name."""
        forms = []
        for parameter in self.closures:
            arguments, effects, result = parameter.closure
            forms.append(f"({', '.join(arguments)}) {effects + ' ' if effects else ''}-> {result}")
        where = re.findall(r"\bValue == Void|\bFailure == (?:any Error|Never)", self.constraints)
        return f"{self.title} {', '.join([*forms, *where])}"

    def has(self, kind):
        return any(p.kind.startswith(kind) for p in self.parameters)

    @property
    def failure(self):
        """The failure type that the receiver has in the call."""
        found = re.search(r"\bFailure == (any Error|Never)", self.constraints)
        if found:
            return found.group(1)
        # An element of a sequence, or the work of a limit.
        has_own = "Failure" in self.tail + self.generic
        if self.kind in ("Sequence", "ConcurrencyLimit") and not has_own:
            return "any Error"
        return "Problem"

    @property
    def value(self):
        """The value type that the receiver has in the call."""
        is_void = re.search(r"\bValue == (Void|\(\))", self.constraints)
        return "Void" if is_void else "Int"

    def concrete(self, kind):
        """A type of the declaration, as the call has it."""
        kind = re.sub(r"\bFuture\b(?!<)", "Future<Value, Failure>", kind.replace("Self.", ""))
        if self.kind == "Sequence" and "any Error" in self.result and "throws ->" in str(
            [p.kind for p in self.closures]
        ):
            kind = re.sub(r"\bFailure\b", "any Error", kind)
        kind = re.sub(r"\bFailure\b", self.failure, kind)
        kind = re.sub(r"\b(NewFailure|OtherFailure|WorkFailure)\b", "Other", kind)
        kind = re.sub(r"\bWorkValue\b", "Int", kind)
        kind = re.sub(r"\bValue\b", self.value, kind)
        kind = re.sub(r"\b(Output|Element)\b", "Int", kind)
        return re.sub(r"\bOwner\b", "Owner", kind)

    @property
    def receiver(self):
        failure = self.failure
        if self.kind == "Sequence":
            if "Element == Future" in self.constraints:
                if "Element == Future<Value, any Error>" in self.constraints:
                    failure = "any Error"
                return f"[call.input({failure}), call.input({failure})]".replace(
                    f"({failure})", f"(({failure}).self)"
                )
            return "[1, 2]"
        if self.kind == "ConcurrencyLimit":
            return "call.limit"
        if self.kind == "Latest":
            return f"call.keep(Latest<{self.value}, {failure}>())"
        if self.kind == "SharedLoad":
            return f"call.keep(SharedLoad<Int, {failure}>())"
        if self.kind == "SharedLoads":
            return f"call.keep(SharedLoads<Int, Int, {failure}>())"
        if self.kind not in ("Future", "FutureProtocol"):
            raise NotUnderstood(f"is a member of {self.kind}")
        if self.static or self.is_init:
            return f"Future<{self.value}, {failure}>"
        fails = self.closures[0].closure[0][-1:] == ["Failure"]
        view = ".on(call.context)" if self.view else ""
        return f"call.{'failing' if fails else 'input'}(({failure}).self){view}"

    def future(self, effects):
        """What a closure returns whose result is a type parameter for futures."""
        failure = "Other" if effects.endswith("throws") else self.failure
        return f"Future<Int, {failure}>"

    def body(self, parameter, index, isolated):
        arguments, effects, result = parameter.closure
        result = self.future(effects) if result in FUTURES else self.concrete(result)
        names = [f"_: {self.concrete(kind)}" for kind in arguments]
        isolation = f"{ISOLATIONS[index]} " if isolated else "@Sendable "
        effects = self.concrete(effects) + " " if effects else ""
        value, lines = "call.work()", []
        if "async" in effects and result != "Bool" and not result.startswith("Future<"):
            typed = re.search(r"throws\((.*)\)", effects)
            failure = typed.group(1) if typed else "any Error" if "throws" in effects else "Never"
            mark = "try await" if "throws" in effects else "await"
            value = f"{mark} call.work(({failure}).self).value"
            if result == "Void":
                lines = [f"_ = {value}"]
                value = None
        elif result == "Void":
            value = None
        elif result == "Bool":
            value = f"call.isFirst({index})"
        elif result == "Int":
            value = "1"
        elif not result.startswith("Future<"):
            value = f"{result}()"
        lines = [f"call.runs({index})", *lines, *([f"return {value}"] if value else [])]
        head = f"{{ {isolation}({', '.join(names)}) {effects}-> {result} in"
        if self.kind == "FutureProtocol":
            # What needs its type from the context reaches no other form.
            head = f"{{ {isolation}({', '.join(names)}) {effects}in"
            lines.insert(1, f"if call.token.isNever {{ return Future(error: {self.failure}()) }}")
        return "\n        ".join([head, *lines]) + "\n      }"

    @property
    def isolated(self):
        return any("@isolated(any)" in p.kind for p in self.closures)

    def argument(self, parameter):
        """The argument for a parameter, or none if it is left out."""
        label = "" if parameter.label == "_" else f"{parameter.label}: "
        if parameter.is_closure:
            index = self.closures.index(parameter)
            body = self.body(parameter, index, self.isolated)
            return label + (f"[{body}]" if parameter.kind.startswith("some Sequence") else body)
        if "@autoclosure" in parameter.kind:
            failure = self.concrete(parameter.kind.partition("->")[2].strip())
            return f"{label}{'Problem' if failure == 'any Error' else failure}()"
        if parameter.name in DEFAULTED:
            return None
        if parameter.name == "limit" and parameter.kind == "Int":
            return f"{label}1"
        for kind, value in ARGUMENTS.items():
            if parameter.kind.startswith(kind):
                return label + value
        if parameter.default:
            return None
        raise NotUnderstood(f"takes a {parameter.kind} as '{parameter.name}'")

    @property
    def code(self):
        if "async" in self.tail.partition("->")[0]:
            raise NotUnderstood("is asynchronous itself")
        if not all("@escaping" in p.kind or "Sequence<" in p.kind for p in self.closures):
            raise NotUnderstood("calls its closure before it returns")
        arguments = [self.argument(parameter) for parameter in self.parameters]
        name = "" if self.is_init else f".{self.name}"
        inner = ",\n      ".join(argument for argument in arguments if argument)
        call = f"{self.receiver}{name}(\n      {inner}\n    )"
        traits = []
        if self.isolated:
            traits.append(".isolated")
        if self.has("CancellationToken"):
            traits.append(".token")
        if self.has("any Clock"):
            traits.append(".clock")
        if self.has("RetryPolicy"):
            traits.append(".retries")
        if self.name == "debounce":
            traits.append(".pauses")
        if any(p.name == "limit" and p.kind == "Int" for p in self.parameters) or (
            self.kind == "ConcurrencyLimit"
        ):
            traits.append(".limit")
        if self.name.startswith("on"):
            traits.append(".observes")
        _, effects, result = self.closures[-1].closure
        is_work = "async" in effects or result.startswith("Future") or result in FUTURES
        if is_work and (self.static or self.is_init or self.kind != "Future"):
            traits.append(".startsWork")
        if re.fullmatch(r"Future<.*, Never>", self.result):
            traits.append(".neverFails")
        return (
            f'  Overload(\n    "{self.full_title}",\n    closures: {len(self.closures)},\n'
            f"    [{', '.join(traits)}]\n  ) {{ call in\n    call.ended({call})\n  }},\n"
        )


def code_of(text):
    """The text without comments."""
    return re.sub(r"//[^\n]*", "", text)


def declarations(path):
    """The public functions and initializers in a file that take a closure."""
    owner, where = None, None
    lines = code_of(path.read_text(encoding="utf-8")).split("\n")
    for number, line in enumerate(lines):
        if line and not line[0].isspace() and line[0] not in "}@#/":
            header = line
            following = number + 1
            while "{" not in header and following < len(lines):
                header += " " + lines[following].strip()
                following += 1
            if match := OWNER.match(header):
                owner, where = match.group(1), match.group(2)
        match = BEGIN.match(line)
        if not match:
            continue
        text = line
        following = number + 1
        while following < len(lines):
            try:
                end = closing(text, beginning(text))
            except NotUnderstood:
                end = -1
            if end >= 0 and "{" in text[end:]:
                text = text[: end + text[end:].index("{")]
                break
            text += "\n" + lines[following]
            following += 1
        overload = Overload(owner if line.startswith("  ") else "", where, text)
        if overload.closures:
            yield overload


def page():
    """The file, and what stands in ELSEWHERE for nothing."""
    overloads, unknown, unused = [], [], set(ELSEWHERE)
    for path in sorted(SOURCES.rglob("*.swift")):
        if path.stem.endswith("+Guessed"):
            # The compiler refuses each call.
            continue
        for overload in declarations(path):
            if overload.title in ELSEWHERE:
                unused.discard(overload.title)
                continue
            try:
                overloads.append((overload.full_title, overload.code))
            except NotUnderstood as problem:
                unknown.append(f"{overload.full_title} {problem}")
    if unknown:
        lines = "\n  ".join(unknown)
        raise NotUnderstood(
            f"these overloads are called by no test:\n  {lines}\n"
            "Teach scripts/overloads.py their parameters, or name their tests in its ELSEWHERE."
        )
    if unused:
        names = ", ".join(sorted(unused))
        raise NotUnderstood(f"no overload has these names of ELSEWHERE: {names}")
    titles = [title for title, _ in overloads]
    twice = sorted({title for title in titles if titles.count(title) > 1})
    if twice:
        raise NotUnderstood(f"these overloads have one name: {', '.join(twice)}")
    overloads.sort()
    return (
        "// Written by scripts/overloads.py. The stage lint checks that no overload is missing.\n"
        "// swift-format-ignore-file\n\n"
        "import Futures\n\n"
        + "let overloads: [Overload] = [\n"
        + "".join(code for _, code in overloads)
        + "]\n"
    )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="only compare")
    options = parser.parse_args()
    try:
        new = page()
    except NotUnderstood as problem:
        print(f"overloads.py: {problem}", file=sys.stderr)
        return 1
    old = FILE.read_text(encoding="utf-8") if FILE.is_file() else ""
    if not options.check:
        FILE.write_text(new, encoding="utf-8")
        return 0
    if old == new:
        return 0
    title = re.compile(r'^    "(.*)",$', re.MULTILINE)
    before, now = set(title.findall(old)), set(title.findall(new))
    for name in sorted(now - before):
        print(f"no test calls {name}", file=sys.stderr)
    for name in sorted(before - now):
        print(f"there is no {name}", file=sys.stderr)
    if before == now:
        sys.stderr.writelines(difflib.unified_diff(old.splitlines(True), new.splitlines(True)))
    print("say scripts/overloads.py, and look at the difference", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
