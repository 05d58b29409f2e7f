#if GTK
internal import CGTK

extension Widget {
  /// Where a widget is in a place that is larger than it.
  public enum Alignment: Hashable, Sendable {
    /// It fills the place.
    case fill
    /// At the side where lines begin, or at the top.
    case start
    /// In the middle.
    case center
    /// At the side where lines end, or at the bottom.
    case end

    fileprivate var raw: GtkAlign {
      switch self {
      case .fill: GTK_ALIGN_FILL
      case .start: GTK_ALIGN_START
      case .center: GTK_ALIGN_CENTER
      case .end: GTK_ALIGN_END
      }
    }

    fileprivate init(_ raw: GtkAlign) {
      switch raw {
      case GTK_ALIGN_START: self = .start
      case GTK_ALIGN_CENTER: self = .center
      case GTK_ALIGN_END: self = .end
      default: self = .fill
      }
    }
  }

  /// The side at which lines begin.
  public enum TextDirection: Hashable, Sendable {
    /// As in the language of the user.
    case automatic
    /// As in Latin and Greek.
    case leftToRight
    /// As in Arabic and Hebrew.
    case rightToLeft
  }

  /// The side at which lines begin in the widget, and a ``Box`` its widgets; that of the language
  /// of the user at first.
  ///
  /// It does not reach the widgets in this one. Set it for what reads the same in all languages,
  /// such as the number of a card.
  public var textDirection: TextDirection {
    get {
      withRaw { raw in
        let direction = gtk_widget_get_direction(raw)
        return direction == GTK_TEXT_DIR_RTL ? .rightToLeft : .leftToRight
      }
    }
    set {
      let direction =
        switch newValue {
        case .automatic: GTK_TEXT_DIR_NONE
        case .leftToRight: GTK_TEXT_DIR_LTR
        case .rightToLeft: GTK_TEXT_DIR_RTL
        }
      withRaw { gtk_widget_set_direction($0, direction) }
    }
  }

  /// Where the widget is in the width of its place; it fills it at first.
  public var horizontalAlignment: Alignment {
    get { Alignment(withRaw { gtk_widget_get_halign($0) }) }
    set { withRaw { gtk_widget_set_halign($0, newValue.raw) } }
  }

  /// Where the widget is in the height of its place; it fills it at first.
  public var verticalAlignment: Alignment {
    get { Alignment(withRaw { gtk_widget_get_valign($0) }) }
    set { withRaw { gtk_widget_set_valign($0, newValue.raw) } }
  }

  /// Whether the widget takes the height that is left over.
  public var expandsVertically: Bool {
    get { withRaw { gtk_widget_get_vexpand($0) != 0 } }
    set { withRaw { gtk_widget_set_vexpand($0, newValue ? 1 : 0) } }
  }

  /// Sets the distances to what is around the widget; those that are nil stay.
  ///
  /// - Parameters:
  ///   - top: The distance above, in pixels.
  ///   - bottom: The distance below, in pixels.
  ///   - start: The distance at the side where lines begin, in pixels.
  ///   - end: The distance at the side where lines end, in pixels.
  public func setMargins(
    top: Int? = nil, bottom: Int? = nil, start: Int? = nil, end: Int? = nil
  ) {
    withRaw {
      if let top { gtk_widget_set_margin_top($0, pixels(top)) }
      if let bottom { gtk_widget_set_margin_bottom($0, pixels(bottom)) }
      if let start { gtk_widget_set_margin_start($0, pixels(start)) }
      if let end { gtk_widget_set_margin_end($0, pixels(end)) }
    }
  }

  /// The number of pixels for a unit on the screen of the widget's window: 2 on one with twice the
  /// usual density.
  ///
  /// Draw a ``Texture`` with it. The signal `notify::scale-factor` is sent when it changes, because
  /// the window was moved to another screen for example.
  public var scaleFactor: Int { withRaw { Int(gtk_widget_get_scale_factor($0)) } }

  /// What is shown when the pointer rests on the widget; empty for nothing.
  public var tooltip: String {
    get { withRaw { gtk_widget_get_tooltip_text($0).map { String(cString: $0) } ?? "" } }
    set { withRaw { gtk_widget_set_tooltip_text($0, newValue.isEmpty ? nil : newValue) } }
  }

  /// From 0, which is invisible, to 1.
  public var opacity: Double {
    get { withRaw { gtk_widget_get_opacity($0) } }
    set { withRaw { gtk_widget_set_opacity($0, newValue) } }
  }

  /// Removes a class of the style sheet.
  ///
  /// - Parameter name: The name of the class.
  public func removeStyle(_ name: String) { withRaw { gtk_widget_remove_css_class($0, name) } }

  /// Returns whether the widget has a class of the style sheet.
  ///
  /// - Parameter name: The name of the class.
  /// - Returns: Whether it has.
  public func hasStyle(_ name: String) -> Bool {
    withRaw { gtk_widget_has_css_class($0, name) != 0 }
  }
}
#endif
