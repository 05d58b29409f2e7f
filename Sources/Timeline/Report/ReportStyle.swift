extension TimelineReport {
  /// The colours and the layout of the page.
  static let style = #"""
    :root { color-scheme: light dark; --bg: #fff; --fg: #1a1a1a; --soft: #666; --line: #ddd;
      --panel: #f5f5f5; --link: #0b5cad; }
    @media (prefers-color-scheme: dark) { :root { --bg: #16181b; --fg: #e8e8e8; --soft: #a0a0a0;
      --line: #3a3d42; --panel: #212429; --link: #7db8f5; } }
    @media print { :root { --bg: #fff; --fg: #000; --soft: #444; --line: #bbb; --panel: #f5f5f5;
      --link: #000; } .tools, #reading { display: none; } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; padding: 1rem; max-width: 1800px; background: var(--bg);
      color: var(--fg); font: 15px/1.45 system-ui, sans-serif; }
    h1 { font-size: 1.4rem; margin: 0 0 .2rem; }
    h2 { font-size: 1.1rem; margin: 1.6rem 0 .4rem; }
    p, ul { margin: .3rem 0; } ul { padding-left: 1.2rem; }
    .soft { color: var(--soft); }
    button, input, select { font: inherit; color: inherit; background: var(--panel);
      border: 1px solid var(--line); border-radius: 5px; padding: .25rem .6rem; }
    button.go { background: none; border: 0; padding: 0; color: var(--link); text-align: left;
      cursor: pointer; text-decoration: underline; vertical-align: top; overflow-wrap: anywhere; }
    .tools { display: flex; flex-wrap: wrap; gap: .4rem; margin: .5rem 0; align-items: center; }
    .tools input { flex: 1 1 12rem; min-width: 8rem; }
    canvas { display: block; width: 100%; border: 1px solid var(--line); border-radius: 4px;
      background: var(--bg); }
    #lanes { cursor: crosshair; touch-action: pan-y; }
    #map { height: 36px; margin-bottom: 4px; touch-action: none; }
    #scroll { max-height: 70vh; overflow-y: auto; }
    @media print { #scroll { max-height: none; } }
    canvas:focus-visible, button:focus-visible, tr:focus-visible, input:focus-visible {
      outline: 3px solid var(--link); outline-offset: 1px; }
    .legend { display: flex; flex-wrap: wrap; gap: .2rem .9rem; font-size: .85rem; }
    .legend i { display: inline-block; width: .9em; height: .9em; margin-right: .35em;
      vertical-align: -.1em; border-radius: 2px; }
    #reading { background: var(--panel); border-radius: 5px; padding: .5rem .7rem; margin: .5rem 0;
      min-height: 4.5em; max-height: 14em; overflow: auto; font-size: .9rem;
      overflow-wrap: anywhere; }
    .wide { overflow-x: auto; }
    table { border-collapse: collapse; width: 100%; font-size: .9rem; }
    th, td { padding: .2rem .5rem; text-align: right; border-bottom: 1px solid var(--line);
      white-space: nowrap; }
    th:nth-child(-n+3), td:nth-child(-n+3) { text-align: left; }
    td:nth-child(-n+2) { white-space: normal; overflow-wrap: anywhere; min-width: 6rem; }
    th button { background: none; border: 0; padding: 0; font-weight: 600; cursor: pointer; }
    tbody tr { cursor: pointer; }
    tbody tr:hover, tbody tr.on { background: var(--panel); }
    .bars { display: flex; align-items: flex-end; gap: 2px; height: 60px; }
    .bars i { flex: 1; background: var(--link); min-height: 1px; }
    .hist { display: grid; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr));
      gap: 1rem; }
    .hist p { font-size: .85rem; }
    """#
}
