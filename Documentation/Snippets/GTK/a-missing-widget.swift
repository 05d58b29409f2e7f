// Wraps a widget that StagecraftGTK does not have.
import CGTK
import StagecraftGTK

/// A line in which a password is typed.
final class PasswordEntry: Widget {
  var onActivate: (@MainActor () -> Void)?

  init(label: String) {
    super.init(gtk_password_entry_new())
    setAccessibleLabel(label)
    withOpaque { gtk_password_entry_set_show_peek_icon($0, 1) }
    withRaw { gtk_widget_set_hexpand($0, 1) }
    on("activate") { [weak self] _ in self?.onActivate?() }
  }

  var text: String {
    get { withOpaque { String(cString: gtk_editable_get_text($0)) } }
    set { withOpaque { gtk_editable_set_text($0, newValue) } }
  }
}
