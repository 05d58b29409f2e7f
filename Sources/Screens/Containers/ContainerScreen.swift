internal import StageFloor

/// A screen that shows other screens, on a stage.
///
/// The containers are ``NavigationScreen``, ``TabScreen``, ``PageScreen`` and ``ScreenWindow``. They
/// can be put into each other, and inherited from to give them a name.
///
/// All that is asked of the containers in one tree is carried out in the order in which it was asked
/// for, one transition at a time.
@MainActor
open class ContainerScreen<View: AnyObject>: Screen<View> {
  /// In which order the screens hear of the next transition.
  public final var transitionOrder = TransitionOrder.uniform

  nonisolated(unsafe) private var storedStage: (any Stage<View>)?  // guard: main actor, `deinit`
  final let kind: ContainerChange.Kind
  /// Who is in the container, as far as that is decided.
  @exclusivity(unchecked) final var layout = ContainerLayout()
  final let members = ScreenRoll()
  /// The transition of this container that is under way, and what the stage knows of it.
  @exclusivity(unchecked) private(set) final var transition: RunningTransition?
  nonisolated(unsafe) private final var stageTransition: StageTransition<View>?  // guard: as above
  /// Whether something has changed while the stage was to be left alone.
  @exclusivity(unchecked) private final var isLayoutStale = false

  init(
    _ kind: ContainerChange.Kind, on stage: any Stage<View>, in application: ScreenApplication
  ) {
    self.kind = kind
    storedStage = stage
    super.init(in: application)
  }

  deinit {
    MainActorParcel.end(&stageTransition)
    MainActorParcel.end(&storedStage)
  }

  /// What shows the screens.
  final var stage: any Stage<View> {
    guard let storedStage else { preconditionFailure("\(name) has no stage.") }
    return storedStage
  }

  /// Makes the view of the stage.
  public final override func loadView() -> View { stage.makeView() }

  /// Ends the transition that is under way in this tree of screens, if there is one, at once.
  ///
  /// A transition that follows a finger is called off, any other completed. What waits in line
  /// begins then.
  public final func settle() { root.ownDirector?.settle() }

  // MARK: What other screens ask

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

  /// Nobody, while that is changing.
  final override var foregroundChild: AnyScreen? {
    if let transition, transition.change.isVisible { return nil }
    return currentChild
  }

  final override var movesChildren: Bool { transition != nil }

  final override func viewIsReady() { showLayout() }

  final override func childViewDidLoad(_ child: AnyScreen) { showLayoutWhenPossible() }

  final override func childViewWillUnload(_ child: AnyScreen) {
    guard isViewLoaded else { return }
    treeDirector.enclose { stage.arrange(scene(layout, without: child.id)) }
  }

  final override func childTitleDidChange(_ child: AnyScreen) { showLayoutWhenPossible() }

  // MARK: For the containers

  /// The screens, as far as that is decided.
  final var decidedScreens: [AnyScreen] {
    var screens: [AnyScreen] = []
    screens.reserveCapacity(layout.items.count)
    for (index, item) in layout.items.enumerated() {
      if let screen = members[item.screen, near: index] { screens.append(screen) }
    }
    return screens
  }

  /// The screen that is on top, or selected, as far as that is decided.
  final var currentChild: AnyScreen? {
    guard let current = layout.current else { return nil }
    return members[layout.items[current].screen, near: current]
  }

  /// The screen at the bottom, of a container that is never empty.
  final var lowestChild: AnyScreen {
    guard let first = layout.items.first, let screen = members[first.screen, near: 0] else {
      preconditionFailure("\(name) has no screens.")
    }
    return screen
  }

  /// The director of the tree that this container is in.
  final var treeDirector: TransitionDirector { root.director }

  /// Takes in the first screens, before anybody sees anything.
  final func fill(_ screens: [AnyScreen], as layout: ContainerLayout) {
    for screen in screens {
      check(screen)
      require(
        screen.isFree,
        "\(screen.name) is in a container already, or shown: it cannot be in \(name).")
      takeIn(screen)
      if let other = screen.storedDirector.take() {
        // If it is in the middle of a turn, that is one of this tree now.
        if other.isInTurn && storedDirector?.isInTurn != true {
          if let storedDirector { other.absorb(storedDirector) }
          storedDirector = other
        } else {
          director.absorb(other)
        }
      }
    }
    director.enclose {
      for screen in screens { screen.tellWillMove(to: self) }
      self.layout = layout
      for screen in screens { screen.tellDidMove(to: self) }
    }
  }

  /// A change of this container is over.
  func hasChanged() {}

  private func scene(
    _ layout: ContainerLayout, without hidden: ScreenID? = nil
  ) -> StageScene<View> {
    var items: [StageScene<View>.Item] = []
    items.reserveCapacity(layout.items.count)
    for (index, item) in layout.items.enumerated() {
      let screen = members[item.screen, near: index]
      var view: View?
      if item.screen != hidden, let any = screen?.anyViewIfLoaded {
        // Checked when it was added.
        view = unsafeDowncast(any, to: View.self)
      }
      items.append(
        StageScene.Item(
          screen: item.screen, title: screen?.title ?? "", position: item.position, view: view,
          isVisible: item.isVisible && view != nil, isOpaque: item.isOpaque))
    }
    return StageScene(items: items, current: layout.current, count: layout.count)
  }

  private func showLayoutWhenPossible() {
    if transition == nil {
      // A stage may ask for something while it is told: that waits until it has returned.
      treeDirector.enclose(showLayout)
    } else {
      isLayoutStale = true
    }
  }
}

extension ContainerScreen: TransitionContainer {
  func takeIn(_ screen: AnyScreen) {
    members.add(screen)
    screen.parent = self
    screen.adopt(application)
  }

  func letGo(of id: ScreenID) {
    guard let screen = members.remove(id) else { return }
    screen.parent = nil
  }

  func transitionBegins(_ transition: RunningTransition) {
    self.transition = transition
    transitionCount += 1
  }

  func show(_ transition: RunningTransition) {
    let onStage = StageTransition(
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
