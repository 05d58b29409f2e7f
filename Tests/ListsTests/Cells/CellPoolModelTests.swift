import StagecraftLists
import StagecraftPools
import TestSupport
import Testing

@Suite(.onSeparateThread, .timeLimit(.minutes(3)))
struct CellPoolModelTests {
  /// Random scrolling and changes; each visible row has one cell, which shows its content.
  @Test
  func eachVisibleRowHasExactlyOneCell() throws {
    try withEverySeed(in: 0..<60) { generator in
      let pool = CellPool<CellOrder>.makeDesk(maximumIdle: Int.random(in: 0...6, using: &generator))
      let window = CellWindow(pool: pool)
      var rows = (0..<30).map { CellOrder(id: $0, title: "v0", isHeading: $0 % 7 == 0) }
      var next = 30
      for step in 0..<120 {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0:
          rows.insert(
            CellOrder(id: next, title: "v\(step)", isHeading: generator.oneIn(5)),
            at: Int.random(in: 0...rows.count, using: &generator))
          next += 1
        case 1 where rows.count > 5:
          rows.remove(at: Int.random(in: rows.indices, using: &generator))
        case 2: rows.shuffle(using: &generator)
        case 3:
          let place = Int.random(in: rows.indices, using: &generator)
          rows[place].title = "v\(step)"
          rows[place].isHeading = generator.oneIn(5)
          if window.rows.contains(where: { $0.id == rows[place].id }) {
            window.change(rows[place])
          }
        default: break
        }
        window.show(
          rows, from: Int.random(in: 0...rows.count, using: &generator),
          height: Int.random(in: 0...9, using: &generator))
        expect(pool, toShow: Array(window.visibleRows))
      }
      let numbers = pool.reuse.snapshot(of: .orderCell)
      #expect(numbers.strayReleases == 0, "\(Labels.text)")
      pool.enqueueAll()
      #expect(pool.reuse.snapshot(of: .orderCell).onLoan == 0, "\(Labels.text)")
    }
  }

  private func expect(_ pool: CellPool<CellOrder>, toShow rows: [CellOrder]) {
    var cells: Set<ObjectIdentifier> = []
    for row in rows {
      if row.isHeading {
        let cell = pool.cell(.headingCell, showing: row.id)
        #expect(cell?.title == row.title, "\(Labels.text)")
        if let cell { cells.insert(ObjectIdentifier(cell)) }
      } else {
        let cell = pool.cell(.orderCell, showing: row.id)
        #expect(cell?.title == row.title, "\(Labels.text)")
        if let cell { cells.insert(ObjectIdentifier(cell)) }
      }
    }
    #expect(cells.count == rows.count, "\(Labels.text)")
    #expect(pool.count == rows.count, "\(Labels.text)")
  }
}
