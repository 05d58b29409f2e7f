import Foundation
import LibraryServer
import PostgresNIO
import Synchronization
import Testing

@Suite("Shutdown", .needsDatabase, .serialized, .timeLimit(.minutes(3)))
struct ShutdownTests {
  /// Eight clients send requests until `/health` reports the shutdown, as a load balancer would.
  @Test func underLoadNoRequestFails() async throws {
    let configuration = try await PrivateServer.makeLibrary()
    let replica = try await ReplicaProcess("replica", configuration, drain: 10)
    let client = replica.client
    let load = Load()

    try await withThrowingTaskGroup { group in
      for number in 0..<8 {
        group.addTask {
          while !load.isDraining.load(ordering: .relaxed) {
            do {
              let status = try await Self.request(number, of: client)
              if status >= 400, status != 409 { load.failed.withLock { $0.append("\(status)") } }
            } catch {
              load.failed.withLock { $0.append("\(error)") }
            }
            // After some load on all routes.
            if load.answered.add(1, ordering: .relaxed).newValue == 200 { replica.signal(SIGTERM) }
          }
        }
      }
      group.addTask {
        while try await client.send("GET", "/health").status == 200 {}
        load.isDraining.store(true, ordering: .relaxed)
      }
      try await group.waitForAll()
    }
    #expect(load.failed.withLock { $0 } == [])
    #expect(load.answered.load(ordering: .relaxed) >= 200)
    let end = await replica.end
    #expect(end.status == 0)
    #expect(end.log.contains("shared pool copies: all had ended."))
    #expect(end.log.contains("pool connections: all had ended."))
  }

  private final class Load: Sendable {
    let isDraining = Atomic(false)
    let answered = Atomic(0)
    let failed = Mutex<[String]>([])
  }

  private static func request(_ number: Int, of client: Client) async throws -> UInt {
    switch number % 4 {
    case 0:
      return try await client.send("POST", "/orders", ["title": "Emma", "reader": "Ada"]).status
    case 1:
      let answer = try await client.send("POST", "/books/1/loan", ["reader": "Ada"])
      guard answer.status == 201 else { return answer.status }
      let loan = try answer.json(as: Loan.self)
      return try await client.send("DELETE", "/books/1/loan/\(loan.fence)").status
    case 2: return try await client.send("POST", "/favourites/2", as: "Ben:1706").status
    default: return try await client.send("GET", "/search?q=e").status
    }
  }

  /// The request waits for a table that another transaction has locked.
  ///
  /// Meanwhile the server begins
  /// to shut down, which ends the stream of events.
  @Test func aRequestThatWasAcceptedIsAnsweredAndStreamsEnd() async throws {
    let configuration = try await PrivateServer.makeLibrary()
    let replica = try await ReplicaProcess("replica", configuration)
    let events = try await replica.client.events()
    let (received, receive) = AsyncStream.makeStream(of: Void.self)
    let stream = Task { for try await _ in events { receive.yield() } }
    for await _ in received { break }

    let database = try Database(configuration.database, logger: PrivateServer.logger)
    let order = try await database.connections.withElement { connection in
      let connection = connection
      let logger = PrivateServer.logger
      try await connection.query("begin", logger: logger)
      try await connection.query("lock table orders in exclusive mode", logger: logger)
      async let answer = replica.client.send("POST", "/orders", ["title": "Emma", "reader": "Ada"])
      while try await !Self.isWaiting(connection) {}
      replica.signal(SIGTERM)
      try await stream.value
      try await connection.query("commit", logger: logger)
      return try await answer
    }
    #expect(order.status == 201)
    #expect(await replica.end.status == 0)
    let rows = try await database.query("select id from orders")
    #expect(rows.count == 1)
    await database.connections.shutdown()
  }

  /// Whether a statement waits for a lock.
  private static func isWaiting(_ connection: PostgresConnection) async throws -> Bool {
    let waiting = try await connection.query(
      "select 1 from pg_locks where not granted and relation = 'orders'::regclass",
      logger: PrivateServer.logger)
    return try await !waiting.collect().isEmpty
  }

  @Test func aCopyIsFreeForOtherReplicasAtOnce() async throws {
    // A loan of a replica that has died would live on for a minute.
    let configuration = try await PrivateServer.makeLibrary(timeToLive: .seconds(60))
    let first = try await ReplicaProcess("first", configuration)
    let second = try await ReplicaProcess("second", configuration)
    #expect(try await first.client.send("POST", "/books/3/loan", ["reader": "Ben"]).status == 201)
    #expect(try await second.client.send("POST", "/books/3/loan", ["reader": "Ada"]).status == 409)
    first.signal(SIGTERM)
    #expect(await first.end.status == 0)
    #expect(try await second.client.send("POST", "/books/3/loan", ["reader": "Ada"]).status == 201)
    second.signal(SIGTERM)
    #expect(await second.end.status == 0)
  }
}
