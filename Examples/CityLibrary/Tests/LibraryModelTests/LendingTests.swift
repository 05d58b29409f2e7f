import Foundation
import Stagecraft
import Testing

@testable import LibraryModel

@Suite(.timeLimit(.minutes(2)))
struct LendingTests {
  @Test func copiesAreLentUntilNoneIsInStock() async throws {
    let test = try await TestLibrary()
    let emma = test.title("Emma")  // three copies, one of them with Ada
    #expect((emma.copies, emma.lent) == (3, 1))
    let loan = try await test.lending.borrow(emma.id, for: 20)
    #expect(loan.due == TestLibrary.today + 28)
    try await test.lending.borrow(emma.id, for: 21)
    await #expect(throws: LendingError.nothingInStock) {
      try await test.lending.borrow(emma.id, for: 22)
    }
    await #expect(throws: LendingError.alreadyBorrowed) {
      try await test.lending.borrow(emma.id, for: 21)
    }
    await TestLibrary.until(test.catalogue.titles.list) { $0[id: emma.id]?.inStock == 0 }
  }

  @Test func twoDesksNeverLendACopyTwice() async throws {
    let one = try await TestLibrary()
    let other = try await TestLibrary(beside: one)
    let title = one.title("Dracula")  // four copies
    let copies = title.copies - title.lent
    let loans = await withTaskGroup(of: Loan?.self) { group in
      for reader in 30..<46 {
        let desk = reader % 2 == 0 ? one : other
        group.addTask { try? await desk.lending.borrow(title.id, for: reader) }
      }
      return await group.reduce(into: [Loan]()) { loans, loan in if let loan { loans.append(loan) }
      }
    }
    #expect(loans.count == copies)
    #expect(Set(loans.map(\.id)).count == copies)
    #expect(Set(loans.map(\.fence)).count == copies)
  }

  @Test func aReturnedCopyGoesToTheFirstInLine() async throws {
    let test = try await TestLibrary()
    let lending = test.lending
    let title = test.title("The Secret Garden")  // both copies are lent
    let first = try await lending.join(title.id, reader: 50, at: 1_000)
    let second = try await lending.join(title.id, reader: 51, at: 2_000)
    #expect((lending.place(of: first), lending.place(of: second)) == (1, 2))
    let copy = lending.loans.list.snapshot().first { $0.title == title.id }!
    try await lending.giveBack(copy)
    await TestLibrary.until(lending.loans.list) { $0[id: copy.id]?.reader == 50 }
    // The rows of another table of the file, which another list follows.
    await TestLibrary.until(lending.holds.list) { !$0.contains(id: first.id) }
    #expect(lending.place(of: second) == 1)
    // It cannot be taken back from the reader who has it now.
    await #expect(throws: LendingError.nothingInStock) { try await lending.undoReturn(of: copy) }
  }

  @Test func aReturnIsUndone() async throws {
    let test = try await TestLibrary()
    let loan = try await test.lending.borrow(test.title("Walden").id, for: 60)
    try await test.lending.giveBack(loan)
    try await test.lending.undoReturn(of: loan)
    #expect(test.lending.loans.list.snapshot()[id: loan.id]?.due == loan.due)
  }

  @Test func anOldLoanChangesNoLaterOne() async throws {
    let test = try await TestLibrary()
    let lending = test.lending
    let title = test.catalogue.titles.list.snapshot().first { $0.copies == 1 && $0.lent == 0 }!
    let old = try await lending.borrow(title.id, for: 80)
    try await lending.giveBack(old)
    let loan = try await lending.borrow(title.id, for: 81)
    #expect(loan.id == old.id)
    try await lending.giveBack(old)
    await #expect(throws: LendingError.self) { try await lending.renew(old) }
    #expect(lending.loans.list.snapshot()[id: loan.id] == loan)
  }

  @Test func aReaderWhoAsksTwiceIsServedOnce() async throws {
    let one = try await TestLibrary()
    let other = try await TestLibrary(beside: one)
    let title = one.title("Dracula")
    let errors = await withTaskGroup(of: (any Error)?.self) { group in
      for desk in [one, other, one, other] {
        group.addTask {
          do {
            try await desk.lending.borrow(title.id, for: 82)
            return nil
          } catch {
            return error
          }
        }
      }
      return await group.reduce(into: [any Error]()) { if let error = $1 { $0.append(error) } }
    }
    #expect(errors.map { $0 as? LendingError } == Array(repeating: .alreadyBorrowed, count: 3))
    // All copies are in service that are not on loan.
    for reader in 90..<(90 + title.copies - title.lent - 1) {
      try await other.lending.borrow(title.id, for: reader)
    }
    let full = one.title("The Secret Garden")
    let first = try await one.lending.join(full.id, reader: 82, at: 1_000)
    #expect(try await other.lending.join(full.id, reader: 82, at: 2_000).since == first.since)
    #expect(try await one.lending.join(full.id, reader: 82, at: 3_000) == first)
  }

  @Test func aLoanIsRenewedUnlessOthersWait() async throws {
    let test = try await TestLibrary()
    let lending = test.lending
    let loan = lending.loan(of: test.title("Emma").id, by: SeedRows.ada)!
    #expect(loan.due < TestLibrary.today)
    #expect(try await lending.renew(loan).due == TestLibrary.today + 28)
    let moonstone = lending.loans.list.snapshot().first {
      $0.title == test.title("The Moonstone").id
    }!
    await #expect(throws: LendingError.othersAreWaiting) { try await lending.renew(moonstone) }
    await #expect(throws: LendingError.renewedTooOften) {
      for _ in 0..<4 { try await lending.renew(loan) }
    }
  }

  @Test func whatAnotherDeskHasLeftHalfDoneIsDone() async throws {
    let test = try await TestLibrary()
    let title = test.title("Heidi")
    let borrowed = try await test.lending.borrow(title.id, for: 70)
    // A desk ends after it has written a loan, before the pool knows it, …
    let copy = title.copyIDs.first { id in
      !test.lending.loans.list.snapshot().contains(id: id)
    }!
    let connection = try SQLConnection(test.folder.appending(path: "library.sqlite").path)
    try connection.run("INSERT INTO loans VALUES (\(copy), \(title.id), 71, 20010, 0, 0)")
    await #expect(throws: LendingError.nothingInStock) {
      try await test.lending.borrow(title.id, for: 72)
    }
    // … or after a return, before the copy is in service again.
    try connection.run("DELETE FROM loans WHERE id = \(borrowed.id)")
    await TestLibrary.until(test.lending.loans.list) { !$0.contains(id: borrowed.id) }
    let lent = try await test.lending.borrow(title.id, for: 73)
    #expect(lent.id == borrowed.id)
  }
}
