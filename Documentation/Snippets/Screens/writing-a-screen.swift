// Screens of the library: created on demand, and filled each time.
// snippet.hide
import StagecraftScreens

@MainActor class Widget {
  private(set) var parts: [Widget] = []
  func add(_ part: Widget) { parts.append(part) }
}

@MainActor final class Column: Widget {}

@MainActor final class Label: Widget {
  var text: String
  init(_ text: String) { self.text = text }
}

@MainActor final class TextField: Widget {
  var text: String
  init(_ text: String) { self.text = text }
}

struct Branch {
  var name: String
}

// snippet.show
typealias LibraryScreen = Screen<Widget>

final class BranchScreen: LibraryScreen {
  let branch: Branch
  @ViewBound private var note: TextField

  init(_ branch: Branch) {
    self.branch = branch
    super.init()
    title = branch.name
  }

  override func loadView() -> Widget { Column() }

  override func viewDidLoad() {
    note = TextField("Nothing noted yet")
    view.add(note)
  }

  override func saveState(into state: inout ScreenStateWriter) {
    state.save(note.text, for: .note)
  }

  override func restoreState(from state: ScreenStateReader) {
    if let text = state.value(for: .note) { note.text = text }
  }
}

extension ScreenStateKey<String> {
  static let note = ScreenStateKey("note")
}
// snippet.hide

// snippet.show
final class ShelfScreen: LibraryScreen {
  @ViewBound private var opening: Label  // must be set before it is read
  @ViewBound private var notice: Label?  // nil until it is set
  @ViewBound private var rows: [Label] = []  // empty until it is filled

  override func loadView() -> Widget { Column() }

  override func viewDidLoad() {
    opening = Label("9 to 5")
    rows.append(Label("Poetry"))
  }

  func extendOpening() {
    $opening?.text = "9 to 8"  // nil while there is no view
  }
}
// snippet.hide

@MainActor final class Catalogue { func search(_ text: String) {} }

// snippet.show
final class SearchScreen: LibraryScreen {
  private let catalogue = Catalogue()  // lives as long as the screen, with or without a view
  @ViewBound private var field: TextField

  override func loadView() -> Widget { Column() }

  override func viewDidLoad() {
    field = TextField("")
    view.add(field)
    catalogue.search(field.text)
  }
}
// snippet.hide

final class ReviewScreen: LibraryScreen {
  // snippet.show
  private var editing: AnyScreen.Hold?

  func reviewDidBeginEditing() { editing = hold("text being edited") }
  func reviewDidEndEditing() { editing = nil }
  // snippet.hide

  override func loadView() -> Widget { Column() }
}

let shelf = ShelfScreen()
shelf.extendOpening()
shelf.loadViewIfNeeded()
shelf.extendOpening()
let harbour = BranchScreen(Branch(name: "Harbour"))
harbour.loadViewIfNeeded()
print("\(harbour.title): \(harbour.isViewLoaded)")
let review = ReviewScreen()
review.reviewDidBeginEditing()
print(review.holdReasons)
