/// The live screens of an application, stored weakly.
///
/// Screens are ordered by creation. Entries of destroyed screens are removed when there are twice
/// as many entries as there were screens at the last sweep, so the amortized cost of adding a
/// screen does not depend on their number.
@MainActor
struct ScreenRegistry {
  struct Entry {
    let id: ScreenID
    weak var screen: AnyScreen?
  }

  /// The live screens.
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
  private var sweepAt = Self.leastSweep

  static let leastSweep = 64

  /// Adds a screen that is not in the registry.
  ///
  /// - Parameter screen: The screen. It is not retained.
  /// - Returns: Whether it is time to sweep.
  mutating func add(_ screen: AnyScreen) -> Bool {
    // A new screen is younger than all others; one that comes from another application may not be.
    let isYoungest = entries.isEmpty || entries[entries.count - 1].id < screen.id
    let place = isYoungest ? entries.count : place(of: screen.id)
    if place < entries.count, entries[place].id == screen.id {
      entries[place].screen = screen
    } else {
      entries.insert(Entry(id: screen.id, screen: screen), at: place)
    }
    return entries.count >= sweepAt
  }

  /// Removes a screen, if it is in the registry; its entry is removed by the next sweep.
  mutating func remove(_ screen: AnyScreen) {
    let place = place(of: screen.id)
    guard place < entries.count, entries[place].id == screen.id else { return }
    entries[place].screen = nil
  }

  /// Removes the entries of destroyed screens.
  ///
  /// - Returns: The live screens. Another thread may release its last reference to one at this
  ///   moment, so they must not be destroyed in here: their deinitializers may access this
  ///   registry.
  mutating func sweep() -> [AnyScreen] {
    let survivors = screens
    entries = survivors.map { Entry(id: $0.id, screen: $0) }
    sweepAt = max(Self.leastSweep, entries.count * 2)
    return survivors
  }

  /// The index of the first entry that is not older than this screen.
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
