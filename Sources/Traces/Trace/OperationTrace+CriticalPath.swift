extension OperationTrace {
  /// Why a trace took as long as it did: a chain of operations, each of which waited for the last.
  public struct CriticalPath: Sendable, Hashable {
    /// One operation of the chain.
    public struct Step: Sendable, Hashable {
      /// The ``Node/id`` of the operation.
      public var id: Int
      /// Its name.
      public var name: String
      /// What it waited for: the step before, or something without a number.
      public var blocker: Blocker
      /// The time that passed before it started, since the step before ended, or since it was
      /// submitted if it is the first.
      public var waiting: Duration
      /// The time from its start to its end, or to the moment at which it let the next one go; zero
      /// if it ended without a start.
      public var selfTime: Duration
    }

    /// The chain, the first operation first; empty if none has ended.
    public var steps: [Step]

    /// From the submission of the first to the end of the last: all steps added up.
    public var total: Duration { waiting + selfTime }
    /// The part of it in which no operation of the chain ran.
    public var waiting: Duration { steps.reduce(.zero) { $0 + $1.waiting } }
    /// The part of it in which an operation of the chain ran.
    public var selfTime: Duration { steps.reduce(.zero) { $0 + $1.selfTime } }
  }

  /// The chain through actual blockers to the operation that ended last.
  ///
  /// - Complexity: O(*n*) for *n* operations.
  public var criticalPath: CriticalPath {
    var last: Node?
    for node in nodes where node.ended != nil {
      if (node.ended ?? .zero) > (last?.ended ?? .seconds(-1)) { last = node }
    }
    return last.map { criticalPath(to: $0.id) } ?? CriticalPath(steps: [])
  }

  /// The chain through actual blockers to one operation: whatever would have to be faster, for it
  /// to end earlier.
  ///
  /// - Parameter id: the ``Node/id`` of the last operation; the chain is empty if it has not
  ///   ended.
  /// - Returns: the chain.
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
      // The moment at which the wait began. The blocker may still have run when it let this one go.
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
