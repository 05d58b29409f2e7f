// Parsers whose creation can fail.
// snippet.hide
import StagecraftPools

struct CatalogueParser {
  private let rules: String
  init(rules: String) throws { self.rules = rules }
  func countBooks(in shelf: String) throws -> Int { shelf.count + rules.count }
}

func parse() throws {
  // snippet.show
  let parsers = ElasticPool(maximumIdle: 4) { try CatalogueParser(rules: "rules.txt") }
  let count = try parsers.withElement { parser in try parser.countBooks(in: "shelf 12") }
  // snippet.hide
  print("\(count) books.")
}

try parse()
