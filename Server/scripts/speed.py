#!/usr/bin/env python3
"""Measures applinks-server on this computer, beside a bare server of the same library.

    swift build -c release --package-path Server
    Server/scripts/speed.py Server/.build/release [--seconds N] [--rounds N] [--entries N,N,…]

- answers per second and p99 of a page, a batch and an explanation that are in memory, beside the
  program hello, which answers five letters, each in turn (wrk, one thread, 64 connections);
- the time from the start of the program to its first answer;
- with 10^4 to 10^6 entries in the store: the latency of pages at random, most of which are not in
  memory, one at a time and at half of the speed of this computer, and the memory.

The machine may be busy: compare the ratios, which come from one run. Needs wrk and Python 3.
"""

import argparse
import http.client
import http.server
import json
import pathlib
import random
import re
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

PAGE = b"""<!doctype html><title>Socks</title>
<meta property="al:ios:url" content="shop://socks/7">
<meta property="al:ios:app_store_id" content="123456789">
<meta property="al:ios:app_name" content="Shop">
<meta property="al:android:package" content="com.example.shop">
<meta property="al:android:url" content="shop://socks/7">
<meta property="al:android:app_name" content="Shop">
"""


class Site(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        is_page = not self.path.startswith(("/.well-known", "/apple-app"))
        self.send_response(200 if is_page else 404)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(PAGE) if is_page else 0))
        self.end_headers()
        if is_page:
            self.wfile.write(PAGE)

    def log_message(self, *_):
        pass


class Program:
    """A server that listens; its start took `seconds`."""

    def __init__(self, path, *arguments, port=None):
        started = time.perf_counter()
        self.process = subprocess.Popen(
            [path, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.port = port
        for line in self.process.stdout:
            found = re.search(r"listening.*?127\.0\.0\.1:(\d+)|127\.0\.0\.1:(\d+).*listening", line)
            if found:
                self.port = int(found[1] or found[2])
                break
        else:
            sys.exit(f"{path} did not start")
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.request("GET", "/")
        connection.getresponse().read()
        self.seconds = time.perf_counter() - started

    def memory(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024

    def stop(self):
        self.process.terminate()
        self.process.wait()


def wrk(port, path, seconds):
    """Returns the answers per second and the 99th percentile in milliseconds."""
    output = subprocess.run(
        ["wrk", "-t1", "-c64", f"-d{seconds}s", "--latency", f"http://127.0.0.1:{port}{path}"],
        capture_output=True, text=True, check=True,
    ).stdout
    if "Non-2xx" in output:
        sys.exit(f"{path} is refused:\n{output}")
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1])
    number, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", output).groups()
    return rate, float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def options(folder, site):
    return [
        "--port", "0", "--store", str(folder / "store"), "--urls-per-minute", "0",
        "--trust-host", "127.0.0.1", "--origin", f"127.0.0.1=http://127.0.0.1:{site}",
    ]


def throughput(programs, folder, site, seconds, rounds):
    hello = Program(programs / "hello", str(free_port()))
    server = Program(programs / "applinks-server", *options(folder, site))
    url = urllib.parse.quote(f"http://127.0.0.1:{site}/socks/7", safe="")
    paths = {
        "hello": (hello, "/"), "a page": (server, f"/api/v1/page?url={url}"),
        "a batch of one": (server, f"/api/v1/index?ids={url}"),
        "an explanation": (server, f"/api/v1/why?url={url}"), "health": (server, "/health"),
    }
    results = {name: [] for name in paths}
    for program, path in paths.values():
        wrk(program.port, path, 1)
    for _ in range(rounds):
        for name, (program, path) in paths.items():
            results[name].append(wrk(program.port, path, seconds))
    base = statistics.median(rate for rate, _ in results["hello"])
    print(f"{'answers in memory':24}{'per second':>12}{'of hello':>10}{'p99 ms':>9}")
    for name, found in results.items():
        rate = statistics.median(rate for rate, _ in found)
        late = statistics.median(late for _, late in found)
        print(f"{name:24}{rate:12,.0f}{rate / base:10.2f}{late:9.2f}")
    print(f"memory under load: {server.memory():.0f} MiB")
    hello.stop()
    server.stop()


def free_port():
    import socket

    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def cold_start(programs, folder, site):
    times = []
    for _ in range(5):
        server = Program(programs / "applinks-server", *options(folder, site))
        times.append(server.seconds)
        server.stop()
    print(f"start to first answer: {statistics.median(times) * 1000:.0f} ms")


def fill(store, count):
    """Copies the entry of a page to as many places as are missing."""
    database = sqlite3.connect(store)
    content, loaded, *_ = database.execute(
        "SELECT content, loaded FROM entries WHERE key LIKE 'page %' ORDER BY length(key) LIMIT 1"
    ).fetchone()
    first = database.execute("SELECT count(*) FROM entries WHERE key LIKE '%/copy/%'").fetchone()[0]
    fresh = int(time.time() * 1000) + 86_400_000
    database.executemany(
        "INSERT INTO entries VALUES (?, ?, ?, ?, ?)",
        (
            (f"page http://127.0.0.1/copy/{number}", content, loaded, fresh, fresh)
            for number in range(first, count)
        ),
    )
    database.commit()
    database.close()


def scale(programs, folder, site, counts):
    print(f"{'entries':>10}{'p50 ms':>9}{'p99 ms':>9}{'per second':>12}{'memory MiB':>12}{'store MiB':>11}")
    for count in counts:
        fill(folder / "store", count)
        server = Program(programs / "applinks-server", *options(folder, site))
        connection = http.client.HTTPConnection("127.0.0.1", server.port)
        numbers = random.Random(7)
        times = []
        for _ in range(4000):
            url = f"http://127.0.0.1/copy/{numbers.randrange(count)}"
            started = time.perf_counter()
            connection.request("GET", "/api/v1/page?url=" + urllib.parse.quote(url, safe=""))
            reply = connection.getresponse()
            body = reply.read()
            times.append((time.perf_counter() - started) * 1000)
            if reply.status != 200:
                sys.exit(f"{url}: {reply.status} {body[:200]}")
        script = folder / "random.lua"
        script.write_text(
            "request = function() return wrk.format('GET', '/api/v1/page?url=http%3A%2F%2F127.0.0.1"
            f"%2Fcopy%2F' .. math.random(0, {count - 1})) end"
        )
        output = subprocess.run(
            ["wrk", "-t1", "-c16", "-d4s", "-s", script, f"http://127.0.0.1:{server.port}"],
            capture_output=True, text=True, check=True,
        ).stdout
        rate = float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1])
        times.sort()
        size = (folder / "store").stat().st_size / (1 << 20)
        print(
            f"{count:10,}{times[len(times) // 2]:9.2f}{times[len(times) * 99 // 100]:9.2f}"
            f"{rate:12,.0f}{server.memory():12.0f}{size:11.0f}"
        )
        server.stop()


def main():
    parser = argparse.ArgumentParser(description="Measures applinks-server on this computer.")
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--entries", default="10000,100000,1000000")
    arguments = parser.parse_args()
    if not shutil.which("wrk"):
        sys.exit("speed.py: wrk is missing")
    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    port = site.server_address[1]
    folder = pathlib.Path(tempfile.mkdtemp())
    try:
        throughput(arguments.programs, folder, port, arguments.seconds, arguments.rounds)
        cold_start(arguments.programs, folder, port)
        scale(arguments.programs, folder, port, [int(n) for n in arguments.entries.split(",")])
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
