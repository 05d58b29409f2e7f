#if GTK
public import StagecraftScreens

/// Shows a stack of screens through which the user goes back with a swipe, a key or the back
/// button of the mouse.
///
/// ```swift
/// let catalogue = NavigationScreen(root: CatalogueScreen(), stage: LeafletStage())
/// ```
///
/// The toolkit moves by itself, and the container follows: the screens receive the callbacks of a
/// gesture. If a screen refuses to leave, the toolkit is put back; if the container is busy, it
/// follows as soon as it can. Otherwise as ``StackStage``.
///
/// The widget is libadwaita's `AdwLeaflet`, which libadwaita 1.4 replaces by `AdwNavigationView`.
/// This package does not use that one yet.
@MainActor
public final class LeafletStage: ScreenStage {
  private let showsBar: Bool
  private let course = Course<ScreenID>()
  private let focus = FocusMemory()
  private var requests: StageRequests?
  private weak var view: BackBarView?
  private weak var leaflet: Leaflet?
  private var holders: [ScreenID: Holder] = [:]
  private var order: [ScreenID] = []
  /// The screen below the top: the only one to which the user can go.
  private var below: ScreenID?

  private struct Holder { weak var bin: Bin? }

  /// Creates a stage.
  ///
  /// - Parameter showsBar: Whether there is a bar.
  public init(showsBar: Bool = true) { self.showsBar = showsBar }

  /// Stores the requests.
  ///
  /// - Parameter requests: What the stage may ask for.
  public func connect(to requests: StageRequests) {
    self.requests = requests
    course.connect(to: requests, self)
  }

  /// Creates the bar and the leaflet.
  ///
  /// - Returns: The view.
  public func makeView() -> Widget {
    let leaflet = Leaflet()
    let view = BackBarView(leaflet, showsBar: showsBar)
    view.onBack = { [weak self] in self?.requests?.back() }
    leaflet.onMove = { [weak self] in self?.toolkitMoved() }
    leaflet.onAnimationEnd = { [weak self] in self?.toolkitStopped() }
    self.view = view
    self.leaflet = leaflet
    (holders, order) = ([:], [])
    course.viewMade()
    focus.watch(view)
    return view
  }

  // MARK: From the widget

  private var shown: ScreenID? {
    guard let shown = leaflet?.shown else { return nil }
    return order.first { holders[$0]?.bin === shown }
  }

  private func toolkitMoved() {
    guard !course.isDriving, let shown else { return }
    focus.willChange()
    course.heads(to: shown)
    // Without animation, the leaflet reports no end.
    Task { [weak self] in
      guard let self, course.isMovedByWidget, leaflet?.isAnimating == false else { return }
      toolkitStopped()
    }
  }

  private func toolkitStopped() {
    guard !course.isDriving, let shown else { return }
    course.stopped(at: shown)
  }

  // MARK: From the container

  /// Shows the top of the stack at once.
  ///
  /// - Parameter scene: The scene to show.
  public func arrange(_ scene: ScreenStageScene<Widget>) {
    guard let view, let leaflet else { return }
    let (items, current) = (scene.items, scene.currentItem)
    if current?.screen != course.machine.place { focus.willChange() }
    course.drive { mount(items, in: leaflet) }
    below = items.dropLast().last?.screen
    course.arrange(at: current?.screen)
    // A leaflet of which the shown widget is removed goes to another one: what the user holds stays
    // until the container has followed, or has put the leaflet back.
    if !course.isFollowed, !course.machine.isAhead {
      let kept = Set(items.map(\.screen))
      course.drive { removeOthers(than: kept, in: leaflet) }
      view.show(scene)
      focus.didShow(current?.screen, current?.view, among: items)
    }
  }

  /// Slides to the new top, unless the toolkit does so itself.
  ///
  /// - Parameter transition: The transition.
  public func begin(_ transition: ScreenStageTransition<Widget>) {
    prepare(transition)
    course.begin(transition, to: transition.after.currentItem?.screen)
  }

  /// Slides to the new top if a gesture was finished, unless the toolkit did so itself.
  ///
  /// - Parameters:
  ///   - transition: The transition.
  ///   - outcome: Whether the transition is completed or cancelled.
  public func conclude(
    _ transition: ScreenStageTransition<Widget>, as outcome: TransitionContext.Outcome
  ) {
    if outcome == .completed { view?.show(transition.after) }
    course.conclude(transition, to: transition.after.currentItem?.screen, as: outcome)
  }

  private func prepare(_ transition: ScreenStageTransition<Widget>) {
    guard let view, let leaflet else { return }
    focus.willChange()
    let (before, after) = (transition.before.items, transition.after.items)
    let stays = Set(after.map(\.screen))
    // Those that leave stay on top until the end.
    course.drive { mount(after + before.filter { !stays.contains($0.screen) }, in: leaflet) }
    if transition.context.isInteractive { return }
    below = after.dropLast().last?.screen
    view.show(transition.after)
  }

  // MARK: Holders

  /// Screens without a view have holders too: the user swipes to one, and its view is loaded then.
  private func mount(_ items: [ScreenStageScene<Widget>.Item], in leaflet: Leaflet) {
    var isReordered = false
    for (index, item) in items.enumerated() {
      if let bin = holders[item.screen]?.bin {
        bin.content = item.view
      } else {
        let bin = Bin(item.view)
        holders[item.screen] = Holder(bin: bin)
        leaflet.append(bin)
      }
      if index >= order.count || order[index] != item.screen { isReordered = true }
    }
    guard isReordered else { return }
    let screens = items.map(\.screen)
    order = screens + order.filter { !screens.contains($0) && holders[$0]?.bin != nil }
    leaflet.setOrder(order.compactMap { holders[$0]?.bin })
  }

  private func removeOthers(than kept: Set<ScreenID>, in leaflet: Leaflet) {
    for screen in order where !kept.contains(screen) {
      guard let bin = holders[screen]?.bin else { continue }
      bin.content = nil
      leaflet.remove(bin)
      holders[screen] = nil
    }
    order.removeAll { !kept.contains($0) }
  }
}

extension LeafletStage: CourseWidget {
  var animated: Widget? { leaflet }

  func jump(to place: ScreenID) {
    if let bin = holders[place]?.bin { leaflet?.show(bin, animated: false) }
  }

  func animate(to place: ScreenID) -> Bool {
    guard let bin = holders[place]?.bin else { return false }
    return leaflet?.show(bin, animated: true) ?? false
  }

  func move(to place: ScreenID) -> ToolkitMoveTracker.Move? { place == below ? .back : nil }
}
#endif
