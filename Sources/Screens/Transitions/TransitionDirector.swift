internal import StageFloor

/// Carries out what is asked of the containers of one tree of screens, one thing at a time.
///
/// It belongs to the screen at the top. Whatever is asked while something is under way, while a view
/// is made, or from inside something that a screen or a stage is called for by it, waits in line.
///
/// No access to its properties encloses a call of anybody else's code: so that is not checked anew at
/// each of them.
@MainActor
final class TransitionDirector {
  /// The transition under way.
  @exclusivity(unchecked) private(set) var current: RunningTransition?
  /// Whether it is calling screens or a stage right now.
  @exclusivity(unchecked) private(set) var isInTurn = false
  @exclusivity(unchecked) private var line = RequestLine()
  @exclusivity(unchecked) private var suspensions = 0

  init() {}

  deinit {
    let (current, line) = (current, line)
    guard current != nil || !line.isEmpty else { return }
    guard MainActor.isCurrent else {
      Task.detached { @MainActor in Self.giveUp(current, line) }
      return
    }
    MainActor.assumeIsolated { Self.giveUp(current, line) }
  }

  /// The tree is gone: whoever waits is told, and what is under way in a part that lives on ends there.
  private static func giveUp(_ current: RunningTransition?, _ line: RequestLine) {
    var line = line
    if let current {
      if let container = current.container, let heir = container.root.ownDirector, heir.isIdle {
        heir.current = current
        // Its watch looks for the director that is gone.
        current.isUnwatched = true
        current.wait(in: container, for: heir)
      } else {
        current.request.finish(.cancelled)
      }
    }
    while let request = line.popFirst() { request.finish(.refused(.containerIsGone)) }
  }

  /// Whether nothing is under way, and nobody waits.
  var isIdle: Bool { current == nil && !isInTurn && line.isEmpty }

  /// How many requests wait in line.
  var waitingCount: Int { line.count }

  /// Asks for something, which is done at once if nothing is under way.
  ///
  /// - Parameters:
  ///   - request: what is asked for.
  ///   - container: of whom.
  ///   - root: the screen at the top of its tree, whose director this is.
  func add(
    _ request: TransitionRequest, of container: any TransitionContainer, in root: AnyScreen
  ) {
    guard isIdle, suspensions == 0 else { return wait(request, of: container) }
    takeTurns { carryOut(request, in: container, root) }
  }

  private func wait(_ request: TransitionRequest, of container: any TransitionContainer) {
    request.container = container
    line.append(request)
    watchCurrentIfNeeded()
  }

  /// Looks how long the transition under way takes, if a request waits for it.
  private func watchCurrentIfNeeded() {
    guard let current, current.isUnwatched else { return }
    // The one that joined last: the containers of others may be gone.
    guard let application = line.last?.container?.application else { return }
    watch(current, of: application)
  }

  /// How long a stage may take to end a transition for which others wait, until that is told.
  static let patience = Duration.seconds(10)

  /// Tells if a transition for which a request waits does not come to an end.
  ///
  /// Nothing is watched while no request waits, or no observer listens. One that follows
  /// a finger may take its time.
  private func watch(_ transition: RunningTransition, of application: ScreenApplication) {
    guard application.isObserved else { return }
    transition.isUnwatched = false
    Task { @MainActor [weak self, weak transition, timekeeper = application.timekeeper] in
      repeat {
        try? await timekeeper.sleep(until: timekeeper.now + Self.patience.wholeNanoseconds)
      } while transition?.machine.isOpen == true
      guard let self, let transition, self.current === transition else { return }
      transition.container?.note(.transitionIsOverdue(waiting: self.line.count))
    }
  }

  /// Asks for something that goes before all that wait.
  func addFirst(_ request: TransitionRequest, of container: any TransitionContainer) {
    request.container = container
    line.prepend(request)
    takeTurns {}
  }

  /// Ends the transition under way at once: as it was decided, or else where it began.
  func settle() {
    guard let current else { return }
    let action = current.machine.settle()
    if action != .wait { goOn(with: current, action) }
  }

  /// Nothing begins until ``resume()`` has been called as often.
  func suspend() { suspensions += 1 }

  /// The opposite of ``suspend()``.
  func resume() {
    precondition(suspensions > 0, "A director was resumed more often than it was suspended.")
    suspensions -= 1
    takeTurns {}
  }

  /// Does what a toolkit does to the whole tree, and nothing else meanwhile.
  ///
  /// What is under way is ended before; what waits in line may begin after.
  func interrupt(_ body: () -> Void) {
    takeTurns {
      settle()
      body()
    }
  }

  /// Does something during which nothing begins.
  func enclose(_ body: () -> Void) { takeTurns(body) }

  /// Whether nothing is in the way of a transition that follows a finger.
  func mayBeginInteractively(in container: any TransitionContainer) -> Bool {
    isIdle && suspensions == 0 && container.appearance == .visible
  }

  /// Begins a transition that follows a finger, if nothing is under way.
  func beginInteractively(
    _ proposal: TransitionProposal, in container: any TransitionContainer
  ) -> InteractiveTransition? {
    guard mayBeginInteractively(in: container), proposal.change.isVisible else { return nil }
    var transition: RunningTransition?
    takeTurns { transition = begin(proposal, in: container, for: TransitionRequest(nil)) }
    return transition.map { InteractiveTransition($0) }
  }

  /// Does what a transition that has waited comes to.
  func goOn(with transition: RunningTransition, _ action: TransitionMachine.Action) {
    takeTurns {
      if let container = transition.container {
        act(action, on: transition, in: container)
      } else {
        current = nil
        transition.request.finish(.cancelled)
      }
    }
  }

  /// Has the stage follow the finger, and does what comes of it.
  func follow(_ transition: RunningTransition, in container: any TransitionContainer) {
    takeTurns {
      while let progress = transition.takeProgress() { container.follow(progress) }
      act(transition.machine.callReturned(), on: transition, in: container)
    }
  }

  /// Takes over what waits for a screen that joins this tree.
  func absorb(_ other: TransitionDirector) {
    while let request = other.line.popFirst() { line.append(request) }
    watchCurrentIfNeeded()
  }

  /// Gives away what waits for a screen that has left this tree.
  ///
  /// - Returns: who is to do it.
  private func release(_ screen: AnyScreen) -> TransitionDirector? {
    guard !line.isEmpty, let other = screen.ownDirector else { return nil }
    for request in line.remove(where: { $0.container?.root === screen }) {
      other.line.append(request)
    }
    return other
  }

  /// Does something, and then what waits in line as long as it can be done at once.
  private func takeTurns(_ body: () -> Void) {
    guard !isInTurn else { return body() }
    isInTurn = true
    body()
    while current == nil, suspensions == 0, let request = line.popFirst() {
      if let container = request.container {
        carryOut(request, in: container, container.root)
      } else {
        request.finish(.refused(.containerIsGone))
      }
    }
    isInTurn = false
  }

  private func carryOut(
    _ request: TransitionRequest, in container: any TransitionContainer, _ root: AnyScreen
  ) {
    guard let director = root.ownDirector, director === self else {
      // It has gone to another tree, which may take in this one now: this is between two turns.
      isInTurn = false
      root.ownDirector?.add(request, of: container, in: root)
      isInTurn = true
      return
    }
    do throws(ScreenError) {
      switch request.deed {
      case .change(let propose):
        guard let proposal = try propose(container) else { return request.finish(.completed) }
        if let other = try busyDirector(amongNewcomers: proposal, to: root) {
          // It is in the middle of a turn of its own, and sends the request back after that.
          return other.wait(request, of: container)
        }
        begin(proposal, in: container, for: request)
      case .act(let act):
        try act(container)
        request.finish(.completed)
      case nil:
        request.finish(.completed)
      }
    } catch {
      request.finish(.refused(error))
    }
  }

  /// Checks that newcomers are free to come.
  ///
  /// - Returns: the director of one that is free only after its turn.
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
      container.takeIn(newcomer)
      if let other = newcomer.storedDirector.take() { absorb(other) }
    }
    container.transitionBegins(transition)
    if transition.machine.isOpen == false { container.layout = proposal.layout }
    perform(transition.plan.begin, in: container)
    guard transition.change.isVisible else {
      end(transition, as: .completed, in: container)
      return transition
    }
    // Whoever will disappear has resigned already; a sheet leaves those that it covers.
    if let current = transition.before.currentScreen,
      !transition.change.outgoing.contains(current)
    {
      container.root.updateForeground()
    }
    if !transition.machine.isHurried { container.show(transition) }
    act(transition.machine.callReturned(), on: transition, in: container)
    return transition
  }

  private func act(
    _ action: TransitionMachine.Action, on transition: RunningTransition,
    in container: any TransitionContainer
  ) {
    switch action {
    case .wait: transition.wait(in: container, for: self)
    case .conclude(let outcome):
      if outcome == .completed { container.layout = transition.after }
      container.conclude(outcome)
      act(transition.machine.callReturned(), on: transition, in: container)
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
      container.letGo(of: id)
      if let other = release(screen) { others.append(other) }
    }
    container.transitionEnded()
    if transition.change.isVisible { container.root.updateForeground() }
    current = nil
    transition.request.finish(isCompleted ? .completed : .cancelled)
    for other in others { other.takeTurns {} }
  }

  private func perform(_ steps: [PlanStep], in container: any TransitionContainer) {
    let members = container.members
    for step in steps {
      guard let screen = members[step.screen] else { continue }
      switch step {
      case .willMove(_, let isEntering): screen.tellWillMove(to: isEntering ? container : nil)
      case .willDismiss: screen.tellWillDismiss()
      case .didDismiss: screen.tellDidDismiss()
      case .load: screen.loadViewIfNeeded()
      case .appearance(let step, _, let context): screen.deliver(step, context)
      case .didMove(_, let isEntering): screen.tellDidMove(to: isEntering ? container : nil)
      }
    }
  }
}
