#if GTK
internal import StagecraftScreens

@MainActor
protocol CourseWidget<Place>: AnyObject {
  associatedtype Place: Hashable & Sendable

  /// An animation in progress ends.
  func jump(to place: Place)

  /// False if nothing is animated, and the place is shown.
  func animate(to place: Place) -> Bool

  /// What is animated; nil if there is none.
  var animated: Widget? { get }

  /// If the desktop does not draw the widget, its animation would not end.
  var isDrawn: Bool { get }

  /// Nil if the container has no such place.
  func move(to place: Place) -> ToolkitMoveTracker.Move?
}

extension CourseWidget {
  var isDrawn: Bool { animated?.isDrawn == true }
}

/// Carries out what a ``CourseMachine`` decides; the stage reports what its container and widget
/// do.
@MainActor
final class Course<Place: Hashable & Sendable> {
  private(set) var machine: CourseMachine<Place>
  private var requests: StageRequests?
  private var tracker: ToolkitMoveTracker?
  private var end: (@MainActor () -> Void)?
  /// Whether the widget moves to a place that the container does not have.
  private var isMoveUnknown = false
  /// Whether the stage moves the widget: what the widget reports meanwhile is not news.
  private(set) var isDriving = false
  private weak var widget: (any CourseWidget<Place>)?

  /// Ends an animation that is not drawn.
  private var watch: Task<Void, Never>?
  private var minimizing: SignalConnection?
  private let animationLimit: Duration

  private let later: @MainActor (@escaping @MainActor () -> Void) -> Void

  /// A window manager may have hidden the window without GTK's knowledge: its animations receive no
  /// frames, and end after `animationLimit`.
  init(
    needsSize: Bool = false, animationLimit: Duration = .seconds(3),
    later: @escaping @MainActor (@escaping @MainActor () -> Void) -> Void = { body in
      Task { body() }
    }
  ) {
    machine = CourseMachine(needsSize: needsSize)
    self.animationLimit = animationLimit
    self.later = later
  }

  deinit { watch?.cancel() }

  func connect(to requests: StageRequests, _ widget: any CourseWidget<Place>) {
    self.requests = requests
    tracker = ToolkitMoveTracker(requests)
    self.widget = widget
  }

  /// The widget's place is the user's, and must not be changed.
  var isFollowed: Bool { tracker?.isMoving == true }

  var isAnimating: Bool { machine.motion == .animating }

  var isMovedByWidget: Bool {
    if case .moving = machine.motion { true } else { false }
  }

  /// Changes the widget in a way of which its signals are not news.
  func drive<Result>(_ body: () -> Result) -> Result {
    let wasDriving = isDriving
    isDriving = true
    defer { isDriving = wasDriving }
    return body()
  }

  // MARK: From the container

  func viewMade() {
    end = nil
    for answer in machine.viewMade() { report(answer) }
  }

  func arrange(at goal: Place?) {
    end = nil
    perform(machine.arranged(at: goal, isFollowed: isFollowed))
  }

  func begin<View>(_ transition: ScreenStageTransition<View>, to goal: Place?) {
    let isShown = machine.shows(goal)
    if tracker?.takesBegin(of: transition, isShown: isShown) == true { return }
    // A gesture of the program's, which the widget cannot follow.
    if transition.context.isInteractive { return }
    go(transition, to: goal)
  }

  func conclude<View>(
    _ transition: ScreenStageTransition<View>, to goal: Place?,
    as outcome: TransitionContext.Outcome
  ) {
    if tracker?.takesConclusion(of: transition) == true { return }
    if outcome == .cancelled { return transition.animationDidEnd() }
    go(transition, to: goal)
  }

  private func go<View>(_ transition: ScreenStageTransition<View>, to goal: Place?) {
    end = { transition.animationDidEnd() }
    perform(machine.began(to: goal, isAnimated: transition.context.isAnimated))
  }

  // MARK: From the widget

  func heads(to goal: Place) { perform(machine.heads(to: goal)) }
  func passes() { perform(machine.passes()) }
  func stopped(at place: Place) { perform(machine.stopped(at: place)) }
  /// The animation has ended, in a widget that moves only when it is told to.
  func animationEnded() {
    guard !isDriving, isAnimating, let place = machine.place else { return }
    stopped(at: place)
  }

  func sizeKnown() { perform(machine.sizeKnown()) }
  func sizeLost() { perform(machine.sizeLost()) }

  // MARK: Performing

  private func perform(_ actions: [CourseMachine<Place>.Action]) {
    for action in actions {
      switch action {
      case .jump(let place): drive { widget?.jump(to: place) }
      case .animate(let place):
        let isRunning = drive { animate(to: place) }
        if isRunning { limitAnimation(to: place) } else { perform(machine.animationDoesNotRun()) }
      case .endAnimation: report(.endAnimation)
      case .moveBegan(let place): report(.moveBegan(place))
      case .answerLater: later { [weak self] in self?.answerAll() }
      }
    }
  }

  private func animate(to place: Place) -> Bool {
    guard let widget else { return false }
    if widget.isDrawn { return widget.animate(to: place) }
    widget.jump(to: place)
    return false
  }

  private func limitAnimation(to place: Place) {
    stopWatching()
    minimizing = widget?.animated?.onMinimize { [weak self] in self?.cutAnimation(to: place) }
    watch = Task { [weak self, animationLimit] in
      guard (try? await Task.sleep(for: animationLimit)) != nil else { return }
      self?.cutAnimation(to: place)
    }
  }

  private func cutAnimation(to place: Place) {
    guard isAnimating, machine.place == place else { return }
    drive { widget?.jump(to: place) }
    stopped(at: place)
  }

  private func stopWatching() {
    watch?.cancel()
    minimizing?.cancel()
    minimizing = nil
  }

  private func answerAll() {
    while let answer = machine.nextAnswer() { report(answer) }
  }

  private func report(_ answer: CourseMachine<Place>.Answer) {
    switch answer {
    case .endAnimation:
      stopWatching()
      end.take()?()
    case .moveBegan(let place):
      let move = widget?.move(to: place)
      isMoveUnknown = move == nil
      if let move { tracker?.moveBegan(move) }
    case .moveEnded(let isAtGoal):
      tracker?.moveEnded(atGoal: isAtGoal)
      // The container has arranged nothing, because it was not told of the move.
      if isMoveUnknown { requests?.arrange() }
      isMoveUnknown = false
    case .moved(let place):
      if let move = widget?.move(to: place) {
        tracker?.moved(move)
      } else {
        // The container has no such place: the widget is put back.
        requests?.arrange()
      }
    }
  }
}
#endif
