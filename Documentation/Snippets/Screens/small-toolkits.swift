// An app with two tabs on a new toolkit, its stages included.
// snippet.hide
import StagecraftScreens

/// The toolkit's own widget: some text in a terminal, below it others.
@MainActor
final class Pane {
  var text = ""
  var parts: [Pane] = []

  init() {}
  init(_ text: String) { self.text = text }

  /// The lines that the user sees.
  var lines: [String] { (text.isEmpty ? [] : [text]) + parts.flatMap(\.lines) }
}

// snippet.show
final class ListScreen: Screen<Pane> {
  init(_ title: String) {
    super.init()
    self.title = title
  }
  override func loadView() -> Pane { Pane("All \(title.lowercased())") }
}

let tabBar = ClosureStage(makeView: Pane.init) { pane, scene in
  let titles = scene.items.map { $0.isVisible ? "[\($0.title)]" : " \($0.title) " }
  pane.text = titles.joined()
  pane.parts = scene.visibleItems.compactMap(\.view)
}
let frame = ClosureStage(makeView: Pane.init) { pane, scene in
  pane.parts = scene.visibleItems.compactMap(\.view)
}
let tabs = TabScreen([ListScreen("Books"), ListScreen("Branches")], stage: tabBar)
let window = ScreenWindow(root: tabs, stage: frame)
window.open()
print(window.view.lines)  // ["[Books] Branches ", "All books"]
tabs.select(1)
print(window.view.lines)  // [" Books [Branches]", "All branches"]
// snippet.hide

@MainActor
func shelf() -> NavigationScreen<Pane> {
  typealias ShelfScreen = BookShelfScreen
  // snippet.show
  let stage = ClosureStage(makeView: Pane.init) { pane, scene in
    pane.parts = scene.visibleItems.compactMap(\.view)
  }
  let stack = NavigationScreen(root: ShelfScreen(), stage: stage)
  // snippet.hide
  return stack
}

final class BookShelfScreen: Screen<Pane> {
  override func loadView() -> Pane { Pane("Emma") }
}

print(shelf().topScreen.name)
