#if GTK
internal import CGTK
internal import StagecraftScreens

/// What shows the screens of a stack and, above it, a bar with a back button, the title and the
/// actions of the top.
///
/// While it is on the screen of a window with a ``StageBar``, all this is in that bar.
final class BackBarView: Widget, BarUser {
  var onBack: (@MainActor () -> Void)?
  private(set) var title = ""
  private(set) weak var top: Widget?

  let back = Button(icon: "go-previous-symbolic", label: StageTexts.back)
  private let ownBar: StageBar?
  private weak var windowBar: StageBar?

  init(_ body: Widget, showsBar: Bool) {
    ownBar = showsBar ? StageBar(showsWindowButtons: false) : nil
    super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    back.name = "back"
    back.isVisible = false
    back.onClick = { [weak self] in self?.onBack?() }
    if let ownBar {
      ownBar.addStyle("flat")
      append(ownBar)
      ownBar.add(self)
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

  var hasBar: Bool { ownBar != nil }

  var stageBar: StageBar? { windowBar ?? ownBar }

  func goBack() -> Bool {
    guard let onBack else { return false }
    onBack()
    return true
  }

  func show(_ scene: ScreenStageScene<Widget>) {
    back.isVisible = (scene.current ?? 0) > 0
    top = scene.currentItem?.view
    title = scene.currentItem?.title ?? ""
    stageBar?.refresh()
  }

  private func mapped() {
    windowBar = enclosingWindowBar
    ownBar?.isVisible = windowBar == nil
    if let windowBar {
      ownBar?.remove(self)
      windowBar.add(self)
    } else {
      ownBar?.add(self)
    }
  }

  private func leaveWindowBar() {
    windowBar?.remove(self)
    windowBar = nil
  }
}
#endif
