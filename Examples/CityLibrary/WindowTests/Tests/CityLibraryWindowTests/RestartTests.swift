import Foundation
import Testing

@testable import WindowDriver

extension WindowTests {
  @MainActor
  @Suite("Restart")
  struct RestartTests {
    @Test func quittingKeepsTabStackSearchAndScroll() async throws {
      try await CityLibrary.open { library in
        try await library.press("Search")
        try await library.seesFocus("Titles and authors")
        try library.type("the")
        let found = try await library.until("fewer titles") { _ in
          library.count().flatMap { $0 < 2_000 ? $0 : nil }
        }
        let first = library.covers()
        try await library.scroll(library.find("Titles", [.table]), steps: 15)
        let scrolled = try await library.until("other covers") { _ in
          // GTK still reports recycled rows at their old places.
          let covers = library.covers().filter { !first.contains($0) }
          return covers.isEmpty ? nil : covers
        }
        try await library.openCover(scrolled[scrolled.count / 2])
        try await library.quit()

        let second = try await library.again()
        defer { second.run.kill() }
        try await second.sees("Copies")
        try await second.press("Back")
        try await second.until("the same covers") { _ in
          second.covers().contains(scrolled[scrolled.count / 2]) ? true : nil
        }
        #expect(second.count() == found)
        second.expectNoCriticals()
      }
    }

    @Test(.onlyWithAll, arguments: ["", "the"])
    func quittingKeepsTheTab(words: String) async throws {
      try await CityLibrary.open { library in
        if !words.isEmpty {
          try await library.press("Search")
          try await library.seesFocus("Titles and authors")
          try library.type(words)
          try await library.until("fewer titles") { _ in
            library.count().flatMap { $0 < 2_000 ? true : nil }
          }
        }
        try await library.tab("Desk")
        try await library.sees("Picking")
        try await library.quit()

        let second = try await library.again()
        defer { second.run.kill() }
        try await second.sees("Picking")
        second.expectNoCriticals()
      }
    }

    @Test func aKillKeepsWhatWasTyped() async throws {
      try await CityLibrary.open { library in
        try await library.follow("library://title/17/review")
        let field = try await library.find("What did you think of it?", [.text])
        try await library.click(field)
        try await library.seesFocus("What did you think of it?")
        let saved = library.stateDate
        try library.type("Read it by a lake.")
        try await library.until("a saved state") { _ in library.stateDate != saved ? true : nil }
        try await library.until("the whole text") { _ in
          try library.text(of: field) == "Read it by a lake." ? true : nil
        }
        // The state that has the whole text is written within a second after it.
        let first = library.stateDate
        try library.type(" Twice")
        try await library.until("a saved state") { _ in library.stateDate != first ? true : nil }
        library.run.kill()

        let second = try await library.again()
        defer { second.run.kill() }
        let review = try await second.find("What did you think of it?", [.text])
        let text = try second.text(of: review)
        #expect(text.hasPrefix("Read it by a lake."), "\(text)")
        second.expectNoCriticals()
      }
    }

    @Test(.onlyWithAll) func linksOpenInTheRunningProgram() async throws {
      try await CityLibrary.open { library in
        try await library.follow("library://branch/3")
        try await library.sees("Library Square")
        try await library.follow("library://title/12")
        try await library.window(showing: "Persuasion")
        try await library.follow("library://nothing/12")
        try await library.sees("is no link of the library")
      }
    }
  }
}

extension CityLibrary {
  /// When the state of the screens was written.
  fileprivate var stateDate: Date? {
    let path = folder.appending(path: "screens").path
    return try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
  }
}
