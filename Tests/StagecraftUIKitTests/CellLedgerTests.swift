import Testing

@testable import StagecraftUIKit

@MainActor
@Suite("Which registration a cell belongs to")
struct CellLedgerTests {
  final class Cell {}

  /// The usual list has two registrations of one class: by the class they are not told apart.
  @Test("is remembered for cells of one class")
  func oneClass() {
    var ledger = CellLedger()
    let (plain, header) = (Cell(), Cell())
    ledger.note(plain, 0)
    ledger.note(header, 1)
    ledger.note(plain, 0)
    #expect(ledger.kind(of: plain) == 0)
    #expect(ledger.kind(of: header) == 1)
    #expect(ledger.kind(of: Cell()) == nil)
  }

  @Test("keeps no cell, and does not grow with those that ended")
  func ended() {
    var ledger = CellLedger()
    weak var first: Cell?
    for number in 0..<1_000 {
      let cell = Cell()
      if number == 0 { first = cell }
      ledger.note(cell, number)
    }
    #expect(first == nil)
    #expect(ledger.count <= CellLedger.leastSweep)
    let kept = (0..<200).map { _ in Cell() }
    for (number, cell) in kept.enumerated() { ledger.note(cell, number) }
    #expect(kept.enumerated().allSatisfy { ledger.kind(of: $1) == $0 })
  }
}
