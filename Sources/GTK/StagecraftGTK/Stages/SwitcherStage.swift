#if GTK
public import StagecraftScreens

/// Shows screens side by side, with their tabs in the bar of the window; in a narrow window, at the
/// bottom of it.
///
/// ```swift
/// let stage = SwitcherStage()
/// stage[catalogue].icon = "view-grid-symbolic"
/// stage[orders].icon = "view-list-symbolic"
/// let tabs = TabScreen([catalogue, orders], stage: stage)
/// stage[orders].badge = 2
/// ```
///
/// - It is for two to five tabs, each with an icon and a short title: for others, use ``TabStage``.
/// - In a narrow window, the bar of the window has the title of the selected tab.
/// - A stack in a tab uses the bar of the window, too: its title replaces the tabs while something
///   is pushed. If the tabs are in a stack themselves, they are hidden while something is pushed
///   over them.
/// - A click asks the container, and the tabs show what the container has decided: while it is busy,
///   the screen of the old tab stays. Ctrl+Page Up and Ctrl+Page Down ask for the neighbours.
/// - ``Widget/barActions`` of the selected tab's view are in the bar, and those of the container's
///   view whichever tab is selected.
/// - In a page of a ``CarouselStage``, or in another stage of this type, it has a bar of its own.
/// - The widget that had the keyboard focus has it again when its screen returns, also if the view
///   was unloaded meanwhile.
@MainActor
public final class SwitcherStage: ScreenStage {
  /// What the tab of a screen shows beside its title.
  public struct Tab: Hashable, Sendable {
    /// The name of an icon of the theme, such as `view-grid-symbolic`; empty for none.
    public var icon: String
    /// The number of things that wait for the user in the screen, 0 or more; 0 is not shown.
    public var badge: Int
    /// Whether a dot says that something has happened in the screen.
    public var needsAttention: Bool

    /// Creates what a tab shows.
    ///
    /// - Parameters:
    ///   - icon: The name of an icon of the theme, such as `view-grid-symbolic`; empty for none.
    ///   - badge: The number of things that wait for the user in the screen; 0 is not shown.
    ///   - needsAttention: Whether a dot says that something has happened in the screen.
    public init(icon: String = "", badge: Int = 0, needsAttention: Bool = false) {
      self.icon = icon
      self.badge = badge
      self.needsAttention = needsAttention
    }
  }

  private struct Entry {
    weak var screen: AnyScreen?
    var tab: Tab
  }

  private let place = TabPlace()
  private weak var view: SwitcherView?
  private var entries: [ScreenID: Entry] = [:]

  /// Creates a stage.
  public init() { place.showTabs = { [weak self] in self?.showTabs() } }

  /// What the tab of a screen shows beside its title.
  ///
  /// It can be set before the screen is in the container, and is remembered as long as the screen
  /// lives, which the stage does not retain. A change is shown at once.
  ///
  /// - Parameter screen: The screen.
  public subscript(screen: AnyScreen) -> Tab {
    get { entries[screen.id]?.tab ?? Tab() }
    set {
      require(newValue.badge >= 0, "A badge is 0 or more, not \(newValue.badge).")
      entries = entries.filter { $0.value.screen != nil }
      entries[screen.id] = Entry(screen: screen, tab: newValue)
      showTabs()
    }
  }

  /// Stores the requests.
  ///
  /// - Parameter requests: What the stage may ask for.
  public func connect(to requests: StageRequests) { place.connect(to: requests) }

  /// Creates the tabs and the place for the screens.
  ///
  /// - Returns: The view.
  public func makeView() -> Widget {
    let view = SwitcherView(place.makeStack())
    view.tabs.onChoose = { [weak self] index in
      self?.place.select(index)
      // The row has moved by itself; a container that is busy, or refuses, shows another tab.
      Task { [weak self] in self?.view?.tabs.showSelected() }
    }
    self.view = view
    place.watch(view)
    place.listen(to: view.titleWidget)
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
    guard let view else { return }
    view.tabs.tabs = place.items.map { item in
      let tab = entries[item.screen]?.tab ?? Tab()
      return ViewStack.Page(
        item.title, icon: tab.icon, badge: tab.badge, needsAttention: tab.needsAttention)
    }
    view.tabs.selected = place.selected
    view.show(place.currentView, place.selected.map { place.items[$0].title } ?? "")
  }
}
#endif
