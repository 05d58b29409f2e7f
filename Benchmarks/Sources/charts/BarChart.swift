/// A chart with one group of bars for each case, on a logarithmic axis of time.
struct BarChart {
  struct Group {
    var label: String
    var caseName: String
    var bars: [Figure]
  }

  let name: String
  let title: String
  let groups: [Group]
  let scale: LogScale

  /// The chart of `plan`, or nil if `table` has none of its cases.
  init?(_ plan: ChartPlan, _ table: FigureTable) {
    groups = plan.cases.compactMap { planned in
      let bars = table.times(of: plan.bench, planned.name)
      if bars.isEmpty { return nil }
      return Group(label: planned.label, caseName: planned.name, bars: bars)
    }
    guard let scale = LogScale(covering: groups.flatMap(\.bars).map(\.ns)) else { return nil }
    self.scale = scale
    name = plan.name
    title = plan.title
  }
}

// MARK: - Drawing

extension BarChart {
  private static let margin = 20.0
  private static let plotWidth = 470.0
  /// Reserves space for a name and a time to the right of the longest bar.
  private static let width = 760.0
  private static let top = 84.0
  private static let barHeight = 14.0
  private static let barStep = 19.0
  private static let headingHeight = 24.0
  private static let groupGap = 14.0

  /// The whole file, in the colours that the reader prefers, light or dark.
  var svg: String {
    var y = Self.top
    var body = ""
    for group in groups {
      body += text(group.label, x: Self.margin, y: y + 13, style: "case")
      body += text(group.caseName, x: Self.width - Self.margin, y: y + 13, style: "name end")
      y += Self.headingHeight
      for bar in group.bars {
        body += draw(bar, y: y)
        y += Self.barStep
      }
      y += Self.groupGap
    }
    let description = "\(title). Bars on a logarithmic axis of time; shorter is faster."
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width.svg) \(y.svg)" \
      width="\(Self.width.svg)" height="\(y.svg)" role="img" aria-label="\(description.escaped)">
      \(Self.style)
      <rect class="back" width="\(Self.width.svg)" height="\(y.svg)" rx="8"/>
      \(text(title, x: Self.margin, y: 30, style: "title"))\
      \(text("Logarithmic axis; shorter is faster.", x: Self.margin, y: 50, style: "note"))\
      \(grid(to: y - Self.groupGap))\(body)</svg>

      """
  }

  private func draw(_ bar: Figure, y: Double) -> String {
    let style = bar.isOurs ? "ours" : bar.isFloor ? "floor" : "other"
    let length = scale.position(of: bar.ns) * Self.plotWidth
    let label = "\(bar.subject) \(timeText(bar.ns))"
    let rect = """
      <rect class="\(style)" x="\(Self.margin.svg)" y="\(y.svg)" width="\(length.svg)" \
      height="\(Self.barHeight.svg)" rx="2"/>

      """
    return rect
      + text(label, x: Self.margin + length + 6, y: y + 11.5, style: bar.isOurs ? "mine" : "bar")
  }

  private func grid(to bottom: Double) -> String {
    scale.decades.map { decade in
      let x = Self.margin + scale.position(of: decade) * Self.plotWidth
      let line = """
        <line class="grid" x1="\(x.svg)" y1="\((Self.top - 6).svg)" x2="\(x.svg)" \
        y2="\(bottom.svg)"/>

        """
      return text(timeText(decade), x: x, y: Self.top - 12, style: "axis") + line
    }.joined()
  }

  private func text(_ content: String, x: Double, y: Double, style: String) -> String {
    "<text class=\"\(style)\" x=\"\(x.svg)\" y=\"\(y.svg)\">\(content.escaped)</text>\n"
  }

  private static let style = """
    <style>
    text { font: 12px system-ui, sans-serif; fill: #59636e }
    .back { fill: #ffffff }
    .title { font-size: 16px; font-weight: 600; fill: #1f2328 }
    .case { font-size: 13px; font-weight: 600; fill: #1f2328 }
    .name { font: 11px ui-monospace, monospace }
    .mine { font-weight: 600; fill: #1f2328 }
    .axis { font-size: 11px; text-anchor: middle }
    .end { text-anchor: end }
    .grid { stroke: #d1d9e0 }
    .ours { fill: #d2552b } .floor { fill: #c5cdd6 } .other { fill: #8c96a1 }
    @media (prefers-color-scheme: dark) {
    text { fill: #9198a1 }
    .back { fill: #0d1117 }
    .title, .case, .mine { fill: #f0f6fc }
    .grid { stroke: #30363d }
    .ours { fill: #f0855c } .floor { fill: #3d444d } .other { fill: #656c76 }
    }
    </style>
    """
}

extension String {
  fileprivate var escaped: String {
    String(
      flatMap { character -> String in
        switch character {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        default: String(character)
        }
      })
  }
}
