#if GTK
internal import CGTK
internal import CStageGTK
internal import StagecraftScreens

/// Stores which widget of each screen had the focus, whenever it changes in the window, and gives
/// it back: to the same widget if it lives, otherwise to the one in the same place of the new view.
@MainActor
final class FocusMemory {
  private struct Entry {
    var widget: WeakObject
    var place: FocusPlace?
  }

  private struct Shown {
    var screen: ScreenID
    weak var view: Widget?
  }

  private var entries: [ScreenID: Entry] = [:]
  private var shown: Shown?
  private weak var container: Widget?
  private var connection: SignalConnection?
  /// Whether what has the focus is chosen by GTK, and not by the user.
  private var isFrozen = false
  /// Whether the shown screen has not got its focus back, because it was not visible.
  private var isDue = false
  private var leaving: ObjectIdentifier? {
    didSet {
      if let oldValue { Self.leaving.remove(oldValue) }
      if let leaving { Self.leaving.insert(leaving) }
    }
  }
  /// What is in these views gets no focus: see ``Widget/releaseFocus()``.
  private static var leaving: Set<ObjectIdentifier> = []

  isolated deinit { leaving = nil }

  func watch(_ container: Widget) {
    self.container = container
    shown = nil
    container.on("map") { [weak self, weak container] _ in
      if let self, self.container === container { mapped() }
    }
    container.on("unmap") { [weak self, weak container] _ in
      // A previous container may leave the screen when the new one is there.
      guard let self, self.container === container else { return }
      connection?.cancel()
      connection = nil
      // GTK takes the focus from what is hidden, and gives it to another widget.
      isDue = true
      isFrozen = true
    }
  }

  private func mapped() {
    guard let container else { return }
    connection?.cancel()
    container.withRaw { raw in
      guard let root = gtk_widget_get_root(raw) else { return }
      connection = SignalConnection(UnsafeMutableRawPointer(root), "notify::focus-widget") {
        [weak self] _ in
        self?.note()
        return nil
      }
    }
    if isDue { restoreSoon() }
  }

  private func note() {
    guard !isFrozen, let shown, let view = shown.view else { return }
    view.withRaw { raw in
      guard let root = gtk_widget_get_root(raw), let focus = gtk_root_get_focus(root),
        focus == raw || gtk_widget_is_ancestor(focus, raw) != 0
      else { return }
      entries[shown.screen] = Entry(
        widget: WeakObject(focus),
        place: FocusPlace(of: WidgetNode(raw: focus), in: WidgetNode(raw: raw)))
    }
  }

  /// The shown screen is about to change: from now on the user does not move the focus.
  func willChange() {
    if container?.isMapped == true { note() }
    isFrozen = true
    if let view = shown?.view, view.containsFocus { focusContainer() }
    leaving = shown?.view.map(ObjectIdentifier.init)
  }

  /// So that the container's keys work during the animation.
  private func focusContainer() {
    guard let container, container.isMapped, !isLeaving else {
      shown?.view?.releaseFocus()
      return
    }
    container.withRaw { raw in
      if let root = gtk_widget_get_root(raw) { gtk_root_set_focus(root, raw) }
    }
  }

  private var isFocusFree: Bool {
    container?.withRaw { raw in
      guard let root = gtk_widget_get_root(raw) else { return false }
      let focus = gtk_root_get_focus(root)
      return focus == nil || focus == raw
    } ?? false
  }

  private var isLeaving: Bool {
    var widget = container
    while let next = widget {
      if Self.leaving.contains(ObjectIdentifier(next)) { return true }
      widget = next.parent
    }
    return false
  }

  /// A screen is shown, and nothing moves any more.
  func didShow(_ screen: ScreenID?, _ view: Widget?) {
    leaving = nil
    guard let screen, let view else {
      shown = nil
      return
    }
    if shown?.screen == screen, shown?.view === view {
      if !isDue { isFrozen = false }
      return
    }
    shown = Shown(screen: screen, view: view)
    isFrozen = true
    isDue = true
    if container?.isMapped == true { restoreSoon() }
  }

  /// Gives the focus back, and once more in the next frame: GTK may move it until then.
  private func restoreSoon() {
    isDue = false
    if !isLeaving { restore() }
    container?.onFrame { [weak self] in
      guard let self, !isDue, leaving == nil else { return false }
      // The view around it is animated away: it may still be put back.
      if isLeaving { return true }
      restore()
      isFrozen = false
      note()
      return false
    }
  }

  private func restore() {
    guard let shown, let view = shown.view else { return }
    guard let entry = entries[shown.screen] else {
      if isFocusFree { view.focusFirst() }
      return
    }
    view.withRaw { raw in
      guard let root = gtk_widget_get_root(raw) else { return }
      let focus = gtk_root_get_focus(root)
      entry.widget.use { object in
        let old = object?.assumingMemoryBound(to: GtkWidget.self)
        let isThere = old.map { $0 == raw || gtk_widget_is_ancestor($0, raw) != 0 } ?? false
        guard let widget = isThere ? old : entry.place?.node(in: WidgetNode(raw: raw))?.raw,
          widget != focus
        else { return }
        // The text stays as it is: its cursor and selection are the user's.
        if stage_is_text(widget) != 0 {
          gtk_text_grab_focus_without_selecting(
            UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkText.self))
        } else {
          gtk_widget_grab_focus(widget)
        }
      }
    }
  }

  /// Forgets the screens that have left the container.
  func didShow(
    _ screen: ScreenID?, _ view: Widget?, among items: [ScreenStageScene<Widget>.Item]
  ) {
    didShow(screen, view)
    guard entries.count > items.count else { return }
    let kept = Set(items.map(\.screen))
    entries = entries.filter { kept.contains($0.key) }
  }
}

private struct WidgetNode: FocusNode {
  let raw: UnsafeMutablePointer<GtkWidget>

  var ownName: String? { stage_own_name(raw).map { String(cString: $0) } }
  var typeName: String { String(cString: stage_type_name(raw)) }
  var parent: WidgetNode? { gtk_widget_get_parent(raw).map { WidgetNode(raw: $0) } }

  var index: Int {
    var index = 0
    var sibling = gtk_widget_get_prev_sibling(raw)
    while let next = sibling {
      index += 1
      sibling = gtk_widget_get_prev_sibling(next)
    }
    return index
  }

  func child(at index: Int) -> WidgetNode? {
    var child = gtk_widget_get_first_child(raw)
    for _ in 0..<index { child = child.flatMap { gtk_widget_get_next_sibling($0) } }
    return child.map { WidgetNode(raw: $0) }
  }
}
#endif
