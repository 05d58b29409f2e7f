internal import StageFloor
internal import Synchronization

/// The entries of the keys.
///
/// It has its own lock, because it runs the keys' own code to compare them, and no user code runs
/// under the lock of a pool. So an entry that was found here can be retired, under the pool's lock,
/// before the borrower uses it. The borrower then looks the key up again and gets a new entry: a
/// key never has two that are not retired.
@usableFromInline
final class KeyDirectory<Key: Hashable & Sendable>: KeyForgetting {
  @usableFromInline
  final class Entry: KeyEntry, @unchecked Sendable {  // guard: constant
    let key: Key

    init(_ key: Key) {
      self.key = key
      super.init()
    }
  }

  private let lock = LockWord()
  // The lock excludes overlapping accesses too; checking for them would take as long as the lock.
  @exclusivity(unchecked) @usableFromInline
  nonisolated(unsafe) var entries: [Key: Entry] = [:]  // guard: `lock`

  init() {}

  deinit { lock.deallocate() }

  var count: Int { lock.withLock { entries.count } }

  /// Inlinable, because finding a key is most of the work of a loan, and far slower if the compiler
  /// does not know the type of the key.
  @inlinable
  func entry(of key: Key) -> Entry? {
    beginLookup()
    defer { endLookup() }
    return entries[key]
  }

  @usableFromInline func beginLookup() { lock.lock() }
  @usableFromInline func endLookup() { lock.unlock() }

  func entryMade(of key: Key) -> Entry {
    lock.lock()
    defer { lock.unlock() }
    if let entry = entries[key], !entry.isRetired { return entry }
    let entry = Entry(key)
    // A retired entry that is replaced here is still retained by the code that retired it.
    entries[key] = entry
    return entry
  }

  /// Call it without any lock held.
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
    // A dictionary does not shrink by itself.
    if entries.capacity > 1_024, entries.count < entries.capacity / 8 {
      entries = Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value) })
    }
    lock.unlock()
    // The last references to the keys are released here, outside the lock.
    withExtendedLifetime(removed) {}
  }
}

final class KeySeeker<Key: Hashable & Sendable>: KeySeeking {
  let directory: KeyDirectory<Key>
  let key: Key

  init(directory: KeyDirectory<Key>, key: Key) {
    self.directory = directory
    self.key = key
  }

  func findOrMake() -> KeyEntry { directory.entryMade(of: key) }
}
