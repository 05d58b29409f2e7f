/// The creations in progress in a cache, by key.
///
/// Threads and tasks have separate creations: a task may wait for a running thread, but a thread
/// never waits for a task, which may need that very thread to continue.
///
/// A plain array, because few run at the same time. A thread that makes a value allocates a
/// ``Flight`` only when another caller waits for it.
@usableFromInline
struct FlightBook<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// One creation.
  @usableFromInline
  struct Line: Sendable {
    @usableFromInline var hash: UInt32
    /// The thread that creates the value; 0 if a task does.
    @usableFromInline var thread: UInt32
    @usableFromInline var number: UInt64
    /// Whether its value was set or removed since it began: it is of no use to later callers.
    @usableFromInline var isOutOfDate = false
    @usableFromInline var key: Key
    @usableFromInline var flight: Flight<Value>?

    @inlinable
    init(hash: UInt32, thread: UInt32, number: UInt64, key: Key, flight: Flight<Value>?) {
      self.hash = hash
      self.thread = thread
      self.number = number
      self.key = key
      self.flight = flight
    }
  }

  @usableFromInline var lines: [Line] = []
  @usableFromInline var nextNumber: UInt64 = 0

  init() {}

  @inlinable var isEmpty: Bool { lines.isEmpty }

  /// Whether no creation in progress is of use to new callers.
  var hasNothingCurrent: Bool { lines.allSatisfy(\.isOutOfDate) }

  @inlinable
  func index(of key: Key, _ hash: UInt32, onThread isOnThread: Bool) -> Int? {
    for index in lines.indices {
      guard lines[index].hash == hash, !lines[index].isOutOfDate,
        (lines[index].thread != 0) == isOnThread, lines[index].key == key
      else { continue }
      return index
    }
    return nil
  }

  /// Returns the object that the waiters of a creation wait for.
  @inlinable
  mutating func flight(at index: Int) -> Flight<Value> {
    if let flight = lines[index].flight { return flight }
    let flight = Flight<Value>(onThread: true)
    lines[index].flight = flight
    return flight
  }

  /// Adds a creation.
  ///
  /// - Returns: The number by which to remove it.
  @inlinable
  mutating func insert(
    for key: Key, _ hash: UInt32, thread: UInt32, _ flight: Flight<Value>?
  ) -> UInt64 {
    nextNumber &+= 1
    lines.append(
      Line(hash: hash, thread: thread, number: nextNumber, key: key, flight: flight))
    return nextNumber
  }

  /// Removes a creation that has ended.
  ///
  /// - Returns: Its entry, to be dropped after unlocking.
  @inlinable
  mutating func remove(_ number: UInt64) -> Line? {
    guard let index = lines.firstIndex(where: { $0.number == number }) else { return nil }
    lines.swapAt(index, lines.count - 1)
    return lines.removeLast()
  }

  /// Marks all creations for a key as out of date.
  @inlinable
  mutating func outdate(_ key: Key, _ hash: UInt32) {
    for index in lines.indices where lines[index].hash == hash && lines[index].key == key {
      lines[index].isOutOfDate = true
    }
  }

  /// Marks one creation as out of date.
  mutating func outdate(_ number: UInt64) {
    for index in lines.indices where lines[index].number == number {
      lines[index].isOutOfDate = true
    }
  }

  /// Marks all creations as out of date.
  mutating func outdateAll() {
    for index in lines.indices { lines[index].isOutOfDate = true }
  }
}
