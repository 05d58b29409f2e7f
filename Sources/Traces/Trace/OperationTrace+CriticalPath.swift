extension OperationTrace {
  /// The reason for a trace's duration: a chain of operations, each blocked by the previous one.
  public struct CriticalPath: Sendable, Hashable {
    /// One operation of the chain.
    public struct Step: Sendable, Hashable {
      /// The ``Node/id`` of the operation.
      public var id: Int
      /// The operation's name.
      public var name: String
      /// What the operation waited for: the previous step, or a blocker without a number.
      public var blocker: Blocker
      /// The time from the end of the previous step, or from the submission if this is the first
      /// step, to the start of the operation.
      public var waiting: Duration
      /// The time from the operation's start to its end, or to the moment at which it released the
      /// next step; zero if it ended without a start.
      public var selfTime: Duration
    }

    /// The steps of the chain in order; empty if no operation has ended.
    public var steps: [Step]

    /// The time from the first submission to the last end: the sum over all steps.
    public var total: Duration { waiting + selfTime }
    /// The part of ``total`` in which no operation of the chain ran.
    public var waiting: Duration { steps.reduce(.zero) { $0 + $1.waiting } }
    /// The part of ``total`` in which an operation of the chain ran.
    public var selfTime: Duration { steps.reduce(.zero) { $0 + $1.selfTime } }
  }

  /// The chain of actual blockers that leads to the operation that ended last.
  ///
  /// - Complexity: O(*n*) for *n* operations.
  public var criticalPath: CriticalPath {
    var last: Node?
    for node in nodes where node.ended != nil {
      if (node.ended ?? .zero) > (last?.ended ?? .seconds(-1)) { last = node }
    }
    return last.map { criticalPath(to: $0.id) } ?? CriticalPath(steps: [])
  }

  /// Returns the chain of actual blockers that leads to one operation.
  ///
  /// For the operation to end earlier, a step of this chain has to be faster.
  ///
  /// - Parameter id: The ``Node/id`` of the last operation; the chain is empty if it has not ended.
  /// - Returns: The chain.
  /// - Complexity: O(*n*) for *n* operations.
  public func criticalPath(to id: Int) -> CriticalPath {
    let positions = positions
    var steps: [CriticalPath.Step] = []
    var seen: Set<Int> = []
    var current = positions[id].map { nodes[$0] }
    var until = current?.ended ?? .zero
    while let node = current, let ended = node.ended, seen.insert(node.id).inserted {
      var before = node.blocker.id.flatMap { positions[$0] }.map { nodes[$0] }
      if before?.ended == nil || seen.contains(before?.id ?? node.id) { before = nil }
      let end = min(until, ended)
      let start = min(node.started ?? end, end)
      // The moment at which the wait began. The blocker may still have been running at that moment.
      let released = min(before?.ended ?? node.submitted ?? start, start)
      steps.append(
        CriticalPath.Step(
          id: node.id, name: node.name, blocker: node.blocker, waiting: start - released,
          selfTime: end - start))
      until = released
      current = before
    }
    return CriticalPath(steps: steps.reversed())
  }
}

extension OperationTrace.CriticalPath: CustomStringConvertible {
  /// A sentence with the first and the last step and the length of the path.
  public var description: String {
    guard let first = steps.first, let last = steps.last else { return "No operation has ended." }
    let way = steps.count == 1 ? "“\(first.name)”" : "“\(first.name)” to “\(last.name)”"
    return "The critical path, \(way) in \(steps.count) step\(steps.count == 1 ? "" : "s"), took "
      + "\(TraceText.brief(total)), including \(TraceText.brief(waiting)) of waiting."
  }
}
