/// Why one operation waits for another.
enum EdgeKind: UInt8, Sendable {
  /// Needs its value.
  case requires
  /// Needs its end, whatever it is, as a result.
  case result
  /// Comes after it, whatever its end is.
  case follows
  /// Runs only if it failed.
  case failed
  /// A condition asked for it; the conditions are asked again when it has succeeded.
  case prerequisite
  /// Waits for it in the middle of its own body.
  case awaits
  /// Has submitted it from its own body, and does not end before it.
  case child
}

extension EdgeKind {
  /// Whether the operation cannot start before the other has ended.
  var holdsBack: Bool { self != .awaits && self != .child }

  /// What the end of an operation means for one that waits for it by an edge of this kind.
  ///
  /// This is the whole contract between two operations:
  ///
  /// | the other      | requires  | result | follows | failed  |
  /// | -------------- | --------- | ------ | ------- | ------- |
  /// | succeeded      | may run   | may run| may run | skipped |
  /// | failed         | cancelled | may run| may run | may run |
  /// | was cancelled  | cancelled | may run| may run | skipped |
  /// | was skipped    | skipped   | may run| may run | skipped |
  func consequence(of ending: Ending) -> Ending? {
    switch (self, ending) {
    case (.requires, .succeeded), (.prerequisite, .succeeded): nil
    case (.requires, .skipped), (.prerequisite, .skipped): .skipped
    case (.requires, _), (.prerequisite, _): .cancelled
    case (.failed, .failed): nil
    case (.failed, _): .skipped
    case (.result, _), (.follows, _), (.awaits, _), (.child, _): nil
    }
  }
}
