/// How urgent an operation is.
///
/// - **Order.** Of two operations that could start, the more urgent starts first; among equals, the
///   one that became ready first.
/// - **Lending.** An operation that waits for another, by an edge or in its body, lends it its own
///   priority. One that stands in line for a category of limit 1 lends it to the operation that holds
///   the category, in any manager. What was lent is given back when the wait is over, however it ends.
/// - **Ageing.** Less urgent operations are not put off for ever. In each line (for a place in a
///   manager, for the conditions, for a category), when the first of a less urgent class has been
///   overtaken 64 times, it is next. Starts are counted, not time. Of several that are overdue at
///   once, the more urgent goes first.
/// - **The processor.** Priority decides about the order of starts only: all bodies run in tasks of
///   medium priority, one after another in the same task, whose priority could be raised for one of
///   them but not lowered for the next. Only an operation that becomes more urgent while it runs has
///   its task raised, and that task takes no other operation afterwards. For work that is to yield
///   the processor to other work, start a task of low priority in the body.
public struct OperationPriority: Sendable, Hashable, Comparable {
  /// From 0, the least urgent, to 4.
  @usableFromInline let level: UInt8

  /// Work that nobody waits for.
  public static var background: OperationPriority { OperationPriority(level: 0) }
  /// Work that may well come later.
  public static var low: OperationPriority { OperationPriority(level: 1) }
  /// The default.
  public static var normal: OperationPriority { OperationPriority(level: 2) }
  /// Work that somebody waits for.
  public static var high: OperationPriority { OperationPriority(level: 3) }
  /// Work that somebody looks at while waiting.
  public static var urgent: OperationPriority { OperationPriority(level: 4) }

  /// All priorities, the least urgent first.
  public static var allCases: [OperationPriority] { (0..<5).map { OperationPriority(level: $0) } }

  /// Whether one is less urgent than another.
  public static func < (left: OperationPriority, right: OperationPriority) -> Bool {
    left.level < right.level
  }

  /// The priority of tasks that stands for it.
  var taskPriority: TaskPriority {
    switch level {
    case 0: .background
    case 1: .utility
    case 2: .medium
    default: .high
    }
  }
}
