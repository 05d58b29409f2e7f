package import Stagecraft
import Synchronization

/// What a reader signs in with.
struct Credentials: Hashable, Sendable {
  var name: String
  var pin: String
}

/// The name or the number is wrong.
struct WrongCredentials: Error {}

/// What readers do after they have signed in.
package final class ReaderDesk: Sendable {
  private let manager: OperationManager
  private let database: Database
  private let session: Session

  package init(_ manager: OperationManager, database: Database) {
    self.manager = manager
    self.database = database
    session = Session(database)
  }

  /// How often the database was asked for a number.
  package var questions: Int { session.questions.load(ordering: .relaxed) }

  /// Signs a reader in, once for all requests of that reader that need it at the moment.
  ///
  /// The number is part of the key: a wrong one does not profit from the login of a right one.
  func signIn(_ credentials: Credentials) -> OperationHandle<String> {
    manager.shared(credentials) { LoginOperation(credentials: credentials, session: session) }
  }

  func setFavourite(_ book: Int, by credentials: Credentials) -> OperationHandle<Void> {
    manager.submit("favourite", after: signIn(credentials)) { [database] reader in
      try await database.query(
        """
        insert into favourites (reader, book) values (\(reader), \(book)) on conflict do nothing
        """)
    }
  }
}

/// The readers who have signed in at this replica.
private final class Session: Sendable {
  let questions = Atomic(0)
  private let database: Database
  private let known = Mutex<Set<Credentials>>([])

  init(_ database: Database) { self.database = database }

  func has(_ credentials: Credentials) -> Bool { known.withLock { $0.contains(credentials) } }

  func ask(_ credentials: Credentials) async throws {
    questions.add(1, ordering: .relaxed)
    let rows = try await database.query(
      """
      select name from readers where name = \(credentials.name) and pin = \(credentials.pin)
      """)
    if rows.isEmpty { throw WrongCredentials() }
    known.withLock { _ = $0.insert(credentials) }
  }
}

private struct LoginOperation: AsyncOperation {
  let credentials: Credentials
  let session: Session

  var options: OperationOptions { OperationOptions("sign in") }

  var conditions: [OperationCondition<String>] {
    [
      OperationCondition("not signed in") { [session, credentials] _ in
        session.has(credentials) ? .satisfied(credentials.name) : .proceed
      }
    ]
  }

  func run(_ context: OperationContext) async throws -> String {
    try await session.ask(credentials)
    return credentials.name
  }
}
