#if GTK
import CGTK
import StagecraftGTK
import StagecraftGTKTestKit
import StagecraftLists
import Testing

extension WindowTests {
  @MainActor
  @Suite("List views", .timeLimit(.minutes(5)))
  struct ListViewTests {
    private let census: Census

    init() {
      GTKTest.prepare()
      census = Census()
    }

    @Test func rowsInSightHaveWidgets() async throws {
      do {
        let scene = try await ListScene(100_000)
        #expect(scene.list.count == 100_000)
        scene.checkWidgets()
        #expect(scene.list.visibleRows.first == 0)
        #expect(WidgetCensus.shared.wrappers < 400)
        await keepPicture("list-top", of: scene.window)
        try await scene.scroll(to: 70_000)
        #expect(scene.list.visibleRows.contains(70_000))
        scene.checkWidgets()
        await keepPicture("list-scrolled", of: scene.window)
        scene.close()
      }
      await census.expectUnchanged()
    }

    @Test func aRowIsScrolledToAPlace() async throws {
      do {
        let scene = try await ListScene(1_000)
        let height = Double(scene.list.height)
        func place(of id: Int) -> WidgetFrame? { scene.list.frame(ofRow: id) }
        for id in [400, 30, 900, 31] {
          scene.list.scroll(to: id, at: .top)
          #expect(await GTKTest.until { place(of: id).map { abs($0.y) < 1 } ?? false })
          try await scene.list.nextFrames(3)
          #expect(abs(place(of: id)?.y ?? -1) < 1, "\(id): \(String(describing: place(of: id)))")
          scene.list.scroll(to: id + 50, at: .center)
          #expect(
            await GTKTest.until {
              place(of: id + 50).map { abs($0.y + $0.height / 2 - height / 2) < 2 } ?? false
            })
          scene.checkWidgets()
        }
        // As far as the list goes.
        scene.list.scroll(to: 999, at: .top)
        #expect(
          await GTKTest.until {
            place(of: 999).map { abs($0.y + $0.height - height) < 1 } ?? false
          })
        scene.list.scroll(to: 998, at: .nearest)
        try await scene.list.nextFrames(3)
        #expect(abs((place(of: 999)?.y ?? 0) + (place(of: 999)?.height ?? 0) - height) < 1)
        scene.close()
      }
      await census.expectUnchanged()
    }

    @Test func changedRowIsShownInItsWidget() async throws {
      do {
        let scene = try await ListScene(1000)
        let label = scene.list.widget(ofRow: 3) as? Label
        scene.books.update(3) { $0.edition = 2 }
        #expect(label?.text == "Book 3, edition 0")
        try await scene.settle()
        #expect(label?.text == "Book 3, edition 2")
        #expect(scene.list.widget(ofRow: 3) === label)
        // A row that has no widget shows its newest content when it gets one.
        scene.books.update(900) { $0.edition = 7 }
        try await scene.settle()
        try await scene.scroll(to: 900)
        scene.checkWidgets()
        scene.close()
      }
      await census.expectUnchanged()
    }

    /// Rows come and go above, among and below those in sight.
    @Test func rowsStayWhereTheyAreWhenOthersChange() async throws {
      do {
        let scene = try await ListScene(10_000)
        try await scene.scroll(to: 5000)
        let (anchor, y) = try selectAndFocus(scene)
        for round in 0..<10 {
          for offset in 0..<40 {
            scene.books.remove(round * 100 + offset)
            try scene.books.insert(Book(id: 20_000 + round * 100 + offset), at: 30)
            scene.books.remove(9000 + round * 50 + offset)
          }
          scene.books.remove(anchor - 30 + round)
          try await scene.settle()
          try expectPlace(anchor, y, scene)
        }
        // Far moves over the rows in sight, in both directions.
        for id in 2000..<2020 {
          try scene.books.move(id, to: scene.books.count - 5)
          try scene.books.move(id + 6000, to: 3)
        }
        try await scene.settle()
        try expectPlace(anchor, y, scene)
        await keepPicture("list-edited", of: scene.window)
        scene.close()
      }
      await census.expectUnchanged()
    }

    /// As many scattered removals threw the user 40,800 rows down without kept rows.
    @Test func scatteredRemovalsNeitherJumpNorBlank() async throws {
      do {
        let scene = try await ListScene(100_000)
        try await scene.scroll(to: 50_000)
        let (anchor, y) = try selectAndFocus(scene)
        scene.books.transaction { books in
          for index in 0..<101 {
            let id = index * 990 + 7
            if abs(id - 50_000) > 40 { _ = books.remove(id) }
          }
        }
        try await scene.settle()
        try expectPlace(anchor, y, scene)
        // And once more where the rows in sight are concerned.
        scene.books.transaction { books in
          for index in 0..<101 { _ = books.remove(anchor + 3 + index * 2) }
          for index in 0..<101 { _ = books.remove(anchor - 3 - index * 2) }
        }
        try await scene.settle()
        let frame = try #require(scene.list.frame(ofRow: anchor))
        #expect(frame.y > -200 && frame.y < 700)
        scene.checkWidgets()
        #expect(scene.list.selection == [anchor])
        await keepPicture("list-scattered", of: scene.window)
        scene.close()
      }
      await census.expectUnchanged()
    }

    @Test func rowsStayWhereTheyAreWhenAllAreReplaced() async throws {
      do {
        let scene = try await ListScene(20_000)
        try await scene.scroll(to: 10_000)
        let (anchor, y) = try selectAndFocus(scene)
        // The same rows among others, with new content.
        scene.books.replaceAll(
          with: (0..<3000).map { Book(id: 50_000 + $0) }
            + (8000..<20_000).map { Book(id: $0, edition: 1) })
        try await scene.settle()
        try expectPlace(anchor, y, scene)
        await keepPicture("list-replaced", of: scene.window)
        // Without any of them, the window is full of other rows.
        scene.books.replaceAll(with: (0..<5000).map { Book(id: 100_000 + $0) })
        try await scene.settle()
        scene.checkWidgets()
        #expect(scene.list.visibleRows.first == 100_000)
        #expect(scene.list.selection == [])
        await keepPicture("list-reset", of: scene.window)
        scene.books.removeAll()
        try await scene.settle()
        #expect(scene.list.visibleRows.isEmpty)
        scene.books.replaceAll(with: (0..<30).map { Book(id: $0) })
        try await scene.settle()
        scene.checkWidgets()
        scene.close()
      }
      await census.expectUnchanged()
    }

    /// A diff beyond the budget of the main actor is a reset, in which the rows stay as well.
    @Test func rowsStayWhereTheyAreAfterAReset() async throws {
      do {
        let scene = try await ListScene(60_000)
        try await scene.scroll(to: 30_000)
        let (anchor, y) = try selectAndFocus(scene)
        scene.books.transaction { books in
          for id in stride(from: 0, to: 60_000, by: 3) where abs(id - 30_000) > 300 {
            _ = books.remove(id)
          }
          for id in 29_990..<30_010 { _ = books.update(id) { $0.edition = 5 } }
        }
        try await scene.settle()
        try expectPlace(anchor, y, scene)
        scene.close()
      }
      await census.expectUnchanged()
    }

    @Test func aMovedRowKeepsSelectionAndFocus() async throws {
      do {
        let scene = try await ListScene(1000)
        try await scene.scroll(to: 500)
        let (anchor, _) = try selectAndFocus(scene)
        let position = try #require(scene.list.snapshot?.index(of: anchor))
        try scene.books.move(anchor, to: position + 3)
        try await scene.settle()
        #expect(scene.list.selection == [anchor])
        #expect(scene.list.focusedRowID == anchor)
        scene.checkWidgets()
        // A removed row leaves the focus to its neighbour, and the selection.
        var reports: [Set<Int>] = []
        scene.list.onSelectionChange = { reports.append($0) }
        scene.books.remove(anchor)
        try await scene.settle()
        #expect(scene.list.selection == [] && reports == [[]])
        let focused = try #require(scene.list.focusedRowID)
        #expect(scene.list.visibleRows.contains(focused))
        scene.close()
      }
      await census.expectUnchanged()
    }

    /// GTK would give the focus to the first row with a widget, and scroll there.
    @Test func removingAFocusedRowOutOfSightDoesNotScroll() async throws {
      do {
        let scene = try await ListScene(10_000)
        #expect(scene.list.focus(row: 3))
        try await scene.scroll(to: 5000)
        let visible = scene.list.visibleRows
        #expect(scene.list.focusedRowID == 3 && !visible.contains(3))
        scene.books.remove(3)
        try await scene.settle()
        #expect(scene.list.visibleRows == visible)
        let focused = try #require(scene.list.focusedRowID)
        #expect(visible.contains(focused))
        scene.close()
      }
      await census.expectUnchanged()
    }

    @Test func aViewScrollsWhenItHasASize() async throws {
      do {
        let books = LiveList((0..<1000).map { Book(id: $0) })
        let list = ListView(books) {
          Label()
        } show: { label, book in
          label.text = book.title
        }
        list.scroll(to: 800)
        let window = TestWindow(ScrolledView(list))
        try await window.open()
        try await list.nextFrames(6)
        #expect(list.visibleRows.contains(800))
        // A row that was inserted in this turn.
        try books.insert(Book(id: 5000), at: 20)
        list.scroll(to: 5000)
        try await list.nextFrames(4)
        #expect(list.visibleRows.contains(5000))
        list.scroll(to: 77_777)
        try await list.nextFrames(3)
        #expect(list.visibleRows.contains(5000))
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func nothingIsDoneWithoutChangesAndWhileHidden() async throws {
      do {
        let scene = try await ListScene(1000)
        var batches = 0
        scene.list.onBatch = { _ in batches += 1 }
        #expect(!scene.list.isWaitingForFrame)
        for _ in 0..<20 { await GTKTest.idle() }
        #expect(batches == 0)
        for id in 0..<50 { scene.books.remove(id) }
        try await scene.settle()
        #expect(batches == 1)
        scene.scrolled.isVisible = false
        await GTKTest.idle()
        scene.books.remove(500)
        for _ in 0..<20 { await GTKTest.idle() }
        #expect(batches == 1 && scene.list.count == 950)
        scene.scrolled.isVisible = true
        try await scene.settle()
        #expect(batches == 2 && scene.list.count == 949)
        scene.books.remove(501)
        scene.list.flush()
        #expect(scene.list.count == 948)
        scene.checkWidgets()
        scene.close()
      }
      await census.expectUnchanged()
    }

    @Test func theUserSelectsAndActivates() async throws {
      do {
        let scene = try await ListScene(1000, selection: .multiple)
        var reports: [Set<Int>] = []
        var activated: [Int] = []
        scene.list.onSelectionChange = { reports.append($0) }
        scene.list.onActivate = { activated.append($0.id) }
        scene.list.withOpaque { list in
          let model = gtk_list_view_get_model(list)
          gtk_selection_model_select_item(model, 3, 1)
          gtk_selection_model_select_range(model, 5, 2, 0)
          gtk_selection_model_unselect_item(model, 5)
        }
        #expect(scene.list.selection == [3, 6])
        let isReported = await GTKTest.until { !reports.isEmpty }
        #expect(isReported && reports == [[3, 6]])
        _ = scene.list.withRaw { list in
          gtk_widget_activate_action_variant(list, "list.select-all", nil)
        }
        #expect(scene.list.selection.count == 1000)
        scene.books.removeAll { $0.id % 2 == 0 }
        try await scene.settle()
        let isPruned = await GTKTest.until { reports.last?.count == 500 }
        #expect(isPruned && scene.list.selection.count == 500)
        scene.list.selection = [7, 9, 4]
        #expect(scene.list.selection == [7, 9])
        _ = scene.list.withRaw { list in
          gtk_widget_activate_action_variant(
            list, "list.activate-item", g_variant_new_uint32(3))
        }
        #expect(activated.isEmpty)
        let isActivated = await GTKTest.until { activated == [7] }
        #expect(isActivated)
        try await scene.list.nextFrames(2)
        await keepPicture("list-selected", of: scene.window)
        scene.close()
      }
      await census.expectUnchanged()
    }

    /// Several threads edit; after each batch GTK has been told exactly what the list contains.
    @Test(arguments: [UInt64(1), 2, 3])
    func replayedSplicesAreTheSnapshot(seed: UInt64) async throws {
      do {
        let scene = try await ListScene(2000, selection: .multiple)
        try await scene.scroll(to: 1000)
        scene.list.selection = Set(scene.list.visibleRows)
        let replay = SpliceReplay(scene.list)
        let writers = ListWriters(scene.books, threads: 3, edits: 2500, seed: seed)
        var batches = 0
        scene.list.onBatch = { [unowned list = scene.list] _ in
          batches += 1
          let shown = list.snapshot!
          #expect(replay.ids == shown.map(\.id))
          #expect(list.livingRows < 450)
          for id in list.visibleRows {
            #expect((list.widget(ofRow: id) as? Label)?.text == shown[id: id]?.title)
          }
          #expect(list.selection.allSatisfy { shown.index(of: $0) != nil })
          writers.batchWasShown()
        }
        await writers.finish()
        try await scene.settle()
        scene.checkWidgets()
        #expect(batches > 10)
        #expect(replay.ids == scene.books.snapshot().map(\.id))
        await keepPicture("list-threads-\(seed)", of: scene.window)
        replay.end()
        scene.close()
      }
      await census.expectUnchanged()
    }

    @Test func gridsKeepTheirPlaceToo() async throws {
      do {
        let scene = try await ListScene(6000) { books in
          GridView(books, selection: .single, columns: 3...3) {
            Label()
          } show: { label, book in
            label.text = book.title
          }
        }
        try await scene.scroll(to: 3000)
        let row = try #require(scene.list.visibleRows.first)
        let y = try #require(scene.list.frame(ofRow: row)?.y)
        scene.list.selection = [row]
        // Three a line: whole lines above.
        for id in 0..<300 { scene.books.remove(id) }
        scene.books.update(row) { $0.edition = 1 }
        try await scene.settle()
        #expect(abs(try #require(scene.list.frame(ofRow: row)?.y) - y) < 1.5)
        #expect((scene.list.widget(ofRow: row) as? Label)?.text == "Book \(row), edition 1")
        #expect(scene.list.selection == [row])
        await keepPicture("grid", of: scene.window)
        scene.close()
      }
      await census.expectUnchanged()
    }

    @Test func tablesKeepTheirPlaceToo() async throws {
      do {
        let scene = try await ListScene(6000) { books in
          ColumnView(
            books, selection: .single,
            columns: [
              ListColumn("Title", expands: true) {
                Label()
              } show: { label, book in
                label.text = book.title
              },
              ListColumn("Edition") {
                Label()
              } show: { label, book in
                label.text = "\(book.edition)."
              },
            ])
        }
        try await scene.scroll(to: 3000)
        let visible = scene.list.visibleRows
        #expect(visible.contains(3000))
        let row = visible[visible.count / 2]
        let y = try #require(scene.list.frame(ofRow: row)?.y)
        scene.list.selection = [row]
        #expect(scene.list.focus(row: row))
        for id in 0..<250 { scene.books.remove(id * 7) }
        scene.books.update(row) { $0.edition = 4 }
        try await scene.settle()
        #expect(abs(try #require(scene.list.frame(ofRow: row)?.y) - y) < 1.5)
        #expect(scene.list.selection == [row] && scene.list.focusedRowID == row)
        await keepPicture("table", of: scene.window)
        scene.close()
      }
      await census.expectUnchanged()
    }

    // MARK: Steps

    /// Selects a row in the middle of the window and gives it the focus.
    private func selectAndFocus(_ scene: ListScene<ListView<Book>>) throws -> (Int, Double) {
      let visible = scene.list.visibleRows
      let row = visible[visible.count / 2]
      scene.list.selection = [row]
      #expect(scene.list.focus(row: row))
      #expect(scene.list.focusedRowID == row)
      return (row, try #require(scene.list.frame(ofRow: row)?.y))
    }

    private func expectPlace(
      _ row: Int, _ y: Double, _ scene: ListScene<ListView<Book>>,
      _ location: SourceLocation = #_sourceLocation
    ) throws {
      let frame = try #require(scene.list.frame(ofRow: row), sourceLocation: location)
      #expect(abs(frame.y - y) < 1.5, sourceLocation: location)
      #expect(scene.list.selection == [row], sourceLocation: location)
      #expect(scene.list.focusedRowID == row, sourceLocation: location)
      scene.checkWidgets(location)
    }
  }
}
#endif
