import StagecraftTestKit

@testable import StagecraftScreens

extension StateKey<String> {
  static let text = StateKey("text")
}

extension StateKey<Int> {
  static let number = StateKey("number")
}

extension TransientKey<[Int]> {
  static let marks = TransientKey("marks")
}

/// A screen with a text that the user has typed, and a number that says which it is.
class BookScreen: Screen<FakeView> {
  let kind: String?
  let number: Int
  /// What was kept for as long as the process runs.
  var marks: [Int]?
  private(set) var restorations = 0

  init(_ number: Int, kind: String? = "book", in application: ScreenApplication) {
    self.kind = kind
    self.number = number
    super.init(in: application)
    title = name
  }

  override var name: String { "\(kind ?? "nameless") \(number)" }
  override var restorationName: String? { kind }

  override func loadView() -> FakeView { FakeView(name) }

  override func saveIdentity(into state: inout StateWriter) { state.save(number, for: .number) }

  override func saveState(into state: inout StateWriter) {
    state.save(view.text, for: .text)
    if let marks { state.keep(marks, for: .marks) }
  }

  override func restoreState(from state: StateReader) {
    restorations += 1
    view.text = state.value(for: .text) ?? ""
    marks = state.value(for: .marks)
  }
}
