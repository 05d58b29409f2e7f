internal import StageFloor
internal import StagecraftTraces

/// Used under the lock of the engine.
struct Recorder {
  private let start: Int64
  private let capacity: Int
  private var settled: [Entry] = []
  private var head = 0
  /// The operations that have not; their handles hold their own entries.
  private var live: [UInt64: Unmanaged<AnyOperationHandle>] = [:]

  struct Entry {
    var node: OperationTrace.Node
    var reason: RecordedReason?
  }

  init(start: Int64, capacity: Int) {
    self.start = start
    self.capacity = capacity
  }

  mutating func add(_ handle: AnyOperationHandle, _ edges: [Edge]) {
    var node = OperationTrace.Node(
      id: Int(handle.number), name: handle.name, lane: handle.options.lane.name)
    node.dependencies = edges.map {
      OperationTrace.Dependency(on: Int($0.dependency.number), $0.kind.traceKind)
    }
    handle.details.extras.record = Entry(node: node)
    live[handle.number] = Unmanaged.passUnretained(handle)
  }

  func note(_ dependency: AnyOperationHandle, _ kind: EdgeKind, of handle: AnyOperationHandle) {
    handle.details.extras.record?.node.dependencies.append(
      OperationTrace.Dependency(on: Int(dependency.number), kind.traceKind))
  }

  func noteSubmission(_ handle: AnyOperationHandle, at now: Int64) {
    handle.details.extras.record?.node.submitted = moment(now)
  }

  func note(
    _ handle: AnyOperationHandle, _ state: AnyOperationHandle.State, at now: Int64,
    _ effects: inout Effects
  ) {
    let moment = moment(now)
    switch state {
    case .waiting:
      endAttempt(handle, moment)
    case .ready:
      handle.details.extras.record?.node.ready = moment
    case .executing:
      if handle.details.existingExtras?.record?.node.started == nil {
        handle.details.extras.record?.node.started = moment
      }
      // The values are read before the exclusive access to the record begins.
      let (track, blocker) = (handle.details.driver?.track ?? 0, blocker(of: handle))
      handle.details.extras.record?.node.track = track
      handle.details.extras.record?.node.blocker = blocker
      handle.details.extras.attemptBegan = moment
    case .ended(let ending):
      endAttempt(handle, moment)
      handle.details.extras.record?.node.ended = moment
      handle.details.extras.record?.node.ending = ending
      guard let reason = RecordedReason(handle.details) else { return }
      handle.details.extras.record?.reason = reason
      effects.append(.describe(reason))
    }
  }

  private func endAttempt(_ handle: AnyOperationHandle, _ moment: Duration) {
    guard let began = handle.details.existingExtras?.attemptBegan else { return }
    handle.details.extras.attemptBegan = nil
    handle.details.extras.record?.node.attempts.append(
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

  /// Moves the entry of an operation that has left the machine to the ring, and drops the oldest.
  mutating func archive(_ handle: AnyOperationHandle) {
    guard let record = handle.details.existingExtras?.record else { return }
    live[handle.number] = nil
    if settled.count < capacity {
      settled.append(record)
    } else {
      settled[head] = record
      head = (head + 1) % capacity
    }
  }

  mutating func forget(_ handle: AnyOperationHandle) {
    live[handle.number] = nil
  }

  /// In no particular order; ``Entry/described`` builds their texts without the lock.
  var entries: [Entry] {
    settled + live.values.compactMap { $0.takeUnretainedValue().details.existingExtras?.record }
  }

  private func moment(_ now: Int64) -> Duration { .nanoseconds(max(0, now - start)) }
}

extension OperationOptions.Lane {
  var name: String {
    switch index {
    case .compute: "compute"
    case .main: "main"
    }
  }
}

extension EdgeKind {
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

extension Recorder.Entry {
  /// With the text of its ending; without the lock.
  var described: OperationTrace.Node {
    guard let reason else { return node }
    var node = node
    node.reason = reason.describe()
    return node
  }
}
