import StagecraftLists

/// Replaces the queue of the main actor; the test runs its jobs one by one.
@MainActor
final class MainQueue {
  private var jobs: [@MainActor () -> Void] = []

  nonisolated init() {}

  /// The number of waiting jobs.
  var count: Int { jobs.count }

  /// Puts jobs of edits into the queue; the edits are made on the main actor.
  nonisolated var enqueue: ObserverRegistration.Enqueuing {
    { job in MainActor.assumeIsolated { self.jobs.append(job) } }
  }

  /// Runs the waiting jobs, and not those that they enqueue.
  func runTurn() {
    let turn = jobs
    jobs = []
    for job in turn { job() }
  }
}

/// An observer of a list through a ``MainQueue``.
@MainActor
final class DeskScreen {
  let registration: ObserverRegistration
  private let state: State
  var steps: [LiveList<DeskOrder>.Transition] { state.steps }
  var onStep: (LiveList<DeskOrder>.Transition) -> Void {
    get { state.onStep }
    set { state.onStep = newValue }
  }

  @MainActor
  private final class State {
    var last: ListSnapshot<DeskOrder>
    var steps: [LiveList<DeskOrder>.Transition] = []
    var onStep: (LiveList<DeskOrder>.Transition) -> Void = { _ in }

    init(_ last: ListSnapshot<DeskOrder>) { self.last = last }

    func show(_ step: LiveList<DeskOrder>.Transition) -> Bool {
      last = step.new
      if step.isEmpty { return false }
      steps.append(step)
      onStep(step)
      return true
    }
  }

  init(
    _ list: LiveList<DeskOrder>, _ queue: MainQueue, _ cadence: ListObservation.Cadence = .nextTurn
  ) {
    let state = State(list.snapshot())
    self.state = state
    registration = ObserverRegistration(
      changeSignal: list.changeSignal, cadence: cadence, enqueue: queue.enqueue
    ) {
      state.show(list.changes(since: state.last))
    }
    registration.listen()
  }

  // The list retains the registration, and the registration the list.
  deinit { registration.cancel() }

  /// The rows that each transition removed.
  var removed: [[Int]] { steps.map { $0.removed.map(\.id) } }
}
