internal import StageFloor

/// The base class of the containers: a screen that shows other screens on a stage.
///
/// The containers are ``NavigationScreen``, ``TabScreen``, ``PageScreen`` and ``ScreenWindow``.
/// They can be nested, and subclassed to name them.
///
/// Requests to the containers in one tree are executed in FIFO order, one transition at a time.
@MainActor
open class ContainerScreen<View: AnyObject>: Screen<View> {
  /// The order in which the screens are notified of the next transition.
  public final var transitionOrder = TransitionOrder.uniform

  // guard: the main actor, or `deinit`
  nonisolated(unsafe) private var storedStage: (any ScreenStage<View>)?
  final let kind: ContainerChange.Kind
  /// The layout that the container has or is moving to; unchanged while an interactive transition
  /// is undecided.
  @exclusivity(unchecked) final var layout = ContainerLayout()
  final let members = ScreenTable()
  /// The transition of this container that is in progress, and the stage's view of it.
  @exclusivity(unchecked) private(set) final var transition: RunningTransition?
  // guard: the main actor, or `deinit`
  nonisolated(unsafe) private final var stageTransition: ScreenStageTransition<View>?
  /// Whether something has changed while the stage must not be called.
  @exclusivity(unchecked) private final var isLayoutStale = false

  init(
    _ kind: ContainerChange.Kind, on stage: any ScreenStage<View>, in application: ScreenApplication
  ) {
    self.kind = kind
    storedStage = stage
    super.init(in: application)
  }

  deinit {
    MainActorDestroyer.destroy(&stageTransition)
    MainActorDestroyer.destroy(&storedStage)
  }

  /// The stage that shows the screens.
  final var stage: any ScreenStage<View> {
    guard let storedStage else { preconditionFailure("\(name) has no stage.") }
    return storedStage
  }

  /// Creates the stage's view.
  public final override func loadView() -> View { stage.makeView() }

  /// Ends the transition in progress in this tree of screens, if there is one, at once.
  ///
  /// An interactive transition that is still undecided is cancelled, any other completed. Then the
  /// next waiting request begins.
  public final func settle() { root.ownDirector?.settle() }

  // MARK: Requested by other screens

  final override var ownDirector: TransitionDirector? { director }

  final override var containedScreens: [AnyScreen] {
    var screens = decidedScreens
    guard members.count != screens.count else { return screens }
    let decided = Set(layout.items.map(\.screen))
    for screen in members.screens where !decided.contains(screen.id) { screens.append(screen) }
    return screens
  }

  final override var hasContainedScreens: Bool { members.count > 0 }

  final override var loadedChildCount: Int {
    var count = 0
    for screen in members.screens where screen.isViewLoaded { count += 1 }
    return count
  }

  final override var visibleChildren: [AnyScreen] {
    guard kind == .modal else {
      guard let currentChild else { return [] }
      return [currentChild]
    }
    var screens: [AnyScreen] = []
    for (index, item) in layout.items.enumerated() where item.isVisible {
      if let screen = members[item.screen, near: index] { screens.append(screen) }
    }
    return screens
  }

  /// Nil while a visible transition is in progress.
  final override var foregroundChild: AnyScreen? {
    if let transition, transition.change.isVisible { return nil }
    return currentChild
  }

  final override var movesChildren: Bool { transition != nil }

  final override func viewIsReady() { showLayout() }

  final override func childViewDidLoad(_ child: AnyScreen) { showLayoutWhenPossible() }

  final override func childViewWillUnload(_ child: AnyScreen) {
    guard isViewLoaded else { return }
    treeDirector.performInTurn { stage.arrange(scene(layout, without: child.id)) }
  }

  final override func childTitleDidChange(_ child: AnyScreen) { showLayoutWhenPossible() }

  // MARK: For the containers

  /// The screens in ``layout``.
  final var decidedScreens: [AnyScreen] {
    var screens: [AnyScreen] = []
    screens.reserveCapacity(layout.items.count)
    for (index, item) in layout.items.enumerated() {
      if let screen = members[item.screen, near: index] { screens.append(screen) }
    }
    return screens
  }

  /// The topmost or selected screen in ``layout``.
  final var currentChild: AnyScreen? {
    guard let current = layout.current else { return nil }
    return members[layout.items[current].screen, near: current]
  }

  /// The screen at the bottom of a container that is never empty.
  final var lowestChild: AnyScreen {
    guard let first = layout.items.first, let screen = members[first.screen, near: 0] else {
      preconditionFailure("\(name) has no screens.")
    }
    return screen
  }

  /// The director of the tree that this container is in.
  final var treeDirector: TransitionDirector { root.director }

  /// Adds the first screens, before any of them is visible.
  final func fill(_ screens: [AnyScreen], as layout: ContainerLayout) {
    for screen in screens {
      check(screen)
      require(
        screen.isFree,
        "\(screen.name) is in a container already, or shown: it cannot be in \(name).")
      addMember(screen)
      if let other = screen.storedDirector.take() {
        // If its director is in the middle of a turn, that is a turn of this tree now.
        if other.isInTurn && storedDirector?.isInTurn != true {
          if let storedDirector { other.absorb(storedDirector) }
          storedDirector = other
        } else {
          director.absorb(other)
        }
      }
    }
    director.performInTurn {
      for screen in screens { screen.notifyWillMove(to: self) }
      self.layout = layout
      for screen in screens { screen.notifyDidMove(to: self) }
    }
  }

  /// Called when a change of this container has ended.
  func hasChanged() {}

  private func scene(
    _ layout: ContainerLayout, without hidden: ScreenID? = nil
  ) -> ScreenStageScene<View> {
    var items: [ScreenStageScene<View>.Item] = []
    items.reserveCapacity(layout.items.count)
    for (index, item) in layout.items.enumerated() {
      let screen = members[item.screen, near: index]
      var view: View?
      if item.screen != hidden, let any = screen?.anyViewIfLoaded {
        // The type was checked when the screen was added.
        view = unsafeDowncast(any, to: View.self)
      }
      items.append(
        ScreenStageScene.Item(
          screen: item.screen, title: screen?.title ?? "", position: item.position, view: view,
          isVisible: item.isVisible && view != nil, isOpaque: item.isOpaque))
    }
    return ScreenStageScene(items: items, current: layout.current, count: layout.count)
  }

  private func showLayoutWhenPossible() {
    if transition == nil {
      // Requests that the stage makes from inside this call wait until it has returned.
      treeDirector.performInTurn(showLayout)
    } else {
      isLayoutStale = true
    }
  }
}

extension ContainerScreen: TransitionContainer {
  func addMember(_ screen: AnyScreen) {
    members.add(screen)
    screen.parent = self
    screen.adopt(application)
  }

  func removeMember(_ id: ScreenID) {
    guard let screen = members.remove(id) else { return }
    screen.parent = nil
  }

  func transitionBegins(_ transition: RunningTransition) {
    self.transition = transition
    transitionCount += 1
  }

  func show(_ transition: RunningTransition) {
    let onStage = ScreenStageTransition(
      transition, from: scene(transition.before), to: scene(transition.after))
    stageTransition = onStage
    stage.begin(onStage)
  }

  func follow(_ progress: Double) {
    guard let stageTransition else { return }
    stage.update(stageTransition, to: progress)
  }

  func conclude(_ outcome: TransitionContext.Outcome) {
    guard let stageTransition else { return }
    stage.conclude(stageTransition, as: outcome)
  }

  func showLayout() {
    guard isViewLoaded else { return }
    if !isLayoutStale, let stageTransition, layout == transition?.after {
      stage.arrange(stageTransition.after)
    } else {
      isLayoutStale = false
      stage.arrange(scene(layout))
    }
  }

  func transitionEnded() {
    transition = nil
    stageTransition = nil
    transitionCount -= 1
    if isLayoutStale { showLayout() }
    hasChanged()
    application.unloader.unloadEager()
  }
}
