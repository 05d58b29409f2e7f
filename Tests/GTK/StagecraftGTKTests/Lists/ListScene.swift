#if GTK
import CGTK
import StagecraftGTK
import StagecraftGTKTestKit
import StagecraftLists
import Testing

/// A row of a test.
struct Book: Identifiable, Hashable, Sendable {
  var id: Int
  var edition = 0
  var title: String { "Book \(id), edition \(edition)" }
}

/// A list in a window.
@MainActor
final class ListScene<List: RowsView<Book>> {
  let books: LiveList<Book>
  let list: List
  let scrolled: ScrolledView
  let window: TestWindow

  init(
    _ count: Int, width: Int = 400, height: Int = 500, _ make: (LiveList<Book>) -> List
  ) async throws {
    books = LiveList((0..<count).map { Book(id: $0) })
    list = make(books)
    scrolled = ScrolledView(list)
    window = TestWindow(scrolled, width: width, height: height)
    try await window.open()
    try await list.nextFrames(2)
  }

  /// Waits until the newest version is drawn.
  func settle() async throws {
    let isUpToDate = await GTKTest.until { [list, books] in
      list.snapshot?.isIdentical(to: books.snapshot()) == true && !list.isWaitingForFrame
    }
    #expect(isUpToDate)
    try await list.nextFrames(2)
  }

  func scroll(to id: Int) async throws {
    list.scroll(to: id)
    try await list.nextFrames(4)
  }

  /// What the widgets show must be what the list contains, without gaps in the window.
  func checkWidgets(_ location: SourceLocation = #_sourceLocation) {
    let shown = list.snapshot!
    let visible = list.visibleRows
    let positions = visible.compactMap { shown.index(of: $0) }
    #expect(
      positions == Array((positions.first ?? 0)..<(positions.first ?? 0) + positions.count),
      sourceLocation: location)
    #expect(
      positions.count >= min(shown.count, 8), "\(visible)", sourceLocation: location)
    var bottom = list.frame(ofRow: visible.first ?? -1)?.y ?? 1
    #expect(bottom <= 0, "There is a gap above.", sourceLocation: location)
    for id in visible {
      let label = list.widget(ofRow: id) as? Label
      #expect(label?.text == shown[id: id]?.title, sourceLocation: location)
      guard let frame = list.frame(ofRow: id) else { continue }
      #expect(abs(frame.y - bottom) < 1.5, "\(id) is at \(frame)", sourceLocation: location)
      bottom = frame.y + frame.height
    }
    if shown.count > 20 {
      #expect(bottom >= Double(list.height) - 1, "There is a gap below.", sourceLocation: location)
    }
  }

  func close() { window.close() }
}

extension ListScene where List == ListView<Book> {
  convenience init(_ count: Int, selection: RowSelectionMode = .single) async throws {
    try await self.init(count) { books in
      ListView(books, selection: selection) {
        Label()
      } show: { label, book in
        label.text = book.title
      }
    }
  }
}
#endif
