#!/usr/bin/env python3
"""Opens the screen of tenon-runs in headless Chromium, and checks what people meet there.

    Tools/screen-checks.py PROGRAM [--screenshots FOLDER]

PROGRAM is tenon-runs, built with SQLite. The script makes a store with the runs of Tools/README.md and with
hostile text in every name and payload, and checks in both themes, at three widths, with scripts and without:

- axe finds no violation of WCAG 2.1 A and AA, which includes the contrast of all text;
- no hostile text becomes an element, an attribute or a script, and no policy is violated;
- no page is wider than the window, and the keyboard alone finds a run and cancels it;
- pages follow the store, while a run that somebody looks at stays open;
- another site can neither read, nor frame, nor act.

Needs Chromium, and the packages playwright and axe-playwright-python (no browser of theirs).
"""

import argparse
import contextlib
import http.server
import json
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import threading
import urllib.parse

import transcripts
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

CORPUS = [
    "<script>window.hit=1</script>", "\"><img src=x onerror=window.hit=1>",
    "' autofocus onfocus=window.hit=1 x='", "</title><svg onload=window.hit=1>",
    "</pre></textarea><iframe srcdoc='<script>parent.hit=1</script>'>", "{{{url}}}{{#x}}",
    "javascript:window.hit=1", "\u202egpj.exe", "\"\u0301 onmouseover=window.hit=1 x=\u0301\"",
    "<\u0338script>window.hit=1</script>", "&lt;b&gt;&#60;script&#62;window.hit=1", "`${window.hit=1}`",
    "]]><!--<script>window.hit=1//-->", "../../etc/passwd", "a&of=b#c?d=e+f%2F", "long" * 200,
    "\u00e4\u0301\u202e " * 1500,
]


def add(database, number, name, step="step"):
    """Adds a run that failed, with a text as each of its names and payloads."""
    time = 1741942700000 + number
    columns = (number, name, name, time, time + 50, name, name)
    database.execute(
        "INSERT INTO tenon_runs VALUES (?, ?, ?, 1, ?, NULL, 3, NULL, NULL, ?, ?, 1, 30000, 0, 0, 0, 7, 2, 0,"
        " NULL, ?, '', 0, NULL, NULL)",
        columns,
    )
    value = json.dumps(name).encode()
    database.execute("INSERT INTO tenon_inputs VALUES (?, ?)", (number, value))
    path = "/" + step.replace("%", "%25").replace("/", "%2F")
    database.execute(
        "INSERT INTO tenon_records VALUES (?, ?, 0, 1, ?, 40, ?, ?)", (number, path, time + 40, name, value)
    )
    database.execute("INSERT INTO tenon_signals VALUES (?, ?, ?, ?)", (number, name, time, name.encode()))
    database.execute("INSERT INTO tenon_ends VALUES (?, ?, ?, NULL)", (number, name, name))


def spoil(path):
    with contextlib.closing(sqlite3.connect(path)) as database:
        for number, text in enumerate(CORPUS):
            add(database, 100 + number, text, step=text)
        database.commit()


@contextlib.contextmanager
def screen(program, store, *words):
    """Serves a screen; gives the printed address."""
    server = subprocess.Popen([program, "serve", "--store", store, *words], stdout=subprocess.PIPE, text=True)
    try:
        yield server.stdout.readline().split()[-1]
    finally:
        server.terminate()
        server.wait()


class Checks:
    def __init__(self):
        self.failures = []
        self.count = 0

    def expect(self, what, is_true, detail=""):
        self.count += 1
        if not is_true:
            self.failures.append(what)
            print(f"FAILED {what}: {detail}")


ELEMENTS = """() => [...document.querySelectorAll("*")].map(e =>
  e.localName + " " + [...e.attributes].map(a => a.name).sort().join(" "))"""


# Open details, and tips over long names.
ALLOWED = {"details id open", "body ", "dd title", "h1 title", "th scope title"}


def watched(page):
    """The errors of a page, which grow while it is used."""
    errors = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("dialog", lambda dialog: errors.append("dialog"))
    return errors


def accessible(checks, page, name):
    results = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]})
    found = [(v["id"], v["nodes"][0]["html"][:160]) for v in results.response["violations"]]
    checks.expect(f"{name}: axe", not found, found)


PAGES = {
    "runs": "/", "set-aside": "/?status=set-aside", "nothing": "/?workflow=none",
    "several": "/?status=failed&status=waiting&tag=a%3Db", "mistake": "/?tag=a",
    "retry": "/act?do=retry-runs&of=status%3Dfailed", "run": "/run?id=order-17",
    "failed": "/run?id=order-18", "waiting": "/run?id=order-19", "queues": "/queues", "schedules": "/schedules",
    "cancel": "/act?do=cancel&of=order-19", "send": "/act?do=send&of=order-19&signal=approval",
    "fork": "/act?do=fork&of=order-17&from=%2Ffulfil%20order%2Fcharge", "missing": "/run?id=none",
}


def look(checks, browser, address, screenshots):
    """Looks at all pages in both themes at three widths."""
    home = address.split("?")[0].rstrip("/")
    for theme in ["light", "dark"]:
        for width in [360, 800, 1400]:
            context = browser.new_context(color_scheme=theme, viewport={"width": width, "height": 900})
            page = context.new_page()
            page.goto(address)
            for name, target in PAGES.items():
                page.goto(home + target)
                accessible(checks, page, f"{name}, {theme}, {width}")
                wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
                checks.expect(f"{name}, {width}: no wider than the window", wide <= 0, wide)
                if screenshots:
                    page.screenshot(path=screenshots / f"{name}-{theme}-{width}.png", full_page=True)
            context.close()


def attack(checks, browser, address):
    """Opens pages with hostile text, and sends requests from another site."""
    home = address.split("?")[0].rstrip("/")
    context = browser.new_context(viewport={"width": 360, "height": 900})
    page = context.new_page()
    errors = watched(page)
    page.goto(address)
    checks.expect("the token is in no address", page.url == home + "/", page.url)
    known = set()
    for target in PAGES.values():
        page.goto(home + target)
        known |= set(page.evaluate(ELEMENTS))
    errors.clear()  # That a page is missing is one.
    page.goto(home + "/?status=failed")
    names = page.locator("tbody th a").all_inner_texts()
    checks.expect("all hostile names are listed", len(names) == len(CORPUS) + 1, names)
    for number, text in enumerate(CORPUS):
        page.goto(home + "/run?id=" + urllib.parse.quote(text, safe=""))
        page.evaluate("document.querySelectorAll('details').forEach(e => e.open = true)")
        unknown = sorted(set(page.evaluate(ELEMENTS)) - known - ALLOWED)
        checks.expect(f"corpus {number}: no element of hostile text", not unknown, unknown)
        checks.expect(f"corpus {number}: no script runs", page.evaluate("window.hit") is None)
        wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        checks.expect(f"corpus {number}: no wider than the window", wide <= 0, wide)
        protocols = page.evaluate("() => [...document.links].map(a => a.protocol)")
        checks.expect(f"corpus {number}: links lead here", set(protocols) == {"http:"}, protocols)
        page.get_by_role("link", name="Retry").click()
        checks.expect(f"corpus {number}: the question", page.evaluate("window.hit") is None)
        value = page.locator("input[name=of]").get_attribute("value")
        checks.expect(f"corpus {number}: the form has the name", value == text, value)
    checks.expect("no policy is violated", not errors, errors)
    other(checks, context, home)
    context.close()


def other(checks, context, home):
    """A page of another site in a browser that has the cookie."""

    class Site(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(
                f"""<iframe src="{home}/"></iframe><form method=post action="{home}/act">
                <input name=do value=cancel><input name=of value=order-19><button>go</button></form>""".encode()
            )

        def log_message(self, *_):
            pass

    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    page = context.new_page()
    # The same host at another port gets the cookie, too: only the headers tell them apart.
    page.goto(f"http://127.0.0.1:{site.server_address[1]}/")
    frame = page.frames[1].locator("h1")
    checks.expect("no page is framed", frame.count() == 0 or "Runs" not in frame.inner_text())
    fetched = page.evaluate(
        "home => fetch(home + '/', {credentials: 'include'}).then(a => a.text(), e => 'refused')", home
    )
    checks.expect("no page is read", fetched == "refused", fetched[:80])
    page.get_by_role("button", name="go").click()
    page.wait_for_load_state()
    text = page.locator("main").inner_text()
    checks.expect("no form is taken", "comes from another site" in text, text)
    site.shutdown()


def use(checks, browser, address, store):
    """Finds a run and cancels it with the keyboard, without scripts; then lets pages follow the store."""
    home = address.split("?")[0].rstrip("/")
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    page.keyboard.press("Tab")
    checks.expect("the first link skips to the content", page.locator(":focus").inner_text().startswith("Skip"))
    for _ in range(4):
        page.keyboard.press("Tab")
    page.keyboard.type("order-21")
    page.keyboard.press("Enter")
    page.wait_for_url("**/run?id=order-21")
    tab_to(page, "Cancel")
    page.keyboard.press("Enter")
    page.wait_for_url("**/act?**")
    tab_to(page, "Cancel")
    page.keyboard.press("Enter")
    page.wait_for_url("**/run?id=order-21&said=*")
    checks.expect("the run was cancelled", page.locator(".head .badge").inner_text() == "cancelled")
    context.close()

    context = browser.new_context()
    page = context.new_page()
    errors = watched(page)
    page.goto(address)
    page.goto(home + "/run?id=order-19")
    page.locator("summary").first.click()
    page.wait_for_timeout(500)
    with contextlib.closing(sqlite3.connect(store)) as database:
        database.execute(
            "INSERT INTO tenon_records VALUES (3, '/fulfil order/late', 0, 3, 1741942600900, 10, '', ?)", (b"1",)
        )
        database.commit()
    page.get_by_text("/fulfil order/late").first.wait_for(timeout=10_000)
    checks.expect("what was open stays open", page.locator("details[open]").count() == 1)
    focused = page.evaluate("document.activeElement.localName")
    checks.expect("the focus stays", focused == "summary", focused)
    page.goto(home + "/")
    page.wait_for_timeout(500)
    with contextlib.closing(sqlite3.connect(store)) as database:
        add(database, 500, "a new one")
        database.commit()
    page.get_by_role("rowheader", name="a new one").wait_for(timeout=10_000)
    checks.expect("no error", not errors, errors)
    context.close()


def tab_to(page, text):
    """Presses the key for the next element until it has a text."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.locator(":focus").count() and page.locator(":focus").inner_text() == text:
            return
    raise AssertionError(f"the keyboard does not reach '{text}'")


def main():
    parser = argparse.ArgumentParser(description="Checks the screen of tenon-runs.")
    parser.add_argument("program")
    parser.add_argument("--screenshots", type=pathlib.Path)
    arguments = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if not chromium:
        sys.exit("screen-checks.py: Chromium is missing")
    if arguments.screenshots:
        arguments.screenshots.mkdir(parents=True, exist_ok=True)
    checks = Checks()
    with transcripts.store() as store, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        with screen(arguments.program, store) as address:
            look(checks, browser, address, arguments.screenshots)
            spoil(store)
            attack(checks, browser, address)
            use(checks, browser, address, store)
        browser.close()
    print(f"{checks.count} checks, {len(checks.failures)} failed")
    sys.exit(1 if checks.failures else 0)


if __name__ == "__main__":
    main()
