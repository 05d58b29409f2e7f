import Foundation
import Stagecraft
import StagecraftSQLiteStore

/// What in the file of a library contradicts itself.
package struct LibraryCheck: Sendable {
  /// Contradictions, which no end of a process explains.
  package private(set) var faults: [String] = []
  /// What a desk has left that ended between two steps: the next that touches the copy mends it.
  package private(set) var unfinished: [String] = []

  /// Checks a file, which other processes may write meanwhile.
  package init(of path: String) async throws {
    guard FileManager.default.fileExists(atPath: path) else {
      throw SQLConnection.Failure(description: "no library at \(path)")
    }
    let file = try SQLConnection(path)
    guard try file.hasTable("titles") else {
      unfinished.append("The library is not made yet.")
      return
    }
    // All queries read one state of the file, until this connection is closed.
    try file.run("BEGIN")
    for (sentence, query) in Self.contradictions {
      do {
        let rows = try file.texts(query)
        if let first = rows.first {
          faults.append("\(sentence): \(rows.count), such as \(first)")
        }
      } catch {
        faults.append("\(sentence)? \(error)")
      }
    }
    let loans = Set(try file.texts("SELECT 'copy-' || id FROM loans"))
    let pool = try await SharedPool<String>("copies", at: SQLiteStore(path))
    let copies = try await pool.report()
    await pool.close()
    for copy in copies.resources where copy.holder == nil {
      if copy.state == .free, loans.contains(copy.name) {
        unfinished.append("\(copy.name) is on loan, and in service")
      } else if copy.state == .quarantined, !loans.contains(copy.name) {
        unfinished.append("\(copy.name) is neither on loan nor in service")
      }
    }
  }

  /// Queries that find nothing in a consistent file.
  private static let contradictions = [
    (
      "The file is damaged",
      "SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'"
    ),
    (
      "Rows refer to rows that do not exist",
      "SELECT \"table\" || ' ' || ifnull(rowid, '') FROM pragma_foreign_key_check"
    ),
    ("Copies lent twice", "SELECT id FROM loans GROUP BY id HAVING count(*) > 1"),
    (
      "Loans of another title than that of the copy",
      "SELECT loans.id FROM loans JOIN copies USING (id) WHERE loans.title <> copies.title"
    ),
    (
      "Titles with another number of copies, loans or places in line than counted",
      """
      SELECT id FROM titles
      LEFT JOIN (SELECT title, count(*) AS c FROM copies GROUP BY title) AS x ON x.title = id
      LEFT JOIN (SELECT title, count(*) AS l FROM loans GROUP BY title) AS y ON y.title = id
      LEFT JOIN (SELECT title, count(*) AS h FROM holds GROUP BY title) AS z ON z.title = id
      WHERE (copies, lent, waiting) <> (ifnull(c, 0), ifnull(l, 0), ifnull(h, 0))
      """
    ),
    (
      "Titles with a date that is not that of their first loan",
      """
      SELECT titles.id FROM titles JOIN loans ON loans.title = titles.id
      GROUP BY titles.id HAVING titles.due IS NOT min(loans.due)
      UNION SELECT id FROM titles WHERE lent = 0 AND due IS NOT NULL
      """
    ),
    (
      "Branches with another number of loans than counted",
      """
      SELECT id FROM branches WHERE lent <>
        (SELECT count(*) FROM loans JOIN copies USING (id) WHERE branch = branches.id)
      """
    ),
    (
      "Readers in line for a title that they have",
      "SELECT holds.id FROM holds JOIN loans USING (title, reader)"
    ),
  ]
}
