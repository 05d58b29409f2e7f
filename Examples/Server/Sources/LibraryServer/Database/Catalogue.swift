package import Logging
import PostgresNIO
import Stagecraft
import StagecraftPostgresNIO

/// The tables, and the books with which a new library begins.
package enum Catalogue {
  /// Creates what is missing, once, before the replicas start.
  package static func setUp(_ configuration: Configuration, logger: Logger) async throws {
    let database = try Database(configuration.database, logger: logger)
    for statement in tables { try await database.query(PostgresQuery(unsafeSQL: statement)) }
    for (id, book) in zip(1..., books) {
      try await database.query(
        """
        insert into books (id, title, author) values (\(id), \(book.title), \(book.author))
        on conflict do nothing
        """)
      for copy in 1...book.copies {
        try await database.query(
          "insert into copies (id, book) values (\("\(id)-\(copy)"), \(id)) on conflict do nothing")
      }
    }
    let stores = try Stores(configuration, logger: logger)
    try await PostgresNIOStore.initialize(stores.client)
    try await addMissing(to: try await stores.copies(configuration))
    // The first list of a table adds its triggers.
    await (try await stores.orders()).close()
    await stores.close()
    await database.connections.shutdown()
  }

  private static func addMissing(to pool: SharedPool<String>) async throws {
    let known = Set(try await pool.report().resources.map(\.name))
    for (id, book) in zip(1..., books) {
      for copy in (1...book.copies).map({ "\(id)-\($0)" }) where !known.contains(copy) {
        try await pool.add(copy, named: copy, labels: [label(ofBook: id)])
      }
    }
    await pool.close()
  }

  /// What all copies of a book have.
  static func label(ofBook id: Int) -> String { "book-\(id)" }

  private static let tables = [
    "create table if not exists books (id bigint primary key, title text not null, author text)",
    // A later holder has a larger fence, and an earlier one can no longer write.
    """
    create table if not exists copies
      (id text primary key, book bigint not null, reader text, fence bigint not null default 0)
    """,
    """
    create table if not exists orders
      (id text primary key, title text not null, reader text not null, state text not null,
       since double precision not null)
    """,
    "create table if not exists readers (name text primary key, pin text not null)",
    """
    create table if not exists favourites
      (reader text not null, book bigint not null, primary key (reader, book))
    """,
    "insert into readers values ('Ada', '1815'), ('Ben', '1706') on conflict do nothing",
  ]

  private static let books: [(title: String, author: String, copies: Int)] = [
    ("Emma", "Jane Austen", 3), ("Hard Times", "Charles Dickens", 2),
    ("The Time Machine", "H. G. Wells", 1), ("Middlemarch", "George Eliot", 2),
    ("Treasure Island", "R. L. Stevenson", 4), ("The Moonstone", "Wilkie Collins", 3),
    ("Walden", "Henry Thoreau", 2), ("Leaves of Grass", "Walt Whitman", 1),
    ("Les Misérables", "Victor Hugo", 2), ("The Secret Garden", "F. H. Burnett", 2),
    ("Faust", "Johann Wolfgang von Goethe", 3), ("The Wind in the Willows", "Kenneth Grahame", 3),
  ]
}
