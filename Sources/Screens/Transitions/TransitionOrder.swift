/// The order in which the screens of a container are notified of a transition.
///
/// The lifecycle of each single screen is the same in all orders. They differ in the sequence
/// between the screens that take part.
public struct TransitionOrder: Hashable, Sendable {
  enum Form: Hashable, Sendable {
    case uniform
    case uikit
    case uikitCurling
  }

  let form: Form

  /// The same order in all containers: the old screen will disappear, the new screen will appear,
  /// the old screen did disappear, the new screen did appear.
  ///
  /// A cancelled transition runs the same way with the roles exchanged.
  public static let uniform = TransitionOrder(form: .uniform)

  /// UIKit's order, which differs for each kind of container; pages scroll.
  ///
  /// For ported code that depends on it.
  public static let uikit = TransitionOrder(form: .uikit)

  /// Like ``uikit``, with pages that curl.
  public static let uikitCurling = TransitionOrder(form: .uikitCurling)
}
