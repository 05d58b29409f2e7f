/// The code of the modules, to print and to count.
///
/// A program cannot read its own sources. So the text stands here once more, and a test compares it
/// with the files in `Modules`, line by line.
struct ModuleListing: Sendable {
  let name: String
  let lines: [String]

  private init(_ name: String, _ text: String) {
    self.name = name
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }

  /// Lines that are not empty.
  var length: Int { lines.count { !$0.isEmpty } }

  /// Ways on which it goes on: each `if` and each `else`.
  var branches: Int {
    lines.reduce(0) { count, line in
      count + ["if ", "else"].count { line.contains($0) }
    }
  }

  /// What it keeps in mind.
  var savedValues: Int { lines.count { $0.contains("var saved") } }

  /// What stands between the braces of ``HandMadeFavourite``.
  static let handMadeFavourite = ModuleListing(
    "HandMadeFavourite",
    """
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
    """)

  /// What stands between the braces of ``HandMadeComment``.
  static let handMadeComment = ModuleListing(
    "HandMadeComment",
    """
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
        shelf.add(text, on: book, by: reader)
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
        shelf.add(text, on: book, by: reader)
      }
    }
    """)

  /// What stands between the braces of ``Favourite``.
  static let favourite = ModuleListing(
    "Favourite",
    """
    let account: Account
    let shelf: Shelf
    let manager: OperationManager

    func tap(_ book: String) -> OperationHandle<Void> {
      let login = manager.shared("login") { LoginOperation(account: account) }
      return manager.submit("favourite", after: login) { @MainActor [shelf] reader in
        shelf.add(book, for: reader)
      }
    }
    """)

  /// What stands between the braces of ``Comment``.
  static let comment = ModuleListing(
    "Comment",
    """
    let account: Account
    let shelf: Shelf
    let manager: OperationManager

    func send(_ text: String, on book: String) -> OperationHandle<Void> {
      let login = manager.shared("login") { LoginOperation(account: account) }
      return manager.submit("comment", after: login) { @MainActor [shelf] reader in
        shelf.add(text, on: book, by: reader)
      }
    }
    """)

  /// All of them.
  static let all = [handMadeFavourite, handMadeComment, favourite, comment]
}
