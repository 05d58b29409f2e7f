internal import StagecraftTraces
internal import StageFloor

/// Writes down what the operations of a manager do; under the lock of the engine.
struct Recorder {
  private let start: Int64
  private let capacity: Int
  /// Those that have left the machine, in a ring.
  private var settled: [Entry] = []
  private var head = 0
  /// Those that have not, which keep their own records.
  private var live: [UInt64: Unmanaged<AnyOperationHandle>] = [:]

  /// What is written down of one operation.
  struct Entry {
    var node: OperationTrace.Node
    /// How it ended, if that takes words.
    var ending: RecordedEnding?
  }

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
    handle.details.rarities.record = Entry(node: node)
    live[handle.number] = Unmanaged.passUnretained(handle)
  }

  /// One more edge.
  func note(_ dependency: AnyOperationHandle, _ kind: EdgeKind, of handle: AnyOperationHandle) {
    handle.details.rarities.record?.node.dependencies.append(
      OperationTrace.Dependency(on: Int(dependency.number), kind.traceKind))
  }

  func noteSubmission(_ handle: AnyOperationHandle, at now: Int64) {
    handle.details.rarities.record?.node.submitted = moment(now)
  }

  /// An operation has come to another state.
  func note(
    _ handle: AnyOperationHandle, _ state: OperationState, at now: Int64, _ deeds: inout Deeds
  ) {
    let moment = moment(now)
    switch state {
    case .waiting:
      endAttempt(handle, moment)
    case .ready:
      handle.details.rarities.record?.node.ready = moment
    case .executing:
      if handle.details.rare?.record?.node.started == nil {
        handle.details.rarities.record?.node.started = moment
      }
      // What is written is found before the access to the record begins.
      let (track, blocker) = (handle.details.driver?.track ?? 0, blocker(of: handle))
      handle.details.rarities.record?.node.track = track
      handle.details.rarities.record?.node.blocker = blocker
      handle.details.rarities.attemptBegan = moment
    case .finished, .cancelled:
      endAttempt(handle, moment)
      let ending = handle.traceEnding
      handle.details.rarities.record?.node.ended = moment
      handle.details.rarities.record?.node.ending = ending
      guard let words = RecordedEnding(ending, handle.details) else { return }
      handle.details.rarities.record?.ending = words
      deeds.append(.describe(words))
    }
  }

  private func endAttempt(_ handle: AnyOperationHandle, _ moment: Duration) {
    guard let began = handle.details.rare?.attemptBegan else { return }
    handle.details.rarities.attemptBegan = nil
    handle.details.rarities.record?.node.attempts.append(
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

  /// All that is known, in no order.
  ///
  /// What is to be read of it, ``Entry/described``, is read without the lock.
  var entries: [Entry] {
    settled + live.values.compactMap { $0.takeUnretainedValue().details.rare?.record }
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

extension Recorder.Entry {
  /// The record with the words for how the operation ended; without the lock.
  var described: OperationTrace.Node {
    guard let ending else { return node }
    var node = node
    node.ending = ending.described
    return node
  }
}

/// How an operation ended, for a trace.
///
/// The text of an error is the code of a user, and runs without the lock of the engine: right after
/// the end, or earlier for a trace that is asked for at that moment. From then on only the text is
/// kept, and not the error.
final class RecordedEnding: @unchecked Sendable {  // guard: `lock`
  private let ending: OperationTrace.Ending
  private let lock = LockWord()
  // guard: used under `lock`.
  private var error: (any Error)?
  private var reason: CancellationReason?
  private var words: String?

  /// Nil if there are no words for it; under the lock of the engine.
  fileprivate init?(_ ending: OperationTrace.Ending, _ details: HandleState) {
    guard let rare = details.rare, rare.error != nil || rare.reason != nil else { return nil }
    self.ending = ending
    (error, reason) = (rare.error, rare.reason)
  }

  deinit { lock.deallocate() }

  /// The ending with its words.
  var described: OperationTrace.Ending {
    switch ending {
    case .failed: .failed(describe())
    case .cancelled: .cancelled(describe())
    case .skipped: .skipped(describe())
    case .succeeded, .satisfied, .unfinished: ending
    }
  }

  /// Finds the words, unless they are known, and lets go of the error.
  @discardableResult
  func describe() -> String {
    let (known, error, reason) = lock.withLock { (words, self.error, self.reason) }
    if let known { return known }
    let found = error.map { "\($0)" } ?? reason?.description ?? ""
    lock.withLock {
      words = found
      self.error = nil
      self.reason = nil
    }
    // The last references to the error may be those here.
    withExtendedLifetime((error, reason)) {}
    return found
  }
}

extension AnyOperationHandle {
  /// How it ended, without the words; under the lock.
  fileprivate final var traceEnding: OperationTrace.Ending {
    switch details.verdict?.ending {
    case .succeeded: details.attempt == 0 ? .satisfied : .succeeded
    case .failed: .failed("")
    case .cancelled: .cancelled("")
    case .skipped: .skipped("")
    case nil: .unfinished
    }
  }
}
