import StagecraftLists
import StagecraftObservation
import StagecraftOperations
import StagecraftPools
import StagecraftScreens
import StagecraftTraces
import Testing

@testable import SwiftUIExample

/// The models of the sample for SwiftUI.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct LibraryTests {
  let library = Library()

  @Test
  func theCatalogueIsSortedAndFollowsEdits() {
    #expect(library.catalogue.rows.map(\.title).first == "Die rote Zora")
    library.books.update(1) { $0.title = "Alfons Zitterbacke" }
    library.catalogue.update()
    #expect(library.catalogue.rows.first?.id == 1)
  }

  @Test
  func aLinkOpensABookAndASheetRatesIt() throws {
    library.navigation.pushed = [.book(2)]
    let page = try #require(library.book(of: library.navigation.pushed[0]))
    let reader = Reader { _ = page.row }
    library.review(2)
    let sheet = try #require(library.navigation.sheet)
    #expect(library.navigation.pushed == [.book(2)] && library.book(of: sheet)?.id == 2)
    library.rate(2, stars: 5)
    page.update()
    #expect(page.row?.stars == 5 && reader.changes == 1)
    #expect(library.navigation.sheet == nil && library.navigation.pushed == [.book(2)])
  }

  @Test
  func anExportShowsItsProgressAndRunsOnce() async throws {
    // It waits for the only writer, so that the second request comes while it runs.
    let first = try await library.writers.withElement { _ in
      library.exportBooks()
      let first = library.export
      library.exportBooks()
      #expect(library.export === first)
      return first
    }
    await until { first?.state == .ended(.succeeded) }
    #expect(first?.fractionCompleted == 1)
    await until { library.figures.onLoan == 0 && library.figures.idle == 1 }
  }
}
