#if canImport(UIKit) && !os(watchOS)
internal import StagecraftScreens

/// All controllers that show screens, by screen; holds weak references.
@MainActor
final class ControllerRegistry {
  /// The registry of the process.
  static let shared = ControllerRegistry()

  private struct Entry {
    weak var controller: ScreenController?
  }

  private var entries: [ScreenID: Entry] = [:]
  /// The controllers that are visible, appearing or disappearing.
  private var onScreen: [ScreenID: Entry] = [:]
  private var sweepAt = 64

  /// All live controllers, in the order in which their screens were created.
  var controllers: [ScreenController] {
    entries.sorted { $0.key < $1.key }.compactMap(\.value.controller)
  }

  /// The controllers that are visible, appearing or disappearing, in the same order.
  var controllersOnScreen: [ScreenController] {
    onScreen.sorted { $0.key < $1.key }.compactMap(\.value.controller)
  }

  /// Records that a controller is about to appear.
  func willAppear(_ controller: ScreenController) {
    onScreen[controller.screen.id] = Entry(controller: controller)
  }

  /// Records that a controller has disappeared; also removes controllers that were deinitialized.
  func didDisappear(_ controller: ScreenController) {
    onScreen[controller.screen.id] = nil
    onScreen = onScreen.filter { $0.value.controller != nil }
  }

  func add(_ controller: ScreenController) {
    entries[controller.screen.id] = Entry(controller: controller)
    guard entries.count >= sweepAt else { return }
    entries = entries.filter { $0.value.controller != nil }
    sweepAt = max(64, entries.count * 2)
  }

  func controller(of screen: AnyScreen) -> ScreenController? { entries[screen.id]?.controller }
}
#endif
