#!/usr/bin/env python3
"""Runs the commands in Server/README.md and writes what they print below them.

The rules are those of Tools/transcripts.py, whose parts this script uses: commands in blocks fenced with
```console run in the root of the repository, and a block behind <!-- not run: REASON --> is left alone.
While they run, a server listens in place of localhost:8080, and the pages in Tools/Tests/Fixtures are
served in place of 127.0.0.1:9090.

Exit status: 0 if the README is right, 1 if --check finds that it is not.
"""

import argparse
import difflib
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
README = ROOT / "Server" / "README.md"
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "Tools"))
import transcripts  # noqa: E402


def start(program, site, folder):
    server = subprocess.Popen(
        [
            program, "--port", "0", "--store", str(folder / "store"), "--trust-host", "127.0.0.1",
            "--origin", f"127.0.0.1=http://{site}",
            "--site", "links.example=Tools/Tests/Fixtures/apps.json",
        ],
        cwd=ROOT, stderr=subprocess.PIPE, text=True,
    )
    for line in server.stderr:
        found = re.search(r"http://(127\.0\.0\.1:\d+)/", line)
        if found:
            threading.Thread(target=server.stderr.read, daemon=True).start()
            return server, found[1]
    sys.exit(f"{program} did not start")


def rerun(readme, program):
    """The README with what the commands print now, and how many there are."""
    count = 0
    with transcripts.server() as site, tempfile.TemporaryDirectory() as folder:
        server, address = start(program, site, pathlib.Path(folder))
        names = {"localhost:8080": address, "127.0.0.1:9090": site}

        def run(command):
            text = "\n".join(command)[2:]
            for name, real in names.items():
                text = text.replace(name, real)
            done = subprocess.run(
                ["bash", "-c", text], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, timeout=120, text=True, check=False,
            ).stdout
            for name, real in names.items():
                done = done.replace(real, name).replace(
                    real.replace(":", "%3A"), name.replace(":", "%3A")
                )
            return done

        def replace(match):
            nonlocal count
            if match[1]:
                return match[0]
            texts = []
            for command in transcripts.commands(match[2]):
                text = "\n".join(command) + "\n" + run(command)
                texts.append(text if text.endswith("\n") else text + "\n")
                count += 1
            return "```console\n" + "\n".join(texts) + "```"

        try:
            return transcripts.BLOCK.sub(replace, readme), count
        finally:
            server.terminate()
            server.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="change nothing; fail if something would")
    parser.add_argument("--program", help="applinks-server (default: builds it)")
    options = parser.parse_args()
    program = options.program
    if not program:
        build = ["swift", "build", "--package-path", str(ROOT / "Server"), "--product", "applinks-server"]
        subprocess.run(build, check=True, stdout=sys.stderr)
        folder = subprocess.check_output([*build, "--show-bin-path"], text=True).strip()
        program = pathlib.Path(folder) / "applinks-server"
    program = pathlib.Path(program).resolve()

    old = README.read_text(encoding="utf-8")
    new, count = rerun(old, str(program))
    if count == 0:
        sys.exit("transcripts.py: there is no command in Server/README.md")
    if new == old:
        print(f"{count} commands print what Server/README.md says")
        return 0
    if not options.check:
        README.write_text(new, encoding="utf-8")
        print(f"{count} commands run, Server/README.md changed")
        return 0
    sys.stdout.writelines(
        difflib.unified_diff(old.splitlines(True), new.splitlines(True), "Server/README.md", "now")
    )
    print("error: Server/README.md is out of date; run Server/scripts/transcripts.py")
    return 1


if __name__ == "__main__":
    sys.exit(main())
