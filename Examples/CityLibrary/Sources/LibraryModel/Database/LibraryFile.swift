/// The file of a library: made when it is missing, with everything in it.
struct LibraryFile {
  let path: String
  /// Decides what is made up.
  let seed: UInt64
  let titles: Int
  let today: Day

  /// Creates the tables and their contents in one transaction, unless another process was faster.
  ///
  /// The pool of copies must have been opened at the file before: its store takes an empty file
  /// only.
  func createIfMissing() throws {
    let connection = try SQLConnection(path)
    if try connection.hasTable("titles") { return }
    try connection.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF")
    try connection.transaction {
      if try connection.hasTable("titles") { return }
      try connection.run(Schema.tables)
      try fill(connection)
    }
    try connection.run("PRAGMA synchronous = FULL; PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private func fill(_ connection: SQLConnection) throws {
    var maker = TitleMaker(seed: seed)
    try connection.insert(into: "titles", (1...titles).lazy.map { maker.title($0).row })
    let seeds = SeedRows(seed: seed, titles: titles, today: today)
    try connection.insert(into: "branches", seeds.branches)
    try connection.run(Schema.copies)
    try connection.run(Schema.triggers)
    try connection.insert(into: "readers", seeds.readers)
    try connection.insert(into: "loans", seeds.loans)
    try connection.insert(into: "holds", seeds.holds)
    try connection.insert(into: "reviews", seeds.reviews)
    try connection.insert(into: "orders", seeds.orders)
  }
}

extension Title {
  fileprivate var row: [SQLConnection.Value] {
    [
      .integer(id), .text(name), .text(author), .integer(year), .text(genre.rawValue),
      .integer(pages), .integer(rating), .integer(reviews), .integer(copies), .integer(lent),
      .integer(waiting), .null, .integer(shelves), .text(search.text),
    ]
  }
}
