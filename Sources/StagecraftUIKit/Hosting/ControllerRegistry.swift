#if canImport(UIKit) && !os(watchOS)
internal import StagecraftScreens

@MainActor
final class ControllerRegistry {
  static let shared = ControllerRegistry()

  private struct Entry {
    weak var controller: ScreenController?
  }

  private var entries: [ScreenID: Entry] = [:]
  private var onScreen: [ScreenID: Entry] = [:]
  private var sweepAt = 64

  /// In the order in which their screens were created.
  var controllers: [ScreenController] {
    entries.sorted { $0.key < $1.key }.compactMap(\.value.controller)
  }

  /// In the same order.
  var controllersOnScreen: [ScreenController] {
    onScreen.sorted { $0.key < $1.key }.compactMap(\.value.controller)
  }

  func willAppear(_ controller: ScreenController) {
    onScreen[controller.screen.id] = Entry(controller: controller)
  }

  /// Also removes controllers that were deinitialized.
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
