#if Maps
internal import CGTK
internal import CShumate
internal import CStageGTK
internal import CStageShumate
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
      let button = gtk_button_new_with_label(marker.title.isEmpty ? "●" : marker.title)!
      gtk_widget_add_css_class(button, "osd")
      gtk_widget_add_css_class(button, "pill")
      stage_set_label(button, marker.title)
      _ = SignalConnection(UnsafeMutableRawPointer(button), "clicked") { [weak self] _ in
        self?.onClick?(position)
        return nil
      }
      let mark = stage_pin_new(button)
      shumate_location_set_location(
        OpaquePointer(mark), marker.coordinate.latitude, marker.coordinate.longitude)
      shumate_marker_layer_add_marker(layer, mark)
    }
  }
}
#endif
