import StageFloor
import TestSupport
import Testing

@testable import StagecraftOperations

/// The memory that the tables keep after a burst.
@Suite struct OperationMachineTableTests {
  /// A hundred thousand operations in a chain, in a line and in a category are added and removed.
  @Test(.onSeparateThread) func theTablesShrinkAfterABurst() throws {
    var machine = OperationMachine.library(limit: 4, categories: [1])
    let count = 20_000
    let early = machine.make(isSubmitted: false)
    var last = machine.make(isSubmitted: false)
    for _ in 0..<count { last = machine.make((.follows, last), categories: [0]) }
    let survivor = machine.make(isSubmitted: false)
    for _ in 0..<count { _ = machine.make() }
    #expect(machine.records.count > 2 * count)
    _ = machine.cancel(early, .requested, .this)
    machine.cancelAll(machine.live(of: 0).filter { $0 != survivor })
    #expect(machine.managers[0].unsettled == 1)
    for page in machine.takeGarbage() { page.free() }
    #expect(machine.records.count < 1_000)
    try machine.checkInvariants()
    machine.submit(survivor)
    #expect(machine.runAll() == [survivor])
  }

  /// An operation that was only prepared is released with its category, and remains in the table
  /// until its predecessors have ended.
  @Test func aCategoryMayBeRemovedBeforeTheLastOperationThatNeededIt() throws {
    var machine = OperationMachine.library(categories: [1])
    let before = machine.make()
    _ = machine.start()
    let category = machine.addCategory(limit: 1)
    let forgotten = machine.make((.follows, before), categories: [category], isSubmitted: false)
    _ = machine.cancel(forgotten, .neverSubmitted, .this)
    #expect(machine[forgotten].phase == .ended)
    machine.removeCategory(category)
    _ = machine.finish(before)
    #expect(machine.addCategory(limit: 1) == category)
    #expect(machine.addCategory(limit: 1) == category + 1)
    let users = (0..<3).map { _ in machine.make(categories: [category]) }
    #expect(machine.runAll() == users)
    try machine.checkInvariants()
  }

  @Test("A category is freed with its last user") func categoriesAreFreed() {
    let before = Engine.shared.lock.withLock { Engine.shared.machine.categories.count }
    for number in 0..<60_000 { _ = OperationCategory("document \(number)") }
    let after = Engine.shared.lock.withLock { Engine.shared.machine.categories.count }
    // Other tests create some at the same time, one of them 20,000.
    #expect(after < before + 40_000)
  }
}

/// The tables themselves.
@Suite struct PagedTableTests {
  private struct Element: PagedElement {
    var nextVacant: Int32 = -1
    var number = 0
  }

  @Test func itAgreesWithAnArray() throws {
    try withEverySeed(in: 0..<20) { generator in
      var table = PagedTable<Element>()
      var model: [Int32: Int] = [:]
      for number in 0..<4_000 {
        // It grows in the first half and shrinks in the second.
        if model.isEmpty || Int.random(in: 0..<4_000, using: &generator) > number {
          let place = table.make()
          try check(model[place] == nil, "a slot is assigned once")
          table[place].number = number
          model[place] = number
        } else if let place = model.keys.randomElement(using: &generator) {
          table.remove(place)
          model[place] = nil
        }
      }
      for (place, number) in model { try check(table[place].number == number, "nothing is lost") }
      try check(table.used == model.count, "elements are counted")
      for place in model.keys { table.remove(place) }
      for page in table.takeGarbage() { page.free() }
      try check(table.count <= 128 * PagedTable<Element>.mostVacantPages, "it has shrunk")
    }
  }

  /// A slot of a page that was freed and allocated again is not confused with its former content.
  @Test func anOldIdentityDoesNotMatchANewOperation() {
    var machine = OperationMachine.library()
    let slots = (0..<2_000).map { _ in machine.make() }
    let old = slots.map { machine.id(of: $0) }
    machine.cancelAll(machine.live(of: 0))
    for page in machine.takeGarbage() { page.free() }
    #expect(machine.records.count < 2_000)
    for _ in 0..<2_000 { _ = machine.make() }
    #expect(old.allSatisfy { machine.slot(of: $0) == nil })
  }
}
