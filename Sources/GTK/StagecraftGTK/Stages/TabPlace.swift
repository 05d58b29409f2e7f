#if GTK
internal import StagecraftScreens

/// The place of the selected tab's screen, for stages that show tabs in different ways.
@MainActor
final class TabPlace {
  private let course = Course<ScreenID>()
  private let focus = FocusMemory()
  private var requests: StageRequests?
  private weak var stack: StageStack?
  private var mounted = MountedViews()
  private(set) var items: [ScreenStageScene<Widget>.Item] = []
  private(set) var selected: Int?
  /// Shows ``items`` and ``selected``.
  var showTabs: (@MainActor () -> Void)?

  func connect(to requests: StageRequests) {
    self.requests = requests
    course.connect(to: requests, self)
  }

  func makeStack() -> StageStack {
    let stack = StageStack()
    stack.expands = true
    stack.onAnimationEnd = { [weak self] in self?.course.animationEnded() }
    self.stack = stack
    mounted = MountedViews()
    items = []
    course.viewMade()
    return stack
  }

  /// The view of the container.
  func watch(_ view: Widget) {
    listen(to: view)
    focus.watch(view)
  }

  /// Changes the tab with keys that are pressed in a widget.
  func listen(to widget: Widget) {
    widget.onKey(Key.pageUp, Key.control) { [weak self] in self?.selectNeighbour(-1) ?? false }
    widget.onKey(Key.pageDown, Key.control) { [weak self] in self?.selectNeighbour(1) ?? false }
  }

  func select(_ index: Int) {
    guard items.indices.contains(index) else { return }
    requests?.select(items[index].screen, animated: true)
  }

  private func selectNeighbour(_ step: Int) -> Bool {
    guard let selected, items.indices.contains(selected + step) else { return false }
    select(selected + step)
    return true
  }

  func arrange(_ scene: ScreenStageScene<Widget>) {
    guard let stack else { return }
    let (items, current) = (scene.items, scene.currentItem)
    course.arrange(items, showing: current, in: stack, mounted, focus)
    show(items, scene.current)
    focus.didShow(current?.screen, current?.view, among: items)
  }

  func begin(_ transition: ScreenStageTransition<Widget>) {
    guard let stack else { return transition.animationDidEnd() }
    let after = transition.after
    let items = after.items
    focus.willChange()
    course.drive { mounted.add(items, to: stack) }
    show(items, after.current)
    course.begin(transition, to: after.currentItem?.screen)
  }

  private func show(_ items: [ScreenStageScene<Widget>.Item], _ selected: Int?) {
    // Without the views: they may be unloaded before the next scene.
    self.items = items.map { .init(screen: $0.screen, title: $0.title, position: $0.position) }
    self.selected = selected
    showTabs?()
  }

  var currentView: Widget? { selected.flatMap { mounted[items[$0].screen] } }
}

extension TabPlace: CourseWidget {
  var animated: Widget? { stack }

  func jump(to place: ScreenID) { stack?.show(mounted[place]) }

  func animate(to place: ScreenID) -> Bool {
    stack?.show(mounted[place], .crossfade) ?? false
  }

  func move(to place: ScreenID) -> ToolkitMoveTracker.Move? { nil }
}
#endif
