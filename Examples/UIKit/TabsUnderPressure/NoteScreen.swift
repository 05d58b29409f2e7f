import StagecraftScreens
import StagecraftUIKit
import UIKit

extension ScreenStateKey<String> {
  fileprivate static let note = ScreenStateKey("note")
}

/// A tab with a label that the reader edits, and a large poster.
final class NoteScreen: Screen<UIView> {
  private let tab: String
  @ViewBound private var note: UILabel
  @ViewBound private var field: UITextField
  @ViewBound private var frame: UIStackView
  /// Keeps the view loaded while the reader types.
  private var writing: AnyScreen.Hold?

  private lazy var poster = HeavyResource(
    of: self, "poster", bytes: 8 << 20, make: { screen in Poster(of: screen.tab) },
    didMake: { screen, poster in screen.frame.addArrangedSubview(poster.view) },
    willDrop: { _, poster in poster.view.removeFromSuperview() })

  init(_ tab: String, in application: ScreenApplication) {
    self.tab = tab
    super.init(in: application)
    title = tab
  }

  override var name: String { tab }

  override func loadView() -> UIView {
    note = UILabel(frame: .zero)
    field = UITextField(frame: .zero)
    frame = UIStackView(arrangedSubviews: [note, field, makeWarnButton()])
    frame.axis = .vertical
    frame.alignment = .center
    frame.spacing = 16
    frame.backgroundColor = .systemBackground
    return frame
  }

  override func viewDidLoad() {
    note.text = "Nothing noted in \(tab)"
    field.placeholder = "Write a note"
    field.borderStyle = .roundedRect
    on(.editingDidBegin) { screen in screen.writing = screen.hold("text being edited") }
    on(.editingDidEnd) { screen in screen.writing = nil }
    on(.editingChanged) { screen in screen.note.text = screen.field.text }
    poster.isWanted = true
  }

  override func saveState(into state: inout ScreenStateWriter) {
    if let text = note.text { state.save(text, for: .note) }
  }

  override func restoreState(from state: ScreenStateReader) {
    guard let text = state.value(for: .note) else { return }
    note.text = text
    field.text = text
  }

  private func on(
    _ event: UIControl.Event, _ action: @escaping @MainActor (NoteScreen) -> Void
  ) {
    field.addAction(
      UIAction { [weak self] _ in if let self { action(self) } }, for: event)
  }

  private func makeWarnButton() -> UIButton {
    UIButton(
      configuration: .bordered(),
      primaryAction: UIAction(title: "Warn") { [weak self] _ in
        self?.application.receiveMemoryWarning()
      })
  }
}
