#if GTK
internal import CGTK

/// Widgets in lines, as many in each as there is space for.
///
/// It has a widget for each of its items all the time. A ``GridView`` shows long lists.
open class FlowBox: Widget {
  /// Called when the user has activated an item, with a click or the Enter key; a turn later.
  public var onActivate: (@MainActor (Int, Widget) -> Void)?

  /// Creates a box.
  ///
  /// - Parameters:
  ///   - spacing: The distance between items in pixels, in both directions.
  ///   - perLine: The smallest and the largest number of items in a line.
  ///   - widgets: The items in it.
  public init(spacing: Int = 0, perLine: ClosedRange<Int> = 1...7, _ widgets: [Widget] = []) {
    super.init(gtk_flow_box_new())
    let distance = UInt32(pixels(spacing))
    withOpaque { box in
      gtk_flow_box_set_selection_mode(box, GTK_SELECTION_NONE)
      gtk_flow_box_set_column_spacing(box, distance)
      gtk_flow_box_set_row_spacing(box, distance)
      require(
        perLine.lowerBound >= 1 && perLine.upperBound <= Int(Int16.max),
        "There are from 1 to \(Int16.max) items in a line, not \(perLine).")
      gtk_flow_box_set_max_children_per_line(box, UInt32(perLine.upperBound))
      gtk_flow_box_set_min_children_per_line(box, UInt32(perLine.lowerBound))
    }
    on("child-activated") { [weak self] parameters in
      guard let item = parameters.object(0) else { return }
      self?.activated(item.assumingMemoryBound(to: GtkFlowBoxChild.self))
    }
    for widget in widgets { append(widget) }
    // GTK 4.8 divides by the number of items in a line when an arrow key is pressed on an item, and
    // stops the program before the first layout, when the number is zero.
    withRaw { gtk_widget_set_can_focus($0, 0) }
    on("map") { [weak self] _ in
      Task { [weak self] in
        guard (try? await self?.nextFrames(2)) != nil else { return }
        self?.withRaw { gtk_widget_set_can_focus($0, 1) }
      }
    }
  }

  private func activated(_ item: UnsafeMutablePointer<GtkFlowBoxChild>) {
    let index = Int(gtk_flow_box_child_get_index(item))
    let content = gtk_flow_box_child_get_child(item)
    guard let widget = children.first(where: { $0.wraps(content) }) else { return }
    // GTK is still working on the item, which the program may remove.
    Task { [weak self] in self?.onActivate?(index, widget) }
  }

  /// Whether all items have the same size; false at first.
  public var isHomogeneous: Bool {
    get { withOpaque { gtk_flow_box_get_homogeneous($0) != 0 } }
    set { withOpaque { gtk_flow_box_set_homogeneous($0, newValue ? 1 : 0) } }
  }

  /// Adds an item at the end.
  ///
  /// - Parameter widget: A widget that is in no other.
  public func append(_ widget: Widget) { insert(widget, at: children.count) }

  /// Adds an item.
  ///
  /// - Parameters:
  ///   - widget: A widget that is in no other.
  ///   - index: The number of items before it.
  public func insert(_ widget: Widget, at index: Int) {
    require(
      (0...children.count).contains(index), "There is no place \(index) among \(children.count).")
    adopt(widget)
    withOpaque { box in widget.withRaw { gtk_flow_box_insert(box, $0, Int32(index)) } }
  }

  /// Removes an item, if it is in the box.
  ///
  /// - Parameter widget: The widget.
  public func remove(_ widget: Widget) {
    guard widget.parent === self else { return }
    widget.releaseFocus()
    withOpaque { box in
      widget.withRaw { raw in
        let item = gtk_widget_get_parent(raw)!
        (item.withMemoryRebound(to: GtkFlowBoxChild.self, capacity: 1) {
          gtk_flow_box_child_set_child($0, nil)
        })
        gtk_flow_box_remove(box, item)
      }
    }
    disown(widget)
  }

  /// Removes all items.
  public func removeAll() { for widget in children { remove(widget) } }
}
#endif
