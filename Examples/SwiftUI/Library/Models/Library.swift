import Observation
import StagecraftLists
import StagecraftObservation
import StagecraftOperations
import StagecraftPools
import StagecraftScreens

/// What the app shows: the catalogue, where the user is, and an export with its progress.
@MainActor
@Observable
final class Library {
  /// Any thread may edit it.
  let books: LiveList<Book>
  /// By title.
  let catalogue: ListModel<SortedList<Book>>
  /// Writing to the card takes a writer, and there is one.
  let writers: BoundedPool<CardWriter>
  let figures: PoolModel

  /// The list, the book above it, and the review over both.
  var navigation = Navigation.stack(.screen("catalogue"))
  /// The last export, running or ended.
  private(set) var export: OperationModel?

  @ObservationIgnored private let manager = OperationManager("library")

  init(_ books: [Book] = Book.samples) {
    self.books = LiveList(books)
    catalogue = ListModel(of: self.books.sorted(on: \.title))
    writers = BoundedPool(lending: [CardWriter()])
    figures = PoolModel(of: writers)
  }

  /// The book of a screen, to be retained by its view.
  func book(of screen: Navigation) -> RowModel<Book>? {
    guard let id = try? screen.identity.value(for: .book) else { return nil }
    return RowModel(of: books, id: id)
  }

  /// Opens the sheet in which a book is rated.
  func review(_ id: Book.ID) { navigation.sheet = .review(id) }

  /// Rates a book and closes the sheet.
  func rate(_ id: Book.ID, stars: Int) {
    books.update(id) { $0.stars = stars }
    navigation.sheet = nil
  }

  /// Writes all books to a card; a second request returns while the first is running.
  func exportBooks() {
    if let export, !export.state.isFinal { return }
    let (rows, writers) = (books.snapshot(), writers)
    let operation = manager.submit("export") {
      let writer = try await writers.lease()
      for (index, book) in rows.enumerated() {
        try await writer.element.write(book)
        OperationContext.current?.report(progress: Double(index + 1) / Double(rows.count))
      }
    }
    export = OperationModel(of: operation)
  }
}

extension Navigation {
  /// The page of a book.
  nonisolated static func book(_ id: Book.ID) -> Navigation {
    .screen("book").with(id, for: .book)
  }

  /// The sheet in which a book is rated.
  nonisolated static func review(_ id: Book.ID) -> Navigation {
    .screen("review").with(id, for: .book)
  }
}

extension ScreenStateKey<Int> {
  /// The identity of the book that a screen shows.
  nonisolated static let book = ScreenStateKey("book")
}
