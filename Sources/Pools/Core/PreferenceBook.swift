/// The numbers of the keys that elements show and borrowers prefer.
///
/// It forgets keys that nobody shows or waits for, so that it stays as small as the pool. A number
/// is never given twice: whoever still has a forgotten one meets a miss, and no other key.
struct PreferenceBook {
  private var numbers: [AnyHashable: PoolPreference] = [:]
  private var last = 0
  private var pruneAt = 64

  /// The number of `key`.
  mutating func number(of key: AnyHashable, in machine: Machine) -> PoolPreference {
    if let number = numbers[key] { return number }
    if numbers.count >= pruneAt { prune(keepingThoseIn: machine) }
    last += 1
    numbers[key] = last
    return last
  }

  private mutating func prune(keepingThoseIn machine: Machine) {
    var inUse = Set(machine.slots.entries.lazy.compactMap(\.shows))
    inUse.formUnion(machine.line.seats.lazy.compactMap(\.preference))
    numbers = numbers.filter { inUse.contains($0.value) }
    pruneAt = max(64, numbers.count * 2)
  }
}

/// What a borrower prefers, in one word: most prefer nothing, and should not pay for it.
final class PreferenceKey: @unchecked Sendable {
  // guard: constant, and made from a key that is `Sendable`.
  let key: AnyHashable

  init(_ key: some Hashable & Sendable) { self.key = AnyHashable(key) }
}
