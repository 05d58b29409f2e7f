package import Synchronization

/// One function that another module may set; while there is none, that costs one atomic load.
package final class Hook<Body: Sendable>: Sendable {
  @usableFromInline
  final class Entry: Sendable {
    @usableFromInline let body: Body

    init(_ body: Body) { self.body = body }
  }

  private let entry = Guarded<Entry?>(nil)
  @usableFromInline let isSet = Atomic(false)

  package init() {}

  @inlinable
  @inline(__always)
  package var isEmpty: Bool { !isSet.load(ordering: .relaxed) }

  package var body: Body? { isEmpty ? nil : entry.copy?.body }

  /// Replaces the function; the token removes it, unless it was replaced.
  ///
  /// The token does not retain the owner of the hook.
  package func set(_ body: Body) -> ObservationToken {
    let new = Entry(body)
    // What it replaces is released without the lock.
    let old = entry.withLock { entry in
      defer { entry = new }
      isSet.store(true, ordering: .relaxed)
      return entry
    }
    withExtendedLifetime(old) {}
    return ObservationToken { [weak self, weak new] in
      if let self, let new { remove(new) }
    }
  }

  private func remove(_ known: Entry) {
    entry.withLock { entry in
      guard entry === known else { return }
      entry = nil
      isSet.store(false, ordering: .relaxed)
    }
  }
}
