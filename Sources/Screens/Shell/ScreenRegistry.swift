/// The live screens of an application, stored weakly, in the order of creation.
///
/// Swept when half of the entries are empty: amortized O(1).
@MainActor
struct ScreenRegistry {
  struct Entry {
    let id: ScreenID
    weak var screen: AnyScreen?
  }

  var screens: [AnyScreen] {
    var screens: [AnyScreen] = []
    screens.reserveCapacity(entries.count)
    // In place: copying a weak reference costs more than loading it.
    entries.withUnsafeBufferPointer { entries in
      for place in entries.indices {
        if let screen = entries[place].screen { screens.append(screen) }
      }
    }
    return screens
  }

  private(set) var entries: [Entry] = []
  private var emptyCount = 0

  static let leastSweep = 64

  var isSparse: Bool { emptyCount >= Self.leastSweep / 2 && emptyCount * 2 > entries.count }

  mutating func add(_ screen: AnyScreen) {
    // A new screen is younger than all others; one that comes from another application may not be.
    let isYoungest = entries.isEmpty || entries[entries.count - 1].id < screen.id
    let place = isYoungest ? entries.count : place(of: screen.id)
    if place < entries.count, entries[place].id == screen.id {
      if entries[place].screen == nil { emptyCount -= 1 }
      entries[place].screen = screen
    } else {
      entries.insert(Entry(id: screen.id, screen: screen), at: place)
    }
  }

  /// The next sweep removes its entry.
  mutating func remove(_ screen: AnyScreen) {
    let place = place(of: screen.id)
    guard place < entries.count, entries[place].id == screen.id else { return }
    entries[place].screen = nil
    emptyCount += 1
  }

  mutating func screenWasDestroyed() { emptyCount += 1 }

  /// Returns the live screens: another thread may release its last reference to one at this moment,
  /// and its deinitializer may access this registry.
  mutating func sweep() -> [AnyScreen] {
    let survivors = screens
    entries = survivors.map { Entry(id: $0.id, screen: $0) }
    emptyCount = 0
    return survivors
  }

  /// The first entry that is not older than this screen.
  private func place(of id: ScreenID) -> Int {
    var range = 0..<entries.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        entries[middle].id < id ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
