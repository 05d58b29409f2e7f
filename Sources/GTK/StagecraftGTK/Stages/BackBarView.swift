#if GTK
internal import CGTK
internal import StagecraftScreens

/// What shows the screens of a stack and, above it, a bar with a back button, the title and the
/// actions of the top.
///
/// While it is on the screen of a window with a ``WindowBar``, all this is in that bar.
final class BackBarView: Widget {
  var onBack: (@MainActor () -> Void)?
  private(set) var title = ""

  private let back = Button(icon: "go-previous-symbolic", label: StageTexts.back)
  private let ownBar: HeaderBar?
  private weak var windowBar: WindowBar?
  /// The bar with the back button and the actions.
  private weak var bar: HeaderBar?
  private var actions: [Widget] = []
  private weak var top: Widget?

  init(_ body: Widget, showsBar: Bool) {
    ownBar = showsBar ? HeaderBar() : nil
    super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    back.name = "back"
    back.isVisible = false
    back.onClick = { [weak self] in self?.onBack?() }
    if let ownBar {
      ownBar.addStyle("flat")
      append(ownBar)
      move(to: ownBar)
      on("map") { [weak self] _ in self?.mapped() }
      on("unmap") { [weak self] _ in self?.leaveWindowBar() }
    }
    body.expands = true
    append(body)
    onKey(Key.left, Key.alt) { [weak self] in self?.goBack() ?? false }
  }

  isolated deinit { leaveWindowBar() }

  private func append(_ widget: Widget) {
    adopt(widget)
    withRaw(as: GtkBox.self) { box in widget.withRaw { gtk_box_append(box, $0) } }
  }

  func goBack() -> Bool {
    guard let onBack else { return false }
    onBack()
    return true
  }

  func show(_ scene: ScreenStageScene<Widget>) {
    back.isVisible = (scene.current ?? 0) > 0
    top = scene.currentItem?.view
    showActions()
    title = scene.currentItem?.title ?? ""
    ownBar?.title = title
    windowBar?.showTitle()
  }

  // MARK: Bars

  private func mapped() {
    windowBar = enclosingWindowBar
    ownBar?.isVisible = windowBar == nil
    if let windowBar { windowBar.add(self) } else { move(to: ownBar) }
  }

  private func leaveWindowBar() {
    windowBar?.remove(self)
    windowBar = nil
  }

  /// Nil inside another stack with a bar, and on a page: several pages are on the screen at once.
  private var enclosingWindowBar: WindowBar? {
    var outer = parent
    while let widget = outer {
      if let window = widget as? any BarWindow { return window.bar }
      if let view = widget as? BackBarView, view.ownBar != nil { return nil }
      if widget is Carousel { return nil }
      outer = widget.parent
    }
    return nil
  }

  /// Moves the back button and the actions.
  func move(to new: HeaderBar?) {
    guard new !== bar else { return }
    for widget in [back] + actions { bar?.remove(widget) }
    bar = new
    new?.addAtStart(back)
    for action in actions.reversed() { new?.addAtEnd(action) }
  }

  /// Shows the actions of the top, which may have changed.
  func showActions() {
    let new = top?.barActions ?? []
    guard !new.elementsEqual(actions, by: ===) else { return }
    for action in actions { bar?.remove(action) }
    actions = new
    for action in actions.reversed() { bar?.addAtEnd(action) }
  }
}
#endif
