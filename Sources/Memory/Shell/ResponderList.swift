/// The responders of a monitor, in the order of their registration.
///
/// The order decides between responders that are otherwise equal, so a pass needs them in it.
/// Numbers only grow: appending keeps the order. A lookup guesses the index, which is right as long
/// as no responder before it was removed, and otherwise falls back to a binary search.
struct ResponderList {
  private struct Place {
    var id: ResponderID
    var record: ResponderRecord?
  }

  private var places: [Place] = []
  private var lastNumber: UInt64 = 0
  private(set) var count = 0
  private var ownedCount = 0

  var values: some Sequence<ResponderRecord> { places.lazy.compactMap(\.record) }

  subscript(id: ResponderID) -> ResponderRecord? {
    place(of: id).flatMap { places[$0].record }
  }

  var candidates: [ReliefPlan.Candidate] {
    var result: [ReliefPlan.Candidate] = []
    result.reserveCapacity(count)
    for place in places {
      if let record = place.record { result.append(record.candidate(place.id)) }
    }
    return result
  }

  var owned: [(ResponderID, ResponderRecord)] {
    if ownedCount == 0 { return [] }
    return places.compactMap { place in
      guard let record = place.record, record.isOwned else { return nil }
      return (place.id, record)
    }
  }

  mutating func append(_ record: ResponderRecord) -> ResponderID {
    lastNumber += 1
    let id = ResponderID(number: lastNumber)
    places.append(Place(id: id, record: record))
    count += 1
    if record.isOwned { ownedCount += 1 }
    return id
  }

  mutating func setOverdue(_ isOverdue: Bool, _ id: ResponderID) {
    guard let place = place(of: id) else { return }
    places[place].record?.isOverdue = isOverdue
  }

  /// The caller drops the record outside the lock.
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
