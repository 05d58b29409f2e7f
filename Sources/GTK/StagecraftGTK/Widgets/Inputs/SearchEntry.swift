#if GTK
internal import CGTK
internal import CStageGTK

/// A line in which the user types what to search for.
///
/// ```swift
/// let search = SearchEntry(placeholder: "Titles and authors")
/// search.onSearch = { text in catalogue.search(text) }
/// let bar = SearchBar(search)
/// bar.captureKeys(of: window)
/// ```
open class SearchEntry: Widget {
  /// Called a moment after the text has changed, see ``delay``; at once when it becomes empty.
  public var onSearch: (@MainActor (String) -> Void)?
  /// Called whenever the text has changed.
  public var onChange: (@MainActor (String) -> Void)?
  /// Called when the user presses Enter.
  public var onActivate: (@MainActor () -> Void)?
  /// Called when the user presses Escape.
  public var onStop: (@MainActor () -> Void)?
  /// Called when the user asks for the next result, with Control and G.
  public var onNext: (@MainActor () -> Void)?
  /// Called when the user asks for the previous result, with Shift, Control and G.
  public var onPrevious: (@MainActor () -> Void)?

  /// Creates a line.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - placeholder: What is shown while there is no text, and what assistive technologies call
  ///     the line.
  public init(_ text: String = "", placeholder: String = "") {
    super.init(gtk_search_entry_new())
    withRaw { stage_set_text_property($0, "placeholder-text", placeholder) }
    if !placeholder.isEmpty { setAccessibleLabel(placeholder) }
    self.text = text
    on("changed") { [weak self] _ in
      guard let self, !setting.isActive else { return }
      onChange?(self.text)
    }
    on("search-changed") { [weak self] _ in
      guard let self, !setting.isActive else { return }
      onSearch?(self.text)
    }
    on("activate") { [weak self] _ in self?.onActivate?() }
    on("stop-search") { [weak self] _ in self?.onStop?() }
    on("next-match") { [weak self] _ in self?.onNext?() }
    on("previous-match") { [weak self] _ in self?.onPrevious?() }
  }

  /// The text.
  public var text: String {
    get { editableText }
    set {
      guard setting.set(newValue, in: self) else { return }
      onChange?(text)
      if newValue.isEmpty { onSearch?("") }
    }
  }

  private let setting = TextSetting()

  /// How long the text must stay as it is before ``onSearch`` is called; 150 milliseconds at first.
  public var delay: Duration {
    get { .milliseconds(Int(withOpaque { gtk_search_entry_get_search_delay($0) })) }
    set {
      let delay = UInt32(min(max(newValue / .milliseconds(1), 0), 3_600_000))
      withOpaque { gtk_search_entry_set_search_delay($0, delay) }
    }
  }

  /// The position of the cursor, counted in characters.
  public var cursor: Int {
    get { withOpaque { Int(gtk_editable_get_position($0)) } }
    set { withOpaque { gtk_editable_set_position($0, Int32(clamping: newValue)) } }
  }
}
#endif
