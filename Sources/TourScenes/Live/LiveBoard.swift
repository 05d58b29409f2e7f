internal import StageFloor

/// What a part of a scene has shown so far: things with their phases, and values.
///
/// A picture of it is a pure function of its state, the time and the size.
struct LiveBoard: Sendable {
  private struct Item: Sendable {
    let name: String
    /// The phases in order; each ends where the next one begins.
    var phases: [(isWaiting: Bool, start: Duration)]
    var end: Duration?
  }

  private struct Value: Sendable {
    let name: String
    var current: Int
    var limit: Int
  }

  private var items: [Item] = []
  private var values: [Value] = []
  private var places: [String: Int] = [:]

  var isEmpty: Bool { items.isEmpty && values.isEmpty }

  mutating func began(_ name: String, isWaiting: Bool, at time: Duration) {
    if let place = places[name] {
      items[place].phases.append((isWaiting, time))
      items[place].end = nil
    } else {
      places[name] = items.count
      items.append(Item(name: name, phases: [(isWaiting, time)]))
    }
  }

  mutating func ended(_ name: String, at time: Duration) {
    if let place = places[name] { items[place].end = time }
  }

  mutating func count(_ name: String, _ value: Int, of limit: Int?) {
    if let place = values.firstIndex(where: { $0.name == name }) {
      values[place].current = value
      values[place].limit = limit ?? max(values[place].limit, value)
    } else {
      values.append(Value(name: name, current: value, limit: limit ?? value))
    }
  }

  // MARK: Pictures

  /// The picture in at most this many columns and lines; without a height, each thing has a line.
  func picture(width: Int, height: Int?, at now: Duration) -> [LiveLine] {
    let width = max(1, width)
    let room = height.map { max(0, max(1, $0) - values.count) } ?? items.count
    // A line says how many things are left out.
    let shown = items.count <= room ? Array(items.indices) : chosen(max(0, room - 1))
    let names = shown.map { items[$0].name.count } + values.map(\.name.count)
    let margin = min(names.max() ?? 0, max(1, width * 2 / 5))
    let columns = max(1, width - margin - 1)
    let end =
      height == nil ? max(items.compactMap(\.end).max() ?? now, .nanoseconds(1)) : scale(now)
    var lines = shown.map { place in
      LiveLine(name: items[place].name, margin, bar(of: items[place], until: end, now, columns))
    }
    let rest = items.count - shown.count
    if rest > 0, room > 0 { lines.append(LiveLine(name: "… \(rest) more", width, [])) }
    lines += values.map { LiveLine(name: $0.name, margin, bar(of: $0, columns)) }
    return lines.prefix(height.map { max(1, $0) } ?? lines.count).map { $0.cut(to: width) }
  }

  /// The places of those that are in progress, then of those that ended last.
  private func chosen(_ count: Int) -> [Int] {
    let order = items.indices.sorted { one, other in
      let never = Duration.seconds(1 << 60)
      let (left, right) = (items[one].end ?? never, items[other].end ?? never)
      return left == right ? one < other : left > right
    }
    return order.prefix(count).sorted()
  }

  /// The time at the right edge: it doubles when it is reached, so that bars grow meanwhile.
  private func scale(_ now: Duration) -> Duration {
    var end = Duration.milliseconds(250)
    while end < now, end < .seconds(1 << 30) { end = end * 2 }
    return end
  }

  private func bar(
    of item: Item, until end: Duration, _ now: Duration, _ columns: Int
  ) -> [LiveLine.Part] {
    func column(_ time: Duration) -> Int {
      min(columns, max(0, Int((time / end * Double(columns)).rounded())))
    }
    var parts: [LiveLine.Part] = []
    var next = 0
    for (number, phase) in item.phases.enumerated() {
      let isLast = number == item.phases.count - 1
      let stop = isLast ? item.end ?? now : item.phases[number + 1].start
      let start = max(next, min(column(phase.start), columns - 1))
      if start > next { parts.append(.init(.space, start - next)) }
      // The last phase is always visible, and a wait that lasted for no time is not.
      let length = max(column(stop) - start, isLast && start < columns ? 1 : 0)
      if length > 0 { parts.append(.init(phase.isWaiting ? .waiting : .running, length)) }
      next = start + length
    }
    return parts
  }

  private func bar(of value: Value, _ columns: Int) -> [LiveLine.Part] {
    let number = " \(value.current)"
    // A part of a number would be another number.
    let text = number.count <= columns ? number : " …"
    let room = max(0, columns - text.count)
    let share = Double(max(0, value.current)) / Double(max(1, value.limit))
    let length = Int((min(1, share) * Double(room)).rounded())
    return [.init(.value, length), .init(.text, text)]
  }
}

/// A line of a picture: a name, and a bar in parts.
struct LiveLine: Sendable {
  enum Kind: Sendable { case space, waiting, running, value, text }

  struct Part: Sendable {
    let kind: Kind
    let text: String

    init(_ kind: Kind, _ count: Int) {
      self.kind = kind
      let stroke =
        switch kind {
        case .waiting: "░"
        case .running: "█"
        case .value: "▒"
        case .space, .text: " "
        }
      text = String(repeating: stroke, count: max(0, count))
    }

    init(_ kind: Kind, _ text: String) { (self.kind, self.text) = (kind, text) }
  }

  private var parts: [Part]

  init(name: String, _ margin: Int, _ bar: [Part]) {
    let short = name.count <= margin ? name : String(name.prefix(max(0, margin - 1))) + "…"
    parts = [Part(.text, bar.isEmpty ? short : short.padded(to: margin) + " ")] + bar
  }

  func cut(to width: Int) -> LiveLine {
    var (line, room) = (self, width)
    line.parts = parts.compactMap { part in
      defer { room -= part.text.count }
      return room > 0 ? Part(part.kind, String(part.text.prefix(room))) : nil
    }
    return line
  }

  /// Without colours.
  var text: String { parts.map(\.text).joined() }

  var columns: Int { parts.reduce(0) { $0 + $1.text.count } }

  /// With control codes for colours.
  var colored: String {
    parts.map { part in
      switch part.kind {
      case .waiting: "\u{1B}[33m\(part.text)\u{1B}[0m"
      case .running: "\u{1B}[32m\(part.text)\u{1B}[0m"
      case .value: "\u{1B}[36m\(part.text)\u{1B}[0m"
      case .space, .text: part.text
      }
    }.joined()
  }
}
