#if GTK
import StagecraftLists
import TestSupport
import Testing

@testable import StagecraftGTK

/// A row of a list in sections.
struct Loan: Identifiable, Hashable, Sendable {
  var id: Int
  var branch: Int
  var title: String { "Loan \(id) of \(branch)" }
}

/// The headers that rows should have: the keys of their sections above the first ones.
func expectedHeaders(_ list: GroupedList<Int, Loan>) -> [Int: Int] {
  var headers: [Int: Int] = [:]
  for section in list.snapshot().sections { headers[section.first?.id ?? -1] = section.key }
  headers[-1] = nil
  return headers
}

extension LiveList<Loan> {
  /// Inserts, removes, moves and regroups rows.
  func editAtRandom(newID: Int, _ random: inout SeededGenerator) {
    let shown = snapshot()
    let branch = Int.random(in: 0..<6, using: &random)
    let row = shown.randomElement(using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1:
      let place = Int.random(in: 0...shown.count, using: &random)
      try? insert(Loan(id: newID, branch: branch), at: place)
    case 2: if let row { remove(row.id) }
    case 3: if let row { update(row.id) { $0.branch = branch } }
    case 4:
      if let row { try? move(row.id, to: Int.random(in: 0..<shown.count, using: &random)) }
    default:
      // A whole section goes to another one.
      let next = (branch + 1) % 6
      for row in shown where row.branch == branch { update(row.id) { $0.branch = next } }
    }
  }
}

@Suite("Headers of sections")
@MainActor
struct SectionKeysTests {
  /// Cells that all rows have, without a window.
  private final class Cells: SpliceSurface {
    let isReadyForChanges = true
    func rowsChanged(_ splice: ListSplice) {}
    func rowsUpdated(at positions: [Int]) {}
  }

  private func headers(
    _ presenter: SplicePresenter<Loan>, _ sections: GroupedSnapshot<Int, Loan>
  ) throws -> [Int: Int] {
    let rows = try #require(presenter.snapshot)
    let keys = SectionKeys(sections: sections)
    var headers: [Int: Int] = [:]
    for position in rows.indices {
      let section = presenter.sectionRange(at: position)
      headers[rows[position].id] = keys.header(at: position, of: rows, in: section)
    }
    return headers
  }

  @Test func exactlyTheHeadersThatDifferAreShownAgain() throws {
    for seed in 0..<60 {
      var random = SeededGenerator(seed: UInt64(seed))
      let loans = LiveList((0..<20).map { Loan(id: $0, branch: $0 % 5) })
      let list = loans.grouped(by: \.branch, keepsEmptySections: seed % 2 == 0)
      let presenter = SplicePresenter(list)
      let surface = Cells()
      presenter.attach(to: surface)
      var states: [Int: HeaderState<Int>] = [:]
      var shown: [Int: Int] = [:]
      for step in 0..<60 {
        for edit in 0..<Int.random(in: 0...3, using: &random) {
          loans.editAtRandom(newID: 100 + step * 10 + edit, &random)
        }
        presenter.flush()
        let expected = expectedHeaders(list)
        let found = try headers(presenter, list.snapshot())
        try #require(found == expected, "seed \(seed), step \(step)")
        for row in loans.snapshot() {
          let action = states[row.id, default: HeaderState()].update(to: found[row.id])
          switch (shown[row.id], expected[row.id]) {
          case (let old, let new) where old == new: #expect(action == .none)
          case (_, let new?): #expect(action == .show(new))
          default: #expect(action == .hide)
          }
        }
        shown = expected
      }
    }
  }

  /// Other threads can change the list between the reads of the rows and of the sections.
  @Test func newerSectionsAreSearchedForTheRowsThatRemain() throws {
    let loans = LiveList((0..<6).map { Loan(id: $0, branch: $0 / 2) })
    let list = loans.grouped(by: \.branch)
    let presenter = SplicePresenter(list)
    loans.remove(2)
    #expect(try headers(presenter, list.snapshot()) == [0: 0, 2: 1, 4: 2])
    // Of a section that is gone, the rows are about to be removed.
    loans.remove(3)
    #expect(try headers(presenter, list.snapshot()) == [0: 0, 4: 2])
  }
}
#endif
