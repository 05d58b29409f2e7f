internal import Stagecraft

/// Writes to the catalogue, one after the other: all of its type share a manager of their own.
struct CatalogueWrite: AsyncOperation {
  static let manager = OperationManager("catalogue", maximumConcurrency: 1)

  let number: Int
  let logbook: Logbook

  var options: OperationOptions { OperationOptions("write \(number)") }

  func run(_ context: OperationContext) async throws -> String {
    logbook.begin("catalogue", "write \(number)")
    defer { logbook.end("catalogue") }
    try await Task.sleep(for: .milliseconds(1))
    return context.manager.name
  }
}
