#if Logging
/// Decides which of many equal events are written: the first one, and one for all others of an
/// interval.
struct RepeatLimit<Key: Hashable & Sendable, Line: Sendable>: Sendable {
  enum Answer: Sendable {
    /// Write it, and ask for what is due at this moment.
    case write(Int64)
    /// It was counted; the line that it replaces is to be released without a lock.
    case hold(replaced: Line?)
  }

  private struct Held: Sendable {
    var until: Int64
    var count = 0
    var last: Line?
  }

  private let interval: Int64
  private var held: [Key: Held] = [:]

  init(interval: Int64) { self.interval = interval }

  var count: Int { held.count }

  /// The next moment at which something is due.
  var next: Int64? { held.values.map(\.until).min() }

  mutating func event(_ key: Key, _ line: Line, at now: Int64) -> Answer {
    guard let old = held[key] else {
      held[key] = Held(until: now + interval)
      return .write(now + interval)
    }
    held[key] = Held(until: old.until, count: old.count + 1, last: line)
    return .hold(replaced: old.last)
  }

  /// The lines of intervals that have ended, with the number of events that each stands for.
  mutating func due(at now: Int64) -> [(Line, count: Int)] {
    var lines: [(Line, count: Int)] = []
    for (key, entry) in held where entry.until <= now {
      guard let last = entry.last else {
        held[key] = nil
        continue
      }
      lines.append((last, entry.count))
      held[key] = Held(until: now + interval)
    }
    return lines
  }

  /// All lines that have not been written.
  mutating func flush() -> [(Line, count: Int)] {
    defer { held = [:] }
    return held.values.compactMap { entry in entry.last.map { ($0, entry.count) } }
  }
}
#endif
