// What a user has changed is there again after the view was unloaded.
// snippet.hide
import StagecraftScreens
import StagecraftTestKit

extension ScreenStateKey<String> {
  static let note = ScreenStateKey("note")
}

final class ReviewScreen: Screen<FakeView> {
  override func loadView() -> FakeView { FakeView("review") }

  override func saveState(into state: inout ScreenStateWriter) {
    state.save(view.text, for: .note)
  }

  override func restoreState(from state: ScreenStateReader) {
    if let text = state.value(for: .note) { view.text = text }
  }
}

@MainActor
func test() throws {
  // snippet.show
  let review = ReviewScreen()
  review.view.text = "Page 214"
  try review.unloadView()  // as if memory had run short
  precondition(review.view.text == "Page 214")  // of the next view
  // snippet.hide
}

try test()
print("The text was saved and restored.")
