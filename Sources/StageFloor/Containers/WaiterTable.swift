/// Tasks that wait for one event and can each stop waiting individually.
///
/// A ticket is taken before its holder can be woken, and what happens in between is stored for the
/// holder: neither the event nor the holder's own cancellation is lost.
package struct WaiterTable<Value: Sendable>: Sendable {
  package typealias Continuation = UnsafeContinuation<Value, Never>

  private enum Entry {
    /// The ticket was taken, but its holder does not wait yet. Exits: `waiting`, `settled`.
    case expected
    /// The holder waits. Exit: removed.
    case waiting(Continuation)
    /// The value arrived before the holder waited. Exit: removed.
    case settled(Value)
  }

  private var entries: [UInt64: Entry] = [:]
  private var lastTicket: UInt64 = 0

  package init() {}

  package mutating func ticket() -> UInt64 {
    lastTicket += 1
    entries[lastTicket] = .expected
    return lastTicket
  }

  /// Registers the continuation of a ticket's holder; returns the value, if it arrived first.
  package mutating func wait(_ ticket: UInt64, _ continuation: Continuation) -> Value? {
    if case .settled(let value) = entries[ticket] {
      entries[ticket] = nil
      return value
    }
    entries[ticket] = .waiting(continuation)
    return nil
  }

  /// Returns the continuation to resume after unlocking; `nil` if the holder does not wait yet.
  package mutating func settle(_ ticket: UInt64, with value: Value) -> Continuation? {
    switch entries[ticket] {
    case .waiting(let continuation):
      entries[ticket] = nil
      return continuation
    case .expected:
      entries[ticket] = .settled(value)
      return nil
    case .settled, nil:
      return nil
    }
  }

  package mutating func settleAll(with value: Value) -> [Continuation] {
    entries.keys.compactMap { settle($0, with: value) }
  }
}
