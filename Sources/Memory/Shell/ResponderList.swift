/// The responders of a monitor, in the order of their registration.
///
/// The order decides between responders that are otherwise equal, so a pass needs them in it.
/// Numbers only grow: appending keeps the order. A lookup guesses the index, which is right as long
/// as no responder before it was removed, and otherwise falls back to a binary search.
struct ResponderList {
  private struct Place {
    var id: ResponderID
    /// Nil if it was removed.
    var record: ResponderRecord?
  }

  private var places: [Place] = []
  private var lastNumber: UInt64 = 0
  /// The number of responders.
  private(set) var count = 0
  /// The number of responders registered for an owner.
  private var ownedCount = 0

  var isEmpty: Bool { count == 0 }

  /// The responders, in order.
  var values: some Sequence<ResponderRecord> { places.lazy.compactMap(\.record) }

  /// The responder with this number, if it is registered.
  subscript(id: ResponderID) -> ResponderRecord? {
    place(of: id).flatMap { places[$0].record }
  }

  /// All responders, as candidates of a plan.
  var candidates: [ReliefPlan.Candidate] {
    var result: [ReliefPlan.Candidate] = []
    result.reserveCapacity(count)
    for place in places {
      if let record = place.record { result.append(record.candidate(place.id)) }
    }
    return result
  }

  /// The responders registered for an owner.
  var owned: [(ResponderID, ResponderRecord)] {
    if ownedCount == 0 { return [] }
    return places.compactMap { place in
      guard let record = place.record, record.isOwned else { return nil }
      return (place.id, record)
    }
  }

  /// Adds a responder.
  ///
  /// - Parameter record: The responder.
  /// - Returns: Its number, larger than all before.
  mutating func append(_ record: ResponderRecord) -> ResponderID {
    lastNumber += 1
    let id = ResponderID(number: lastNumber)
    places.append(Place(id: id, record: record))
    count += 1
    if record.isOwned { ownedCount += 1 }
    return id
  }

  /// Sets whether a responder was given up and has not returned; no effect if it was removed.
  mutating func setOverdue(_ isOverdue: Bool, _ id: ResponderID) {
    guard let place = place(of: id) else { return }
    places[place].record?.isOverdue = isOverdue
  }

  /// Removes a responder.
  ///
  /// - Parameter id: Its number.
  /// - Returns: The removed record, which the caller drops outside the lock; nil if there was none.
  mutating func remove(_ id: ResponderID) -> ResponderRecord? {
    guard let place = place(of: id), let record = places[place].record else { return nil }
    places[place].record = nil
    count -= 1
    if record.isOwned { ownedCount -= 1 }
    while let last = places.last, last.record == nil { places.removeLast() }
    // There are at least as many removals as moves: each record is moved once on average.
    if places.count > 2 * count + 16 { places.removeAll { $0.record == nil } }
    return record
  }

  /// Removes all responders.
  ///
  /// - Returns: The removed records, which the caller drops outside the lock.
  mutating func removeAll() -> [ResponderRecord] {
    let records = Array(values)
    places = []
    count = 0
    ownedCount = 0
    return records
  }

  private func place(of id: ResponderID) -> Int? {
    guard let first = places.first?.id.number, id.number >= first else { return nil }
    // The index cannot be larger than that.
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
