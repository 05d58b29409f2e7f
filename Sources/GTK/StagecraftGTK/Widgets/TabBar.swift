#if GTK
internal import CGTK
internal import CStageGTK

/// A click calls ``onSelect``, and the program sets ``selected``.
///
/// Assistive technologies call it a list of tabs.
final class TabBar: Widget {
  var onSelect: (@MainActor (Int) -> Void)?

  private final class Tab: Widget {
    var onToggle: (@MainActor () -> Void)?
    private var connection: SignalConnection?

    init(_ text: String) {
      super.init(stage_tab_button_new(text))
      connection = on("clicked") { [weak self] _ in self?.onToggle?() }
    }

    var text: String {
      get {
        withRaw(as: GtkButton.self) { gtk_button_get_label($0).map { String(cString: $0) } ?? "" }
      }
      set {
        if newValue != text { withRaw(as: GtkButton.self) { gtk_button_set_label($0, newValue) } }
      }
    }

    var isSelected: Bool {
      get { withRaw(as: GtkToggleButton.self) { gtk_toggle_button_get_active($0) != 0 } }
      set {
        withRaw(as: GtkToggleButton.self) { gtk_toggle_button_set_active($0, newValue ? 1 : 0) }
        withRaw { stage_set_selected($0, newValue ? 1 : 0) }
      }
    }

    func click() { withRaw { stage_emit($0, "clicked") } }
  }

  init() {
    super.init(stage_tab_list_new(0))
    addStyle("linked")
    withRaw { gtk_widget_set_halign($0, GTK_ALIGN_CENTER) }
  }

  private var tabs: [Tab] { children.compactMap { $0 as? Tab } }

  var titles: [String] {
    get { tabs.map(\.text) }
    set {
      while children.count > newValue.count, let last = children.last {
        last.releaseFocus()
        withRaw(as: GtkBox.self) { box in last.withRaw { gtk_box_remove(box, $0) } }
        disown(last)
      }
      for (tab, title) in zip(tabs, newValue) { tab.text = title }
      for index in children.count..<newValue.count { append(newValue[index], at: index) }
    }
  }

  private func append(_ title: String, at index: Int) {
    let tab = Tab(title)
    tab.onToggle = { [weak self] in self?.clicked(index) }
    adopt(tab)
    withRaw(as: GtkBox.self) { box in tab.withRaw { gtk_box_append(box, $0) } }
  }

  private func clicked(_ index: Int) {
    // A click toggles the button, even if the program selects no other tab.
    show(selected)
    onSelect?(index)
  }

  var selected: Int? { didSet { show(selected) } }

  private func show(_ selected: Int?) {
    for (index, tab) in tabs.enumerated() { tab.isSelected = index == selected }
  }

  func click(_ index: Int) { if tabs.indices.contains(index) { tabs[index].click() } }
}
#endif
