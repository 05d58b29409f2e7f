#if POSTGRES_CLIENT
import PostgresCluster
import PostgresFloor
@_spi(Store) import StagecraftSharedPools
import Testing

/// Connections that are cut, and notifications that are lost.
@Suite(.needsServer, .timeLimit(.minutes(3)))
struct FaultTests {
  private func makeStore(
    through proxy: CuttingProxy, to database: TestDatabase, _ timeout: Duration = .seconds(5)
  ) throws -> TestedStore {
    try TestedStore(
      database.cluster.address(through: proxy, database: database.name),
      configuration: PostgresStoreConfiguration(
        operationTimeout: timeout, heartbeat: .milliseconds(200)))
  }

  @Test(arguments: [CuttingProxy.Cut.beforeRequest, .afterCommit, .amidReply])
  func aRepeatedRequestIsGrantedOnce(cut: CuttingProxy.Cut) async throws {
    let database = try await TestServer.makeDatabase()
    let proxy = try CuttingProxy(to: database.cluster)
    let client = try await TestClient(try makeStore(through: proxy, to: database))
    for number in 1...3 { try await client.add("book \(number)") }
    var last = Fence(0)
    for _ in 0..<50 {
      proxy.cutNext(cut, of: "ask")
      let id = LendingID.random()
      let lost = await failure(of: client.ask(id), at: client.store)
      #expect(lost?.code == .unreachable)
      let answer = try await client.insist(client.ask(id))
      guard case .asked(.granted(let grant)) = answer else { throw TestClient.Surprise(answer) }
      #expect(grant.fence > last)
      last = grant.fence
      #expect(try await client.report().count(of: .lent) == 1)
      proxy.cutNext(cut, of: "give_back")
      let lease = LendingKey(request: id, fence: grant.fence)
      let unknown = await failure(of: .giveBack(LendingReturn(lease: lease)), at: client.store)
      #expect(unknown?.code == .unreachable)
      let returned = try await client.giveBack(lease)
      #expect(
        returned == .returned(cut == .beforeRequest ? .returned : .already(.returned)))
    }
    #expect(proxy.cuts == 100)
    #expect(try database.execute("select count(*) from lend.event where kind = 'granted'") == "50")
    await client.store.close()
  }

  @Test func lostNotificationsAreReported() async throws {
    let database = try await TestServer.makeDatabase()
    let proxy = try CuttingProxy(to: database.cluster)
    let store = try makeStore(through: proxy, to: database, .seconds(2))
    let client = try await TestClient(store)
    var signals = store.signals(for: client.session.id).makeAsyncIterator()
    proxy.setDropsNotifications(true)
    guard case .cannotBeNotified(let reason) = await signals.next() else {
      Issue.record("The store does not notice that notifications are lost.")
      return
    }
    #expect(reason.contains("pooler"))
    proxy.setDropsNotifications(false)
    #expect(await signals.next() == .canBeNotified)
    #expect(proxy.droppedNotifications > 0)
    await store.close()
  }

  @Test func aListenerThatCannotBeNotifiedFailsAtStart() async throws {
    let database = try await TestServer.makeDatabase()
    let proxy = try CuttingProxy(to: database.cluster)
    proxy.setDropsNotifications(true)
    let store = try makeStore(through: proxy, to: database, .seconds(5))
    let session = LendingSession(id: .random(), host: "client", process: 1)
    let error = await failure(of: .open(settings: nil, session: session), at: store)
    #expect(error?.code == .unsuitable)
    #expect(error?.explanation.contains("pooler") == true)
    await store.close()
  }

  @Test func aHalfOpenConnectionIsGivenUp() async throws {
    let database = try await TestServer.makeDatabase()
    let proxy = try CuttingProxy(to: database.cluster)
    let store = try makeStore(through: proxy, to: database, .seconds(2))
    let client = try await TestClient(store)
    try await client.add("book")
    var signals = store.signals(for: client.session.id).makeAsyncIterator()
    for _ in 0..<2 {
      proxy.setHalfOpen(true)
      let clock = ContinuousClock()
      let id = LendingID.random()
      let start = clock.now
      let error = await failure(of: client.ask(id), at: store)
      #expect(error?.code == .unreachable)
      #expect(clock.now - start < .seconds(10))
      guard case .cannotBeNotified = await signals.next() else {
        Issue.record("A half-open connection is not reported.")
        return
      }
      proxy.setHalfOpen(false)
      #expect(await signals.next() == .canBeNotified)
      let answer = try await client.insist(client.ask(id))
      guard case .asked(.granted(let grant)) = answer else { throw TestClient.Surprise(answer) }
      _ = try await client.giveBack(LendingKey(request: id, fence: grant.fence))
    }
    await store.close()
  }
}
#endif
