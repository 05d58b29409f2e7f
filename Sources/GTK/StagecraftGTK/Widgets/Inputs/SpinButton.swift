#if GTK
internal import CGTK

/// A number that the user types, or changes step by step.
open class SpinButton: Widget {
  /// Called when the number has changed, by the user or the program.
  public var onChange: (@MainActor (Double) -> Void)?

  /// Creates a number.
  ///
  /// - Parameters:
  ///   - range: What the number can be.
  ///   - step: How much a click adds or subtracts.
  ///   - value: The number.
  ///   - label: What assistive technologies call it.
  ///   - onChange: Called when the number has changed.
  public init(
    _ range: ClosedRange<Double>, step: Double = 1, value: Double? = nil, label: String = "",
    onChange: (@MainActor (Double) -> Void)? = nil
  ) {
    require(step > 0 && step.isFinite, "A step is more than 0, not \(step).")
    super.init(gtk_spin_button_new_with_range(range.lowerBound, range.upperBound, step))
    if !label.isEmpty { setAccessibleLabel(label) }
    withOpaque { gtk_spin_button_set_numeric($0, 1) }
    if let value { self.value = value }
    self.onChange = onChange
    on("value-changed") { [weak self] _ in
      guard let self else { return }
      self.onChange?(self.value)
    }
  }

  /// The number; one outside of the range becomes the nearest in it.
  public var value: Double {
    get { withOpaque { gtk_spin_button_get_value($0) } }
    set { withOpaque { gtk_spin_button_set_value($0, newValue) } }
  }

  /// The number of decimal places; as the step has at first.
  public var digits: Int {
    get { withOpaque { Int(gtk_spin_button_get_digits($0)) } }
    set {
      require(
        (0...20).contains(newValue), "There are from 0 to 20 decimal places, not \(newValue).")
      withOpaque { gtk_spin_button_set_digits($0, UInt32(newValue)) }
    }
  }

  /// Whether the number after the last is the first.
  public var wraps: Bool {
    get { withOpaque { gtk_spin_button_get_wrap($0) != 0 } }
    set { withOpaque { gtk_spin_button_set_wrap($0, newValue ? 1 : 0) } }
  }
}
#endif
