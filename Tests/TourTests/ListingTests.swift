import Testing

@testable import StagecraftTourScenes

struct ListingTests {
  @Test func marksReplacedAddedAndRemovedLines() {
    let lines = Listing.difference(
      from: ["a", "old", "b", "gone"], to: ["a", "new", "b", "c", "d"])
    #expect(lines == ["  a", "- old", "+ new", "  b", "- gone", "+ c", "+ d"])
    #expect(
      Listing.difference(from: ["a", "b"], to: ["x", "a", "y"]) == ["+ x", "  a", "- b", "+ y"])
  }

  @Test func equalTextsDoNotDiffer() {
    #expect(Listing.difference(from: ["a", "b"], to: ["a", "b"]) == ["  a", "  b"])
    #expect(Listing.difference(from: [], to: []) == [])
  }

  @Test func findsADeclarationAndItsBody() {
    let listing = Listing("final class TextbookPage", in: "\(Self.maps)/MapsTextbook.swift")
    #expect(listing.lines.first == "final class TextbookPage: Page {")
    #expect(listing.lines.last == "}")
    #expect(listing.body.first == "override func loadView() {")
    #expect(Listing("struct Missing", in: "\(Self.maps)/MapsTextbook.swift").lines == [])
  }

  private static let maps = "../../Sources/TourScenes/Maps"
}
