/// How an operation wants to be run.
///
/// ```swift
/// var options = OperationOptions("fetch orders", priority: .high)
/// options.retry = .times(3, delay: .exponential(from: .milliseconds(100)))
/// options.timeout = .seconds(10)
/// ```
public struct OperationOptions: Sendable {
  /// What it is called in reports; nil: the place where it was submitted.
  public var name: String?
  /// How urgent it is.
  public var priority: OperationPriority
  /// Where its body runs.
  public var lane: OperationLane
  /// What it takes while it executes, and of which there is only so much; one named twice counts
  /// once.
  public var categories: [OperationCategory] {
    get { givenCategories ?? [] }
    set { givenCategories = newValue.isEmpty ? nil : newValue }
  }
  private var givenCategories: [OperationCategory]?
  /// What few operations ask for, behind one word.
  private var box: Box?

  var rare: Rare? { box?.rare }

  /// Options of which the rest is as usual.
  ///
  /// - Parameters:
  ///   - name: what it is called in reports; nil: the place where it was submitted.
  ///   - priority: how urgent it is.
  ///   - lane: where its body runs.
  ///   - categories: what it takes while it executes, and of which there is only so much.
  public init(
    _ name: String? = nil, priority: OperationPriority = .normal, lane: OperationLane = .compute,
    categories: [OperationCategory] = []
  ) {
    self.name = name
    self.priority = priority
    self.lane = lane
    givenCategories = categories.isEmpty ? nil : categories
  }

  /// Words by which several operations are cancelled together.
  public var tags: Set<String> {
    get { rare?.tags ?? [] }
    set { change { $0.tags = newValue } }
  }

  /// Whether, when and how often the body is run again after it threw an error.
  public var retry: RetryPolicy {
    get { rare?.retry ?? .never }
    set { change { $0.retry = newValue } }
  }

  /// Whether it keeps its categories while it rests between two attempts; it does not unless told.
  public var keepsCategoriesBetweenAttempts: Bool {
    get { rare?.keepsCategories ?? false }
    set { change { $0.keepsCategories = newValue } }
  }

  /// How long it may take from the first start of its body, all attempts and the rests between them
  /// together; nil: for ever.
  ///
  /// When the time is over the body is cancelled, as a task is; the operation ends when the body
  /// has returned, and is cancelled as timed out whatever that came to.
  public var timeout: Duration? {
    get { rare?.timeout }
    set { change { $0.timeout = newValue } }
  }

  /// How long one attempt may take; nil: for ever.
  ///
  /// When the time is over its body is cancelled, as a task is. Whatever the body then returns or
  /// throws, the attempt has failed with ``OperationError/Kind/timedOut``, and may be repeated.
  public var attemptTimeout: Duration? {
    get { rare?.attemptTimeout }
    set { change { $0.attemptTimeout = newValue } }
  }

  /// How long after it was submitted its body may still start for the first time; nil: for ever.
  ///
  /// One whose body has not started by then is cancelled as expired.
  public var expiry: Duration? {
    get { rare?.expiry }
    set { change { $0.expiry = newValue } }
  }

  /// Whether an operation of the same category that ``preempts`` may interrupt it.
  ///
  /// Its body is cancelled, as a task is; if it throws, it comes again when the other has ended.
  public var isPreemptible: Bool {
    get { rare?.isPreemptible ?? false }
    set { change { $0.isPreemptible = newValue } }
  }

  /// Whether it goes before all in its categories, and interrupts a preemptible one that holds
  /// them.
  public var preempts: Bool {
    get { rare?.preempts ?? false }
    set { change { $0.preempts = newValue } }
  }

  /// Whether it goes on when all that needed it are gone; only for operations shared by key.
  public var isDetached: Bool {
    get { rare?.isDetached ?? false }
    set { change { $0.isDetached = newValue } }
  }

  struct Rare: Sendable {
    var tags: Set<String> = []
    var retry = RetryPolicy.never
    var keepsCategories = false
    var timeout: Duration?
    var attemptTimeout: Duration?
    var expiry: Duration?
    var isPreemptible = false
    var preempts = false
    var isDetached = false
  }

  private final class Box: Sendable {
    let rare: Rare
    init(_ rare: Rare) { self.rare = rare }
  }

  private mutating func change(_ body: (inout Rare) -> Void) {
    var copy = rare ?? Rare()
    body(&copy)
    box = Box(copy)
  }
}
