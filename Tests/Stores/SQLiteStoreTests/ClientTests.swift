#if SQLite
import Foundation
@_spi(Store) import StagecraftSharedPools
import Testing

@testable import StagecraftSQLiteStore

/// Several processes share a store, and some of them are killed or stopped.
@Suite(.timeLimit(.minutes(2)), .serialized) struct ClientTests {
  let folder: TemporaryFolder
  let path: String
  let store: SQLiteStore

  init() throws {
    folder = try TemporaryFolder()
    path = folder["lend.sqlite"]
    store = SQLiteStore(path)
  }

  // MARK: Notifications

  @Test func aReturnInAnotherProcessNotifies() async throws {
    let reader = try await Reader(store)
    try await reader.add("Momo")
    let client = try ClientProcess(path, "hold")
    let fence = try #require(Fence(try await client.line("granted")))
    let ask = reader.ask()
    #expect(try await reader.outcome(ask).isWaiting)
    try client.send("return")
    let grant = try await reader.borrow(ask)
    #expect(grant.fence > fence)
    #expect(grant.resources.map(\.payload) == [Array("Momo".utf8)])
    try await client.line("returned")
    await store.close()
  }

  @Test func aReturnInThisProcessNotifies() async throws {
    let reader = try await Reader(store)
    let other = try await Reader(SQLiteStore(path))
    let third = try await Reader(store)
    try await reader.add("Momo")
    let ask = reader.ask()
    let grant = try #require(try await reader.outcome(ask).grant)
    let (second, last) = (other.ask(), third.ask())
    #expect(try await other.outcome(second).isWaiting)
    #expect(try await third.outcome(last).isWaiting)
    try await reader.giveBack(ask, grant)
    try await other.giveBack(second, other.borrow(second))
    _ = try await third.borrow(last)
    await store.close()
    await other.store.close()
  }

  /// Many tasks of two stores share four resources: no two have one at the same time.
  @Test func nothingIsLentTwice() async throws {
    let reader = try await Reader(store)
    try await reader.add("Momo", "Emil", "Pippi", "Krabat")
    let stores = [store, SQLiteStore(path)]
    let held = HeldResources()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<24 {
        group.addTask {
          let reader = try await Reader(stores[task % 2])
          for _ in 0..<20 {
            let ask = reader.ask()
            let grant = try await reader.borrow(ask)
            await held.take(grant)
            await Task.yield()
            await held.drop(grant)
            try await reader.giveBack(ask, grant)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(await held.grants == 480)
    #expect(await held.doubles == 0)
    let report = try await reader.report()
    #expect(report.count(of: .free) == 4)
    #expect(report.waiting == 0)
    for store in stores { await store.close() }
  }

  // MARK: Processes that end

  @Test func aKilledHolderIsNoticedByItsWaiter() async throws {
    let reader = try await Reader(store)
    try await reader.add("Momo")
    for _ in 0..<20 {
      let client = try ClientProcess(path, "hold")
      try await client.line("granted")
      let ask = reader.ask()
      #expect(try await reader.outcome(ask).isWaiting)
      let start = ContinuousClock.now
      client.signal(SIGKILL)
      let grant = try await reader.borrow(ask)
      // The lease would have lasted thirty seconds. The kernel reports the end within a
      // millisecond; the rest is the load of this machine.
      #expect(start.duration(to: .now) < .seconds(15))
      try await reader.giveBack(ask, grant)
    }
    await store.close()
  }

  @Test func aKilledHolderIsNoticedWithoutWaiting() async throws {
    let reader = try await Reader(store)
    try await reader.add("Momo")
    let client = try ClientProcess(path, "hold")
    try await client.line("granted")
    #expect(try await reader.outcome(reader.ask(joinsLine: false)) == .notFree)
    client.signal(SIGKILL)
    client.waitForEnd()
    #expect(try await reader.outcome(reader.ask(joinsLine: false)).grant != nil)
    await store.close()
  }

  @Test func aSweepNoticesAKilledHolder() async throws {
    let reader = try await Reader(store)
    try await reader.add("Momo")
    let client = try ClientProcess(path, "hold")
    try await client.line("granted")
    client.signal(SIGKILL)
    client.waitForEnd()
    _ = try await reader.perform(.sweep)
    #expect(try await reader.report().count(of: .free) == 1)
    // Its pipes are removed.
    let names = try FileManager.default.contentsOfDirectory(atPath: path + "-pipes")
    #expect(names.count == 2, "\(names)")
    await store.close()
  }

  /// What one pool notices is done in all pools of the file.
  @Test func aKilledHolderIsEndedInAllPools() async throws {
    let reader = try await Reader(store)
    try await reader.add("Momo")
    let films = try await SharedPool("films", at: store)
    try await films.add("reel", named: "Casablanca")
    let client = try ClientProcess(path, "hold", "0", "films")
    try await client.line("granted")
    #expect(try await films.report().count(of: .lent) == 1)
    client.signal(SIGKILL)
    client.waitForEnd()
    // In the pool of books, where the client has a session too.
    #expect(try await reader.perform(.sweep) == .swept(next: nil))
    while try await films.report().count(of: .free) < 1 { await Task.yield() }
    await films.close()
    await store.close()
  }

  /// A process that was killed while it waited is passed over, though it was granted first.
  @Test func aKilledWaiterIsPassedOver() async throws {
    let reader = try await Reader(store)
    try await reader.add("Momo")
    let first = reader.ask()
    let grant = try #require(try await reader.outcome(first).grant)
    let client = try ClientProcess(path, "hold")
    try await client.line("opened")
    while try await reader.report().waiting < 1 { try await Task.sleep(for: .milliseconds(5)) }
    let other = try await Reader(SQLiteStore(path))
    let ask = other.ask()
    #expect(try await other.outcome(ask).isWaiting)
    client.signal(SIGKILL)
    try await reader.giveBack(first, grant)
    _ = try await other.borrow(ask)
    await store.close()
    await other.store.close()
  }

  /// The waiter was there before the process that then holds what it waits for.
  @Test func aClientThatOpensLaterIsWatchedToo() async throws {
    let reader = try await Reader(store)
    try await reader.add("Momo")
    let first = reader.ask()
    let grant = try #require(try await reader.outcome(first).grant)
    let ask = reader.ask()
    #expect(try await reader.outcome(ask).isWaiting)
    // Of a higher priority.
    let other = try ClientProcess(path, "hold", "100")
    try await other.line("opened")
    while try await reader.report().waiting < 2 { try await Task.sleep(for: .milliseconds(5)) }
    try await reader.giveBack(first, grant)
    try await other.line("granted")
    other.signal(SIGKILL)
    _ = try await reader.borrow(ask)
    await store.close()
  }

  /// A command that has inherited the descriptor counts as the holder alive.
  @Test func aCommandThatOutlivesTheHolderKeepsTheLease() async throws {
    let reader = try await Reader(store)
    try await reader.add("Momo")
    let client = try ClientProcess(path, "bequeath")
    try await client.line("granted")
    let child = try #require(Int32(try await client.line("child")))
    let ask = reader.ask()
    #expect(try await reader.outcome(ask).isWaiting)
    client.signal(SIGKILL)
    // Its output is closed when it ends, and the command has another.
    while await client.line() != nil {}
    _ = try await reader.perform(.sweep)
    #expect(try await reader.outcome(ask).isWaiting)
    kill(child, SIGKILL)
    _ = try await reader.borrow(ask)
    await store.close()
  }

  /// A process that is stopped keeps what it has until its lease ends.
  @Test func aStoppedHolderKeepsItsLease() async throws {
    let settings = SharedPoolSettings(timeToLive: .seconds(6), grace: .seconds(2))
    let reader = try await Reader(store, settings: settings)
    try await reader.add("Momo")
    let client = try ClientProcess(path, "hold")
    try await client.line("granted")
    client.signal(SIGSTOP)
    let start = ContinuousClock.now
    let ask = reader.ask()
    guard case .waiting(let next?) = try await reader.outcome(ask) else {
      Issue.record("It does not wait.")
      return
    }
    #expect(next <= .seconds(8))
    _ = try await reader.perform(.sweep)
    if start.duration(to: .now) < .seconds(5) {
      #expect(try await reader.outcome(ask).isWaiting)
    }
    try await Task.sleep(for: next / 2)
    let batch = LendingRenewalBatch(session: reader.session.id, waiting: [ask.id])
    _ = try await reader.perform(.renew(batch))
    try await Task.sleep(for: next / 2)
    _ = try await reader.perform(.sweep)
    #expect(try await reader.outcome(ask).grant != nil)
    await store.close()
  }

  // MARK: Inside a transaction

  @Test func aProcessKilledInATransactionChangesNothing() async throws {
    let reader = try await Reader(store)
    try await reader.add("Momo")
    for _ in 0..<20 {
      let intruder = try ClientProcess(path, "intrude")
      try await intruder.line("inside")
      let ask = reader.ask()
      async let outcome = reader.outcome(ask)
      intruder.signal(SIGKILL)
      let grant = try #require(try await outcome.grant)
      #expect(grant.resources.map(\.name) == ["Momo"])
      try await reader.giveBack(ask, grant)
    }
    await store.close()
  }

  @Test func aProcessStoppedInATransactionIsNamed() async throws {
    var configuration = SQLiteStoreConfiguration()
    configuration.timeout = .seconds(5)
    let impatient = SQLiteStore(path, configuration: configuration)
    let reader = try await Reader(impatient)
    try await reader.add("Momo")
    let intruder = try ClientProcess(path, "intrude")
    try await intruder.line("inside")
    intruder.signal(SIGSTOP)
    let ask = reader.ask()
    let error = await failure { try await reader.outcome(ask) }
    #expect(error?.code == .unreachable)
    #expect(error?.isTransient == true)
    #if os(Linux)
    #expect(error?.explanation.contains("process \(intruder.number)") == true, "\(error!)")
    #endif
    // Reading goes on once the lock is there again; the request was not decided late.
    intruder.signal(SIGKILL)
    intruder.waitForEnd()
    #expect(try await reader.report().count(of: .free) == 1)
    #expect(try await reader.outcome(ask).grant != nil)
    await impatient.close()
  }

  /// Another program has a transaction open, and does not ask for the lock beside the file.
  @Test func aTransactionOfAnotherProgramIsWaitedFor() async throws {
    var configuration = SQLiteStoreConfiguration()
    configuration.timeout = .seconds(5)
    let impatient = SQLiteStore(path, configuration: configuration)
    let reader = try await Reader(impatient)
    try await reader.add("Momo")
    let other = try ClientProcess(path, "intrude", "without-lock")
    try await other.line("inside")
    let ask = reader.ask()
    let error = await failure { try await reader.outcome(ask) }
    #expect(error?.code == .unreachable)
    #if os(Linux)
    #expect(error?.explanation.contains("process \(other.number)") == true, "\(error!)")
    #endif
    other.signal(SIGKILL)
    other.waitForEnd()
    // The same request again: the store may decide it after its caller has stopped waiting.
    #expect(try await reader.outcome(ask).grant != nil)
    await impatient.close()
  }

  // MARK: Many

  @Test func eightProcessesAreServedAlike() async throws {
    let reader = try await Reader(store)
    for number in 0..<16 { try await reader.add("book \(number)") }
    var clients: [ClientProcess] = []
    for _ in 0..<8 { clients.append(try ClientProcess(path, "pairs", "2")) }
    for client in clients { try await client.line("opened") }
    for client in clients { try client.send("go") }
    var counts: [Int] = []
    for client in clients {
      let line = try await client.line("pairs")
      counts.append(try #require(Int(line.split(separator: " ")[0])))
    }
    let (least, most) = (try #require(counts.min()), try #require(counts.max()))
    // How evenly depends on the machine, and is measured by the bench.
    #expect(least > 0 && least * 10 >= most, "\(counts)")
    let report = try await reader.report()
    #expect(report.count(of: .free) == 16)
    guard case .events(let events) = try await reader.perform(.events(after: 0, limit: 10_000))
    else { return }
    let fences = events.filter { $0.kind == .granted }.compactMap(\.fence)
    #expect(fences == fences.sorted() && Set(fences).count == fences.count)
    await store.close()
  }

  /// Processes borrow and return and are killed at any moment.
  @Test func killedProcessesLoseNothing() async throws {
    let reader = try await Reader(store)
    try await reader.add("Momo", "Emil", "Pippi", "Krabat")
    for round in 0..<10 {
      let clients = try (0..<3).map { _ in try ClientProcess(path, "pairs", "30") }
      for client in clients { try await client.line("opened") }
      for client in clients { try client.send("go") }
      try await Task.sleep(for: .milliseconds(20 + 13 * round))
      for client in clients { client.signal(SIGKILL) }
      for client in clients { client.waitForEnd() }
      _ = try await reader.perform(.sweep)
      #expect(try await reader.report().count(of: .free) == 4)
    }
    await store.close()
  }
}

/// The resources that are in use, as their holders see it.
private actor HeldResources {
  private var names: Set<String> = []
  private(set) var grants = 0
  private(set) var doubles = 0

  func take(_ grant: LendingGrant) {
    grants += 1
    for resource in grant.resources {
      if !names.insert(resource.name).inserted { doubles += 1 }
    }
  }

  func drop(_ grant: LendingGrant) {
    for resource in grant.resources { names.remove(resource.name) }
  }
}
#endif
