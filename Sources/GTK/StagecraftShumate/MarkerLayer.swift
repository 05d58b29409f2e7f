#if Maps
internal import CGTK
internal import CShumate
internal import CStageGTK
internal import StagecraftGTK

@MainActor
final class MarkerLayer {
  private let layer: OpaquePointer
  var onClick: (@MainActor (Int) -> Void)?

  init(above viewport: OpaquePointer?) {
    layer = shumate_marker_layer_new(viewport)
    g_object_ref_sink(UnsafeMutableRawPointer(layer))
  }

  isolated deinit { g_object_unref(UnsafeMutableRawPointer(layer)) }

  func add(to map: OpaquePointer) {
    let layer = UnsafeMutableRawPointer(layer).assumingMemoryBound(to: ShumateLayer.self)
    shumate_simple_map_add_overlay_layer(map, layer)
  }

  /// A mark with the focus would outlive its removal.
  private func releaseFocus() {
    let raw = UnsafeMutableRawPointer(layer).assumingMemoryBound(to: GtkWidget.self)
    guard let root = gtk_widget_get_root(raw), let focus = gtk_root_get_focus(root),
      gtk_widget_is_ancestor(focus, raw) != 0
    else { return }
    gtk_root_set_focus(root, nil)
  }

  func show(_ markers: [MapMarker]) {
    releaseFocus()
    shumate_marker_layer_remove_all(layer)
    for (position, marker) in markers.enumerated() {
      let mark = shumate_marker_new()!
      let button = gtk_button_new_with_label(marker.title.isEmpty ? "●" : marker.title)!
      gtk_widget_add_css_class(button, "osd")
      gtk_widget_add_css_class(button, "pill")
      stage_set_label(button, marker.title)
      _ = SignalConnection(UnsafeMutableRawPointer(button), "clicked") { [weak self] _ in
        self?.onClick?(position)
        return nil
      }
      shumate_marker_set_child(mark, pin(button))
      shumate_location_set_location(
        OpaquePointer(mark), marker.coordinate.latitude, marker.coordinate.longitude)
      shumate_marker_layer_add_marker(layer, mark)
    }
  }

  /// A widget whose middle is the tip below a button: a marker's middle is at its place.
  private func pin(_ button: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget> {
    let tip = gtk_drawing_area_new()!
    gtk_widget_set_halign(tip, GTK_ALIGN_CENTER)
    gtk_widget_set_size_request(tip, 16, 8)
    // In the colour of a button over a picture.
    tip.withMemoryRebound(to: GtkDrawingArea.self, capacity: 1) { area in
      gtk_drawing_area_set_draw_func(
        area,
        { _, context, width, height, _ in
          cairo_move_to(context, 0, 0)
          cairo_line_to(context, Double(width), 0)
          cairo_line_to(context, Double(width) / 2, Double(height))
          cairo_close_path(context)
          cairo_set_source_rgba(context, 0, 0, 0, 0.65)
          cairo_fill(context)
        }, nil, nil)
    }
    let above = box([button, tip])
    let below = box([])
    let sizes = gtk_size_group_new(GTK_SIZE_GROUP_VERTICAL)
    for part in [above, below] { gtk_size_group_add_widget(sizes, part) }
    g_object_unref(UnsafeMutableRawPointer(sizes))
    return box([above, below])
  }

  private func box(
    _ children: [UnsafeMutablePointer<GtkWidget>]
  ) -> UnsafeMutablePointer<GtkWidget> {
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    for child in children {
      box.withMemoryRebound(to: GtkBox.self, capacity: 1) { gtk_box_append($0, child) }
    }
    return box
  }
}
#endif
