#if GTK
import StagecraftGTK
import StagecraftGTKTestKit
import StagecraftLists
import Testing

extension WindowTests {
  /// GTK calls the closures of a list view while it works on its rows.
  @MainActor
  @Suite("Calls from within list views")
  struct ListReentryTests {
    private let census: Census

    init() {
      GTKTest.prepare()
      census = Census()
    }

    /// GTK ended the program, or accessed freed widgets, when it was told of other rows, or was
    /// asked for the focus, while it prepared a row.
    @Test(arguments: ["make", "show"], ["edit", "flush", "select", "focus", "scroll"])
    func closuresOfRowsCallTheView(_ closure: String, _ verb: String) async throws {
      do {
        let caller = RowCaller()
        let scene = try await ListScene(3000) { books in
          ListView(books, selection: .multiple) { () -> Label in
            if closure == "make" { caller.call(verb, books, 7) }
            return Label()
          } show: { label, book in
            label.text = book.title
            if closure == "show" { caller.call(verb, books, book.id) }
          }
        }
        caller.list = scene.list
        for round in 0..<8 {
          scene.scrolled.scroll(to: Double(round * 5000 % 20_000))
          scene.books.remove(round * 200)
          try scene.books.insert(Book(id: 20_000 + round), at: 5 + round)
          try await scene.list.nextFrames(3)
        }
        #expect(caller.count > 0)
        caller.list = nil
        try await scene.settle()
        try await scene.list.nextFrames(2)
        scene.checkWidgets()
        scene.close()
      }
      await census.expectUnchanged()
    }

    @Test func aMissingRowIsNotWaitedForWithoutASize() async throws {
      do {
        let list = ListView(LiveList<Book>([])) {
          Label()
        } show: { label, book in
          label.text = book.title
        }
        let window = TestWindow(Box(.vertical, [list, Label("Below")]))
        try await window.open()
        list.expands = false
        try await window.nextFrames(2)
        list.scroll(to: 3)
        #expect(await GTKTest.until { !list.isWaitingForFrame })
        window.close()
      }
      await census.expectUnchanged()
    }
  }
}

/// Calls a view from within its closures.
@MainActor
private final class RowCaller {
  weak var list: ListView<Book>?
  private(set) var count = 0

  func call(_ verb: String, _ books: LiveList<Book>, _ id: Int) {
    guard let list, count < 300 else { return }
    count += 1
    switch verb {
    case "edit":
      books.remove(id + 1)
      try? books.move(id, to: 0)
    case "flush":
      books.remove(id + 1)
      try? books.insert(Book(id: 50_000 + count), at: 0)
      list.flush()
    case "select": list.selection = [id, -1]
    case "focus": #expect(!list.focus(row: id))
    default: list.scroll(to: id * 31 % 3000)
    }
  }
}
#endif
