#if canImport(UIKit) && !os(watchOS)
public import StagecraftGraphs
public import UIKit

extension AppLaunch {
  /// Shows the window, and the first screen in it as soon as it is ready.
  ///
  /// For `scene(_:willConnectTo:options:)`:
  ///
  /// ```swift
  /// let window = UIWindow(windowScene: windowScene)
  /// self.window = window
  /// launch.open(window) { outcome in
  ///   switch outcome {
  ///   case .success: UINavigationController(rootViewController: ScreenController(BranchesScreen()))
  ///   case .failure(let error): ScreenController(ErrorScreen(error))
  ///   }
  /// }
  /// ```
  ///
  /// This method begins the launch if it has not begun, and never blocks. If the main thread has
  /// already waited for the first screen, it is shown immediately. Each scene opens its own window.
  /// A window that has been deinitialized by then is ignored.
  ///
  /// - Parameters:
  ///   - window: The window; not retained.
  ///   - meanwhile: The controller shown until then; with `nil`, an empty controller that leaves
  ///     the window's background visible.
  ///   - makeRoot: Creates the first screen, or its replacement after a failure; called once, on
  ///     the main actor. The error is the one thrown by ``reachFirstScreen()``.
  public func open(
    _ window: UIWindow, meanwhile: UIViewController? = nil,
    makeRoot: @escaping @MainActor (Result<OperationGraph.Run, any Error>) -> UIViewController
  ) {
    if let run = runAtFirstScreen {
      window.rootViewController = makeRoot(.success(run))
      window.makeKeyAndVisible()
      return
    }
    window.rootViewController = meanwhile ?? UIViewController()
    window.makeKeyAndVisible()
    Task { [weak window] in
      let outcome: Result<OperationGraph.Run, any Error>
      do {
        outcome = .success(try await reachFirstScreen())
      } catch {
        outcome = .failure(error)
      }
      if let window { window.rootViewController = makeRoot(outcome) }
    }
  }
}
#endif
