/// The creations in progress in a cache; an array, because few run at the same time.
///
/// Threads and tasks have separate ones: a task may wait for a running thread, but a thread never
/// waits for a task, which may need that very thread to continue. A thread that creates a value
/// allocates a ``Creation`` only when another caller waits for it.
@usableFromInline
struct CreationTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline
  struct Entry: Sendable {
    @usableFromInline var hash: UInt32
    /// 0 if a task creates the value.
    @usableFromInline var thread: UInt32
    @usableFromInline var number: UInt64
    /// The value was set or removed since the creation began: it is of no use to later callers.
    @usableFromInline var isOutOfDate = false
    @usableFromInline var key: Key
    @usableFromInline var creation: Creation<Value>?

    @inlinable
    init(hash: UInt32, thread: UInt32, number: UInt64, key: Key, creation: Creation<Value>?) {
      self.hash = hash
      self.thread = thread
      self.number = number
      self.key = key
      self.creation = creation
    }
  }

  @usableFromInline var entries: [Entry] = []
  @usableFromInline var nextNumber: UInt64 = 0

  init() {}

  @inlinable var isEmpty: Bool { entries.isEmpty }

  var hasNothingCurrent: Bool { entries.allSatisfy(\.isOutOfDate) }

  @inlinable
  func index(of key: Key, _ hash: UInt32, onThread isOnThread: Bool) -> Int? {
    for index in entries.indices {
      guard entries[index].hash == hash, !entries[index].isOutOfDate,
        (entries[index].thread != 0) == isOnThread, entries[index].key == key
      else { continue }
      return index
    }
    return nil
  }

  @inlinable
  mutating func creation(at index: Int) -> Creation<Value> {
    if let creation = entries[index].creation { return creation }
    let creation = Creation<Value>(onThread: true)
    entries[index].creation = creation
    return creation
  }

  @inlinable
  mutating func insert(
    for key: Key, _ hash: UInt32, thread: UInt32, _ creation: Creation<Value>?
  ) -> UInt64 {
    nextNumber &+= 1
    entries.append(
      Entry(hash: hash, thread: thread, number: nextNumber, key: key, creation: creation))
    return nextNumber
  }

  /// The caller drops the entry after unlocking.
  @inlinable
  mutating func remove(_ number: UInt64) -> Entry? {
    guard let index = entries.firstIndex(where: { $0.number == number }) else { return nil }
    entries.swapAt(index, entries.count - 1)
    return entries.removeLast()
  }

  @inlinable
  mutating func outdate(_ key: Key, _ hash: UInt32) {
    for index in entries.indices where entries[index].hash == hash && entries[index].key == key {
      entries[index].isOutOfDate = true
    }
  }

  mutating func outdate(_ number: UInt64) {
    for index in entries.indices where entries[index].number == number {
      entries[index].isOutOfDate = true
    }
  }

  mutating func outdateAll() {
    for index in entries.indices { entries[index].isOutOfDate = true }
  }
}
