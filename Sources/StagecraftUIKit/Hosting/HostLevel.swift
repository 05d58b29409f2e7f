internal import StagecraftScreens

/// One controller on the path from a hosted screen to the window, while the screen moves.
struct HostLevel: Hashable, Sendable {
  enum Container: Hashable, Sendable {
    /// None: the controller is the window's root, or was presented.
    case none
    case navigation
    case pages
    case tabs
    case other
  }

  var container = Container.none
  var isPresentation = false
  var isDismissal = false
  var isEntering = false
  /// UIKit reports it as entering when the stack first appears with it.
  var isAtBottom = false
  var isLeaving = false
  /// Its navigation controller is moving to it or away from it, and it remains on the stack.
  var isUncoveredOrCovered = false

  var entersByItself: Bool { isEntering && (!isAtBottom || isUncoveredOrCovered) }
}

extension TransitionContext {
  /// The reason why a hosted screen appears or disappears, as far as its toolkit reveals it.
  ///
  /// The innermost moving controller determines it, or else the innermost one in a container that
  /// moves its children without reporting it, such as tabs or pages. The root of a stack that
  /// enters together with its stack is not moving.
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
