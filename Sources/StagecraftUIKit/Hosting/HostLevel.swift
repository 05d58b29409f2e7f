internal import StagecraftScreens

/// What one controller on the way from a hosted screen up to the window says of itself while the
/// screen appears or disappears.
struct HostLevel: Hashable, Sendable {
  /// What kind of container the controller is in.
  enum Container: Hashable, Sendable {
    /// None: it is the window's first, or was presented.
    case none
    case navigation
    case pages
    case tabs
    case other
  }

  var container = Container.none
  /// It is being presented, or something is being presented over it.
  var isPresentation = false
  /// It is being dismissed, or what was presented over it is.
  var isDismissal = false
  /// It is coming into its container.
  var isEntering = false
  /// It is at the bottom of its navigation controller's stack: UIKit says that it is entering when the
  /// stack first appears with it.
  var isAtBottom = false
  /// It is leaving its container.
  var isLeaving = false
  /// Its navigation controller is moving to it, or away from it, and it stays on the stack.
  var isUncoveredOrCovered = false

  /// Whether it comes into its container now, and not with it.
  var comesByItself: Bool { isEntering && (!isAtBottom || isUncoveredOrCovered) }
}

extension TransitionContext {
  /// Why a hosted screen appears or disappears, as far as its toolkit lets one know.
  ///
  /// The innermost controller that is moving explains it. If none is, the innermost that is in a
  /// container which moves its children without saying so explains it: tabs or pages. The root of a stack
  /// that comes with its stack does not move.
  ///
  /// - Parameters:
  ///   - levels: from the controller that hosts the screen up to the window's first.
  ///   - isAppearing: whether the screen is about to appear.
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
          // Its stack moves to it: it replaces what was there. Otherwise it comes with its stack, and what
          // brings that explains it.
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
