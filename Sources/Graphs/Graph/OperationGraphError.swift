/// An error thrown when a graph cannot be built or a run does not complete.
///
/// Two errors are equal if their codes are equal; the other properties only explain the error.
///
/// ```swift
/// do {
///   try await launch.run()
/// } catch let error as OperationGraphError where error.code == .stepFailed {
///   print("\(error.steps) failed: \(error.underlying!)")
/// }
/// ```
public struct OperationGraphError: Error, Sendable {
  /// The kind of error.
  public enum Code: Hashable, Sendable {
    /// Steps form a cycle; `steps` lists them, each before the one that waits for it.
    case cycle
    /// A milestone that blocks the main thread waits for asynchronous main-actor steps (`steps`).
    case wouldDeadlock
    /// A step threw; `steps` names the first one, `underlying` is the error it threw.
    case stepFailed
    /// The graph is already running; only one run at a time is allowed.
    case alreadyRunning
    /// The deadline passed before a milestone was reached; `steps` names the steps before it that
    /// have not ended.
    case timedOut
  }

  /// The kind of error.
  public let code: Code
  /// The graph's name.
  public let graph: String
  /// The names of the steps concerned, see ``Code-swift.enum``.
  public let steps: [String]
  /// The milestone that cannot be reached, or was not reached in time.
  public let milestone: String?
  /// The error that the failed step threw.
  public let underlying: (any Error)?
  /// The outcome of each step, if the graph has run.
  public let report: OperationGraph.Report?
  /// The run, which continues, if the deadline passed.
  public let run: OperationGraph.Run?

  /// Steps form a cycle.
  public static var cycle: OperationGraphError { OperationGraphError(code: .cycle) }
  /// The main thread would wait for itself.
  public static var wouldDeadlock: OperationGraphError { OperationGraphError(code: .wouldDeadlock) }
  /// A step threw.
  public static var stepFailed: OperationGraphError { OperationGraphError(code: .stepFailed) }
  /// The graph is already running.
  public static var alreadyRunning: OperationGraphError {
    OperationGraphError(code: .alreadyRunning)
  }
  /// The deadline passed before a milestone was reached.
  public static var timedOut: OperationGraphError { OperationGraphError(code: .timedOut) }

  init(
    code: Code, graph: String = "", steps: [String] = [], milestone: String? = nil,
    underlying: (any Error)? = nil, report: OperationGraph.Report? = nil,
    run: OperationGraph.Run? = nil
  ) {
    self.code = code
    self.graph = graph
    self.steps = steps
    self.milestone = milestone
    self.underlying = underlying
    self.report = report
    self.run = run
  }

  /// Returns whether `error` is an ``OperationGraphError`` with the same code.
  ///
  /// - Parameters:
  ///   - pattern: The error to match.
  ///   - error: Any error.
  /// - Returns: Whether the codes are equal.
  public static func ~= (pattern: OperationGraphError, error: any Error) -> Bool {
    (error as? OperationGraphError)?.code == pattern.code
  }
}

extension OperationGraphError: Equatable {
  /// Returns whether both errors have the same code.
  ///
  /// - Parameters:
  ///   - left: An error.
  ///   - right: Another error.
  /// - Returns: Whether the codes are equal.
  public static func == (left: OperationGraphError, right: OperationGraphError) -> Bool {
    left.code == right.code
  }
}

extension OperationGraphError: CustomStringConvertible {
  /// A sentence that names the graph and the steps concerned.
  public var description: String {
    "\(graph.isEmpty ? "The graph" : "Graph “\(graph)”"): \(reason)."
  }

  private var reason: String {
    let list = steps.map { "“\($0)”" }.joined(separator: ", ")
    switch code {
    case .cycle:
      return "the steps form a cycle: "
        + (steps + steps.prefix(1)).map { "“\($0)”" }.joined(separator: " → ")
    case .wouldDeadlock:
      return """
        the main thread would block until “\(milestone ?? "the milestone")”, which waits for \
        asynchronous main-actor steps: \(list)
        """
    case .stepFailed:
      let cause = underlying.map { ": \($0)" } ?? ""
      let lost = milestone.map { " and “\($0)” cannot be reached" } ?? ""
      return "\(list.isEmpty ? "a step" : list) failed\(lost)\(cause)"
    case .alreadyRunning:
      return """
        it is already running, and a graph runs once at a time: wait for the other run to end, or \
        run a copy of the graph
        """
    case .timedOut:
      return "“\(milestone ?? "the milestone")” was not reached in time; it waits for \(list)"
    }
  }
}
