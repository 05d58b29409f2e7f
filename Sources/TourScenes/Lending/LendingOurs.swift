internal import Foundation
internal import Stagecraft

/// The desk: a pool of books, and what the readers observe independently of it.
struct LendingDesk: Sendable {
  let books: BoundedPool<Book>
  /// How many copies are being read.
  let out = Gauge()
  let ledger = Locked((served: [String](), threads: Set<ObjectIdentifier>()))
  /// The length of the line, each time a reader joins it.
  private let lengths: Channel<Int>
  private let observation: ObservationToken
  private let live: LiveTrack

  /// Creates a desk; the part of the scene has the given name in a report.
  @MainActor
  init(_ narrator: Narrator, _ part: String, _ live: LiveTrack = LiveTrack()) {
    self.live = live
    let lengths = Channel<Int>()
    var configuration = PoolConfiguration()
    configuration.name = "The Swift Tale"
    self.lengths = lengths
    books = BoundedPool(lending: Book.copies(2), configuration: configuration)
    observation = books.observe { event in
      if case .waiting(let inLine) = event {
        lengths.send(inLine)
        live.count("waiting", inLine)
      }
    }
    narrator.record(books, as: "copies, \(part)")
  }

  var served: [String] { ledger.withLock { $0.served } }

  /// A reader's visit, in a task.
  @concurrent
  func visit(_ reader: Reader, patience: PoolTimeout = .default) async -> Visit {
    let asked = ask(reader)
    do {
      return try await books.withElement(timeout: patience) { book in
        let visit = begin(reader, asked, &book)
        try? await Task.sleep(for: reader.readingTime)
        end(reader)
        return visit
      }
    } catch {
      return Visit(reader: reader, error: error, asked: asked)
    }
  }

  /// A reader's visit, on a thread.
  @available(*, noasync)
  func visitBlocking(_ reader: Reader) {
    try? books.withElementBlocking { book in
      _ = begin(reader, .now, &book)
      Thread.sleep(forTimeInterval: reader.readingTime.seconds)
      end(reader)
    }
  }

  private func ask(_ reader: Reader) -> ContinuousClock.Instant {
    live.began(reader.name, .waiting)
    return .now
  }

  private func begin(
    _ reader: Reader, _ asked: ContinuousClock.Instant, _ book: inout Book
  ) -> Visit {
    let visit = Visit(reader: reader, copy: book.copy, asked: asked)
    book.checkOuts += 1
    out.enter()
    live.began(reader.name, .onLoan)
    live.count("waiting", books.snapshot.waiting)
    let thread = ObjectIdentifier(Thread.current)
    ledger.withLock { ledger in
      ledger.served.append(reader.name)
      ledger.threads.insert(thread)
    }
    return visit
  }

  private func end(_ reader: Reader) {
    live.ended(reader.name)
    out.leave()
  }

  /// Lends both copies, so that the next readers have to wait.
  func lendBoth() async throws -> [OwnedLease<Book>] {
    [try await books.ownedLease(), try await books.ownedLease()]
  }

  /// Waits until the line has this length.
  func untilInLine(_ length: Int) async throws {
    while let inLine = await lengths.next() {
      if inLine == length { return }
    }
    throw CancellationError()
  }

  /// Borrows all copies at once, and returns how often each was lent to a reader.
  func checkOuts() -> [Int] {
    guard let lease = books.tryLease() else { return [] }
    return [lease.element.checkOuts] + checkOuts()
  }
}

/// How a visit to the desk ended: with a copy, or with an error.
struct Visit: Sendable {
  let reader: Reader
  var copy: Int?
  var error: (any Error)?
  let asked: ContinuousClock.Instant
  let answered = ContinuousClock.now
  var waited: Duration { answered - asked }
}

extension LendingScene {
  func playDay(_ narrator: Narrator, readers: Int = 20) async {
    narrator.chapter("Ours: BoundedPool(lending: books)")
    narrator.show(Listing("func visit(", in: "LendingOurs.swift"))
    let (desk, waits) = await narrator.live("readers") { live in
      let desk = LendingDesk(narrator, "the day", live)
      let tasks = Reader.crowd(of: readers, slowness: narrator.isWatched ? 20 : 1)
        .map { reader in Task { await desk.visit(reader) } }
      return (desk, await tasks.values().map(\.waited))
    }
    let (served, threads) = desk.ledger.withLock { ($0.served, $0.threads.count) }
    let checkOuts = desk.checkOuts().reduce(0, +)
    narrator.say(
      """
      Waits: \(waits.mean.reading) on average, \((waits.max() ?? .zero).reading) at most, while \
      others read. All readers ran on \(threads) threads: a waiting task needs none.
      """)
    narrator.promise(
      "Each reader was served once: \(served.count) loans, \(checkOuts) noted in the copies.",
      isKept: served.count == readers && Set(served).count == readers && checkOuts == readers)
    narrator.promise(
      "Never more than 2 copies were on loan: \(desk.out.peak) at most, counted by the readers.",
      isKept: desk.out.peak <= 2)
    promiseAllInStock(narrator, desk)
  }

  private func promiseAllInStock(_ narrator: Narrator, _ desk: LendingDesk, owned: Int = 2) {
    let snapshot = desk.books.snapshot
    let found = desk.checkOuts().count
    narrator.promise(
      "In stock again: \(found) copies; \(snapshot.onLoan) on loan, \(snapshot.waiting) in line.",
      isKept: found == owned && snapshot.onLoan == 0 && snapshot.waiting == 0)
  }

  func playTimeouts(
    _ narrator: Narrator, patiences milliseconds: [Int] = [4, 8, 12, 16, 20], patient: Int = 3
  ) async throws {
    narrator.chapter("Timeouts: withElement(timeout:)")
    let desk = LendingDesk(narrator, "timeouts")
    let loans = try await desk.lendBoth()
    let patiences = milliseconds.map { Duration.milliseconds($0) }
    let crowd = Reader.crowd(of: patiences.count + patient)
    let impatient = zip(crowd, patiences).map { reader, patience in
      Task { await desk.visit(reader, patience: .after(patience)) }
    }
    let others = crowd.suffix(patient).map { reader in Task { await desk.visit(reader) } }
    let left = await impatient.values()
    for loan in loans { loan.release() }
    let stayed = await others.values()
    if let error = left.first?.error { narrator.say("\(left[0].reader.name): \(error)") }
    narrator.promise(
      "\(left.count) impatient readers get an error in time, the \(stayed.count) others a copy.",
      isKept: left.allSatisfy { ($0.error as? PoolError)?.code == .timedOut }
        && zip(left, patiences).allSatisfy { $0.waited >= $1 }
        && stayed.allSatisfy { $0.copy != nil })
    promiseAllInStock(narrator, desk)
  }

  func playCancellation(_ narrator: Narrator, readers: Int = 6) async throws {
    narrator.chapter("Cancellation")
    let desk = LendingDesk(narrator, "cancellation")
    let loans = try await desk.lendBoth()
    let tasks = Reader.crowd(of: readers).map { reader in Task { await desk.visit(reader) } }
    try await desk.untilInLine(readers)
    let before = desk.books.snapshot.waiting
    let cancelled = stride(from: 0, to: readers, by: 2).map { tasks[$0] }
    for task in cancelled { task.cancel() }
    let left = await cancelled.values()
    let after = desk.books.snapshot.waiting
    for loan in loans { loan.release() }
    let stayed = await stride(from: 1, to: readers, by: 2).map { tasks[$0] }.values()
    narrator.promise(
      "A cancelled reader leaves the line at once: it had \(before) readers, and then \(after).",
      isKept: before == readers && after == stayed.count && left.count == readers / 2
        && left.allSatisfy { $0.error is CancellationError }
        && stayed.allSatisfy { $0.copy != nil })
    promiseAllInStock(narrator, desk)
  }

  func playThirdCopy(_ narrator: Narrator, readers: Int = 4) async throws {
    narrator.chapter("A third copy: add(_:)")
    let desk = LendingDesk(narrator, "a third copy")
    let loans = try await desk.lendBoth()
    let crowd = Reader.crowd(of: readers)
    var tasks: [Task<Visit, Never>] = []
    for (number, reader) in crowd.enumerated() {
      tasks.append(Task { await desk.visit(reader) })
      try await desk.untilInLine(number + 1)
    }
    let bought = ContinuousClock.now
    desk.books.add(Book(copy: 3))
    let visits = await tasks.values()
    for loan in loans { loan.release() }
    narrator.promise(
      """
      The reader who waited longest got it after \((visits[0].answered - bought).reading), and it \
      served the line in order: \(desk.served.joined(separator: ", ")).
      """,
      isKept: desk.served == crowd.map(\.name) && visits.allSatisfy { $0.copy == 3 }
        && desk.checkOuts().reduce(0, +) == readers)
    promiseAllInStock(narrator, desk, owned: 3)
  }

  func playMixedLine(_ narrator: Narrator, readers: Int = 8) async throws {
    narrator.chapter("Threads and tasks in one line: withElementBlocking and withElement")
    let desk = LendingDesk(narrator, "threads and tasks")
    let loans = try await desk.lendBoth()
    let crowd = Reader.crowd(of: readers)
    var visits: [Task<Void, Never>] = []
    for (number, reader) in crowd.enumerated() {
      visits.append(
        number % 2 == 0
          ? Task.onThread { desk.visitBlocking(reader) } : Task { _ = await desk.visit(reader) })
      try await desk.untilInLine(number + 1)
    }
    loans[0].release()
    _ = await visits.values()
    loans[1].release()
    narrator.promise(
      "They are served in the order of their requests: \(desk.served.joined(separator: ", ")).",
      isKept: desk.served == crowd.map(\.name) && desk.out.peak == 1)
    promiseAllInStock(narrator, desk)
  }
}
