#!/usr/bin/env python3
"""Compares answers from memory with a route of Hummingbird that does nothing.

    Server/scripts/speed-checks.py FOLDER [--seconds N] [--rounds N]

FOLDER has applinks-server and bare-route, of a release build:

    swift build -c release --package-path Server --product applinks-server
    swift build -c release --package-path Server --product bare-route

The script asks with wrk, in turns, and prints the median of each ratio. Exit status: 0 if `page` and
`why` answer at least 0.35 as many requests as the bare route, and the page for people 0.3; 1 otherwise.
"""

import argparse
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "Tools"))
import transcripts  # noqa: E402

LEAST = {"page": 0.35, "why": 0.35, "html": 0.3}


def start(*command):
    """Returns the process of a server, and its URL."""
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    for line in server.stdout:
        found = re.search(r"127\.0\.0\.1:\d+", line)
        if found:
            threading.Thread(target=server.stdout.read, daemon=True).start()
            return server, f"http://{found[0]}"
    sys.exit(f"{command[0]} did not start")


def rate(url, seconds):
    command = ["wrk", "-t1", "-c32", f"-d{seconds}s", url]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if "Non-2xx" in output:
        sys.exit(f"error: {url} is not answered with 200")
    return float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    ratios = {name: [] for name in LEAST}
    with transcripts.server() as site, tempfile.TemporaryDirectory() as folder:
        bare, nothing = start(options.folder.resolve() / "bare-route")
        server, url = start(
            options.folder.resolve() / "applinks-server", "--port", "0", "--store", f"{folder}/store",
            "--urls-per-minute", "0", "--trust-host", "localhost", "--origin", f"localhost=http://{site}",
        )
        # No app opens links to an address, so a name is asked about.
        page = f"http://localhost:{site.split(':')[1]}/socks.html"
        urls = {
            "page": f"{url}/api/v1/page?url={page}", "why": f"{url}/api/v1/why?url={page}",
            "html": f"{url}/?url={page}",
        }
        try:
            for name, answer in urls.items():
                print(f"{name}: {len(urllib.request.urlopen(answer).read()):,} bytes")
            for _ in range(options.rounds):
                base = rate(nothing, options.seconds)
                print(f"bare {base:,.0f}", end="")
                for name, answer in urls.items():
                    found = rate(answer, options.seconds)
                    ratios[name].append(found / base)
                    print(f"  {name} {found:,.0f}", end="")
                print(" requests per second", flush=True)
        finally:
            for process in (bare, server):
                process.terminate()
                process.wait()
    medians = {name: statistics.median(list_) for name, list_ in ratios.items()}
    print(", ".join(f"{name} {ratio:.2f}" for name, ratio in medians.items()) + " of the bare route")
    return 0 if all(medians[name] >= least for name, least in LEAST.items()) else 1


if __name__ == "__main__":
    sys.exit(main())
