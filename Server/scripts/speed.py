#!/usr/bin/env python3
"""Measures applinks-server on this computer, beside a bare server of the same library.

    swift build -c release --package-path Server
    Server/scripts/speed.py Server/.build/release [--seconds N] [--rounds N] [--entries N,N,…]

- answers per second, p99 and time of processors of a page, a batch and an explanation that are in
  memory, beside the program hello, which answers five letters, each in turn (wrk, one thread,
  64 connections);
- the time from the start of the program to its first answer;
- with 10^4 to 10^6 entries in the store: the latency of pages that are not in memory, one at a time,
  their number per second with 16 connections, and the memory. The sizes take turns, each time with a
  new server, and the last line says how flat it is.

The machine may be busy: compare the ratios, which come from one run. Needs wrk and Python 3.
"""

import argparse
import http.client
import http.server
import math
import os
import pathlib
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

    def processor(self):
        """The seconds that it has run on processors."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024

    def stop(self):
        self.process.terminate()
        self.process.wait()


def wrk(program, path, seconds):
    """Returns the answers per second, their 99th percentile in milliseconds, and what an answer costs.

    That is the time of processors in microseconds, which depends less on what else is running.
    """
    before = program.processor()
    output = subprocess.run(
        ["wrk", "-t1", "-c64", f"-d{seconds}s", "--latency", f"http://127.0.0.1:{program.port}{path}"],
        capture_output=True, text=True, check=True,
    ).stdout
    cost = (program.processor() - before) * 1e6 / int(re.search(r"(\d+) requests in", output)[1])
    if "Non-2xx" in output:
        sys.exit(f"{path} is refused:\n{output}")
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1])
    number, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", output).groups()
    return rate, float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit], cost


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
        wrk(program, path, 1)
    for _ in range(rounds):
        for name, (program, path) in paths.items():
            results[name].append(wrk(program, path, seconds))
    print(f"{'answers in memory':24}{'per second':>12}{'of hello':>10}{'p99 ms':>9}{'CPU us':>9}{'of hello':>10}")
    base = None
    for name, found in results.items():
        rate, late, cost = (statistics.median(of) for of in zip(*found))
        base = base or (rate, cost)
        print(f"{name:24}{rate:12,.0f}{rate / base[0]:10.2f}{late:9.2f}{cost:9.1f}{cost / base[1]:10.2f}")
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
    """Copies the entry of a page to as many places."""
    database = sqlite3.connect(store)
    content, loaded, *_ = database.execute(
        "SELECT content, loaded FROM entries WHERE key LIKE 'page %' ORDER BY length(key) LIMIT 1"
    ).fetchone()
    fresh = int(time.time() * 1000) + 86_400_000
    # Later than that of the page itself, which makes room if there are too many.
    stale = fresh + 2 * 86_400_000
    for first in range(0, count, 100_000):
        numbers = range(first, min(count, first + 100_000))
        with database:
            database.executemany(
                "INSERT INTO entries VALUES (?, ?, ?, ?, ?)",
                ((f"page http://127.0.0.1/copy/{n}", content, loaded, fresh, stale) for n in numbers),
            )
    database.close()


class Size:
    """A store with a number of entries, and what was measured with it."""

    # Pages that are asked about one after another in a round, after as many to warm up.
    ONE_BY_ONE = 1000
    WARM_UP = 200

    def __init__(self, count, folder, template):
        self.count = count
        self.folder = folder / f"{count}"
        self.folder.mkdir()
        shutil.copy(template, self.folder / "store")
        fill(self.folder / "store", count)
        # No page is asked about twice in a round, or memory would answer for a small store.
        self.stride = next(n for n in range(int(count * 0.618), count * 2) if math.gcd(n, count) == 1)
        self.p50, self.p99, self.rates, self.memory = [], [], [], []
        self.repeats = False

    def round(self, programs, site):
        """Measures once, with a server whose memory is empty."""
        server = Program(programs / "applinks-server", *options(self.folder, site))
        connection = http.client.HTTPConnection("127.0.0.1", server.port)
        times = []
        asked = min(self.WARM_UP + self.ONE_BY_ONE, self.count // 2)
        for number in range(asked):
            url = f"http://127.0.0.1/copy/{number * self.stride % self.count}"
            started = time.perf_counter()
            connection.request("GET", "/api/v1/page?url=" + urllib.parse.quote(url, safe=""))
            reply = connection.getresponse()
            body = reply.read()
            times.append((time.perf_counter() - started) * 1000)
            if reply.status != 200:
                sys.exit(f"{url}: {reply.status} {body[:200]}")
        times = sorted(times[min(self.WARM_UP, asked // 2):])
        script = self.folder / "pages.lua"
        script.write_text(
            f"local number = {asked - 1}\n"
            "request = function()\n"
            "  number = number + 1\n"
            "  return wrk.format('GET', '/api/v1/page?url=http%3A%2F%2F127.0.0.1%2Fcopy%2F' .. "
            f"string.format('%d', number * {self.stride} % {self.count}))\n"
            "end\n"
        )
        output = subprocess.run(
            ["wrk", "-t1", "-c16", "-d1s", "-s", script, f"http://127.0.0.1:{server.port}"],
            capture_output=True, text=True, check=True,
        ).stdout
        if "Non-2xx" in output:
            sys.exit(f"pages are refused:\n{output}")
        self.repeats |= int(re.search(r"(\d+) requests in", output)[1]) + asked > self.count
        self.p50.append(times[len(times) // 2])
        self.p99.append(times[len(times) * 99 // 100])
        self.rates.append(float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1]))
        self.memory.append(server.memory())
        server.stop()


def scale(programs, folder, site, counts, rounds):
    # Any page of the site, which is copied.
    server = Program(programs / "applinks-server", *options(folder, site))
    url = urllib.parse.quote(f"http://127.0.0.1:{site}/socks/7", safe="")
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    connection.request("GET", f"/api/v1/page?url={url}")
    connection.getresponse().read()
    server.stop()
    sizes = [Size(count, folder, folder / "store") for count in counts]
    # Forth and back, so that a machine that becomes slower does so for all sizes.
    for number in range(rounds):
        for size in sizes if number % 2 == 0 else reversed(sizes):
            size.round(programs, site)
    print(f"{'entries':>10}{'p50 ms':>9}{'p99 ms':>9}{'per second':>12}{'memory MiB':>12}{'store MiB':>11}")
    rows = [[statistics.median(of) for of in (s.p50, s.p99, s.rates, s.memory)] for s in sizes]
    for size, (p50, p99, rate, memory) in zip(sizes, rows):
        store = (size.folder / "store").stat().st_size / (1 << 20)
        note = "  (some from memory)" if size.repeats else ""
        print(f"{size.count:10,}{p50:9.2f}{p99:9.2f}{rate:12,.0f}{memory:12.0f}{store:11.0f}{note}")
    names = ("p50", "p99", "per second", "memory")
    worst = [f"{name} {max(of) / min(of):.2f}" for name, of in zip(names, zip(*rows))]
    print(f"the most by the least of all sizes: {', '.join(worst)}")


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
        scale(arguments.programs, folder, port, [int(n) for n in arguments.entries.split(",")], arguments.rounds)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
