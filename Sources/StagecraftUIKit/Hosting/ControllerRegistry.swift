#if canImport(UIKit) && !os(watchOS)
internal import Screens

/// All controllers that show screens, found by their screens; it keeps none of them alive.
@MainActor
final class ControllerRegistry {
  /// That of the process.
  static let shared = ControllerRegistry()

  private struct Entry {
    weak var controller: ScreenController?
  }

  private var entries: [ScreenID: Entry] = [:]
  private var sweepAt = 64

  /// All that are alive, in the order in which their screens were made.
  var controllers: [ScreenController] {
    entries.sorted { $0.key < $1.key }.compactMap(\.value.controller)
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
