import Testing

@testable import StagecraftOperations

/// Categories: acquired all at once, in order, handed over directly.
@Suite struct OperationCategoryTests {
  @Test func aReleasedCategoryIsHandedToTheNextInLine() throws {
    var machine = OperationMachine.library(limit: 8, categories: [1])
    let alerts = (0..<4).map { _ in machine.make(categories: [0]) }
    #expect(machine.start() == [alerts[0]])
    for (alert, next) in zip(alerts, alerts.dropFirst()) {
      _ = machine.finish(alert)
      #expect(machine.categories[0].holders == [next])
      #expect(
        machine[next].blockedBy == .category && machine[next].blocker == machine[alert].number)
      #expect(machine.start() == [next])
      try machine.checkInvariants()
    }
  }

  @Test func theLineIsInTheOrderOfPriorityAndArrival() {
    var machine = OperationMachine.library(limit: 8, categories: [1])
    let first = machine.make(categories: [0])
    let low = machine.make(priority: 1, categories: [0])
    let early = machine.make(priority: 3, categories: [0])
    let late = machine.make(priority: 3, categories: [0])
    #expect(machine.runAll() == [first, early, late, low])
  }

  @Test func allCategoriesAreAcquiredAtOnce() throws {
    var machine = OperationMachine.library(limit: 8, categories: [1, 1])
    let holder = machine.make(categories: [0])
    let both = machine.make(categories: [0, 1])
    let other = machine.make(categories: [1])
    // An operation that needs both holds nothing while it waits, and so blocks no other.
    #expect(machine.start() == [holder, other])
    _ = machine.finish(holder)
    #expect(machine.start() == [])
    _ = machine.finish(other)
    #expect(machine.start() == [both])
    #expect(machine[both].overtakenCount == 0)
  }

  @Test func anOperationWithTwoCategoriesIsNotOvertakenForever() throws {
    var machine = OperationMachine.library(limit: 8, categories: [1, 1])
    var holder = machine.make(categories: [0])
    let both = machine.make(categories: [0, 1])
    var passing = 0
    // One of the two categories is always occupied.
    while machine[both].phase == .inLine, passing < 100 {
      let next = machine.make(categories: [passing.isMultiple(of: 2) ? 1 : 0])
      _ = machine.start()
      passing += machine[next].phase == .executing ? 1 : 0
      _ = machine.finish(holder)
      _ = machine.start()
      try machine.checkInvariants()
      guard machine[next].phase == .executing else { break }
      holder = next
    }
    #expect(passing == Int(OperationMachine.overtakingLimit))
    #expect(machine[both].phase == .executing)
  }

  /// An operation that must not be overtaken stands before one that could start, and gives up.
  @Test(arguments: [true, false])
  func theLineMovesWhenAnOperationThatMustNotBeOvertakenLeaves(_ isCancelled: Bool) throws {
    var machine = OperationMachine.library(limit: 99, categories: [1, 1])
    _ = machine.make(categories: [0])
    let both = machine.make(categories: [0, 1])
    for _ in 0..<OperationMachine.overtakingLimit {
      let other = machine.make(categories: [1])
      _ = machine.start()
      _ = machine.finish(other)
    }
    let barred = machine.make(categories: [1])
    #expect(machine[barred].phase == .inLine)
    if isCancelled {
      _ = machine.cancel(both, .requested, .this)
    } else {
      let late = machine.make(isSubmitted: false)
      try machine.linkLate(.follows, to: late, from: both)
    }
    #expect(machine[barred].phase == .ready)
    try machine.checkInvariants()
  }

  /// The holder of the missing category waits for an operation behind it: holding that one back
  /// would be a deadlock.
  @Test(arguments: [true, false])
  func overtakingIsAllowedWhileTheHolderWaits(_ isInLineBefore: Bool) throws {
    var machine = OperationMachine.library(limit: 99, categories: [1, 1])
    let holder = machine.make(categories: [0])
    let both = machine.make(categories: [0, 1])
    for _ in 0..<OperationMachine.overtakingLimit {
      let other = machine.make(categories: [1])
      _ = machine.start()
      _ = machine.finish(other)
    }
    let behind = machine.make(categories: [1])
    #expect(machine[behind].phase == .inLine)
    let waited = isInLineBefore ? behind : machine.make()
    _ = try machine.beginAwait(waited, by: holder)
    try machine.checkInvariants()
    #expect(machine[behind].phase == .ready)
    #expect(machine.overtakingBarredCount == 1)
    _ = machine.start()
    _ = machine.finish(behind)
    _ = machine.endAwait(by: machine.id(of: holder), ticket: 1, isCancelled: false)
    let next = machine.make(categories: [1])
    #expect(machine[next].phase == .inLine)
    _ = machine.finish(holder)
    #expect(machine[both].phase == .ready)
    #expect(machine.overtakingBarredCount == 0)
    try machine.checkInvariants()
  }

  /// An operation that must not be overtaken in one line is not overtaken through another line
  /// either.
  @Test func noOperationIsOvertakenThroughAnotherLine() throws {
    var machine = OperationMachine.library(limit: 99, categories: [1, 1, 1])
    let (a, b, c): (Int32, Int32, Int32) = (0, 1, 2)
    let holderOfC = machine.make(categories: [c])
    let patient = machine.make(categories: [b, c])
    for _ in 0..<OperationMachine.overtakingLimit {
      let other = machine.make(categories: [b])
      _ = machine.start()
      _ = machine.finish(other)
    }
    let holderOfA = machine.make(categories: [a])
    let passing = machine.make(categories: [a, b])
    _ = machine.start()
    _ = machine.finish(holderOfA)
    #expect(machine[passing].phase == .inLine)
    _ = machine.finish(holderOfC)
    #expect(machine.start() == [patient])
    _ = machine.finish(patient)
    #expect(machine.start() == [passing])
  }

  @Test func raisingAPriorityInLineGrantsTheCategory() throws {
    var machine = OperationMachine.library(limit: 99, categories: [1, 1])
    _ = machine.make(categories: [0])
    let both = machine.make(categories: [0, 1])
    for _ in 0..<OperationMachine.overtakingLimit {
      let other = machine.make(categories: [1])
      _ = machine.start()
      _ = machine.finish(other)
    }
    let barred = machine.make(categories: [1])
    machine.setPriority(barred, 4)
    #expect(machine[barred].phase == .ready)
    #expect(machine[both].phase == .inLine)
    try machine.checkInvariants()
  }

  @Test func cancellingAnOperationInLineGrantsTheNext() throws {
    var machine = OperationMachine.library(limit: 8, categories: [1])
    let alerts = (0..<3).map { _ in machine.make(categories: [0]) }
    _ = machine.start()
    _ = machine.cancel(alerts[1], .requested, .this)
    _ = machine.finish(alerts[0])
    #expect(machine.start() == [alerts[2]])
  }

  @Test func childrenShareTheCategoriesOfTheirParents() throws {
    var machine = OperationMachine.library(limit: 8, categories: [1])
    let parent = machine.make(categories: [0])
    let stranger = machine.make(categories: [0])
    _ = machine.start()
    let child = machine.make(categories: [0], isSubmitted: false)
    machine.adopt(child, by: parent)
    machine.submit(child)
    let grandchild = machine.make(categories: [0], isSubmitted: false)
    #expect(machine.start() == [child])
    machine.adopt(grandchild, by: child)
    machine.submit(grandchild)
    #expect(machine.start() == [grandchild])
    for slot in [parent, child] { _ = machine.finish(slot) }
    #expect(machine.start() == [])
    _ = machine.finish(grandchild)
    #expect(machine.start() == [stranger])
    try machine.checkInvariants()
  }

  /// A retried body leaves children: their categories are not available to others yet.
  @Test func aPausingOperationKeepsTheCategoriesOfItsChildren() throws {
    var machine = OperationMachine.library(limit: 8, categories: [1])
    let parent = machine.make(categories: [0])
    let stranger = machine.make(categories: [0])
    _ = machine.start()
    let child = machine.make(categories: [0], isSubmitted: false)
    machine.adopt(child, by: parent)
    machine.submit(child)
    #expect(machine.finish(parent, threw: true, rests: true) == .resting)
    #expect(machine.start() == [child])
    #expect(machine[stranger].phase == .inLine)
    try machine.checkInvariants()
  }

  // MARK: Preemption

  @Test func thePreemptedOperationIsNextAfterThePreemptingOne() throws {
    var machine = OperationMachine.library(limit: 8, categories: [1])
    let alert = machine.make(traits: .isPreemptible, categories: [0])
    let next = machine.make(priority: 4, categories: [0])
    _ = machine.start()
    _ = machine.takeActions()
    let urgent = machine.make(traits: .preempts, categories: [0])
    #expect(machine.takeActions() == [.interrupt(machine.id(of: alert))])
    #expect(machine.finish(alert, threw: true) == .requeued)
    #expect(machine.start() == [urgent])
    machine.setPriority(alert, 4)
    _ = machine.finish(urgent)
    #expect(machine.start() == [next])
    _ = machine.finish(next)
    #expect(machine.start() == [alert])
    #expect(machine.finish(alert) == .ended(.succeeded))
    try machine.checkInvariants()
  }

  @Test func aPreemptedOperationIsTheFirstOfItsPriority() {
    var machine = OperationMachine.library(limit: 8, categories: [1])
    let alert = machine.make(traits: .isPreemptible, categories: [0])
    let next = machine.make(categories: [0])
    _ = machine.start()
    let urgent = machine.make(priority: 0, traits: .preempts, categories: [0])
    _ = machine.finish(alert, threw: true)
    #expect(machine.runAll() == [urgent, alert, next])
  }

  /// It holds the category but has not started, so its body need not be interrupted.
  @Test func aReadyOperationIsPreemptedWithoutAnInterruption() throws {
    var machine = OperationMachine.library(limit: 1, categories: [1])
    let other = machine.make()
    _ = machine.start()
    let alert = machine.make(traits: .isPreemptible, categories: [0])
    _ = machine.takeActions()
    let urgent = machine.make(traits: .preempts, categories: [0])
    #expect(machine.takeActions() == [])
    try machine.checkInvariants()
    _ = machine.finish(other)
    #expect(machine.runAll() == [urgent, alert])
  }

  @Test func aPreemptedOperationRunsAgainAfterItsChildren() throws {
    var machine = OperationMachine.library(limit: 8, categories: [1])
    let alert = machine.make(traits: .isPreemptible, categories: [0])
    _ = machine.start()
    let child = machine.make(isSubmitted: false)
    machine.adopt(child, by: alert)
    machine.submit(child)
    let urgent = machine.make(traits: .preempts, categories: [0])
    #expect(machine.finish(alert, threw: true) == .requeued)
    #expect(machine.start() == [child])
    try machine.checkInvariants()
    _ = machine.finish(child)
    #expect(machine.runAll() == [urgent, alert])
  }

  /// The interruption is withdrawn when the operation releases the category itself.
  @Test func anInterruptionDuringAVolatileConditionIsWithdrawn() throws {
    var machine = OperationMachine.library(limit: 8, categories: [1])
    let login = machine.make(isSubmitted: false)
    let alert = machine.make(traits: .isPreemptible, categories: [0])
    _ = machine.start()
    let urgent = machine.make(traits: .preempts, categories: [0])
    #expect(machine.checked(machine.id(of: alert), .first(machine.id(of: login))) == .continues)
    #expect(machine[alert].cancelRequest == nil)
    #expect(machine.start() == [urgent])
    try machine.checkInvariants()
  }
}
