internal import Stagecraft

/// Two modules that need a login.
struct FavouritesScene: Scene {
  let name = "favourites"
  let summary = "favourite and comment both need a login that happens once"

  func play(_ narrator: Narrator) async throws {
    playByHand(narrator)
    try await playOurs(narrator)
    try await playCondition(narrator)
    compare(narrator)
  }

  func playByHand(_ narrator: Narrator) {
    narrator.chapter("The textbook: save the state, log in, resume")
    narrator.show(Listing("final class HandMadeFavourite", in: "FavouritesTextbook.swift"))
    let (account, shelf) = (Account(), Shelf())
    let favourite = HandMadeFavourite(account: account, shelf: shelf)
    let comment = HandMadeComment(account: account, shelf: shelf)
    favourite.tap("Emma")
    comment.send("Witty!", on: "Emma")
    let depth = account.depth
    while account.depth > 0 { account.answer(.success("Ada")) }
    narrator.promise(
      "Each module shows its own login screen: \(depth) at once.",
      isKept: depth == 2 && account.timesShown == 2)
    favourite.tap("Persuasion")
    narrator.promise(
      "A module resumes after its login, and asks no more: \(shelf.contents).",
      isKept: account.timesShown == 2
        && shelf.contents == "Ada likes Emma; Ada likes Persuasion; Ada on Emma: Witty!")
    playGhost(narrator)
  }

  private func playGhost(_ narrator: Narrator) {
    let (account, shelf) = (Account(), Shelf())
    let favourite = HandMadeFavourite(account: account, shelf: shelf)
    let comment = HandMadeComment(account: account, shelf: shelf)
    favourite.tap("Emma")
    account.close()
    comment.send("Too long", on: "Emma")
    account.answer(.failure(LoginStory.refusal))
    let (book, text) = (comment.savedBook, comment.savedText)
    comment.send("Too long", on: "Emma")
    account.answer(.success("Ada"))
    narrator.promise(
      "State saved for a login that failed takes effect later: \(shelf.contents).",
      isKept: book == "Emma" && text == "Too long" && shelf.entries.contains("Ada likes Emma")
        && shelf.entries.contains("Ada on Emma: Too long") && shelf.entries.count == 2)
  }

  func playOurs(_ narrator: Narrator) async throws {
    narrator.chapter("Ours: say what it comes after")
    narrator.show(Listing("struct Favourite", in: "FavouritesOurs.swift"))
    let both = "Ada likes Emma; Ada on Emma: Witty!"
    let story = try await LoginStory(.typesPassword)
    narrator.show(story.explanations)
    narrator.promise(
      "There is \(story.logins) login for both, and both come after it: \(story.shelf).",
      isKept: story.logins == 1 && story.favourite?.isSuccess == true && story.shelf == both
        && story.comment?.isSuccess == true && story.trace.starts("login", before: "comment"))
    narrator.promise(
      "Both explanations name what the modules wait for.",
      isKept: story.explanations.count == 2
        && story.explanations.allSatisfy { $0.contains("waits for “login”") })
    let already = try await LoginStory(.isLoggedInAlready)
    narrator.promise(
      "A reader who is already logged in causes no login.",
      isKept: already.logins == 0 && already.login?.value == "Ada" && already.shelf == both
        && already.trace.nodes.allSatisfy { $0.name != "login" || $0.ending == .satisfied }
        && already.comment?.isSuccess == true)
    let refused = try await LoginStory(.isRefused)
    narrator.promise(
      "If the login fails, both end with its error, and the shelf has \(refused.shelf).",
      isKept: refused.favourite?.rootError == LoginStory.refusal
        && refused.comment?.rootError == LoginStory.refusal
        && refused.logins == 1 && refused.shelf == "nothing")
    let away = try await LoginStory(.turnsAway)
    narrator.promise(
      "If it is cancelled, both are cancelled, and no saved state is left over.",
      isKept: away.login?.cancellation == .requested && away.shelf == "nothing"
        && away.favourite?.cancellation == .dependencyCancelled
        && away.comment?.cancellation == .dependencyCancelled)
  }

  /// The login as a condition.
  func playCondition(_ narrator: Narrator) async throws {
    narrator.chapter("A condition: submit(\"reserve\", conditions: [.loggedIn(account)])")
    var configuration = OperationManager.Configuration()
    configuration.recordsTrace = true
    let manager = OperationManager("reservations", configuration: configuration)
    let account = Account()
    let first = manager.submit("reserve Emma", conditions: [.loggedIn(account)]) {}
    await account.nextShown()
    narrator.show(manager.explain(first))
    account.answer(.success("Ada"))
    try await first.value
    try await manager.submit("reserve Persuasion", conditions: [.loggedIn(account)]) {}.value
    try await manager.waitUntilIdle()
    let names = manager.trace.nodes.map(\.name)
    narrator.promise(
      "Two reservations need one login: \(names.joined(separator: ", ")).",
      isKept: names.count { $0 == "login" } == 1 && account.timesShown == 1)
  }

  /// Counts the modules' code.
  func compare(_ narrator: Narrator) {
    narrator.chapter("How much code each way takes")
    let names = [
      "final class HandMadeFavourite", "final class HandMadeComment", "struct Favourite",
      "struct Comment",
    ]
    let counts = names.map { name in
      let file = name.hasPrefix("struct") ? "FavouritesOurs.swift" : "FavouritesTextbook.swift"
      let lines = Listing(name, in: file).body
      func count(_ word: String) -> Int { lines.count { $0.contains(word) } }
      return (lines: lines.count, branches: count("if ") + count("else"), saved: count("var saved"))
    }
    narrator.table(
      "module", "lines", "branches", "saved values",
      rows: zip(names, counts).map { [$0, "\($1.lines)", "\($1.branches)", "\($1.saved)"] })
    narrator.promise(
      "As operations the modules have no branches and save nothing.",
      isKept: counts.map(\.branches) == [3, 3, 0, 0] && counts.map(\.saved) == [1, 2, 0, 0]
        || counts.allSatisfy { $0.lines == 0 })
  }
}

@MainActor
final class Shelf {
  var entries: [String] = []

  var contents: String { entries.isEmpty ? "nothing" : entries.sorted().joined(separator: "; ") }
}

struct LoginError: Error, Hashable, CustomStringConvertible {
  let description: String
}

/// The login session, and the login screens that the scene answers.
@MainActor
final class Account {
  typealias Reply = Result<String, LoginError>

  private(set) var reader: String?
  private(set) var timesShown = 0
  private var listeners: [(String) -> Void] = []
  private var screens: [(Reply?) -> Void] = []
  private let (showings, announcer) = AsyncStream.makeStream(of: Void.self)

  /// How many login screens are shown.
  var depth: Int { screens.count }

  func whenLoggedIn(_ listener: @escaping (String) -> Void) { listeners.append(listener) }

  /// Shows a login screen; the reply is nil if it is closed.
  func showLogin(then reply: @escaping (Reply?) -> Void = { _ in }) {
    timesShown += 1
    screens.append(reply)
    announcer.yield()
  }

  func close() { screens.popLast()?(nil) }

  func answer(_ reply: Reply) {
    reader = (try? reply.get()) ?? reader
    screens.removeLast()(reply)
    if case .success(let reader) = reply { for listener in listeners { listener(reader) } }
  }

  func nextShown() async {
    var iterator = showings.makeAsyncIterator()
    await iterator.next(isolation: MainActor.shared)
  }

  /// Shows a login screen, and waits for its end.
  func logIn() async throws -> String {
    let reply = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        showLogin { continuation.resume(returning: $0) }
      }
    } onCancel: {
      Task { @MainActor in close() }
    }
    guard let reply else { throw CancellationError() }
    return try reply.get()
  }
}
