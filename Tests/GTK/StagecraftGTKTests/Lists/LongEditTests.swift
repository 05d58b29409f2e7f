#if GTK
import StagecraftGTK
import StagecraftGTKTestKit
import StagecraftLists
import Testing

extension WindowTests {
  /// As many edits as 190 a second in an hour; in debug builds, in six minutes.
  @MainActor
  @Suite("An hour of edits", .timeLimit(.minutes(10)))
  struct LongEditTests {
    #if DEBUG
    private static let edits = 68_400
    #else
    private static let edits = 684_000
    #endif

    init() { GTKTest.prepare() }

    @Test func manyEditsAreShownExactly() async throws {
      let census = Census()
      do {
        let scene = try await ListScene(2000, selection: .multiple)
        try await scene.scroll(to: 1000)
        scene.list.selection = Set(scene.list.visibleRows)
        let replay = SpliceReplay(scene.list)
        let writers = ListWriters(
          scene.books, threads: 4, edits: Self.edits / 4, pause: 500, seed: 4)
        var batches = 0
        var failures = 0
        scene.list.onBatch = { [unowned list = scene.list] _ in
          batches += 1
          let shown = list.snapshot!
          let areRight = list.visibleRows.allSatisfy { id in
            (list.widget(ofRow: id) as? Label)?.text == shown[id: id]?.title
          }
          let isExact = replay.ids.elementsEqual(shown.lazy.map(\.id))
          if !areRight || !isExact || list.livingRows >= 450 { failures += 1 }
          writers.batchWasShown()
        }
        await writers.finish()
        try await scene.settle()
        scene.checkWidgets()
        #expect(failures == 0)
        #expect(batches > 20)
        #expect(replay.ids == scene.books.snapshot().map(\.id))
        replay.end()
        scene.close()
      }
      await census.expectUnchanged()
    }
  }
}
#endif
