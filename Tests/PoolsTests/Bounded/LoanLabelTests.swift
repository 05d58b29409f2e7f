import StageFloor
import StagecraftTestKit
import Synchronization
import TestSupport
import Testing

@testable import StagecraftPools

/// Each borrower's state, while the pool is open and when it is shut down.
@Suite(.timeLimit(.minutes(3)))
struct LoanLabelTests {
  @Test func anOpenPoolListsItsLoans() async throws {
    let clock = ManualClock()
    var configuration = PoolConfiguration.plain
    configuration.clock = clock
    let pool = BoundedPool(lending: [1, 2, 3], configuration: configuration)
    #expect(pool.loans.isEmpty)
    let first = try await pool.lease(label: "page 7")
    let line = UInt(#line - 1)
    clock.advance(by: .seconds(2))
    let second = try await pool.ownedLease()
    let loans = pool.loans.sorted { $0.site.line < $1.site.line }
    #expect(loans.map(\.label) == ["page 7", nil])
    #expect(loans.map(\.age) == [.seconds(2), nil])
    #expect(loans[0].site.line == line)
    #expect("\(loans[0])" == "“page 7”, \(loans[0].site), for 2000 ms")
    second.release()
    first.release()
    #expect(pool.loans.isEmpty)
  }

  /// The next borrower of the same element has no label, or one of its own.
  @Test func aLabelEndsWithItsLoan() async throws {
    let pool = BoundedPool(lending: [1], configuration: .plain)
    try await pool.withElement(label: "a") { _ in #expect(pool.loans.map(\.label) == ["a"]) }
    try await pool.withElement { _ in #expect(pool.loans.map(\.label) == [nil]) }
    let held = try await pool.ownedLease(label: "b")
    #expect(pool.loans.map(\.label) == ["b"])
    held.discard()
    pool.add(2)
    let lease = try await pool.lease(label: "c")
    _ = lease.detach()
    pool.add(3)
    try await pool.withElement { _ in #expect(pool.loans.map(\.label) == [nil]) }
    try await onThread {
      try pool.withElementBlocking(label: "d") { _ in #expect(pool.loans.map(\.label) == ["d"]) }
      let lease = try pool.leaseBlocking(label: "e")
      #expect(pool.loans.map(\.label) == ["e"])
      lease.release()
    }
    #expect(pool.core.decide(.calm) { state, _, _ in state.labels.isEmpty })
  }

  @Test func aLoanMayHaveAKeyAndALabel() {
    let pool = ElasticPool { Book() }
    pool.lease(preferring: "Momo", label: "a").release()
    let lease = pool.lease(preferring: "Momo", label: "b")
    let isPreferred = lease.isPreferred
    #expect(isPreferred)
    #expect(pool.loans.map(\.label) == ["b"])
    lease.release()
    #expect(pool.loans.isEmpty)
  }

  @Test func aLoanOfABoundedPoolMayHaveAKeyAndALabel() async throws {
    let pool = BoundedPool(lending: [1, 2], configuration: .plain)
    try await pool.lease(preferring: "Momo", label: "a").release()
    let lease = try await pool.lease(preferring: "Momo", label: "b")
    let isPreferred = lease.isPreferred
    #expect(isPreferred)
    #expect(pool.loans.map(\.label) == ["b"])
    lease.release()
    let owned = try await pool.ownedLease(preferring: "Momo", label: "c")
    #expect(owned.isPreferred)
    #expect(pool.loans.map(\.label) == ["c"])
    owned.release()
    try await onThread {
      let lease = try pool.leaseBlocking(preferring: "Momo", label: "d")
      let isPreferred = lease.isPreferred
      #expect(isPreferred)
      #expect(pool.loans.map(\.label) == ["d"])
      lease.release()
    }
  }

  @Test func loansOfAKeyedPoolHaveLabels() async throws {
    let pool = KeyedPool(capacity: 2, capacityPerKey: 1) { (key: String) in key }
    try await pool.withElement(for: "Central", label: "search") { _ in
      let other = try await pool.lease(for: "Harbour", label: "count")
      #expect(Set(pool.loans.compactMap(\.label)) == ["search", "count"])
      other.release()
    }
    let shared = try await pool.ownedLease(for: "Central", label: "session")
    #expect(pool.loans.map(\.label) == ["session"])
    shared.release()
    try await onThread {
      try pool.withElementBlocking(for: "Central", label: "x") { _ in
        #expect(pool.loans.map(\.label) == ["x"])
      }
      let lease = try pool.leaseBlocking(for: "Central", label: "y")
      #expect(pool.loans.map(\.label) == ["y"])
      lease.release()
    }
    #expect(pool.loans.isEmpty)
  }

  /// A label closes the fast path permanently; without a label it stays open, even if the loans are
  /// queried.
  @Test func onlyALabelClosesTheFastPath() throws {
    let pool = ElasticPool { Book() }
    for _ in 0..<400 { pool.withElement { $0.take() } }
    let lease = pool.lease()
    #expect(pool.loans.count == 1)
    lease.release()
    // Elements idle in the fast path are not on loan.
    #expect(pool.loans.isEmpty)
    #expect(pool.core.mode.load(ordering: .relaxed) == 0)
    pool.withElement(label: "map") { _ in #expect(pool.loans.map(\.label) == ["map"]) }
    #expect(pool.snapshot.created == 1)
    for _ in 0..<400 { pool.withElement { $0.take() } }
    #expect(pool.core.mode.load(ordering: .relaxed) == 1)
    #expect(pool.loans.isEmpty)
    let shared = pool.ownedLease(label: "page")
    let other = pool.lease(label: "tile")
    #expect(Set(pool.loans.compactMap(\.label)) == ["page", "tile"])
    shared.release()
    other.release()
  }

  @Test func loansOfAThrowingPoolHaveLabels() throws {
    let pool = ElasticPool<Book, any Error> { Book() }
    try pool.withElement(label: "a") { _ in #expect(pool.loans.map(\.label) == ["a"]) }
    let lease = try pool.lease(label: "b")
    #expect(pool.loans.map(\.label) == ["b"])
    let shared = try pool.ownedLease(label: "c")
    #expect(Set(pool.loans.compactMap(\.label)) == ["b", "c"])
    lease.release()
    shared.release()
  }

  @Test func theReportOfAShutdownShowsTheLabels() async throws {
    let pool = BoundedPool(lending: [1], configuration: .plain)
    let held = try await pool.ownedLease(label: "https://a")
    let report = await pool.shutdown(deadline: .zero)
    #expect(report.loans.map(\.label) == ["https://a"])
    #expect("\(report)".contains("“https://a”"))
    held.release()
  }

  // MARK: Sentences

  @Test func aSnapshotReadsAsSentences() async throws {
    var configuration = PoolConfiguration()
    configuration.name = "books"
    configuration.recordsTimings = true
    let pool = BoundedPool(lending: [1, 2], configuration: configuration)
    try await pool.withElement { _ in
      #expect(
        "\(pool.snapshot)"
          == "Pool “books”: 1 of 2 on loan, 1 idle. So far: 0 created, 0 destroyed.")
    }
    try await pool.lease().discard()
    let text = "\(pool.snapshot)"
    #expect(
      text.hasPrefix(
        """
        Pool “books”: 0 of 2 on loan, 1 idle. So far: 0 created, 1 destroyed (1 byBorrower).
        """))
    #expect(text.contains(" Loans: 2, median "))
  }

  @Test func aKeyReadsAsASentence() {
    let pool = KeyedPool(capacity: 4, capacityPerKey: 2) { (key: String) in key }
    #expect("\(pool.snapshot(of: "Central"))" == "0 of 2 on loan, 0 idle.")
  }

  /// A release build does not detect nested borrowing, but the error can suggest it.
  @Test func aTimeoutSuspectsNestedBorrowingIfNoElementWasReturned() async throws {
    let pool = BoundedPool(lending: [1], configuration: .plain)
    let message = await #expect(throws: PoolError.self) {
      try await pool.withElement { _ in
        try await pool.withElement(timeout: .after(.milliseconds(1))) { _ in }
      }
    }
    #expect("\(message as Any)".contains("no element was returned meanwhile"))
  }

  /// A label that checks in its deinit whether the pool's lock is held.
  private final class Probe: PoolState.Label, @unchecked Sendable {
    // guard: constant.
    private let core: PoolCore
    private let endings: Locked<[Bool]>

    init(_ core: PoolCore, _ endings: Locked<[Bool]>) {
      self.core = core
      self.endings = endings
      super.init(text: "probe", since: 1)
    }

    deinit {
      let isHeld = core.lock.isHeld
      endings.update { $0.append(isHeld) }
    }
  }

  /// The string belongs to the borrower: it may be large, and its release may run arbitrary code.
  @Test(arguments: [false, true])
  func aLabelIsNotReleasedUnderTheLock(isObserved: Bool) async throws {
    let pool = BoundedPool(lending: [1, 2], configuration: .plain)
    let observation = isObserved ? pool.observe { _ in } : nil
    let endings = Locked<[Bool]>([])
    func lease() async throws -> Lease<Int> {
      let lease = try await pool.lease(label: "page 7")
      pool.core.put(Probe(pool.core, endings), on: lease.slot)
      return lease
    }
    try await lease().release()
    try await lease().discard()
    _ = try await lease().replace(with: 3)
    let last = try await lease()
    pool.core.put(Probe(pool.core, endings), on: last.slot)
    _ = last.detach()
    #expect(endings.value == [false, false, false, false, false])
    observation?.cancel()
  }
}
