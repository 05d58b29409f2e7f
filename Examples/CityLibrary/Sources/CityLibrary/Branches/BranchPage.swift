import Foundation
import LibraryModel
import StagecraftGTK

/// The page of a branch on the web, in the reader's language, light and dark; it needs no network.
@MainActor
struct BranchPage {
  let branch: Branch
  let moment: Moment

  var html: String {
    """
    <!doctype html>
    <html lang="\(TextCatalogue.current.language)" dir="\(isRightToLeft ? "rtl" : "ltr")">
    <meta charset="utf-8"><title>\(Self.escaped(branch.name))</title>
    <style>\(Self.style)</style>
    <header style="--hue: \(branch.id * 47 + 160)">\(Self.house)
    <h1>\(Self.escaped(branch.name))</h1>
    <p><bdi>\(Self.escaped(branch.street))</bdi> · \(branch.openingText(at: moment))</p></header>
    <main>
    <section><h2>\(text("Events"))</h2>\(events)</section>
    <section><h2>\(text("Opening Hours"))</h2><table>\(hours)</table></section>
    <section><h2>\(text("How to Get There"))</h2>\(ways)</section>
    </main></html>
    """
  }

  private var isRightToLeft: Bool { Appearance.textDirection == .rightToLeft }

  private var events: String {
    let items = branch.events(from: moment.day).map { event in
      """
      <li><b>\(event.day.weekdayText), \(event.day.shortText)</b>
      <span>\(text(event.kind.rawValue))</span> <time><bdi>\(event.hour.hourText)</bdi></time></li>
      """
    }
    return items.isEmpty ? "<p>\(text("Nothing is planned."))</p>" : "<ul>\(items.joined())</ul>"
  }

  private var hours: String {
    let monday = moment.day + (1 - moment.day.weekday)
    return (0..<7).map { number in
      let day = monday + number
      let hours = branch.hours(on: day).map(\.hoursText) ?? text("closed")
      return "<tr\(day == moment.day ? " class=today" : "")><th>\(day.weekdayText)<td>\(hours)"
    }.joined()
  }

  private var ways: String {
    let stop = Self.escaped(branch.name)
    return [
      text("Bus %d to “%@”, every %d minutes.", 20 + branch.id * 7, stop, 5 + branch.id),
      text("Two minutes on foot from the stop; the entrance has no steps."),
      text("There are racks for %d bicycles.", 12 + branch.id * 4),
    ].map { "<p>\($0)</p>" }.joined()
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }

  private static let house = """
    <svg viewBox="0 0 120 60" aria-hidden="true"><path d="M8 56V26L60 6l52 20v30zM2 56h116v3H2z"/>
    <g fill="#000" fill-opacity=".5"><path d="M24 34h8v16h-8zM42 34h8v16h-8zM70 34h8v16h-8z"/>
    <path d="M88 34h8v16h-8zM56 38h8v18h-8z"/><circle cx="60" cy="20" r="5"/></g></svg>
    """

  private static let style = """
    :root { color-scheme: light dark; --ink: #241f31; --dim: #5e5c64; --paper: #fafafa;
      --line: #0002; --card: #fff; --accent: #1a5fb4; }
    @media (prefers-color-scheme: dark) { :root { --ink: #fff; --dim: #c0bfbc; --paper: #242424;
      --line: #fff3; --card: #303030; --accent: #99c1f1; } }
    @media (prefers-contrast: more) { :root { --dim: var(--ink); --line: currentColor; } }
    body { margin: 0; font: 1rem/1.5 Cantarell, system-ui, sans-serif; color: var(--ink);
      background: var(--paper); }
    header { padding: 32px 24px; color: #fff; background: linear-gradient(160deg,
      hsl(var(--hue) 45% 34%), hsl(calc(var(--hue) + 40) 50% 22%)); overflow: hidden; }
    header svg { float: inline-end; height: 84px; fill: #fff; opacity: .3; }
    @media (max-width: 420px) { header svg { display: none; } }
    h1 { margin: 0; font-size: 1.9rem; } header p { margin: 4px 0 0; }
    main { max-width: 640px; margin: auto; padding: 8px 24px 40px; }
    h2 { font-size: 1.1rem; margin: 28px 0 10px; }
    ul, table { width: 100%; margin: 0; padding: 0; background: var(--card); border-radius: 12px;
      box-shadow: 0 0 0 1px var(--line); border-spacing: 0; }
    li, th, td { padding: 9px 16px; } li + li, tr + tr > * { border-top: 1px solid var(--line); }
    li { display: grid; grid-template-columns: 1fr auto; } li b { grid-column: 1 / 3;
      font-size: .86rem; color: var(--accent); }
    time, td { font-variant-numeric: tabular-nums; text-align: end; }
    th { font-weight: normal; text-align: start; } .today > * { font-weight: bold; }
    .today th::before { content: "● "; color: var(--accent); }
    section > p { margin: 0 0 6px; color: var(--dim); }
    """
}
