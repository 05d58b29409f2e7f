#if GTK
internal import CGTK

/// A place whose widget appears and disappears with an animation.
open class Revealer: Widget {
  /// How the widget appears.
  public enum Transition: Hashable, Sendable {
    /// At once.
    case none
    /// It fades in.
    case crossfade
    /// It comes from the top.
    case slideDown
    /// It comes from the bottom.
    case slideUp
    /// It comes from the left.
    case slideRight
    /// It comes from the right.
    case slideLeft

    fileprivate var raw: GtkRevealerTransitionType {
      switch self {
      case .none: GTK_REVEALER_TRANSITION_TYPE_NONE
      case .crossfade: GTK_REVEALER_TRANSITION_TYPE_CROSSFADE
      case .slideDown: GTK_REVEALER_TRANSITION_TYPE_SLIDE_DOWN
      case .slideUp: GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP
      case .slideRight: GTK_REVEALER_TRANSITION_TYPE_SLIDE_RIGHT
      case .slideLeft: GTK_REVEALER_TRANSITION_TYPE_SLIDE_LEFT
      }
    }
  }

  /// Called when the widget has appeared completely, or disappeared completely.
  public var onFinish: (@MainActor (Bool) -> Void)?

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - content: The widget in it.
  ///   - transition: How it appears.
  ///   - isRevealed: Whether the widget is shown.
  public init(
    _ content: Widget? = nil, transition: Transition = .slideDown, isRevealed: Bool = false
  ) {
    self.transition = transition
    super.init(gtk_revealer_new())
    withOpaque { gtk_revealer_set_transition_type($0, transition.raw) }
    self.content = content
    self.isRevealed = isRevealed
    on("notify::child-revealed") { [weak self] _ in
      guard let self else { return }
      onFinish?(isChildRevealed)
    }
  }

  /// The widget in it.
  ///
  /// A widget that is set must be in no other.
  public var content: Widget? {
    get { onlyChild }
    set {
      withOpaque { revealer in
        replace(content, with: newValue) { gtk_revealer_set_child(revealer, $0) }
      }
    }
  }

  /// Whether the widget is shown, or is about to be.
  public var isRevealed: Bool {
    get { withOpaque { gtk_revealer_get_reveal_child($0) != 0 } }
    set {
      if !newValue { releaseFocus() }
      withOpaque { gtk_revealer_set_reveal_child($0, newValue ? 1 : 0) }
    }
  }

  /// Whether the widget is shown completely, after the animation.
  public var isChildRevealed: Bool { withOpaque { gtk_revealer_get_child_revealed($0) != 0 } }

  /// How the widget appears.
  public var transition: Transition {
    didSet { withOpaque { gtk_revealer_set_transition_type($0, transition.raw) } }
  }

  /// How long the animation lasts; a quarter of a second at first.
  public var duration: Duration {
    get { .milliseconds(Int(withOpaque { gtk_revealer_get_transition_duration($0) })) }
    set {
      let duration = UInt32(min(max(newValue / .milliseconds(1), 0), 3_600_000))
      withOpaque { gtk_revealer_set_transition_duration($0, duration) }
    }
  }
}
#endif
