/// Decides what one browser receives next: the changes that it has not received, or a snapshot.
///
/// It keeps at most `limit` changes. A browser that is slower than that receives a snapshot instead
/// of a growing queue, as does one that has just come.
package struct EventQueue<Event: Sendable>: Sendable {
  private enum State: Sendable {
    /// Owes a snapshot, which contains all changes so far. Exit: `following`.
    case behind
    /// The browser has all but these changes. Exit: `behind`.
    case following([Event])
  }

  /// What is sent to the browser.
  package enum Delivery: Sendable {
    case snapshot
    case events([Event])
    /// The browser has everything.
    case nothing
  }

  private let limit: Int
  private var state = State.behind

  package init(limit: Int) { self.limit = limit }

  /// Adds a change.
  ///
  /// - Returns: Whether the browser waits for it.
  package mutating func add(_ event: Event) -> Bool {
    switch state {
    case .behind: return false
    case .following(let events) where events.count == limit:
      state = .behind
      return false
    case .following(let events):
      state = .following(events + [event])
      return events.isEmpty
    }
  }

  /// Notes a change that is larger than a snapshot.
  ///
  /// - Returns: Whether the browser waits for it.
  package mutating func replaceAll() -> Bool {
    switch state {
    case .behind: return false
    case .following(let events):
      state = .behind
      return events.isEmpty
    }
  }

  package mutating func take() -> Delivery {
    switch state {
    case .behind:
      state = .following([])
      return .snapshot
    case .following(let events):
      state = .following([])
      return events.isEmpty ? .nothing : .events(events)
    }
  }
}

extension EventQueue.Delivery: Equatable where Event: Equatable {}
