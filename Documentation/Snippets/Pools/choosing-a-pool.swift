// Sessions with the catalogues of several branches: eight in total, two for each branch.
// snippet.hide
import StagecraftPools

final class CatalogueSession: Sendable {
  private let branch: String
  init(branch: String) async throws { self.branch = branch }
  func find(_ title: String) async throws -> String { "\(title), in \(branch)" }
}

func find() async throws {
  // snippet.show
  let sessions = KeyedPool(capacity: 8, capacityPerKey: 2) { (branch: String) in
    try await CatalogueSession(branch: branch)
  }

  let book = try await sessions.withElement(for: "Central") { session in
    try await session.find("Momo")
  }
  // snippet.hide
  print(book)

  // snippet.show
  let central = sessions.snapshot(of: "Central")
  print("\(central.onLoan) of \(central.capacity) on loan, \(central.waiting) waiting.")
  sessions.invalidate("Central")  // its server was replaced
  // snippet.hide
}

try await find()
