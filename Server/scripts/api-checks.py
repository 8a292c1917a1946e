#!/usr/bin/env python3
"""Asks applinks-server what its /openapi.json allows and what it does not, and compares the answers.

    Server/scripts/api-checks.py PROGRAM [--examples N] [--seed N]

PROGRAM is applinks-server. schemathesis makes the requests from the description, examples, limits and
random values, and checks each answer: its status, header fields, content type and schema, and that no
request makes the server fail. It runs against a server without keys, and one that requires a key.
Pages are those of a site of this script; requests go to this computer only.

Needs the packages of api-checks/requirements.txt, which scripts/check.sh puts below .build.
"""

import argparse
import http.server
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

FOLDER = pathlib.Path(__file__).resolve().parent / "api-checks"
KEY = "api-checks-0123456789"
PAGE = b"""<!doctype html><title>Socks</title>
<meta property="al:ios:url" content="shop://socks/7">
<meta property="al:ios:app_store_id" content="123456789">
<meta property="al:android:package" content="com.example.shop">
<meta property="al:android:url" content="shop://socks/7">
<meta property="al:web:url" content="/mobile">
"""
APPLE = b'{"applinks": {"details": [{"appIDs": ["ABCDE12345.com.example.shop"], "components": [{"/": "*"}]}]}}'


class Site(http.server.BaseHTTPRequestHandler):
    """A page at most paths, and none or a failing one at some."""

    def do_GET(self):
        status, kind, body = 200, "text/html; charset=utf-8", PAGE
        if self.path == "/.well-known/apple-app-site-association":
            kind, body = "application/json", APPLE
        elif self.path.startswith("/.well-known/"):
            status, body = 404, b""
        elif len(self.path) % 7 == 0:
            status, body = (404, 500, 302)[len(self.path) % 3], b""
        self.send_response(status)
        if status == 302:
            self.send_header("Location", "/")
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def start(program, folder, site, *more):
    """Returns the process of a server, and its URL."""
    server = subprocess.Popen(
        [
            program, "--port", "0", "--store", str(folder / "store"), "--urls-per-minute", "0",
            "--trust-host", "127.0.0.1", "--origin", f"127.0.0.1={site}", *more,
        ],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )
    for line in server.stdout:
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        if found:
            threading.Thread(target=server.stdout.read, daemon=True).start()
            return server, found[0]
    sys.exit("error: the server did not start")


def check(url, site, options, *more):
    command = [
        sys.executable, "-m", "schemathesis.cli", "--config-file", FOLDER / "schemathesis.toml", "--no-color",
        "run", f"{url}/openapi.json", "--checks", "all", "--max-examples", str(options.examples),
        "--seed", str(options.seed), "--request-timeout", "30", *more,
    ]
    environment = {
        **os.environ, "SCHEMATHESIS_HOOKS": "hooks", "API_CHECKS_SITE": site,
        "PYTHONPATH": os.pathsep.join([str(FOLDER), *sys.path]),
    }
    # In a folder of its own, because it keeps the examples that it has found.
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run(command, env=environment, cwd=folder).returncode == 0


def main():
    parser = argparse.ArgumentParser(description="Checks the API of applinks-server.")
    parser.add_argument("program", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--examples", type=int, default=300, help="the requests of each operation")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{site.server_address[1]}"
    good = True
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "keys.json").write_text(json.dumps([{"name": "checks", "key": KEY}]))
        keys = ["--keys", str(folder / "keys.json"), "--require-key"]
        for more, header in ([], []), (keys, ["--header", f"Authorization:Bearer {KEY}"]):
            server, url = start(options.program, folder, origin, *more)
            try:
                good = check(url, origin, options, *header) and good
                good = server.poll() is None and good
            finally:
                server.terminate()
                server.wait()
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
