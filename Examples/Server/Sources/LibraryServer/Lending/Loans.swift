package import Stagecraft
import StagecraftServiceLifecycle
import Synchronization

/// The copies that readers have by way of this replica.
///
/// The stock is shared by all replicas. A loan lasts until the copy is returned here; if this replica
/// dies, until the lease has ended by itself.
package final class Loans: GracefulService {
  private let copies: SharedPool<String>
  private let database: Database
  private let held = Mutex<[Fence: FencedLease<String>]>([:])

  package init(_ copies: SharedPool<String>, database: Database) {
    self.copies = copies
    self.database = database
  }

  /// Lends a copy, and waits for one if none is free.
  ///
  /// Cancelling the task ends the wait, and returns the copy.
  ///
  /// - Throws: ``NoCopyFree``, with those who are ahead.
  package func lend(_ book: Int, to reader: String, waiting limit: Duration) async throws -> Loan {
    let labels: Labels = [Catalogue.label(ofBook: book)]
    let lease: FencedLease<String>?
    do {
      lease =
        limit == .zero
        ? try await copies.tryLease(where: labels)
        : try await copies.lease(where: labels, timeout: .after(limit))
    } catch SharedPoolError.timedOut {
      lease = nil
    }
    guard let lease else { throw NoCopyFree(holders: try await holders(of: book)) }
    let loan = Loan(copy: lease.name, reader: reader, fence: lease.fence)
    do {
      guard try await write(loan) else { throw LoanEnded(fence: lease.fence) }
    } catch {
      await lease.release()
      throw error
    }
    held.withLock { $0[lease.fence] = lease }
    Task {
      // Returned, or lost: renewals have failed, or the loan has lasted too long.
      _ = await lease.loss
      held.withLock { _ = $0.removeValue(forKey: lease.fence) }
    }
    if Task.isCancelled {
      try await giveBack(lease.fence)
      throw CancellationError()
    }
    return loan
  }

  /// Takes a copy back.
  ///
  /// - Throws: ``LoanEnded`` if this replica has no such loan.
  package func giveBack(_ fence: Fence) async throws {
    guard let lease = held.withLock({ $0.removeValue(forKey: fence) }) else {
      throw LoanEnded(fence: fence)
    }
    _ = try? await database.query(
      "update copies set reader = null where id = \(lease.name) and fence = \(fence.number)")
    await lease.release()
  }

  /// Writes the reader, unless the copy was lent again: then its fence is larger.
  private func write(_ loan: Loan) async throws -> Bool {
    let rows = try await database.query(
      """
      update copies set reader = \(loan.reader), fence = \(loan.fence.number)
      where id = \(loan.copy) and fence <= \(loan.fence.number) returning id
      """)
    return !rows.isEmpty
  }
}

// MARK: - Who has what

extension Loans {
  /// Those who have the copies of a book, and the number of requests in line.
  private func holders(of book: Int) async throws -> Holders {
    let report = try await copies.report()
    let label = Catalogue.label(ofBook: book)
    let rows = try await database.query(
      "select id, coalesce(reader, 'a reader') from copies where book = \(book)")
    let readers = Dictionary(
      try rows.map { try $0.decode((String, String).self) }, uniquingKeysWith: { $1 })
    let resources = report.resources.filter { $0.labels.contains([label]) }
    return Holders(
      copies: resources.compactMap { copy in
        copy.holder.map { holder in
          Holders.Copy(
            copy: copy.name, reader: readers[copy.name] ?? "a reader",
            at: holder.session.job, seconds: Int(holder.held / .seconds(1)))
        }
      },
      waiting: report.line.count { $0.wants.contains { $0.labels.contains([label]) } })
  }

  /// The stock of all books, as all replicas have it.
  package func stock() async throws -> [BookStock] {
    let report = try await copies.report()
    let books = try await database.query(
      "select id, title, coalesce(author, '') from books order by id")
    let copiesOfBook = Dictionary(grouping: report.resources) { $0.labels.all.first ?? "" }
    return try books.map { row in
      let (id, title, author) = try row.decode((Int, String, String).self)
      let copies = copiesOfBook[Catalogue.label(ofBook: id)] ?? []
      return BookStock(
        id: id, title: title, author: author, copies: copies.count,
        free: copies.count { $0.state == .free })
    }
  }
}

// MARK: - The shutdown

extension Loans {
  /// The name of the service in reports.
  package var serviceName: String { "loans" }

  /// Returns all copies, so that other replicas can lend them at once.
  package func shutDown(
    within limit: Duration, by clock: any Clock<Duration> & Sendable
  ) async -> [String] {
    let fences = held.withLock { Array($0.keys) }
    await withTaskGroup { group in
      for fence in fences { group.addTask { try? await self.giveBack(fence) } }
    }
    return []
  }
}
