/// The responders of a monitor, in the order of their registration.
///
/// The order decides between those that are equal otherwise, so a pass needs them in it. Numbers only
/// grow: to append keeps the order, and to find one is a guess that is right while nobody in between
/// has left, or else a binary search.
struct ResponderList {
  private struct Place {
    var id: ResponderID
    /// Nil: it has left.
    var record: ResponderRecord?
  }

  private var places: [Place] = []
  private var lastNumber: UInt64 = 0
  /// How many there are.
  private(set) var count = 0
  /// How many of them are known by their owners.
  private var ownedCount = 0

  var isEmpty: Bool { count == 0 }

  /// Those that are there, in order.
  var values: some Sequence<ResponderRecord> { places.lazy.compactMap(\.record) }

  /// The one with this number, if it is there.
  subscript(id: ResponderID) -> ResponderRecord? {
    place(of: id).flatMap { places[$0].record }
  }

  /// All of them, for a plan.
  var candidates: [ReliefPlan.Candidate] {
    var result: [ReliefPlan.Candidate] = []
    result.reserveCapacity(count)
    for place in places {
      if let record = place.record { result.append(record.candidate(place.id)) }
    }
    return result
  }

  /// Those who are there for as long as their owners live.
  var owned: [(ResponderID, ResponderRecord)] {
    if ownedCount == 0 { return [] }
    return places.compactMap { place in
      guard let record = place.record, record.isOwned else { return nil }
      return (place.id, record)
    }
  }

  /// Adds one.
  ///
  /// - Returns: its number, which is larger than all before.
  mutating func append(_ record: ResponderRecord) -> ResponderID {
    lastNumber += 1
    let id = ResponderID(number: lastNumber)
    places.append(Place(id: id, record: record))
    count += 1
    if record.isOwned { ownedCount += 1 }
    return id
  }

  /// Says whether one has been given up and has not returned; nothing if it has left.
  mutating func setOverdue(_ isOverdue: Bool, _ id: ResponderID) {
    guard let place = place(of: id) else { return }
    places[place].record?.isOverdue = isOverdue
  }

  /// Takes one out.
  ///
  /// - Returns: the one that left; the caller lets go of it outside of the lock. Nil: it was not there.
  mutating func remove(_ id: ResponderID) -> ResponderRecord? {
    guard let place = place(of: id), let record = places[place].record else { return nil }
    places[place].record = nil
    count -= 1
    if record.isOwned { ownedCount -= 1 }
    while let last = places.last, last.record == nil { places.removeLast() }
    // As many have to leave as are moved: each is moved once on average.
    if places.count > 2 * count + 16 { places.removeAll { $0.record == nil } }
    return record
  }

  /// Takes all out.
  ///
  /// - Returns: those that left; the caller lets go of them outside of the lock.
  mutating func removeAll() -> [ResponderRecord] {
    let records = Array(values)
    places = []
    count = 0
    ownedCount = 0
    return records
  }

  private func place(of id: ResponderID) -> Int? {
    guard let first = places.first?.id.number, id.number >= first else { return nil }
    // Nobody is further back than that.
    let guess = Int(min(id.number - first, UInt64(places.count - 1)))
    if places[guess].id == id { return guess }
    var (low, high) = (0, guess)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].id.number < id.number { low = middle + 1 } else { high = middle }
    }
    return places[low].id == id ? low : nil
  }
}
