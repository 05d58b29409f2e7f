import StagecraftLists
import TestSupport
import Testing

/// The messages for rows and sections that do not exist.
@Suite(.timeLimit(.minutes(3)))
struct PresenterMisuseTests {
  @Test
  func sectionOutOfRangeTraps() async {
    let results = [
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await MainActor.run {
          _ = ListPresenter(LiveList(ids: 0..<5)).numberOfRows(inSection: 3)
        }
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await MainActor.run {
          _ = ListPresenter(LiveList(ids: 0..<5)).row(at: RowPath(section: 3, row: 0))
        }
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await MainActor.run {
          let presenter = ListPresenter(LiveList(ids: 0..<5))
          presenter.surfaceMovedRow(
            from: RowPath(section: 0, row: 0), to: RowPath(section: 0, row: 1))
          _ = presenter.numberOfRows(inSection: 3)
        }
      },
    ]
    for result in results {
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("There is no section 3"))
    }
  }
}
