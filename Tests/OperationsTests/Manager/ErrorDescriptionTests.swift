import StageFloor
import StagecraftTestKit
import StagecraftTraces
import TestSupport
import Testing

@testable import StagecraftOperations

/// The description of an error is user code: it runs without a lock, and may call the manager.
@Suite("Texts of errors", .timeLimit(.minutes(3)))
struct ErrorDescriptionTests {
  /// An error whose description asks the manager why an operation does not progress.
  struct Curious: Error, CustomStringConvertible {
    let desk: SteppedManager
    let other: AnyOperationHandle

    var description: String {
      // Under the lock, the call would deadlock.
      guard lockIsLetGo() else { return "asked under the lock" }
      return "\(desk.manager.explain(other)) It is \(other.state)."
    }

    private func lockIsLetGo() -> Bool {
      let end = ContinuousClock.now + .seconds(60)
      while Engine.shared.lock.isHeld {
        if ContinuousClock.now > end { return false }
      }
      return true
    }
  }

  private static let text = "“other” has not been submitted. It is waiting."

  @Test("A trace contains the text") func trace() throws {
    let desk = SteppedManager { $0.recordsTrace = true }
    let other = desk.manager.prepare("other") {}
    let login = desk.manager.submit("login") { () async throws -> Int in
      throw Curious(desk: desk, other: other)
    }
    desk.manager.submit("favourite", after: login) { _ in }
    desk.run()
    let nodes = desk.manager.trace.nodes
    try #require(nodes.count == 3)
    #expect(nodes.map(\.ending) == [nil, .failed, .cancelled])
    #expect(nodes[1].reason == Self.text)
    #expect(nodes[2].reason == "a dependency failed (“login” with: \(Self.text))")
    other.cancel()
    #expect(desk.manager.trace.nodes[1].reason == Self.text)
  }

  @Test("A trace keeps the text of an error but not the error") func traceKeepsNoError() throws {
    final class Payload: Sendable {}
    struct Heavy: Error, CustomStringConvertible {
      let payload: Payload
      let description = "heavy"
    }
    let desk = SteppedManager { $0.recordsTrace = true }
    weak var payload: Payload?
    do {
      let made = Payload()
      payload = made
      desk.manager.submit("login") { throw Heavy(payload: made) }
    }
    desk.run()
    #expect(desk.manager.trace.nodes.map(\.reason) == ["heavy"])
    #expect(payload == nil)
  }

  /// “late” waits for an operation that was cancelled because “login” failed, and still runs.
  private func explained(_ desk: SteppedManager, _ gate: Gate) -> OperationHandle<Void> {
    let other = desk.manager.prepare("other") {}
    let slow = desk.manager.submit("slow") {
      await gate.wait()
      other.cancel()
    }
    let login = desk.manager.submit("login") { () async throws -> Int in
      throw Curious(desk: desk, other: other)
    }
    let favourite = desk.manager.submit("favourite", after: login, following: slow) { _ in }
    let late = desk.manager.submit("late", following: favourite) {}
    desk.run()
    return late
  }

  private static let explanation =
    "“late” waits for “favourite”, which has been cancelled: a dependency failed (“login” with: "
    + "\(text))."

  @Test("An explanation contains the text") func explanation() {
    let (desk, gate) = (SteppedManager(), Gate())
    let late = explained(desk, gate)
    #expect(desk.manager.explain(late) == Self.explanation)
    gate.open()
    desk.run()
    #expect(late.word == "succeeded")
  }

  @Test("The report of a stall contains the text") func stall() async throws {
    let desk = SteppedManager { $0.stallThreshold = .seconds(10) }
    let (stalls, continuation) = AsyncStream.makeStream(of: String.self)
    let observation = desk.manager.observe { event in
      if case .stalled(let text) = event.kind, event.name == "late" { continuation.yield(text) }
    }
    let gate = Gate()
    let late = explained(desk, gate)
    try await desk.sleepThrough(.seconds(10))
    try await desk.sleepThrough(.seconds(10))
    var reports = stalls.makeAsyncIterator()
    #expect(await reports.next() == Self.explanation)
    gate.open()
    desk.run()
    #expect(late.word == "succeeded")
    withExtendedLifetime(observation) {}
  }
}
