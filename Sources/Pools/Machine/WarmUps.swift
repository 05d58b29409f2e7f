struct WarmUps {
  private struct WarmUp {
    var ticket: UInt64
    var count: Int
  }

  /// Smallest count first, so that reached ones are at the front.
  private var all: [WarmUp] = []

  var target: Int { all.last?.count ?? 0 }

  mutating func add(_ ticket: UInt64, to count: Int) {
    let place = all.firstIndex { $0.count > count } ?? all.endIndex
    all.insert(WarmUp(ticket: ticket, count: count), at: place)
  }

  mutating func remove(_ ticket: UInt64) { all.removeAll { $0.ticket == ticket } }

  mutating func takeReached(by count: Int) -> [UInt64] {
    guard let smallest = all.first, smallest.count <= count else { return [] }
    let end = all.firstIndex { $0.count > count } ?? all.endIndex
    defer { all.removeSubrange(..<end) }
    return all[..<end].map(\.ticket)
  }

  mutating func takeAll() -> [UInt64] { takeReached(by: .max) }
}
