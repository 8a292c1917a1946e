"use strict";
// Replaces what the page shows when the server says that it has changed.
(() => {
  // A notice is shown once; the address of the page does not name it any longer.
  const address = new URL(location.href);
  if (address.searchParams.has("said")) {
    address.searchParams.delete("said");
    history.replaceState(null, "", address);
  }
  const live = () => document.getElementById("live");
  const note = document.getElementById("live-note");
  if (!live() || !note || !window.EventSource) return;
  let source = null;
  let isLoading = false;
  let isStale = false;

  function say(text) {
    if (note.textContent !== text) note.textContent = text;
    note.hidden = text === "";
  }

  // What a person reads with the keyboard or has marked stays where it is.
  const isMarking = () => {
    const selection = getSelection();
    return selection && selection.type === "Range" && live().contains(selection.anchorNode);
  };

  const nameOf = (element) => element.id || element.getAttribute("href");

  function replace(fresh) {
    const old = live();
    const open = [...old.querySelectorAll("details[open]")].map((details) => details.id);
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const name = focused && (focused.closest("details[id] > summary")?.parentElement.id || nameOf(focused));
    old.replaceWith(document.adoptNode(fresh));
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    if (!name) return;
    const same = [...fresh.querySelectorAll("a, summary")].find((element) =>
      nameOf(element) === name || element.parentElement.id === name);
    same?.focus({ preventScroll: true });
  }

  async function load() {
    if (isLoading || isMarking()) {
      isStale = true;
      return;
    }
    isLoading = true;
    isStale = false;
    try {
      const answer = await fetch(location.pathname + location.search);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("live");
      if (fresh) {
        replace(fresh);
        say("");
      } else {
        say("What this page shows is gone, or the store does not answer: " + page.title);
      }
    } catch {
      say("The program that serves this page does not answer.");
    }
    isLoading = false;
    if (isStale && !isMarking()) load();
  }

  function open() {
    if (source) return;
    const page = encodeURIComponent(location.pathname + location.search);
    source = new EventSource("/events?seen=" + live().dataset.seen + "&page=" + page);
    source.addEventListener("change", load);
    source.addEventListener("away", () => say("The store does not answer. The page shows what it said last."));
    source.onerror = () => {
      const isOver = source && source.readyState === EventSource.CLOSED;
      say(isOver
        ? "This page is not told what changes: too many pages are open, or it is of another start. Load it again."
        : "The program that serves this page does not answer.");
    };
    source.onopen = () => say("");
  }

  function close() {
    source?.close();
    source = null;
  }

  // A page that nobody sees needs no connection, of which a browser has few.
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  document.addEventListener("selectionchange", () => {
    if (isStale && !isMarking()) load();
  });
  addEventListener("pagehide", close);
  addEventListener("pageshow", () => { if (!document.hidden) open(); });
})();
