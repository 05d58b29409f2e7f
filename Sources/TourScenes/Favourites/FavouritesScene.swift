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
    let screen = account.screen
    favourite.tap("Emma")
    comment.send("Witty!", on: "Emma")
    let depth = screen.depth
    while screen.depth > 0 { screen.answer(.success("Ada")) }
    narrator.promise(
      "Each module shows its own login screen: \(depth) at once.",
      isKept: depth == 2 && screen.timesShown == 2)
    favourite.tap("Persuasion")
    narrator.promise(
      "A module resumes after its login, and asks no more: \(shelf.contents).",
      isKept: screen.timesShown == 2
        && shelf.contents == "Ada likes Emma; Ada likes Persuasion; Ada on Emma: Witty!")
    playGhost(narrator)
  }

  private func playGhost(_ narrator: Narrator) {
    let (account, shelf) = (Account(), Shelf())
    let favourite = HandMadeFavourite(account: account, shelf: shelf)
    let comment = HandMadeComment(account: account, shelf: shelf)
    favourite.tap("Emma")
    account.screen.close()
    comment.send("Too long", on: "Emma")
    account.screen.answer(.failure(LoginStory.refusal))
    let (book, text) = (comment.savedBook, comment.savedText)
    comment.send("Too long", on: "Emma")
    account.screen.answer(.success("Ada"))
    narrator.promise(
      "State that was saved for a login that failed comes back later: \(shelf.contents).",
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
      "For a reader who is logged in there is no login screen.",
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
      "If it is cancelled, both are cancelled, and nothing is left that could come back.",
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
    await account.screen.nextShown()
    narrator.show(manager.explain(first))
    account.screen.answer(.success("Ada"))
    try await first.value
    try await manager.submit("reserve Persuasion", conditions: [.loggedIn(account)]) {}.value
    try await manager.waitUntilIdle()
    let names = manager.trace.nodes.map(\.name)
    narrator.promise(
      "Two reservations need one login: \(names.joined(separator: ", ")).",
      isKept: names.count { $0 == "login" } == 1 && account.screen.timesShown == 1)
  }

  /// Counts the modules' code.
  func compare(_ narrator: Narrator) {
    narrator.chapter("How much code each way takes")
    let hand = [
      Listing("final class HandMadeFavourite", in: "FavouritesTextbook.swift"),
      Listing("final class HandMadeComment", in: "FavouritesTextbook.swift"),
    ]
    let ours = [
      Listing("struct Favourite", in: "FavouritesOurs.swift"),
      Listing("struct Comment", in: "FavouritesOurs.swift"),
    ]
    let lines = [hand, ours].map { $0.map(\.body) }
    func count(_ word: String) -> [[Int]] {
      lines.map { $0.map { $0.reduce(0) { $0 + ($1.contains(word) ? 1 : 0) } } }
    }
    let (ifs, elses, saved) = (count("if "), count("else"), count("var saved"))
    let branches = (0..<2).map { zip(ifs[$0], elses[$0]).map(+) }
    func row(_ title: String, _ counts: [[Int]]) -> [String] {
      [title] + counts.map { "\($0.reduce(0, +))" }
    }
    narrator.table(
      "both modules", "textbook", "ours",
      rows: [
        row("lines", lines.map { $0.map(\.count) }), row("branches", branches),
        row("saved values", saved),
      ])
    narrator.promise(
      "As operations the modules have no branches and save nothing.",
      isKept: lines.joined().contains([])
        || branches == [[3, 3], [0, 0]] && saved == [[1, 2], [0, 0]])
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

/// Who is logged in, and the login by callback or as a task.
@MainActor
final class Account {
  let screen = LoginScreen()
  private(set) var reader: String?
  private var listeners: [(String) -> Void] = []

  func whenLoggedIn(_ listener: @escaping (String) -> Void) { listeners.append(listener) }

  func showLogin() {
    screen.show { [self] reply in
      guard case .success(let reader) = reply else { return }
      self.reader = reader
      for listener in listeners { listener(reader) }
    }
  }

  func logIn() async throws -> String {
    let screen = screen
    let reply = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        screen.show { continuation.resume(returning: $0) }
      }
    } onCancel: {
      Task { @MainActor in screen.close() }
    }
    guard let reply else { throw CancellationError() }
    reader = try reply.get()
    return try reply.get()
  }
}

/// A screen that asks for the password; the scene answers.
@MainActor
final class LoginScreen {
  typealias Reply = Result<String, LoginError>

  private(set) var timesShown = 0
  private var open: [(Reply?) -> Void] = []
  private let (showings, announcer) = AsyncStream.makeStream(of: Void.self)

  /// How many login screens are shown.
  var depth: Int { open.count }

  /// Shows the screen; the reply is nil if it is closed.
  func show(then reply: @escaping (Reply?) -> Void) {
    timesShown += 1
    open.append(reply)
    announcer.yield()
  }

  func close() { open.popLast()?(nil) }

  func answer(_ reply: Reply) { open.removeLast()(reply) }

  func nextShown() async {
    var iterator = showings.makeAsyncIterator()
    await iterator.next(isolation: MainActor.shared)
  }
}
