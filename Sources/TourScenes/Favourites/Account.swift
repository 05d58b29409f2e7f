internal import Stagecraft

/// Who is logged in, and how to get there: by callback, or as an operation.
@MainActor
final class Account {
  let screen = LoginScreen()
  private(set) var reader: String?
  private var listeners: [(String) -> Void] = []

  // MARK: For modules written by hand

  /// Calls `listener` whenever somebody has logged in.
  func whenLoggedIn(_ listener: @escaping (String) -> Void) {
    listeners.append(listener)
  }

  /// Shows the screen; who listens hears of a success.
  func showLogin() {
    screen.show { reply in
      guard case .typesPassword(let reader) = reply else { return }
      self.reader = reader
      for listener in self.listeners { listener(reader) }
    }
  }

  // MARK: For operations

  /// Shows the screen, and waits for what the reader does.
  func logIn() async throws -> String {
    let screen = screen
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        screen.show { reply in
          switch reply {
          case .typesPassword(let reader):
            self.reader = reader
            continuation.resume(returning: reader)
          case .isRefused(let error): continuation.resume(throwing: error)
          case nil: continuation.resume(throwing: CancellationError())
          }
        }
      }
    } onCancel: {
      // The screen is the only one: operations show it once.
      Task { @MainActor in screen.close() }
    }
  }
}

/// The login, once for all who need it.
struct LoginOperation: AsyncOperation {
  let account: Account

  var options: OperationOptions { OperationOptions("login", lane: .main) }

  /// Who is logged in already need not be asked.
  var conditions: [OperationCondition<String>] {
    [
      OperationCondition("not logged in") { [account] _ in
        if let reader = await account.reader { return .satisfied(reader) }
        return .proceed
      }
    ]
  }

  func run(_ context: OperationContext) async throws -> String { try await account.logIn() }
}

extension OperationCondition {
  /// Somebody is logged in; if not, the login comes first.
  static func loggedIn(_ account: Account) -> OperationCondition {
    OperationCondition("logged in") { context in
      if await account.reader != nil { return .proceed }
      return .first(context.manager.shared("login") { LoginOperation(account: account) })
    }
  }
}
