internal import StagecraftOperations

extension Sequence<AlertActionStyle> {
  /// The same styles with one cancel style at most, the first; the others become normal.
  ///
  /// UIKit ends an app that gives an alert two.
  var withOneCancelStyle: [AlertActionStyle] {
    var hasCancel = false
    return map { style in
      guard style == .cancel else { return style }
      defer { hasCancel = true }
      return hasCancel ? .normal : .cancel
    }
  }
}
