/// A module that handles the login it needs.
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
      shelf.add(book, for: reader)
    } else {
      savedBook = book
      account.showLogin()
    }
  }

  private func resume(_ reader: String) {
    if let book = savedBook {
      savedBook = nil
      shelf.add(book, for: reader)
    }
  }
}
