import Testing

@testable import StagecraftOperations

/// Priority inheritance along edges and along categories, and its end.
@Suite struct PriorityInheritanceTests {
  /// The only slot of a manager is taken; a low operation that holds a category waits for the slot,
  /// and an urgent one of another manager waits for that category.
  @Test func theHolderOfACategoryInheritsTheHighestPriorityInItsLine() throws {
    var machine = OperationMachine.library(limit: 1, categories: [1])
    let other = machine.addManager(limit: 1)
    let busy = machine.make()
    _ = machine.start()
    let low = machine.make(priority: 1, categories: [0])
    let urgent = machine.add(manager: other, priority: 4, categories: [0]).slot
    machine.submit(urgent)
    let others = (0..<100).map { _ in machine.make() }
    #expect(machine[low].priority == 4)
    try machine.checkInvariants()
    _ = machine.finish(busy)
    #expect(machine.start() == [low])
    _ = machine.finish(low)
    #expect(machine[urgent].phase == .ready)
    #expect(machine.runAll() == others)
  }

  /// The dependency that the holder waits for becomes urgent as well, in any manager.
  @Test func theHolderPassesAnInheritedPriorityOn() throws {
    var machine = OperationMachine.library(limit: 2, categories: [1])
    let holder = machine.make(priority: 0, categories: [0])
    let busy = machine.make()
    _ = machine.start()
    let awaited = machine.make(priority: 0)
    _ = try machine.beginAwait(awaited, by: holder)
    let urgent = machine.make(priority: 4, categories: [0])
    #expect(machine[holder].priority == 4 && machine[awaited].priority == 4)
    _ = machine.cancel(urgent, .requested, .this)
    #expect(machine[holder].priority == 0 && machine[awaited].priority == 0)
    _ = machine.finish(busy)
    try machine.checkInvariants()
  }

  /// A priority inherited by several holders could cycle forever.
  ///
  /// One of the holders of a category may wait for an operation that is in line for it, since
  /// another holder lets that operation proceed.
  @Test func aCategoryWithAHigherLimitLendsNoPriority() throws {
    var machine = OperationMachine.library(limit: 9, categories: [2])
    let holders = [1, 1].map { machine.make(priority: $0, categories: [0]) }
    _ = machine.start()
    let urgent = machine.make(priority: 4, categories: [0])
    #expect(holders.map { machine[$0].priority } == [1, 1])
    _ = machine.finish(holders[0])
    #expect(machine.start() == [urgent])
    try machine.checkInvariants()
  }

  /// The low one was urgent only because of an operation that has been removed.
  @Test(arguments: [true, false])
  func anInheritedPriorityEndsWithItsReason(_ isCancelled: Bool) throws {
    var machine = OperationMachine.library()
    let busy = machine.make()
    _ = machine.start()
    let low = machine.make(priority: 1)
    let middle = machine.make((.requires, low), priority: 1)
    let urgent = machine.make((.requires, middle), priority: 4)
    let normal = machine.make()
    #expect(machine[low].priority == 4 && machine[middle].priority == 4)
    if isCancelled {
      _ = machine.cancel(urgent, .timedOut, .this)
    } else {
      #expect(machine.unlink(middle, from: urgent, [.requires]) == true)
      _ = machine.cancel(urgent, .requested, .this)
    }
    #expect(machine[low].priority == 1 && machine[middle].priority == 1)
    try machine.checkInvariants()
    _ = machine.finish(busy)
    #expect(machine.runAll() == [normal, low, middle])
  }

  @Test func anInheritedPriorityEndsWithTheWait() throws {
    var machine = OperationMachine.library()
    let waiter = machine.make(priority: 4)
    #expect(machine.start() == [waiter])
    let low = machine.make(priority: 0)
    _ = try machine.beginAwait(low, by: waiter)
    #expect(machine[low].priority == 4)
    _ = machine.endAwait(by: machine.id(of: waiter), ticket: 1, isCancelled: true)
    machine.removeAwait(of: low, by: waiter)
    #expect(machine[low].priority == 0)
    try machine.checkInvariants()
  }

  /// A dependent that was cancelled remains between two others; its dependents still count.
  @Test func prioritiesOfOtherDependentsAreKept() throws {
    var machine = OperationMachine.library()
    _ = machine.make()
    _ = machine.start()
    let low = machine.make(priority: 0)
    let dependents = (0..<20).map { machine.make((.follows, low), priority: 3 + UInt8($0 % 2)) }
    #expect(machine[low].priority == 4)
    for slot in dependents where machine[slot].priority == 4 {
      _ = machine.cancel(slot, .requested, .this)
      try machine.checkInvariants()
    }
    #expect(machine[low].priority == 3)
    for slot in dependents where machine[slot].ownPriority == 3 {
      _ = machine.cancel(slot, .requested, .this)
      try machine.checkInvariants()
    }
    #expect(machine[low].priority == 0)
  }

  // MARK: Ageing

  /// However many operations are added, the first one of a lower priority is overtaken only a bounded
  /// number of times.
  @Test func lowPrioritiesAreNotStarved() throws {
    var machine = OperationMachine.library()
    var running = machine.make(priority: 4)
    _ = machine.start()
    for _ in 0..<2 { _ = machine.make(priority: 0) }
    var overtaken: [Int] = []
    var count = 0
    for _ in 0..<1_000 where overtaken.count < 2 {
      _ = machine.make(priority: 4)
      _ = machine.finish(running)
      running = machine.start()[0]
      if machine[running].priority == 0 {
        overtaken.append(count)
        count = 0
      } else {
        count += 1
      }
    }
    #expect(overtaken == [64, 64])
    try machine.checkInvariants()
  }

  /// The same holds in the line of a category.
  @Test func lowPrioritiesAreNotStarvedInACategory() throws {
    var machine = OperationMachine.library(limit: 9, categories: [1, 1])
    var running = machine.make(priority: 4, categories: [0])
    _ = machine.start()
    let low = machine.make(priority: 0, categories: [0, 1])
    var count = 0
    for _ in 0..<1_000 where machine[low].phase == .inLine {
      _ = machine.make(priority: 4, categories: [0])
      _ = machine.finish(running)
      running = machine.start()[0]
      count += 1
      try machine.checkInvariants()
    }
    #expect(running == low)
    #expect(count == 65)
  }
}
