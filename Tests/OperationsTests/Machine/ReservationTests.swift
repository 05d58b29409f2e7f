import TestSupport
import Testing

@testable import StagecraftOperations

/// Shared operations with handles, and chains of operations that conditions request.
@Suite struct ReservationTests {
  /// A login is needed by one module, which gives up just after another has received a handle.
  @Test func aReservedOperationSurvivesItsLastNeed() {
    var machine = OperationMachine.library()
    let login = machine.make(traits: .isShared)
    let id = machine.id(of: login)
    let favourite = machine.make((.requires, login))
    #expect(machine.start() == [login])
    #expect(machine.reserve(id) == true)
    _ = machine.cancel(favourite, .requested, .this)
    #expect(machine.takeActions().contains(.interrupt(id)) == false)
    let comment = machine.make((.requires, login), isSubmitted: false)
    machine.endReservation(id)
    machine.submit(comment)
    #expect(machine.takeActions().contains(.interrupt(id)) == false)
    #expect(machine.finish(login) == .ended(.succeeded))
    #expect(machine.start() == [comment])
  }

  /// The handle is released instead: no operation needs the login any more.
  @Test func droppingAReservationCancelsWhatWasNeeded() {
    var machine = OperationMachine.library()
    let login = machine.make(traits: .isShared)
    let id = machine.id(of: login)
    let favourite = machine.make((.requires, login))
    _ = machine.start()
    _ = machine.reserve(id)
    _ = machine.cancel(favourite, .requested, .this)
    _ = machine.takeActions()
    machine.endReservation(id)
    machine.endLinking()
    #expect(machine.takeActions().contains(.interrupt(id)) == true)
    #expect(machine.finish(login, threw: true) == .ended(.cancelled(.unwanted)))
  }

  /// It was started for its effect, and no edge ever led to it.
  @Test func droppingAReservationOfWhatWasNeverNeededHasNoEffect() {
    var machine = OperationMachine.library()
    let sync = machine.make(traits: .isShared)
    let id = machine.id(of: sync)
    _ = machine.reserve(id)
    machine.endReservation(id)
    machine.endLinking()
    #expect(machine.start() == [sync])
    #expect(machine.finish(sync) == .ended(.succeeded))
    // It was removed from the table: a late handle finds nothing.
    #expect(machine.reserve(id) == false)
    machine.endReservation(id)
  }

  /// The last handle is used by a waiting task.
  @Test func aWaitReplacesAReservation() {
    var machine = OperationMachine.library()
    let login = machine.make(traits: .isShared)
    let id = machine.id(of: login)
    _ = machine.start()
    _ = machine.reserve(id)
    machine.addInterest(login)
    machine.endReservation(id)
    _ = machine.takeActions()
    machine.removeInterest(login)
    #expect(machine.takeActions().contains(.interrupt(id)) == true)
  }

  /// Operations that are not shared are not reserved.
  @Test func onlySharedOperationsAreReserved() {
    var machine = OperationMachine.library()
    let order = machine.make()
    let id = machine.id(of: order)
    #expect(machine.reserve(id) == false)
    #expect(machine[order].interest == 0)
  }

  /// Each operation's condition requests the next, without end.
  @Test func aChainOfPrerequisitesIsBounded() throws {
    var machine = OperationMachine.library(limit: 1)
    var slot = machine.make(traits: .needsCheck)
    for depth in 1...Int(OperationMachine.longestPrerequisiteChain) {
      let id = machine.id(of: slot)
      #expect(machine.next() == .check(id))
      let next = machine.make(traits: .needsCheck)
      let end = machine.checked(id, .first(machine.id(of: next)))
      #expect(end == .continues)
      #expect(machine[next].prerequisiteDepth == depth)
      slot = next
    }
    let id = machine.id(of: slot)
    #expect(machine.next() == .check(id))
    let next = machine.make()
    #expect(machine.checked(id, .first(machine.id(of: next))) == .endless)
    #expect(machine.start() == [next])
    _ = machine.finish(next)
    #expect(machine.managers[0].unsettled == 0)
    try machine.checkInvariants()
  }

  /// The lower operations' conditions have answered before those of the upper ones: the chain is as
  /// long as if they had answered in turn.
  @Test func aChainAnsweredFromItsEndHasTheSameLength() {
    var machine = OperationMachine.library(limit: 1)
    let slots = (0..<40).map { _ in machine.make(traits: .needsCheck) }
    for slot in slots {
      let id = machine.id(of: slot)
      #expect(machine.next() == .check(id))
    }
    for place in (0..<39).reversed() {
      let answer = machine.checked(
        machine.id(of: slots[place]), .first(machine.id(of: slots[place + 1])))
      #expect(answer == .continues)
    }
    #expect(slots.map { Int(machine[$0].prerequisiteDepth) } == Array(0..<40))
  }

  /// Many operations that request one login are not a chain.
  @Test func manyRequestsForOneOperationAreNoChain() {
    var machine = OperationMachine.library(limit: 1)
    let login = machine.make(isSubmitted: false)
    for _ in 0..<2000 {
      let slot = machine.make(traits: .needsCheck)
      let id = machine.id(of: slot)
      #expect(machine.next() == .check(id))
      #expect(machine.checked(id, .first(machine.id(of: login))) == .continues)
    }
    #expect(machine[login].prerequisiteDepth == 1)
  }

  /// Edges, waits and handles are added and removed in any order: the operation is cancelled
  /// exactly when the last of them is removed, if an edge or a wait has ever needed it.
  @Test func theLastNeedKeepsAnOperation() throws {
    try withEverySeed(in: 0..<300) { generator in
      var machine = OperationMachine.library(limit: 1)
      let login = machine.make(traits: .isShared)
      let id = machine.id(of: login)
      _ = machine.start()
      var (dependents, waits, handles, wasNeeded) = ([Slot](), 0, 0, false)
      for _ in 0..<40 {
        switch Int.random(in: 0..<7, using: &generator) {
        case 0:
          let isReserved = machine.reserve(id)
          #expect(isReserved)
          handles += 1
        case 1 where handles > 0:
          // The handle is used: an edge first, and then it no longer counts.
          let slot = machine.make((.requires, login), isSubmitted: false)
          machine.endReservation(id)
          machine.submit(slot)
          dependents.append(slot)
          handles -= 1
          wasNeeded = true
        case 2 where handles > 0:
          machine.endReservation(id)
          machine.endLinking()
          handles -= 1
        case 3:
          dependents.append(machine.make((.follows, login)))
          wasNeeded = true
        case 4 where !dependents.isEmpty:
          let place = Int.random(in: dependents.indices, using: &generator)
          _ = machine.cancel(dependents.remove(at: place), .requested, .this)
        case 5:
          machine.addInterest(login)
          waits += 1
          wasNeeded = true
        case 6 where waits > 0:
          machine.removeInterest(login)
          waits -= 1
        default: continue
        }
        let isNeeded = !dependents.isEmpty || waits > 0 || handles > 0
        let isUnwanted = machine[login].cancelRequest == .unwanted
        try check(isUnwanted == (wasNeeded && !isNeeded), "it is cancelled when nothing needs it")
        if isUnwanted { break }
      }
      try machine.checkInvariants()
    }
  }
}
