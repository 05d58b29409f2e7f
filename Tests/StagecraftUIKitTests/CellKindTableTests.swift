import Testing

@testable import StagecraftUIKit

@MainActor
struct CellKindTableTests {
  final class Cell {}

  /// Many lists have two registrations of one class, which the class does not distinguish.
  @Test func cellsOfOneClassKeepTheirRegistrations() {
    var cellKinds = CellKindTable()
    let (plain, header) = (Cell(), Cell())
    cellKinds.note(plain, 0)
    cellKinds.note(header, 1)
    cellKinds.note(plain, 0)
    #expect(cellKinds.kind(of: plain) == 0)
    #expect(cellKinds.kind(of: header) == 1)
    #expect(cellKinds.kind(of: Cell()) == nil)
  }

  @Test func cellsAreNotRetainedAndTheirEntriesAreSwept() {
    var cellKinds = CellKindTable()
    weak var first: Cell?
    for number in 0..<1_000 {
      let cell = Cell()
      if number == 0 { first = cell }
      cellKinds.note(cell, number)
    }
    #expect(first == nil)
    #expect(cellKinds.count <= CellKindTable.leastSweep)
    let kept = (0..<200).map { _ in Cell() }
    for (number, cell) in kept.enumerated() { cellKinds.note(cell, number) }
    #expect(kept.enumerated().allSatisfy { cellKinds.kind(of: $1) == $0 })
  }
}
