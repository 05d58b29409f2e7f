#if GTK
internal import CGTK
internal import StagecraftScreens

/// A bar with a title and a back button and, below it, what shows the screens of a stack.
final class BackBarView: Widget {
  var onBack: (@MainActor () -> Void)?

  private let back = Button(icon: "go-previous-symbolic", label: StageTexts.back)
  private let bar: HeaderBar?

  init(_ body: Widget, showsBar: Bool) {
    bar = showsBar ? HeaderBar() : nil
    super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    if let bar {
      back.name = "back"
      back.isVisible = false
      back.onClick = { [weak self] in self?.onBack?() }
      bar.addStyle("flat")
      bar.addAtStart(back)
      append(bar)
    }
    body.expands = true
    append(body)
    onKey(Key.left, Key.alt) { [weak self] in
      guard let onBack = self?.onBack else { return false }
      onBack()
      return true
    }
  }

  private func append(_ widget: Widget) {
    adopt(widget)
    withRaw(as: GtkBox.self) { box in widget.withRaw { gtk_box_append(box, $0) } }
  }

  func show(_ scene: ScreenStageScene<Widget>) {
    bar?.title = scene.currentItem?.title ?? ""
    back.isVisible = (scene.current ?? 0) > 0
  }
}
#endif
