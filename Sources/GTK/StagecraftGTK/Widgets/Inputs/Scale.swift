#if GTK
internal import CGTK

/// A number that the user changes with a slider.
open class Scale: Widget {
  /// Called when the number has changed, by the user or the program.
  public var onChange: (@MainActor (Double) -> Void)?

  /// Creates a slider.
  ///
  /// - Parameters:
  ///   - range: What the number can be.
  ///   - step: How much an arrow key adds or subtracts.
  ///   - value: The number.
  ///   - label: What assistive technologies call it.
  ///   - direction: The direction of the slider.
  ///   - onChange: Called when the number has changed.
  public init(
    _ range: ClosedRange<Double>, step: Double, value: Double? = nil, label: String = "",
    direction: Box.Direction = .horizontal, onChange: (@MainActor (Double) -> Void)? = nil
  ) {
    require(
      step > 0 && step.isFinite && range.lowerBound < range.upperBound,
      "A slider has a step above 0 and more than one number, not the step \(step) in \(range).")
    super.init(
      gtk_scale_new_with_range(direction.raw, range.lowerBound, range.upperBound, step))
    if !label.isEmpty { setAccessibleLabel(label) }
    if let value { self.value = value }
    self.onChange = onChange
    on("value-changed") { [weak self] _ in
      guard let self else { return }
      self.onChange?(self.value)
    }
  }

  /// The number; one outside of the range becomes the nearest in it.
  public var value: Double {
    get { withRaw(as: GtkRange.self) { gtk_range_get_value($0) } }
    set { withRaw(as: GtkRange.self) { gtk_range_set_value($0, newValue) } }
  }

  /// Whether the number is shown beside the slider; false at first.
  public var showsValue: Bool {
    get { withRaw(as: GtkScale.self) { gtk_scale_get_draw_value($0) != 0 } }
    set { withRaw(as: GtkScale.self) { gtk_scale_set_draw_value($0, newValue ? 1 : 0) } }
  }

  /// Adds a mark.
  ///
  /// - Parameters:
  ///   - value: The number where it is.
  ///   - text: A text below it, or beside it; nil for none.
  public func addMark(_ value: Double, _ text: String? = nil) {
    withRaw(as: GtkScale.self) { scale in
      let markup = text.map { g_markup_escape_text($0, -1) } ?? nil
      defer { g_free(markup) }
      gtk_scale_add_mark(scale, value, GTK_POS_BOTTOM, markup)
    }
  }

  /// Removes all marks.
  public func removeMarks() { withRaw(as: GtkScale.self) { gtk_scale_clear_marks($0) } }
}
#endif
