internal import Stagecraft

/// Both modules as operations, and one way in which the login goes.
@MainActor
struct LoginStory {
  /// What the reader does.
  enum Plot {
    case typesPassword
    case isLoggedInAlready
    case isRefused
    case turnsAway
  }

  /// What came of it.
  struct Report: Sendable {
    let logins: Int
    let login: OperationOutcome<String>?
    let favourite: OperationOutcome<Void>?
    let comment: OperationOutcome<Void>?
    let shelf: String
    /// Why the modules were not further, while the screen was shown.
    let explanations: [String]
    let trace: OperationTrace
  }

  let plot: Plot

  func play() async throws -> Report {
    var configuration = OperationManager.Configuration()
    configuration.recordsTrace = true
    let manager = OperationManager("reader's desk", configuration: configuration)
    let (account, shelf) = (Account(), Shelf())
    if plot == .isLoggedInAlready {
      account.showLogin()
      account.screen.answer(.typesPassword(reader: "Ada"))
    }
    let loginsBefore = account.screen.timesShown
    let favourite = Favourite(account: account, shelf: shelf, manager: manager).tap("Emma")
    let comment = Comment(account: account, shelf: shelf, manager: manager)
      .send("Witty!", on: "Emma")
    let login = favourite.dependencies.first as? OperationHandle<String>
    var explanations: [String] = []
    if plot != .isLoggedInAlready {
      try await account.screen.nextShown()
      explanations = [manager.explain(favourite), manager.explain(comment)]
    }
    switch plot {
    case .typesPassword: account.screen.answer(.typesPassword(reader: "Ada"))
    case .isRefused: account.screen.answer(.isRefused(LoginError(description: "no connection")))
    case .turnsAway: login?.cancel()
    case .isLoggedInAlready: break
    }
    try await manager.waitUntilIdle()
    return Report(
      logins: account.screen.timesShown - loginsBefore, login: login?.outcome,
      favourite: favourite.outcome, comment: comment.outcome, shelf: shelf.contents,
      explanations: explanations, trace: manager.trace)
  }
}

extension OperationOutcome {
  /// For readers.
  var reading: String {
    switch self {
    case .success: "done"
    case .failure(let error): "failed: \(error)"
    case .cancelled(let reason): "cancelled: \(reason)"
    case .skipped(let reason): "skipped: \(reason)"
    }
  }

  /// The error of the operation where it began.
  var rootError: LoginError? {
    switch self {
    case .failure(let error): error as? LoginError
    case .cancelled(let reason), .skipped(let reason): reason.rootError as? LoginError
    case .success: nil
    }
  }

  /// Whether it was called off, and why.
  var cancellation: CancellationReason.Kind? {
    if case .cancelled(let reason) = self { reason.kind } else { nil }
  }
}
