#if SQLite && PostgreSQL
import Foundation
@_spi(Store) import StagecraftSharedPools

/// A client of a store that sends requests directly, without a pool object around it.
final class BenchClient: Sendable {
  let store: any LeaseStore
  let pool: String
  let session: LendingID

  init(_ store: any LeaseStore, pool: String) async throws {
    self.store = store
    self.pool = pool
    session = .random()
    let description = LendingSession(
      id: session, host: "bench", process: ProcessInfo.processInfo.processIdentifier)
    let answer = try await store.perform(
      // Long enough for filling a long line while a resource is lent.
      .open(settings: SharedPoolSettings(timeToLive: .seconds(3_600)), session: description),
      in: pool)
    guard case .opened = answer else { throw BenchError("open: \(answer)") }
  }

  /// Adds resources named `thing-1`, `thing-2`, … with the label `any` and one of `kinds` others.
  func stock(_ count: Int, kinds: Int = 1) async throws {
    for number in 1...max(1, count) {
      let answer = try await store.perform(
        .keep(
          .add(
            name: "thing-\(number)", labels: ["any", "kind-\(number % kinds)"], payload: [],
            token: .random())), in: pool)
      guard answer == .done else { throw BenchError("add: \(answer)") }
    }
  }

  /// Asks for one resource.
  func ask(
    _ labels: Labels = ["any"], joinsLine: Bool = false
  ) async throws -> (id: LendingID, outcome: LendingOutcome) {
    let ask = LendingAsk(
      id: .random(), session: session, wants: [Want(labels)], joinsLine: joinsLine)
    let answer = try await store.perform(.ask(ask), in: pool)
    guard case .asked(let outcome) = answer else { throw BenchError("ask: \(answer)") }
    return (ask.id, outcome)
  }

  func giveBack(_ id: LendingID, _ grant: LendingGrant) async throws {
    let answer = try await store.perform(
      .giveBack(LendingReturn(lease: LendingKey(request: id, fence: grant.fence))), in: pool)
    guard answer == .returned(.returned) else { throw BenchError("return: \(answer)") }
  }

  /// Borrows and returns, `pairs` times.
  func runPairs(_ pairs: Int) async throws -> (taking: Times, giving: Times) {
    var taking = Times()
    var giving = Times()
    for _ in 0..<pairs {
      let begin = Clock.wall
      let (id, outcome) = try await ask()
      taking.append(Clock.wall - begin)
      guard case .granted(let grant) = outcome else { throw BenchError("ask: \(outcome)") }
      let held = Clock.wall
      try await giveBack(id, grant)
      giving.append(Clock.wall - held)
    }
    return (taking, giving)
  }

  /// Lets `count` requests join the line.
  func fillLine(_ count: Int, labels: (Int) -> Labels) async throws -> [LendingID] {
    var ids: [LendingID] = []
    for number in 0..<count {
      let (id, outcome) = try await ask(labels(number), joinsLine: true)
      guard case .waiting = outcome else { throw BenchError("join: \(outcome)") }
      ids.append(id)
    }
    return ids
  }

  /// Measures joining and leaving the line, and hand-overs from one request in it to the next.
  ///
  /// - Parameters:
  ///   - steps: How many of each.
  ///   - line: The requests in the line, in order.
  ///   - holder: The lease of the one resource that they wait for.
  /// - Returns: The times, and the lease after the last hand-over.
  /// - Throws: ``BenchError`` if the resource goes to another request than the head of the line.
  func measureLine(
    _ steps: Int, line: [LendingID], holder: (LendingID, LendingGrant)
  ) async throws -> (times: LineTimes, holder: (LendingID, LendingGrant)) {
    var times = LineTimes()
    for _ in 0..<steps {
      var begin = Clock.wall
      let (id, _) = try await ask(joinsLine: true)
      times.joining.append(Clock.wall - begin)
      begin = Clock.wall
      _ = try await store.perform(.withdraw(id), in: pool)
      times.leaving.append(Clock.wall - begin)
    }
    var (id, grant) = holder
    for next in line.prefix(steps) {
      let begin = Clock.wall
      try await giveBack(id, grant)
      times.handing.append(Clock.wall - begin)
      guard
        case .renewed(_, let outcomes) = try await store.perform(
          .renew(LendingRenewalBatch(session: session, waiting: [next])), in: pool),
        case .granted(let following) = outcomes.first
      else { throw BenchError("The resource did not go to the head of the line.") }
      (id, grant) = (next, following)
    }
    return (times, (id, grant))
  }
}

/// What a line costs.
struct LineTimes {
  var joining = Times()
  var leaving = Times()
  var handing = Times()
}
#endif
