import Stagecraft
import Testing

@testable import TourScenes

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct FavouritesSceneTests {
  private let account = Account()
  private let shelf = Shelf()

  @Test func byHandAModuleResumesAfterItsLogin() {
    let favourite = HandMadeFavourite(account: account, shelf: shelf)
    favourite.tap("Emma")
    #expect(shelf.contents == "nothing")
    account.screen.answer(.typesPassword(reader: "Ada"))
    #expect(shelf.favourites == ["Ada likes Emma"])
    favourite.tap("Persuasion")
    #expect(account.screen.timesShown == 1)
    #expect(shelf.favourites.count == 2)
  }

  @Test func byHandAFailureLeavesWhatWasSaved() {
    let comment = HandMadeComment(account: account, shelf: shelf)
    comment.send("Witty!", on: "Emma")
    account.screen.answer(.isRefused(LoginError(description: "no connection")))
    #expect(comment.savedText == "Witty!")
    #expect(comment.savedBook == "Emma")
  }

  @Test func theLoginHappensOnceForBoth() async throws {
    let report = try await LoginStory(plot: .typesPassword).play()
    #expect(report.logins == 1)
    #expect(report.shelf == "Ada likes Emma; Ada on Emma: Witty!")
    #expect(report.explanations.count == 2)
  }

  @Test func whoIsLoggedInIsNotAsked() async throws {
    let report = try await LoginStory(plot: .isLoggedInAlready).play()
    #expect(report.logins == 0)
    #expect(report.login?.value == "Ada")
    #expect(report.shelf == "Ada likes Emma; Ada on Emma: Witty!")
  }

  @Test func bothHearWhyTheLoginFailed() async throws {
    let report = try await LoginStory(plot: .isRefused).play()
    #expect(report.favourite?.rootError == LoginError(description: "no connection"))
    #expect(report.comment?.rootError == LoginError(description: "no connection"))
    #expect(report.shelf == "nothing")
  }

  @Test func bothAreCancelledWithTheLogin() async throws {
    let report = try await LoginStory(plot: .turnsAway).play()
    #expect(report.login?.cancellation == .requested)
    #expect(report.favourite?.cancellation == .dependencyCancelled)
    #expect(report.comment?.cancellation == .dependencyCancelled)
  }
}
