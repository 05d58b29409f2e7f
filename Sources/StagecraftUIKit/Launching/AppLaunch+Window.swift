#if canImport(UIKit) && !os(watchOS)
public import StagecraftGraphs
public import StagecraftOperations
public import UIKit

extension AppLaunch {
  /// Shows the window, and in it the first screen as soon as that can be shown.
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
  /// It begins the launch, if nobody has, and never waits. If the main thread has waited for the
  /// first screen, that is shown at once. Each scene opens its own window. A window that is gone by
  /// then is not made to come back.
  ///
  /// - Parameters:
  ///   - window: where; not kept alive.
  ///   - meanwhile: what is shown until then; an empty controller, which leaves the background of the
  ///     window to be seen, if nil.
  ///   - makeRoot: makes the first screen, or what is shown if that cannot be; called once, on the
  ///     main actor. The error is that of ``reachFirstScreen()``.
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
