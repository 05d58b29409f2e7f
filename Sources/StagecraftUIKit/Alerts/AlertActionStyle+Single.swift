internal import StagecraftOperations

extension Collection<AlertActionStyle> {
  /// All but the first cancel style become normal: UIKit terminates an app that adds two.
  ///
  /// Escape chooses the cancel action; therefore a single normal action becomes one.
  var withOneCancelStyle: [AlertActionStyle] {
    if count == 1, first == .normal { return [.cancel] }
    var hasCancel = false
    return map { style in
      guard style == .cancel else { return style }
      defer { hasCancel = true }
      return hasCancel ? .normal : .cancel
    }
  }
}
