#if SQLite && PostgreSQL
import Foundation
import LendingProof
import StagecraftSharedPools
import StagecraftTestKit
import Testing

/// Each mistake, made by a wrong store, is noticed; without it, the same requests are in order.
@Suite("The checker notices", .timeLimit(.minutes(1)))
struct MistakeTests {
  /// A desk with the mistake, and one without.
  private func desks(
    _ mistake: PlantedStore.Mistake, _ resources: [String] = ["a"]
  ) async throws -> (wrong: ProofDesk, right: ProofDesk) {
    (
      try await ProofDesk(resources) { store, _ in PlantedStore(store, mistake) },
      try await ProofDesk(resources) { store, _ in store }
    )
  }

  @Test("a process that believes for too long")
  func margin() async throws {
    let desks = try await desks(.margin)
    for desk in [desks.wrong, desks.right] {
      try await desk.ask(1)
      desk.clock.advance(by: .seconds(20))
      try await desk.tell(.beat(LendingBeat(session: ProofDesk.sessions[1])), by: 1)
      desk.clock.advance(by: .seconds(15))
      try await desk.tell(.sweep, by: 1)
      try await desk.ask(2, by: 1)
    }
    #expect(try await desks.wrong.properties() == [.oneHolder])
    #expect(try await desks.right.properties().isEmpty)
  }

  @Test("a body that is cancelled too late, unless its process did not run")
  func cancelling() async throws {
    // Lent again after 35 seconds at the earliest; the margin is 3 seconds.
    for (seconds, isStalled, isLate) in [(31, false, false), (33, false, true), (33, true, false)] {
      let desk = try await ProofDesk { store, _ in store }
      guard case .asked(.granted(let grant)) = try await desk.ask(1) else {
        Issue.record("It was not granted.")
        return
      }
      let start = desk.histories[0].now
      desk.clock.advance(by: .seconds(seconds))
      desk.histories[0].record(.cancelled(resource: "a", fence: grant.fence))
      if isStalled { desk.histories[0].record(.stalled, begin: start) }
      desk.clock.advance(by: .seconds(1))
      desk.histories[0].record(.fault("later"))
      var checker = HistoryChecker(desk.histories.flatMap(\.entries))
      checker.settings = SharedPoolSettings()
      #expect(checker.violations().map(\.property) == (isLate ? [.cancelledInTime] : []))
    }
  }

  @Test("a grant that the log does not contain")
  func told() async throws {
    let desks = try await desks(.answer)
    for desk in [desks.wrong, desks.right] {
      try await desk.ask(1)
      try await desk.ask(2, by: 1)
      try await desk.giveBack(1)
      let beat = LendingBeat(session: ProofDesk.sessions[1], waiting: [ProofDesk.id(2)])
      try await desk.tell(.beat(beat), by: 1)
    }
    #expect(try await desks.wrong.properties() == [.oneAnswer])
    #expect(try await desks.right.properties().isEmpty)
  }

  @Test("two holders at once")
  func holders() async throws {
    let desks = try await desks(.holders)
    for desk in [desks.wrong, desks.right] {
      try await desk.ask(1)
      try await desk.ask(2, by: 1)
    }
    let violations = try await desks.wrong.violations()
    #expect(Set(violations.map(\.property)).isSuperset(of: [.oneHolder, .risingFences]))
    #expect(violations[0].description.contains("one and two both believed"))
    #expect(try await desks.right.properties().isEmpty)
  }

  @Test("a withdrawal that leaves no tombstone")
  func tombstone() async throws {
    let desks = try await desks(.tombstone)
    for desk in [desks.wrong, desks.right] {
      try await desk.tell(.withdraw(ProofDesk.id(1)))
      try await desk.ask(1)
    }
    #expect(try await desks.wrong.properties() == [.oneAnswer])
    #expect(try await desks.right.properties().isEmpty)
  }

  @Test("a request that overtakes")
  func order() async throws {
    for isWrong in [true, false] {
      let desk = try await ProofDesk { store, _ in store }
      let urgent = RecordingStore(
        isWrong ? PlantedStore(desk.store, .order) : desk.store, desk.histories[1])
      try await desk.ask(1)
      try await desk.ask(2)
      let ask = LendingAsk(
        id: ProofDesk.id(3), session: ProofDesk.sessions[1], wants: [Want()])
      _ = try await urgent.perform(.ask(ask), in: ProofDesk.pool)
      try await desk.giveBack(1)
      #expect(try await desk.properties() == (isWrong ? [.order] : []))
    }
  }

  @Test("a half of what was wanted")
  func half() async throws {
    let desks = try await desks(.half, ["a", "b"])
    for desk in [desks.wrong, desks.right] { try await desk.ask(1, count: 2) }
    #expect(try await desks.wrong.properties() == [.allOrNone])
    #expect(try await desks.right.properties().isEmpty)
  }

  @Test("another answer to the same request")
  func answer() async throws {
    let desks = try await desks(.answer)
    for desk in [desks.wrong, desks.right] {
      try await desk.ask(1)
      try await desk.ask(1)
    }
    #expect(try await desks.wrong.properties() == [.oneAnswer])
    #expect(try await desks.right.properties().isEmpty)
  }

  @Test("a resource that is lost on return")
  func lost() async throws {
    for isWrong in [true, false] {
      let desk = try await ProofDesk { _, clock in
        TamperedStore(clock: clock) { machine, request, _ in
          guard isWrong, case .giveBack = request,
            var resource = machine.records.resource(named: "a")
          else { return }
          resource.state = .lent
          machine.records.update(resource)
        }
      }
      try await desk.ask(1)
      try await desk.giveBack(1)
      desk.clock.advance(by: .seconds(60))
      try await desk.tell(.sweep)
      #expect(try await desk.properties(atRest: true) == (isWrong ? [.nothingLost] : []))
    }
  }

  @Test("a resource that stays free beside a waiting request")
  func idle() async throws {
    for isWrong in [true, false] {
      let desk = try await ProofDesk { _, clock in
        TamperedStore(clock: clock) { machine, request, now in
          // The grant to the waiting request is undone, as if there had been none.
          guard isWrong, case .keep(.repair) = request,
            var waiting = machine.records.request(ProofDesk.id(2)),
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
      try await desk.ask(1)
      try await desk.tell(.keep(.quarantine(name: "a", reason: "broken")))
      try await desk.giveBack(1)
      try await desk.ask(2, by: 1)
      try await desk.tell(.keep(.repair(name: "a")))
      desk.clock.advance(by: .seconds(3))
      try await desk.tell(.withdraw(ProofDesk.id(2)), by: 1)
      #expect(try await desk.properties() == (isWrong ? [.noIdleResource] : []))
    }
  }

  @Test("a fence that repeats because the counter was lost")
  func fenceRepeats() async throws {
    for isWrong in [true, false] {
      let desk = try await ProofDesk { _, clock in
        TamperedStore(clock: clock) { machine, request, _ in
          guard isWrong, case .giveBack = request, var pool = machine.records.pool() else {
            return
          }
          pool.lastFence = 0
          machine.records.setPool(pool)
        }
      }
      for number: UInt64 in 1...2 {
        try await desk.ask(number)
        try await desk.giveBack(number)
      }
      #expect(try await desk.properties() == (isWrong ? [.risingFences] : []))
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
      let desk = try await ProofDesk { store, _ in store }
      try await desk.ask(1)
      desk.clock.advance(by: .seconds(1))
      if isRecorded { desk.histories[1].record(.killed(process: "one")) }
      // A store that sees the process end lends at once.
      _ = try await desk.store.perform(.close(session: ProofDesk.sessions[0]), in: ProofDesk.pool)
      try await desk.ask(2, by: 1)
      #expect(try await desk.properties() == (isRecorded ? [] : [.oneHolder]))
    }
  }

  @Test("nothing, if a process is granted a lease while it is being killed")
  func grantedWhileKilled() async throws {
    let desk = try await ProofDesk { store, _ in store }
    let begin = desk.histories[1].now
    try await desk.ask(1)
    desk.clock.advance(by: .milliseconds(27))
    desk.histories[1].record(.killed(process: "one"), begin: begin)
    _ = try await desk.store.perform(.close(session: ProofDesk.sessions[0]), in: ProofDesk.pool)
    try await desk.ask(2, by: 1)
    #expect(try await desk.properties() == [])
  }
}
#endif
