#!/usr/bin/env python3
"""Runs the commands in Tools/README.md and writes what they print below them.

In a block fenced with ```console each line that begins with "$ " is a command, up to a line that does not
end with a backslash. What follows is what it printed, standard error included. The commands run in the root
of the repository, each in a shell of its own that has `applinks` and `tenon-runs` in its PATH and the exit
code of the command before in "$?".

While they run, the pages in Tools/Tests/Fixtures are served on this computer, at a port in place of 8080 in
the README; some addresses redirect there. Commands of `tenon-runs` work on a store that is made anew of
Tools/Tests/Fixtures/runs.sql, in the variable TENON_STORE; they are left alone if the tool was built without
SQLite. A block behind the comment <!-- not run: REASON --> is left alone.

Exit status: 0 if the README is right, 1 if --check finds that it is not.
"""

import argparse
import contextlib
import difflib
import functools
import http.server
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent
README = ROOT / "Tools" / "README.md"
PAGES = ROOT / "Tools" / "Tests" / "Fixtures"
SCHEMA = ROOT / "Sources" / "DurableWorkflowsSQLite" / "Opening" / "RunSchema.swift"
ADDRESS = "127.0.0.1:8080"
BLOCK = re.compile(r"(?ms)^(<!-- not run: [^\n]* -->\n+)?```console\n(.*?)^```$")
TOOLS = ["applinks", "tenon-runs"]

REDIRECTS = {"/old.html": "/moved.html", "/moved.html": "/socks.html"}


class Pages(http.server.SimpleHTTPRequestHandler):
    """Serves files without a word, and redirects to them."""

    def do_GET(self):
        target = REDIRECTS.get(self.path)
        if target is None:
            return super().do_GET()
        self.send_response(301)
        self.send_header("Location", target)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def server():
    """Serves the pages at a port of four digits, so that tables keep their shape; gives the address."""
    handler = functools.partial(Pages, directory=str(PAGES))
    for port in range(8080, 10000):
        try:
            pages = http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
            break
        except OSError:
            continue
    else:
        sys.exit("transcripts.py: no port between 8080 and 9999 is free")
    threading.Thread(target=pages.serve_forever, daemon=True).start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        pages.shutdown()
        pages.server_close()


def schema():
    """The statements that create the tables of a store, as its source file has them."""
    text = SCHEMA.read_text(encoding="utf-8")
    literal = re.search(r'let statements = """\n(.*?)\n    """', text, re.DOTALL).group(1)
    return "\n".join(line.removeprefix("    ") for line in literal.split("\n"))


def fingerprint(statements):
    """The number that `SchemaFingerprint` computes."""
    value = int.from_bytes(b"tenon", "big")
    for byte in statements.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value - 2**64 if value >= 2**63 else value


@contextlib.contextmanager
def store():
    """A file with the runs of the README; gives its path."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "runs.sqlite")
        with contextlib.closing(sqlite3.connect(path)) as database:
            tables = schema()
            database.executescript(tables)
            # 1741942800000 is the time of the store.
            database.execute(
                "INSERT INTO tenon_store VALUES (1, 1, ?, 1741942800000, 1741942800000, 0, '', 0)",
                (fingerprint(tables),),
            )
            database.executescript((PAGES / "runs.sql").read_text(encoding="utf-8"))
        yield str(path)


def opens_files(tool, environment):
    """Whether `tenon-runs` was built with SQLite."""
    listed = subprocess.run(
        [tool / "tenon-runs", "list"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return "not built into" not in listed.stderr


def commands(block):
    """The commands of a block, each as its lines."""
    found, is_open = [], False
    for line in block.splitlines():
        if is_open:
            found[-1].append(line)
        elif line.startswith("$ "):
            found.append([line])
        else:
            continue
        is_open = line.endswith("\\")
    return found


def run(command, names, status=0, environment=None):
    """What a command prints, and its exit code; addresses stand in for their names in the README."""
    text = "\n".join(command)[2:]
    for name, real in names.items():
        text = text.replace(name, real)
    done = subprocess.run(
        ["bash", "-c", f"(exit {status})\n{text}"],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=120,
        check=False,
    )
    output = done.stdout.decode("utf-8", "replace")
    for name, real in names.items():
        output = output.replace(real, name).replace(real.replace(":", "%3A"), name.replace(":", "%3A"))
    return output, done.returncode


def rerun(readme, names, environment=None, skips=lambda block: False):
    """The text of a README with what the commands print now, and how many there are."""
    count = 0

    def replace(match):
        nonlocal count
        if match[1] or skips(match[2]):
            return match[0]
        status, texts = 0, []
        for command in commands(match[2]):
            output, status = run(command, names, status, environment)
            text = "\n".join(command) + "\n" + output
            texts.append(text if text.endswith("\n") else text + "\n")
            count += 1
        return "```console\n" + "\n".join(texts) + "```"

    return BLOCK.sub(replace, readme), count


def finish(path, new, count, is_check, script):
    """Writes a README that has changed, or with --check says how; returns the exit status."""
    name, old = path.relative_to(ROOT), path.read_text(encoding="utf-8")
    if count == 0:
        sys.exit(f"transcripts.py: there is no command in {name}")
    if new == old:
        print(f"{count} commands print what {name} says")
        return 0
    if not is_check:
        path.write_text(new, encoding="utf-8")
        print(f"{count} commands run, {name} changed")
        return 0
    lines = (old.splitlines(True), new.splitlines(True))
    sys.stdout.writelines(difflib.unified_diff(*lines, str(name), "what the tool prints now"))
    print(f"error: {name} is out of date; run {script}")
    return 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="change nothing; fail if something would change")
    parser.add_argument("--tool", metavar="DIR", help="the folder that has the tools (default: builds them)")
    options = parser.parse_args()

    tool = options.tool
    if not tool:
        # See scripts/traits.inc.sh.
        environment = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}
        build = ["swift", "build", "--package-path", str(ROOT / "Tools"), "--traits", "SQLite"]
        for product in TOOLS:
            subprocess.run([*build, "--product", product], check=True, stdout=sys.stderr, env=environment)
        tool = subprocess.check_output([*build, "--show-bin-path"], text=True, env=environment).strip()
    tool = pathlib.Path(tool).resolve()
    for name in TOOLS:
        if not (tool / name).exists():
            sys.exit(f"transcripts.py: there is no {name} in {tool}; build it first")

    environment = {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}
    environment |= {"PATH": f"{tool}:{os.environ['PATH']}", "NO_COLOR": "1", "COLUMNS": "80"}
    readme = README.read_text(encoding="utf-8")
    with server() as address, store() as path:
        environment["TENON_STORE"] = path
        has_store = opens_files(tool, environment)
        if not has_store:
            print("tenon-runs was built without SQLite; its commands are left alone")
        # The port only, which also stands in messages without the host.
        names = {ADDRESS[ADDRESS.index(":") :]: address[address.index(":") :]}
        skips = lambda block: "tenon-runs" in block and not has_store  # noqa: E731
        new, count = rerun(readme, names, environment, skips)
    return finish(README, new, count, options.check, "Tools/transcripts.py")


if __name__ == "__main__":
    sys.exit(main())
