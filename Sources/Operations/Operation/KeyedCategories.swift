internal import StageFloor

/// The categories with keys that are in use.
final class KeyedCategories: @unchecked Sendable {  // guard: `lock`
  static let shared = KeyedCategories()

  private typealias Entry = (category: WeakReference<OperationCategory>, index: Int32)

  private let lock = LockWord()
  private var entries: [AnyHashable: Entry] = [:]

  func find(_ key: AnyHashable) -> OperationCategory? {
    lock.withLock { entries[key]?.category.object }
  }

  /// Returns the existing category if another thread has added one.
  func findOrAdd(_ key: AnyHashable, _ made: OperationCategory) -> OperationCategory {
    lock.withLock {
      if let known = entries[key]?.category.object { return known }
      entries[key] = (WeakReference(made), made.index)
      return made
    }
  }

  /// The category is being released; another one may have its key already.
  func remove(_ key: AnyHashable, _ index: Int32) {
    lock.lock()
    let position = entries.index(forKey: key).flatMap { position in
      entries[position].value.index == index ? position : nil
    }
    let old = position.map { entries.remove(at: $0) }
    var outgrown: [AnyHashable: Entry]?
    if entries.capacity > 1024, entries.count < entries.capacity / 8 {
      outgrown = entries
      entries = Dictionary(minimumCapacity: 2 * entries.count)
      entries.merge(outgrown ?? [:]) { $1 }
    }
    lock.unlock()
    // The key and the old table are released without the lock.
    withExtendedLifetime((old, outgrown)) {}
  }

  /// The number of keys that the table has room for; for tests.
  var capacity: Int { lock.withLock { entries.capacity } }

  /// Whether something is stored for a key, even if its category is being released.
  func contains(_ key: AnyHashable) -> Bool { lock.withLock { entries[key] != nil } }
}

/// A key and its type: as `AnyHashable`, equal integers of different types would be equal.
struct CategoryKey<Key: Hashable & Sendable>: Hashable, Sendable {
  let key: Key
}

extension OperationCategory {
  /// Returns the category of a key: one per account, document or host.
  ///
  /// ```swift
  /// let options = OperationOptions("save", categories: [.keyed(document.id)])
  /// ```
  ///
  /// As long as the handle of an operation or a variable references the category of a key, all
  /// calls with this key return it; after that, nothing of it remains. Keys are shared by the whole
  /// process, and keys of different types are different. So give each kind of thing its own type of
  /// key: a document and an account with the number 7 should not wait for each other.
  ///
  /// - Parameters:
  ///   - key: The key; its text is the name in reports. Keys are compared under a lock: their `==`
  ///     and `hash(into:)` must not use categories.
  ///   - limit: The maximum number of its operations that execute at a time; the same in all calls.
  /// - Returns: The category.
  public static func keyed(_ key: some Hashable & Sendable, limit: Int = 1) -> OperationCategory {
    let categories = KeyedCategories.shared
    let typed = AnyHashable(CategoryKey(key: key))
    let category =
      categories.find(typed)
      ?? categories.findOrAdd(
        typed, OperationCategory(String(describing: key), limit: limit, key: typed))
    require(
      category.limit == limit,
      "The category of the key “\(key)” has the limit \(category.limit), not \(limit): give a key "
        + "the same limit everywhere.")
    return category
  }
}
