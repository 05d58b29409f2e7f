internal import Foundation
internal import Stagecraft

/// What the guest has to say, a line of JSON for each.
package enum GuestLine: Codable, Sendable {
  case began(GuestBeginning)
  case working(GuestProgress)
  case wave(GuestWave)
  case ended(GuestSummary)

  /// What a line says; nil: it is none of the guest's.
  init?(line: some Collection<UInt8>) {
    guard let read = try? JSONDecoder().decode(Self.self, from: Data(line)) else { return nil }
    self = read
  }

  /// The line, with its end.
  var line: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return [UInt8]((try? encoder.encode(self)) ?? Data()) + [UInt8(ascii: "\n")]
  }
}

/// How the guest stands before it works.
package struct GuestBeginning: Codable, Sendable {
  package var process: Int32
  /// What its monitor watches, and why not the rest.
  package var sources: [String]
  package var isWatching: Bool
  package var resident: Int
}

/// How the guest stands at its work.
package struct GuestProgress: Codable, Sendable {
  package var milliseconds: Int
  package var made: Int
  package var resident: Int
}

/// One pass over those who can give memory back.
package struct GuestWave: Codable, Sendable {
  /// Who was asked, and what came of it.
  package struct Entry: Codable, Sendable {
    package var name: String
    package var cost: Int
    package var estimated: Int?
    package var released: Int
    package var isKept: Bool
    package var microseconds: Int
  }

  /// What somebody still holds after the pass.
  package struct Held: Codable, Sendable {
    package var name: String
    package var bytes: Int
  }

  package var milliseconds: Int
  package var level: Int
  package var cause: String
  package var target: Int?
  package var entries: [Entry]
  package var kept: [Held]
  package var before: Int?
  package var after: Int?
  package var trimMicroseconds: Int?
  package var microseconds: Int
}

/// What came of it all.
package struct GuestSummary: Codable, Sendable {
  package var made: Int
  package var milliseconds: Int
  package var passes: Int
  package var released: Int
  package var peak: Int
  /// How often the reader's shelf was looked through, and found as it was.
  package var checks: Int
  package var isShelfIntact: Bool
  package var notes: Int
  package var areNotesIntact: Bool
}

extension GuestWave {
  init(_ report: ReliefReport, kept: [Held], at time: Duration) {
    self.init(
      milliseconds: Int(time.milliseconds), level: report.level.rawValue,
      cause: "\(report.cause)", target: report.target,
      entries: report.entries.map { entry in
        Entry(
          name: entry.name, cost: entry.cost.rawValue, estimated: entry.estimated,
          released: entry.released, isKept: entry.isKept,
          microseconds: Int(entry.duration / .microseconds(1)))
      },
      kept: kept, before: report.residentBefore, after: report.residentAfter,
      trimMicroseconds: report.heapTrim.map { Int($0 / .microseconds(1)) },
      microseconds: Int(report.duration / .microseconds(1)))
  }
}

extension ReliefReport.Entry {
  fileprivate var isKept: Bool {
    if case .kept = outcome { true } else { false }
  }
}
