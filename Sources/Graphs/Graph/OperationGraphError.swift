/// Why a graph was refused, or a run of it did not do all that it was to do.
///
/// Two errors are equal if their codes are; the rest only explains.
///
/// ```swift
/// do {
///   try await launch.run()
/// } catch let error as OperationGraphError where error.code == .stepFailed {
///   print("\(error.steps) failed: \(error.underlying!)")
/// }
/// ```
public struct OperationGraphError: Error, Sendable {
  /// What went wrong, without the names.
  public enum Code: Hashable, Sendable {
    /// Steps wait for each other in a circle; `steps` lists them, each before who waits for it.
    case cycle
    /// A milestone for which the main thread is blocked waits for asynchronous steps of the main
    /// actor (`steps`).
    case wouldDeadlock
    /// A step threw; `steps` names the first, `underlying` is what it threw.
    case stepFailed
    /// The graph is running; it runs once at a time, and a second run does not wait for the first.
    case alreadyRunning
    /// Time ran out before a milestone was reached; `steps` names what has not ended before it.
    case timedOut
  }

  /// What went wrong, without the names.
  public let code: Code
  /// The graph's name.
  public let graph: String
  /// The names of the steps that are to blame, see ``Code-swift.enum``.
  public let steps: [String]
  /// The milestone that could not be, or was not, reached.
  public let milestone: String?
  /// What the failed step threw.
  public let underlying: (any Error)?
  /// How each step ended, if the graph has run.
  public let report: OperationGraph.Report?
  /// The run that goes on, if time ran out.
  public let run: OperationGraph.Run?

  /// Steps wait for each other in a circle.
  public static var cycle: OperationGraphError { OperationGraphError(code: .cycle) }
  /// The main thread would wait for itself.
  public static var wouldDeadlock: OperationGraphError { OperationGraphError(code: .wouldDeadlock) }
  /// A step threw.
  public static var stepFailed: OperationGraphError { OperationGraphError(code: .stepFailed) }
  /// The graph is running.
  public static var alreadyRunning: OperationGraphError {
    OperationGraphError(code: .alreadyRunning)
  }
  /// Time ran out before a milestone was reached.
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

  /// Whether `error` is a graph's error with the same code.
  public static func ~= (pattern: OperationGraphError, error: any Error) -> Bool {
    (error as? OperationGraphError)?.code == pattern.code
  }
}

extension OperationGraphError: Equatable {
  /// Whether both have the same code.
  public static func == (left: OperationGraphError, right: OperationGraphError) -> Bool {
    left.code == right.code
  }
}

extension OperationGraphError: CustomStringConvertible {
  /// One sentence with the names that explain it.
  public var description: String {
    "\(graph.isEmpty ? "The graph" : "Graph “\(graph)”"): \(reason)."
  }

  private var reason: String {
    let list = steps.map { "“\($0)”" }.joined(separator: ", ")
    switch code {
    case .cycle:
      return "steps wait for each other in a circle: "
        + (steps + steps.prefix(1)).map { "“\($0)”" }.joined(separator: " → ")
    case .wouldDeadlock:
      return """
        the main thread would be blocked until “\(milestone ?? "the milestone")”, which waits for \
        asynchronous steps of the main actor: \(list)
        """
    case .stepFailed:
      let cause = underlying.map { ": \($0)" } ?? ""
      let lost = milestone.map { " and “\($0)” cannot be reached" } ?? ""
      return "\(list.isEmpty ? "a step" : list) failed\(lost)\(cause)"
    case .alreadyRunning:
      return """
        it is running already, and runs once at a time: wait for the end of the other run, or build \
        a second graph
        """
    case .timedOut:
      return "“\(milestone ?? "the milestone")” was not reached in time; it waits for \(list)"
    }
  }
}
