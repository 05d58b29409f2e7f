#if POSTGRES_CLIENT
@testable import PostgresFloor
import StagecraftSharedPools

/// A link whose state and answers a test decides.
final class ScriptedLink: LeaseLink {
  var handlers = LeaseLinkHandlers()
  var staysOpen = false
  var state = PostgresLinkState.closed
  var queue: [PostgresUnit] = []
  var sentNames: [String] = []
  var lastNotified = (channel: "", payload: "")

  var isIdle: Bool { state == .ready && queue.isEmpty }
  var isServerFull: Bool { false }
  var waitsForServer: Bool { false }
  var noAnswer: LeaseStoreError { .noAnswer(at: "here", within: 1) }

  func enqueue(_ unit: PostgresUnit) {
    queue.append(unit)
    sentNames.append(unit.call.statement.name.description)
  }

  func connect() {
    guard state == .closed else { return }
    state = .ready
    handlers.becameReady()
  }

  func answerAll() {
    while !queue.isEmpty {
      let unit = queue.removeFirst()
      if unit.call.statement.name.description == "echo" {
        let id = (unit.call.parameters[0] ?? "").filter { $0 != "-" }
        lastNotified = ("lend_" + id, unit.call.parameters[1] ?? "")
      }
      unit.answer(.success(""))
    }
  }

  /// The connection is lost.
  func drop() {
    state = .closed
    handlers.closed(noAnswer)
  }

  func advance() {}
  func close(_ error: LeaseStoreError) { drop() }
  func hangUp() { state = .closed }
  func adopt(_ other: ScriptedLink) {}
  func stop(_ error: LeaseStoreError) { state = .closed }
  func nextDeadline() -> Int64? { nil }
  func deadlinePassed(at now: Int64) {}
}
#endif
