import Testing

@testable import WindowDriver

extension WindowTests {
  @MainActor
  @Suite("Catalogue")
  struct CatalogueTests {
    @Test func searchFindsAsYouTypeAndReturnOpensATitle() async throws {
      try await CityLibrary.open { library in
        try await library.press("Search")
        try await library.seesFocus("Titles and authors")
        try library.type("moonst")
        try await library.sees("1 of 2,000")
        try await library.until("its cover alone") { tree in
          tree.shown.filter(\.isCover).map(\.title) == ["The Moonstone"] ? true : nil
        }
        try library.type("zz")
        try await library.sees("No Title Found")
        try await library.press("Show All Titles")
        try await library.sees("2,000 of 2,000")
        try library.keys("ctrl+f")
        try await library.seesFocus("Titles and authors")
        try library.type("persuas")
        try await library.sees("1 of 2,000")
        try await library.focus(.cell)
        try library.keys("Return")
        try await library.window(showing: "Persuasion")
        try library.keys("alt+Left")
        try await library.sees("1 of 2,000")
      }
    }

    @Test func controlsHaveNamesAndRoles() async throws {
      try await CityLibrary.open { library in
        try await library.press("Search")
        try await library.sees("2,000 of 2,000")
        let tree = library.look()
        let expected: [(String, Role)] = [
          ("Titles and authors", .entry), ("Search", .button), ("All", .button),
          ("In stock", .button), ("Novel", .button), ("Popular", .button), ("Titles", .table),
          ("Catalogue", .tab), ("Loans", .tab), ("Desk", .tab), ("Branches", .tab),
        ]
        for (name, role) in expected {
          #expect(
            tree.shown.contains { $0.name == name && $0.role == role }, "\(name): \(role)")
        }
      }
    }

    @Test func filtersAndOrdersChangeWhatIsShown() async throws {
      try await CityLibrary.open { library in
        try await library.press("Search")
        try await library.sees("2,000 of 2,000")
        // With the keyboard, because not all chips are in sight.
        try await library.focus(.button, "Novel")
        try library.keys("space")
        try await library.sees("Novel", pressed: true)
        try await library.until("fewer titles") { _ in
          library.count().flatMap { $0 < 2_000 ? true : nil }
        }
        try await library.focus(.button, "All", with: "shift+Tab")
        try library.keys("space")
        try await library.sees("2,000 of 2,000")
        let popular = library.covers()
        try await library.choose("Author", from: "Popular")
        try await library.until("the order of the authors") { tree in
          let covers = tree.shown.filter(\.isCover)
          let names = covers.compactMap(\.lastNameOfAuthor)
          return covers.map(\.title) != popular && names.count > 3 && names == names.sorted()
            ? true : nil
        }
      }
    }
  }
}

extension Element {
  fileprivate var lastNameOfAuthor: String? {
    let author = name.split(separator: ", ").dropLast().last ?? ""
    return author.lowercased().split(separator: " ").last.map(String.init)
  }
}
