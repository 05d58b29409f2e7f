#if SQLite && PostgreSQL
import Foundation
import LendingProof
@_spi(Store) import StagecraftSharedPools
import StagecraftTestKit
import Testing

/// Each mistake, made by a wrong store, is noticed; without it, the same requests are in order.
@Suite("The checker notices", .timeLimit(.minutes(1)))
struct MistakeTests {
  /// A proof with the mistake, and one without.
  private func proofs(
    _ mistake: PlantedStore.Mistake, _ resources: [String] = ["a"]
  ) async throws -> (wrong: ProofStore, right: ProofStore) {
    (
      try await ProofStore(resources) { store, _ in PlantedStore(store, mistake) },
      try await ProofStore(resources) { store, _ in store }
    )
  }

  @Test("a process that believes for too long")
  func margin() async throws {
    let proofs = try await proofs(.margin)
    for proof in [proofs.wrong, proofs.right] {
      try await proof.ask(1)
      proof.clock.advance(by: .seconds(20))
      try await proof.tell(.renew(LendingRenewalBatch(session: ProofStore.sessions[1])), by: 1)
      proof.clock.advance(by: .seconds(15))
      try await proof.tell(.sweep, by: 1)
      try await proof.ask(2, by: 1)
    }
    #expect(try await proofs.wrong.properties() == [.oneHolder])
    #expect(try await proofs.right.properties().isEmpty)
  }

  @Test("a body that is cancelled too late, unless its process did not run")
  func cancelling() async throws {
    // Lent again after 35 seconds at the earliest; the margin is 3 seconds.
    for (seconds, isStalled, isLate) in [(31, false, false), (33, false, true), (33, true, false)] {
      let proof = try await ProofStore { store, _ in store }
      guard case .asked(.granted(let grant)) = try await proof.ask(1) else {
        Issue.record("It was not granted.")
        return
      }
      let start = proof.histories[0].now
      proof.clock.advance(by: .seconds(seconds))
      proof.histories[0].record(.cancelled(resource: "a", fence: grant.fence))
      if isStalled { proof.histories[0].record(.stalled, begin: start) }
      proof.clock.advance(by: .seconds(1))
      proof.histories[0].record(.fault("later"))
      var checker = HistoryChecker(proof.histories.flatMap(\.entries))
      checker.settings = SharedPoolSettings()
      #expect(checker.violations().map(\.property) == (isLate ? [.cancelledInTime] : []))
    }
  }

  @Test("a grant that the log does not contain")
  func told() async throws {
    let proofs = try await proofs(.answer)
    for proof in [proofs.wrong, proofs.right] {
      try await proof.ask(1)
      try await proof.ask(2, by: 1)
      try await proof.giveBack(1)
      let batch = LendingRenewalBatch(session: ProofStore.sessions[1], waiting: [ProofStore.id(2)])
      try await proof.tell(.renew(batch), by: 1)
    }
    #expect(try await proofs.wrong.properties() == [.oneAnswer])
    #expect(try await proofs.right.properties().isEmpty)
  }

  @Test("two holders at once")
  func holders() async throws {
    let proofs = try await proofs(.holders)
    for proof in [proofs.wrong, proofs.right] {
      try await proof.ask(1)
      try await proof.ask(2, by: 1)
    }
    let violations = try await proofs.wrong.violations()
    #expect(Set(violations.map(\.property)).isSuperset(of: [.oneHolder, .risingFences]))
    #expect(violations[0].description.contains("one and two both believed"))
    #expect(try await proofs.right.properties().isEmpty)
  }

  @Test("a withdrawal that leaves no tombstone")
  func tombstone() async throws {
    let proofs = try await proofs(.tombstone)
    for proof in [proofs.wrong, proofs.right] {
      try await proof.tell(.withdraw(ProofStore.id(1)))
      try await proof.ask(1)
    }
    #expect(try await proofs.wrong.properties() == [.oneAnswer])
    #expect(try await proofs.right.properties().isEmpty)
  }

  @Test("a request that overtakes")
  func order() async throws {
    for isWrong in [true, false] {
      let proof = try await ProofStore { store, _ in store }
      let urgent = RecordingStore(
        isWrong ? PlantedStore(proof.store, .order) : proof.store, proof.histories[1])
      try await proof.ask(1)
      try await proof.ask(2)
      let ask = LendingAsk(
        id: ProofStore.id(3), session: ProofStore.sessions[1], wants: [Want()])
      _ = try await urgent.perform(.ask(ask), in: ProofStore.pool)
      try await proof.giveBack(1)
      #expect(try await proof.properties() == (isWrong ? [.order] : []))
    }
  }

  @Test("a half of what was wanted")
  func half() async throws {
    let proofs = try await proofs(.half, ["a", "b"])
    for proof in [proofs.wrong, proofs.right] { try await proof.ask(1, count: 2) }
    #expect(try await proofs.wrong.properties() == [.allOrNone])
    #expect(try await proofs.right.properties().isEmpty)
  }

  @Test("another answer to the same request")
  func answer() async throws {
    let proofs = try await proofs(.answer)
    for proof in [proofs.wrong, proofs.right] {
      try await proof.ask(1)
      try await proof.ask(1)
    }
    #expect(try await proofs.wrong.properties() == [.oneAnswer])
    #expect(try await proofs.right.properties().isEmpty)
  }

  @Test("a resource that is lost on return")
  func lost() async throws {
    for isWrong in [true, false] {
      let proof = try await ProofStore { _, clock in
        TamperedStore(clock: clock) { machine, request, _ in
          guard isWrong, case .giveBack = request,
            var resource = machine.records.resource(named: "a")
          else { return }
          resource.state = .lent
          machine.records.update(resource)
        }
      }
      try await proof.ask(1)
      try await proof.giveBack(1)
      proof.clock.advance(by: .seconds(60))
      try await proof.tell(.sweep)
      #expect(try await proof.properties(atRest: true) == (isWrong ? [.nothingLost] : []))
    }
  }

  @Test("a resource that stays free beside a waiting request")
  func idle() async throws {
    for isWrong in [true, false] {
      let proof = try await ProofStore { _, clock in
        TamperedStore(clock: clock) { machine, request, now in
          // The grant to the waiting request is undone, as if there had been none.
          guard isWrong, case .keep(.repair) = request,
            var waiting = machine.records.request(ProofStore.id(2)),
            var resource = machine.records.resource(named: "a")
          else { return }
          waiting.state = .waiting
          waiting.fence = nil
          resource.state = .free
          resource.request = nil
          machine.records.update(resource)
          machine.records.update(waiting)
          machine.records.append(
            LendingEvent(kind: .returned, resource: "a", request: waiting.id))
          machine.records.append(LendingEvent(kind: .joined, request: waiting.id))
        }
      }
      try await proof.ask(1)
      try await proof.tell(.keep(.quarantine(name: "a", reason: "broken")))
      try await proof.giveBack(1)
      try await proof.ask(2, by: 1)
      try await proof.tell(.keep(.repair(name: "a")))
      proof.clock.advance(by: .seconds(3))
      try await proof.tell(.withdraw(ProofStore.id(2)), by: 1)
      #expect(try await proof.properties() == (isWrong ? [.noIdleResource] : []))
    }
  }

  @Test("a fence that repeats because the counter was lost")
  func fenceRepeats() async throws {
    for isWrong in [true, false] {
      let proof = try await ProofStore { _, clock in
        TamperedStore(clock: clock) { machine, request, _ in
          guard isWrong, case .giveBack = request, var pool = machine.records.pool() else {
            return
          }
          pool.lastFence = 0
          machine.records.setPool(pool)
        }
      }
      for number: UInt64 in 1...2 {
        try await proof.ask(number)
        try await proof.giveBack(number)
      }
      #expect(try await proof.properties() == (isWrong ? [.risingFences] : []))
    }
  }

  @Test("a guarded resource that does not compare fences", arguments: [true, false])
  func fence(comparesFences: Bool) async throws {
    let path = FileManager.default.temporaryDirectory.path + "/counter-\(LendingID.random())"
    defer {
      for end in ["", ".gate", ".open"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
    let counter = GuardedCounter(path, comparesFences: comparesFences)
    let history = HistoryWriter(process: "one")
    for number: Int64 in [3, 5, 5, 4, 6] {
      let written = try counter.write(Fence(number))
      #expect((written != nil) == (number != 4 || !comparesFences))
      history.record(.wrote(resource: "a", fence: Fence(number), number: written))
    }
    let checker = HistoryChecker(history.entries, writes: ["a": try counter.writes])
    let properties = checker.violations().map(\.property)
    #expect(properties == (comparesFences ? [] : [.guardedWrites]))
  }

  @Test("a write that was accepted and is lost, and one that was refused without reason")
  func writes() {
    let history = HistoryWriter(process: "one")
    history.record(.wrote(resource: "a", fence: Fence(1), number: 1))
    history.record(.wrote(resource: "a", fence: Fence(1), number: 2))
    history.record(.wrote(resource: "a", fence: Fence(3), number: nil))
    let writes = [GuardedCounter.Write(number: 1, fence: Fence(1))]
    let violations = HistoryChecker(history.entries, writes: ["a": writes]).violations()
    #expect(violations.map(\.property) == [.guardedWrites, .guardedWrites])
  }

  @Test("nothing, if a killed process believed until its end")
  func killed() async throws {
    for isRecorded in [true, false] {
      let proof = try await ProofStore { store, _ in store }
      try await proof.ask(1)
      proof.clock.advance(by: .seconds(1))
      if isRecorded { proof.histories[1].record(.killed(process: "one")) }
      // A store that sees the process end lends at once.
      _ = try await proof.store.perform(
        .close(session: ProofStore.sessions[0]), in: ProofStore.pool)
      try await proof.ask(2, by: 1)
      #expect(try await proof.properties() == (isRecorded ? [] : [.oneHolder]))
    }
  }

  @Test("nothing, if a process is granted a lease while it is being killed")
  func grantedWhileKilled() async throws {
    let proof = try await ProofStore { store, _ in store }
    let begin = proof.histories[1].now
    try await proof.ask(1)
    proof.clock.advance(by: .milliseconds(27))
    proof.histories[1].record(.killed(process: "one"), begin: begin)
    _ = try await proof.store.perform(.close(session: ProofStore.sessions[0]), in: ProofStore.pool)
    try await proof.ask(2, by: 1)
    #expect(try await proof.properties() == [])
  }
}
#endif
