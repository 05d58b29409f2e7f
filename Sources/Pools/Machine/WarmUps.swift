/// The warm-ups under way, each with its own count.
struct WarmUps {
  private struct WarmUp {
    var ticket: UInt64
    var count: Int
  }

  /// The smallest count first: those that are reached stand in front.
  private var all: [WarmUp] = []

  /// The largest count; 0 when none is under way.
  var target: Int { all.last?.count ?? 0 }

  /// - Complexity: O(*n*) in the number of warm-ups under way.
  mutating func add(_ ticket: UInt64, to count: Int) {
    let place = all.firstIndex { $0.count > count } ?? all.endIndex
    all.insert(WarmUp(ticket: ticket, count: count), at: place)
  }

  mutating func remove(_ ticket: UInt64) { all.removeAll { $0.ticket == ticket } }

  /// Takes out those that ask for no more than `count`.
  mutating func takeReached(by count: Int) -> [UInt64] {
    guard let smallest = all.first, smallest.count <= count else { return [] }
    let end = all.firstIndex { $0.count > count } ?? all.endIndex
    defer { all.removeSubrange(..<end) }
    return all[..<end].map(\.ticket)
  }

  mutating func takeAll() -> [UInt64] { takeReached(by: .max) }
}
