import Stagecraft
import StagecraftGTK

/// The list of all books.
final class CatalogueScreen: LibraryScreen {
  private let library: Library
  private let open: @MainActor (Book) -> Void
  @ViewBound private(set) var list: ListView<Book>

  init(_ library: Library, open: @escaping @MainActor (Book) -> Void) {
    self.library = library
    self.open = open
    super.init()
    title = "Catalogue"
  }

  override func loadView() -> Widget { Box() }

  override func viewDidLoad() {
    list = ListView(library.books, makeRow: { BookRow() }, show: { row, book in row.show(book) })
    list.onActivate = { [weak self] book in self?.open(book) }
    (view as? Box)?.append(ScrolledView(list))
  }
}

/// One line of the catalogue.
final class BookRow: Box {
  private let title = Label()
  private let author = Label()
  private let state = Label(alignment: .end)

  init() {
    super.init(.horizontal, spacing: 12)
    let texts = Box(.vertical, spacing: 2)
    title.addStyle("heading")
    author.addStyle("dim-label")
    texts.append(title)
    texts.append(author)
    append(texts)
    state.expandsHorizontally = true
    append(state)
    setMargin(8)
  }

  func show(_ book: Book) {
    title.text = book.title
    author.text = book.author
    state.text = "\(Book.copies - book.lent) of \(Book.copies) here"
  }
}

/// A book that can be borrowed.
final class BookScreen: LibraryScreen {
  private let library: Library
  private let book: Book
  @ViewBound private(set) var borrow: Button
  @ViewBound private var state: Label

  init(_ book: Book, in library: Library) {
    self.library = library
    self.book = book
    super.init()
    title = book.title
  }

  override func loadView() -> Widget { Box(.vertical, spacing: 12) }

  override func viewDidLoad() {
    guard let view = view as? Box else { return }
    view.setMargin(24)
    let title = Label(book.title, alignment: .center)
    title.addStyle("title-1")
    view.append(title)
    view.append(Label("by \(book.author)", alignment: .center))
    state = Label(alignment: .center)
    view.append(state)
    borrow = Button("Borrow") { [weak self] in self?.askForLoan() }
    borrow.name = "borrow"
    borrow.addStyle("suggested-action")
    view.append(borrow)
    let review = Button("Review") { [weak self] in self?.writeReview() }
    review.name = "review"
    view.barActions = [review]
    let read = Button("Read the first page") { [weak self] in self?.read() }
    read.name = "read"
    view.append(read)
    showState()
  }

  private func writeReview() { present(ReviewScreen(of: book), as: .sheet) }
  private func read() { present(ReaderScreen(book), as: .full) }

  private var current: Book { library.books.snapshot()[id: book.id] ?? book }

  private func showState() {
    state.text = "\(Book.copies - current.lent) of \(Book.copies) copies are here."
    borrow.isSensitive = current.isAvailable
  }

  private enum Answer { case borrow, later }

  private func askForLoan() {
    let answer = library.alerts.show(
      AlertContent(
        "Borrow “\(book.title)”?", message: "It is yours for four weeks.",
        actions: [
          .init(Answer.later, "Not now", style: .cancel),
          .init(Answer.borrow, "Borrow", isDefault: true),
        ]))
    Task { [weak self] in
      guard try await answer.value == .borrow, let self else { return }
      library.books.update(book.id) { $0.lent += 1 }
      if isViewLoaded { showState() }
    }
  }
}
