#if canImport(UIKit) && !os(watchOS)
internal import StagecraftScreens

/// All controllers that show screens, found by their screens; it keeps none of them alive.
@MainActor
final class ControllerRegistry {
  /// That of the process.
  static let shared = ControllerRegistry()

  private struct Entry {
    weak var controller: ScreenController?
  }

  private var entries: [ScreenID: Entry] = [:]
  /// Those that are seen, or are coming or going.
  private var seen: [ScreenID: Entry] = [:]
  private var sweepAt = 64

  /// All that are alive, in the order in which their screens were made.
  var controllers: [ScreenController] {
    entries.sorted { $0.key < $1.key }.compactMap(\.value.controller)
  }

  /// Those that are seen, or are coming or going, in the same order.
  var seenControllers: [ScreenController] {
    seen.sorted { $0.key < $1.key }.compactMap(\.value.controller)
  }

  /// A controller is about to appear.
  func comes(_ controller: ScreenController) {
    seen[controller.screen.id] = Entry(controller: controller)
  }

  /// A controller has disappeared; those that ended without a word go as well.
  func isGone(_ controller: ScreenController) {
    seen[controller.screen.id] = nil
    seen = seen.filter { $0.value.controller != nil }
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
