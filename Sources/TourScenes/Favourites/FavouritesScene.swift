struct FavouritesScene: Scene {
  let name = "favourites"
  let summary = "favourite and comment both need a login that happens once"

  func play(_ narrator: Narrator) async throws {
    playByHand(narrator)
    try await playOurs(narrator)
    try await playCondition(narrator)
    compare(narrator)
  }

  /// Counts what the modules consist of.
  func compare(_ narrator: Narrator) {
    narrator.chapter("The code of each way")
    let modules = [
      ("final class HandMadeFavourite", "FavouritesTextbook.swift"),
      ("final class HandMadeComment", "FavouritesTextbook.swift"),
      ("struct Favourite", "FavouritesOurs.swift"), ("struct Comment", "FavouritesOurs.swift"),
    ]
    let counts = modules.map { name, file in
      let lines = Listing(name, in: file).body
      func count(_ word: String) -> Int { lines.count { $0.contains(word) } }
      return [lines.count, count("if ") + count("else"), count("var saved")]
    }
    narrator.table(
      "module", "lines", "branches", "saved values",
      rows: zip(modules, counts).map { module, counts in [module.0] + counts.map { "\($0)" } })
    narrator.promise(
      "As operations, the modules have no branches and save no state.",
      isKept: counts.map { $0.dropFirst() } == [[3, 1], [3, 2], [0, 0], [0, 0]]
        || counts.allSatisfy { $0[0] == 0 })
  }
}

@MainActor
final class Shelf {
  var entries: [String] = []
  var contents: String { entries.isEmpty ? "nothing" : entries.sorted().joined(separator: "; ") }
}

struct LoginError: Error, Hashable, CustomStringConvertible {
  static let refusal = LoginError(description: "no connection")
  let description: String
}

/// The session of a reader, and the login screens, which the scene answers.
@MainActor
final class Account {
  typealias Reply = Result<String, LoginError>
  let screens = Dialogs<Reply>()
  private(set) var reader: String?
  private var listeners: [(String) -> Void] = []
  func whenLoggedIn(_ listener: @escaping (String) -> Void) { listeners.append(listener) }
  func showLogin() { screens.show("login") }

  /// Answers the login screen on top.
  func answer(_ reply: Reply) {
    screens.answerTop(reply)
    guard case .success(let reader) = reply else { return }
    self.reader = reader
    for listener in listeners { listener(reader) }
  }

  /// Shows a login screen and waits for the answer.
  func logIn() async throws -> String { try await screens.ask("login").get() }
}
