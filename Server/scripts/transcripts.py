#!/usr/bin/env python3
"""Runs the commands in Server/README.md and writes what they print below them.

The rules are those of Tools/transcripts.py, whose parts this script uses: commands in blocks fenced with
```console run in the root of the repository, and a block behind <!-- not run: REASON --> is left alone.
While they run, a server listens in place of localhost:8080, and the pages in Tools/Tests/Fixtures are
served in place of 127.0.0.1:9090.

Exit status: 0 if the README is right, 1 if --check finds that it is not.
"""

import argparse
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
            "--origin", f"shop.example=http://{site}",
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

    readme = README.read_text(encoding="utf-8")
    with transcripts.server() as site, tempfile.TemporaryDirectory() as folder:
        server, address = start(str(program), site, pathlib.Path(folder))
        try:
            names = {"localhost:8080": address, "127.0.0.1:9090": site}
            new, count = transcripts.rerun(readme, names)
        finally:
            server.terminate()
            server.wait()
    return transcripts.finish(README, new, count, options.check, "Server/scripts/transcripts.py")


if __name__ == "__main__":
    sys.exit(main())
