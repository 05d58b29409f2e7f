#if GTK
import StagecraftGTK
import StagecraftGTKTestKit
import StagecraftLists
import TestSupport
import Testing

extension WindowTests {
  /// Random walks: whatever happens, the window is full of the right rows.
  @MainActor
  @Suite("Walks over lists", .timeLimit(.minutes(5)))
  struct ListWalkTests {
    init() { GTKTest.prepare() }

    @Test(arguments: [UInt64(11), 12, 13, 14])
    func theWindowShowsTheRightRows(seed: UInt64) async throws {
      let census = Census()
      var random = SeededGenerator(seed: seed)
      do {
        let scene = try await ListScene(3000, selection: .multiple)
        for step in 0..<60 {
          for _ in 0..<Int.random(in: 1...3, using: &random) { edit(scene, step, &random) }
          try await scene.settle()
          scene.checkWidgets()
          let shown = scene.books.snapshot()
          #expect(scene.list.count == shown.count, "seed \(seed), step \(step)")
          #expect(scene.list.selection.allSatisfy { shown.index(of: $0) != nil })
          #expect(scene.list.livingRows < 450)
        }
        scene.close()
      }
      await census.expectUnchanged()
    }

    private func edit(
      _ scene: ListScene<ListView<Book>>, _ step: Int, _ random: inout SeededGenerator
    ) {
      let (books, list) = (scene.books, scene.list)
      let shown = books.snapshot()
      let visible = list.visibleRows
      switch Int.random(in: 0..<14, using: &random) {
      case 0:
        if let row = shown.randomElement(using: &random) { list.scroll(to: row.id) }
      case 1:
        if let row = visible.randomElement(using: &random) { list.focus(row: row) }
      case 2:
        list.selection = Set(visible.shuffled(using: &random).prefix(4))
      case 3:
        books.replaceAll(with: shown.shuffled(using: &random))
      case 4:
        let some = shown.filter { _ in Bool.random(using: &random) }
        books.replaceAll(with: some.map { Book(id: $0.id, edition: step) })
      case 5:
        books.replaceAll(with: (0..<2500).map { Book(id: step * 10_000 + $0) })
      case 6:
        for id in visible { books.remove(id) }
      case 7:
        // All but a few rows, at one of the ends or in sight.
        let few = [shown.prefix(30), shown.suffix(30)].randomElement(using: &random)!
        books.replaceAll(with: Array(few))
      case 8:
        for id in visible { try? books.move(id, to: 0) }
      case 9:
        for index in 0..<1000 {
          try? books.insert(Book(id: 10_000_000 + step * 1000 + index), at: 0)
        }
      case 10:
        books.replaceAll(with: Array(shown.reversed()))
      case 11:
        books.removeAll { $0.id % 3 == step % 3 }
      case 12:
        for row in shown.suffix(5) { try? books.move(row.id, to: books.count / 2) }
      default:
        for id in visible { books.update(id) { $0.edition += 1 } }
      }
      if books.count < 40 {
        for index in 0..<2000 {
          try? books.append(Book(id: 20_000_000 + step * 10_000 + index))
        }
      }
    }
  }
}
#endif
