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
  private let place = TabPlace()
  private weak var bar: TabBar?
  private weak var scroller: TabScroller?

  /// Creates a stage.
  public init() { place.showTabs = { [weak self] in self?.showTabs() } }

  /// Stores the requests.
  ///
  /// - Parameter requests: What the stage may ask for.
  public func connect(to requests: StageRequests) { place.connect(to: requests) }

  /// Creates the row of tabs and what is below it.
  ///
  /// - Returns: The view.
  public func makeView() -> Widget {
    let bar = TabBar()
    bar.name = "tabs"
    let scroller = TabScroller(bar)
    scroller.setMargin(6)
    let view = Box(.vertical, [scroller, place.makeStack()])
    bar.onSelect = { [weak self] index in self?.place.select(index) }
    self.bar = bar
    self.scroller = scroller
    place.watch(view)
    return view
  }

  /// Shows the selected tab at once.
  ///
  /// - Parameter scene: The scene to show.
  public func arrange(_ scene: ScreenStageScene<Widget>) { place.arrange(scene) }

  /// Fades to the selected tab.
  ///
  /// - Parameter transition: The transition.
  public func begin(_ transition: ScreenStageTransition<Widget>) { place.begin(transition) }

  private func showTabs() {
    let titles = place.items.map(\.title)
    guard bar?.titles != titles || bar?.selected != place.selected else { return }
    bar?.titles = titles
    bar?.selected = place.selected
    scroller?.reveal()
  }
}
#endif
