import Stagecraft
import StagecraftSQLiteStore

/// The file of a library: made when it is missing, with everything in it.
struct LibraryFile {
  let database: SQLiteTables
  /// Decides what is made up.
  let seed: UInt64
  let titles: Int
  let today: Day

  /// Creates the tables and their contents in one transaction, unless another process was faster.
  func createIfMissing() async throws {
    let (seed, titles) = (seed, titles)
    let seeds = SeedRows(seed: seed, titles: titles, today: today)
    try await database.transaction { transaction in
      if try transaction.hasTable("titles") { return }
      try transaction.run(Schema.tables)
      var maker = TitleMaker(seed: seed)
      let works = (1...titles).lazy.map { maker.title($0) }
      try transaction.insert(works, into: "titles", format: Title.format)
      try transaction.insert(seeds.branches, into: "branches")
      try transaction.run(Schema.copies)
      try transaction.run(Schema.triggers)
      try transaction.insert(seeds.readers, into: "readers")
      try transaction.insert(seeds.loans, into: "loans")
      try transaction.insert(seeds.holds, into: "holds")
      try transaction.insert(seeds.reviews, into: "reviews")
      try transaction.insert(seeds.orders, into: "orders")
    }
  }
}
