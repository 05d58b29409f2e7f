import Foundation
import Stagecraft
import Testing

@testable import LibraryModel

@Suite(.timeLimit(.minutes(2)))
struct CatalogueTests {
  @Test func aSeedMakesTheSameTitlesInFourLanguages() {
    var (one, other) = (TitleMaker(seed: 7), TitleMaker(seed: 7))
    let titles = (1...2_000).map { one.title($0) }
    #expect(titles == (1...2_000).map { other.title($0) })
    #expect(titles[1].name == "The Moonstone")
    #expect(titles.contains { $0.name.hasPrefix("Geschichte der Stadt") })
    #expect(titles.contains { $0.name.contains("與") })
    #expect(titles.contains { $0.name.hasPrefix("Voyage à") })
    #expect(Set(titles.map(\.name)).count > 1_700)
  }

  @Test func eachWordIsFoundInNameOrAuthorWithoutAccents() {
    var query = Catalogue.Query()
    query.text = "Bronte  JANE"
    var maker = TitleMaker(seed: 1)
    let found = (1...100).map { maker.title($0) }.filter(query.filter)
    #expect(found.map(\.name) == ["Jane Eyre"])
  }

  @Test func chipsAndSearchAreCombinedAndSorted() async throws {
    let test = try await TestLibrary()
    let catalogue = test.catalogue
    #expect(catalogue.shown.count == 400)
    var query = Catalogue.Query()
    query.genre = .mystery
    query.isInStock = true
    query.order = .author
    catalogue.show(query)
    let shown = catalogue.shown.snapshot()
    #expect(shown.allSatisfy { $0.genre == .mystery && $0.inStock > 0 })
    #expect(shown.map(\.surname) == shown.map(\.surname).sorted())
    #expect(Set(shown.map(\.surname)).count > 5)
    #expect(!shown.contains { $0.name == "The Moonstone" })
  }

  @Test func aHundredThousandTitlesAreMadeOpenedAndSearched() async throws {
    let clock = ContinuousClock()
    var start = clock.now
    let test = try await TestLibrary(titles: 100_000)
    print("made and opened: \(clock.now - start)")
    start = clock.now
    let other = try await TestLibrary(beside: test, titles: 100_000)
    print("opened: \(clock.now - start)")
    let catalogue = other.catalogue
    #expect(catalogue.titles.list.count == 100_000)
    let rows = catalogue.titles.list.snapshot()
    var query = Catalogue.Query()
    for text in ["t", "th", "the", "the moon"] {
      query.text = text
      start = clock.now
      catalogue.show(query)
      let count = catalogue.shown.count
      print("“\(text)” finds \(count) in \(clock.now - start)")
      let words = text.split(separator: " ")
      #expect(count > 0)
      #expect(count == rows.count { row in words.allSatisfy { row.search.contains($0) } })
    }
    for order in Catalogue.Order.allCases {
      query = Catalogue.Query()
      query.order = order
      start = clock.now
      catalogue.show(query)
      #expect(catalogue.shown.count == 100_000)
      print("all by \(order): \(clock.now - start)")
      let shown = catalogue.shown.snapshot()
      let isBefore = order.areInIncreasingOrder
      #expect(zip(shown, shown.dropFirst()).allSatisfy { !isBefore($1, $0) })
    }
  }

  @Test func coversFollowFromNameAndAuthor() {
    var maker = TitleMaker(seed: 1)
    let titles = (1...500).map { maker.title($0) }
    let covers = titles.map { CoverDesign($0) }
    #expect(covers == titles.map { CoverDesign($0) })
    #expect(Set(covers.map(\.layers)).count > 480)
    #expect(covers.allSatisfy { (1...5).contains($0.lines.count) && !$0.layers.isEmpty })
    #expect(CoverDesign.lines(of: "On the Origin of Species") == ["On the Origin", "of Species"])
    #expect(CoverDesign.lines(of: "三國演義三國演義") == ["三國演義三國", "演義"])
  }
}
