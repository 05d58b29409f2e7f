internal import Stagecraft

/// The module as one that says what it needs.
struct Favourite {
  let account: Account
  let shelf: Shelf
  let manager: OperationManager

  func tap(_ book: String) -> OperationHandle<Void> {
    let login = manager.shared("login") { LoginOperation(account: account) }
    return manager.submit("favourite", after: login) { @MainActor [shelf] reader in
      shelf.add(book, for: reader)
    }
  }
}
