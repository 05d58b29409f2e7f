import Testing

@testable import StagecraftOperations

/// Work on many operations is done in slices, between which other calls proceed.
@Suite struct OperationMachineSlicingTests {
  enum Storm: CaseIterable {
    case cancelAll, failingChain, failingFan, reach, children, lending
  }

  /// Thousands end by one call: no slice does more than its budget, and interleaved calls of others
  /// do none of its work.
  @Test(arguments: Storm.allCases) func otherCallsProceedBetweenSlices(_ storm: Storm) throws {
    let (count, slice) = (4_000, 64)
    var machine = OperationMachine.library(limit: 2)
    let other = machine.addManager(limit: 1)
    let root = machine.make(priority: 0, isSubmitted: storm == .children)
    if storm == .children { _ = machine.start() }
    var last = root
    for _ in 0..<count {
      switch storm {
      case .cancelAll: _ = machine.make()
      case .failingChain, .lending: last = machine.make((.requires, last), priority: 0)
      case .failingFan: _ = machine.make((.requires, root))
      case .reach: last = machine.make((.follows, last))
      case .children:
        let child = machine.make(isSubmitted: false)
        machine.adopt(child, by: root)
        machine.submit(child)
      }
    }
    _ = machine.takeActions()
    machine.budget = slice
    switch storm {
    case .cancelAll: machine.cancelAll(machine.live(of: 0))
    case .failingChain, .failingFan, .children: _ = machine.cancel(root, .requested, .this)
    case .reach: _ = machine.cancel(root, .requested, .dependents)
    case .lending: machine.setPriority(last, 4)
    }
    var slices = 1
    var most = machine.takeActions().count
    while let work = machine.takeWork() {
      // The work of the other call is its own.
      machine.budget = slice
      let innocent = machine.add(manager: other)
      machine.submit(innocent.slot)
      #expect(machine.cancel(innocent.slot, .requested, .this) == true)
      #expect(machine.slot(of: innocent) == nil)
      #expect(machine.work.isEmpty && slice - machine.budget < 8)
      _ = machine.takeActions()
      machine.budget = slice
      machine.continueWork(work)
      most = max(most, machine.takeActions().count)
      slices += 1
    }
    machine.budget = .max
    #expect(slices > count / slice && most <= 2 * slice + 2)
    if storm == .lending {
      #expect(machine[root].priority == 4)
      _ = machine.cancel(root, .requested, .dependents)
    }
    if storm == .children { _ = machine.finish(root, threw: true) }
    try machine.checkInvariants()
    #expect(machine.managers[0].unsettled == 0 && machine.cursors.isEmpty)
  }

  /// Its end was noted in one slice, and before the next one it started: it ended twice.
  @Test func anOperationThatStartsBetweenTwoSlicesIsInterrupted() throws {
    var machine = OperationMachine.library(limit: 1)
    let parent = machine.make(isSubmitted: false)
    let child = machine.make(isSubmitted: false)
    machine.adopt(child, by: parent)
    machine.submit(child)
    _ = machine.takeActions()
    machine.budget = 1
    machine.cancelChildren(of: parent, .requested)
    let taken = machine.takeWork()
    machine.budget = .max
    #expect(machine.start() == [child])
    if let taken { machine.continueWork(taken) }
    #expect(machine[child].verdict == nil)
    #expect(machine.takeActions().contains(.interrupt(machine.id(of: child))))
  }

  /// It has ended, and its dependents have not been notified, when its predecessor ends: it is not
  /// removed from the table, and its dependents do not start.
  @Test func dependentsDoNotStartBeforeTheyAreNotified() throws {
    var machine = OperationMachine.library(limit: 4)
    let before = machine.make()
    _ = machine.start()
    let ended = machine.make((.follows, before))
    let follower = machine.make((.follows, ended))
    let needy = machine.make((.requires, ended))
    _ = machine.takeActions()
    machine.budget = 2
    _ = machine.cancel(ended, .requested, .this)
    #expect(machine[ended].verdict != nil && machine[needy].verdict == nil)
    let taken = machine.takeWork()
    let work = try #require(taken)
    machine.budget = .max
    _ = machine.finish(before)
    #expect(machine.start() == [])
    let id = machine.id(of: ended)
    machine.continueWork(work)
    #expect(
      machine.takeActions().contains(.decided(machine.id(of: needy), .cancelled(.dependency(id))))
        == false
    )
    #expect(machine.slot(of: id) == nil)
    #expect(machine.start() == [follower])
    _ = machine.finish(follower)
    #expect(machine.managers[0].unsettled == 0)
  }

  /// It is given an edge to a cancelled operation that is removed from the table before the next
  /// slice, in which the new end is decided.
  @Test func aDependentOfAnEndedOperationDoesNotStartBetweenTwoSlices() throws {
    var machine = OperationMachine.library(limit: 4)
    let before = machine.make()
    _ = machine.start()
    let ended = machine.make((.follows, before))
    _ = machine.cancel(ended, .requested, .this)
    let needy = machine.make()
    let (id, other) = (machine.id(of: ended), machine.id(of: needy))
    _ = machine.takeActions()
    machine.budget = 0
    try machine.linkLate(.requires, to: ended, from: needy)
    let taken = machine.takeWork()
    let work = try #require(taken)
    machine.budget = .max
    _ = machine.finish(before)
    #expect(machine.slot(of: id) == nil)
    #expect(machine.start() == [])
    machine.continueWork(work)
    #expect(machine.takeActions().contains(.decided(other, .cancelled(.dependency(id)))))
    #expect(machine.slot(of: other) == nil)
    try machine.checkInvariants()
  }

  /// Of many operations cancelled by one call, none starts between two slices; a new one does.
  @Test func operationsMarkedForCancellationDoNotStart() throws {
    var machine = OperationMachine.library(limit: 1, categories: [1])
    let running = machine.make(categories: [0])
    _ = machine.start()
    let all = (0..<6).map { machine.make(categories: $0 % 2 == 0 ? [] : [0]) }
    let scheduling = machine.make(traits: .schedulesItself)
    _ = machine.takeActions()
    machine.budget = 0
    machine.cancelAll([running] + all + [scheduling])
    let taken = machine.takeWork()
    let work = try #require(taken)
    machine.budget = .max
    let late = machine.make(categories: [0])
    _ = machine.finish(running)
    #expect(machine.startOutside(machine.id(of: scheduling)) == false)
    #expect(machine.start() == [late])
    machine.continueWork(work)
    try machine.checkInvariants()
    #expect(machine.live(of: 0) == [late])
  }

  /// At the point where the walk was to continue, an edge is removed and an operation has ended.
  @Test func aWalkContinuesAfterARemovedLink() throws {
    var machine = OperationMachine.library()
    let root = machine.make(isSubmitted: false)
    let dependents = (0..<8).map { _ in machine.make((.requires, root)) }
    _ = machine.takeActions()
    machine.budget = 4
    _ = machine.cancel(root, .requested, .this)
    let taken = machine.takeWork()
    let work = try #require(taken)
    machine.budget = .max
    // The youngest are notified first.
    let next = try #require(machine.cursors.first).link
    let place = try #require(dependents.firstIndex(of: machine.links[next].dependent))
    #expect(machine.unlink(root, from: dependents[place], [.requires]) == true)
    #expect(machine.unlink(root, from: dependents[place - 1], [.requires]) == true)
    let freed = machine.start()
    #expect(freed == [dependents[place]] || freed == [dependents[place - 1]])
    machine.continueWork(work)
    #expect(machine.live(of: 0).count == 2 && machine.cursors.isEmpty)
    try machine.checkInvariants()
  }

  /// A sweep continues behind an operation that was removed from the table, and does not meet new
  /// ones.
  @Test func aSweepVisitsOnlyEarlierOperations() {
    var machine = OperationMachine.library()
    let all = (0..<6).map { _ in machine.make() }
    let sweep = machine.beginSweep(0)
    machine.budget = 2
    #expect(machine.next(of: sweep) == [all[5], all[4]])
    #expect(machine.isOver(sweep) == false)
    machine.budget = .max
    _ = machine.make()
    _ = machine.cancel(all[3], .requested, .this)
    #expect(machine.next(of: sweep) == [all[2], all[1], all[0]])
    #expect(machine.isOver(sweep) == true, "Few operations need no second passage of the lock.")
    #expect(machine.next(of: sweep) == nil)
    #expect(machine.managers[0].sweeps.isEmpty)
  }

  // MARK: Searches

  /// A category is held; a body with a waiter behind it waits for the end of a long chain.
  @Test func aHeldCategoryDoesNotMakeOtherWaitsExpensive() throws {
    var machine = OperationMachine.library(limit: 9, categories: [1])
    let waiter = machine.make()
    _ = machine.make(categories: [0])
    _ = machine.make((.follows, waiter))
    _ = machine.start()
    var last = machine.make(isSubmitted: false)
    for _ in 0..<10_000 { last = machine.make((.follows, last)) }
    _ = try machine.beginAwait(last, by: waiter)
    #expect(machine.stepCount < 20)
  }

  /// The search from the other end finds the operations that need the held category, also before
  /// they are in line.
  @Test func cyclesThroughACategoryAreFoundFromBothEnds() throws {
    var machine = OperationMachine.library(limit: 9, categories: [1])
    let holder = machine.make(categories: [0])
    _ = machine.start()
    let blocker = machine.make(isSubmitted: false)
    let needy = machine.make((.follows, blocker), categories: [0])
    var last = needy
    for _ in 0..<100 { last = machine.make((.follows, last)) }
    do {
      _ = try machine.beginAwait(last, by: holder)
      Issue.record("It would wait for itself.")
    } catch {
      guard case .cycle(let way) = error else { return }
      #expect(way.count == 102)
      #expect(way.first == machine.id(of: last) && way.last == machine.id(of: holder))
    }
  }
}
