#!/usr/bin/env python3
"""Checks what applinks-server does with names whose name server is hostile, or silent.

    sudo Server/scripts/dns-checks.py PROGRAM

PROGRAM is applinks-server. It runs in namespaces of its own, where /etc/resolv.conf names a name server
of this script, and the only network is the loopback, which also has a public address. Nothing is sent
to other machines. Behind names are

- sites that are public at first and private from the second lookup on (DNS rebinding), with http and
  https, asked about as a page, in a batch, as a host, and behind a redirect;
- sites with a public and a private address at once;
- sites about which the name server is silent, which one client asks about while another one asks
  about others.

No private address may get a connection, and no client may wait for another's silent names.
Needs Linux, root and Python 3. Where namespaces are not allowed, it exits with 77.
"""

import concurrent.futures
import http.client
import http.server
import json
import re
import shutil
import socket
import socketserver
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

PUBLIC = "8.8.8.8"
PRIVATE = "127.0.0.1"
NAME_SERVER = "127.0.0.53"
PAGE = b'<!doctype html><meta property="al:ios:url" content="shop://socks/7">'

failures = []


def expect(is_right, what):
    if not is_right:
        failures.append(what)
        print(f"error: {what}")


class NameServer(threading.Thread):
    """Answers by the first label of a name, and counts the lookups of each name."""

    def __init__(self):
        super().__init__(daemon=True)
        self.lookups = {}
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind((NAME_SERVER, 53))

    def run(self):
        while True:
            query, peer = self.socket.recvfrom(1500)
            answer = self.answer(query)
            if answer:
                self.socket.sendto(answer, peer)

    def answer(self, query):
        end = query.index(0, 12)
        labels, place = [], 12
        while place < end:
            labels.append(query[place + 1 : place + 1 + query[place]].decode().lower())
            place += query[place] + 1
        (kind,) = struct.unpack(">H", query[end + 1 : end + 3])
        if labels[0].startswith("silent"):
            return None
        addresses = []
        if kind == 1:
            name = ".".join(labels)
            self.lookups[name] = self.lookups.get(name, 0) + 1
            if labels[0].startswith("rebind"):
                addresses = [PUBLIC if self.lookups[name] == 1 else PRIVATE]
            elif labels[0].startswith("both"):
                addresses = [PUBLIC, PRIVATE]
            else:
                addresses = [PUBLIC]
        head = query[:2] + struct.pack(">HHHHH", 0x8180, 1, len(addresses), 0, 0)
        records = b"".join(
            struct.pack(">HHHIH", 0xC00C, 1, 1, 0, 4) + socket.inet_aton(one) for one in addresses
        )
        return head + query[12 : end + 5] + records


class PublicSite(http.server.BaseHTTPRequestHandler):
    asked = []

    def do_GET(self):
        host = self.headers["Host"]
        self.asked.append(host)
        if self.path.startswith("/away"):
            self.send_response(302)
            self.send_header("Location", f"http://{host}/there")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(PAGE)))
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, *_):
        pass


class Door(socketserver.BaseRequestHandler):
    """A port that only counts who connects."""

    def handle(self):
        self.server.connections += 1


def listen(address, port, handler=Door):
    kind = http.server.ThreadingHTTPServer if handler is PublicSite else socketserver.ThreadingTCPServer
    kind.allow_reuse_address = True
    server = kind((address, port), handler)
    server.connections = 0
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


class Server:
    def __init__(self, program, store):
        arguments = ["--port", "0", "--behind-proxy", "--urls-per-minute", "0", "--store", store]
        self.process = subprocess.Popen(
            [program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        for line in self.process.stdout:
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
            if found:
                self.port = int(found[1])
                break
        else:
            sys.exit("error: the server did not start")
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def ask(self, path, client="192.0.2.1", headers=()):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("GET", path, headers={"X-Forwarded-For": client, **dict(headers)})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()

    def about(self, url, question="page?url=", **more):
        return self.ask(f"/api/v1/{question}{urllib.parse.quote(url, safe='')}", **more)


def check_rebinding(server, names, doors):
    again = {"Cache-Control": "no-cache"}
    # The first lookup leads to the public site, and so does the connection.
    status, body = server.about("http://rebind1.example/")
    expect(status == 200 and "shop://socks/7" in body, f"a public page is answered with {status} {body}")
    expect("rebind1.example" in PublicSite.asked, "the public site was not asked")
    expect(names.lookups["rebind1.example"] == 1, "the name was looked up twice for one request")
    # Another request looks the name up again. The page is younger than what may be loaded again.
    for question in ("page?url=", "index?ids="):
        status, body = server.about("http://rebind1.example/other", question)
        expect("127.0.0.1" not in body and "not public" in body, f"{question}: {status} {body}")
    # Each file of a host is a request.
    server.about("http://rebind2.example/", "why?url=")
    expect(names.lookups["rebind2.example"] > 1, "the files of a host were not looked up")
    status, body = server.about("http://rebind3.example/away")
    expect(json.loads(body).get("code") == "address-refused", f"a redirect: {status} {body}")
    expect(names.lookups["rebind3.example"] == 2, "a redirect was not looked up")
    # With https, the connection goes to the checked address, too, where nobody has a certificate.
    before = doors["https"].connections
    status, body = server.about("https://rebind4.example/")
    expect(status == 502, f"https: {status} {body}")
    expect(doors["https"].connections > before, "https did not connect to the checked address")
    for question in ("page?url=", "index?ids="):
        status, body = server.about("https://rebind4.example/other", question)
        expect("127.0.0.1" not in body and "not public" in body, f"https: {status} {body}")
    for scheme in ("http", "https"):
        status, body = server.about(f"{scheme}://both.example/", headers=again)
        expect(json.loads(body).get("code") == "address-refused", f"both: {status} {body}")


def check_silence(server):
    """One client asks about silent names, in batches and alone, beside others."""
    ids = ",".join(f"http://silent{number}.example/" for number in range(20))
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        waiting = [pool.submit(server.ask, f"/api/v1/index?ids={urllib.parse.quote(ids, safe=',')}")]
        waiting += [pool.submit(server.about, f"http://silent-{n}.example/") for n in range(4)]
        time.sleep(0.5)
        slowest = 0
        for number in range(20):
            started = time.monotonic()
            status, body = server.about(f"http://quick{number}.example/", client="192.0.2.2")
            slowest = max(slowest, time.monotonic() - started)
            expect(status == 200, f"beside silent names: {status} {body}")
        expect(not any(one.done() for one in waiting), "the silent names were answered too early")
        for one in waiting[1:]:
            status, body = one.result()
            expect(json.loads(body).get("code") == "timed-out", f"a silent name: {status} {body}")
        status, body = waiting[0].result()
        entries = json.loads(body)
        expect(status == 200 and len(entries) == 20, f"a batch of silent names: {status} {body}")
        expect(all("error" in entry for entry in entries.values()), "a silent name has no error")
    expect(slowest < 3, f"a page took {slowest:.1f} s beside the silent names of another client")
    return slowest


def run_inside(program):
    """Runs this script in namespaces of its own, and returns its status."""
    unshare = ["unshare", "--mount", "--net"]
    if not shutil.which("unshare") or subprocess.run([*unshare, "true"]).returncode != 0:
        print("left out: it takes Linux and root to give the server a name server of its own")
        return 77
    with tempfile.NamedTemporaryFile("w", suffix=".conf") as configuration:
        configuration.write(f"nameserver {NAME_SERVER}\noptions timeout:30 attempts:1\n")
        configuration.flush()
        command = (
            'mount --bind "$0" /etc/resolv.conf && ip link set lo up && '
            f'ip address add {PUBLIC}/32 dev lo || exit 77; exec "$@"'
        )
        inside = [sys.executable, __file__, program, "inside"]
        return subprocess.run([*unshare, "sh", "-c", command, configuration.name, *inside]).returncode


def main():
    if len(sys.argv) == 2:
        sys.exit(run_inside(sys.argv[1]))
    names = NameServer()
    names.start()
    listen(PUBLIC, 80, PublicSite)
    doors = {"https": listen(PUBLIC, 443)}
    private = [listen(PRIVATE, port) for port in (80, 443)]
    with tempfile.TemporaryDirectory() as folder:
        server = Server(sys.argv[1], f"{folder}/store")
        try:
            check_rebinding(server, names, doors)
            slowest = check_silence(server)
        finally:
            server.process.terminate()
            server.process.wait()
    connections = sum(one.connections for one in private)
    expect(connections == 0, f"private addresses had {connections} connections")
    if failures:
        sys.exit(1)
    print(
        f"{sum(names.lookups.values())} lookups, no connection to a private address; "
        f"{slowest * 1000:.0f} ms for a page beside 24 silent names"
    )


if __name__ == "__main__":
    main()
