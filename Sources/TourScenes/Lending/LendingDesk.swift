internal import Foundation
internal import Stagecraft

/// The desk at which readers ask for the book: the pool, and what the readers note in the ledger.
struct LendingDesk: Sendable {
  let books: BoundedPool<Book>
  let ledger: Ledger
  private let clock = ContinuousClock()
  private let lengths: AsyncStream<Int>
  private let announcement: AsyncStream<Int>.Continuation

  /// A library that owns this many copies.
  init(copies: Int) {
    let (lengths, announcement) = AsyncStream.makeStream(of: Int.self)
    var configuration = PoolConfiguration()
    configuration.name = "The Swift Tale"
    configuration.observer = { event in
      if case .waiting(let inLine) = event { announcement.yield(inLine) }
    }
    self.lengths = lengths
    self.announcement = announcement
    books = BoundedPool(lending: Book.copies(copies), configuration: configuration)
    ledger = Ledger(copies: copies)
  }

  /// Waits until somebody joins the line as number `length`.
  ///
  /// - Throws: an error if nobody does for a long time: a broken pool must not stop the tour.
  func untilInLine(_ length: Int) async throws {
    let alarm = Task {
      try await Task.sleep(for: .seconds(60))
      announcement.finish()
    }
    defer { alarm.cancel() }
    for await inLine in lengths where inLine == length { return }
    throw NobodyJoined(place: length)
  }

  /// A reader who was to stand in line does not.
  struct NobodyJoined: Error {
    let place: Int
  }

  /// A reader's visit, in a task: asks, waits, reads, returns.
  func visit(
    _ reader: Reader, patience: PoolTimeout = .default, noticing notice: (Board) -> Void = { _ in }
  ) async -> Visit {
    let asked = clock.now
    do {
      var lease = try await books.lease(timeout: patience)
      let answered = clock.now
      let copy = lease.element.copy
      notice(ledger.lent(copy: copy, to: reader))
      lease.element.checkOuts += 1
      try? await Task.sleep(for: reader.readingTime)
      ledger.returning(copy: copy)
      lease.release()
      return Visit(
        reader: reader, outcome: .served(copy: copy), asked: asked, answered: answered)
    } catch {
      return Visit(
        reader: reader, outcome: Visit.outcome(of: error), asked: asked, answered: clock.now)
    }
  }

  /// The same, on a thread of the reader's own.
  @available(*, noasync)
  func visitBlocking(_ reader: Reader) -> Visit {
    let asked = clock.now
    do {
      var lease = try books.leaseBlocking()
      let answered = clock.now
      let copy = lease.element.copy
      ledger.lent(copy: copy, to: reader)
      lease.element.checkOuts += 1
      Thread.sleep(forTimeInterval: reader.readingTime / .seconds(1))
      ledger.returning(copy: copy)
      lease.release()
      return Visit(
        reader: reader, outcome: .served(copy: copy), asked: asked, answered: answered)
    } catch {
      return Visit(
        reader: reader, outcome: Visit.outcome(of: error), asked: asked, answered: clock.now)
    }
  }
}
