#if GTK
public import StagecraftScreens

/// Shows screens side by side: a row of tabs, and the screen of the selected one.
///
/// ```swift
/// let tabs = TabScreen([catalogue, branches], stage: TabStage())
/// ```
///
/// - A click asks the container, and the row shows what the container has decided: while it is
///   busy, the screen of the old tab stays. Ctrl+Page Up and Ctrl+Page Down ask for the neighbours.
/// - The tabs have the titles of the screens, also for assistive technologies. Long ones are cut,
///   and a row that is wider than the window scrolls to the selected tab.
/// - The widget that had the keyboard focus has it again when its screen returns, also if the view
///   was unloaded meanwhile.
@MainActor
public final class TabStage: ScreenStage {
  private let course = Course<ScreenID>()
  private let focus = FocusMemory()
  private var requests: StageRequests?
  private weak var bar: TabBar?
  private weak var scroller: TabScroller?
  private weak var stack: ViewStack?
  private var mounted = MountedViews()
  private var order: [ScreenID] = []

  /// Creates a stage.
  public init() {}

  /// Stores the requests.
  ///
  /// - Parameter requests: What the stage may ask for.
  public func connect(to requests: StageRequests) {
    self.requests = requests
    course.connect(to: requests, self)
  }

  /// Creates the row of tabs and what is below it.
  ///
  /// - Returns: The view.
  public func makeView() -> Widget {
    let (bar, stack) = (TabBar(), ViewStack())
    bar.name = "tabs"
    let scroller = TabScroller(bar)
    scroller.setMargin(6)
    stack.expands = true
    let view = Box(.vertical, [scroller, stack])
    bar.onSelect = { [weak self] index in self?.select(index) }
    stack.onAnimationEnd = { [weak self] in self?.course.animationEnded() }
    view.onKey(Key.pageUp, Key.control) { [weak self] in self?.selectNeighbour(-1) ?? false }
    view.onKey(Key.pageDown, Key.control) { [weak self] in self?.selectNeighbour(1) ?? false }
    self.bar = bar
    self.scroller = scroller
    self.stack = stack
    mounted = MountedViews()
    course.viewMade()
    focus.watch(view)
    return view
  }

  private func select(_ index: Int) {
    guard order.indices.contains(index) else { return }
    requests?.select(order[index], animated: true)
  }

  private func selectNeighbour(_ step: Int) -> Bool {
    guard let selected = bar?.selected, order.indices.contains(selected + step) else {
      return false
    }
    select(selected + step)
    return true
  }

  /// Shows the selected tab at once.
  ///
  /// - Parameter scene: The scene to show.
  public func arrange(_ scene: ScreenStageScene<Widget>) {
    guard let stack else { return }
    let (items, current) = (scene.items, scene.currentItem)
    if current?.screen != course.machine.place { focus.willChange() }
    course.drive { mounted.add(items, to: stack) }
    course.arrange(at: current?.screen)
    course.drive {
      // The view of the same screen may be another one than before.
      if stack.shown !== current?.view { stack.show(current?.view) }
      mounted.removeOthers(than: items, from: stack)
    }
    showTabs(of: scene, items)
    focus.didShow(current?.screen, current?.view, among: items)
  }

  /// Fades to the selected tab.
  ///
  /// - Parameter transition: The transition.
  public func begin(_ transition: ScreenStageTransition<Widget>) {
    guard let stack else { return transition.animationDidEnd() }
    let after = transition.after
    let items = after.items
    focus.willChange()
    course.drive { mounted.add(items, to: stack) }
    showTabs(of: after, items)
    course.begin(transition, to: after.currentItem?.screen)
  }

  private func showTabs(
    of scene: ScreenStageScene<Widget>, _ items: [ScreenStageScene<Widget>.Item]
  ) {
    order = items.map(\.screen)
    let titles = items.map(\.title)
    guard bar?.titles != titles || bar?.selected != scene.current else { return }
    bar?.titles = titles
    bar?.selected = scene.current
    scroller?.reveal()
  }
}

extension TabStage: CourseWidget {
  var animated: Widget? { stack }

  func jump(to place: ScreenID) { stack?.show(mounted[place]) }

  func animate(to place: ScreenID) -> Bool {
    stack?.show(mounted[place], .crossfade) ?? false
  }

  func move(to place: ScreenID) -> ToolkitMoveTracker.Move? { nil }
}
#endif
