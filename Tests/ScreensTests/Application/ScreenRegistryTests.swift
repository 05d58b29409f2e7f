import TestSupport
import Testing

@testable import StagecraftScreens

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct ScreenRegistryTests {
  let application = ScreenApplication()

  private func page(in application: ScreenApplication) -> DiaryScreen {
    DiaryScreen("Page", Diary(), in: application)
  }

  @Test
  func listsLiveScreensInTheOrderOfCreation() {
    var pages = (0..<10).map { _ in page(in: application) }
    #expect(application.liveScreens.map(\.id) == pages.map(\.id))
    pages.remove(at: 4)
    pages.removeFirst()
    #expect(application.liveScreens.map(\.id) == pages.map(\.id))
  }

  @Test
  func forgetsDestroyedScreens() {
    let kept = (0..<10).map { _ in page(in: application) }
    for _ in 0..<10_000 {
      _ = page(in: application)
      #expect(application.registry.entries.count <= ScreenRegistry.leastSweep)
    }
    #expect(application.liveScreens.count == 10)
    let many = (0..<1_000).map { _ in page(in: application) }
    for _ in 0..<5_000 { _ = page(in: application) }
    #expect(application.registry.entries.count <= 2 * 1_010)
    #expect(application.liveScreens.map(\.id) == (kept + many).map(\.id))
  }

  /// No screen has to be created for it.
  @Test
  func forgetsManyScreensWhenTheyAreDestroyed() {
    let kept = page(in: application)
    var many = (0..<10_000).map { _ in page(in: application) }
    #expect(application.registry.entries.count == 10_001)
    many.removeAll()
    #expect(many.isEmpty)
    #expect(application.registry.entries.count <= ScreenRegistry.leastSweep)
    #expect(application.liveScreens.map(\.id) == [kept.id])
  }

  /// As above, with screens that move to another application.
  @Test
  func forgetsManyScreensThatMove() {
    let other = ScreenApplication()
    let many = (0..<1_000).map { _ in page(in: application) }
    for page in many { page.adopt(other) }
    #expect(application.registry.entries.count <= ScreenRegistry.leastSweep)
    #expect(other.liveScreens.map(\.id) == many.map(\.id))
  }

  @Test
  func aTreeMovesAsAWhole() {
    let diary = Diary()
    let leaf = page(in: application)
    let inner = ShelfScreen("Inner", diary, [leaf], in: application)
    let stranger = page(in: application)
    let other = ScreenApplication()
    let older = page(in: other)
    inner.adopt(other)
    #expect(leaf.application === other)
    #expect(inner.application === other)
    #expect(application.liveScreens.map(\.id) == [stranger.id])
    #expect(other.liveScreens.map(\.id) == [leaf.id, inner.id, older.id])
    inner.adopt(other)
    #expect(other.liveScreens.count == 3)
    withExtendedLifetime(older) {}
  }

  @Test
  func aScreenMayReturnToAnApplication() {
    let pages = (0..<3).map { _ in page(in: application) }
    let other = ScreenApplication()
    for _ in 0..<200 {
      pages[1].adopt(other)
      #expect(application.liveScreens.map(\.id) == [pages[0].id, pages[2].id])
      pages[1].adopt(application)
      #expect(application.liveScreens.map(\.id) == pages.map(\.id))
    }
    #expect(application.registry.entries.count == 3)
    #expect(other.registry.entries.count == 1)
  }

  /// Creations, releases and moves between two applications, compared with arrays.
  @Test
  func agreesWithArrays() throws {
    try withEverySeed(in: 0..<40) { generator in
      let applications = [ScreenApplication(), ScreenApplication()]
      var pages: [[DiaryScreen]] = [[], []]
      for _ in 0..<300 {
        let place = Int.random(in: 0..<2, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0, 1:
          pages[place].append(page(in: applications[place]))
        case 2 where !pages[place].isEmpty:
          pages[place].remove(at: Int.random(in: 0..<pages[place].count, using: &generator))
        default:
          guard !pages[place].isEmpty else { break }
          let page = pages[place].remove(
            at: Int.random(in: 0..<pages[place].count, using: &generator))
          page.adopt(applications[1 - place])
          pages[1 - place].append(page)
        }
        for place in 0..<2 {
          #expect(
            applications[place].liveScreens.map(\.id) == pages[place].map(\.id).sorted(),
            "\(Labels.text)")
        }
      }
    }
  }
}
