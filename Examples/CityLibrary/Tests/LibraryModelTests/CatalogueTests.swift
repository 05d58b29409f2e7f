import Foundation
import Stagecraft
import Testing

@testable import LibraryModel

@Suite(.timeLimit(.minutes(10)))
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
    let surnames = shown.map { $0.search.text.split(separator: " ").last ?? "" }
    #expect(surnames == surnames.sorted { Array($0.utf8).lexicographicallyPrecedes($1.utf8) })
    #expect(Set(surnames).count > 5)
    #expect(!shown.contains { $0.name == "The Moonstone" })
  }

  @Test func namesAreSortedWithoutArticlesAndAlsoWhereTheyBeginAlike() {
    let names = [
      "the moonstone wilkie collins", "moonstones of cornwall ada collinson", "a tramp twain",
      "emma jane austen", "die nacht ilse aichinger", "紅樓夢 曹雪芹",
      "1984 george orwell",
    ].map { SearchText($0) }
    func sorted(_ compare: (SearchText, SearchText) -> Int) -> [String] {
      names.sorted { compare($0, $1) < 0 }.map { String($0.text.prefix(6)) }
    }
    #expect(
      sorted { $0.compareName(with: $1) }
        == ["1984 g", "emma j", "the mo", "moonst", "die na", "a tram", "紅樓夢 曹雪"])
    #expect(
      sorted { $0.compareSurname(with: $1) }
        == ["die na", "emma j", "the mo", "moonst", "1984 g", "a tram", "紅樓夢 曹雪"])
  }

  @Test func eachLetterLeadsToItsFirstTitle() async throws {
    let catalogue = try await TestLibrary().catalogue
    for order in Catalogue.Order.allCases {
      var query = Catalogue.Query()
      query.order = order
      catalogue.show(query)
      let shown = catalogue.shown.snapshot()
      var first: [Character: Title.ID] = [:]
      for title in shown {
        guard let letter = order.letter(of: title), first[letter] == nil else { continue }
        first[letter] = title.id
      }
      #expect(order.firstTitles(of: shown) == first)
      #expect(order == .popular || order == .newest ? first.isEmpty : first.count > 15)
    }
  }

  @Test func aBranchShowsWhatStandsThereNow() async throws {
    let test = try await TestLibrary()
    let (catalogue, title) = (test.catalogue, test.title("Hard Times"))
    let copies = try await test.library.copies(of: title.id).list.snapshot()
    #expect(Set(copies.map(\.branch)).count == copies.count, "each copy is elsewhere")
    var query = Catalogue.Query()
    for branch in 1...7 {
      query.branch = branch
      catalogue.show(query)
      let isThere = copies.contains { $0.branch == branch }
      #expect(catalogue.shown.snapshot().contains(id: title.id) == isThere)
    }
    let loan = try await test.lending.borrow(title.id, for: 77)
    query.branch = copies.first { $0.id == loan.id }!.branch
    catalogue.show(query)
    await TestLibrary.until(catalogue.shown) { !$0.contains(id: title.id) }
    try await test.lending.giveBack(loan)
    await TestLibrary.until(catalogue.shown) { $0.contains(id: title.id) }
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
      #expect(count == rows.count { row in words.allSatisfy { row.search.text.contains($0) } })
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
