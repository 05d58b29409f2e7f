#if POSTGRES_CLIENT
import Foundation
import PostgresCluster
import PostgresFloor
import StagecraftTableLists
import Synchronization
import Testing

/// Writers notify only while a follower has nothing to read, and no commit goes unheard.
///
/// Nothing reads without a signal: the longest silence is only what lists use.
@Suite(.needsServer, .timeLimit(.minutes(3)))
struct NotifyingTests {
  let database: TablesDatabase
  let writer: TestConnection
  let listener: TestConnection
  let tables: TestedTables

  init() throws {
    database = try TablesDatabase()
    writer = try database.connect()
    listener = try database.connect()
    try listener.execute("listen stagecraft")
    tables = try database.tables()
  }

  private func open(_ tables: TestedTables) async throws -> FollowedCopy {
    let copy = FollowedCopy(try await tables.open(TableRequest(table: "orders")))
    try await copy.load()
    return copy
  }

  private func follow(
    _ copy: FollowedCopy, until isDone: (FollowedCopy) throws -> Bool
  ) async throws {
    var signals = copy.table.signals.makeAsyncIterator()
    while try !isDone(copy) {
      try #require(await signals.next() != nil)
      try await copy.catchUp()
    }
  }

  /// How many connections have locked what writers test.
  private func armed() throws -> Int {
    let count = try writer.execute(
      """
      select count(*) from pg_locks l join pg_database d on d.oid = l.database
      where l.classid = 1937006946 and l.granted and d.datname = current_database()
      """)
    return Int(count ?? "") ?? 0
  }

  @Test func aCommitNotifiesOnlyIfAFollowerWaits() async throws {
    let copy = try await open(tables)
    try await follow(copy) { _ in try armed() == 1 }
    _ = try listener.notifications()
    try writer.execute("insert into orders values (1, 'heard', 1)")
    #expect(try listener.notifications().count == 1)
    try await follow(copy) { $0.rows.count == 1 }
    try await follow(copy) { _ in try armed() == 1 }
    await tables.close()
    while try armed() > 0 {}
    try writer.execute("insert into orders values (2, 'unheard', 1)")
    #expect(try listener.notifications().isEmpty)
  }

  @Test func aWriterThatIsInProgressWhileAFollowerArmsIsSeen() async throws {
    let first = try await open(tables)
    await tables.close()
    while try armed() > 0 {}
    for isolation in ["read committed", "repeatable read", "serializable"] {
      try writer.execute(
        "begin isolation level \(isolation); insert into orders values (1, '\(isolation)', 1)")
      let tables = try database.tables()
      let copy = try await open(tables)
      #expect(copy.rows.isEmpty)
      let other = try database.connect()
      try await follow(copy) { _ in
        try other.execute("select count(*) from pg_locks where classid = 1937006946") != "0"
      }
      try writer.execute("commit")
      #expect(try listener.notifications().isEmpty)
      try await follow(copy) { $0.rows.count == 1 }
      await tables.close()
      while try armed() > 0 {}
      try writer.execute("delete from orders")
    }
    #expect(first.rows.isEmpty)
  }

  /// Its snapshot does not show whether a follower waits.
  @Test func aSnapshotFromBeforeAFollowerArmsNotifies() async throws {
    let copy = try await open(tables)
    let early = try database.connect()
    try early.execute("begin isolation level repeatable read; select count(*) from orders")
    try await follow(copy) { _ in try armed() == 1 }
    try early.execute("insert into orders values (1, 'early', 1); commit")
    try await follow(copy) { $0.rows.count == 1 }
    await tables.close()
  }

  @Test func aFollowerThatDiesArmedIsForgotten() async throws {
    let copy = try await open(tables)
    try await follow(copy) { _ in try armed() == 1 }
    for number in 1...3 {
      try writer.execute(
        """
        select count(pg_terminate_backend(pid)) from pg_locks
        where classid = 1937006946 and database = (
          select oid from pg_database where datname = current_database())
        """)
      try writer.execute("insert into orders values (\(number), 'x', 1)")
      try await follow(copy) { $0.rows.count == number }
      try await follow(copy) { _ in try armed() == 1 }
    }
    #expect(copy.reads == 1)
    await tables.close()
  }

  /// Their transactions overlap, and some are rolled back.
  @Test func aCrowdOfWritersIsSeen() async throws {
    let second = try database.tables()
    let copies = [try await open(tables), try await open(second)]
    let failures = Mutex<[String]>([])
    for number in 0..<8 {
      let connection = CrowdConnection(try database.connect())
      Thread.detachNewThread {
        do {
          for round in 1...150 {
            let id = number * 1_000 + round
            try connection.execute("begin; insert into orders values (\(id), 'x', \(round))")
            try connection.execute(round.isMultiple(of: 7) ? "rollback" : "commit")
          }
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
    }
    for copy in copies {
      try await follow(copy) { copy in
        copy.rows.count == 8 * (150 - 21) || !failures.withLock(\.isEmpty)
      }
    }
    #expect(failures.withLock(\.self) == [])
    for copy in copies {
      #expect(try copy.content == writer.content())
      #expect(copy.reads == 1)
    }
    await tables.close()
    await second.close()
  }

  @Test func aLockedTableDoesNotDelayOthers() async throws {
    try writer.execute("create table books (id int primary key, title text, copies int)")
    let orders = try await open(tables)
    let books = FollowedCopy(try await tables.open(TableRequest(table: "books")))
    try await books.load()
    let other = try database.connect()
    try other.execute("begin; lock table orders in access exclusive mode")
    let locked = Task { try await orders.catchUp()?.written }
    let start = ContinuousClock.now
    for number in 1...5 {
      try writer.execute("insert into books values (\(number), 'x', 1)")
      #expect(try await books.catchUp()?.written == 1)
    }
    // It would be 18 seconds.
    #expect(ContinuousClock.now - start < .seconds(10))
    try other.execute("insert into orders values (1, 'x', 1); commit")
    #expect(try await locked.value == 1)
    await tables.close()
  }

  /// A policy makes each row of a role slow.
  @Test func changesThatTakeTooLongAreReadAsAllRows() async throws {
    let role = "\(database.name)_slow"
    try writer.execute(
      """
      create role \(role) login; grant select on orders to \(role);
      create function slow() returns boolean language plpgsql volatile as
      $$ begin perform pg_sleep(0.2); return true; end $$;
      alter table orders enable row level security;
      create policy slow on orders to \(role) using (slow())
      """)
    _ = try await tables.open(TableRequest(table: "orders"))
    let slow = try TestedTables(
      database.cluster.address(database: database.name, role: role),
      configuration: PostgresTablesConfiguration(operationTimeout: .seconds(3)))
    let copy = try await open(slow)
    try writer.execute("insert into orders select g, 'x', g from generate_series(1, 30) g")
    #expect(await tableFailure { try await copy.catchUp() }?.code == .unreachable)
    #expect(try await copy.catchUp() == nil)
    #expect(try copy.content == writer.content())
    try writer.execute("update orders set copies = 0 where id = 1")
    #expect(try await copy.catchUp()?.written == 1)
    await slow.close()
    await tables.close()
  }
}

/// Used by one thread.
private final class CrowdConnection: @unchecked Sendable {
  private let connection: TestConnection

  init(_ connection: TestConnection) { self.connection = connection }

  func execute(_ statement: String) throws { try connection.execute(statement) }
}
#endif
