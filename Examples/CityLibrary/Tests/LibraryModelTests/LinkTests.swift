import Stagecraft
import Testing

@testable import LibraryModel

struct LinkTests {
  @Test func linksArePlaces() {
    #expect(LibraryLink("library://title/17") == .title(17))
    #expect(LibraryLink("library://title/17/review") == .review(17))
    #expect(LibraryLink("library://branch/3") == .branch(3))
    #expect(LibraryLink("library://catalogue?search=the%20moon") == .catalogue(search: "the moon"))
    #expect(LibraryLink("library://loans") == .loans)
    for text in [
      "library://title", "library://title/x", "https://title/17", "library://title/1/2",
      "library://branch/0", "library://branch/8", "library://branch/\(Int.min)",
    ] {
      #expect(LibraryLink(text) == nil)
    }
  }

  @Test func aReviewIsASheetOverItsTitle() {
    let navigation = LibraryLink.review(17).navigation
    #expect(navigation.path.last?.name == "review")
    #expect("\(navigation)".contains("title"))
  }
}
