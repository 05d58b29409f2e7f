#if GTK
internal import CGTK

/// A place for several widgets, of which one is shown.
final class ViewStack: Widget {
  /// How a widget takes the place of another.
  enum Animation: Hashable, Sendable {
    /// At once.
    case none
    /// The new one comes from the side where lines end, and pushes the other away.
    case slideForward
    /// The new one comes from the side where lines begin, and pushes the other away.
    case slideBackward
    /// The new one comes from below, and pushes the other away.
    case slideUp
    /// The new one comes from above, and pushes the other away.
    case slideDown
    /// One fades into the other.
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

  /// Called when an animation has ended.
  ///
  /// The stack may still work on its widgets: remove none before a later turn.
  var onAnimationEnd: (@MainActor () -> Void)?

  /// What is shown for no time, to end an animation.
  private let blank = Bin()

  /// Creates an empty stack.
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

  /// The widgets, of which one is shown.
  var contents: [Widget] { children.filter { $0 !== blank } }

  /// The widget that is shown.
  var shown: Widget? {
    let raw = withOpaque { gtk_stack_get_visible_child($0) }
    return children.first { $0 !== blank && $0.wraps(raw) }
  }

  /// Whether an animation runs.
  var isAnimating: Bool { withOpaque { gtk_stack_get_transition_running($0) != 0 } }

  /// Adds a widget, which is not shown.
  ///
  /// - Parameter widget: A widget that is in no other.
  func add(_ widget: Widget) {
    adopt(widget)
    withOpaque { stack in _ = widget.withRaw { gtk_stack_add_child(stack, $0) } }
  }

  /// Removes a widget, if it is in the stack.
  ///
  /// - Parameter widget: The widget.
  func remove(_ widget: Widget) {
    guard widget.parent === self, widget !== blank else { return }
    widget.releaseFocus()
    withOpaque { stack in widget.withRaw { gtk_stack_remove(stack, $0) } }
    disown(widget)
  }

  /// Shows a widget of the stack.
  ///
  /// Without animation, one that runs is ended.
  ///
  /// - Parameters:
  ///   - widget: A widget of the stack; nil to show nothing.
  ///   - animation: How it takes the place of the other.
  /// - Returns: Whether an animation runs. None does if the widget is shown already, if the stack
  ///   is not visible, or if the user does not want animations.
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
