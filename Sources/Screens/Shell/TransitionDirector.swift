internal import StageFloor

/// Executes the requests to the containers of one tree of screens, one at a time.
///
/// The director belongs to the root of the tree. Requests wait in FIFO order while a transition is
/// in progress, while a view is being created, and while the director is calling screens or a
/// stage.
///
/// No access to its properties encloses a call of foreign code, so exclusivity is not checked at
/// each access.
@MainActor
final class TransitionDirector {
  /// The transition in progress.
  @exclusivity(unchecked) private(set) var current: RunningTransition?
  /// Whether the director is in a *turn*: it is calling screens or a stage right now.
  @exclusivity(unchecked) private(set) var isInTurn = false
  @exclusivity(unchecked) private var queue = RequestQueue()
  @exclusivity(unchecked) private var suspensions = 0

  init() {}

  deinit {
    let (current, queue) = (current, queue)
    guard current != nil || !queue.isEmpty else { return }
    guard MainActor.isCurrent else {
      Task.detached { @MainActor in Self.abandon(current, queue) }
      return
    }
    MainActor.assumeIsolated { Self.abandon(current, queue) }
  }

  /// Ends when the tree is destroyed: waiting requests are refused, and a transition in a part of
  /// the tree that lives on continues there.
  private static func abandon(_ current: RunningTransition?, _ queue: RequestQueue) {
    var queue = queue
    if let current {
      if let container = current.container, let successor = container.root.ownDirector,
        successor.isIdle
      {
        successor.current = current
        // The task that watches it refers to the destroyed director.
        current.isUnwatched = true
        current.wait(in: container, for: successor)
      } else {
        current.request.finish(.cancelled)
      }
    }
    while let request = queue.popFirst() { request.finish(.refused(.containerIsGone)) }
  }

  /// Whether no transition is in progress, and no request waits.
  var isIdle: Bool { current == nil && !isInTurn && queue.isEmpty }

  /// The number of waiting requests.
  var waitingCount: Int { queue.count }

  /// Submits a request, which is executed at once if the director is idle.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - container: The container that is to change.
  ///   - root: The root of its tree, whose director this is.
  func add(
    _ request: TransitionRequest, of container: any TransitionContainer, in root: AnyScreen
  ) {
    guard isIdle, suspensions == 0 else { return wait(request, of: container) }
    performInTurn { execute(request, in: container, root) }
  }

  private func wait(_ request: TransitionRequest, of container: any TransitionContainer) {
    request.container = container
    queue.append(request)
    watchCurrentIfNeeded()
  }

  /// Watches the duration of the transition in progress, if a request waits for it.
  private func watchCurrentIfNeeded() {
    guard let current, current.isUnwatched else { return }
    // The request that was added last: the containers of earlier ones may have been destroyed.
    guard let application = queue.last?.container?.application else { return }
    watch(current, of: application)
  }

  /// How long a stage may take to end a transition for which requests wait, before that is
  /// reported.
  static let overdueDelay = Duration.seconds(10)

  /// Reports a transition that does not end while requests wait for it.
  ///
  /// Nothing is watched while no request waits, or without an observer. An undecided interactive
  /// transition may take any time.
  private func watch(_ transition: RunningTransition, of application: ScreenApplication) {
    guard application.isObserved else { return }
    transition.isUnwatched = false
    Task { @MainActor [weak self, weak transition, timekeeper = application.timekeeper] in
      repeat {
        try? await timekeeper.sleep(until: timekeeper.now + Self.overdueDelay.wholeNanoseconds)
      } while transition?.machine.isOpen == true
      guard let self, let transition, self.current === transition else { return }
      transition.container?.note(.transitionIsOverdue(waiting: self.queue.count))
    }
  }

  /// Submits a request that is executed before all waiting ones.
  func addFirst(_ request: TransitionRequest, of container: any TransitionContainer) {
    request.container = container
    queue.prepend(request)
    runQueue()
  }

  /// Ends the transition in progress at once: as decided, or else by returning to the start.
  func settle() {
    guard let current else { return }
    let action = current.machine.settle()
    if action != .wait { resume(current, action: action) }
  }

  /// Suspends the execution of requests until ``resume()`` has been called as often.
  func suspend() { suspensions += 1 }

  /// Reverses one call of ``suspend()``.
  func resume() {
    precondition(suspensions > 0, "A director was resumed more often than it was suspended.")
    suspensions -= 1
    runQueue()
  }

  /// Performs an action on the whole tree, during which no request is executed.
  ///
  /// A transition in progress is ended before; waiting requests may be executed after it.
  func performExclusively(_ body: () -> Void) {
    performInTurn {
      settle()
      body()
    }
  }

  /// Whether an interactive transition may begin.
  func mayBeginInteractively(in container: any TransitionContainer) -> Bool {
    isIdle && suspensions == 0 && container.appearance == .visible
  }

  /// Begins an interactive transition, if nothing else is in progress.
  func beginInteractively(
    _ proposal: TransitionProposal, in container: any TransitionContainer
  ) -> InteractiveTransition? {
    guard mayBeginInteractively(in: container), proposal.change.isVisible else { return nil }
    var transition: RunningTransition?
    performInTurn { transition = begin(proposal, in: container, for: TransitionRequest(nil)) }
    return transition.map { InteractiveTransition($0) }
  }

  /// Performs the next action of a transition that has waited.
  func resume(_ transition: RunningTransition, action: TransitionMachine.Action) {
    performInTurn {
      if let container = transition.container {
        perform(action, on: transition, in: container)
      } else {
        current = nil
        transition.request.finish(.cancelled)
      }
    }
  }

  /// Passes the progress of the gesture to the stage, and performs the next action.
  func follow(_ transition: RunningTransition, in container: any TransitionContainer) {
    performInTurn {
      while let progress = transition.takeProgress() { container.follow(progress) }
      perform(transition.machine.callReturned(), on: transition, in: container)
    }
  }

  /// Takes over the waiting requests of a screen that joins this tree.
  func absorb(_ other: TransitionDirector) {
    while let request = other.queue.popFirst() { queue.append(request) }
    watchCurrentIfNeeded()
  }

  /// Hands over the waiting requests of a screen that has left this tree.
  ///
  /// - Parameter screen: The screen, which is the root of its own tree now.
  /// - Returns: The director that takes them over.
  private func release(_ screen: AnyScreen) -> TransitionDirector? {
    guard !queue.isEmpty, let other = screen.ownDirector else { return nil }
    for request in queue.remove(where: { $0.container?.root === screen }) {
      other.queue.append(request)
    }
    return other
  }

  /// Performs an action during which no request is executed, and then executes waiting requests as
  /// long as none has to wait.
  func performInTurn(_ body: () -> Void) {
    guard !isInTurn else { return body() }
    isInTurn = true
    body()
    while current == nil, suspensions == 0, let request = queue.popFirst() {
      if let container = request.container {
        execute(request, in: container, container.root)
      } else {
        request.finish(.refused(.containerIsGone))
      }
    }
    isInTurn = false
  }

  /// Executes waiting requests as long as none has to wait.
  private func runQueue() { performInTurn {} }

  private func execute(
    _ request: TransitionRequest, in container: any TransitionContainer, _ root: AnyScreen
  ) {
    guard let director = root.ownDirector, director === self else {
      // The container has moved to another tree, which may add this one right now: this is between
      // two turns.
      isInTurn = false
      root.ownDirector?.add(request, of: container, in: root)
      isInTurn = true
      return
    }
    do throws(ScreenError) {
      switch request.action {
      case .change(let propose):
        guard let proposal = try propose(container) else { return request.finish(.completed) }
        if let other = try busyDirector(amongNewcomers: proposal, to: root) {
          // The added screen's director is in a turn, and returns the request afterwards.
          return other.wait(request, of: container)
        }
        begin(proposal, in: container, for: request)
      case .perform(let body):
        try body(container)
        request.finish(.completed)
      case nil:
        request.finish(.completed)
      }
    } catch {
      request.finish(.refused(error))
    }
  }

  /// Checks that the screens to be added are free.
  ///
  /// - Parameters:
  ///   - proposal: The proposal that adds the screens.
  ///   - root: The root of the container's tree.
  /// - Returns: The director of a screen that is free only after its current turn.
  /// - Throws: The reason why a screen cannot be added.
  private func busyDirector(
    amongNewcomers proposal: TransitionProposal, to root: AnyScreen
  ) throws(ScreenError) -> TransitionDirector? {
    for newcomer in proposal.newcomers {
      guard newcomer.isFree else { throw .isTaken }
      guard root !== newcomer else { throw .isAncestor }
      if let other = newcomer.storedDirector, other.isInTurn { return other }
    }
    return nil
  }

  @discardableResult
  private func begin(
    _ proposal: TransitionProposal, in container: any TransitionContainer,
    for request: TransitionRequest
  ) -> RunningTransition {
    let isSeen = container.appearance == .visible
    let transition = RunningTransition(proposal, in: container, isSeen: isSeen, for: request)
    current = transition
    for newcomer in proposal.newcomers {
      container.addMember(newcomer)
      if let other = newcomer.storedDirector.take() { absorb(other) }
    }
    container.transitionBegins(transition)
    if transition.machine.isOpen == false { container.layout = proposal.layout }
    perform(transition.plan.begin, in: container)
    guard transition.change.isVisible else {
      end(transition, as: .completed, in: container)
      return transition
    }
    // Screens that disappear have resigned already; a sheet leaves those that it covers visible.
    if let current = transition.before.currentScreen,
      !transition.change.outgoing.contains(current)
    {
      container.root.updateForeground()
    }
    if !transition.machine.isHurried { container.show(transition) }
    perform(transition.machine.callReturned(), on: transition, in: container)
    return transition
  }

  private func perform(
    _ action: TransitionMachine.Action, on transition: RunningTransition,
    in container: any TransitionContainer
  ) {
    switch action {
    case .wait: transition.wait(in: container, for: self)
    case .conclude(let outcome):
      if outcome == .completed { container.layout = transition.after }
      container.conclude(outcome)
      perform(transition.machine.callReturned(), on: transition, in: container)
    case .end(let outcome): end(transition, as: outcome, in: container)
    }
  }

  private func end(
    _ transition: RunningTransition, as outcome: TransitionContext.Outcome,
    in container: any TransitionContainer
  ) {
    let isCompleted = outcome == .completed
    container.layout = isCompleted ? transition.after : transition.before
    container.showLayout()
    perform(isCompleted ? transition.plan.completed : transition.plan.cancelled, in: container)
    var others: [TransitionDirector] = []
    let gone = isCompleted ? transition.change.removed : transition.change.added
    for id in gone {
      guard let screen = container.members[id] else { continue }
      container.removeMember(id)
      if let other = release(screen) { others.append(other) }
    }
    container.transitionEnded()
    if transition.change.isVisible { container.root.updateForeground() }
    current = nil
    transition.request.finish(isCompleted ? .completed : .cancelled)
    for other in others { other.runQueue() }
  }

  private func perform(_ steps: [PlanStep], in container: any TransitionContainer) {
    let members = container.members
    for step in steps {
      guard let screen = members[step.screen] else { continue }
      switch step {
      case .willMove(_, let isEntering): screen.notifyWillMove(to: isEntering ? container : nil)
      case .willDismiss: screen.notifyWillDismiss()
      case .didDismiss: screen.notifyDidDismiss()
      case .load: screen.loadViewIfNeeded()
      case .appearance(let step, _, let context): screen.deliver(step, context)
      case .didMove(_, let isEntering): screen.notifyDidMove(to: isEntering ? container : nil)
      }
    }
  }
}
