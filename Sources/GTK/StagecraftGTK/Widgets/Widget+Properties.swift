#if GTK
internal import CGTK
internal import CStageGTK

extension Widget {
  /// The name by which tests and styles find the widget.
  public var name: String {
    get { withRaw { gtk_widget_get_name($0).map { String(cString: $0) } ?? "" } }
    set { withRaw { gtk_widget_set_name($0, newValue) } }
  }

  /// What assistive technologies call the widget, if its text does not say it.
  ///
  /// The row of a list, grid or table, which has the keyboard focus, is called by the texts in it.
  /// If they do not say enough, give a name to what the row shows, each time it shows another
  /// element.
  ///
  /// - Parameter text: A short description.
  public func setAccessibleLabel(_ text: String) {
    withRaw { stage_set_label($0, text) }
  }

  /// Whether the widget is shown when its window is.
  public var isVisible: Bool {
    get { withRaw { gtk_widget_get_visible($0) != 0 } }
    set { withRaw { gtk_widget_set_visible($0, newValue ? 1 : 0) } }
  }

  /// Whether the widget and all around it are shown.
  public var isMapped: Bool { withRaw { gtk_widget_get_mapped($0) != 0 } }

  /// Whether the widget reacts to the user.
  public var isSensitive: Bool {
    get { withRaw { gtk_widget_get_sensitive($0) != 0 } }
    set { withRaw { gtk_widget_set_sensitive($0, newValue ? 1 : 0) } }
  }

  /// Whether the widget takes the space that is left over, in both directions.
  public var expands: Bool {
    get { withRaw { gtk_widget_get_vexpand($0) != 0 && gtk_widget_get_hexpand($0) != 0 } }
    set {
      withRaw {
        gtk_widget_set_vexpand($0, newValue ? 1 : 0)
        gtk_widget_set_hexpand($0, newValue ? 1 : 0)
      }
    }
  }

  /// Whether the widget takes the width that is left over.
  public var expandsHorizontally: Bool {
    get { withRaw { gtk_widget_get_hexpand($0) != 0 } }
    set { withRaw { gtk_widget_set_hexpand($0, newValue ? 1 : 0) } }
  }

  /// The width, in pixels; 0 before the widget has a place.
  public var width: Int { withRaw { Int(gtk_widget_get_width($0)) } }

  /// The height, in pixels; 0 before the widget has a place.
  public var height: Int { withRaw { Int(gtk_widget_get_height($0)) } }

  /// Sets the distance to what is around the widget.
  ///
  /// - Parameter distance: The distance on all four sides, in pixels.
  public func setMargin(_ distance: Int) {
    let distance = pixels(distance)
    withRaw {
      gtk_widget_set_margin_top($0, distance)
      gtk_widget_set_margin_bottom($0, distance)
      gtk_widget_set_margin_start($0, distance)
      gtk_widget_set_margin_end($0, distance)
    }
  }

  /// Sets the smallest size of the widget.
  ///
  /// - Parameters:
  ///   - width: The width in pixels; -1 for the natural one.
  ///   - height: The height in pixels; -1 for the natural one.
  public func setMinimumSize(width: Int = -1, height: Int = -1) {
    let (width, height) = (pixels(width, atLeast: -1), pixels(height, atLeast: -1))
    withRaw { gtk_widget_set_size_request($0, width, height) }
  }

  /// Adds a class of the style sheet, such as `title-1` or `suggested-action`.
  ///
  /// - Parameter name: The name of the class.
  public func addStyle(_ name: String) { withRaw { gtk_widget_add_css_class($0, name) } }

  /// Where the widget is in another one; nil if one of them has no place.
  ///
  /// - Parameter other: A widget around this one, or beside it in the same window.
  /// - Returns: The position of the upper left corner, and the size.
  public func frame(in other: Widget) -> WidgetFrame? {
    withRaw { raw in
      other.withRaw { other in
        var x = 0.0
        var y = 0.0
        guard gtk_widget_translate_coordinates(raw, other, 0, 0, &x, &y) != 0 else { return nil }
        return WidgetFrame(
          x: x, y: y, width: Double(gtk_widget_get_width(raw)),
          height: Double(gtk_widget_get_height(raw)))
      }
    }
  }

  /// Whether the widget, or one in it, has the keyboard focus of its window.
  public var containsFocus: Bool {
    withRaw { raw in
      guard let root = gtk_widget_get_root(raw), let focus = gtk_root_get_focus(root) else {
        return false
      }
      return focus == raw || gtk_widget_is_ancestor(focus, raw) != 0
    }
  }

  /// Gives the keyboard focus to the widget, or to the first in it that accepts it.
  ///
  /// - Returns: Whether the widget has the focus.
  @discardableResult
  public func grabFocus() -> Bool { withRaw { gtk_widget_grab_focus($0) != 0 } }

  /// Waits until the window has drawn a number of frames.
  ///
  /// A window that is hidden or minimized draws none: cancel the task to end the wait. Waiting
  /// keeps the wrapper alive.
  ///
  /// - Parameter count: The number of frames, 0 or more.
  /// - Throws: `CancellationError` if the widget is in no window or is removed from it, or if the
  ///   task is cancelled.
  public func nextFrames(_ count: Int = 1) async throws {
    require(count >= 0, "There are no \(count) frames to wait for.")
    for _ in 0..<count { try await FrameWait.next(of: self) }
  }
}

/// Where a widget is.
public struct WidgetFrame: Hashable, Sendable {
  /// The distance of the left edge.
  public var x: Double
  /// The distance of the upper edge.
  public var y: Double
  /// The width.
  public var width: Double
  /// The height.
  public var height: Double
}
#endif
