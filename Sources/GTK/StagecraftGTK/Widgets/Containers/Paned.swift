#if GTK
internal import CGTK

/// Two widgets with a line between them, which the user moves.
open class Paned: Widget {
  /// Called when the line has moved.
  public var onMove: (@MainActor (Int) -> Void)?

  /// Creates two places.
  ///
  /// - Parameters:
  ///   - direction: The direction in which the widgets follow each other.
  ///   - start: The first widget.
  ///   - end: The second widget, which takes the space that is left over.
  public init(_ direction: Box.Direction = .horizontal, start: Widget? = nil, end: Widget? = nil) {
    super.init(gtk_paned_new(direction.raw))
    withOpaque {
      gtk_paned_set_resize_start_child($0, 0)
      gtk_paned_set_shrink_start_child($0, 0)
      gtk_paned_set_shrink_end_child($0, 0)
    }
    self.start = start
    self.end = end
    startChanged(from: nil)
    endChanged(from: nil)
    on("notify::position") { [weak self] _ in
      guard let self else { return }
      onMove?(position)
    }
  }

  /// The first widget.
  ///
  /// A widget that is set must be in no other.
  public var start: Widget? { didSet { startChanged(from: oldValue) } }

  /// The second widget.
  ///
  /// A widget that is set must be in no other.
  public var end: Widget? { didSet { endChanged(from: oldValue) } }

  private func startChanged(from old: Widget?) {
    withOpaque { paned in replace(old, with: start) { gtk_paned_set_start_child(paned, $0) } }
  }

  private func endChanged(from old: Widget?) {
    withOpaque { paned in replace(old, with: end) { gtk_paned_set_end_child(paned, $0) } }
  }

  /// The distance of the line from the start, in pixels.
  public var position: Int {
    get { withOpaque { Int(gtk_paned_get_position($0)) } }
    set {
      let position = pixels(newValue)
      withOpaque { gtk_paned_set_position($0, position) }
    }
  }
}
#endif
