import StagecraftTestKit
import Testing

@testable import StagecraftScreens

/// An archive that is too large loses the parts farthest from the user, and reports it.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct ArchiveBudgetTests {
  let application = ScreenApplication()

  func stack(_ count: Int, textLength: Int) -> NavigationScreen<FakeView> {
    let books = (0..<count).map { BookScreen($0, in: application) }
    for book in books { book.view.text = String(repeating: "x", count: textLength) }
    let stack = NavigationScreen<FakeView>(
      root: books[0], stage: RecorderStage(), in: application)
    stack.setScreens(books)
    return stack
  }

  @Test
  func withinTheBudgetNothingIsOmitted() {
    let archive = stack(20, textLength: 1000).archive()
    #expect(archive.omissions.isEmpty)
    application.stateBudget.inAll = archive.byteCount
    #expect(stack(20, textLength: 1000).archive().omissions.isEmpty)
  }

  @Test
  func theMostDistantAreOmittedFirst() {
    let stack = stack(20, textLength: 1000)
    application.stateBudget.inAll = 10_500
    var told: [String] = []
    let observation = application.observe { event in
      if case .stateOmitted = event.kind { told.append(event.name) }
    }
    let archive = stack.archive()
    #expect(archive.byteCount <= 10_500 && archive.byteCount > 9_000)
    #expect(archive.screenCount == 21)
    let lost = archive.omissions
    #expect(lost.map(\.distance) == Array((20 - lost.count..<20).reversed()))
    #expect(lost.allSatisfy { $0.omission.reason == .archiveIsOverBudget(budget: 10_500) })
    #expect(lost.allSatisfy { $0.omission.key == "text" })
    #expect(lost.first?.path == "stack/book[0]")
    #expect(told == (0..<lost.count).map { "book \($0)" })
    withExtendedLifetime(observation) {}

    let fresh = NavigationScreen<FakeView>(
      root: BookScreen(0, in: application), stage: RecorderStage(), in: application)
    let catalog = ScreenCatalog()
    catalog.register("book") { [application] state in
      state.value(for: .number).map { BookScreen($0, in: application) }
    }
    #expect(fresh.restore(from: archive, catalog: catalog).isComplete)
    let texts = fresh.screens.compactMap { ($0 as? BookScreen)?.view.text.count }
    #expect(
      texts == Array(repeating: 0, count: lost.count)
        + Array(repeating: 1000, count: 20 - lost.count))
  }

  @Test
  func identitiesAreOmittedLast() {
    let stack = stack(20, textLength: 100)
    application.stateBudget.inAll = 500
    let archive = stack.archive()
    #expect(archive.byteCount <= 500 + 16 * 21)
    let keys = archive.omissions.map(\.omission.key)
    #expect(keys.prefix(20).allSatisfy { $0 == "text" })
    #expect(keys.dropFirst(20).allSatisfy { $0 == "number" })
    #expect(!keys.dropFirst(20).isEmpty)
  }

  @Test
  func theOmissionsOfEachScreenAreInTheArchive() {
    let stack = stack(3, textLength: 70_000)
    let archive = stack.archive()
    #expect(archive.omissions.map(\.distance) == [2, 1, 0])
    #expect(
      archive.omissions.allSatisfy {
        $0.omission.reason == .screenIsOverBudget(budget: 64 << 10)
      })
    #expect(archive.screenCount == 4)
  }

  @Test
  func pagesThatWereNotCreatedCountToo() {
    func pages() -> PageScreen<FakeView> {
      PageScreen(count: 30, stage: RecorderStage(), in: application) { [application] place in
        let page = BookScreen(place, in: application)
        return page
      }
    }
    let old = pages()
    for place in (0..<30).reversed() {
      old.turn(to: place)
      (old.openPage as? BookScreen)?.view.text = String(repeating: "x", count: 1000)
    }
    let new = pages()
    new.restore(from: old.archive(), catalog: ScreenCatalog())
    application.stateBudget.inAll = 10_500
    let archive = new.archive()
    #expect(archive.byteCount <= 10_500)
    let lost = archive.omissions.count
    #expect(archive.omissions.map(\.distance) == Array((30 - lost..<30).reversed()))
  }
}
