#if SQLite || PostgreSQL
@_spi(Store) internal import StagecraftSharedPools

struct CommandContext: Sendable {
  var environment: [String: String]
  var console: Console
  /// Opens the store at a place, which is created if there is none and the verb does so.
  var openStore: @Sendable (StorePlace, _ creates: Bool) async throws -> OpenedStore

  var collectSignals: @Sendable () throws -> SignalInbox = { try .collecting() }

  func openPool(
    for arguments: Arguments, creates: Bool = false
  ) async throws -> OpenedPool {
    let name = arguments.value("pool") ?? "default"
    if let flaw = LendingLimits.flaw(ofText: name, role: "name of the pool") {
      throw LendFailure.usage(flaw)
    }
    let place = try StorePlace(option: arguments.value("at"), environment: environment)
    return OpenedPool(store: try await openStore(place, creates), place: place, name: name)
  }
}

func processEnvironment() -> [String: String] {
  var variables: [String: String] = [:]
  var next = environmentPointer()
  while let entry = next?.pointee {
    let text = String(cString: entry)
    if let index = text.firstIndex(of: "=") {
      variables[String(text[..<index])] = String(text[text.index(after: index)...])
    }
    next = next?.successor()
  }
  return variables
}
#endif
