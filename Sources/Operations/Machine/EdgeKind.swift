/// Why one operation waits for another.
enum EdgeKind: UInt8, Sendable {
  /// It needs the value.
  case requires
  /// It needs the outcome in any case, as a result.
  case result
  /// It only follows, however the other operation ends.
  case follows
  /// It runs only if the other operation failed.
  case failed
  /// A condition requested it; the conditions are evaluated again after it has succeeded.
  case prerequisite
  case awaits
  /// Its body submitted the other operation, and it does not end before that one.
  case child
}

extension EdgeKind {
  /// Whether the operation cannot start before the other one has ended.
  var holdsBack: Bool { self != .awaits && self != .child }

  /// The effect of an operation's end on one that waits for it; nil if that one may run.
  ///
  /// This is the whole contract between two operations:
  ///
  /// | the other      | requires  | result | follows | failed  |
  /// | -------------- | --------- | ------ | ------- | ------- |
  /// | succeeded      | may run   | may run| may run | skipped |
  /// | failed         | cancelled | may run| may run | may run |
  /// | was cancelled  | cancelled | may run| may run | skipped |
  /// | was skipped    | skipped   | may run| may run | skipped |
  func consequence(of ending: OperationEnding) -> OperationEnding? {
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
