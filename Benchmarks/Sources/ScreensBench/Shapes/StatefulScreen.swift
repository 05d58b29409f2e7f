internal import StagecraftScreens
internal import StagecraftTestKit

/// A screen that saves one value and restores it.
final class StatefulScreen<Value: Codable & Sendable & Equatable>: Screen<FakeView> {
  private(set) var value: Value
  private let original: Value
  private let key = ScreenStateKey<Value>("value")

  init(_ value: Value, in application: ScreenApplication) {
    self.value = value
    original = value
    super.init(in: application)
    loadViewIfNeeded()
  }

  override func loadView() -> FakeView { FakeView("reading") }
  override func saveState(into state: inout ScreenStateWriter) { state.save(value, for: key) }

  override func restoreState(from state: ScreenStateReader) {
    if let value = state.value(for: key) { self.value = value }
  }

  /// Unloads the view and loads it again, with the state saved and restored.
  func cycle(_ times: Int) throws {
    for _ in 0..<times {
      try unloadView()
      loadViewIfNeeded()
    }
    guard value == original else {
      throw Crowd.Surprise(text: "the restored state differs from the saved one")
    }
  }
}
