#if GTK
import CGTK
import CStageGTK

@testable import StagecraftGTK

/// The menus in a widget that are on the screen.
@MainActor
func openMenus(in widget: Widget) -> [UnsafeMutablePointer<GtkWidget>] {
  var found: [UnsafeMutablePointer<GtkWidget>] = []
  func walk(_ raw: UnsafeMutablePointer<GtkWidget>) {
    if stage_is_a(raw, gtk_popover_menu_get_type()) != 0, gtk_widget_get_mapped(raw) != 0 {
      found.append(raw)
    }
    var child = gtk_widget_get_first_child(raw)
    while let next = child {
      walk(next)
      child = gtk_widget_get_next_sibling(next)
    }
  }
  widget.withRaw { walk($0) }
  return found
}
#endif
