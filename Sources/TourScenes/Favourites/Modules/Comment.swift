internal import Stagecraft

/// The other module as one that says what it needs.
struct Comment {
  let account: Account
  let shelf: Shelf
  let manager: OperationManager

  func send(_ text: String, on book: String) -> OperationHandle<Void> {
    let login = manager.shared("login") { LoginOperation(account: account) }
    return manager.submit("comment", after: login) { @MainActor [shelf] reader in
      shelf.add(text, on: book, by: reader)
    }
  }
}
