#if GTK
internal import CGTK
internal import CStageGTK

/// A text of any number of lines that the user edits.
///
/// Put it into a ``ScrolledView``.
open class TextView: Widget {
  /// Called when the text has changed, by the user or the program.
  public var onChange: (@MainActor (String) -> Void)?

  /// Creates a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - label: What assistive technologies call it.
  ///   - onChange: Called when the text has changed.
  public init(
    _ text: String = "", label: String = "", onChange: (@MainActor (String) -> Void)? = nil
  ) {
    super.init(gtk_text_view_new())
    if !label.isEmpty { setAccessibleLabel(label) }
    withRaw(as: GtkTextView.self) { gtk_text_view_set_wrap_mode($0, GTK_WRAP_WORD_CHAR) }
    self.text = text
    self.onChange = onChange
    withBuffer { buffer in
      _ = SignalConnection(UnsafeMutableRawPointer(buffer), "changed") { [weak self] _ in
        guard let self, !isSetting else { return nil }
        self.onChange?(self.text)
        return nil
      }
    }
  }

  private func withBuffer<Result>(_ body: (UnsafeMutablePointer<GtkTextBuffer>) -> Result) -> Result
  {
    withRaw(as: GtkTextView.self) { body(gtk_text_view_get_buffer($0)) }
  }

  /// The text.
  ///
  /// To set it takes away what the user could undo.
  public var text: String {
    get {
      withBuffer { buffer in
        var (start, end) = (GtkTextIter(), GtkTextIter())
        gtk_text_buffer_get_bounds(buffer, &start, &end)
        let text = gtk_text_buffer_get_text(buffer, &start, &end, 1)
        defer { g_free(text) }
        return text.map { String(cString: $0) } ?? ""
      }
    }
    set {
      guard newValue != text else { return }
      // GTK empties the text first, which is no change of the program's.
      isSetting = true
      withBuffer { gtk_text_buffer_set_text($0, newValue, -1) }
      isSetting = false
      onChange?(text)
    }
  }

  private var isSetting = false

  /// Whether the Tab key inserts a tab; true by default.
  ///
  /// Otherwise it moves the focus to the next widget, as from other inputs: right for short texts.
  public var acceptsTab: Bool {
    get { withRaw(as: GtkTextView.self) { gtk_text_view_get_accepts_tab($0) != 0 } }
    set { withRaw(as: GtkTextView.self) { gtk_text_view_set_accepts_tab($0, newValue ? 1 : 0) } }
  }

  /// Puts a text where the cursor is, in the place of what is selected.
  ///
  /// - Parameter text: The text.
  public func insert(_ text: String) {
    withBuffer {
      gtk_text_buffer_begin_user_action($0)
      gtk_text_buffer_delete_selection($0, 0, 1)
      gtk_text_buffer_insert_at_cursor($0, text, -1)
      gtk_text_buffer_end_user_action($0)
    }
  }

  /// The position of the cursor, counted in Unicode scalars; one beyond the end is the end.
  public var cursor: Int {
    get {
      withBuffer { buffer in
        var place = GtkTextIter()
        gtk_text_buffer_get_iter_at_mark(buffer, &place, gtk_text_buffer_get_insert(buffer))
        return Int(gtk_text_iter_get_offset(&place))
      }
    }
    set {
      withBuffer { buffer in
        var place = GtkTextIter()
        gtk_text_buffer_get_iter_at_offset(buffer, &place, Int32(clamping: newValue))
        gtk_text_buffer_place_cursor(buffer, &place)
      }
    }
  }

  /// Whether the user can change the text; true at first.
  public var isEditable: Bool {
    get { withRaw(as: GtkTextView.self) { gtk_text_view_get_editable($0) != 0 } }
    set { withRaw(as: GtkTextView.self) { gtk_text_view_set_editable($0, newValue ? 1 : 0) } }
  }

  /// Whether long lines are broken; true at first.
  public var wraps: Bool {
    get { withRaw(as: GtkTextView.self) { gtk_text_view_get_wrap_mode($0) != GTK_WRAP_NONE } }
    set {
      withRaw(as: GtkTextView.self) {
        gtk_text_view_set_wrap_mode($0, newValue ? GTK_WRAP_WORD_CHAR : GTK_WRAP_NONE)
      }
    }
  }

  /// Whether all letters have the same width; false at first.
  public var isMonospace: Bool {
    get { withRaw(as: GtkTextView.self) { gtk_text_view_get_monospace($0) != 0 } }
    set { withRaw(as: GtkTextView.self) { gtk_text_view_set_monospace($0, newValue ? 1 : 0) } }
  }

  /// Sets the distance between the text and the edges of the widget.
  ///
  /// - Parameter distance: The distance on all four sides, in pixels.
  public func setTextMargin(_ distance: Int) {
    let distance = pixels(distance)
    withRaw(as: GtkTextView.self) {
      gtk_text_view_set_left_margin($0, distance)
      gtk_text_view_set_right_margin($0, distance)
      gtk_text_view_set_top_margin($0, distance)
      gtk_text_view_set_bottom_margin($0, distance)
    }
  }
}
#endif
