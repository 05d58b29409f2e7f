#if GTK
internal import CGTK
internal import CStageGTK

/// A button that shows one of several texts, and opens a list of them.
open class DropDown: Widget {
  /// Called when another text is selected, by the user or the program.
  public var onSelect: (@MainActor (Int?) -> Void)?

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - items: The texts.
  ///   - selected: The index of the selected text; nil for none.
  ///   - label: What assistive technologies call it.
  ///   - onSelect: Called when another text is selected.
  public init(
    _ items: [String], selected: Int? = 0, label: String = "",
    onSelect: (@MainActor (Int?) -> Void)? = nil
  ) {
    self.items = items
    super.init(gtk_drop_down_new(nil, nil))
    if !label.isEmpty { setAccessibleLabel(label) }
    let expression = gtk_property_expression_new(gtk_string_object_get_type(), nil, "string")
    withOpaque { gtk_drop_down_set_expression($0, expression) }
    gtk_expression_unref(expression)
    withOpaque { stage_name_items(gtk_drop_down_get_factory($0)) }
    withRaw { stage_close_popovers_on_unmap($0) }
    show()
    if !items.isEmpty { selectedIndex = selected }
    self.onSelect = onSelect
    on("notify::selected") { [weak self] _ in
      guard let self else { return }
      self.onSelect?(selectedIndex)
    }
  }

  /// The texts.
  ///
  /// When others are set, the first is selected; ``onSelect`` is called only if the index changes.
  public var items: [String] {
    didSet { if items != oldValue { show() } }
  }

  private func show() {
    let list = gtk_string_list_new(nil)
    defer { g_object_unref(UnsafeMutableRawPointer(list)) }
    for item in items { gtk_string_list_append(list, item) }
    withOpaque { gtk_drop_down_set_model($0, list) }
  }

  /// The index of the selected text; nil if there is none.
  public var selectedIndex: Int? {
    get {
      let selected = withOpaque { gtk_drop_down_get_selected($0) }
      return selected == UInt32.max ? nil : Int(selected)
    }
    set {
      require(
        newValue.map { items.indices.contains($0) } ?? true,
        "There is no item \(newValue ?? 0) of \(items.count).")
      withOpaque { gtk_drop_down_set_selected($0, newValue.map { UInt32($0) } ?? UInt32.max) }
    }
  }

  /// Whether the list has a line in which the user searches it; false at first.
  public var isSearchable: Bool {
    get { withOpaque { gtk_drop_down_get_enable_search($0) != 0 } }
    set { withOpaque { gtk_drop_down_set_enable_search($0, newValue ? 1 : 0) } }
  }
}
#endif
