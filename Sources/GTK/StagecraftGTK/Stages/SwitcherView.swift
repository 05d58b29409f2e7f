#if GTK
internal import CGTK

/// What shows the screen of the selected tab, and the tabs: in the bar of the window while there is
/// room, otherwise below the screen.
///
/// Where it cannot use the bar of the window, it has one of its own.
final class SwitcherView: Widget, BarUser {
  /// The title of the selected tab.
  private(set) var title = ""
  /// The view of the selected tab.
  private(set) weak var current: Widget?

  let tabs = SwitcherTabs()
  let titleWidget: ViewSwitcherTitle
  private let bottom: ViewSwitcherBar
  private let ownBar = StageBar(showsWindowButtons: false)
  private weak var windowBar: StageBar?

  init(_ body: Widget) {
    titleWidget = ViewSwitcherTitle(tabs)
    bottom = ViewSwitcherBar(tabs)
    super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    titleWidget.onTitleVisibleChange = { [weak self] _ in self?.placeChanged() }
    body.expands = true
    for widget in [ownBar, tabs, body, bottom] {
      adopt(widget)
      withRaw(as: GtkBox.self) { box in widget.withRaw { gtk_box_append(box, $0) } }
    }
    ownBar.addStyle("flat")
    ownBar.add(self)
    on("map") { [weak self] _ in self?.mapped() }
    on("unmap") { [weak self] _ in self?.leaveWindowBar() }
  }

  isolated deinit { leaveWindowBar() }

  var stageBar: StageBar? { windowBar ?? ownBar }

  /// False while the bar shows the title of something that was pushed.
  var isSwitcherWanted = true {
    didSet {
      guard isSwitcherWanted != oldValue else { return }
      titleWidget.isSwitcherEnabled = isSwitcherWanted
      placeChanged()
    }
  }

  private func placeChanged() {
    bottom.isRevealed = isSwitcherWanted && titleWidget.isTitleVisible
  }

  func show(_ current: Widget?, _ title: String) {
    self.current = current
    self.title = title
    stageBar?.refresh()
  }

  private func mapped() {
    windowBar = enclosingWindowBar
    ownBar.isVisible = windowBar == nil
    if let windowBar {
      ownBar.remove(self)
      windowBar.add(self)
    } else {
      ownBar.add(self)
    }
  }

  private func leaveWindowBar() {
    windowBar?.remove(self)
    windowBar = nil
  }
}
#endif
