#!/usr/bin/env python3
"""Opens the pages of the server in headless Chromium, and checks what people meet there.

    Server/scripts/page-checks.py PROGRAM [--screenshots FOLDER]

PROGRAM is applinks-server. The script serves a site of its own on this computer, whose tags and
association files have a corpus of hostile text in every field, and checks in both themes, at two
widths, with scripts and without:

- axe finds no violation of WCAG 2.1 A and AA, which includes the contrast of all text;
- no hostile text becomes an element, an attribute or a script, and no policy is violated;
- the keyboard reaches everything that can be used, and the page is no wider than the window;
- the form, the link to share, the copies and the second load work.

Needs Chromium, and the packages playwright and axe-playwright-python (no browser of theirs).
"""

import argparse
import html
import http.server
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import urllib.parse

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

CORPUS = [
    "<script>window.hit=1</script>", "\"><img src=x onerror=window.hit=1>",
    "' autofocus onfocus=window.hit=1 x='", "</title><svg onload=window.hit=1>",
    "</pre></textarea><iframe srcdoc='<script>parent.hit=1</script>'>", "{{{url}}}{{#x}}",
    "javascript:window.hit=1", "\u202egpj.exe", "\"\u0301 onmouseover=window.hit=1 x=\u0301\"",
    "<\u0338script>window.hit=1</script>", "&lt;b&gt;&#60;script&#62;window.hit=1", "`${window.hit=1}`",
    "<a href='data:text/html,<script>hit=1</script>'>x</a>", "]]><!--<script>window.hit=1//-->",
]

PLAIN = "shop"


class Site(http.server.BaseHTTPRequestHandler):
    """A site whose texts are those of the path."""

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        number = url.path.rsplit("/", 1)[-1]
        text = CORPUS[int(number)] if number.isdigit() else number if number.startswith("long") else PLAIN
        if url.path.startswith("/.well-known/"):
            text, kind, body = None, "application/json", files(url.path)
        else:
            kind, body = "text/html; charset=utf-8", page(text)
        data = body.encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


def page(text):
    value = html.escape(text)
    tags = "".join(
        f'<meta property="al:{name}" content="{value}">\n'
        for name in [
            "ios:url", "ios:app_name", "ios:app_store_id", "ipad:url", "android:package",
            "android:url", "android:class", "android:app_name", "windows_universal:url",
            "windows:app_id", "web:url", f"{value}:{value}", "ios",
        ]
    )
    return (
        f"<!doctype html><title>{value}</title>{tags}"
        f'<meta property="al:ios:url" content="shop://{value}">'
        f'<meta property="al:ios:app_name" content="{value}">'
        f'<meta name="apple-itunes-app" content="app-id={value}, app-argument={value}">'
        f'<meta property="twitter:app:id:iphone" content="{value}">'
        f'<link rel="canonical" href="https://{value}/"><meta property="og:url" content="{value}">'
    )


def files(path):
    if path.endswith("assetlinks.json"):
        statements = [
            {
                "relation": ["delegate_permission/common.handle_all_urls", text],
                "target": {
                    "namespace": "android_app", "package_name": text,
                    "sha256_cert_fingerprints": [text, ":".join(["AB"] * 32)],
                },
                text: text,
            }
            for text in CORPUS + ["com.example.shop"]
        ]
        return json.dumps(statements)
    details = [
        {
            "appIDs": [text, "ABCDE12345." + text],
            "components": [{"/": text, "?": {text: text}, "#": text, "comment": text}, {"/": "*"}],
        }
        for text in CORPUS
    ]
    return json.dumps({"applinks": {"details": details}, CORPUS[0]: CORPUS[1]})


def start(program, folder, port):
    server = subprocess.Popen(
        [
            program, "--port", "0", "--store", str(folder / "store"), "--urls-per-minute", "0",
            "--trust-host", "localhost", "--origin", f"localhost=http://localhost:{port}",
        ],
        stderr=subprocess.PIPE,
        text=True,
    )
    for line in server.stderr:
        if "listening" in line and "http://" in line:
            address = line[line.index("http://"):].split()[0]
            threading.Thread(target=server.stderr.read, daemon=True).start()
            return server, address
    sys.exit(f"{program} did not start")


class Checks:
    def __init__(self, screenshots):
        self.screenshots = screenshots
        self.failures = []
        self.count = 0

    def expect(self, what, is_true, detail=""):
        self.count += 1
        if not is_true:
            self.failures.append(f"{what}: {detail}")
            print(f"FAILED {what}: {detail}")


def look(checks, page, address, url, name, structure):
    violations = []
    page.on("console", lambda message: violations.append(message.text)
            if message.type == "error" else None)
    page.on("dialog", lambda dialog: violations.append("dialog"))
    reply = page.goto(address + "?url=" + urllib.parse.quote(url, safe=""))
    checks.expect(f"{name}: status", reply.status == 200, reply.status)
    checks.expect(f"{name}: no script of the page runs", page.evaluate("window.hit") is None)
    checks.expect(f"{name}: no violation of the policy", not violations, violations)
    # What hostile text could add: elements that the page does not have otherwise, or attributes.
    found = page.evaluate("""() => [...document.querySelectorAll("*")].map(e =>
      e.localName + " " + [...e.attributes].map(a => a.name).sort().join(" "))""")
    unknown = sorted(set(found) - structure)
    checks.expect(f"{name}: no element of hostile text", not unknown, unknown)
    links = page.evaluate("() => [...document.links].map(a => a.protocol)")
    checks.expect(f"{name}: links lead to the server", set(links) == {"http:"}, links)
    wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    checks.expect(f"{name}: the page is no wider than the window", wide <= 0, wide)


def accessible(checks, page, name):
    results = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]})
    found = [(v["id"], v["nodes"][0]["html"][:120]) for v in results.response["violations"]]
    checks.expect(f"{name}: axe", not found, found)


def structure_of(page, address, url):
    """The elements of pages with plain text, and those that findings add."""
    known = set()
    for path in ["", "?url=" + urllib.parse.quote(url, safe="")]:
        page.goto(address + path)
        known |= set(page.evaluate("""() => [...document.querySelectorAll("*")].map(e =>
          e.localName + " " + [...e.attributes].map(a => a.name).sort().join(" "))"""))
    return known


def main():
    parser = argparse.ArgumentParser(description="Checks the pages of applinks-server.")
    parser.add_argument("program")
    parser.add_argument("--screenshots", type=pathlib.Path)
    arguments = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if not chromium:
        sys.exit("page-checks.py: Chromium is missing")
    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    port = site.server_address[1]
    folder = pathlib.Path(tempfile.mkdtemp())
    server, address = start(arguments.program, folder, port)
    checks = Checks(arguments.screenshots)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
            )
            run(checks, browser, address, f"http://localhost:{port}")
            browser.close()
    finally:
        server.terminate()
        server.wait()
        shutil.rmtree(folder)
    print(f"{checks.count} checks, {len(checks.failures)} failed")
    sys.exit(1 if checks.failures else 0)


def run(checks, browser, address, site):
    plain = browser.new_context().new_page()
    structure = structure_of(plain, address, site + "/plain")
    for theme in ["light", "dark"]:
        for width in [1280, 360]:
            name = f"{theme}-{width}"
            page = browser.new_context(
                color_scheme=theme, viewport={"width": width, "height": 900}
            ).new_page()
            look(checks, page, address, site + "/plain", name, structure)
            accessible(checks, page, name)
            # An address of 1.2 kB is cut, and what is below it stays on the first screen.
            long = f"{site}/{'long' * 270}?" + "&".join(f"a{number}=1" for number in range(24))
            page.goto(address + "?url=" + urllib.parse.quote(long, safe=""))
            low = page.evaluate("document.querySelector('nav').getBoundingClientRect().bottom")
            checks.expect(f"{name}: a long address leaves room", low <= 900, low)
            accessible(checks, page, f"{name} long")
            cut = page.evaluate("""() => [...document.querySelectorAll(".tags")].map(e =>
              e.scrollWidth - e.clientWidth)""")
            checks.expect(f"{name}: no tag is cut", cut == [0], cut)
            if checks.screenshots:
                checks.screenshots.mkdir(parents=True, exist_ok=True)
                page.screenshot(path=checks.screenshots / f"{name}.png", full_page=True)
            for path in ["", "problems", "?url=shop://x", "?url=http://10.0.0.1/"]:
                page.goto(address + path)
                accessible(checks, page, f"{name} /{path}")
    for number in range(len(CORPUS)):
        page = browser.new_context().new_page()
        look(checks, page, address, f"{site}/{number}", f"corpus {number}", structure)
        # And the text as the URL itself.
        page.goto(address + "?url=" + urllib.parse.quote(CORPUS[number], safe=""))
        value = page.evaluate("document.querySelector('#url').value")
        checks.expect(f"corpus {number} in the form", page.evaluate("window.hit") is None, value)
    use(checks, browser, address, site + "/plain")


def use(checks, browser, address, url):
    """Uses the page with the keyboard, without scripts and with them."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type(url)
    page.keyboard.press("Enter")
    page.wait_for_url("**/?url=*")
    checks.expect("the form works without scripts", page.locator("h1").inner_text() == url)
    page.locator("#url").fill("shop.invalid/socks")
    page.keyboard.press("Enter")
    page.wait_for_url("**/?url=shop.invalid*")
    asked = page.locator("p.notice").inner_text()
    checks.expect("the form takes an address without a scheme", "not-a-page" not in asked, asked)
    page.go_back()
    shared = page.get_by_role("link", name="Link to this answer").get_attribute("href")
    page.get_by_role("button", name="Load again").click()
    page.wait_for_url("**" + shared)
    checks.expect("loading again leads to the link to share", page.url.endswith(shared), page.url)
    checks.expect("there are no buttons that need scripts",
                  page.get_by_role("button", name="Copy").count() == 0)
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(address + "?url=" + urllib.parse.quote(url, safe=""))
    text = page.locator("pre.copy").last.inner_text()
    page.get_by_role("button", name="Copy").last.click()
    page.get_by_text("Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    checks.expect("the corrected tags are copied", copied.strip() == text.strip(), copied)


if __name__ == "__main__":
    main()
