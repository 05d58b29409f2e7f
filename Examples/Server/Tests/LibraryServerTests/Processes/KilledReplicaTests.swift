import Foundation
import LibraryServer
import Stagecraft
import Synchronization
import Testing

@Suite("A killed replica", .needsDatabase, .timeLimit(.minutes(3)))
struct KilledReplicaTests {
  /// Three replicas lend the four copies of a book to readers who return them.
  ///
  /// One is killed while it has two of them.
  @Test func itsCopiesAreLentAgainAndNoneTwiceAtATime() async throws {
    let configuration = try await PrivateServer.makeLibrary(timeToLive: .seconds(10))
    let replicas = try await [
      ReplicaProcess("replica-1", configuration), ReplicaProcess("replica-2", configuration),
      ReplicaProcess("replica-3", configuration),
    ]
    let ledger = Ledger()

    // The killed replica has two copies, which are not returned.
    for _ in 0..<2 {
      let answer = try await replicas[0].client.send("POST", "/books/5/loan", ["reader": "Ben"])
      let loan = try answer.json(as: Loan.self)
      ledger.lent(loan)
      ledger.orphaned(loan)
    }
    async let rows = Self.rowsSeen(by: replicas[1].client, upTo: 20)
    try await withThrowingTaskGroup { group in
      for number in 0..<6 {
        group.addTask {
          let client = replicas[1 + number % 2].client
          for round in 0..<12 {
            if number == 0, round == 2 {
              ledger.killed()
              replicas[0].signal(SIGKILL)
            }
            try await Self.borrowAndReturn(at: client, ledger)
          }
        }
      }
      try await group.waitForAll()
    }
    // All four copies, two of which were those of the killed replica: after the end of its leases.
    try await Self.borrowAll(at: replicas[2].client, ledger)
    #expect(await replicas[0].end.status == SIGKILL)
    #expect(ledger.violations == [])
    #expect(ledger.loans == 2 + 6 * 12 + 4)

    // The streams of the others go on.
    for number in 0..<20 {
      let order = ["title": "Order \(number)", "reader": "Ada"]
      let answer = try await replicas[1 + number % 2].client.send("POST", "/orders", order)
      #expect(answer.status == 201)
    }
    #expect(try await rows.count == 20)
    for replica in replicas.dropFirst() {
      replica.signal(SIGTERM)
      #expect(await replica.end.status == 0)
    }
  }

  private static func borrow(at client: Client) async throws -> Loan {
    let answer = try await client.send("POST", "/books/5/loan?wait=55", ["reader": "Ada"])
    try #require(answer.status == 201)
    return try answer.json(as: Loan.self)
  }

  private static func borrowAndReturn(at client: Client, _ ledger: Ledger) async throws {
    let loan = try await borrow(at: client)
    ledger.lent(loan)
    ledger.returned(loan)
    let answer = try await client.send("DELETE", "/books/5/loan/\(loan.fence)")
    try #require(answer.status == 204)
  }

  private static func borrowAll(at client: Client, _ ledger: Ledger) async throws {
    for _ in 0..<4 { ledger.lent(try await borrow(at: client)) }
  }

  /// The rows of a browser, which never begins again.
  private static func rowsSeen(by client: Client, upTo count: Int) async throws -> [Order] {
    var page = Page()
    for try await event in try await client.events() {
      page.receive(event)
      if page.rows.count == count { break }
    }
    #expect(page.snapshots == 1)
    return page.rows
  }
}

/// The holder of each copy, by the answers that the clients have received.
private final class Ledger: Sendable {
  private struct State {
    var lent: [String: Fence] = [:]
    /// Loans of a killed replica, which end by themselves.
    var orphaned: Set<String> = []
    var isKilled = false
    var last: [String: Fence] = [:]
    var violations: [String] = []
    var loans = 0
  }

  private let state = Mutex(State())

  var violations: [String] { state.withLock { $0.violations } }
  var loans: Int { state.withLock { $0.loans } }

  /// Called after the answer, so within the loan.
  func lent(_ loan: Loan) {
    state.withLock { state in
      let isOrphan = state.isKilled && state.orphaned.remove(loan.copy) != nil
      if state.lent[loan.copy] != nil, !isOrphan {
        state.violations.append("\(loan.copy) was lent twice at a time.")
      }
      if let last = state.last[loan.copy], loan.fence <= last {
        state.violations.append("\(loan.copy) has fence \(loan.fence) after \(last).")
      }
      state.lent[loan.copy] = loan.fence
      state.last[loan.copy] = loan.fence
      state.loans += 1
    }
  }

  /// Called before the request, so within the loan.
  func returned(_ loan: Loan) { state.withLock { $0.lent[loan.copy] = nil } }

  /// Called before the signal.
  func killed() { state.withLock { $0.isKilled = true } }

  func orphaned(_ loan: Loan) { state.withLock { _ = $0.orphaned.insert(loan.copy) } }
}
