#if GTK
internal import CGTK

/// Scrolls a row of tabs that is wider than its place.
final class TabScroller: Widget {
  private let bar: TabBar
  /// Frames until the selected tab has a place; nil if it is not awaited.
  private var framesLeft: Int?

  init(_ bar: TabBar) {
    self.bar = bar
    super.init(gtk_scrolled_window_new())
    adopt(bar)
    withOpaque { scrolled in
      gtk_scrolled_window_set_policy(scrolled, GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER)
      bar.withRaw { gtk_scrolled_window_set_child(scrolled, $0) }
      // Otherwise all titles would be cut before anything scrolls.
      gtk_scrollable_set_hscroll_policy(
        OpaquePointer(gtk_scrolled_window_get_child(scrolled)), GTK_SCROLL_NATURAL)
    }
    on("map") { [weak self] _ in self?.reveal() }
  }

  /// Brings the selected tab into sight, when it has been laid out.
  func reveal() {
    let isWaiting = framesLeft != nil
    framesLeft = 2
    if isWaiting { return }
    onFrame { [weak self] in
      guard let self, let left = framesLeft else { return false }
      framesLeft = left > 1 ? left - 1 : nil
      if framesLeft == nil { scroll() }
      return framesLeft != nil
    }
  }

  private func scroll() {
    guard let index = bar.selected, bar.children.indices.contains(index),
      let frame = bar.children[index].frame(in: bar)
    else { return }
    withOpaque {
      gtk_adjustment_clamp_page(
        gtk_scrolled_window_get_hadjustment($0), frame.x, frame.x + frame.width)
    }
  }
}
#endif
