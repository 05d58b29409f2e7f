/// The changes between two arrays, found by reading all of both.
///
/// The method of Paul Heckel ("A technique for isolating differences between files", 1978): a hash
/// map stores the old position of each id, and an item that was shifted only by removals and
/// insertions has not moved. Most libraries that compare lists work this way.
struct LinearDiff {
  private(set) var removals: [Int] = []
  private(set) var insertions: [Int] = []
  private(set) var moves: [(from: Int, to: Int)] = []
  private(set) var updates: [Int] = []

  /// The number of changes.
  var count: Int { removals.count + insertions.count + moves.count + updates.count }

  init<Row: Identifiable & Equatable>(from old: [Row], to new: [Row]) {
    var places = [Row.ID: Int](minimumCapacity: old.count)
    for (place, row) in old.enumerated() { places[row.id] = place }
    var sources = [Int](repeating: -1, count: new.count)
    var isKept = [Bool](repeating: false, count: old.count)
    for (place, row) in new.enumerated() {
      guard let source = places[row.id], !isKept[source] else { continue }
      sources[place] = source
      isKept[source] = true
    }
    // The number of removed rows above each old position.
    var removedAbove = [Int](repeating: 0, count: old.count)
    for place in old.indices {
      removedAbove[place] = removals.count
      if !isKept[place] { removals.append(place) }
    }
    for (place, source) in sources.enumerated() {
      guard source >= 0 else {
        insertions.append(place)
        continue
      }
      if source - removedAbove[source] + insertions.count != place { moves.append((source, place)) }
      if old[source] != new[place] { updates.append(place) }
    }
  }
}
