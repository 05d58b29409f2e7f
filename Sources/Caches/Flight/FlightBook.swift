/// Which values a cache's readers are making at the moment, by key.
///
/// Threads and tasks have a making each: a task may wait for a thread that works, but no thread
/// waits for a task, which may need that very thread to go on.
///
/// A plain list, as few are made at once. A thread that makes a value pays for a ``Flight`` only
/// when somebody comes who waits for it.
@usableFromInline
struct FlightBook<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// One making.
  @usableFromInline
  struct Line: Sendable {
    @usableFromInline var hash: UInt32
    /// The thread that makes the value; 0: a task does.
    @usableFromInline var thread: UInt32
    @usableFromInline var number: UInt64
    /// Its value was set or removed since it began: it is of no use to those who come now.
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

  /// Whether nobody makes anything that is of use to those who come now.
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

  /// What those who wait for a making wait for.
  @inlinable
  mutating func flight(at index: Int) -> Flight<Value> {
    if let flight = lines[index].flight { return flight }
    let flight = Flight<Value>(onThread: true)
    lines[index].flight = flight
    return flight
  }

  /// Enters a making.
  ///
  /// - Returns: the number under which to cross it out.
  @inlinable
  mutating func insert(
    for key: Key, _ hash: UInt32, thread: UInt32, _ flight: Flight<Value>?
  ) -> UInt64 {
    nextNumber &+= 1
    lines.append(
      Line(hash: hash, thread: thread, number: nextNumber, key: key, flight: flight))
    return nextNumber
  }

  /// Crosses a making out: it has come to its end.
  ///
  /// - Returns: what was written of it; to be dropped without the lock.
  @inlinable
  mutating func remove(_ number: UInt64) -> Line? {
    guard let index = lines.firstIndex(where: { $0.number == number }) else { return nil }
    lines.swapAt(index, lines.count - 1)
    return lines.removeLast()
  }

  /// The values that are being made for a key are out of date before they are there.
  @inlinable
  mutating func outdate(_ key: Key, _ hash: UInt32) {
    for index in lines.indices where lines[index].hash == hash && lines[index].key == key {
      lines[index].isOutOfDate = true
    }
  }

  /// One making is of no use to those who come now.
  mutating func outdate(_ number: UInt64) {
    for index in lines.indices where lines[index].number == number {
      lines[index].isOutOfDate = true
    }
  }

  /// All values that are being made are out of date.
  mutating func outdateAll() {
    for index in lines.indices { lines[index].isOutOfDate = true }
  }
}
