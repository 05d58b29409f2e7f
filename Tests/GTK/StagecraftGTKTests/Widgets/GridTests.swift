#if GTK
import StagecraftGTKTestKit
import Testing

@testable import StagecraftGTK

extension WindowTests {
  @MainActor
  @Suite("Grids and panes", .timeLimit(.minutes(2)))
  struct GridTests {
    init() { GTKTest.prepare() }

    @Test func aGridPutsWidgetsInColumns() async throws {
      let census = Census()
      do {
        let grid = Grid(columnSpacing: 12, rowSpacing: 6)
        let (title, author, wide) = (Label("Title"), Label("Author"), Label("Wide"))
        grid.attach(title, column: 0, row: 0)
        grid.attach(author, column: 1, row: 0)
        grid.attach(wide, column: 0, row: 1, columns: 2)
        grid.hasHomogeneousColumns = true
        let window = TestWindow(grid)
        try await window.open()
        let frames = [title, author, wide].compactMap { $0.frame(in: grid) }
        #expect(frames[0].width == frames[1].width && grid.hasHomogeneousColumns)
        #expect(frames[1].x == frames[0].width + 12)
        #expect(frames[2].y == frames[0].height + 6 && frames[2].width == frames[0].width * 2 + 12)
        grid.remove(wide)
        #expect(wide.parent == nil && !wide.isMapped)
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func theLineOfPanesMoves() async throws {
      let census = Census()
      do {
        var positions: [Int] = []
        let (list, page) = (Label("List"), Label("Page"))
        let panes = Paned(start: list, end: page)
        let window = TestWindow(panes, width: 400)
        try await window.open()
        panes.onMove = { positions.append($0) }
        panes.position = 150
        #expect(await GTKTest.until { list.width == 150 && (page.frame(in: panes)?.x ?? 0) >= 150 })
        #expect(panes.position == 150 && positions == [150])
        panes.start = nil
        #expect(list.parent == nil)
        panes.start = Label("Other")
        panes.end = list
        #expect(page.parent == nil && panes.children.count == 2)
        window.close()
      }
      await census.expectUnchanged()
    }
  }
}
#endif
