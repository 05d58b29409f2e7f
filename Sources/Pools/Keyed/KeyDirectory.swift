internal import StageFloor
internal import Synchronization

/// Finds the entry of a key.
///
/// It has a lock of its own, because it runs the keys' own code to compare them, and nobody's code
/// runs under the lock of a pool. So an entry can be found here and retired, under the pool's lock,
/// before its finder comes to use it. Then the finder looks again and gets a new one: a key never
/// has two entries that are not retired.
@usableFromInline
final class KeyDirectory<Key: Hashable & Sendable>: KeyForgetting {
  /// The entry of one key.
  @usableFromInline
  final class Entry: KeyEntry, @unchecked Sendable {
    // guard: constant.
    let key: Key

    init(_ key: Key) {
      self.key = key
      super.init()
    }
  }

  private let lock = LockWord()
  // guard: `lock`
  @usableFromInline nonisolated(unsafe) var entries: [Key: Entry] = [:]

  init() {}

  deinit { lock.deallocate() }

  /// How many keys are known.
  var count: Int { lock.withLock { entries.count } }

  /// The entry of a key, if it is known.
  ///
  /// Inlinable, because to find a key is most of the work of a loan, and far slower where the type
  /// of the key is not known to the compiler.
  @inlinable
  func entry(of key: Key) -> Entry? {
    beginLookup()
    defer { endLookup() }
    return entries[key]
  }

  @usableFromInline func beginLookup() { lock.lock() }
  @usableFromInline func endLookup() { lock.unlock() }

  /// The entry of a key, made if there is none that can be used.
  func entryMade(of key: Key) -> Entry {
    lock.lock()
    defer { lock.unlock() }
    if let entry = entries[key], !entry.isRetired { return entry }
    let entry = Entry(key)
    // A retired entry that is replaced here is still held by whoever retired it.
    entries[key] = entry
    return entry
  }

  /// Lets go of entries that are of no more use, where no lock is held.
  @usableFromInline
  func forget(_ retired: [KeyEntry]) {
    var removed: [Dictionary<Key, Entry>.Element] = []
    lock.lock()
    for case let entry as Entry in retired {
      guard let index = entries.index(forKey: entry.key), entries[index].value === entry else {
        continue
      }
      removed.append(entries.remove(at: index))
    }
    // A dictionary keeps the memory of its best days.
    if entries.capacity > 1_024, entries.count < entries.capacity / 8 {
      entries = Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value) })
    }
    lock.unlock()
    // The last references to the keys go here, outside the lock.
    withExtendedLifetime(removed) {}
  }
}

/// A key and the place to look it up.
final class KeySeeker<Key: Hashable & Sendable>: KeySeeking {
  let directory: KeyDirectory<Key>
  let key: Key

  init(directory: KeyDirectory<Key>, key: Key) {
    self.directory = directory
    self.key = key
  }

  func findOrMake() -> KeyEntry { directory.entryMade(of: key) }
}
