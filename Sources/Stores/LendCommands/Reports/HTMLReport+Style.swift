#if SQLite || PostgreSQL
extension HTMLReport {
  static let style = """

    :root {
      --ground: #fbfbfa; --card: #fff; --ink: #1d2125; --quiet: #5b656e; --rule: #e1e5e8;
      --free: #1a7f4b; --lent: #1f63c4; --overdue: #a65a00; --quarantined: #b3261e;
      --waiting: #6a3fb5; --retired: #6b7580;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #14171a; --card: #1d2125; --ink: #e8eaed; --quiet: #a3adb7; --rule: #343a40;
        --free: #5bd197; --lent: #85b4ff; --overdue: #f2b05e; --quarantined: #ff8f85;
        --waiting: #c3a5ff; --retired: #97a1ab;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 72rem;
      font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground);
    }
    header p, small { color: var(--quiet); }
    h1 { margin: 0; font-size: 1.75rem; overflow-wrap: anywhere; }
    h2 { margin: 2rem 0 .5rem; font-size: 1.1rem; }
    header p { margin: .25rem 0 1.5rem; overflow-wrap: anywhere; }
    small { display: block; font-size: .85em; }
    .tiles { display: flex; flex-wrap: wrap; gap: .75rem; margin: 0; padding: 0; list-style: none; }
    .tiles li {
      flex: 1 1 8rem; padding: .75rem 1rem; border: 1px solid var(--rule); border-radius: .5rem;
      border-top: 4px solid var(--tone); background: var(--card); color: var(--quiet);
    }
    .tiles b { display: block; font-size: 1.75rem; line-height: 1.2; color: var(--tone); }
    .free { --tone: var(--free); } .lent { --tone: var(--lent); }
    .overdue, .draining { --tone: var(--overdue); } .quarantined { --tone: var(--quarantined); }
    .waiting { --tone: var(--waiting); } .retired { --tone: var(--retired); }
    .state { color: var(--tone); font-weight: 600; }
    .label {
      display: inline-block; padding: 0 .5em; border: 1px solid var(--rule); border-radius: 1em;
      font-size: .85em;
    }
    .scroll {
      overflow-x: auto; border: 1px solid var(--rule); border-radius: .5rem;
      background: var(--card);
    }
    table { width: 100%; border-collapse: collapse; }
    th, td { padding: .5rem .75rem; text-align: left; vertical-align: top; }
    th { color: var(--quiet); font-weight: 500; font-size: .85em; white-space: nowrap; }
    tbody tr { border-top: 1px solid var(--rule); }
    td { font-variant-numeric: tabular-nums; overflow-wrap: break-word; }
    code { font: .9em ui-monospace, monospace; }

    """
}
#endif
