import StagecraftTestKit

@testable import StagecraftScreens

/// A screen with a text that the user can change, on a stage of the test kit.
final class NoteScreen: Screen<FakeView> {
  private let label: String
  var policy = AnyScreen.UnloadPolicy.automatic
  var onWarning: (NoteScreen) -> Void = { _ in }
  private(set) var warnings = 0

  init(_ label: String, in application: ScreenApplication) {
    self.label = label
    super.init(in: application)
  }

  override var name: String { label }
  override var unloadPolicy: UnloadPolicy { policy }
  override func loadView() -> FakeView { FakeView(label) }

  override func saveState(into state: inout ScreenStateWriter) {
    state.save(view.text, for: .paneText)
  }

  override func restoreState(from state: ScreenStateReader) {
    if let text = state.value(for: .paneText) { view.text = text }
  }

  override func didReceiveMemoryWarning() {
    warnings += 1
    onWarning(self)
  }
}
