// A list that follows a table of a SQLite file.
import StagecraftSQLiteStore
import StagecraftTableLists

// snippet.hide
struct Order: Codable, Identifiable, Sendable {
  var id: Int
  var title: String
}

func follow() async throws {
  // snippet.show
  let database = SQLiteTables("library.sqlite")
  let orders = try await TableList<Order>("orders", at: database)
  // snippet.hide
  await orders.close()
  // snippet.show
  try await database.remove("orders")
  // snippet.hide
}

struct Book: Codable, Identifiable, Sendable {
  var id: Int
  var title: String
}

let classics = [Book(id: 1, title: "Momo")]

func create() async throws {
  let database = SQLiteTables("library.sqlite")
  // snippet.show
  try await database.transaction { transaction in
    if try transaction.hasTable("books") { return }
    try transaction.run(
      """
      CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT NOT NULL) STRICT;
      CREATE TABLE loans (
        id INTEGER PRIMARY KEY REFERENCES books, reader TEXT NOT NULL
      ) STRICT;
      CREATE TRIGGER loan_begins AFTER INSERT ON loans BEGIN
        DELETE FROM holds WHERE book = new.id AND reader = new.reader;
      END;
      CREATE TABLE holds (id TEXT PRIMARY KEY, book INTEGER NOT NULL, reader TEXT NOT NULL) STRICT;
      """)
    try transaction.insert(classics, into: "books")
  }
  try await database.run("CREATE INDEX IF NOT EXISTS loans_reader ON loans (reader)")
  // snippet.hide
}

func check() async throws {
  let database = SQLiteTables("library.sqlite")
  // snippet.show
  let orphans = try await database.read { file in
    try file.rows("SELECT id FROM loans WHERE id NOT IN (SELECT id FROM books)")
  }
  // snippet.hide
  print(orphans)
}

func createShortly() async throws {
  let database = SQLiteTables("library.sqlite")
  // snippet.show
  try await database.transaction { transaction in
    if try transaction.hasTable("books") { return }
    try transaction.run("CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT NOT NULL) STRICT")
    try transaction.insert(classics, into: "books")
  }
  // snippet.hide
}

func share() -> SQLiteStore {
  // snippet.show
  var configuration = SQLiteStoreConfiguration()
  configuration.sharesFile = true
  let store = SQLiteStore("library.sqlite", configuration: configuration)
  // snippet.hide
  return store
}
