#!/usr/bin/env python3
"""Measures `applinks audit` on pages of a server on this computer: pages per second, and memory.

With lychee in the PATH, it also measures how fast lychee asks for the same addresses. It only checks
that they answer, so that it does less, and it is asked for no more than its status.
"""

import argparse
import asyncio
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

PAGE = """<!doctype html><html><head><meta charset="utf-8"><title>Socks {i}</title>
<link rel="canonical" href="https://shop.example/p/{i}">
<meta property="og:url" content="https://shop.example/p/{i}">
<meta property="al:ios:url" content="shop://p/{i}">
<meta property="al:ios:app_store_id" content="123">
<meta property="al:ios:app_name" content="Shop">
<meta property="al:web:url" content="https://shop.example/p/{i}">
<meta name="apple-itunes-app" content="app-id={id}">
</head><body>{body}</body></html>
"""


class Server(asyncio.Protocol):
    """Answers requests for pages, and keeps connections."""

    def __init__(self, body, sitemap):
        self.body, self.sitemap, self.rest = body, sitemap, b""

    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        self.rest += data
        while b"\r\n\r\n" in self.rest:
            head, self.rest = self.rest.split(b"\r\n\r\n", 1)
            self.transport.write(self.answer(head.split(b" ", 2)[1].decode()))

    def answer(self, path):
        status, kind, body = 404, "text/plain", b""
        if path == "/sitemap.xml":
            status, kind, body = 200, "application/xml", self.sitemap
        elif path.startswith("/p/"):
            number = int(path[3:])
            page = PAGE.format(i=number, id=999 if number % 100 == 0 else 123, body=self.body)
            status, kind, body = 200, "text/html; charset=utf-8", page.encode()
        head = f"HTTP/1.1 {status} X\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
        return head.encode() + body


def serve(pages, size):
    """Serves pages in a process of its own, so that it does not wait for the measurements."""
    body = "<p>socks</p>\n" * (size // 13)
    places = "".join(f"<url><loc>https://shop.example/p/{i}</loc></url>" for i in range(pages))
    sitemap = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{places}</urlset>'.encode()
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        async def run():
            loop = asyncio.get_running_loop()
            server = await loop.create_server(lambda: Server(body, sitemap), "127.0.0.1", 0)
            os.write(writer, f"{server.sockets[0].getsockname()[1]}\n".encode())
            await server.serve_forever()
        asyncio.run(run())
    return child, int(os.read(reader, 16))


def measure(command):
    """Runs a command; gives its seconds, its seconds of processor time and its largest size in MiB."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True, help="the folder with applinks")
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--size", type=int, default=20_000, help="bytes of a page")
    parser.add_argument("--jobs", type=int, default=8)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    child, port = serve(options.pages, options.size)
    server, jobs = f"http://127.0.0.1:{port}", str(options.jobs)
    tool = [str(pathlib.Path(options.tool) / "applinks"), "audit", "--server", server, "--jobs", jobs,
            "--per-host", jobs]
    with tempfile.TemporaryDirectory() as folder:
        links = pathlib.Path(folder) / "links.txt"
        links.write_text("".join(f"{server}/p/{i}\n" for i in range(options.pages)))
        commands = {
            "applinks audit": [*tool, "https://shop.example"],
            "applinks audit --format json": [*tool, "--format", "json", "https://shop.example"],
        }
        if lychee := shutil.which("lychee"):
            commands["lychee"] = [lychee, "--no-progress", "--max-concurrency", jobs, "--host-concurrency", jobs,
                                  "--host-request-interval", "0ms", "--format", "json", str(links)]
        try:
            for _ in range(options.runs):
                for name, command in commands.items():
                    seconds, processor, size = measure(command)
                    print(f"{name}: {options.pages / seconds:.0f} pages/s, {seconds:.1f} s, "
                          f"{processor:.1f} s of processor time, {size:.0f} MiB", flush=True)
        finally:
            os.kill(child, 15)


if __name__ == "__main__":
    main()
