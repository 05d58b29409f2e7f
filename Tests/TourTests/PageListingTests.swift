import Foundation
import Testing

@testable import TourScenes

/// What the tour prints as the pages' code must be the pages' code.
struct PageListingTests {
  @Test(arguments: ["TextbookPage", "PooledPage"])
  func listingIsTheSource(file: String) throws {
    let listing = file == "TextbookPage" ? PageListing.textbook : PageListing.pooled
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let source = try String(
      contentsOf: root.appending(path: "Sources/TourScenes/Maps/Pages/\(file).swift"),
      encoding: .utf8)
    #expect(listing.split(separator: "\n").map(String.init) == body(of: source))
  }

  @Test func onlyTheConstructorAndTheReturnDiffer() {
    #expect(PageListing.sideBySide.differences == 2)
  }

  /// The lines between the braces of the class, without its indentation and without empty lines.
  private func body(of source: String) -> [String] {
    source.split(separator: "\n")
      .drop { !$0.hasPrefix("final class") }.dropFirst()
      .prefix { $0 != "}" }
      .map { String($0.dropFirst(2)) }
  }
}
