internal import StageFloor

/// The numbers of the keys that elements show and borrowers prefer.
///
/// It has a lock of its own, because it runs the keys' own code to compare them, and nobody's code
/// runs under the lock of a pool. It forgets keys that nobody shows or waits for, so that it stays
/// as small as the pool. A number is never given twice: whoever still has a forgotten one meets a
/// miss, and no other key.
final class PreferenceBook: Sendable {
  private struct State {
    var numbers: [AnyHashable: PoolPreference] = [:]
    var last = 0
    var pruneAt = 64
  }

  private let lock = LockWord()
  nonisolated(unsafe) private var state = State()  // guard: `lock`

  deinit { lock.deallocate() }

  /// The number of `key`.
  ///
  /// - Parameters:
  ///   - key: what an element shows, or a borrower prefers.
  ///   - inUse: the numbers that must not be forgotten; asked now and then.
  /// - Returns: the same number as before, unless it was forgotten.
  func number(of key: AnyHashable, inUse: () -> Set<PoolPreference>) -> PoolPreference {
    if isFull { forget(except: inUse()) }
    lock.lock()
    defer { lock.unlock() }
    if let number = state.numbers[key] { return number }
    state.last += 1
    state.numbers[key] = state.last
    return state.last
  }

  private var isFull: Bool { lock.withLock { state.numbers.count >= state.pruneAt } }

  private func forget(except inUse: Set<PoolPreference>) {
    lock.lock()
    let old = state.numbers
    state.numbers = old.filter { inUse.contains($0.value) }
    state.pruneAt = max(64, state.numbers.count * 2)
    lock.unlock()
    // The last references to the forgotten keys go here, outside the lock.
    withExtendedLifetime(old) {}
  }
}

extension PoolMachine {
  /// What elements show and waiters prefer.
  var preferencesInUse: Set<Preference> {
    Set(slots.entries.compactMap(\.shows)).union(line.seats.compactMap(\.preference))
  }
}

/// What a borrower prefers, in one word: most prefer nothing, and should not pay for it.
final class PreferenceKey: @unchecked Sendable {
  // guard: constant, and made from a key that is `Sendable`.
  let key: AnyHashable

  init(_ key: some Hashable & Sendable) { self.key = AnyHashable(key) }
}
