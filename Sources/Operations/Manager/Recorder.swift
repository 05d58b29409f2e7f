/// Writes down what the operations of a manager do; under the lock of the engine.
struct Recorder {
  private let start: Int64
  private let capacity: Int
  /// Those that have left the machine, in a ring.
  private var settled: [OperationTrace.Node] = []
  private var head = 0
  /// Those that have not, which keep their own records.
  private var live: [UInt64: Unmanaged<AnyOperationHandle>] = [:]

  init(start: Int64, capacity: Int) {
    self.start = start
    self.capacity = capacity
  }

  /// An operation has got its place.
  mutating func add(_ handle: AnyOperationHandle, _ edges: [Edge]) {
    var node = OperationTrace.Node(
      id: Int(handle.number), name: handle.name, lane: handle.options.lane.name)
    node.dependencies = edges.map {
      OperationTrace.Dependency(on: Int($0.dependency.number), $0.kind.traceKind)
    }
    handle.details.rarities.record = node
    live[handle.number] = Unmanaged.passUnretained(handle)
  }

  /// One more edge.
  func note(_ dependency: AnyOperationHandle, _ kind: EdgeKind, of handle: AnyOperationHandle) {
    handle.details.rarities.record?.dependencies.append(
      OperationTrace.Dependency(on: Int(dependency.number), kind.traceKind))
  }

  func noteSubmission(_ handle: AnyOperationHandle, at now: Int64) {
    handle.details.rarities.record?.submitted = moment(now)
  }

  /// An operation has come to another state.
  func note(_ handle: AnyOperationHandle, _ state: OperationState, at now: Int64) {
    let moment = moment(now)
    switch state {
    case .waiting:
      endAttempt(handle, moment)
    case .ready:
      handle.details.rarities.record?.ready = moment
    case .executing:
      if handle.details.rare?.record?.started == nil {
        handle.details.rarities.record?.started = moment
      }
      // What is written is found before the access to the record begins.
      let (track, blocker) = (handle.details.driver?.track ?? 0, blocker(of: handle))
      handle.details.rarities.record?.track = track
      handle.details.rarities.record?.blocker = blocker
      handle.details.rarities.attemptBegan = moment
    case .finished, .cancelled:
      endAttempt(handle, moment)
      let ending = handle.traceEnding
      handle.details.rarities.record?.ended = moment
      handle.details.rarities.record?.ending = ending
    }
  }

  private func endAttempt(_ handle: AnyOperationHandle, _ moment: Duration) {
    guard let began = handle.details.rare?.attemptBegan else { return }
    handle.details.rarities.attemptBegan = nil
    handle.details.rarities.record?.attempts.append(
      OperationTrace.Attempt(started: began, ended: moment))
  }

  private func blocker(of handle: AnyOperationHandle) -> OperationTrace.Blocker {
    let number = Int(handle.details.blocker.number)
    switch handle.details.blocker.kind {
    case .nothing, .rest: return .nothing
    case .dependency: return .dependency(number)
    case .category:
      let names = handle.options.categories.map(\.name).joined(separator: ", ")
      return .category(names, heldBy: number)
    case .width: return .width(freedBy: number)
    }
  }

  /// An operation has left the machine: its record stays, and the oldest goes.
  mutating func settle(_ handle: AnyOperationHandle) {
    guard let record = handle.details.rare?.record else { return }
    live[handle.number] = nil
    if settled.count < capacity {
      settled.append(record)
    } else {
      settled[head] = record
      head = (head + 1) % capacity
    }
  }

  /// An operation that was never submitted is gone.
  mutating func forget(_ handle: AnyOperationHandle) {
    live[handle.number] = nil
  }

  /// All that is known, in the order in which the operations were made.
  var nodes: [OperationTrace.Node] {
    let live = live.values.compactMap { $0.takeUnretainedValue().details.rare?.record }
    return (settled + live).sorted { $0.id < $1.id }
  }

  private func moment(_ now: Int64) -> Duration { .nanoseconds(max(0, now - start)) }
}

extension OperationLane {
  /// What it is called in traces.
  var name: String {
    switch index {
    case .compute: "compute"
    case .main: "main"
    }
  }
}

extension EdgeKind {
  /// The kind as traces have it.
  var traceKind: OperationTrace.Dependency.Kind {
    switch self {
    case .requires: .requires
    case .follows: .follows
    case .result: .other("result")
    case .failed: .other("failed")
    case .prerequisite: .other("condition")
    case .awaits: .other("awaits")
    case .child: .other("child")
    }
  }
}

extension AnyOperationHandle {
  /// How it ended, for the trace; under the lock.
  fileprivate final var traceEnding: OperationTrace.Ending {
    switch details.verdict?.ending {
    case .succeeded: details.attempt == 0 ? .satisfied : .succeeded
    case .failed: .failed(details.rare?.error.map { "\($0)" } ?? "")
    case .cancelled: .cancelled(details.rare?.reason?.description ?? "")
    case .skipped: .skipped(details.rare?.reason?.description ?? "")
    case nil: .unfinished
    }
  }
}
