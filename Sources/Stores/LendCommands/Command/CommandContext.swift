#if SQLite || PostgreSQL
internal import StagecraftSharedPools

/// What a verb is given: its environment, where it prints, and how it opens stores.
struct CommandContext: Sendable {
  var environment: [String: String]
  var console: Console
  /// Opens the store at a place, which is created if there is none and the verb does so.
  var openStore: @Sendable (StorePlace, _ creates: Bool) async throws -> OpenedStore

  /// Begins to collect the signals of this process.
  var collectSignals: @Sendable () throws -> SignalInbox = { try .collecting() }

  /// Opens the pool that the arguments and the environment name.
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

/// The environment of this process.
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
