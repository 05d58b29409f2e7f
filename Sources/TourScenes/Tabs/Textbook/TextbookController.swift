/// A view controller as the textbooks have it.
///
/// Who asks for the view gets it made, by `loadView`, and filled, by `viewDidLoad`. When memory is
/// short, whoever is in no window gives its view up.
@MainActor
class TextbookController {
  let tab: LibraryTab
  /// How often the view was made.
  private(set) var loads = 0
  /// How many makings of the view are under way, one inside the other.
  private(set) var depth = 0
  /// At which depth it is enough: a real one goes on until its stack is full.
  let bound: Int
  private var storedView: TextbookView?

  init(_ tab: LibraryTab, bound: Int = 1_000) {
    self.tab = tab
    self.bound = bound
  }

  var isViewLoaded: Bool { storedView != nil }

  var view: TextbookView {
    if let storedView { return storedView }
    depth += 1
    defer { depth -= 1 }
    if depth > bound { return giveUp() }
    let view = loadView()
    storedView = view
    loads += 1
    viewDidLoad()
    return view
  }

  func loadView() -> TextbookView {
    TextbookView(label: tab.initialLabel, bytes: tab.bytes)
  }

  func viewDidLoad() {}

  /// The line that is in all the textbooks.
  func didReceiveMemoryWarning() {
    if view.window == nil { storedView = nil }
  }

  /// What a real one cannot do: ends the recursion.
  func giveUp() -> TextbookView { TextbookView(label: "", bytes: 8) }
}

/// One that sets the label where the view is made.
@MainActor
final class HastyController: TextbookController {
  /// How deep it came.
  private(set) var deepest = 0

  override func loadView() -> TextbookView {
    deepest = max(deepest, depth)
    view.label = "Good morning"
    return super.loadView()
  }
}
