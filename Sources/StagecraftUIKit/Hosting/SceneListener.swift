#if canImport(UIKit) && !os(watchOS)
internal import Foundation
internal import UIKit

@MainActor
final class SceneListener {
  static let shared = SceneListener()

  private var observers: [any NSObjectProtocol] = []

  func begin() {
    guard observers.isEmpty else { return }
    observers = [
      listen(UIScene.didEnterBackgroundNotification) { $0.sceneDidEnterBackground() },
      listen(UIScene.willEnterForegroundNotification) { $0.sceneWillEnterForeground() },
      listen(UIScene.didActivateNotification, { _ in }, ScreenController.updateForeground),
      listen(UIScene.willDeactivateNotification) { $0.sceneWillDeactivate() },
    ]
  }

  private func listen(
    _ name: NSNotification.Name, _ body: @escaping @MainActor (ScreenController) -> Void,
    _ last: @escaping @MainActor () -> Void = {}
  ) -> any NSObjectProtocol {
    NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { notification in
      let sender = notification.object.map { ObjectIdentifier($0 as AnyObject) }
      // Scenes post their notifications on the main actor.
      MainActor.assumeIsolated {
        for controller in ControllerRegistry.shared.controllers {
          guard let scene = controller.scene, sender == ObjectIdentifier(scene) else { continue }
          body(controller)
        }
        last()
      }
    }
  }
}
#endif
