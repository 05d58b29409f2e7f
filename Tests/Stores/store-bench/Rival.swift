#if SQLite && PostgreSQL
import Foundation

/// What is usually written by hand: one table, and a statement that takes a row of it.
enum Rival: String, CaseIterable {
  /// The floor: one prepared statement that changes one row, durably.
  case update = "UPDATE … RETURNING of one row"
  /// The queue of most job libraries, without order.
  case skipLocked = "FOR UPDATE SKIP LOCKED"
  /// Locks of the session, without order, lease or fence.
  case advisory = "pg_try_advisory_lock"

  /// Makes the table.
  static func prepare(_ connection: RawConnection, things: Int) throws {
    try connection.run("set client_min_messages = warning; drop table if exists bare")
    try connection.run(
      """
      create table bare (id int primary key, busy boolean not null default false,
        fence bigint not null default 0, expires_at timestamptz) with (fillfactor = 60)
      """)
    try connection.run("create index bare_free on bare (id) where not busy")
    try connection.run("insert into bare (id) select generate_series(1, \(things))")
    try connection.run("vacuum analyze bare")
  }

  func prepareStatements(_ connection: RawConnection) throws {
    let set = "update bare set busy = true, fence = fence + 1, expires_at = now() + interval '30 s'"
    switch self {
    case .update:
      try connection.prepare("take", "\(set) where id = 1 returning id, fence")
      try connection.prepare("give", "update bare set busy = false where id = $1::int")
    case .skipLocked:
      try connection.prepare(
        "take",
        """
        \(set) where id = (select id from bare where not busy order by id
          for update skip locked limit 1) returning id, fence
        """)
      try connection.prepare("give", "update bare set busy = false where id = $1::int")
    case .advisory:
      try connection.prepare(
        "take",
        """
        with picked as materialized (select id from bare offset $1::int limit 64)
        select id, 0 from picked where pg_try_advisory_lock(7, id) limit 1
        """)
      try connection.prepare("give", "select pg_advisory_unlock(7, $1::int)")
    }
  }

  /// Takes a thing, if one is free.
  func take(_ connection: RawConnection, things: Int) throws -> String? {
    let rows =
      switch self {
      case .advisory:
        // From a random row on, or all clients would try the same locks.
        try connection.execute("take", String(Int.random(in: 0..<max(1, things - 32))))
      default: try connection.execute("take")
      }
    return rows.first?.first
  }

  func give(_ connection: RawConnection, _ thing: String) throws {
    _ = try connection.execute("give", thing)
  }

  /// Runs pairs on threads of their own; a thread that finds nothing free asks again after 1 ms.
  ///
  /// - Returns: The pairs of each thread in a second, and the times of taking.
  func race(
    clients: Int, things: Int, seconds: Double, _ conninfo: String
  ) throws -> (pairs: [Double], taking: Times, server: Double) {
    let results = Mutexed<[(Int, Times, Double)]>([])
    let group = DispatchGroup()
    let connections = try (0..<clients).map { _ in
      let connection = try RawConnection(conninfo)
      try prepareStatements(connection)
      return UncheckedBox(value: connection)
    }
    let begin = Clock.wall
    for box in connections {
      group.enter()
      Thread.detachNewThread {
        let connection = box.value
        let processor = Clock.processor(of: connection.process)
        var times = Times()
        var pairs = 0
        while Clock.wall - begin < seconds {
          let asked = Clock.wall
          guard let thing = try? self.take(connection, things: things) else {
            usleep(1_000)
            continue
          }
          times.append(Clock.wall - asked)
          try? self.give(connection, thing)
          pairs += 1
        }
        let used = Clock.processor(of: connection.process) - processor
        results.with { $0.append((pairs, times, used)) }
        group.leave()
      }
    }
    group.wait()
    var all = Times()
    var server = 0.0
    var pairs: [Double] = []
    for (count, times, used) in results.with({ $0 }) {
      pairs.append(Double(count) / seconds)
      all.append(contentsOf: times)
      server += used
    }
    let count = pairs.reduce(0, +) * seconds
    return (pairs, all, server / max(1, count))
  }
}

/// A value under a lock.
final class Mutexed<Value>: @unchecked Sendable {  // guard: `lock`
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func with<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}

/// Carries a value to the thread that alone uses it.
struct UncheckedBox<Value>: @unchecked Sendable {  // guard: one thread uses it
  let value: Value
}
#endif
