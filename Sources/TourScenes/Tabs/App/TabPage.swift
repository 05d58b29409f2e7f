internal import Stagecraft
internal import StagecraftTestKit

/// A page of the app: a label that the user changes, on a view that is more or less heavy.
final class TabPage: Screen<PageView> {
  let tab: LibraryTab
  /// How long it takes to lay the view out, however heavy it is.
  let layout: Duration
  /// How long it took to make the view the last time.
  private(set) var making = Duration.zero

  init(_ tab: LibraryTab, layout: Duration = .zero, in application: ScreenApplication) {
    self.tab = tab
    self.layout = layout
    super.init(in: application)
    title = tab.title
  }

  override var name: String { tab.title }
  override var estimatedViewBytes: Int { tab.bytes }
  override var restorationName: String? { tab.title }

  override func loadView() -> PageView {
    let began = ContinuousClock.now
    defer { making = .now - began }
    let view = PageView(bytes: tab.bytes)
    let laidOut = ContinuousClock.now + layout
    while .now < laidOut {}
    return view
  }

  override func viewDidLoad() { view.text = tab.initialLabel }

  override func saveState(into state: inout StateWriter) {
    state.save(view.text, for: .label)
  }

  override func restoreState(from state: StateReader) {
    if let label = state.value(for: .label) { view.text = label }
  }
}

extension StateKey<String> {
  /// What the user has made of a label.
  static let label = StateKey("label")
}
