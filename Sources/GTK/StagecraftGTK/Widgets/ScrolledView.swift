#if GTK
internal import CGTK

/// A part of a larger widget, which the user scrolls.
open class ScrolledView: Widget {
  private let direction: Direction
  /// The offset that is set when the content is large enough.
  private var wanted: Double?
  private var lastOffset = 0.0

  /// Where the user scrolls to.
  public enum Direction: Hashable, Sendable {
    /// Up and down; to the sides only if the content is wider than it.
    case vertical
    /// To the sides; the view is as high as the content.
    case horizontal
  }

  /// Creates a view of a widget.
  ///
  /// - Parameters:
  ///   - content: The widget; a list that scrolls by itself, or any other.
  ///   - direction: Where the user scrolls to.
  ///   - showsScrollbars: Whether there are scrollbars; without them, the user scrolls with the
  ///     wheel, a touchpad, a finger and the keyboard focus.
  public init(
    _ content: Widget, _ direction: Direction = .vertical, showsScrollbars: Bool = true
  ) {
    self.direction = direction
    super.init(gtk_scrolled_window_new())
    adopt(content)
    withOpaque { scrolled in
      let automatic = showsScrollbars ? GTK_POLICY_AUTOMATIC : GTK_POLICY_EXTERNAL
      let isHorizontal = direction == .horizontal
      gtk_scrolled_window_set_policy(
        scrolled, automatic, isHorizontal ? GTK_POLICY_NEVER : automatic)
      content.withRaw { gtk_scrolled_window_set_child(scrolled, $0) }
    }
    if direction == .horizontal { expandsHorizontally = true } else { expands = true }
    let adjustment = withAdjustment { UnsafeMutableRawPointer($0) }
    _ = SignalConnection(adjustment, "changed") { [weak self] _ in
      self?.contentChanged()
      return nil
    }
    _ = SignalConnection(adjustment, "value-changed") { [weak self] _ in
      self?.offsetChanged()
      return nil
    }
  }

  /// The widget.
  public var content: Widget { children[0] }

  /// The distance of the visible part from the top of the content; of a view that is scrolled to
  /// the sides, from the side where lines begin.
  public var offset: Double { distance(withAdjustment { gtk_adjustment_get_value($0) }) }

  /// GTK counts from the left in all languages.
  private var isReversed: Bool { direction == .horizontal && textDirection == .rightToLeft }

  private func distance(_ value: Double) -> Double { isReversed ? maximumOffset - value : value }

  /// The largest offset; 0 before the widget has a size.
  public var maximumOffset: Double {
    withAdjustment { max(gtk_adjustment_get_upper($0) - gtk_adjustment_get_page_size($0), 0) }
  }

  /// Scrolls, as soon as the content has been laid out.
  ///
  /// A view that was just created has no size, and cannot scroll yet. The offset is kept until it
  /// can, or the user scrolls.
  ///
  /// - Parameter offset: The distance, as ``offset``.
  public func scroll(to offset: Double) {
    wanted = offset
    contentChanged()
  }

  /// The offset, or the one that is to be set as soon as there is a size: to save as state.
  public var intendedOffset: Double { wanted ?? offset }

  private func contentChanged() {
    // GTK may keep the distance from the left, which is not where the user was.
    if isReversed, wanted == nil, offset != lastOffset, lastOffset <= maximumOffset {
      wanted = lastOffset
    }
    guard let wanted, wanted <= 0 || maximumOffset >= wanted else { return }
    // In a later turn: during the signal the content is being laid out, and would not move.
    Task { [weak self] in
      guard let self, let wanted = self.wanted else { return }
      self.wanted = nil
      let value = distance(wanted)
      withAdjustment { gtk_adjustment_set_value($0, value) }
    }
  }

  private func offsetChanged() {
    let (old, new) = (lastOffset, offset)
    guard new != old else { return }
    lastOffset = new
    // The user has gone elsewhere, and stays there when the content grows. If the old offset is
    // beyond the end, it is GTK that has reduced it, because the content has become shorter.
    if old <= maximumOffset { wanted = nil }
  }

  private func withAdjustment<Result>(
    _ body: (UnsafeMutablePointer<GtkAdjustment>) -> Result
  ) -> Result {
    withOpaque {
      body(
        direction == .horizontal
          ? gtk_scrolled_window_get_hadjustment($0) : gtk_scrolled_window_get_vadjustment($0))
    }
  }
}
#endif
