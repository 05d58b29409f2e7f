import Foundation
import Testing

@testable import TourScenes

/// What the tour prints and counts as the modules' code must be the modules' code.
struct ModuleListingTests {
  @Test(arguments: ModuleListing.all)
  func listingIsTheSource(listing: ModuleListing) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = "Sources/TourScenes/Favourites/Modules/\(listing.name).swift"
    let source = try String(contentsOf: root.appending(path: file), encoding: .utf8)
    #expect(listing.lines.filter { !$0.isEmpty } == body(of: source))
  }

  @Test func onlyTheModulesByHandBranch() {
    #expect(ModuleListing.handMadeFavourite.branches == 3)
    #expect(ModuleListing.handMadeComment.savedValues == 2)
    #expect(ModuleListing.favourite.branches == 0)
    #expect(ModuleListing.comment.savedValues == 0)
  }

  /// The lines between the braces of the type, without its indentation and without empty lines.
  private func body(of source: String) -> [String] {
    source.split(separator: "\n")
      .drop { !$0.hasPrefix("final class") && !$0.hasPrefix("struct") }.dropFirst()
      .prefix { $0 != "}" }
      .map { String($0.dropFirst(2)) }
  }
}
