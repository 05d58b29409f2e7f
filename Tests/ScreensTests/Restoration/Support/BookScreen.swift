import StagecraftTestKit

@testable import StagecraftScreens

extension ScreenStateKey<String> {
  static let text = ScreenStateKey("text")
}

extension ScreenStateKey<Int> {
  static let number = ScreenStateKey("number")
}

extension ScreenTransientKey<[Int]> {
  static let marks = ScreenTransientKey("marks")
}

/// A screen with a text that the user has typed, and a number that identifies it.
class BookScreen: Screen<FakeView> {
  let kind: String?
  let number: Int
  /// State that is kept as long as the process runs.
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

  override func saveIdentity(into state: inout ScreenStateWriter) {
    state.save(number, for: .number)
  }

  override func saveState(into state: inout ScreenStateWriter) {
    state.save(view.text, for: .text)
    if let marks { state.keep(marks, for: .marks) }
  }

  override func restoreState(from state: ScreenStateReader) {
    restorations += 1
    view.text = state.value(for: .text) ?? ""
    marks = state.value(for: .marks)
  }
}
