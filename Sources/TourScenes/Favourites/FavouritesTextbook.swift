/// A module that handles its login by hand.
@MainActor
final class HandMadeFavourite {
  private let account: Account
  private let shelf: Shelf
  private(set) var savedBook: String?

  init(account: Account, shelf: Shelf) {
    self.account = account
    self.shelf = shelf
    account.whenLoggedIn { [weak self] reader in self?.resume(reader) }
  }

  func tap(_ book: String) {
    if let reader = account.reader {
      shelf.entries.append("\(reader) likes \(book)")
    } else {
      savedBook = book
      account.showLogin()
    }
  }

  private func resume(_ reader: String) {
    if let book = savedBook {
      savedBook = nil
      shelf.entries.append("\(reader) likes \(book)")
    }
  }
}

/// Another module, which needs the same login.
@MainActor
final class HandMadeComment {
  private let account: Account
  private let shelf: Shelf
  private(set) var savedBook: String?
  private(set) var savedText: String?

  init(account: Account, shelf: Shelf) {
    self.account = account
    self.shelf = shelf
    account.whenLoggedIn { [weak self] reader in self?.resume(reader) }
  }

  func send(_ text: String, on book: String) {
    if let reader = account.reader {
      shelf.entries.append("\(reader) on \(book): \(text)")
    } else {
      savedBook = book
      savedText = text
      account.showLogin()
    }
  }

  private func resume(_ reader: String) {
    if let book = savedBook, let text = savedText {
      savedBook = nil
      savedText = nil
      shelf.entries.append("\(reader) on \(book): \(text)")
    }
  }
}

extension FavouritesScene {
  func playByHand(_ narrator: Narrator) {
    narrator.chapter("The textbook: save the state, log in, resume")
    narrator.show(Listing("final class HandMadeFavourite", in: "FavouritesTextbook.swift"))
    let (account, shelf) = (Account(), Shelf())
    let favourite = HandMadeFavourite(account: account, shelf: shelf)
    let comment = HandMadeComment(account: account, shelf: shelf)
    favourite.tap("Emma")
    comment.send("Witty!", on: "Emma")
    let depth = account.screens.depth.current
    for _ in 0..<depth { account.answer(.success("Ada")) }
    narrator.observation(
      "Each module shows its own login screen: \(depth) at once.",
      isSeen: depth == 2 && account.screens.timesShown == 2)
    favourite.tap("Persuasion")
    narrator.observation(
      "A module resumes after its login and needs no other: \(shelf.contents).",
      isSeen: account.screens.timesShown == 2
        && shelf.contents == "Ada likes Emma; Ada likes Persuasion; Ada on Emma: Witty!")
    playGhost(narrator)
  }

  /// The user closes one login screen, and the next login fails.
  private func playGhost(_ narrator: Narrator) {
    let (account, shelf) = (Account(), Shelf())
    let favourite = HandMadeFavourite(account: account, shelf: shelf)
    let comment = HandMadeComment(account: account, shelf: shelf)
    favourite.tap("Emma")
    account.screens.answerTop(nil)
    comment.send("Too long", on: "Emma")
    account.answer(.failure(LoginError.refusal))
    let (book, text) = (comment.savedBook, comment.savedText)
    comment.send("Too long", on: "Emma")
    account.answer(.success("Ada"))
    narrator.observation(
      "State saved for a login that failed takes effect later: \(shelf.contents).",
      isSeen: book == "Emma" && text == "Too long" && shelf.entries.contains("Ada likes Emma")
        && shelf.entries.contains("Ada on Emma: Too long") && shelf.entries.count == 2)
  }
}
