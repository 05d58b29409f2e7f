public import Stagecraft
import Synchronization

/// Who uses this desk, and how that reader signs in.
public final class Session: Sendable {
  /// Asks for a card and a PIN; the names are of what waits for the answer.
  public typealias Ask = @Sendable (_ waiting: [String]) async throws -> Reader

  public let readers: TableList<Reader>
  private let state = Mutex<(reader: Reader.ID?, ask: Ask?)>((nil, nil))
  /// The reader of each session of this process, for screens that show it.
  public let current = LiveList<Reader>()

  init(_ readers: TableList<Reader>) { self.readers = readers }

  public var reader: Reader? { current.snapshot().first }

  /// Sets what asks the reader, such as a sheet.
  public func askWith(_ ask: @escaping Ask) { state.withLock { $0.ask = ask } }

  public func signIn(_ reader: Reader) { current.replaceAll(with: [reader]) }
  public func signOut() { current.removeAll() }

  public func reader(withCard card: String, pin: String) -> Reader? {
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
    let reader = try await ask(context.operation.dependents.map(\.name))
    session.signIn(reader)
    return reader
  }
}
