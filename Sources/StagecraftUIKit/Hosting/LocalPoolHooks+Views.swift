#if canImport(UIKit) && !os(watchOS)
public import StagecraftPools
public import UIKit

extension LocalPoolHooks where Element: UIView {
  /// Creates hooks for a pool of views that remove a returned view from its superview.
  ///
  /// ```swift
  /// let maps = LocalPool(maximumIdle: 3, hooks: .views { $0.removeAnnotations($0.annotations) }) {
  ///   MKMapView()
  /// }
  /// ```
  ///
  /// This also removes the constraints between the view and its surroundings; constraints within it
  /// remain.
  ///
  /// - Parameter prepare: Prepares a view for its next borrower; not called for a view that still
  ///   shows what that borrower prefers.
  /// - Returns: The hooks.
  @MainActor
  public static func views(
    preparingForReuse prepare: @escaping @MainActor (Element) -> Void = { _ in }
  ) -> LocalPoolHooks {
    LocalPoolHooks(
      onReturn: { view in
        view.removeFromSuperview()
        return .reuse
      },
      prepareForReuse: { view in prepare(view) })
  }
}
#endif
