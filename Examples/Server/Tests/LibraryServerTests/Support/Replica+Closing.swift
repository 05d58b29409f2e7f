@testable import LibraryServer

extension Replica {
  /// Ends its parts, where no group of services does.
  func close() async {
    _ = await loans.shutDown(within: .seconds(5), by: ContinuousClock())
    await orders.close()
    await copies.close()
    await database.connections.shutdown()
    await stores.close()
  }
}
