#if canImport(UIKit) && !os(watchOS)
public import StagecraftPools
public import UIKit

extension LocalPoolHooks where Element: UIView {
  /// Hooks for a pool of views: one that comes back is taken out of where it was.
  ///
  /// ```swift
  /// let maps = LocalPool(maximumIdle: 3, hooks: .views { $0.removeAnnotations($0.annotations) }) {
  ///   MKMapView()
  /// }
  /// ```
  ///
  /// The constraints that tied it to its place go with that; those within it stay.
  ///
  /// - Parameter prepare: makes a view ready for its next borrower; not called for one that still
  ///   shows what that borrower prefers.
  /// - Returns: the hooks.
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
