/// The textbook's first pool: it looks whether a copy is left, and then takes it.
///
/// In the textbook nothing protects the array, and two threads that meet in it may damage memory.
/// Here each of the two steps is locked by itself, so that the race can be watched: it lies
/// *between* the steps, where no lock around a single step can reach it.
final class UnprotectedPool: Sendable {
  private let shelf: Locked<[Book]>

  init(_ books: [Book]) { shelf = Locked(books) }

  /// How many copies are left: the first step.
  var count: Int { shelf.withLock { $0.count } }

  /// Takes a copy: the second step.
  ///
  /// The textbook's `removeFirst()` traps where this returns nil.
  func removeFirst() -> Book? {
    shelf.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }
}
