internal import Stagecraft

/// The module as an operation that comes after the login.
struct Favourite {
  let account: Account
  let shelf: Shelf
  let manager: OperationManager

  func tap(_ book: String) -> OperationHandle<Void> {
    let login = manager.shared("login") { LoginOperation(account: account) }
    return manager.submit("favourite", after: login) { @MainActor [shelf] reader in
      shelf.entries.append("\(reader) likes \(book)")
    }
  }
}

/// The other module.
struct Comment {
  let account: Account
  let shelf: Shelf
  let manager: OperationManager

  func send(_ text: String, on book: String) -> OperationHandle<Void> {
    let login = manager.shared("login") { LoginOperation(account: account) }
    return manager.submit("comment", after: login) { @MainActor [shelf] reader in
      shelf.entries.append("\(reader) on \(book): \(text)")
    }
  }
}

/// The login: one for all that need it, and none if the reader is logged in.
struct LoginOperation: AsyncOperation {
  let account: Account

  var options: OperationOptions { OperationOptions("login", lane: .main) }

  var conditions: [OperationCondition<String>] {
    [
      OperationCondition("not logged in") { [account] _ in
        await account.reader.map { .satisfied($0) } ?? .proceed
      }
    ]
  }

  func run(_ context: OperationContext) async throws -> String { try await account.logIn() }
}

extension OperationCondition {
  /// Produces a login unless the reader is logged in.
  static func loggedIn(_ account: Account) -> OperationCondition {
    OperationCondition("logged in") { context in
      if await account.reader != nil { return .proceed }
      return .first(context.manager.shared("login") { LoginOperation(account: account) })
    }
  }
}

/// Both modules as operations, and one way that the login goes.
@MainActor
struct LoginStory {
  enum Plot {
    case typesPassword
    case isLoggedInAlready
    case isRefused
    case turnsAway
  }

  static let refusal = LoginError(description: "no connection")
  let logins: Int
  let login: OperationOutcome<String>?
  let favourite: OperationOutcome<Void>?
  let comment: OperationOutcome<Void>?
  let shelf: String
  /// Why the modules waited while the login screen was shown.
  let explanations: [String]
  let trace: OperationTrace

  init(_ plot: Plot) async throws {
    var configuration = OperationManager.Configuration()
    configuration.recordsTrace = true
    let manager = OperationManager("reader's desk", configuration: configuration)
    let (account, shelf) = (Account(), Shelf())
    if plot == .isLoggedInAlready {
      account.showLogin()
      account.answer(.success("Ada"))
    }
    let before = account.timesShown
    let favourite = Favourite(account: account, shelf: shelf, manager: manager).tap("Emma")
    let comment = Comment(account: account, shelf: shelf, manager: manager)
      .send("Witty!", on: "Emma")
    let login = favourite.dependencies.first as? OperationHandle<String>
    if plot == .isLoggedInAlready {
      explanations = []
    } else {
      await account.nextShown()
      explanations = [manager.explain(favourite), manager.explain(comment)]
    }
    switch plot {
    case .typesPassword: account.answer(.success("Ada"))
    case .isRefused: account.answer(.failure(Self.refusal))
    case .turnsAway: login?.cancel()
    case .isLoggedInAlready: break
    }
    try await manager.waitUntilIdle()
    logins = account.timesShown - before
    (self.login, self.favourite, self.comment) =
      (login?.outcome, favourite.outcome, comment.outcome)
    (self.shelf, trace) = (shelf.contents, manager.trace)
  }
}

extension OperationOutcome {
  /// The error that the operation began with.
  var rootError: LoginError? {
    switch self {
    case .failure(let error): error as? LoginError
    case .cancelled(let reason), .skipped(let reason): reason.rootError as? LoginError
    case .success: nil
    }
  }

  var cancellation: OperationCancellationReason.Kind? {
    if case .cancelled(let reason) = self { reason.kind } else { nil }
  }
}

extension OperationTrace {
  /// Whether one operation had ended when the other started.
  func starts(_ name: String, before other: String) -> Bool {
    guard let ended = nodes.first(where: { $0.name == name })?.ended,
      let started = nodes.first(where: { $0.name == other })?.started
    else { return false }
    return ended <= started
  }
}
