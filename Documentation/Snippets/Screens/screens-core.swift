// Screens of the library, and properties that are reset with their view.
// snippet.hide
import StagecraftScreens

class Widget {}

final class Column: Widget {}

final class Label: Widget {
  var text: String

  init(_ text: String) { self.text = text }
}

struct Book {
  let title: String
}

// snippet.show
typealias LibraryScreen = Screen<Widget>

final class BookScreen: LibraryScreen {
  let book: Book

  init(_ book: Book) {
    self.book = book
    super.init()
    title = book.title
  }

  override func loadView() -> Widget { Label(book.title) }

  override func viewWillAppear(_ context: TransitionContext) {
    print("The reader comes to \(book.title).")
  }
}
// snippet.hide

// snippet.show
final class BranchScreen: LibraryScreen {
  @ViewBound private var opening: Label
  @ViewBound private var notice: Label?
  @ViewBound private var shelves: [Label] = []

  override func loadView() -> Widget { Column() }

  override func viewDidLoad() {
    opening = Label("9 to 5")
    shelves.append(Label("Poetry"))
  }

  func extendOpening() {
    $opening?.text = "9 to 8"
  }
}
// snippet.hide

final class ReviewScreen: LibraryScreen {
  // snippet.show
  private var editing: AnyScreen.Hold?

  func reviewDidBeginEditing() { editing = hold("text being edited") }
  func reviewDidEndEditing() { editing = nil }
  // snippet.hide

  override func loadView() -> Widget { Label("") }
}

@MainActor
func observe(_ application: ScreenApplication) {
  // snippet.show
  let observation = application.observe { event in
    print(event.name, event.kind)
  }
  // snippet.hide
  withExtendedLifetime(observation) {}
}

@MainActor
func observe(_ application: ScreenApplication) async {
  // snippet.show
  for await event in application.events {
    print(event.name, event.kind)
  }
  // snippet.hide
}

@MainActor final class BookAdapter {
  // snippet.show
  let host: ScreenHost

  init(showing book: Book) {
    host = ScreenHost(BookScreen(book))
  }

  func toolkitWillShow(animated: Bool) {
    host.willAppear(TransitionContext(.host, isAnimated: animated))
  }
  // snippet.hide
}

let branch = BranchScreen()
observe(.shared)
branch.loadViewIfNeeded()
branch.extendOpening()
let review = ReviewScreen()
review.reviewDidBeginEditing()
print(review.holdReasons)
review.reviewDidEndEditing()
BookAdapter(showing: Book(title: "Poems")).toolkitWillShow(animated: false)
