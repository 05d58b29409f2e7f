#if GTK
internal import CGTK

/// How much there is of something, such as memory.
open class LevelBar: Widget {
  /// Creates a bar.
  ///
  /// - Parameters:
  ///   - range: What the level can be, with numbers from 0.
  ///   - value: The level.
  ///   - isDiscrete: Whether the bar has a block for each whole number.
  ///   - label: What assistive technologies call it.
  public init(
    _ range: ClosedRange<Double> = 0...1, value: Double = 0, isDiscrete: Bool = false,
    label: String = ""
  ) {
    require(range.lowerBound >= 0, "A level is 0 or more, not \(range.lowerBound).")
    super.init(gtk_level_bar_new_for_interval(range.lowerBound, range.upperBound))
    if !label.isEmpty { setAccessibleLabel(label) }
    withOpaque {
      gtk_level_bar_set_mode(
        $0, isDiscrete ? GTK_LEVEL_BAR_MODE_DISCRETE : GTK_LEVEL_BAR_MODE_CONTINUOUS)
    }
    self.value = value
  }

  /// The level; one outside of the range becomes the nearest in it.
  public var value: Double {
    get { withOpaque { gtk_level_bar_get_value($0) } }
    set {
      withOpaque {
        let (least, most) = (gtk_level_bar_get_min_value($0), gtk_level_bar_get_max_value($0))
        gtk_level_bar_set_value($0, min(max(newValue, least), most))
      }
    }
  }

  /// Sets up to which level the bar has a colour.
  ///
  /// - Parameters:
  ///   - name: The class of the style sheet: `low`, `high` or `full`, or one of the program's.
  ///   - value: The largest level that has it.
  public func setOffset(_ name: String, _ value: Double) {
    withOpaque { gtk_level_bar_add_offset_value($0, name, value) }
  }
}
#endif
