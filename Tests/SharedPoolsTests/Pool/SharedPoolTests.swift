import StageFloor
import StagecraftPools
@_spi(Store) import StagecraftTestKit
import TestSupport
import Testing

@_spi(Store) @testable import StagecraftSharedPools

@Suite("A shared pool", .timeLimit(.minutes(3)))
struct SharedPoolTests {
  let library = Library()

  @Test("A resource is lent to the body, and returned at the end of its scope")
  func lendsAndReturns() async throws {
    let pool = try await library.open(copies: 1)
    let fence = try await pool.withLease(where: ["book"]) { lease in
      #expect(lease.resource == "shelf 0" && lease.name == "copy-0" && lease.labels == ["book"])
      #expect(lease.isStillMine)
      #expect(lease.remaining == .milliseconds(29_700))
      let report = try await pool.report()
      #expect(report.count(of: .lent) == 1)
      return lease.fence
    }
    #expect(try await pool.report().count(of: .free) == 1)
    let next = try await pool.lease()
    #expect(next.fence > fence)
    #expect(pool.counts.granted == 2 && pool.counts.returned == 1)
    #expect(try await pool.report().resources[0].holder?.session.job == "test")
  }

  @Test("Many resources are added in batches, of a number or of a size")
  func addsMany() async throws {
    struct Torn: Error {}
    let store = MemoryLeaseStore()
    let pool = try await SharedPool("books", at: store)
    try await pool.add(
      contentsOf: (0..<2_500).lazy.map {
        SharedPool.Addition("shelf", named: "copy-\($0)", labels: ["book"])
      })
    #expect(try await pool.report().count(of: .free) == 2_500)
    // The name that is in use is in the second batch: the first one stays.
    let error = await #expect(throws: SharedPoolError.self) {
      try await pool.add(
        contentsOf: (0..<1_500).map {
          SharedPool.Addition("shelf", named: $0 == 1_200 ? "copy-7" : "map-\($0)")
        })
    }
    #expect(error?.description.contains("copy-7") == true)
    #expect(try await pool.report().count(of: .free) == 3_500)
    let large = String(repeating: "x", count: 60_000)
    try await pool.add(
      contentsOf: (0..<40).map { SharedPool.Addition(large, named: "large-\($0)") })
    #expect(try await pool.report().count(of: .free) == 3_540)
    try await pool.add(contentsOf: [])
    await pool.close()
  }

  @Test("The error of the body is thrown after the resource was returned")
  func bodyThrows() async throws {
    struct Torn: Error {}
    let pool = try await library.open(copies: 1)
    await #expect(throws: Torn.self) { try await pool.withLease { _ in throw Torn() } }
    #expect(try await pool.report().count(of: .free) == 1)
  }

  @Test("A waiting request of another object receives the resource when it is returned")
  func handsOver() async throws {
    let pool = try await library.open(copies: 1)
    let other = try await library.open()
    let first = try await pool.lease()
    await library.faults.next(.ask)
    let second = Task { try await other.lease() }
    await library.faults.next(.ask)
    await first.release()
    let lease = try await second.value
    #expect(lease.fence > first.fence)
    #expect(!first.isStillMine && lease.isStillMine)
    #expect(other.counts.notificationsReceived == 1)
  }

  @Test("A cancelled wait throws CancellationError and leaves the line")
  func cancelledWait() async throws {
    let pool = try await library.open(copies: 1)
    let first = try await pool.lease()
    await library.faults.next(.ask)
    let waiter = Task { try await pool.lease() }
    await library.faults.next(.ask)
    waiter.cancel()
    await #expect(throws: CancellationError.self) { try await waiter.value }
    await library.faults.next(.withdraw)
    #expect(try await pool.report().waiting == 0)
    #expect(first.isStillMine)
  }

  @Test(
    "Closing ends after the return timeout if the store never answers",
    arguments: [FaultStore.Kind.giveBack, .close])
  func closingEnds(stalled kind: FaultStore.Kind) async throws {
    let pool = try await library.open(copies: 1)
    library.faults.always(.holdRequest, for: kind)
    do { _ = try await pool.lease() }
    let closing = Task { await pool.close() }
    // Until closing has begun, requests are answered.
    var isClosing = false
    while !isClosing {
      do { _ = try await pool.tryLease() } catch { isClosing = true }
    }
    await library.faults.next(kind)
    library.clock.advance(by: .seconds(10))
    await closing.value
    library.faults.always(nil, for: kind)
    library.faults.release(kind)
  }

  @Test("A wait ends by its timeout, with a sentence")
  func timedOut() async throws {
    let pool = try await library.open(copies: 1)
    let first = try await pool.lease()
    await library.faults.next(.ask)
    let waiter = Task { try await pool.lease(where: ["book"], timeout: .after(.seconds(5))) }
    await library.faults.next(.ask)
    library.clock.advance(by: .seconds(5))
    do {
      _ = try await waiter.value
      Issue.record("There was nothing to lend.")
    } catch SharedPoolError.timedOut {
    }
    do {
      _ = try await pool.lease(where: ["book"], timeout: .after(.zero))
      Issue.record("There was nothing to lend.")
    } catch {
      #expect("\(error)" == "Pool “books”: nothing for 1 × [book] became free in time.")
    }
    #expect(first.isStillMine)
  }

  @Test("A request that is not to wait takes what is free, or nothing")
  func tryLease() async throws {
    let pool = try await library.open(copies: 1)
    let lease = try await pool.tryLease()
    #expect(lease != nil)
    #expect(try await pool.tryLease() == nil)
    #expect(try await pool.report().waiting == 0)
  }

  @Test("Several resources are lent at once, and can be returned one by one")
  func several() async throws {
    let pool = try await library.open(copies: 3)
    try await pool.add("card", named: "card", labels: ["card"])
    try await pool.withLeases([Want(["book"], count: 2), Want(["card"])]) { leases in
      #expect(leases.map(\.name) == ["copy-0", "copy-1", "card"])
      #expect(Set(leases.map(\.fence)).count == 1)
      await leases[2].release()
      #expect(!leases[2].isStillMine && leases[0].isStillMine)
      let report = try await pool.report()
      #expect(report.count(of: .lent) == 2)
    }
    #expect(try await pool.report().count(of: .free) == 4)
  }

  @Test("A lost answer to an ask does not lend a second resource")
  func lostAnswer() async throws {
    let pool = try await library.open(copies: 2)
    library.faults.plan(.loseAnswer, .loseAnswer, .repeat, for: .ask)
    let waiter = Task { try await pool.lease() }
    try await library.pass(.milliseconds(70))
    try await library.pass(.milliseconds(140))
    let lease = try await waiter.value
    #expect(lease.isStillMine)
    #expect(try await pool.report().count(of: .lent) == 1)
    #expect(Set(library.faults.requests(.ask)).count == 1)
    #expect(pool.counts.repeated == 2)
  }

  @Test("A slow ask does not delay its withdrawal, and lends nothing afterwards")
  func slowAsk() async throws {
    let pool = try await library.open(copies: 1)
    library.faults.plan(.holdRequest, for: .ask)
    let waiter = Task { try await pool.lease() }
    await library.faults.next(.ask)
    waiter.cancel()
    await #expect(throws: CancellationError.self) { try await waiter.value }
    await library.faults.next(.withdraw)
    library.faults.release(.ask)
    await library.faults.next(.ask)
    #expect(try await pool.report().count(of: .free) == 1)
    #expect(try await pool.tryLease() != nil)
  }

  @Test("A cancelled task asks for nothing")
  func cancelledBefore() async throws {
    let pool = try await library.open(copies: 1)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await pool.lease()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(library.faults.requests(.ask).isEmpty)
  }

  @Test("A want that the stock cannot satisfy fails at once, with the number that fits")
  func impossible() async throws {
    let pool = try await library.open(copies: 1)
    do {
      _ = try await pool.leases([Want(["book"], count: 2)])
      Issue.record("There is one copy.")
    } catch let error as SharedPoolError {
      #expect(error.code == .impossible && error.fitting == 1)
      #expect(
        "\(error)"
          == "Pool “books”: the stock cannot satisfy 2 × [book]: 1 fitting resource exists.")
    }
  }

  @Test("Bad input is refused with a sentence, and nothing is sent")
  func badInput() async throws {
    let pool = try await library.open(copies: 1)
    let sent = library.faults.requests.count
    await #expect(throws: SharedPoolError.refused) { try await pool.lease(where: ["a\nb"]) }
    await #expect(throws: SharedPoolError.refused) { try await pool.leases([]) }
    await #expect(throws: SharedPoolError.refused) { try await pool.lease(priority: 101) }
    await #expect(throws: SharedPoolError.refused) { try await pool.add("", named: "") }
    await #expect(throws: SharedPoolError.refused) {
      try await pool.configure(SharedPoolSettings(timeToLive: .zero))
    }
    #expect(library.faults.requests.count == sent)
    await #expect(throws: SharedPoolError.refused) { _ = try await library.open("a\nb") }
    do {
      try await pool.add("shelf", named: "copy-0")
      Issue.record("There is one with this name.")
    } catch {
      #expect("\(error)".contains("“copy-0” already"))
    }
  }

  @Test("A store that cannot be reached is reported after the patience")
  func unreachable() async throws {
    library.faults.isCut = true
    do {
      _ = try await library.clock.advance(waking: "books") { try await library.open() }
      Issue.record("The store was cut off.")
    } catch let error as SharedPoolError {
      #expect(error.code == .unreachable)
      #expect(error.storeError?.code == .unreachable)
    }
  }

  @Test("Taking back is not repeated, because the resource may have another holder by then")
  func takeBackOnce() async throws {
    let pool = try await library.open(copies: 1)
    let lease = try await pool.lease()
    library.faults.plan(.loseRequest, for: .keep)
    await #expect(throws: SharedPoolError.unreachable) {
      try await pool.takeBack("copy-0", because: "recall")
    }
    #expect(lease.isStillMine)
  }

  @Test("A payload that cannot be understood is returned")
  func badPayload() async throws {
    let store = library.faults
    let bytes = try await SharedPool("books", at: store, payload: .bytes)
    try await bytes.add([0xFF], named: "copy")
    let pool = try await library.open()
    await #expect(throws: SharedPayloadError.self) { try await pool.lease() }
    #expect(try await pool.report().count(of: .free) == 1)
  }

  @Test("Keepers drain, quarantine, repair and configure")
  func keeping() async throws {
    let pool = try await library.open(copies: 2)
    try await pool.drain("copy-0")
    try await pool.quarantine("copy-1", because: "torn")
    #expect(try await pool.report().resources.map(\.state) == [.retired, .quarantined])
    try await pool.repair("copy-1")
    try await pool.configure(SharedPoolSettings(timeToLive: .seconds(60)))
    #expect(pool.settings.timeToLive == .seconds(60))
    #expect(try await pool.lease().remaining == .milliseconds(59_400))
    let kinds = try await pool.events().map(\.kind)
    #expect(kinds.contains(.retired) && kinds.contains(.repaired) && kinds.contains(.configured))
  }

  @Test("Closing ends waits, waits for leases, and ends the session")
  func closing() async throws {
    let pool = try await library.open(copies: 1)
    let lease = try await pool.lease()
    await library.faults.next(.ask)
    let waiter = Task { try await pool.lease() }
    await library.faults.next(.ask)
    let closing = Task { await pool.close() }
    await #expect(throws: SharedPoolError.closed) { try await waiter.value }
    #expect(library.faults.requests(.close).isEmpty)
    await lease.release()
    await closing.value
    #expect(library.faults.requests(.close).count == 1)
    await #expect(throws: SharedPoolError.closed) { try await pool.lease() }
    await pool.close()
  }

  @Test("A dropped pool ends its session, once its leases are returned")
  func droppedPool() async throws {
    var pool: SharedPool<String>? = try await library.open(copies: 1)
    var lease = try await pool?.lease()
    pool = nil
    #expect(lease?.isStillMine == true)
    #expect(library.faults.requests(.close).isEmpty)
    lease = nil
    await library.faults.next(.close)
    #expect(library.faults.requests(.giveBack).count == 1)
  }

  @Test("A return and an end that were lost are repeated after the pool is dropped")
  func repeatsAfterDrop() async throws {
    var pool: SharedPool<String>? = try await library.open(copies: 1)
    var lease = try await pool?.lease()
    pool = nil
    library.faults.plan(.loseRequest, for: .giveBack)
    library.faults.plan(.loseRequest, for: .close)
    #expect(lease?.isStillMine == true)
    lease = nil
    await library.faults.next(.giveBack)
    try await library.pass(.milliseconds(70))
    await library.faults.next(.giveBack)
    await library.faults.next(.close)
    try await library.pass(.milliseconds(70))
    await library.faults.next(.close)
    #expect(library.faults.requests(.close).count == 2)
  }

  @Test(
    "Nothing retains a pool after its end, also if the store never answered",
    arguments: [false, true])
  func lifetime(isCut: Bool) async throws {
    let gate = Gate()
    try await borrow(cutting: isCut, opening: gate)
    if isCut {
      // The return is repeated until the lease has ended, and the end for ten seconds after that.
      try await library.clock.advance(waking: "books") { await gate.wait() }
    }
    await gate.wait()
  }

  private func borrow(cutting isCut: Bool, opening gate: Gate) async throws {
    var configuration = SharedPoolConfiguration()
    configuration.clock = library.clock
    let store = PassingStore(library.faults, opening: gate)
    let pool = try await SharedPool("books", at: store, configuration: configuration)
    try await pool.add("", named: "copy")
    let observation = pool.observe { _ in }
    let lease = try await pool.lease()
    #expect(lease.isStillMine)
    library.faults.isCut = isCut
    observation.cancel()
  }

  @Test("Events arrive while they are observed")
  func observing() async throws {
    let pool = try await library.open(copies: 1)
    let seen = Locked<[SharedPoolEvent]>([])
    let observation = pool.observe { event in seen.update { $0.append(event) } }
    try await pool.withLease { _ in }
    let words = seen.value.map { "\($0)".prefix { $0 != "(" } }
    #expect(words == ["granted", "returned"])
    observation.cancel()
    try await pool.withLease { _ in }
    #expect(seen.value.count == 2)
  }

  @Test("A store that does not implement the requirements says so")
  func emptyStore() async throws {
    struct EmptyStore: LeaseStore {}
    do {
      _ = try await SharedPool("books", at: EmptyStore())
      Issue.record("It was opened.")
    } catch let error as SharedPoolError {
      #expect(error.code == .unusable && error.storeError?.code == .notAStore)
      #expect("\(error)".contains("EmptyStore does not implement perform(_:in:)"))
    }
    var signals = EmptyStore().signals(for: .random()).makeAsyncIterator()
    #expect(
      await signals.next() == .cannotBeNotified("EmptyStore sends no notifications."))
  }
}
