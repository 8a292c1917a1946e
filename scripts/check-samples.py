#!/usr/bin/env python3
"""Compiles the Swift code in the doc comments of the sources.

The blocks fenced with ```swift in the doc comments of one module are compiled together, each in a
function of its own, against the modules of the last `swift build`, in Swift 6 mode; nothing is run.
Errors name the line in the source. A comment of the form `// Future<Int, Never>` behind a line that
declares a constant is checked, too: the constant has to have that type.

What samples use and do not declare is in scripts/doc-samples/MODULE.swift. Above the first mark are
declarations for all samples of the module. A mark begins what the samples of one file use:

    // MARK: Time/Future+Retry.swift                    declared in the function around the sample
    // MARK: Sharing/Latest+Start.swift, in a class     members of a class around the sample
    // MARK: Sharing/SharedLoads.swift, at file level      the sample is no body of a function
    // MARK: ManualClock+Run.swift, not asynchronous    the function around the sample is not async
    // MARK: Apple/Bar.swift, not compiled: REASON      the samples are left out

Exit status: 0 if everything compiles, 1 if something does not or if there was nothing to check.
"""

import argparse
import importlib
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

# Has the options of the compiler.
articles = importlib.import_module("check-articles")

ROOT = articles.ROOT
CONTEXTS = ROOT / "scripts/doc-samples"

FENCE = re.compile(r"^\s*/// ?(\s*)```(\w*)\s*$")
FORMS = "in a class|at file level|not asynchronous|not compiled: .+"
MARK = re.compile(rf"// MARK: ([^,\n]+\.swift)(?:, ({FORMS}))?")
CONSTANT = re.compile(r"^\s*(?:let|var) (\w+)\b")
TYPE = re.compile(r"// ((?:Future|BFTask)<[\w, <>]+>)$")


class Mistake(Exception):
    """Something that cannot be compiled: where, and why."""


class Context:
    """What samples of a module use."""

    def __init__(self, module):
        self.path = CONTEXTS / f"{module}.swift"
        text = self.path.read_text(encoding="utf-8") if self.path.is_file() else ""
        self.shared, self.sections, self.used = [], {}, set()
        current = self.shared
        for number, line in enumerate(text.splitlines(), start=1):
            if match := MARK.fullmatch(line.strip()):
                if match.group(1) in self.sections:
                    raise Mistake(f"{self.path}:{number}: this file has a mark already")
                current = []
                self.sections[match.group(1)] = (match.group(2) or "", number, current)
            else:
                current.append(line)
        imports = [re.match(r"\s*import (\w+)", line) for line in self.shared]
        self.imports = [
            f"#if canImport({match.group(1)})\nimport {match.group(1)}\n#endif"
            for match in imports
            if match
        ]

    def of(self, path):
        """The form of the samples of a file, the line of what they use, and that."""
        name = str(path)
        for key, section in self.sections.items():
            if name.endswith(f"/{key}"):
                self.used.add(key)
                return section
        return "", 0, []


class Sample:
    """One block of code."""

    def __init__(self, path, line, lines):
        self.path, self.line, self.lines = path, line, lines

    @property
    def extensions(self):
        """The lines of the extensions in the sample."""
        return self.split()[0]

    def split(self):
        """The lines of extensions, and the others, with empty lines in place of what is missing."""
        inside, outside, is_inside = [], [], False
        for line in self.lines:
            is_inside = is_inside or line.startswith("extension ")
            inside.append(line if is_inside else "")
            outside.append("" if is_inside else line)
            is_inside = is_inside and line != "}"
        return inside, outside

    def checked(self):
        """The lines without extensions, and one for each type that a comment promises."""
        promised, constant = [], None
        lines = self.split()[1]
        for line in lines:
            if match := CONSTANT.match(line):
                constant = match.group(1)
            if line.strip() and constant and (match := TYPE.search(line)):
                # In a chain, the last comment of the statement counts.
                promised = [one for one in promised if one[0] != constant]
                promised.append((constant, match.group(1)))
        return lines + [f"let _: {type} = {name}" for name, type in promised]

    def program(self, number, form, first, section, context):
        """The source of the sample, with what it uses."""
        name = context.path.relative_to(ROOT)
        uses = [f'#sourceLocation(file: "{name}", line: {first + 1})', *section]
        place = f'#sourceLocation(file: "{self.path}", line: {self.line + 1})'
        if form == "at file level":
            body = [*uses, place, *self.lines]
        elif form == "in a class":
            body = ["@MainActor final class Sample%d {" % number, *uses]
            body += ["func run() async throws {", place, *self.checked(), "}", "}"]
        else:
            effects = "throws" if form == "not asynchronous" else "async throws"
            body = [f"func sample{number}() {effects} {{", *uses, place, *self.checked(), "}"]
            # An extension cannot be in a function; what it extends is known there.
            body = [place, *self.extensions, *body]
        return "\n".join([*context.imports, *body, "#sourceLocation()", ""])


def samples_in(path):
    """The samples in the doc comments of a file."""
    found, block = [], None
    relative = path.relative_to(ROOT)
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        match = FENCE.match(line)
        if match and block is None:
            block = Sample(relative, number, [])
            if not match.group(2):
                raise Mistake(f"{relative}:{number}: the code block names no language")
            if match.group(2) == "swift":
                found.append(block)
        elif match:
            block = None
        elif block is not None:
            if not line.strip().startswith("///"):
                raise Mistake(f"{relative}:{block.line}: the code block is not closed")
            block.lines.append(re.sub(r"^\s*/// ?", "", line))
    return found


def compile_module(module, options):
    """Compiles the samples of a module; returns how many there are, and whether that went well."""
    context = Context(module)
    programs, left_out = [], 0
    for path in sorted((ROOT / "Sources" / module).rglob("*.swift")):
        for sample in samples_in(path):
            form, first, section = context.of(sample.path)
            if form.startswith("not compiled"):
                left_out += 1
                continue
            number = len(programs)
            programs.append(sample.program(number, form, first, section, context))
    unused = sorted(set(context.sections) - context.used)
    if unused:
        raise Mistake(f"{context.path}: no sample is in {', '.join(unused)}")
    if not programs:
        return 0, left_out, True
    with tempfile.TemporaryDirectory() as folder:
        shared = "\n".join(context.shared)
        name = context.path.relative_to(ROOT)
        programs.append(f'#sourceLocation(file: "{name}", line: 1)\n{shared}\n')
        files = []
        for number, program in enumerate(programs):
            file = pathlib.Path(folder, f"sample{number}.swift")
            file.write_text(program, encoding="utf-8")
            files.append(str(file))
        # Up to SIL, because some data races are found only there. Samples do not use all they make.
        command = ["swiftc", "-emit-sil", "-o", "/dev/null", "-Onone", "-wmo", "-suppress-warnings"]
        command += ["-swift-version", "6", "-parse-as-library", "-module-name", "Samples"]
        status = subprocess.run([*command, *options, *files], stdin=subprocess.DEVNULL).returncode
    return len(programs) - 1, left_out, status == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("modules", nargs="*", help="check only these modules")
    shown = "what `swift build --show-bin-path` prints"
    parser.add_argument("--build", type=pathlib.Path, help=shown)
    options = parser.parse_args()
    bridges = articles.find_bridges()
    modules = options.modules or sorted(
        path.name
        for path in (ROOT / "Sources").iterdir()
        if path.is_dir() and path.name not in bridges
    )
    imports = articles.imports(options.build or articles.find_build())
    imports += ["-plugin-path", str(plugins())] if plugins() else []
    failed, count = [], 0
    try:
        for module in modules:
            blocks, left_out, good = compile_module(module, imports)
            count += blocks
            if blocks == 0 and left_out == 0:
                continue
            note = f", {left_out} left out" if left_out else ""
            print(f"{module}: {blocks} samples{note}: {'ok' if good else 'FAILED'}", flush=True)
            if not good:
                failed.append(module)
    except Mistake as mistake:
        sys.exit(f"error: {mistake}")
    if failed:
        sys.exit(f"error: samples in {' '.join(failed)} do not compile")
    if count == 0:
        sys.exit("error: there are no samples to check")
    print(f"{count} samples in doc comments compile")


def plugins():
    """Where the macros of Swift Testing are, which samples about tests use."""
    found = subprocess.run(
        ["swiftc", "-print-target-info"], stdout=subprocess.PIPE, text=True, check=True
    )
    match = re.search(r'"runtimeResourcePath" *: *"(.*)"', found.stdout)
    folder = pathlib.Path(match.group(1)) / "host/plugins/testing" if match else None
    return folder if folder and folder.is_dir() else None


if __name__ == "__main__":
    main()
