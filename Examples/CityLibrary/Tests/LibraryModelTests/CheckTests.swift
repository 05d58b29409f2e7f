import Foundation
import Stagecraft
import Testing

@testable import LibraryModel

@Suite(.timeLimit(.minutes(2)))
struct CheckTests {
  @Test func aLibraryInUseIsConsistent() async throws {
    let test = try await TestLibrary()
    let title = test.title("Emma")
    let loan = try await test.lending.borrow(title.id, for: 20)
    try await test.lending.borrow(title.id, for: 21)
    _ = try await test.lending.join(title.id, reader: 22, at: 1_000)
    try await test.lending.giveBack(loan)
    await TestLibrary.until(test.lending.holds.list) { $0.filter { $0.reader == 22 }.isEmpty }
    let check = try await LibraryCheck(of: test.path)
    #expect(check.faults.isEmpty)
  }

  /// What is planted, and how the sentence begins that says so.
  static let contradictions = [
    (
      """
      CREATE TABLE kept AS SELECT * FROM loans; DROP TABLE loans; DROP TABLE reminders;
      CREATE TABLE loans AS SELECT * FROM kept; INSERT INTO loans SELECT * FROM kept LIMIT 1
      """, "Copies lent twice: 1, such as"
    ),
    ("UPDATE loans SET title = 5 WHERE id = 42", "Loans of another title"),
    ("UPDATE titles SET lent = lent + 1 WHERE id = 3", "Titles with another number"),
    ("UPDATE titles SET waiting = 0 WHERE id = 2", "Titles with another number"),
    ("UPDATE titles SET copies = 9 WHERE id = 2", "Titles with another number"),
    ("UPDATE titles SET due = due + 1 WHERE id = 4", "Titles with a date"),
    ("UPDATE branches SET lent = lent - 1 WHERE id = 1", "Branches with another number"),
    (
      "DROP TRIGGER hold_not_needed; INSERT INTO holds VALUES ('4-1', 4, 1, 0)",
      "Readers in line for a title that they have: 1, such as 4-1"
    ),
    ("DELETE FROM readers WHERE id = 1", "Rows refer to rows that do not exist"),
  ]

  @Test(arguments: contradictions)
  func whatContradictsItselfIsFound(script: String, sentence: String) async throws {
    let test = try await TestLibrary()
    await test.library.close()
    #expect(try await LibraryCheck(of: test.path).faults == [])
    try SQLConnection(test.path).run(script)
    let faults = try await LibraryCheck(of: test.path).faults
    #expect(faults.contains { $0.hasPrefix(sentence) }, "\(faults)")
  }

  @Test func aDamagedPageIsFound() async throws {
    let test = try await TestLibrary()
    await test.library.close()
    let connection = try SQLConnection(test.path)
    try connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    let page = try connection.texts(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'copies_title'")
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: test.path))
    try file.seek(toOffset: UInt64(Int(page[0])! * 1_024 - 100))
    try file.write(contentsOf: Data(count: 100))
    try file.close()
    let faults = try await LibraryCheck(of: test.path).faults
    #expect(faults.contains { $0.hasPrefix("The file is damaged") }, "\(faults)")
  }

  @Test func whatADeskLeavesHalfDoneIsNoFault() async throws {
    let test = try await TestLibrary()
    let title = test.title("Heidi")
    let returned = try await test.lending.borrow(title.id, for: 70)
    await test.library.close()
    let copy = title.copyIDs.first { $0 != returned.id }!
    try SQLConnection(test.path).run(
      """
      DELETE FROM loans WHERE id = \(returned.id);
      INSERT INTO loans VALUES (\(copy), \(title.id), 71, 20010, 0, 0);
      """)
    let check = try await LibraryCheck(of: test.path)
    #expect(check.faults == [])
    #expect(
      Set(check.unfinished).isSuperset(of: [
        "copy-\(returned.id) is neither on loan nor in service",
        "copy-\(copy) is on loan, and in service",
      ]))
    // The next desk that touches the title mends both.
    let next = try await TestLibrary(beside: test)
    #expect(try await next.lending.borrow(title.id, for: 72).id == returned.id)
    await #expect(throws: LendingError.nothingInStock) {
      try await next.lending.borrow(title.id, for: 73)
    }
    await next.library.close()
    let rest = try await LibraryCheck(of: test.path).unfinished
    #expect(!rest.contains { $0.contains("-\(title.id)1") || $0.contains("-\(title.id)2") })
  }

  /// A desk whose lists are not up to date would add the place after another has lent the copy.
  @Test func noReaderWaitsForATitleThatAnotherDeskHasLent() async throws {
    let test = try await TestLibrary()
    let loan = try await test.lending.borrow(test.title("Dracula").id, for: 90)
    let hold = Hold(title: loan.title, reader: loan.reader, since: 1_000)
    await #expect(throws: TableError.self) { try await test.lending.holds.insert(hold) }
    await #expect(throws: LendingError.alreadyBorrowed) {
      _ = try await test.lending.join(loan.title, reader: loan.reader, at: 1_000)
    }
    #expect(try await LibraryCheck(of: test.path).faults == [])
  }
}
