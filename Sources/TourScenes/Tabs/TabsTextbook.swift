internal import StagecraftTestKit

/// A tab of the app: a label that the user changes, and the size of its view.
struct LibraryTab: Hashable, Sendable {
  let title: String
  let initialLabel: String
  let changedLabel: String
  let bytes: Int

  init(_ title: String, _ initialLabel: String = "", _ changedLabel: String = "", bytes: Int = 0) {
    self.title = title
    self.initialLabel = initialLabel
    self.changedLabel = changedLabel
    self.bytes = bytes
  }

  /// Four tabs: the first is light, and each of the others takes a third of the one before it.
  static func four(heaviest bytes: Int) -> [LibraryTab] {
    [
      LibraryTab("Catalogue", "All books", "Novels, by year", bytes: 4096),
      LibraryTab("Map", "The whole city", "Around the harbour", bytes: bytes),
      LibraryTab("Covers", "New this week", "Seen by Ada", bytes: bytes / 3),
      LibraryTab("Loans", "Nothing chosen", "Emma, until Friday", bytes: bytes / 9),
    ]
  }
}

@MainActor
final class TextbookWindow {
  private var content: PageView?

  func show(_ view: PageView) {
    content?.window = nil
    content = view
    view.window = self
  }
}

/// A view controller that makes its view when the view is first asked for.
@MainActor
class TextbookController {
  let tab: LibraryTab
  /// How often the view was made.
  private(set) var loads = 0
  private(set) var storedView: PageView?

  init(_ tab: LibraryTab) { self.tab = tab }

  var view: PageView {
    if let storedView { return storedView }
    let view = loadView()
    (storedView, loads) = (view, loads + 1)
    return view
  }

  func loadView() -> PageView { PageView(tab.initialLabel, bytes: tab.bytes) }

  func didReceiveMemoryWarning() {
    if view.window == nil { storedView = nil }
  }
}

/// A controller whose `loadView` asks for the view, until the bound is reached.
@MainActor
final class HastyController: TextbookController {
  let bound: Int
  private(set) var depth = 0

  init(bound: Int) {
    self.bound = bound
    super.init(LibraryTab("Greeting", bytes: 8))
  }

  override func loadView() -> PageView {
    depth += 1
    if depth < bound { view.text = "Good morning" }
    return super.loadView()
  }
}
