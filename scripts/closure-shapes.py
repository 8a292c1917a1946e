#!/usr/bin/env python3
"""Writes the structs that hold closures, with isolation and without; `--check` only compares.

Sources/Futures/Contexts/WithoutIsolation.swift says what they are for. A new shape is a line here.
"""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
F = "<Input, Value: Sendable, Failure: Error>"
CALL = "@inlinable package func callAsFunction"

# By file: the access of the functions, the imports, and for each shape its name, its generic
# parameters, its parts before and after the arrow, how it is called as a StoredClosure, and whether a
# function takes its closure: "yes", "throwing" where it has that label, or "no".
FILES = {
    "Futures/Contexts/ClosureShapes.swift": ("package", [], [
        ("Transform", "<Input, Output>", "(Input)", "Output", "", "yes"),
        ("ThrowingTransform", "<Input, Output>", "(Input) throws", "Output", "", "yes"),
        ("TypedTransform", "<Input, Output, Failure: Error>", "(Input) throws(Failure)", "Output", "", "throwing"),
        ("Observer", "<Input>", "(Input)", "Void", "", "yes"),
        ("ThrowingJob", "<Output>", "() throws", "Output", "", "yes"),
    ]),
    "Futures/Future/WorkShapes.swift": ("package", [], [
        ("Work", F, "(Input)", "Future<Value, Failure>",
         "(_ input: Input) -> Future<Value, Failure> { call(input) }", "yes"),
        ("TypedWork", F, "(Input) throws(Failure)", "Future<Value, Failure>", "", "no"),
        ("ThrowingWork", F, "(Input) throws", "Future<Value, Failure>",
         "(_ input: Input) throws -> Future<Value, Failure> { try call(input) }", "yes"),
    ]),
    "BoltsCompat/Task/ContinuationShapes.swift": ("", ["public import Futures"], [
        ("Continuation", "<Value: Sendable, Output>", "(BFTask<Value>) throws", "Output",
         "(_ settled: Future<Value, any Error>) throws -> Output { try call(BFTask(future: settled)) }", "yes"),
        ("TaskContinuation", "<Value: Sendable, Output: Sendable>", "(BFTask<Value>) throws", "BFTask<Output>",
         "(_ settled: Future<Value, any Error>) throws -> Future<Output, any Error> {"
         " try call(BFTask(future: settled)).future }", "yes"),
        ("TaskWork", "<Input, Output: Sendable>", "(Input) throws", "BFTask<Output>",
         "(_ input: Input) throws -> Future<Output, any Error> { try call(input).future }", "yes"),
        ("Rescue", "<Output>", "(any Error) throws", "Output",
         "(_ error: any Error) throws -> Output { try call(error) }", "yes"),
        ("TaskRescue", "<Output: Sendable>", "(any Error) throws", "BFTask<Output>",
         "(_ error: any Error) throws -> Future<Output, any Error> { try call(error).future }", "yes"),
    ]),
    "BrightFuturesCompat/Transforms/WorkShapes.swift": ("", ["public import Futures"], [
        ("Work", F, "(Input)", "Future<Value, Failure>",
         "(_ input: Input) throws(Never) -> Futures.Future<Value, Failure> { call(input).future }", "yes"),
    ]),
}  # fmt: skip

HEAD = "// Written by scripts/closure-shapes.py; see WithoutIsolation.swift in the module Futures.\n\n"


def struct(name, generics, kind, body):
    """A struct with a closure as its only property."""
    return f"""@usableFromInline struct {name}{generics} {{
      @usableFromInline let call: {kind}

      @inlinable init(_ call: @escaping {kind}) {{ self.call = call }}
    {body}}}

    """


def source(access, imports, shapes):
    """The text of a file, before it is formatted."""
    text = "\n".join([*imports, "", HEAD])
    for name, generics, parameters, output, call, function in shapes:
        plain = f"@Sendable {parameters} -> {output}"
        isolated = f"@Sendable @isolated(any) {parameters} -> {output}"
        names = ", ".join(part.split(":")[0].strip() for part in generics[1:-1].split(","))
        text += f"// MARK: {parameters} -> {output}\n\n"
        body = "\n@inlinable var isolation: (any Actor)? { call.isolation }\n"
        body += f"@inlinable var plain: {name}<{names}> {{ cast() }}\n"
        text += struct("Isolated" + name, generics, isolated, body).replace(
            f"{name}{generics} {{", f"{name}{generics}: IsolatedClosure {{", 1)
        conformance = ": StoredClosure" if call else ": Sendable"
        text += struct(name, generics, plain, f"\n{CALL}{call}\n" if call else "").replace(
            f"{generics} {{", f"{generics}{conformance} {{", 1)
        if function != "no":
            label = "throwing" if function == "throwing" else "_"
            text += f"""@inlinable {access} func withoutIsolation{generics}(
              {label} closure: @escaping {isolated}
            ) -> {plain} {{ Isolated{name}(closure).plain.call }}

            """
    command = ["swift", "format", "--configuration", str(ROOT / ".swift-format"), "-"]
    text = text.rstrip() + "\n"
    return subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True, check=True).stdout


stale = []
for name, file in FILES.items():
    path, text = ROOT / "Sources" / name, source(*file)
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        stale.append(name)
        if sys.argv[1:] != ["--check"]:
            path.write_text(text, encoding="utf-8")
if stale and sys.argv[1:] == ["--check"]:
    sys.exit(f"error: run scripts/closure-shapes.py, which writes {', '.join(stale)}")
