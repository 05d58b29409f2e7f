internal import StageFloor

extension OperationGraph {
  /// The outcome of a step.
  public enum Outcome: Sendable {
    /// The step's closure returned, or the milestone was reached.
    case succeeded
    /// The step's closure threw.
    case failed(any Error)
    /// The step did not start, or it threw `CancellationError` after the run was cancelled.
    case cancelled(Reason)

    /// The reason why a step was cancelled.
    public enum Reason: Sendable, Hashable {
      /// The given step, which this step required directly or indirectly, failed.
      case requirementFailed(Node)
      /// The run was cancelled.
      case runCancelled
    }
  }

  /// The result of a run, with the outcome of every step.
  public struct Report: Sendable {
    let store: GraphStore
    var failures: [(index: UInt32, error: any Error)] = []
    /// For each step, 0 or the cause of its cancellation, see ``RunFailures``; nil without any.
    var causes: [Int32]?
    var values: StepValues?
    var times: [StepTimes]?

    /// Whether every step succeeded.
    public var isSuccess: Bool { failures.isEmpty && causes == nil }

    /// The names of the failed steps, in the order in which they failed.
    public var failedSteps: [String] { failures.map { store.name(of: Int($0.index)) } }

    /// All steps in the order in which they were added.
    public var steps: [Step] {
      var errors: [UInt32: any Error] = [:]
      for failure in failures { errors[failure.index] = failure.error }
      return (0..<store.count).map { index in
        Step(
          name: store.name(of: index), outcome: outcome(UInt32(index), errors[UInt32(index)]),
          times: times.map { $0[index] })
      }
    }

    /// Returns the outcome of a step.
    ///
    /// - Parameter step: A step of the graph that ran.
    /// - Returns: The step's outcome.
    public func outcome(of step: Node) -> Outcome {
      require(
        step.stamp == store.stamp,
        "Step \(step.index) belongs to a builder other than that of the graph “\(store.name)”.")
      return outcome(step.index, failures.first { $0.index == step.index }?.error)
    }

    /// Throws unless every step succeeded.
    ///
    /// - Throws: ``OperationGraphError/stepFailed`` with the first failed step; `CancellationError`
    ///   if no step failed but the run was cancelled.
    public func check() throws {
      if let error { throw error }
    }

    var error: (any Error)? {
      if let first = failures.first {
        return OperationGraphError(
          code: .stepFailed, graph: store.name, steps: [store.name(of: Int(first.index))],
          underlying: first.error, report: self)
      }
      return causes == nil ? nil : CancellationError()
    }

    private func outcome(_ index: UInt32, _ error: (any Error)?) -> Outcome {
      if let error { return .failed(error) }
      let cause = causes?[Int(index)] ?? 0
      return switch cause {
      case 0: .succeeded
      case RunFailures.runCancelled: .cancelled(.runCancelled)
      default: .cancelled(.requirementFailed(Node(index: UInt32(cause - 1), stamp: store.stamp)))
      }
    }

    /// One step of the report.
    public struct Step: Sendable {
      /// The step's name.
      public let name: String
      /// The step's outcome.
      public let outcome: Outcome
      /// When and where the step ran, or `nil` if the run did not record.
      public let times: StepTimes?
    }
  }

  /// When and where a step ran.
  public struct StepTimes: Sendable, Hashable {
    /// When the closure started, in nanoseconds since the start of the run; 0 if it did not start.
    public var start: Int64 = 0
    /// When the closure ended, in nanoseconds since the start of the run.
    public var end: Int64 = 0
    /// The number of the worker that ran or started the step; -1 for the main thread, -2 for a
    /// thread that may block.
    public var worker: Int32 = 0
    /// The lane on which the step ran.
    public var lane: Lane = .compute

    /// The time from start to end.
    public var duration: Duration { .nanoseconds(end - start) }
  }
}

extension OperationGraph.Outcome: CustomStringConvertible {
  /// A sentence that describes the outcome and its reason.
  public var description: String {
    switch self {
    case .succeeded: "It succeeded."
    case .failed(let error): "It failed with: \(error)."
    case .cancelled(.requirementFailed): "It was cancelled: a step that it requires failed."
    case .cancelled(.runCancelled): "It was cancelled: the run was cancelled."
    }
  }
}

extension OperationGraph.Report: CustomStringConvertible {
  private static var mostNamed: Int { 4 }

  /// A sentence with the counts and the names of the first failed steps.
  ///
  /// - Complexity: O(*n*) for *n* steps.
  public var description: String {
    let failed = failures.count
    let cancelled = causes?.count { $0 != 0 } ?? 0
    var text = store.name.isEmpty ? "The graph" : "Graph “\(store.name)”"
    text += ": \(max(0, store.count - failed - cancelled)) of \(store.count) steps succeeded"
    if failed > 0 {
      let named = failures.prefix(Self.mostNamed).map {
        "“\(store.name(of: Int($0.index)))” with: \($0.error)"
      }
      let more = failed > named.count ? ", and \(failed - named.count) more" : ""
      text += ", \(failed) failed (\(named.joined(separator: ", "))\(more))"
    }
    if cancelled > 0 { text += ", \(cancelled) were cancelled" }
    return text + "."
  }
}
