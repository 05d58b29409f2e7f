/// A module that handles the login that it needs.
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

/// Another one.
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
