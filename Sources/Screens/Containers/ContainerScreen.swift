internal import StageFloor

/// The base class of the containers: a screen that shows other screens on a stage.
///
/// The containers are ``NavigationScreen``, ``TabScreen``, ``PageScreen`` and ``ScreenWindow``.
/// They can be nested, and subclassed to name them.
///
/// Requests to the containers in one tree are executed in FIFO order, one transition at a time.
@MainActor
open class ContainerScreen<View: AnyObject>: Screen<View> {
  @exclusivity(unchecked)
  nonisolated(unsafe) private var storedStage: (any ScreenStage<View>)?  // guard: the main actor
  @exclusivity(unchecked)
  nonisolated(unsafe) private var stageTransition: ScreenStageTransition<View>?  // guard: above
  private final var isConnected = false
  /// Whether something has changed while the stage must not be called.
  @exclusivity(unchecked) private final var isLayoutStale = false
  /// The screens of whose changes the stage is notified after the transition.
  @exclusivity(unchecked) private final var staleScreens: [ScreenSlot] = []
  /// Whether the stage received all screens during the transition in progress, with the new view.
  private final var isFilledAnew = false

  init(
    _ kind: ContainerLayout.Kind, on stage: any ScreenStage<View>, in application: ScreenApplication
  ) {
    storedStage = stage
    super.init(in: application)
    trees.makeContainer(self, kind)
  }

  deinit {
    MainActorDestroyer.destroy(&stageTransition)
    MainActorDestroyer.destroy(&storedStage)
  }

  /// The order in which the screens are notified of the next transition.
  public final var transitionOrder: TransitionOrder {
    get { trees.machine[container: slot].order }
    set { trees.machine[container: slot].order = newValue }
  }

  final var stage: any ScreenStage<View> {
    guard let storedStage else { preconditionFailure("\(name) has no stage.") }
    return storedStage
  }

  /// Creates the stage's view.
  public final override func loadView() -> View {
    if !isConnected {
      isConnected = true
      stage.connect(to: StageRequests(self))
    }
    return stage.makeView()
  }

  /// Ends the transition in progress in this tree of screens, if there is one, at once.
  ///
  /// An interactive transition that is still undecided is cancelled, any other completed. Then the
  /// next waiting request begins.
  public final func settle() { trees.settle(self) }

  // MARK: Requested by other screens

  final override var stageContainer: (any StageContainer)? { self }

  final override func viewIsReady() {
    isFilledAnew = trees.machine[container: slot].isMoving
    for index in layout.items.indices { stage.insert(scene.item(at: index), at: index) }
    showLayout()
  }

  // MARK: For the containers

  final var decidedScreens: [AnyScreen] {
    layout.items.compactMap { trees.screen($0.screen) }
  }

  final var currentChild: AnyScreen? { layout.currentScreen.flatMap { trees.screen($0) } }

  final var lowestChild: AnyScreen {
    guard let first = layout.items.first, let screen = trees.screen(first.screen) else {
      preconditionFailure("\(name) has no screens.")
    }
    return screen
  }

  /// Adds the first screens, before any of them is visible.
  final func fill(_ screens: [AnyScreen], as layout: ContainerLayout) {
    for screen in screens {
      check(screen)
      require(
        screen.isFree,
        "\(screen.name) is in a container already, or shown: it cannot be in \(name).")
    }
    trees.fill(self, with: screens, as: layout)
  }

  func hasChanged() {}

  func beginTurn(toPage position: Int) throws(ScreenError) -> InteractiveTransition {
    throw .noSuchPosition
  }

  func makePage(at position: Int) -> AnyScreen {
    preconditionFailure("\(name) has no pages.")
  }

  private var scene: ScreenStageScene<View> { ScreenStageScene(layout, of: slot) }

  private func showLayoutWhenPossible() {
    if trees.machine[container: slot].isMoving {
      isLayoutStale = true
    } else {
      // Requests that the stage makes from inside this call wait until it has returned.
      trees.performInTurn(self) { showLayout() }
    }
  }
}

extension ContainerScreen: StageContainer {
  func beginOnStage() {
    guard let (reference, context) = trees.transition(in: self) else { return }
    // A pass may have let go what the stage still shows.
    if trees.unarranged?.contains(id) == true { arrangeBefore() }
    let transition = ScreenStageTransition<View>(reference, context)
    stageTransition = transition
    stage.begin(transition)
  }

  func followOnStage(_ progress: Double) {
    guard let stageTransition else { return }
    stage.update(stageTransition, to: progress)
  }

  func concludeOnStage(_ outcome: TransitionContext.Outcome) {
    guard let stageTransition else { return }
    stage.conclude(stageTransition, as: outcome)
  }

  func showLayout() {
    guard isViewLoaded else { return }
    isLayoutStale = false
    while let screen = staleScreens.popLast() {
      if let index = trees.machine.index(of: screen, in: slot) {
        stage.refresh(scene.item(at: index), at: index)
      }
    }
    stage.arrange(scene)
  }

  func arrangeAfterPass() { showLayoutWhenPossible() }

  private func arrangeBefore() {
    guard isViewLoaded, let before = trees.transition(in: self)?.reference.layouts?.before else {
      return
    }
    stage.arrange(ScreenStageScene(before, of: slot))
  }

  func showEnd(_ change: LayoutChange) {
    if isViewLoaded, !isFilledAnew { showDifferences(change) }
    showLayout()
  }

  private func showDifferences(_ change: LayoutChange) {
    // Those that come are inserted as they are now.
    staleScreens.removeAll { change.added.contains($0) }
    let (layout, scene) = (layout, scene)
    if case .set(let before) = change.undo, change.isReordered(before, layout) {
      for item in before.items { stage.remove(trees.machine[item.screen].id) }
      for index in layout.items.indices { stage.insert(scene.item(at: index), at: index) }
      return
    }
    for screen in change.removed { stage.remove(trees.machine[screen].id) }
    for index in change.added.compactMap({ trees.machine.index(of: $0, in: slot) }).sorted() {
      stage.insert(scene.item(at: index), at: index)
    }
  }

  func showWindow(isOpen: Bool) {
    guard isViewLoaded else { return }
    if isOpen { stage.openWindow() } else { stage.closeWindow() }
  }

  func transitionDidEnd() {
    stageTransition = nil
    isFilledAnew = false
    if isLayoutStale { showLayout() }
    reportNavigation()
    hasChanged()
    application.unloader.unloadEager()
  }

  func childViewDidLoad(_ child: AnyScreen) {
    refresh(child)
    showLayoutWhenPossible()
  }

  func childTitleDidChange(_ child: AnyScreen) {
    refresh(child)
    showLayoutWhenPossible()
  }

  private func refresh(_ child: AnyScreen) {
    guard isViewLoaded, let index = index(of: child) else { return }
    // During a transition, the stage has not received those that come, and still has those that go.
    if trees.machine[container: slot].isMoving { return staleScreens.append(child.slot) }
    trees.performInTurn(self) { stage.refresh(scene.item(at: index), at: index) }
  }

  func childViewWillUnload(_ child: AnyScreen) {
    guard isViewLoaded, let any = child.anyViewIfLoaded else { return }
    trees.performInTurn(self) {
      // The type was checked when the screen was added.
      stage.letGo(unsafeDowncast(any, to: View.self), of: child.id)
      if trees.arrangesLater(self) { return }
      trees.lettingGo = child.slot
      stage.arrange(scene)
      trees.lettingGo = .none
    }
  }
}
