#if POSTGRES_CLIENT
import PostgresCluster
import PostgresFloor
@_spi(Store) import StagecraftSharedPools
import Testing

/// Requests that meet while a resource is handed over.
@Suite(.needsServer, .timeLimit(.minutes(2)))
struct HandOverTests {
  private let rounds = 1_000

  private func makeClients() async throws -> (TestClient, TestedStore, TestDatabase) {
    let cluster = try PostgresCluster(PostgresCluster.Options(settings: ["fsync": "off"]))
    let database = try await TestServer.makeDatabase(on: cluster)
    let holder = try await TestClient(try database.store(), named: "holder")
    try await holder.add("book")
    return (holder, try database.store(), database)
  }

  @Test func aWithdrawalMeetsAGrant() async throws {
    let (holder, store, database) = try await makeClients()
    let waiter = try await TestClient(store, named: "waiter")
    var (left, granted) = (0, 0)
    for round in 0..<rounds {
      let lease = try await holder.borrow()
      let id = LendingID.random()
      guard case .asked(.waiting) = try await waiter.perform(waiter.ask(id)) else {
        Issue.record("Round \(round): the resource is free.")
        return
      }
      let (returned, withdrawn): (LendingAnswer, LendingAnswer)
      // In most rounds they meet; in the others one comes first, so that both orders occur.
      switch round % 10 {
      case 0:
        returned = try await holder.giveBack(lease)
        withdrawn = try await waiter.perform(.withdraw(id))
      case 1:
        withdrawn = try await waiter.perform(.withdraw(id))
        returned = try await holder.giveBack(lease)
      default:
        async let returning = holder.giveBack(lease)
        withdrawn = try await waiter.perform(.withdraw(id))
        returned = try await returning
      }
      #expect(returned == .returned(.returned))
      switch withdrawn {
      case .withdrawn(.left): left += 1
      case .withdrawn(.returned): granted += 1
      default: throw TestClient.Surprise(withdrawn)
      }
      let again = try await waiter.perform(waiter.ask(id))
      #expect(again == .asked(.ended(.withdrawn)))
    }
    #expect(left > 0 && granted > 0, "\(left) left the line, \(granted) were granted before.")
    #expect(try await holder.report().count(of: .free) == 1)
    await store.close()
    await holder.store.close()
    withExtendedLifetime(database) {}
  }

  @Test func aSessionClosesWhileItIsNotified() async throws {
    let (holder, store, database) = try await makeClients()
    for round in 0..<rounds {
      let lease = try await holder.borrow()
      let waiter = try await TestClient(store, named: "waiter")
      guard case .asked(.waiting) = try await waiter.perform(waiter.ask()) else {
        Issue.record("Round \(round): the resource is free.")
        return
      }
      async let returned = holder.giveBack(lease)
      #expect(try await waiter.perform(.close(session: waiter.session.id)) == .done)
      #expect(try await returned == .returned(.returned))
    }
    let report = try await holder.report()
    #expect(report.count(of: .free) == 1)
    #expect(try database.execute("select count(*) from lend.session") == "1")
    #expect(try database.execute("select count(*) from lend.request where state <> 'e'") == "0")
    await store.close()
    await holder.store.close()
  }
}
#endif
