#if GTK
import StagecraftGTKTestKit
import StagecraftLists
import Synchronization
import Testing

@testable import StagecraftGTK

extension WindowTests {
  /// What a list view does at unusual times.
  @MainActor
  @Suite("Rules of list views", .timeLimit(.minutes(2)))
  struct ListRuleTests {
    private let census: Census

    init() {
      GTKTest.prepare()
      census = Census()
    }

    @Test func aFlushBeforeTheLayoutDoesNotScroll() async throws {
      do {
        let scene = try await ListScene(10_000)
        try await scene.scroll(to: 5000)
        for round in 0..<3 {
          let visible = scene.list.visibleRows
          let anchor = visible[visible.count / 2]
          let y = try #require(scene.list.frame(ofRow: anchor)?.y)
          #expect(scene.list.focus(row: anchor))
          for id in visible.suffix(round + 1) { scene.books.remove(id) }
          scene.list.flush()
          // One more, for which nothing has been laid out.
          scene.books.remove(visible[visible.count - 2 - round])
          scene.list.flush()
          try await scene.list.nextFrames(4)
          let frame = try #require(scene.list.frame(ofRow: anchor))
          #expect(abs(frame.y - y) < 1.5)
          scene.checkWidgets()
        }
        // Without any of the rows in sight, the view stays near them.
        let last = try #require(scene.list.visibleRows.last)
        for id in scene.list.visibleRows { scene.books.remove(id) }
        scene.list.flush()
        scene.books.remove(9000)
        scene.list.flush()
        try await scene.settle()
        try await scene.list.nextFrames(2)
        scene.checkWidgets()
        #expect(scene.list.visibleRows.contains { abs($0 - last) < 60 })
        scene.close()
      }
      await census.expectUnchanged()
    }

    /// Once, the frame that showed the edit applied the new rule to all rows.
    @Test func aRuleThatChangesBeforeAFrameIsAppliedOffTheMainThread() async throws {
      let calls = Mutex((main: 0, other: 0))
      do {
        let books = LiveList((0..<20_000).map { Book(id: $0) })
        let found = books.filtered { _ in true }
        let list = ListView(found) {
          Label()
        } show: { label, book in
          label.text = book.title
        }
        let window = TestWindow(ScrolledView(list))
        try await window.open()
        try await list.nextFrames(2)
        books.remove(0)
        // Without a wait: the list may have shown the edit before a wait is over.
        for _ in 0..<1_000 where !list.isWaitingForFrame { await Task.yield() }
        try #require(list.isWaitingForFrame)
        found.filter { book in
          calls.withLock { calls in
            if isFirstThread() { calls.main += 1 } else { calls.other += 1 }
          }
          return book.id % 2 == 0
        }
        #expect(await GTKTest.until { list.count == 9999 })
        #expect(calls.withLock { $0.main } == 0)
        #expect(calls.withLock { $0.other } > 0)
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func showingARowMayEndTheView() async throws {
      do {
        let books = LiveList((0..<1000).map { Book(id: $0) })
        var list: ListView<Book>?
        var window: TestWindow?
        var shown = 0
        list = ListView(books) {
          Label()
        } show: { label, book in
          label.text = book.title
          guard book.edition == 1 else { return }
          shown += 1
          window?.close()
          window = nil
          list = nil
        }
        window = TestWindow(ScrolledView(list!))
        try await window?.open()
        try await list?.nextFrames(2)
        for id in 0..<30 { books.update(id) { $0.edition = 1 } }
        let isClosed = await GTKTest.until { list == nil }
        #expect(isClosed && window == nil)
        #expect(shown >= 1)
      }
      await census.expectUnchanged()
    }

    @Test func coarseBatchesKeepTheRowsInSight() async throws {
      do {
        let scene = try await ListScene(10_000)
        try await scene.scroll(to: 5000)
        let visible = scene.list.visibleRows
        let widgets = visible.map { scene.list.widget(ofRow: $0) }
        scene.list.pacer.batchEnded(nanoseconds: 1, splices: BatchPacer.splices + 1)
        let kept = Set(scene.list.keptRows().flatMap { Array($0) })
        #expect(kept.isSuperset(of: visible) && kept.count < 2 * visible.count + 60)
        var coarse: [Bool] = []
        scene.list.onBatch = { coarse.append($0.isCoarse) }
        for id in 4900..<4950 { scene.books.remove(id) }
        for index in stride(from: 1, to: visible.count, by: 3) {
          scene.books.remove(visible[index])
        }
        try await scene.settle()
        #expect(coarse == [true])
        for (index, id) in visible.enumerated() where index % 3 != 1 {
          #expect(scene.list.widget(ofRow: id) === widgets[index])
        }
        scene.checkWidgets()
        scene.close()
      }
      await census.expectUnchanged()
    }

    @Test func eachColumnShowsAChangeOnce() async throws {
      do {
        var shows: [String] = []
        let scene = try await ListScene(1000) { books in
          ColumnView(
            books,
            columns: ["a", "b", "c"].map { name in
              ListColumn(name) {
                Label()
              } show: { label, book in
                label.text = book.title
                shows.append("\(name)\(book.id)")
              }
            })
        }
        shows = []
        scene.books.update(3) { $0.edition = 1 }
        scene.books.update(900) { $0.edition = 1 }
        try await scene.settle()
        #expect(shows.sorted() == ["a3", "b3", "c3"])
        // GTK binds the rows again at their new positions.
        shows = []
        scene.books.remove(0)
        try await scene.settle()
        #expect(!shows.contains("a3") && !shows.contains("b3") && !shows.contains("c3"))
        scene.close()
      }
      await census.expectUnchanged()
    }
  }
}
#endif
