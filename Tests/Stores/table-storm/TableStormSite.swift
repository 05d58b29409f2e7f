#if SQLite && PostgreSQL
import Foundation
import PostgresCluster
import StagecraftPostgresStore
import StagecraftSQLiteStore
import StagecraftTableLists

/// Where a storm takes place: a folder with what followers have shown, and a database.
struct TableStormSite: Sendable {
  let folder: String
  let options: TableStormOptions

  var isSQLite: Bool { options.store == "sqlite" }
  var file: String { folder + "/storm.sqlite" }

  /// The address of the database for followers and for writers that use the list; a file contains
  /// it, because the server may be reached by a proxy.
  func store() throws -> any TableStore {
    if isSQLite { return SQLiteTables(file, keptChanges: TableStormOptions.keptChanges) }
    let address = try String(contentsOfFile: folder + "/address", encoding: .utf8)
    return try PostgresTables(
      address,
      configuration: PostgresTablesConfiguration(
        operationTimeout: .seconds(2), longestSilence: .milliseconds(300),
        longestPause: .milliseconds(200)))
  }

  func shownFile(ofFollower number: Int) -> String { "\(folder)/follower-\(number).shown" }

  /// A character for each time that its log was outrun.
  func rereadFile(ofFollower number: Int) -> String { "\(folder)/follower-\(number).reread" }

  private var columns: String { "id, n, writer, title" }

  /// More changes than the log keeps, of which nothing remains.
  var filling: String {
    let (first, last) = (StormRow.filling + 1, StormRow.filling + 2 * TableStormOptions.keptChanges)
    return """
      begin\(isSQLite ? " immediate" : "");
      with recursive g(id) as (select \(first) union all select id + 1 from g where id < \(last))
      insert into stock (\(columns)) select id, 0, 0, null from g;
      delete from stock where id > \(StormRow.filling);
      commit;
      """
  }

  /// All rows are removed and come back; the journal is not written meanwhile.
  var truncation: String {
    """
    begin\(isSQLite ? " immediate" : "; lock table stock in access exclusive mode");
    insert into quiet values (1);
    create temp table kept as select \(columns) from stock;
    \(isSQLite ? "delete from" : "truncate") stock;
    insert into stock (\(columns)) select \(columns) from kept;
    drop table kept;
    delete from quiet;
    commit;
    """
  }

  /// The table, the journal, and triggers of the storm's own that fill it.
  var setup: String {
    var statements = [
      """
      create table stock (id integer primary key, n integer not null, writer integer not null,
        title text)
      """,
      // While it has a row, the journal is not written.
      "create table quiet (number integer)",
    ]
    let counters = (1...options.writers).map { "(-\($0), 0, \($0), null)" }
    let shared = (1...StormRow.shared).map { "(\($0), 0, 0, null)" }
    statements.append("insert into stock values " + (counters + shared).joined(separator: ", "))
    let columns = "(writer, seq, id, n, title, gone)"
    func values(_ row: String, gone: Int) -> String {
      """
      select \(row).writer, s.n, \(row).id, \(row).n, \(row).title, \(gone)
      from stock s where s.id = -\(row).writer and \(row).id > 0
      and \(row).id <= \(StormRow.filling) and not exists (select 1 from quiet)
      """
    }
    if isSQLite {
      statements.append(
        """
        create table journal (number integer primary key autoincrement, writer integer,
          seq integer, id integer, n integer, title text, gone integer)
        """)
      for (event, row, gone) in [("insert", "new", 0), ("update", "new", 0), ("delete", "old", 1)] {
        statements.append(
          """
          create trigger journal_\(event) after \(event) on stock when \(row).id > 0 begin
          insert into journal \(columns) \(values(row, gone: gone)); end
          """)
      }
      statements.insert("pragma journal_mode = wal", at: 0)
    } else {
      statements += [
        """
        create table journal (number bigint generated always as identity primary key, writer int,
          seq int, id int, n int, title text, gone int)
        """,
        """
        create function journal() returns trigger language plpgsql as $$ begin
        if tg_op = 'DELETE' then insert into journal \(columns) \(values("old", gone: 1));
        else insert into journal \(columns) \(values("new", gone: 0)); end if;
        return null; end $$
        """,
        """
        create trigger journal after insert or update or delete on stock for each row
        execute function journal()
        """,
      ]
    }
    return statements.joined(separator: ";\n") + ";\n"
  }

  func execute(_ statements: String, _ cluster: PostgresCluster?) throws {
    if let cluster {
      try cluster.execute(statements, in: "storm")
    } else {
      _ = try Program.output(of: ["sqlite3", "-bail", "-cmd", ".timeout 20000", file, statements])
    }
  }

  /// Rows as text: a line for each, with `|` between columns.
  func query(_ statement: String, _ cluster: PostgresCluster?) throws -> [[Substring]] {
    let output =
      if let cluster {
        try cluster.execute(statement, in: "storm")
      } else {
        try Program.output(of: ["sqlite3", "-cmd", ".timeout 20000", file, statement])
      }
    return output.split(separator: "\n").map {
      $0.split(separator: "|", omittingEmptySubsequences: false)
    }
  }
}
#endif
