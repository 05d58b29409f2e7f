import Stagecraft
import Testing

@testable import StagecraftTourScenes

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct LinksSceneTests {
  @Test func aLinkIsShownOnce() async throws {
    #expect(try await complaints { try LinksScene().playLink($0) } == [])
  }

  @Test func goingBackFromADraftIsRefused() async throws {
    #expect(try await complaints { LinksScene().playBack($0) } == [])
  }

  @Test func aSheetReturnsAResult() async throws {
    #expect(try await complaints { await LinksScene().playResult($0) } == [])
  }

  @Test(arguments: [
    ScreensGuest.recursing, .saving(link: "library://books/1", path: "/a b"),
    .restoring(path: "--saving"),
  ])
  func aGuestIsParsed(guest: ScreensGuest) {
    #expect(ScreensGuest(arguments: guest.arguments) == guest)
  }

  @Test(arguments: [[], ["links"], ["screens-guest"], ["screens-guest", "--saving"]])
  func otherArgumentsAreNotParsed(arguments: [String]) {
    #expect(ScreensGuest(arguments: arguments) == nil)
  }

  @Test(arguments: ["library://readers/1", "library://books", "library://books/emma", ""])
  func otherLinksMeanNothing(link: String) {
    #expect(LinkedApp.navigation(for: link) == nil)
  }

  /// The second process left the mark of its restoration behind.
  @Test func theSceneKeepsItsPromisesAndLeavesNoFiles() async throws {
    let folder = try TemporaryFolder()
    let scene = LinksScene(program: Guests.program, temporaryFolder: folder.url)
    #expect(try await complaints { try await scene.play($0) } == [])
    #expect(folder.names == [])
  }
}
