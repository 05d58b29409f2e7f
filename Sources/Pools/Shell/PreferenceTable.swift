internal import StageFloor

/// Assigns numbers to the keys that elements show and borrowers prefer.
///
/// It has its own lock, because it runs the keys' own code to compare them, and no user code runs
/// under the lock of a pool. Keys that no element shows and no borrower waits for are discarded. A
/// number is never assigned twice: a stale one results in a miss, never in another key.
final class PreferenceTable: Sendable {
  private struct State: @unchecked Sendable {  // guard: keys are `Sendable`, or stay on one actor
    var numbers: [AnyHashable: PoolPreference] = [:]
    var last = 0
    var pruneAt = 64
  }

  private let state = Guarded(State())

  /// `inUse` returns the numbers that must be kept; called occasionally.
  func number(of key: AnyHashable, inUse: () -> Set<PoolPreference>) -> PoolPreference {
    if isFull { forget(except: inUse()) }
    return state.withLock { state in
      if let number = state.numbers[key] { return number }
      state.last += 1
      state.numbers[key] = state.last
      return state.last
    }
  }

  private var isFull: Bool { state.withLock { $0.numbers.count >= $0.pruneAt } }

  private func forget(except inUse: Set<PoolPreference>) {
    let old = state.withLock { state in
      let old = state.numbers
      state.numbers = old.filter { inUse.contains($0.value) }
      state.pruneAt = max(64, state.numbers.count * 2)
      return old
    }
    // The last references to the discarded keys are released here, outside the lock.
    withExtendedLifetime(old) {}
  }
}

extension PoolMachine {
  var preferencesInUse: Set<Preference> {
    Set(slots.entries.compactMap(\.shows)).union(line.places.compactMap(\.preference))
  }
}

/// One word: most borrowers have no preference, and should not pay for it.
final class PreferenceKey: @unchecked Sendable {  // guard: constant, from a `Sendable` key
  let key: AnyHashable

  init(_ key: some Hashable & Sendable) { self.key = AnyHashable(key) }

  convenience init?(_ key: (any Hashable & Sendable)?) {
    guard let key else { return nil }
    self.init(key)
  }
}
