/// The style of the pages in light and dark mode.
enum Style {
  static let sheet = """
    :root {
      color-scheme: light dark;
      --page: #f6f7f9; --box: #fff; --text: #1d1d1f; --dim: #57606a; --line: #d0d7de;
      --accent: #0059b3; --on-accent: #fff; --fine: #0b6e4f; --wrong: #b3261e; --busy: #0059b3;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #0d1117; --box: #161b22; --text: #f2f3f5; --dim: #a3a9b4; --line: #3d444d;
        --accent: #6cb2ff; --on-accent: #0d1117; --fine: #5fd3a8; --wrong: #ff8a80; --busy: #6cb2ff;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0; background: var(--page); color: var(--text);
      font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", sans-serif;
    }
    header, main { max-width: 70rem; margin: 0 auto; padding: .75rem 1rem; }
    header { font-weight: 600; border-bottom: 1px solid var(--line); }
    header a { color: inherit; text-decoration: none; }
    h1 { font-size: 1.6rem; margin: .5rem 0; overflow-wrap: anywhere; }
    h2 { font-size: 1.15rem; margin: .25rem 0; overflow-wrap: anywhere; }
    a { color: var(--accent); }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    .skip { position: absolute; left: -99rem; }
    .skip:focus { left: 1rem; top: .5rem; background: var(--box); padding: .25rem .5rem; }
    .hidden {
      position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
      white-space: nowrap;
    }
    .cards {
      list-style: none; margin: 1rem 0; padding: 0; display: grid; gap: 1rem;
      grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr));
    }
    .card, .new, .notice {
      background: var(--box); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem;
    }
    .head { display: flex; gap: .75rem; align-items: center; justify-content: space-between; }
    .card p, .new p { margin: .4rem 0; }
    .goods, .remark { color: var(--dim); overflow-wrap: anywhere; }
    .badge {
      border: 1px solid currentColor; border-radius: 1rem; padding: 0 .7rem; font-size: .9rem;
      white-space: nowrap; color: var(--dim);
    }
    .running { color: var(--busy); } .succeeded { color: var(--fine); }
    .failed, .setAside { color: var(--wrong); }
    .progress { display: flex; gap: .75rem; align-items: center; }
    .progress label { flex: none; }
    progress { flex: 1; min-width: 0; height: .7rem; accent-color: var(--accent); }
    form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: .5rem 0; }
    input, button {
      font: inherit; color: inherit; border: 1px solid var(--dim); border-radius: .35rem;
      padding: .3rem .6rem; background: var(--box); min-height: 2.4rem; max-width: 100%;
    }
    input { flex: 1 1 7rem; min-width: 0; }
    button { background: var(--accent); border-color: var(--accent); color: var(--on-accent); cursor: pointer; }
    button.quiet { background: transparent; color: var(--wrong); border-color: var(--wrong); }
    .notice { border-left: .4rem solid var(--fine); }
    .notice.refused { border-left-color: var(--wrong); }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; }
    dt { color: var(--dim); } dd { margin: 0; }
    dl + h2, .scroll { margin-bottom: 1.25rem; }
    .scroll, .picture { overflow-x: auto; background: var(--box); border: 1px solid var(--line); border-radius: .5rem; }
    .picture { padding: .5rem; } .picture img { display: block; min-width: 40rem; width: 100%; height: auto; }
    table { border-collapse: collapse; width: 100%; }
    th, td { text-align: left; padding: .35rem .75rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
    tbody tr:last-child > * { border-bottom: 0; }
    table .number { text-align: right; font-variant-numeric: tabular-nums; }

    """
}
