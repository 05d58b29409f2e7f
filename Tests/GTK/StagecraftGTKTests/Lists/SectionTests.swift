#if GTK
import CGTK
import StagecraftGTK
import StagecraftGTKTestKit
import StagecraftLists
import TestSupport
import Testing

/// A list in sections in a window.
@MainActor
private final class SectionScene {
  let loans: LiveList<Loan>
  let grouped: GroupedList<Int, Loan>
  let list: ListView<Loan>
  let scrolled: ScrolledView
  let window: TestWindow
  let shown = Shown()

  /// The keys for which headers were shown.
  final class Shown { var keys: [Int] = [] }

  init(_ loans: [Loan], keepsEmptySections: Bool = false) async throws {
    self.loans = LiveList(loans)
    grouped = self.loans.grouped(by: \.branch, keepsEmptySections: keepsEmptySections)
    list = ListView(grouped, selection: .single) {
      Label()
    } show: { label, loan in
      label.text = loan.title
    } makeHeader: { () -> Label in
      let header = Label()
      header.addStyle("heading")
      header.setMinimumSize(height: 32)
      return header
    } showHeader: { [shown] header, branch in
      shown.keys.append(branch)
      header.text = "Branch \(branch)"
    }
    scrolled = ScrolledView(list)
    window = TestWindow(scrolled, width: 400, height: 500)
    try await window.open()
    try await list.nextFrames(2)
  }

  func settle() async throws {
    let isUpToDate = await GTKTest.until { [list, grouped] in
      list.snapshot?.isIdentical(to: grouped.snapshot().rows) == true && !list.isWaitingForFrame
    }
    #expect(isUpToDate)
    try await list.nextFrames(2)
  }

  /// Rows and headers must be where they belong on the screen.
  func check(_ location: SourceLocation = #_sourceLocation) throws {
    let expected = expectedHeaders(grouped)
    let visible = list.visibleRows
    #expect(visible.count >= min(list.count, 6), sourceLocation: location)
    let rows = Array(grouped.snapshot().rows)
    let first = visible.first.flatMap { id in rows.firstIndex { $0.id == id } } ?? 0
    #expect(visible == rows[first...].prefix(visible.count).map(\.id), sourceLocation: location)
    var bottom: Double?
    for id in visible {
      let frame = try #require(list.frame(ofRow: id), sourceLocation: location)
      #expect(abs(frame.y - (bottom ?? frame.y)) < 1.5, sourceLocation: location)
      bottom = frame.y + frame.height
      let label = try #require(list.widget(ofRow: id) as? Label, sourceLocation: location)
      #expect(label.text == loans.snapshot()[id: id]?.title, sourceLocation: location)
      let header = list.header(ofRow: id) as? Label
      #expect(header?.text == expected[id].map { "Branch \($0)" }, sourceLocation: location)
      let place = try #require(label.frame(in: list), sourceLocation: location)
      if let header {
        let above = try #require(header.frame(in: list), sourceLocation: location)
        #expect(above.height >= 32, sourceLocation: location)
        #expect(above.y >= frame.y && above.y < frame.y + 12, sourceLocation: location)
        #expect(abs(above.y + above.height - place.y) < 1.5, sourceLocation: location)
      } else {
        #expect(place.y - frame.y < 12, sourceLocation: location)
        #expect(frame.height < 40, sourceLocation: location)
      }
    }
    if let bottom, list.count > 20 {
      #expect(bottom >= Double(list.height) - 1, "There is a gap.", sourceLocation: location)
    }
  }

  func close() { window.close() }
}

extension WindowTests {
  @MainActor
  @Suite("Sections of list views", .timeLimit(.minutes(5)))
  struct SectionTests {
    private let census: Census

    init() {
      GTKTest.prepare()
      census = Census()
    }

    @Test func headersAreAboveTheFirstRowsOfSections() async throws {
      do {
        let scene = try await SectionScene((0..<3000).map { Loan(id: $0, branch: $0 / 4) })
        try scene.check()
        await keepPicture("sections-top", of: scene.window)
        for id in [1500, 2999, 0, 1502] {
          scene.list.scroll(to: id)
          try await scene.list.nextFrames(4)
          #expect(scene.list.visibleRows.contains(id))
          try scene.check()
        }
        scene.list.selection = [1502]
        try await scene.list.nextFrames(2)
        await keepPicture("sections-scrolled", of: scene.window)
        scene.close()
      }
      await census.expectUnchanged()
    }

    @Test func headersFollowEdits() async throws {
      do {
        let scene = try await SectionScene((0..<400).map { Loan(id: $0, branch: $0 / 4 * 2) })
        let (loans, shown) = (scene.loans, scene.shown)
        func expectShown(
          _ keys: [Int], _ location: SourceLocation = #_sourceLocation
        ) async throws {
          try await scene.settle()
          try scene.check(location)
          // GTK makes cells for other rows far below.
          let near = shown.keys.filter { $0 < 20 }.sorted()
          #expect(near == keys, sourceLocation: location)
          shown.keys = []
        }
        try scene.check()
        shown.keys = []
        // A row that is not the first one.
        loans.remove(6)
        try await expectShown([])
        // The last row of a section becomes the first one of the next, where it is.
        loans.update(3) { $0.branch = 2 }
        try await expectShown([2])
        // The first row goes: the next one gets the header.
        loans.remove(0)
        try await expectShown([0])
        // A new first row.
        try loans.insert(Loan(id: 1000, branch: 0), at: 0)
        try await expectShown([0])
        // A section in between.
        loans.update(2) { $0.branch = 1 }
        try await expectShown([1])
        // It ends, and its row is the last of another section.
        loans.update(2) { $0.branch = 0 }
        try await expectShown([])
        // The first row of one section becomes the first one of the next section.
        try loans.move(3, to: 0)
        loans.update(3) { $0.branch = 4 }
        try await expectShown([2, 4])
        // A move within the section, from the first place.
        try loans.move(1000, to: 6)
        try await expectShown([0])
        // All rows of a section go.
        for loan in loans.snapshot() where loan.branch == 4 { loans.remove(loan.id) }
        try await expectShown([])
        await keepPicture("sections-edited", of: scene.window)
        // Other keys for the same rows in the same order.
        scene.grouped.group { $0.branch + 100 }
        try await scene.settle()
        let first = try #require(scene.list.header(ofRow: scene.list.visibleRows[0]) as? Label)
        #expect(first.text == "Branch 100")
        scene.close()
      }
      await census.expectUnchanged()
    }

    @Test(.enabled(if: environment("GTK_REAL_EVENTS") != nil))
    func aClickOnAHeaderIsNotOneOnItsRow() async throws {
      do {
        let scene = try await SectionScene((0..<100).map { Loan(id: $0, branch: $0 / 2) })
        var choices: [Set<Int>] = []
        scene.list.onSelectionChange = { choices.append($0) }
        var activated: [Int] = []
        scene.list.onActivate = { activated.append($0.id) }
        #expect(await GTKTest.until { scene.window.isActive })
        func click(_ widget: Widget?, times: Int) async throws {
          let place = try #require(widget?.frame(in: scene.window))
          let (x, y) = (Int(place.x) + 40, Int(place.y + place.height / 2))
          await run(
            "xdotool getactivewindow mousemove --window %1 \(x) \(y) click --repeat \(times) 1")
        }
        try await click(scene.list.header(ofRow: 2), times: 2)
        try await click(scene.list.widget(ofRow: 5), times: 2)
        #expect(await GTKTest.until { !activated.isEmpty })
        #expect(activated == [5] && choices == [[5]])
        scene.close()
      }
      await census.expectUnchanged()
    }

    @Test func emptySectionsHaveNoHeader() async throws {
      do {
        let scene = try await SectionScene(
          (0..<12).map { Loan(id: $0, branch: $0 / 4) }, keepsEmptySections: true)
        for id in 4..<8 { scene.loans.remove(id) }
        try await scene.settle()
        #expect(scene.grouped.snapshot().sections.count == 3)
        try scene.check()
        try scene.loans.append(Loan(id: 20, branch: 1))
        try await scene.settle()
        try scene.check()
        scene.loans.removeAll()
        try await scene.settle()
        #expect(scene.list.visibleRows.isEmpty)
        try scene.loans.append(Loan(id: 30, branch: 2))
        try await scene.settle()
        try scene.check()
        scene.close()
      }
      await census.expectUnchanged()
    }

    /// The rows in sight move by the height of the headers that come and go, and no farther.
    @Test func rowsStayWhereTheyAreAmongSections() async throws {
      do {
        let scene = try await SectionScene((0..<4000).map { Loan(id: $0, branch: $0 / 5 * 2) })
        let loans = scene.loans
        scene.list.scroll(to: 2002)
        try await scene.list.nextFrames(4)
        let visible = scene.list.visibleRows
        let anchor = visible[visible.count / 2]
        scene.list.selection = [anchor]
        #expect(scene.list.focus(row: anchor))
        try await scene.list.nextFrames(2)
        func place() throws -> Double {
          try #require((scene.list.widget(ofRow: anchor)?.frame(in: scene.list))).y
        }
        let y = try place()
        // Sections above and below those in sight come, go, and exchange rows.
        loans.transaction { loans in
          for id in 0..<500 where id % 3 != 0 { _ = loans.remove(id) }
          for id in 3000..<3300 { loans.update(id) { $0.branch = id % 7 } }
        }
        try await scene.settle()
        try scene.check()
        #expect(abs(try place() - y) < 1.5)
        // Sections begin in sight, above the anchor and at it.
        let earlier = visible[1]
        for id in [earlier, anchor] { loans.update(id) { $0.branch += 1 } }
        try await scene.settle()
        try scene.check()
        await keepPicture("sections-anchored", of: scene.window)
        #expect(scene.list.selection == [anchor] && scene.list.visibleRows.contains(anchor))
        // The same rows among others.
        let before = try place()
        let headers = scene.list.visibleRows.filter { scene.list.header(ofRow: $0) != nil }
        loans.replaceAll(
          with: (0..<900).map { Loan(id: 9000 + $0, branch: $0 % 300) }
            + loans.snapshot().filter { $0.branch > 600 })
        try await scene.settle()
        try scene.check()
        #expect(scene.list.visibleRows.filter { scene.list.header(ofRow: $0) != nil } == headers)
        #expect(abs(try place() - before) < 1.5)
        #expect(scene.list.focusedRowID == anchor)
        // None of them.
        loans.replaceAll(with: (0..<900).map { Loan(id: 20_000 + $0, branch: $0 / 3) })
        try await scene.settle()
        try scene.check()
        scene.close()
      }
      await census.expectUnchanged()
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func headersBelongToTheirRows(seed: UInt64) async throws {
      do {
        var random = SeededGenerator(seed: seed)
        let scene = try await SectionScene((0..<300).map { Loan(id: $0, branch: $0 % 40) })
        for step in 0..<50 {
          for edit in 0..<Int.random(in: 1...4, using: &random) {
            scene.loans.editAtRandom(newID: 1000 + step * 10 + edit, &random)
          }
          let shown = scene.loans.snapshot()
          switch Int.random(in: 0..<8, using: &random) {
          case 0: scene.loans.replaceAll(with: shown.shuffled(using: &random))
          case 1: if let row = shown.randomElement(using: &random) { scene.list.scroll(to: row.id) }
          case 2:
            scene.loans.replaceAll(
              with: (0..<200).map { Loan(id: 10_000 + $0 + step * 1000, branch: $0 / 3) })
          case 3: for id in scene.list.visibleRows { scene.loans.update(id) { $0.branch /= 2 } }
          default: break
          }
          try await scene.settle()
          try scene.check()
        }
        scene.close()
      }
      await census.expectUnchanged()
    }
  }
}
#endif
