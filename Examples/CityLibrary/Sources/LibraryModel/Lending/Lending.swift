package import Stagecraft

/// Why a copy was not lent or kept longer.
package enum LendingError: Error, Hashable, Sendable {
  case nothingInStock
  case alreadyBorrowed
  case othersAreWaiting
  case renewedTooOften
  case returned
}

/// Lends copies from the desks of several processes, each copy once.
///
/// A desk leases a copy from the shared pool while it writes the loan. Then the copy is put out of
/// service there until it is returned, because a loan outlives any process. If a desk ends between
/// two steps, pool and loans disagree; every desk mends that when it next touches the copy. If they
/// disagree, the table of loans is right.
package final class Lending: Sendable {
  package let loans: TableList<Loan>
  /// The places in all lines.
  package let holds: TableList<Hold>
  let pool: SharedPool<String>
  private let catalogue: Catalogue
  private let today: @Sendable () -> Day

  init(
    _ catalogue: Catalogue, loans: TableList<Loan>, holds: TableList<Hold>,
    pool: SharedPool<String>, today: @escaping @Sendable () -> Day
  ) {
    self.catalogue = catalogue
    self.loans = loans
    self.holds = holds
    self.pool = pool
    self.today = today
  }

  /// Lends a copy that is in stock, and for which no other reader waits.
  @discardableResult
  package func borrow(_ title: Title.ID, for reader: Reader.ID) async throws -> Loan {
    if loan(of: title, by: reader) != nil { throw LendingError.alreadyBorrowed }
    try await align(title)
    do {
      while let lease = try await pool.tryLease(where: [Self.label(title)]) {
        if let loan = try await lend(lease, of: title, to: reader) { return loan }
      }
    } catch let error as TableError where error.code == .refused {
      // Another desk has lent a copy to the reader meanwhile.
      throw LendingError.alreadyBorrowed
    }
    throw LendingError.nothingInStock
  }

  /// Takes a copy back, unless it was taken back before; the first in line receives it.
  package func giveBack(_ loan: Loan) async throws {
    try await loans.transaction { rows in
      if rows[id: loan.id]?.isSame(as: loan) == true { rows.remove(loan.id) }
    }
    try await release(loan.id)
  }

  /// Lends a returned copy to its reader again, if it has not been lent on meanwhile.
  package func undoReturn(of loan: Loan) async throws {
    guard let lease = try await pool.tryLease(where: [Self.name(loan.id)]),
      try await lend(lease, of: loan.title, to: loan.reader, due: loan.due) != nil
    else { throw LendingError.nothingInStock }
  }

  /// Extends a loan from today, unless others wait for the title.
  @discardableResult
  package func renew(_ loan: Loan) async throws -> Loan {
    if holds.list.snapshot().contains(where: { $0.title == loan.title }) {
      throw LendingError.othersAreWaiting
    }
    return try await loans.transaction { rows in
      guard var row = rows[id: loan.id], row.isSame(as: loan) else { throw LendingError.returned }
      if row.renewals >= Loan.maximumRenewals { throw LendingError.renewedTooOften }
      row.renewals += 1
      row.due = max(row.due, today() + Loan.days)
      try rows.update(row.id) { $0 = row }
      return row
    }
  }

  /// Gives a reader a place in line, or the one that is there.
  package func join(_ title: Title.ID, reader: Reader.ID, at time: Double) async throws -> Hold {
    if loan(of: title, by: reader) != nil { throw LendingError.alreadyBorrowed }
    let hold = Hold(title: title, reader: reader, since: time)
    do {
      return try await holds.transaction { rows in
        if let hold = rows[id: hold.id] { return hold }
        try rows.insert(hold)
        return hold
      }
    } catch let error as TableError where error.code == .refused {
      throw LendingError.alreadyBorrowed
    }
  }

  package func leave(_ hold: Hold) async throws { try await holds.remove(hold.id) }

  package func loan(of title: Title.ID, by reader: Reader.ID) -> Loan? {
    loans.list.snapshot().first { $0.title == title && $0.reader == reader }
  }

  package func hold(on title: Title.ID, by reader: Reader.ID) -> Hold? {
    holds.list.snapshot()[id: pairID(title, reader)]
  }

  /// Counted from 1.
  package func place(of hold: Hold) -> Int {
    1 + holds.list.snapshot().count { $0.title == hold.title && $0.since < hold.since }
  }
}

// MARK: The pool

extension Lending {
  /// Waits for a copy, and lends it to the holder of a place in line.
  func serve(_ hold: Hold) async throws {
    try await align(hold.title)
    while true {
      // A day in line counts as a step of priority: a place survives the end of all desks.
      let days = min(100, max(0, today().number - Int(hold.since / 86_400)))
      let lease = try await pool.lease(
        where: [Self.label(hold.title)], priority: days, timeout: .unlimited)
      guard holds.list.snapshot().contains(id: hold.id) else { return await lease.release() }
      do {
        if try await lend(lease, of: hold.title, to: hold.reader) != nil { return }
      } catch let error as TableError where error.code == .refused {
        // The reader has another copy.
        return try await leave(hold)
      }
    }
  }

  /// Puts a copy that is not on loan into service.
  func release(_ copy: Copy.ID) async throws {
    if loans.list.snapshot().contains(id: copy) { return }
    do {
      try await pool.repair(Self.name(copy))
    } catch let error as SharedPoolError where error.isUnknownCopy {}
  }

  /// Writes the loan of a leased copy; nil if the copy was on loan, unknown to the pool.
  private func lend(
    _ lease: FencedLease<String>, of title: Title.ID, to reader: Reader.ID, due: Day? = nil
  ) async throws -> Loan? {
    guard let copy = Copy.ID(lease.resource) else { return nil }
    let loan = Loan(
      id: copy, title: title, reader: reader, due: due ?? today() + Loan.days, renewals: 0,
      fence: Int(lease.fence.number))
    var isLent = true
    do {
      // If another desk has lent the copy, the list has that loan when the transaction has failed.
      try await loans.transaction { rows in try rows.insert(loan) }
    } catch let error as TableError where error.code == .key {
      isLent = false
    } catch {
      await lease.release()
      throw error
    }
    try await lease.quarantine(because: "on loan")
    // It may have been returned meanwhile.
    try await release(copy)
    return isLent ? loan : nil
  }

  /// Adds the copies of a title to the pool, and puts those into service that are not on loan.
  ///
  /// The pool has only copies that a desk has touched: adding 250,000 takes too long.
  private func align(_ title: Title.ID) async throws {
    for copy in catalogue[title]?.copyIDs ?? [] {
      let labels: Labels = [Self.label(title), Self.name(copy)]
      do {
        try await pool.add("\(copy)", named: Self.name(copy), labels: labels)
      } catch let error as SharedPoolError where error.isDuplicateCopy {
        try await release(copy)
      }
    }
  }

  private static func label(_ title: Title.ID) -> String { "title-\(title)" }
  private static func name(_ copy: Copy.ID) -> String { "copy-\(copy)" }
}

extension SharedPoolError {
  fileprivate var isDuplicateCopy: Bool { if case .duplicate = refusal { true } else { false } }
  fileprivate var isUnknownCopy: Bool {
    if case .unknownResource = refusal { true } else { false }
  }
}
