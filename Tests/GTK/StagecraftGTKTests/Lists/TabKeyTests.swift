#if GTK
import StagecraftGTKTestKit
import StagecraftLists
import Testing

@testable import StagecraftGTK

extension WindowTests {
  @MainActor
  @Suite("The Tab key in lists")
  struct TabKeyTests {
    private let census: Census

    init() {
      GTKTest.prepare()
      census = Census()
    }

    @Test func tabGoesThroughARowAndThenLeavesTheList() async throws {
      do {
        let books = LiveList((0..<100).map { Book(id: $0) })
        let list = ListView(books, selection: .single) {
          Box(.horizontal, [Button("Lend"), Button("Return")])
        } show: { _, _ in
        }
        let (before, after) = (Button("Before"), Button("After"))
        let window = TestWindow(Box(.vertical, [before, ScrolledView(list), after]), height: 400)
        try await window.open()
        try await list.nextFrames(2)
        before.grabFocus()
        list.focusFirst()
        #expect(list.focusedRowID == 0)
        func focused(in id: Int) -> Int? {
          (list.widget(ofRow: id) as? Box)?.children.firstIndex { $0.containsFocus }
        }
        #expect(focused(in: 0) == 0)
        #expect(list.tab(.forward))
        #expect(focused(in: 0) == 1)
        #expect(list.tab(.forward))
        #expect(after.containsFocus)
        // And back, from a row in the middle.
        #expect(list.focus(row: 3))
        #expect(list.tab(.backward))
        #expect(before.containsFocus || focused(in: 3) == 0)
        if !before.containsFocus { #expect(list.tab(.backward)) }
        #expect(before.containsFocus)
        // Without a focus in it, the key is not the list's.
        #expect(!list.tab(.forward))
        window.close()
      }
      await census.expectUnchanged()
    }
  }
}
#endif
