/// Which screens an application has, without keeping them alive.
///
/// The order is that in which the screens were made. Those that ended are swept out when there are
/// twice as many entries as there were screens at the last sweep, so that a screen's birth costs the
/// same however many there are.
@MainActor
struct ScreenRegistry {
  struct Entry {
    let id: ScreenID
    weak var screen: AnyScreen?
  }

  /// The screens that are alive.
  var screens: [AnyScreen] {
    var screens: [AnyScreen] = []
    screens.reserveCapacity(entries.count)
    // Where they are: to copy what is weak costs more than to look at it.
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

  /// Adds a screen, which is none of those that are in.
  ///
  /// - Returns: whether it is time to sweep.
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

  /// Removes a screen, if it is in; its entry is swept out with those of screens that ended.
  mutating func remove(_ screen: AnyScreen) {
    let place = place(of: screen.id)
    guard place < entries.count, entries[place].id == screen.id else { return }
    entries[place].screen = nil
  }

  /// Removes the entries of screens that ended.
  ///
  /// - Returns: all others. They may be in their last moments, ended by another thread, and must not
  ///   end in here: whatever they do then may concern this registry.
  mutating func sweep() -> [AnyScreen] {
    let survivors = screens
    entries = survivors.map { Entry(id: $0.id, screen: $0) }
    sweepAt = max(Self.leastSweep, entries.count * 2)
    return survivors
  }

  /// The place of the first entry that is not older than this screen.
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
