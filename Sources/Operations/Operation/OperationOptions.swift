/// How an operation runs.
///
/// ```swift
/// var options = OperationOptions("fetch orders", priority: .high)
/// options.retry = .times(3, delay: .exponential(from: .milliseconds(100)))
/// options.timeout = .seconds(10)
/// ```
public struct OperationOptions: Sendable {
  /// The name in reports; if nil, the call site of the submission.
  public var name: String?
  /// The priority of the operation.
  public var priority: OperationPriority
  /// The lane in which the body runs.
  public var lane: Lane
  /// The categories that the operation holds while it executes; duplicates count once.
  public var categories: [OperationCategory] {
    get { givenCategories ?? [] }
    set { givenCategories = newValue.isEmpty ? nil : newValue }
  }
  private var givenCategories: [OperationCategory]?
  var hasCategories: Bool { givenCategories != nil }
  /// Rarely used options, in one word.
  private var box: Box?

  var extras: Extras? { box?.extras }

  /// Creates options.
  ///
  /// - Parameters:
  ///   - name: The name in reports; if nil, the call site of the submission.
  ///   - priority: The priority of the operation.
  ///   - lane: The lane in which the body runs.
  ///   - categories: The categories that the operation holds while it executes.
  public init(
    _ name: String? = nil, priority: OperationPriority = .normal, lane: Lane = .compute,
    categories: [OperationCategory] = []
  ) {
    self.name = name
    self.priority = priority
    self.lane = lane
    givenCategories = categories.isEmpty ? nil : categories
  }

  /// Tags by which a group of operations can be cancelled.
  public var tags: Set<String> {
    get { extras?.tags ?? [] }
    set { change { $0.tags = newValue } }
  }

  /// Whether, when and how often the body runs again after it has thrown an error.
  public var retry: RetryPolicy {
    get { extras?.retry ?? .never }
    set { change { $0.retry = newValue } }
  }

  /// Whether the operation keeps its categories while it pauses between two attempts; false by
  /// default.
  public var keepsCategoriesBetweenAttempts: Bool {
    get { extras?.keepsCategories ?? false }
    set { change { $0.keepsCategories = newValue } }
  }

  /// The time limit from the first start of the body, including all attempts and the pauses between
  /// them; nil for no limit.
  ///
  /// When the time is up, the task of the body is cancelled. The operation ends when the body has
  /// returned, and is then cancelled as timed out even if the body returned a value, and even if
  /// only its children still run.
  public var timeout: Duration? {
    get { extras?.timeout }
    set { change { $0.timeout = newValue } }
  }

  /// The time limit for one attempt; nil for no limit.
  ///
  /// When the time is up, the task of the body is cancelled. Regardless of its result, the attempt
  /// has failed with ``OperationError/Kind/timedOut`` and may be retried.
  public var attemptTimeout: Duration? {
    get { extras?.attemptTimeout }
    set { change { $0.attemptTimeout = newValue } }
  }

  /// The time from submission within which the body must start for the first time; nil for no
  /// limit.
  ///
  /// An operation whose body has not started by then is cancelled as expired.
  public var expiry: Duration? {
    get { extras?.expiry }
    set { change { $0.expiry = newValue } }
  }

  /// The time from submission within which the operation must end; nil for no limit.
  ///
  /// It includes all waiting, all attempts and the pauses between them. An operation that has not
  /// ended by then is cancelled as timed out: at once if its body has not started, otherwise as by
  /// ``timeout``, even if only its children still run.
  public var deadline: Duration? {
    get { extras?.deadline }
    set { change { $0.deadline = newValue } }
  }

  /// Whether an operation of the same category that ``preempts`` may interrupt this one.
  ///
  /// The task of its body is cancelled; if the body throws, the operation runs again after the
  /// other one has ended.
  public var isPreemptible: Bool {
    get { extras?.isPreemptible ?? false }
    set { change { $0.isPreemptible = newValue } }
  }

  /// Whether the operation is ahead of all others in the lines of its categories, and interrupts
  /// preemptible operations that hold them.
  public var preempts: Bool {
    get { extras?.preempts ?? false }
    set { change { $0.preempts = newValue } }
  }

  /// Whether a shared operation continues after everything that needed it is gone; only for
  /// operations shared by key.
  public var isDetached: Bool {
    get { extras?.isDetached ?? false }
    set { change { $0.isDetached = newValue } }
  }

  /// Whether the body sees the task-local values of the code that submits the operation; false by
  /// default.
  ///
  /// Without it, the body sees none of them, because it runs in a task of the manager. With it, the
  /// body runs in a task that the submission creates, which takes several times as long as the rest
  /// of a short operation. Conditions do not see the values.
  ///
  /// The task has the executor of the manager, also if a type starts the operation with
  /// ``ReadyOperation/run(on:)``.
  public var inheritsTaskLocals: Bool {
    get { extras?.inheritsTaskLocals ?? false }
    set { change { $0.inheritsTaskLocals = newValue } }
  }

  struct Extras: Sendable {
    var tags: Set<String> = []
    var retry = RetryPolicy.never
    var keepsCategories = false
    var timeout: Duration?
    var attemptTimeout: Duration?
    var expiry: Duration?
    var deadline: Duration?
    var isPreemptible = false
    var preempts = false
    var isDetached = false
    var inheritsTaskLocals = false
  }

  private final class Box: Sendable {
    let extras: Extras
    init(_ extras: Extras) { self.extras = extras }
  }

  private mutating func change(_ body: (inout Extras) -> Void) {
    var copy = extras ?? Extras()
    body(&copy)
    box = Box(copy)
  }
}
