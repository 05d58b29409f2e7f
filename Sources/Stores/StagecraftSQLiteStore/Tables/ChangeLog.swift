#if SQLite
internal import CSQLite
internal import StagecraftTableLists

/// What is added to a database for a followed table: a log of keys, and the triggers that write it.
///
/// Each table has a log of its own, so that reading it costs what that table's changes cost. An
/// entry is the key of a row that was written or removed, and a random number: a copy of the file that
/// is restored in place has the same log, and may have other entries under the same numbers.
struct ChangeLog: Hashable {
  /// What this version of the package adds.
  static let edition = 1
  static let register = "stagecraft_followed"

  /// The number of the table in the register.
  var number: Int64
  /// Changes whenever entries may be missing.
  var id: String
  /// How many entries are kept.
  var limit: Int

  var table: String { "stagecraft_changes_\(number)" }

  private var declaration: String {
    "CREATE TABLE \(quoted(table))(seq INTEGER PRIMARY KEY, key, nonce DEFAULT (random()))"
  }

  /// Entries are removed by the trigger, some at a time.
  private var batch: Int { max(1, min(256, limit / 8)) }

  /// The triggers, by name.
  ///
  /// Their text is compared with that in the database, and it names no schema: the file may be
  /// attached under any name.
  func triggers(for shape: TableShape) -> [(name: String, sql: String)] {
    let (log, rows, key) = (quoted(table), quoted(shape.table), quoted(shape.key))
    var all: [(name: String, sql: String)] = []
    func add(_ kind: String, _ event: String, _ statements: [String]) {
      let name = "\(table)_\(kind)"
      let body = statements.map { "\($0); " }.joined()
      all.append((name, "CREATE TRIGGER \(quoted(name)) \(event) BEGIN \(body)END"))
    }
    let stayed = shape.keyHasStayed
    add("insert", "AFTER INSERT ON \(rows)", ["INSERT INTO \(log)(key) VALUES (NEW.\(key))"])
    add(
      "update", "AFTER UPDATE ON \(rows) WHEN \(stayed)",
      ["INSERT INTO \(log)(key) VALUES (NEW.\(key))"])
    add(
      "move", "AFTER UPDATE ON \(rows) WHEN NOT (\(stayed))",
      ["INSERT INTO \(log)(key) VALUES (OLD.\(key)), (NEW.\(key))"])
    add("delete", "AFTER DELETE ON \(rows)", ["INSERT INTO \(log)(key) VALUES (OLD.\(key))"])
    let own = shape.rowName
    func replaced(_ condition: String) -> String {
      "INSERT INTO \(log)(key) SELECT \(own).\(key) FROM \(rows) AS \(own) WHERE \(condition)"
    }
    for (number, unique) in shape.uniques.enumerated() {
      let replaced = replaced(unique.condition)
      add("unique_\(number)_insert", "BEFORE INSERT ON \(rows)", [replaced])
      let columns = unique.columns.map(quoted).joined(separator: ", ")
      let of = columns.isEmpty ? "" : " OF \(columns)"
      add("unique_\(number)_update", "BEFORE UPDATE\(of) ON \(rows)", [replaced])
    }
    if let name = shape.rowNumber {
      let replaced = replaced("\(own).\(name) = NEW.\(name)")
      add("number_insert", "BEFORE INSERT ON \(rows)", [replaced])
      add(
        "number_update", "BEFORE UPDATE ON \(rows) WHEN NEW.\(name) <> OLD.\(name)", [replaced])
    }
    add(
      "prune", "AFTER INSERT ON \(log) WHEN NEW.seq % \(batch) = 0",
      // With the entry before those that are kept, at which the latest follower may be.
      ["DELETE FROM \(log) WHERE seq < NEW.seq - \(limit)"])
    return all
  }

  // MARK: Reading it

  /// The log of a table, or nil if there is none.
  ///
  /// - Throws: ``TableError`` if a newer version of the package has made it.
  init?(of table: String, in connection: Connection, path: String) throws {
    let hasRegister = try connection.exists(
      "SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND name = ?1", .text(Self.register))
    guard hasRegister else { return nil }
    let found = try connection.first(
      text: "SELECT number, log, kept, edition FROM \(Self.register) WHERE tbl = ?1",
      [.text(table)]
    ) { (log: ChangeLog(number: $0.integer(0), id: $0.text(1), limit: $0.int(2)), $0.int(3)) }
    guard let found else { return nil }
    guard found.1 <= Self.edition else {
      throw TableError(
        .tooNew,
        """
        What was added to "\(path)" for the table "\(table)" has edition \(found.1), and this \
        program knows editions up to \(Self.edition). Use a newer version of this program.
        """)
    }
    self = found.log
  }

  init(number: Int64, id: String, limit: Int) {
    self.number = number
    self.id = id
    self.limit = limit
  }

  /// Whether all changes of the table have been logged since the log received its identifier.
  func isComplete(for shape: TableShape, in connection: Connection) throws -> Bool {
    guard try hasTable(in: connection) else { return false }
    var wanted = Dictionary(uniqueKeysWithValues: triggers(for: shape).map { ($0.name, $0.sql) })
    for (name, sql) in try ownTriggers(in: connection) {
      guard wanted.removeValue(forKey: name) == sql else { return false }
    }
    return wanted.isEmpty
  }

  private func hasTable(in connection: Connection) throws -> Bool {
    try connection.exists(
      "SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND name = ?1 AND sql = ?2",
      .text(table), .text(declaration))
  }

  private func ownTriggers(in connection: Connection) throws -> [(name: String, sql: String)] {
    try connection.all(
      """
      SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger'
        AND substr(name, 1, length(?1)) = ?1
      """, .text("\(table)_")
    ) { ($0.text(0), $0.text(1)) }
  }

  // MARK: Adding and removing it

  /// Adds what is missing, in a transaction of the caller's; a log that may be incomplete receives
  /// another identifier.
  static func install(
    for shape: TableShape, limit: Int, in connection: Connection, path: String
  ) throws -> ChangeLog {
    let known = try ChangeLog(of: shape.table, in: connection, path: path)
    if let known, try known.isComplete(for: shape, in: connection) { return known }
    try connection.runScript(
      """
      CREATE TABLE IF NOT EXISTS \(register)(
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        tbl TEXT NOT NULL UNIQUE, log TEXT NOT NULL, kept INTEGER NOT NULL, edition INTEGER NOT NULL)
      """)
    try connection.run(
      text: """
        INSERT INTO \(register)(tbl, log, kept, edition)
          VALUES (?1, lower(hex(randomblob(8))), ?2, \(edition))
          ON CONFLICT(tbl) DO UPDATE SET log = excluded.log, edition = excluded.edition
        """, [.text(shape.table), .integer(limit)])
    guard let log = try ChangeLog(of: shape.table, in: connection, path: path) else {
      throw SQLiteFailure.nonsense("the table \(register) does not keep its rows")
    }
    try log.removeTriggers(in: connection)
    if try !log.hasTable(in: connection) {
      try connection.runScript("DROP TABLE IF EXISTS \(quoted(log.table)); \(log.declaration)")
    }
    // A trigger of the user's may call functions that only another program has.
    let couldBeWritten = try whyItCannotBeWritten(shape, in: connection) == nil
    for trigger in log.triggers(for: shape) { try connection.runScript(trigger.sql) }
    if couldBeWritten, let reason = try whyItCannotBeWritten(shape, in: connection) {
      throw TableError(
        .cannotBeFollowed,
        """
        The table "\(shape.table)" has a unique index that a trigger cannot compare: \(reason). \
        Nothing was added. Make the index again with plain names of columns.
        """)
    }
    return log
  }

  /// SQLite looks up the names in a trigger when a statement that runs it is prepared.
  private static func whyItCannotBeWritten(
    _ shape: TableShape, in connection: Connection
  ) throws -> String? {
    let rows = "main.\(quoted(shape.table))"
    let set = shape.settable.map { "\(quoted($0)) = \(quoted($0))" }.joined(separator: ", ")
    let writes = [
      "INSERT INTO \(rows) DEFAULT VALUES", "UPDATE \(rows) SET \(set)", "DELETE FROM \(rows)",
    ]
    do throws(SQLiteFailure) {
      for sql in writes { try connection.runScript("EXPLAIN \(sql)") }
      return nil
    } catch {
      guard error.primary == SQLITE_ERROR else { throw error }
      return "\(error)"
    }
  }

  private func removeTriggers(in connection: Connection) throws {
    for trigger in try ownTriggers(in: connection) {
      try connection.runScript("DROP TRIGGER \(quoted(trigger.name))")
    }
  }

  /// Removes it, in a transaction of the caller's, and the register with the last one.
  func remove(from connection: Connection) throws {
    try removeTriggers(in: connection)
    try connection.runScript("DROP TABLE IF EXISTS \(quoted(table))")
    try connection.run(
      text: "DELETE FROM \(Self.register) WHERE number = ?1", [.integer(number)])
    let isLast = try connection.first(text: "SELECT count(*) FROM \(Self.register)") {
      $0.integer(0) == 0
    }
    if isLast == true { try connection.runScript("DROP TABLE \(Self.register)") }
  }
}
#endif
