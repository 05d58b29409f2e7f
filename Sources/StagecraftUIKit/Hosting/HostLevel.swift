internal import StagecraftScreens

/// The state of one controller on the path from a hosted screen to the window while the screen
/// appears or disappears.
struct HostLevel: Hashable, Sendable {
  /// The kind of container that the controller is in.
  enum Container: Hashable, Sendable {
    /// None: the controller is the window's root, or was presented.
    case none
    case navigation
    case pages
    case tabs
    case other
  }

  var container = Container.none
  /// The controller is being presented, or it is presenting another one.
  var isPresentation = false
  /// The controller is being dismissed, or the one it presented is.
  var isDismissal = false
  /// The controller is entering its container.
  var isEntering = false
  /// The controller is at the bottom of its navigation controller's stack: UIKit reports it as
  /// entering when the stack first appears with it.
  var isAtBottom = false
  /// The controller is leaving its container.
  var isLeaving = false
  /// Its navigation controller is moving to it or away from it, and it remains on the stack.
  var isUncoveredOrCovered = false

  /// Whether the controller enters its container now, rather than together with it.
  var entersByItself: Bool { isEntering && (!isAtBottom || isUncoveredOrCovered) }
}

extension TransitionContext {
  /// Creates the context that explains why a hosted screen appears or disappears, as far as its
  /// toolkit reveals it.
  ///
  /// The innermost controller that is moving determines the reason. If none is moving, the
  /// innermost controller in a container that moves its children without reporting it, such as tabs
  /// or pages, determines the reason. The root of a stack that enters together with its stack is
  /// not moving.
  ///
  /// - Parameters:
  ///   - levels: The levels from the controller that hosts the screen to the window's root.
  ///   - isAppearing: Whether the screen is about to appear.
  init(_ levels: [HostLevel], isAppearing: Bool) {
    let (reason, direction) = Self.explanation(of: levels, isAppearing: isAppearing)
    self.init(reason, direction: direction)
  }

  private static func explanation(
    of levels: [HostLevel], isAppearing: Bool
  ) -> (Reason, Direction) {
    for level in levels {
      if level.isPresentation { return (.present, .forward) }
      if level.isDismissal { return (.dismiss, .backward) }
      switch level.container {
      case .navigation:
        if level.isEntering {
          if !level.isAtBottom { return (.push, .forward) }
          // If the stack moves to it, it replaces the previous content. Otherwise it enters
          // together with its stack, and an outer level determines the reason.
          if level.isUncoveredOrCovered { return (.replace, .none) }
          continue
        }
        if level.isLeaving { return (.pop, .backward) }
        if level.isUncoveredOrCovered {
          return isAppearing ? (.pop, .backward) : (.push, .forward)
        }
      case .pages:
        if level.isEntering || level.isLeaving { return (.page, .none) }
      case .tabs, .other, .none: break
      }
    }
    for level in levels {
      switch level.container {
      case .tabs: return (.select, .none)
      case .pages: return (.page, .none)
      case .other: return (.host, .none)
      case .navigation, .none: continue
      }
    }
    return (.window, .none)
  }
}
