import TestSupport
import Testing

@testable import StagecraftPools

@Suite("A keyed machine", .onSeparateThread, .timeLimit(.minutes(5)))
struct KeyedMachineTests {
  @Test("creates an element for its key, and lends it for that key again")
  func createsAndReuses() {
    var talk = KeyedConversation(capacity: 4, perKey: 2)
    #expect(talk.borrow(1, "Central") == [.waits, .builds(0, "Central")])
    #expect(talk.built(0) == [.resumes(1, 0)])
    #expect(talk.returnElement(0) == [])
    #expect(talk.tryBorrow("Harbour") == [.refuses])
    #expect(talk.borrow(2, "Harbour") == [.waits, .builds(1, "Harbour")])
    #expect(talk.tryBorrow("Central") == [.lends(0)])
    #expect(talk.tryBorrow("Central") == [.refuses])
  }

  @Test("does not rely on a creation that outlasted a wait for the same key")
  func createsAnotherAfterATimeout() {
    var talk = KeyedConversation(capacity: 4, perKey: 2)
    #expect(talk.borrow(1, "Central", deadline: talk.now + 10) == [.waits, .builds(0, "Central")])
    #expect(talk.borrow(2, "Harbour") == [.waits, .builds(1, "Harbour")])
    #expect(talk.pass(10) == [.timesOut(1)])
    #expect(talk.borrow(3, "Central") == [.waits, .builds(2, "Central")])
    #expect(talk.built(2) == [.resumes(3, 2)])
    #expect(talk.borrow(4, "Central") == [.waits])
    #expect(talk.built(0) == [.resumes(4, 0)])
    #expect(talk.built(1) == [.resumes(2, 1)])
  }

  @Test("makes borrowers wait at their key's capacity, and serves other keys meanwhile")
  func capsEachKey() {
    var talk = KeyedConversation(capacity: 4, perKey: 1)
    #expect(talk.hold(1, "Central") == 0)
    #expect(talk.borrow(2, "Central") == [.waits])
    #expect(talk.borrow(3, "Central") == [.waits])
    #expect(talk.hold(4, "Harbour") == 1)
    #expect(talk.returnElement(1) == [])
    #expect(talk.borrow(5, "Harbour") == [.lends(1)])
    #expect(talk.returnElement(0) == [.resumes(2, 0)])
    #expect(talk.returnElement(0) == [.resumes(3, 0)])
  }

  @Test("destroys the coldest idle element of another key at its capacity")
  func evictsTheColdest() {
    var talk = KeyedConversation(capacity: 3, perKey: 2)
    for (waiter, key) in [(1, "Central"), (2, "Harbour"), (3, "North")] {
      #expect(talk.hold(waiter, key) == waiter - 1)
    }
    for slot in [1, 2, 0] { #expect(talk.returnElement(slot) == []) }
    #expect(talk.borrow(4, "West") == [.waits, .ends(1, .surplus)])
    #expect(talk.ended(1) == [.builds(1, "West")])
    #expect(talk.built(1) == [.resumes(4, 1)])
    #expect(talk.machine.slots.idleCount == 2)
  }

  @Test("destroys no more than the waiters need while a destruction is in progress")
  func destroysNoMoreThanNeeded() {
    var talk = KeyedConversation(capacity: 2, perKey: 2)
    #expect(talk.hold(1, "Central") == 0)
    #expect(talk.hold(2, "Harbour") == 1)
    #expect(talk.returnElement(0) == [])
    #expect(talk.returnElement(1) == [])
    #expect(talk.borrow(3, "North") == [.waits, .ends(0, .surplus)])
    #expect(talk.borrow(4, "Harbour") == [.lends(1)])
    #expect(talk.borrow(5, "Harbour") == [.waits])
    #expect(talk.returnElement(1) == [.resumes(5, 1)])
    #expect(talk.ended(0) == [.builds(0, "North")])
  }

  @Test("gives capacity to the longest waiter that can use it, not to the busiest key")
  func oldestFirst() {
    var talk = KeyedConversation(capacity: 2, perKey: 2)
    #expect(talk.hold(1, "Central") == 0)
    #expect(talk.hold(2, "Central") == 1)
    #expect(talk.borrow(3, "Central") == [.waits])
    #expect(talk.borrow(4, "Harbour") == [.waits])
    #expect(talk.borrow(5, "Central") == [.waits])
    #expect(talk.borrow(6, "Central") == [.waits])
    #expect(talk.returnElement(0) == [.resumes(3, 0)])
    // The fifth waits for this very element; but the fourth is earlier in line and needs its
    // capacity.
    #expect(talk.returnElement(0) == [.ends(0, .surplus)])
    #expect(talk.returnElement(1) == [.resumes(5, 1)])
    #expect(talk.ended(0) == [.builds(0, "Harbour")])
    #expect(talk.returnElement(1) == [.resumes(6, 1)])
    #expect(talk.built(0) == [.resumes(4, 0)])
  }

  @Test("skips waiters that cannot be served, and returns to them")
  func skipsWaitersThatCannotBeServed() {
    var talk = KeyedConversation(capacity: 2, perKey: 1)
    #expect(talk.hold(1, "Central") == 0)
    #expect(talk.hold(2, "Harbour") == 1)
    #expect(talk.borrow(3, "Central") == [.waits])
    #expect(talk.borrow(4, "North") == [.waits])
    #expect(talk.returnElement(1) == [.ends(1, .surplus)])
    #expect(talk.ended(1) == [.builds(1, "North")])
    #expect(talk.discard(0) == [.ends(0, .byBorrower)])
    #expect(talk.ended(0) == [.builds(0, "Central")])
    #expect(talk.built(0) == [.resumes(3, 0)])
  }

  @Test("keeps a creation for the next waiter when its waiter has left")
  func creationBelongsToThePool() {
    var talk = KeyedConversation(capacity: 2, perKey: 1)
    #expect(talk.borrow(1, "Central") == [.waits, .builds(0, "Central")])
    #expect(talk.borrow(2, "Central") == [.waits])
    #expect(talk.cancel(1) == [.cancels(1)])
    #expect(talk.cancel(1) == [])
    #expect(talk.built(0) == [.resumes(2, 0)])
    #expect(talk.borrow(3, "Harbour") == [.waits, .builds(1, "Harbour")])
    #expect(talk.cancel(3) == [.cancels(3)])
    #expect(talk.built(1) == [])
    #expect(talk.tryBorrow("Harbour") == [.lends(1)])
  }

  @Test("throws a failure to the longest waiter of its key, and pauses only that key")
  func failurePausesOneKey() {
    var talk = KeyedConversation(capacity: 4, perKey: 2) { $0.concurrentBuilds = 1 }
    #expect(talk.borrow(1, "Central") == [.waits, .builds(0, "Central")])
    #expect(talk.borrow(2, "Harbour") == [.waits])
    #expect(talk.borrow(3, "Central") == [.waits])
    #expect(talk.buildFails(0) == [.fails(1, "flooded"), .builds(0, "Harbour")])
    #expect(talk.built(0) == [.resumes(2, 0)])
    #expect(talk.machine.nextMoment.map { $0 > talk.now && $0 < talk.now + 60_000_000 } == true)
    #expect(talk.pass(10_000_000) == [])
    #expect(talk.pass(50_000_000) == [.builds(1, "Central")])
    #expect(talk.buildFails(1) == [.fails(3, "flooded")])
    #expect(talk.borrow(4, "Central") == [.waits])
    // The pause has doubled.
    #expect(talk.pass(60_000_000) == [])
    #expect(talk.pass(50_000_000) == [.builds(1, "Central")])
    #expect(talk.built(1) == [.resumes(4, 1)])
  }

  @Test("counts creations that fail together as one failure, and lets a success end the pause")
  func failuresTogether() {
    var talk = KeyedConversation(capacity: 4, perKey: 4)
    for waiter in 0..<3 { #expect(talk.borrow(waiter, "Central").count == 2) }
    #expect(talk.buildFails(0) == [.fails(0, "flooded")])
    let end = talk.machine.nextMoment
    #expect(talk.buildFails(1) == [.fails(1, "flooded")])
    #expect(talk.machine.nextMoment == end)
    #expect(talk.borrow(4, "Central") == [.waits])
    #expect(talk.built(2) == [.resumes(2, 2), .builds(1, "Central")])
    #expect(talk.machine.nextMoment == nil)
  }

  @Test("forgets a key exactly when nothing refers to it")
  func forgetsEmptyKeys() {
    var talk = KeyedConversation(capacity: 1, perKey: 1)
    #expect(talk.hold(1, "Central") == 0)
    #expect(talk.returnElement(0) == [])
    #expect(talk.borrow(2, "Harbour") == [.waits, .ends(0, .surplus)])
    #expect(talk.keySlots.keys.sorted() == ["Central", "Harbour"])
    #expect(talk.ended(0) == [.builds(0, "Harbour")])
    #expect(talk.keySlots.keys.sorted() == ["Harbour"])
    #expect(talk.buildFails(0) == [.fails(2, "flooded")])
    // Its failure is still recorded.
    #expect(talk.keySlots.keys.sorted() == ["Harbour"])
    #expect(talk.borrow(3, "Harbour") == [.waits])
    #expect(talk.cancel(3) == [.cancels(3)])
    #expect(talk.pass(60_000_000) == [])
    #expect(talk.keySlots.isEmpty)
    #expect(talk.machine.nextMoment == nil)
    #expect(talk.machine.keys.keySlots.openCount == 0)
  }

  @Test("uses no memory for keys that were requested only once")
  func manyKeys() async throws {
    let count = Sanitizer.running == nil ? 100_000 : 2_000
    // On a thread of its own: it takes long, and would occupy one that the tasks of other tests
    // need.
    try await onThread {
      var talk = KeyedConversation(capacity: 4, perKey: 2)
      for number in 0..<count {
        for said in talk.borrow(number, "reader \(number)") {
          if case .ends(let slot, _) = said { _ = talk.ended(slot) }
        }
        guard let slot = talk.machine.slots.entries.firstIndex(where: { $0.phase == .building })
        else {
          Issue.record("Nothing is made for reader \(number).")
          return
        }
        _ = talk.built(slot)
        _ = talk.returnElement(slot)
      }
      #expect(talk.keySlots.count == 4)
      #expect(talk.machine.keys.keySlots.openCount == 4)
      #expect(talk.machine.keys.keySlots.count <= 6)
      #expect(talk.machine.slots.count == 4)
      #expect(talk.machine.line.places.count <= 2)
    }
  }

  @Test("ends waits at their deadlines, for all keys")
  func timesOut() {
    var talk = KeyedConversation(capacity: 1, perKey: 1)
    #expect(talk.hold(1, "Central") == 0)
    let soon = talk.now + 5
    #expect(talk.borrow(2, "Central", deadline: soon + 5) == [.waits])
    #expect(talk.borrow(3, "Harbour", deadline: soon) == [.waits])
    #expect(talk.machine.nextMoment == soon)
    #expect(talk.pass(5) == [.timesOut(3)])
    #expect(talk.keySlots.keys.sorted() == ["Central"])
    #expect(talk.pass(5) == [.timesOut(2)])
    #expect(talk.returnElement(0) == [])
  }

  @Test("gives a borrower with an unfit element another one, before the waiters of its key")
  func rejectedStaysInFront() {
    var talk = KeyedConversation(capacity: 1, perKey: 1)
    #expect(talk.hold(1, "Central") == 0)
    #expect(talk.borrow(2, "Central") == [.waits])
    #expect(talk.borrow(3, "Harbour") == [.waits])
    #expect(talk.reject(0, 1) == [.waits, .ends(0, .preparationFailed)])
    #expect(talk.ended(0) == [.builds(0, "Central")])
    #expect(talk.built(0) == [.resumes(1, 0)])
  }

  @Test("wakes the waiters that it served before it destroys elements")
  func wakesBeforeDestroying() {
    var talk = KeyedConversation(capacity: 2, perKey: 1)
    #expect(talk.borrow(1, "West") == [.waits, .builds(0, "West")])
    #expect(talk.buildFails(0) == [.fails(1, "flooded")])
    #expect(talk.hold(2, "Central") == 0)
    #expect(talk.hold(3, "Harbour") == 1)
    #expect(talk.returnElement(1) == [])
    // West is paused, and Central has all that it may have.
    #expect(talk.borrow(4, "West") == [.waits])
    #expect(talk.borrow(5, "Central") == [.waits])
    // The pause is over, so the waiter for West is owed the place of the idle element. Its
    // destruction may take its time: the borrower that was served does not wait for it.
    talk.now += 10_000_000_000
    #expect(talk.returnElement(0) == [.resumes(5, 0), .ends(1, .surplus)])
  }

  /// Ten thousand keys at the same time, and then none.
  @Test("has tables as small after many keys as after a few")
  func tablesShrink() {
    var talk = KeyedConversation(capacity: 10_000, perKey: 1)
    for number in 0..<10_000 { #expect(talk.borrow(number, "\(number)").count == 2) }
    for slot in 0..<10_000 { #expect(talk.built(slot) == [.resumes(slot, slot)]) }
    for slot in 0..<10_000 { #expect(talk.returnElement(slot) == []) }
    let ended = talk.tell { _ = $0.shed(.all, at: $1, into: &$2) }
    #expect(ended.count == 10_000)
    #expect(talk.tell { $0.destroyed(Array(0..<10_000), at: $1, into: &$2) } == [])
    #expect(talk.keySlots.isEmpty)
    let machine = talk.machine
    #expect(machine.slots.count <= 64)
    #expect(machine.slots.entries.capacity <= 1_024)
    #expect(machine.keys.keySlots.count <= 64)
    #expect(machine.line.places.count <= 64)
    // And it works as before.
    for number in 0..<100 {
      #expect(talk.hold(number, "again \(number)") != nil)
    }
    #expect(machine.existing == 0)
    #expect(talk.machine.existing == 100)
  }

  /// Of many elements only the last remains: the tables shrink once it is returned.
  @Test("shrinks when the element with the highest number is returned")
  func oneElementKeepsTheTables() {
    var talk = KeyedConversation(capacity: 1_000, perKey: 1)
    for number in 0..<1_000 { #expect(talk.hold(number, "\(number)") == number) }
    for slot in 0..<999 {
      #expect(talk.discard(slot) == [.ends(slot, .byBorrower)])
      #expect(talk.ended(slot) == [])
    }
    #expect(talk.machine.slots.count == 1_000)
    // Low numbers are used meanwhile.
    #expect(talk.hold(1_001, "Central") ?? 999 < 500)
    #expect(talk.discard(999) == [.ends(999, .byBorrower)])
    #expect(talk.ended(999) == [])
    #expect(talk.machine.slots.count <= 64)
  }

  @Test("destroys surplus elements when capacities fall, and serves waiters when they rise")
  func capacitiesChange() {
    var talk = KeyedConversation(capacity: 4, perKey: 2)
    for waiter in 0..<2 { #expect(talk.hold(waiter, "Central") == waiter) }
    for waiter in 2..<4 { #expect(talk.hold(waiter, "Harbour") == waiter) }
    #expect(talk.returnElement(0) == [])
    #expect(talk.returnElement(2) == [])
    var said = talk.tell { $0.setCapacity(4, perKey: 1, at: $1, into: &$2) }
    #expect(said == [.ends(0, .overCapacity), .ends(2, .overCapacity)])
    #expect(talk.ended(0) == [])
    #expect(talk.ended(2) == [])
    #expect(talk.borrow(5, "Central") == [.waits])
    said = talk.tell { $0.setCapacity(4, perKey: 2, at: $1, into: &$2) }
    #expect(said == [.builds(2, "Central")])
    said = talk.tell { $0.setCapacity(2, perKey: 1, at: $1, into: &$2) }
    #expect(talk.built(2) == [.ends(2, .overCapacity)])
    #expect(talk.ended(2) == [])
    #expect(talk.returnElement(1) == [.resumes(5, 1)])
  }

  @Test("invalidates one key, with its elements on loan and in creation")
  func invalidatesOneKey() {
    var talk = KeyedConversation(capacity: 6, perKey: 3)
    #expect(talk.hold(1, "Central") == 0)
    #expect(talk.hold(2, "Central") == 1)
    #expect(talk.hold(3, "Harbour") == 2)
    #expect(talk.returnElement(0) == [])
    #expect(talk.returnElement(2) == [])
    #expect(talk.tryBorrow("Central") == [.lends(0)])
    #expect(talk.borrow(4, "Central") == [.waits, .builds(3, "Central")])
    #expect(talk.returnElement(0) == [.resumes(4, 0)])
    guard let keyIndex = talk.keySlots["Central"] else { return }
    #expect(talk.tell { $0.invalidate(keyIndex, at: $1, into: &$2) } == [])
    #expect(talk.built(3) == [.ends(3, .invalidated)])
    #expect(talk.returnElement(0) == [.ends(0, .invalidated)])
    #expect(talk.returnElement(1) == [.ends(1, .invalidated)])
    for slot in [0, 1, 3] { #expect(talk.ended(slot) == []) }
    #expect(talk.tryBorrow("Harbour") == [.lends(2)])
    #expect(talk.keySlots["Central"] == nil)
  }

  @Test("keeps no more idle elements than allowed while other keys wait")
  func maximumIdle() {
    var talk = KeyedConversation(capacity: 3, perKey: 1) { $0.maximumIdle = 0 }
    #expect(talk.hold(1, "Central") == 0)
    #expect(talk.hold(2, "Harbour") == 1)
    #expect(talk.borrow(3, "Central") == [.waits])
    #expect(talk.returnElement(1) == [.ends(1, .surplus)])
    #expect(talk.returnElement(0) == [.resumes(3, 0)])
  }

  @Test("serves its waiters before it closes, or fails them")
  func shutsDown() {
    for fails in [false, true] {
      var talk = KeyedConversation(capacity: 1, perKey: 1)
      #expect(talk.hold(1, "Central") == 0)
      #expect(talk.borrow(2, "Harbour") == [.waits])
      let said = talk.tell { $0.shutdown(failingWaiters: fails, at: $1, into: &$2) }
      #expect(said == (fails ? [.sendsAway(2)] : []))
      #expect(talk.tryBorrow("Central") == [.isShutdown])
      if fails {
        #expect(talk.returnElement(0) == [.ends(0, .shutdown)])
      } else {
        #expect(talk.returnElement(0) == [.ends(0, .surplus)])
        #expect(talk.ended(0) == [.builds(0, "Harbour")])
        #expect(talk.built(0) == [.resumes(2, 0)])
        #expect(talk.returnElement(0) == [.ends(0, .shutdown)])
      }
      #expect(talk.ended(0) == [.drained])
      #expect(talk.keySlots.isEmpty)
    }
  }

  @Test("hands an element over to a thread as to a task")
  func threadsWaitInTheSameLine() {
    var talk = KeyedConversation(capacity: 1, perKey: 1)
    #expect(talk.hold(1, "Central") == 0)
    #expect(talk.borrow(2, "Central", kind: .thread) == [.waits])
    #expect(talk.borrow(3, "Central", kind: .task) == [.waits])
    #expect(talk.returnElement(0) == [.resumes(2, 0)])
    #expect(talk.returnElement(0) == [.resumes(3, 0)])
  }

  // MARK: Inspection by the program

  private func idle(_ count: Int) -> KeyedConversation {
    var talk = KeyedConversation(capacity: 4, perKey: 4)
    for slot in 0..<count {
      #expect(talk.warmUp("Central", to: slot + 1) == [.builds(slot, "Central")])
      _ = talk.pass(10)
      #expect(talk.built(slot) == [])
    }
    return talk
  }

  @Test("a waiter does not rely on an element of its key that is inspected")
  func inspectionThatTakesLong() {
    var talk = idle(2)
    #expect(talk.inspect(0) == [])
    #expect(talk.borrow(1, "Central") == [.lends(1)])
    #expect(talk.borrow(2, "Central") == [.waits, .builds(2, "Central")])
    #expect(talk.built(2) == [.resumes(2, 2)])
    #expect(talk.inspected(0) == [])
    #expect(talk.borrow(3, "Central") == [.lends(0)])
  }

  @Test("elements that were inspected keep their order among those of their key")
  func inspectionKeepsTheOrder() {
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      var talk = idle(3)
      var colder: Int?
      for slot in order {
        #expect(talk.inspect(slot) == [])
        #expect(talk.inspected(slot, after: colder) == [])
        colder = slot
      }
      let lent = (1...3).map { talk.borrow($0, "Central") }
      #expect(lent == [[.lends(2)], [.lends(1)], [.lends(0)]])
    }
  }
}
