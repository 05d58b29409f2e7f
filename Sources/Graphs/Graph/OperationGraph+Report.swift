internal import StageFloor

extension OperationGraph {
  /// How a step ended.
  public enum Outcome: Sendable {
    /// It did what it was to do; a milestone: it was reached.
    case succeeded
    /// It threw.
    case failed(any Error)
    /// It did not begin, or was told to stop and did.
    case cancelled(Reason)

    /// Why a step was cancelled.
    public enum Reason: Sendable, Hashable {
      /// A step that it required, directly or through others, failed: this one.
      case requirementFailed(Node)
      /// The run was cancelled.
      case runCancelled
    }
  }

  /// How a run went: every step, with its outcome.
  public struct Report: Sendable {
    let store: GraphStore
    /// What was thrown, in the order in which it was.
    var failures: [(index: UInt32, error: any Error)] = []
    /// For each step 0, or what cancelled it, see ``GraphTrouble``; nil if nothing did.
    var causes: [Int32]?
    var times: [StepTimes]?

    /// Whether every step succeeded.
    public var isSuccess: Bool { failures.isEmpty && causes == nil }

    /// The names of the steps that failed, in the order in which they did.
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

    /// The outcome of one step.
    public func outcome(of step: Node) -> Outcome {
      require(
        step.stamp == store.stamp,
        "Step \(step.index) was made by another builder than that of the graph “\(store.name)”.")
      return outcome(step.index, failures.first { $0.index == step.index }?.error)
    }

    /// Throws if not every step succeeded.
    ///
    /// - Throws: ``OperationGraphError/stepFailed`` with the first failed step; if none failed but
    ///   the run was cancelled, `CancellationError`.
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
      case GraphTrouble.runCancelled: .cancelled(.runCancelled)
      default: .cancelled(.requirementFailed(Node(index: UInt32(cause - 1), stamp: store.stamp)))
      }
    }

    /// One step of the report.
    public struct Step: Sendable {
      /// Its name.
      public let name: String
      /// How it ended.
      public let outcome: Outcome
      /// When and where it ran; nil if the run did not record.
      public let times: StepTimes?
    }
  }

  /// When and where a step ran.
  public struct StepTimes: Sendable, Hashable {
    /// When its closure began, in nanoseconds since the run began; 0 if it did not.
    public var start: Int64 = 0
    /// When its closure ended.
    public var end: Int64 = 0
    /// The number of the worker that ran it, or began it; -1 for the main thread, -2 for a thread
    /// of the blocking lane.
    public var worker: Int32 = 0
    /// Where it ran.
    public var lane: Lane = .compute

    /// From begin to end.
    public var duration: Duration { .nanoseconds(end - start) }
  }
}

extension OperationGraph.Outcome: CustomStringConvertible {
  /// A sentence that tells how the step ended, and why.
  public var description: String {
    switch self {
    case .succeeded: "It succeeded."
    case .failed(let error): "It failed with: \(error)."
    case .cancelled(.requirementFailed): "It was cancelled: a step that it requires failed."
    case .cancelled(.runCancelled): "It was cancelled: the run was."
    }
  }
}

extension OperationGraph.Report: CustomStringConvertible {
  /// How many failures a description names.
  private static var mostNamed: Int { 4 }

  /// A sentence with the numbers, and the names of the first steps that failed.
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
