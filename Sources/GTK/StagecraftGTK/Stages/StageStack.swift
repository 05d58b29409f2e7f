#if GTK
internal import CGTK

final class StageStack: Widget {
  enum Animation: Hashable, Sendable {
    case none
    case slideForward
    case slideBackward
    case slideUp
    case slideDown
    case crossfade

    var raw: GtkStackTransitionType {
      switch self {
      case .none: GTK_STACK_TRANSITION_TYPE_NONE
      case .slideForward: GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT
      case .slideBackward: GTK_STACK_TRANSITION_TYPE_SLIDE_RIGHT
      case .slideUp: GTK_STACK_TRANSITION_TYPE_SLIDE_UP
      case .slideDown: GTK_STACK_TRANSITION_TYPE_SLIDE_DOWN
      case .crossfade: GTK_STACK_TRANSITION_TYPE_CROSSFADE
      }
    }
  }

  /// The stack may still work on its widgets: remove none before a later turn.
  var onAnimationEnd: (@MainActor () -> Void)?

  /// Shown for no time, to end an animation.
  private let blank = Bin()

  init() {
    super.init(gtk_stack_new())
    adopt(blank)
    withOpaque { stack in
      _ = blank.withRaw { gtk_stack_add_child(stack, $0) }
      // The size of the window must not change with what is shown.
      gtk_stack_set_hhomogeneous(stack, 1)
      gtk_stack_set_vhomogeneous(stack, 1)
    }
    on("notify::transition-running") { [weak self] _ in
      guard let self, !isAnimating else { return }
      onAnimationEnd?()
    }
  }

  var contents: [Widget] { children.filter { $0 !== blank } }

  var shown: Widget? {
    let raw = withOpaque { gtk_stack_get_visible_child($0) }
    return children.first { $0 !== blank && $0.wraps(raw) }
  }

  var isAnimating: Bool { withOpaque { gtk_stack_get_transition_running($0) != 0 } }

  func add(_ widget: Widget) {
    adopt(widget)
    withOpaque { stack in _ = widget.withRaw { gtk_stack_add_child(stack, $0) } }
  }

  func remove(_ widget: Widget) {
    guard widget.parent === self, widget !== blank else { return }
    widget.releaseFocus()
    withOpaque { stack in widget.withRaw { gtk_stack_remove(stack, $0) } }
    disown(widget)
  }

  /// Returns whether an animation runs: none does if the widget is shown already, if the stack is
  /// not visible, or if the user does not want animations.
  ///
  /// Without animation, one that runs is ended.
  @discardableResult
  func show(_ widget: Widget?, _ animation: Animation = .none) -> Bool {
    let widget = widget ?? blank
    require(widget.parent === self, "“\(widget.name)” is not in the stack.")
    keepingFocus {
      withOpaque { stack in
        gtk_stack_set_transition_type(stack, animation.raw)
        if animation == .none, isAnimating {
          // A stack does not end its animation if it is told to show what it shows.
          blank.withRaw { gtk_stack_set_visible_child(stack, $0) }
        }
        widget.withRaw { gtk_stack_set_visible_child(stack, $0) }
      }
    }
    return isAnimating
  }
}
#endif
