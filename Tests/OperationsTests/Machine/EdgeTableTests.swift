import TestSupport
import Testing

@testable import StagecraftOperations

/// The table of edges, one cell after the other.
@Suite struct EdgeTableTests {
  static let kinds: [EdgeKind] = [.requires, .result, .follows, .failed, .prerequisite]
  static let endings: [OperationEnding] = [.succeeded, .failed, .cancelled, .skipped]

  /// The state of the dependency when the edge is added.
  enum Stand: CaseIterable {
    /// It has not ended.
    case running
    /// Its end is known, and it follows another operation that has not ended.
    case decided
    /// It was removed from the table.
    case gone
  }

  /// Repeated here, so that a change of the other table is noticed.
  private func expected(_ kind: EdgeKind, _ ending: OperationEnding) -> OperationEnding? {
    let table: [EdgeKind: [OperationEnding: OperationEnding]] = [
      .requires: [.failed: .cancelled, .cancelled: .cancelled, .skipped: .skipped],
      .prerequisite: [.failed: .cancelled, .cancelled: .cancelled, .skipped: .skipped],
      .failed: [.succeeded: .skipped, .cancelled: .skipped, .skipped: .skipped],
    ]
    return table[kind]?[ending]
  }

  @Test func theConsequencesAreThoseOfTheTable() {
    for kind in Self.kinds {
      for ending in Self.endings {
        #expect(kind.consequence(of: ending) == expected(kind, ending), "\(kind) \(ending)")
      }
    }
    for ending in Self.endings {
      #expect(EdgeKind.awaits.consequence(of: ending) == nil)
      #expect(EdgeKind.child.consequence(of: ending) == nil)
    }
  }

  @Test func oneDependencyDecidesAsInTheTable() throws {
    try withEvery("kind", in: Self.kinds) { kind in
      try withEvery("ending", in: Self.endings) { ending in
        try withEvery("stand", in: Stand.allCases) { stand in
          try checkOne(kind, ending, stand)
        }
      }
    }
  }

  /// An operation with the given end, and one with an edge to it.
  private func checkOne(_ kind: EdgeKind, _ ending: OperationEnding, _ stand: Stand) throws {
    var machine = OperationMachine.library(limit: 8)
    let blocker = machine.make()
    let book = machine.add(manager: 0, traits: .needsCheck)
    if stand == .decided { machine.link(.follows, to: blocker, from: book.slot) }
    let reader = machine.add(manager: 0)
    if stand == .running { machine.link(kind, to: book.slot, from: reader.slot) }
    if stand == .decided {
      // It is decided in place, before its predecessor has ended.
      machine.decide(book.slot, Verdict(ending: ending, cause: .requested))
      machine.link(kind, to: book.slot, from: reader.slot)
    }
    machine.submit(book.slot)
    if stand != .decided { end(&machine, book, ending) }
    if stand == .gone { machine.apply(ending: ending, of: book, to: reader.slot, by: kind) }
    machine.submit(reader.slot)
    let actions = machine.takeActions()

    guard let consequence = expected(kind, ending) else {
      #expect(!actions.contains { isEnd($0, of: reader) }, "\(Labels.text)")
      #expect(
        machine[reader.slot].phase == (stand == .decided ? .waiting : .ready), "\(Labels.text)")
      return
    }
    let verdict = Verdict(ending: consequence, cause: .dependency(book))
    #expect(
      actions.filter { isEnd($0, of: reader) } == [.decided(reader, verdict)], "\(Labels.text)")
    let hasLeft = machine.slot(of: reader) == nil
    #expect(hasLeft == (stand != .decided), "\(Labels.text)")
    #expect(actions.contains(.settled(reader)) == hasLeft, "\(Labels.text)")
    try machine.checkInvariants()
  }

  @Test func twoDependenciesDecideAsInTheTable() throws {
    for first in Self.kinds {
      for second in Self.kinds {
        for ending in Self.endings {
          for other in Self.endings { try checkTwo((first, ending), (second, other)) }
        }
      }
    }
  }

  /// The first consequence decides; the operation is removed from the table when both have ended.
  private func checkTwo(_ first: (EdgeKind, OperationEnding), _ second: (EdgeKind, OperationEnding))
    throws
  {
    var machine = OperationMachine.library(limit: 8)
    let books = [
      machine.add(manager: 0, traits: .needsCheck), machine.add(manager: 0, traits: .needsCheck),
    ]
    let reader = machine.add(manager: 0)
    machine.link(first.0, to: books[0].slot, from: reader.slot)
    machine.link(second.0, to: books[1].slot, from: reader.slot)
    let follower = machine.add(manager: 0)
    machine.link(.follows, to: reader.slot, from: follower.slot)
    for id in books + [reader, follower] { machine.submit(id.slot) }
    _ = machine.takeActions()

    end(&machine, books[0], first.1)
    let early = machine.takeActions()
    let label: Comment = "\(first), \(second)"
    let consequence = expected(first.0, first.1)
    #expect(early.contains { isEnd($0, of: reader) } == (consequence != nil), label)
    #expect(!early.contains(.settled(reader)), label)
    #expect(machine[follower.slot].phase == .waiting, label)

    end(&machine, books[1], second.1)
    let late = machine.takeActions()
    let verdict =
      consequence.map { Verdict(ending: $0, cause: .dependency(books[0])) }
      ?? expected(second.0, second.1).map { Verdict(ending: $0, cause: .dependency(books[1])) }
    let decided = (early + late).filter { isEnd($0, of: reader) }
    #expect(decided == (verdict.map { [.decided(reader, $0)] } ?? []), label)
    if verdict == nil {
      #expect(machine[reader.slot].phase == .ready, label)
    } else {
      #expect(late.contains(.settled(reader)), label)
      #expect(machine[follower.slot].phase == .ready, label)
    }
    try machine.checkInvariants()
  }

  private func isEnd(_ action: OperationMachine.Action, of id: NodeID) -> Bool {
    if case .decided(id, _) = action { true } else { false }
  }

  /// Ends an operation that has conditions.
  private func end(_ machine: inout OperationMachine, _ id: NodeID, _ ending: OperationEnding) {
    machine.submit(id.slot)
    if ending == .cancelled {
      _ = machine.cancel(id.slot, .requested, .this)
      return
    }
    while machine.slot(of: id) != nil, machine[id.slot].phase != .checking {
      _ = machine.next()
    }
    _ = machine.checked(id, .end(ending))
  }
}
