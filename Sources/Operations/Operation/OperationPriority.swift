/// How urgent an operation is.
///
/// - **Order.** Of two ready operations, the one with the higher priority starts first; among
///   equals, the one that became ready first.
/// - **Inheritance.** An operation that waits for another one, through an edge or in its body,
///   lends it its priority. One that waits in line for a category of limit 1 lends its priority to
///   the operation that holds the category, in any manager. The loan ends with the wait, however
///   that ends.
/// - **Ageing.** Low priorities are not starved. In each line (for a slot in a manager, for the
///   conditions, for a category), when the first operation of a lower priority has been overtaken
///   64 times, it is next. Starts are counted, not time. Of several overdue operations, the one
///   with the highest priority is first.
/// - **Task priority.** A priority decides only the order of starts. The asynchronous bodies of a
///   manager off the main actor run in tasks of one priority,
///   ``OperationManager/Configuration/taskPriority``. Each task runs many bodies, one after
///   another; its priority can be raised for one body but not lowered for the next. Only when an
///   operation's priority rises while it runs is its task raised, and that task takes no other
///   operation afterwards. For work of another task priority, use another manager.
public struct OperationPriority: Sendable, Hashable, Comparable {
  /// The level, from 0 (the lowest) to 4.
  @usableFromInline let level: UInt8

  /// Work with no one waiting for the result.
  public static var background: OperationPriority { OperationPriority(level: 0) }
  /// Work that can be postponed.
  public static var low: OperationPriority { OperationPriority(level: 1) }
  /// The default priority.
  public static var normal: OperationPriority { OperationPriority(level: 2) }
  /// Work that a user or another operation waits for.
  public static var high: OperationPriority { OperationPriority(level: 3) }
  /// Work that the user watches while waiting.
  public static var urgent: OperationPriority { OperationPriority(level: 4) }

  /// All priorities, the lowest first.
  public static var allCases: [OperationPriority] { (0..<5).map { OperationPriority(level: $0) } }

  /// Whether a priority is lower than another.
  ///
  /// - Parameters:
  ///   - left: A priority.
  ///   - right: Another priority.
  /// - Returns: Whether `left` is lower than `right`.
  public static func < (left: OperationPriority, right: OperationPriority) -> Bool {
    left.level < right.level
  }

  var taskPriority: TaskPriority {
    switch level {
    case 0: .background
    case 1: .utility
    case 2: .medium
    default: .high
    }
  }
}
