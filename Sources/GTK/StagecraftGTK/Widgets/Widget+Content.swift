#if GTK
internal import CGTK
internal import StageFloor

extension Widget {
  /// Of widgets that hold one other: the widget in it, and not a popover beside it.
  var onlyChild: Widget? { children.first { !($0 is Popover) } }

  /// For widgets that hold one other: `set` gives GTK the new one, or nil.
  func replace(
    _ old: Widget?, with new: Widget?, _ set: (UnsafeMutablePointer<GtkWidget>?) -> Void
  ) {
    guard new !== old else { return }
    if let old {
      old.releaseFocus()
      set(nil)
      disown(old)
    }
    if let new {
      adopt(new)
      new.withRaw { set($0) }
    }
  }
}

extension String {
  /// The text for properties that GTK reads as markup.
  var asMarkup: String {
    escaped {
      switch $0 {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      default: nil
      }
    }
  }

  /// A label whose underscores are letters: GTK takes one for the mark of a shortcut.
  var asButtonLabel: String { escaped { $0 == "_" ? "__" : nil } }
}
#endif
