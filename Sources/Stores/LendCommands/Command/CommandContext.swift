#if SQLite || PostgreSQL
@_spi(Store) internal import StagecraftSharedPools

struct CommandContext: Sendable {
  var environment: InheritedEnvironment
  var console: Console
  /// Opens the store at a place, which is created if there is none and the verb does so.
  ///
  /// While others have locked it, it waits as long as the patience says, or a time of its own.
  var openStore:
    @Sendable (StorePlace, _ creates: Bool, _ patience: Duration?) async throws -> OpenedStore

  var collectSignals: @Sendable () throws -> SignalInbox = { try .collecting() }
  let stores = OpenedStores()

  func openPool(
    for arguments: Arguments, creates: Bool = false, patience: Duration? = nil
  ) async throws -> OpenedPool {
    let name = arguments.value("pool") ?? "default"
    if let flaw = LendingLimits.flaw(ofText: name, role: "name of the pool") {
      throw LendFailure.usage(flaw)
    }
    let place = try StorePlace(
      option: arguments.value("at"), variable: environment.text("LEND_AT"))
    let store = try await openStore(place, creates, patience)
    stores.add(store)
    return OpenedPool(store: store, place: place, name: name)
  }
}
#endif
