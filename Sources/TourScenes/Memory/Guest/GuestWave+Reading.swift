internal import Foundation
internal import Stagecraft

extension GuestWave {
  /// The level by its name.
  var levelName: String { PressureLevel(rawValue: level)?.description ?? "\(level)" }

  /// Whether everything goes that may.
  var isCritical: Bool { level == PressureLevel.critical.rawValue }

  var released: Int { entries.reduce(0) { $0 + $1.released } }

  /// Whether what costs less was asked before what costs more, and what was kept costs no less than
  /// all that was given back.
  var isCheapestFirst: Bool {
    let asked = entries.filter { !$0.isKept }.map(\.cost)
    let kept = entries.filter(\.isKept).map(\.cost)
    return zip(asked, asked.dropFirst()).allSatisfy { $0 <= $1 }
      && kept.allSatisfy { $0 >= asked.max() ?? 0 }
  }

  /// Whether it stopped when it had enough, and not before.
  var isMeasured: Bool {
    guard !isCritical, let target else { return entries.allSatisfy { !$0.isKept } }
    let last = entries.last { !$0.isKept }?.released ?? 0
    let isEnough = released >= target
    return (isEnough || entries.allSatisfy { !$0.isKept })
      && (target == 0 || released - last < target)
  }

  /// Whether somebody whose losses are for good was asked.
  var isLossy: Bool { entries.contains { $0.cost == RebuildCost.lossy.rawValue } }

  /// The wave for readers.
  func lines(width: Int) -> [String] {
    let time = String(format: "%6.2f s", Double(milliseconds) / 1000)
    let resident =
      if let before, let after {
        "resident \(before.inMegabytes) → \(after.inMegabytes)"
      } else {
        ""
      }
    let given = entries.filter { $0.released > 0 }.map { entry in
      let cost = RebuildCost(rawValue: entry.cost)?.description ?? ""
      let time = Duration.microseconds(entry.microseconds).reading
      return "\(entry.name) (\(cost)) \(entry.released.inMegabytes) in \(time)"
    }
    let held = kept.filter { $0.bytes > 0 }.map { "\($0.name) \($0.bytes.inMegabytes)" }
    var lines = ["\(time)  \(levelName.padded(to: 8))  \(cause)"]
    lines[0] = lines[0].padded(to: width - resident.count) + resident
    lines += Self.item("gave back", given, width)
    lines += Self.item("kept", held, width)
    return lines.map(\.trimmingTrailingSpaces)
  }

  /// Items under a name, none of them broken in two.
  private static func item(_ name: String, _ items: [String], _ width: Int) -> [String] {
    let indent = 10
    let label = name.padded(to: 11)
    let text = items.map { $0.replacing(" ", with: "\u{A0}") }.joined(separator: ", ")
    let lines = (items.isEmpty ? "nothing" : text).wrapped(to: width - indent - label.count)
      .map { $0.replacing("\u{A0}", with: " ") }
    return lines.enumerated().map { number, line in
      String(repeating: " ", count: indent)
        + (number == 0 ? label : String(repeating: " ", count: label.count)) + line
    }
  }
}
