#if GTK
internal import CAdwaita
internal import CGTK
internal import CStageGTK

/// A row in which the user chooses one of several texts.
///
/// ```swift
/// let row = ComboRow("Sort by", ["Title", "Author", "Year"])
/// row.onSelect = { index in catalogue.sort(by: index) }
/// ```
open class ComboRow: ActionRow {
  /// Called when another text was chosen, by the user or the program; with nil if there is none.
  public var onSelect: (@MainActor (Int?) -> Void)?

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - items: The texts.
  ///   - subtitle: A text below the title, in smaller letters.
  ///   - selected: The index of the chosen one.
  public init(_ title: String, _ items: [String], subtitle: String = "", selected: Int = 0) {
    super.init(title, subtitle: subtitle, adw_combo_row_new())
    withRaw(as: AdwComboRow.self) { stage_name_items(adw_combo_row_get_factory($0)) }
    self.items = items
    if !items.isEmpty { selectedIndex = selected }
    on("notify::selected") { [weak self] _ in
      guard let self, isSettled else { return }
      onSelect?(selectedIndex)
    }
  }

  private var isSettled = true
  private var texts: [String] = []

  /// The texts.
  ///
  /// When they are set, the first is chosen.
  public var items: [String] {
    get { texts }
    set {
      let old = selectedIndex
      texts = newValue
      let list = gtk_string_list_new(nil)!
      for text in newValue { gtk_string_list_append(list, text) }
      isSettled = false
      withRaw(as: AdwComboRow.self) { adw_combo_row_set_model($0, list) }
      isSettled = true
      g_object_unref(UnsafeMutableRawPointer(list))
      if selectedIndex != old { onSelect?(selectedIndex) }
    }
  }

  /// The index of the chosen text; nil if there is none.
  public var selectedIndex: Int? {
    get {
      let index = withRaw(as: AdwComboRow.self) { adw_combo_row_get_selected($0) }
      return Int(exactly: index).flatMap { texts.indices.contains($0) ? $0 : nil }
    }
    set {
      require(
        newValue.map { texts.indices.contains($0) } ?? true,
        "There is no choice \(newValue ?? 0): the row has \(texts.count), counted from 0.")
      let index = newValue.map { UInt32($0) } ?? UInt32.max
      withRaw(as: AdwComboRow.self) { adw_combo_row_set_selected($0, index) }
    }
  }
}
#endif
