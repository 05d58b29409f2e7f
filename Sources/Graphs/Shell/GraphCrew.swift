internal import CStageFloor
internal import StageFloor
internal import StagecraftTraces
internal import Synchronization

/// The workers of one run of a graph, and their shared state.
///
/// - *Hosts* are tasks that occupy a thread while there is work: the leader, which is the task that
///   runs the graph, and helpers, which are started when waiting steps are long enough to be worth
///   it. A host runs synchronous steps itself. A host without work looks for some for a few
///   microseconds and then gives up its thread.
/// - *Asynchronous tasks* run asynchronous steps, one after the other. The crew is their executor,
///   so one that awaits leaves its host free for the next.
///
/// A ready step is pushed onto the stack of the host that made it ready; a host that looks for work
/// receives the older half of another host's stack. The ready steps of a small graph form one queue
/// in the order of the ``StartOrder``. All other state is protected by one lock. While a host of a
/// graph of plain steps is the only one that runs, it needs neither the lock nor atomic operations.
///
/// The crew has no machine of its own: the order of steps is decided by ``StartOrder`` and
/// ``ReadySet``, and the rest are counters that all workers change without a lock, because asking a
/// machine under one would take longer than a short step does.
final class GraphCrew: TaskExecutor, @unchecked Sendable {  // guards: see each property
  enum TaskKind: Hashable {
    case helper(Int)
    case asynchronous(Int)
    case mainLane
  }

  static var none: UInt32 { .max }

  let store: GraphStore
  let nodes: UnsafeMutablePointer<GraphNode>
  let successors: UnsafeMutablePointer<UInt32>
  let workers: Int
  let mostAsynchronous: Int
  let options: OperationGraph.RunOptions
  let indexed: UnsafeMutablePointer<IndexedBody>?
  let times: UnsafeMutablePointer<OperationGraph.StepTimes>?
  /// Nil if the run is not watched.
  let progress: UnsafeMutablePointer<Atomic<Bool>>?
  let companion: (any RunCompanion)?
  /// Nil if no step has a value.
  let values: StepValues?
  let startOrder: StartOrder?
  let measured: UnsafeMutablePointer<Int64>?
  let began: Int64
  private let beganTicks: Int64
  /// The task that waits for the end of all steps.
  nonisolated(unsafe) var leader: TaskIdentity?  // guard: set before the first step starts
  /// What is read often and what is changed often, on separate cache lines.
  let counters: UnsafeMutablePointer<SharedCounters>
  let slots: UnsafeMutablePointer<WorkerSlot>

  let lock = LockWord()
  /// The hosts and what they run; guarded by the lock.
  let hosting: UnsafeMutablePointer<Hosting>
  nonisolated(unsafe) var shared: [UInt32] = []  // guard: `lock`
  /// The ready steps of the start order; guarded by the lock, unless a host is alone.
  let readySet: ReadySet
  nonisolated(unsafe) var idleTasks: [UnsafeContinuation<UInt32, Never>] = []  // guard: `lock`
  nonisolated(unsafe) var tasks: [TaskKind: Task<Void, Never>] = [:]  // guard: `lock`
  nonisolated(unsafe) var asynchronousTasks = 0  // guard: `lock`
  /// By the number of their slot; claimed when a helper has joined.
  nonisolated(unsafe) var invitations: [Int: HelperInvitation] = [:]  // guard: `lock`
  /// The number of asynchronous tasks and other users that may still access the crew, not counting
  /// hosts.
  nonisolated(unsafe) var guests = 0  // guard: `lock`
  nonisolated(unsafe) var isOver = false  // guard: `lock`
  nonisolated(unsafe) var isCancelled = false  // guard: `lock`
  nonisolated(unsafe) var failures = RunFailures()  // guard: `lock`
  nonisolated(unsafe) var mainLane = MainLane()  // guard: `lock`
  nonisolated(unsafe) var milestones: [UInt32: WaiterTable<Bool>] = [:]  // guard: `lock`
  nonisolated(unsafe) var reached: [UInt32: Bool] = [:]  // guard: `lock`

  init(
    _ store: GraphStore, _ options: OperationGraph.RunOptions,
    isWatched: Bool = false, target: UInt32? = nil, indexed: (@Sendable (Int) throws -> Void)? = nil
  ) {
    self.store = store
    self.options = options
    self.indexed = indexed == nil ? nil : .allocate(capacity: 1)
    // Not through `map`, which would wrap the closure twice, as a generic value and back.
    if let indexed { self.indexed?.initialize(to: IndexedBody(call: indexed)) }
    nodes = store.nodes
    successors = store.successors
    let wanted = options.workers ?? GraphCrew.processors
    require(
      wanted > 0,
      "The graph “\(store.name)” cannot run on \(wanted) workers: pass one or more, or nil.")
    mostAsynchronous = options.maximumAsynchronousSteps ?? .max
    require(
      mostAsynchronous > 0,
      "The graph “\(store.name)” cannot run with at most \(mostAsynchronous) asynchronous steps: "
        + "set one or more, or nil.")
    require(
      indexed != nil || store.kinds & 1 << GraphNodeKind.indexed.rawValue == 0,
      "The graph “\(store.name)” has numbered steps and needs a closure to run: run { index in … }."
    )
    workers = Swift.min(wanted, Swift.max(store.count, 1))
    counters = CacheLine.allocate(SharedCounters.self)
    counters.initialize(to: SharedCounters(remaining: store.count))
    slots = CacheLine.allocate(WorkerSlot.self, count: workers)
    hosting = .allocate(capacity: 1)
    hosting.initialize(to: Hosting(workers: workers))
    times = options.recordsTrace ? .allocate(capacity: store.count) : nil
    times?.initialize(repeating: OperationGraph.StepTimes(), count: store.count)
    startOrder = store.lengths.startOrder(for: store, target: target)
    measured = startOrder == nil ? nil : store.lengths.measured
    values = store.valueCount == 0 ? nil : StepValues(count: store.valueCount)
    readySet = ReadySet(count: startOrder == nil ? 0 : store.count)
    companion = options.companion?(OperationTrace(name: store.name, nodes: store.traceNodes()))
    progress = isWatched ? .allocate(capacity: store.count) : nil
    if let progress {
      for index in 0..<store.count { (progress + index).initialize(to: Atomic(false)) }
    }
    counters.pointee.flags.store(
      (times == nil && companion == nil ? 0 : SharedCounters.recording)
        | (progress == nil ? 0 : SharedCounters.watched),
      ordering: .relaxed)
    began = stage_nanoseconds()
    beganTicks = stage_ticks()
    for number in 0..<workers {
      (slots + number).initialize(to: WorkerSlot(crew: self, number: Int32(number)))
    }
    if startOrder == nil { shared = store.sources }
    counters.pointee.sharedCount.store(shared.count, ordering: .relaxed)
    if store.count == 0 {
      isOver = true
      counters.pointee.isOver.store(true, ordering: .relaxed)
    }
  }

  deinit {
    slots.deinitialize(count: workers)
    slots.deallocate()
    counters.deinitialize(count: 1)
    counters.deallocate()
    indexed?.deinitialize(count: 1)
    indexed?.deallocate()
    times?.deallocate()
    progress?.deallocate()
    hosting.deinitialize(count: 1)
    hosting.deallocate()
    readySet.deallocate()
    lock.deallocate()
  }

  func recordDuration() {
    store.lengths.runTook(
      stage_ticks() - beganTicks, stage_nanoseconds() - began, isOrdered: startOrder != nil)
  }

  func report() -> OperationGraph.Report {
    let report = lock.withLock {
      OperationGraph.Report(
        store: store, failures: failures.errors,
        causes: failures.causes, values: values,
        times: times.map { Array(UnsafeBufferPointer(start: $0, count: store.count)) })
    }
    companion?.ended(report)
    return report
  }

  private static let processors = Int(stage_processors())
}
