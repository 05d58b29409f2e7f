package import Stagecraft
import Synchronization

/// The reader at this desk, and how that reader signs in.
package final class Session: Sendable {
  /// Asks for a card and a PIN; `waiting` returns the names of what waits for the answer.
  package typealias Ask =
    @Sendable (_ waiting: @escaping @Sendable () -> [String]) async throws -> Reader

  package let readers: TableList<Reader>
  private let state = Mutex<(reader: Reader.ID?, ask: Ask?)>((nil, nil))
  /// That reader as a list, which screens follow.
  package let current = LiveList<Reader>()

  init(_ readers: TableList<Reader>) { self.readers = readers }

  package var reader: Reader? { current.snapshot().first }

  /// Sets what asks the reader, such as a sheet.
  package func askWith(_ ask: @escaping Ask) { state.withLock { $0.ask = ask } }

  package func signIn(_ reader: Reader) { current.replaceAll(with: [reader]) }
  package func signOut() { current.removeAll() }

  package func reader(withCard card: String, pin: String) -> Reader? {
    let digits = card.filter(\.isNumber)
    return readers.list.snapshot().first { $0.card == digits && $0.pin == pin }
  }

  fileprivate var ask: Ask? { state.withLock { $0.ask } }
}

/// Asks for the card once, however many operations wait for it.
struct LoginOperation: AsyncOperation {
  let session: Session

  var options: OperationOptions { OperationOptions("sign in") }

  var conditions: [OperationCondition<Reader>] {
    [
      OperationCondition("not signed in") { [session] _ in
        if let reader = session.reader { return .satisfied(reader) }
        return .proceed
      }
    ]
  }

  func run(_ context: OperationContext) async throws -> Reader {
    guard let ask = session.ask else { throw CancellationError() }
    let operation = context.operation
    let reader = try await ask { operation.dependents.map(\.name) }
    session.signIn(reader)
    return reader
  }
}
