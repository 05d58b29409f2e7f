internal import StagecraftOperations

extension Sequence<AlertActionStyle> {
  /// Returns the styles with at most one cancel style, the first; the others become normal.
  ///
  /// UIKit terminates an app that adds two cancel actions to an alert.
  var withOneCancelStyle: [AlertActionStyle] {
    var hasCancel = false
    return map { style in
      guard style == .cancel else { return style }
      defer { hasCancel = true }
      return hasCancel ? .normal : .cancel
    }
  }
}
