#if POSTGRES_CLIENT
@testable import PostgresFloor
@_spi(Store) import StagecraftSharedPools
import StoreFloor
import Testing

/// What a store keeps for sessions that are not opened, or have ended.
@Suite(.timeLimit(.minutes(1)))
struct OpeningTests {
  /// A store's work on links that are answered by hand.
  private struct Store {
    let work: PostgresWork<ScriptedLink>
    let session = LendingID.random()
    var command: ScriptedLink { work.commandLink }
    var notification: ScriptedLink { work.notificationLink }

    init() {
      work = PostgresWork(
        place: "here", configuration: .init(), listeners: PostgresListeners(),
        makeLink: { _ in ScriptedLink() })
    }

    /// Sends an opening, up to the answer of the server.
    func open() {
      work.run(
        .open(
          PostgresCall(.sweep), session: session, deadline: .max, PostgresJob.Waiter()))
      notification.connect()
      notification.answerAll()
      command.connect()
      command.answerAll()
      let proof = command.lastNotified
      notification.handlers.notified(proof.channel, proof.payload)
      command.answerAll()
    }

    /// Whether the connections are closed when nothing has used them for three seconds.
    func isLeftAlone() -> Bool {
      notification.answerAll()
      work.deadlinePassed(at: work.lastDecision + 3_000_000_001)
      return notification.state == .closed && work.nextDeadline() == nil
    }
  }

  @Test func anOpeningThatIsRefusedKeepsNothing() {
    let store = Store()
    store.open()
    store.work.run(.notOpened(session: store.session))
    #expect(store.notification.sentNames.last == "unlisten")
    #expect(!store.notification.staysOpen)
    #expect(store.isLeftAlone())
  }

  @Test func anOpenedSessionOutlastsALaterFailure() {
    let store = Store()
    store.open()
    store.work.run(.opened(session: store.session, heartbeat: 10_000_000_000))
    store.work.run(.notOpened(session: store.session))
    #expect(store.notification.staysOpen)
    #expect(!store.isLeftAlone())
  }

  @Test func theLastSessionThatEndsLeavesNoConnection() {
    let store = Store()
    store.open()
    store.work.run(.opened(session: store.session, heartbeat: 10_000_000_000))
    store.work.run(.forget(session: store.session))
    #expect(!store.notification.staysOpen)
    #expect(store.isLeftAlone())
  }

  @Test func anotherOpeningOfTheSessionStillWaits() {
    let store = Store()
    store.open()
    store.notification.drop()
    store.work.run(
      .open(
        PostgresCall(.sweep), session: store.session, deadline: .max, PostgresJob.Waiter()))
    store.work.run(.notOpened(session: store.session))
    #expect(store.notification.staysOpen)
    #expect(store.work.sessions[store.session] == false)
  }

  /// An opening that takes longer than its caller waits is sent, so it is in no line any more.
  @Test func anOpeningOnItsWayKeepsTheSessionOfAFailedOne() {
    let store = Store()
    store.open()
    store.work.run(
      .open(
        PostgresCall(.sweep), session: store.session, deadline: .max, PostgresJob.Waiter()))
    #expect(store.work.openings.isEmpty)
    store.work.run(.notOpened(session: store.session))
    #expect(store.work.sessions[store.session] == true)
    store.work.run(.opened(session: store.session, heartbeat: 10_000_000_000))
    #expect(store.work.sessions[store.session] == true)
    #expect(store.notification.staysOpen)
  }

  @Test func aSessionThatClosesWhileItOpensKeepsNothing() {
    let store = Store()
    store.open()
    store.work.run(.forget(session: store.session))
    #expect(store.work.sessions[store.session] == true)
    store.work.run(.opened(session: store.session, heartbeat: 10_000_000_000))
    #expect(!store.notification.staysOpen)
    #expect(store.isLeftAlone())
  }

  @Test func aCancelledOpeningThatWasNotSentKeepsNothing() {
    let store = Store()
    store.work.run(
      .open(
        PostgresCall(.sweep), session: store.session, deadline: .max, PostgresJob.Waiter()))
    store.work.run(.notOpened(session: store.session))
    #expect(store.work.openings.isEmpty && store.work.sessions.isEmpty)
    #expect(!store.notification.staysOpen)
  }

  @Test(.needsServer) func aRefusedPoolLeavesTheServer() async throws {
    let database = try await TestServer.makeDatabase()
    let store = try database.store()
    let session = LendingSession(id: .random(), host: "refused", process: 1)
    let answer = try await store.perform(
      .open(settings: SharedPoolSettings(timeToLive: .zero), session: session), in: "books")
    guard case .refused(.invalid) = answer else { throw TestClient.Surprise(answer) }
    // A client of postgres-nio keeps what was given back to it.
    let kept = TestedClient.sendsTogether ? 0 : 1
    let connections = """
      select count(*) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
      """
    // The server waits, for at most twenty seconds.
    let connection = try TestConnection(database.address)
    try connection.execute(
      """
      do $$ begin
        for i in 1..400 loop
          exit when (\(connections)) = \(kept);
          perform pg_sleep(0.05);
          perform pg_stat_clear_snapshot();
        end loop;
      end $$
      """)
    #expect(try connection.execute(connections) == "\(kept)")
    await store.close()
  }
}
#endif
