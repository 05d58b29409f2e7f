#if GTK
internal import CAdwaita
internal import CGTK
internal import StagecraftOperations

/// Independent of the type of the alert's answers.
struct DialogContent {
  struct Button {
    var label: String
    var style: AlertActionStyle
  }

  var title: String
  var message: String
  var buttons: [Button]
  var defaultButton: Int?
  var isClosable: Bool

  init<Choice>(_ content: AlertContent<Choice>) {
    title = content.title
    message = content.message
    buttons = content.actions.map { Button(label: $0.label, style: $0.style) }
    defaultButton = content.defaultActionIndex
    isClosable = content.escapeActionIndex != nil
  }
}

/// Its responses are the positions of the buttons as text.
final class MessageDialog: Widget {
  init(_ content: DialogContent, over parent: ObjectReference) {
    let message = content.message.isEmpty ? nil : content.message
    super.init(
      parent.withRaw(as: GtkWindow.self) { adw_message_dialog_new($0, content.title, message) })
    withRaw(as: AdwMessageDialog.self) { dialog in
      for (number, button) in content.buttons.enumerated() {
        let isDefault = number == content.defaultButton
        adw_message_dialog_add_response(dialog, "\(number)", button.label.asButtonLabel)
        adw_message_dialog_set_response_appearance(
          dialog, "\(number)", Self.appearance(of: button.style, isDefault: isDefault))
      }
      if let number = content.defaultButton {
        adw_message_dialog_set_default_response(dialog, "\(number)")
      }
    }
    withRaw(as: GtkWindow.self) { window in
      // Not shown, but read by assistive technologies and lists of windows.
      gtk_window_set_title(window, content.title)
      gtk_window_set_modal(window, 1)
      // GTK would keep a pointer to the parent after its end; the session ends the dialog then.
      gtk_window_set_destroy_with_parent(window, 0)
    }
  }

  private static func appearance(
    of style: AlertActionStyle, isDefault: Bool
  ) -> AdwResponseAppearance {
    switch style {
    case .destructive: ADW_RESPONSE_DESTRUCTIVE
    case .normal, .cancel: isDefault ? ADW_RESPONSE_SUGGESTED : ADW_RESPONSE_DEFAULT
    }
  }

  /// The default button receives the focus, because Enter presses the button that has it.
  func open() {
    withRaw(as: GtkWindow.self) { window in
      gtk_window_present(window)
      if let button = gtk_window_get_default_widget(window) { gtk_widget_grab_focus(button) }
    }
  }

  /// A modal window receives the input before those that were shown, or became modal, earlier.
  func raise(over parent: ObjectReference) {
    withRaw(as: GtkWindow.self) { window in
      parent.withRaw(as: GtkWindow.self) { gtk_window_set_transient_for(window, $0) }
      gtk_window_set_modal(window, 0)
      gtk_window_set_modal(window, 1)
      gtk_window_present(window)
    }
  }

  /// Whether the user works with the dialog rather than with another window.
  var isActive: Bool { withRaw(as: GtkWindow.self) { gtk_window_is_active($0) != 0 } }

  func close() { withRaw(as: GtkWindow.self) { gtk_window_destroy($0) } }
}
#endif
