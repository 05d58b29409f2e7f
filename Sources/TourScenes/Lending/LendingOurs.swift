internal import Foundation
internal import Stagecraft

/// The desk: a pool of books, and what the readers themselves write down.
struct LendingDesk: Sendable {
  let books: BoundedPool<Book>
  /// How many copies are out.
  let out = Gauge()
  let ledger = Locked((served: [String](), threads: Set<ObjectIdentifier>()))
  private let lengths: AsyncStream<Int>
  private let announcement: AsyncStream<Int>.Continuation
  private let observation: PoolObservation

  init(copies: Int = 2) {
    let (lengths, announcement) = AsyncStream.makeStream(of: Int.self)
    var configuration = StockPoolConfiguration()
    configuration.name = "The Swift Tale"
    (self.lengths, self.announcement) = (lengths, announcement)
    books = BoundedPool(lending: Book.copies(copies), configuration: configuration)
    observation = books.observe { event in
      if case .waiting(let inLine) = event { announcement.yield(inLine) }
    }
  }

  var served: [String] { ledger.withLock { $0.served } }

  /// Waits until the line has this length, for a minute at most.
  func untilInLine(_ length: Int) async throws {
    let alarm = Task {
      try await Task.sleep(for: .seconds(60))
      announcement.finish()
    }
    defer { alarm.cancel() }
    for await inLine in lengths where inLine == length { return }
    throw CancellationError()
  }

  /// A reader's visit in a task.
  @concurrent
  func visit(_ reader: Reader, patience: PoolTimeout = .default) async -> Visit {
    let asked = ContinuousClock.now
    do {
      var lease = try await books.lease(timeout: patience)
      let visit = begin(reader, asked, &lease.element)
      try? await Task.sleep(for: reader.readingTime)
      out.leave()
      lease.release()
      return visit
    } catch {
      return Visit(reader: reader, result: .failure(error), asked: asked)
    }
  }

  /// The same on a thread.
  @available(*, noasync)
  func visitBlocking(_ reader: Reader) -> Visit {
    let asked = ContinuousClock.now
    do {
      var lease = try books.leaseBlocking()
      let visit = begin(reader, asked, &lease.element)
      Thread.sleep(forTimeInterval: reader.readingTime / .seconds(1))
      out.leave()
      lease.release()
      return visit
    } catch {
      return Visit(reader: reader, result: .failure(error), asked: asked)
    }
  }

  private func begin(
    _ reader: Reader, _ asked: ContinuousClock.Instant, _ book: inout Book
  ) -> Visit {
    let visit = Visit(reader: reader, result: .success(book.copy), asked: asked)
    book.checkOuts += 1
    out.enter()
    let thread = ObjectIdentifier(Thread.current)
    ledger.withLock { ledger in
      ledger.served.append(reader.name)
      ledger.threads.insert(thread)
    }
    return visit
  }

  /// Takes each copy from the shelf, and returns how often each was lent.
  func stamps() -> [Int: Int] {
    var stamps: [Int: Int] = [:]
    func takeNext() {
      guard let lease = books.tryLease() else { return }
      stamps[lease.element.copy] = lease.element.checkOuts
      takeNext()
    }
    takeNext()
    return stamps
  }
}

/// How a visit to the desk ended: with a copy, or with an error.
struct Visit: Sendable {
  let reader: Reader
  let result: Result<Int, any Error>
  let asked: ContinuousClock.Instant
  let answered = ContinuousClock.now

  var waited: Duration { answered - asked }
  var copy: Int? { try? result.get() }

  var error: (any Error)? {
    if case .failure(let error) = result { error } else { nil }
  }
}

extension LendingScene {
  /// All readers come at once.
  func playDay(_ narrator: Narrator, readers: Int = 20) async {
    narrator.chapter("Ours: BoundedPool(lending: books)")
    narrator.show(Listing("func visit(", in: "LendingOurs.swift"))
    let desk = LendingDesk()
    let tasks = Reader.crowd(of: readers).map { reader in Task { await desk.visit(reader) } }
    let waits = await tasks.values().map(\.waited)
    let (served, threads) = desk.ledger.withLock { ($0.served, $0.threads.count) }
    let stamped = desk.stamps().values.reduce(0, +)
    narrator.say(
      """
      Waits: \(waits.mean.reading) on average, \((waits.max() ?? .zero).reading) at most, as long as \
      the others read. All readers ran on \(threads) threads: a task that waits needs none.
      """)
    narrator.promise(
      "Each reader was served once: \(served.count) loans, and \(stamped) stamps in the copies.",
      isKept: served.count == readers && Set(served).count == readers && stamped == readers)
    narrator.promise(
      "Never more than 2 copies were out: \(desk.out.peak) at most, counted by the readers.",
      isKept: desk.out.peak <= 2)
    promiseAllInStock(narrator, desk)
  }

  private func promiseAllInStock(_ narrator: Narrator, _ desk: LendingDesk, owned: Int = 2) {
    let snapshot = desk.books.snapshot
    let found = desk.stamps().count
    narrator.promise(
      "In stock again: \(found) copies; \(snapshot.onLoan) on loan, \(snapshot.waiting) in line.",
      isKept: found == owned && snapshot.onLoan == 0 && snapshot.waiting == 0)
  }

  /// Some readers wait for a limited time.
  func playTimeouts(
    _ narrator: Narrator, patiences milliseconds: [Int] = [4, 8, 12, 16, 20], patient: Int = 3
  ) async throws {
    narrator.chapter("Timeouts: lease(timeout:)")
    let desk = LendingDesk()
    let first = try await desk.books.lease()
    let second = try await desk.books.lease()
    let patiences = milliseconds.map { Duration.milliseconds($0) }
    let crowd = Reader.crowd(of: patiences.count + patient)
    let impatient = zip(crowd, patiences).map { reader, patience in
      Task { await desk.visit(reader, patience: .after(patience)) }
    }
    let others = crowd.suffix(patient).map { reader in Task { await desk.visit(reader) } }
    let left = await impatient.values()
    first.release()
    second.release()
    let stayed = await others.values()
    if let error = left.first?.error { narrator.say("\(left[0].reader.name): \(error)") }
    narrator.promise(
      "\(left.count) impatient readers get an error in time, and the \(stayed.count) others a copy.",
      isKept: left.allSatisfy { ($0.error as? PoolError)?.code == .timedOut }
        && zip(left, patiences).allSatisfy { $0.waited >= $1 }
        && stayed.allSatisfy { $0.copy != nil })
    promiseAllInStock(narrator, desk)
  }

  /// Every other reader is cancelled.
  func playCancellation(_ narrator: Narrator, readers: Int = 6) async throws {
    narrator.chapter("Cancellation")
    let desk = LendingDesk()
    let first = try await desk.books.lease()
    let second = try await desk.books.lease()
    let tasks = Reader.crowd(of: readers).map { reader in Task { await desk.visit(reader) } }
    try await desk.untilInLine(readers)
    let before = desk.books.snapshot.waiting
    var quitters: [Visit] = []
    for number in stride(from: 0, to: readers, by: 2) {
      tasks[number].cancel()
      quitters.append(await tasks[number].value)
    }
    let after = desk.books.snapshot.waiting
    first.release()
    second.release()
    let stayed = await stride(from: 1, to: readers, by: 2).map { tasks[$0] }.values()
    narrator.promise(
      "A cancelled reader leaves the line at once: it had \(before) readers, and then \(after).",
      isKept: before == readers && after == stayed.count && quitters.count == readers / 2
        && quitters.allSatisfy { $0.error is CancellationError }
        && stayed.allSatisfy { $0.copy != nil })
    promiseAllInStock(narrator, desk)
  }

  /// A third copy is added while readers wait.
  func playThirdCopy(_ narrator: Narrator, readers: Int = 4) async throws {
    narrator.chapter("A third copy: add(_:)")
    let desk = LendingDesk()
    let first = try await desk.books.lease()
    let second = try await desk.books.lease()
    let crowd = Reader.crowd(of: readers)
    var tasks: [Task<Visit, Never>] = []
    for (number, reader) in crowd.enumerated() {
      tasks.append(Task { await desk.visit(reader) })
      try await desk.untilInLine(number + 1)
    }
    let bought = ContinuousClock.now
    desk.books.add(Book(copy: 3))
    let visits = await tasks.values()
    first.release()
    second.release()
    narrator.promise(
      """
      The reader who waited longest got it after \((visits[0].answered - bought).reading), and it \
      served the line in order: \(desk.served.joined(separator: ", ")).
      """,
      isKept: desk.served == crowd.map(\.name) && visits.allSatisfy { $0.copy == 3 }
        && desk.stamps().values.reduce(0, +) == readers)
    promiseAllInStock(narrator, desk, owned: 3)
  }

  /// Threads and tasks wait in turn; one copy stays out, so that only one order is right.
  func playMixedLine(_ narrator: Narrator, readers: Int = 8) async throws {
    narrator.chapter("Threads and tasks in one line: leaseBlocking() and lease()")
    let desk = LendingDesk()
    let kept = try await desk.books.lease()
    let lease = try await desk.books.lease()
    let crowd = Reader.crowd(of: readers)
    var visits: [Task<Visit, Never>] = []
    for (number, reader) in crowd.enumerated() {
      visits.append(
        number % 2 == 0
          ? Task.onThread { desk.visitBlocking(reader) } : Task { await desk.visit(reader) })
      try await desk.untilInLine(number + 1)
    }
    lease.release()
    _ = await visits.values()
    kept.release()
    narrator.promise(
      "They are served in the order of asking: \(desk.served.joined(separator: ", ")).",
      isKept: desk.served == crowd.map(\.name) && desk.out.peak == 1)
    promiseAllInStock(narrator, desk)
  }
}

extension [Task<Visit, Never>] {
  fileprivate func values() async -> [Visit] {
    var visits: [Visit] = []
    for task in self { visits.append(await task.value) }
    return visits
  }
}
