// Caches and values that release memory when it runs short.
// snippet.hide
import StagecraftCaches
import StagecraftMemory
import StagecraftPools

final class BranchMap {}

func readCover(_ book: String) throws -> [UInt8] { Array(repeating: 1, count: 50_000) }
func fetchArticle() async throws -> String { "Open from ten to six." }
func makeIndex() -> [String: Int] { ["Momo": 1973, "Krabat": 1971] }

func begin() -> PressureMonitor {
  // snippet.show
  let pressure = PressureMonitor()

  let covers = PurgeableCache<String, [UInt8]>(
    "covers", limit: 64 << 20, cost: .readFromDisk, under: pressure
  ) { cover in cover.count }

  let maps = ElasticPool(maximumIdle: 8) { BranchMap() }
  maps.registerForPressure(with: pressure, bytesPerElement: 4 << 20)
  // snippet.hide
  covers["978-0"] = [1, 2, 3]
  return pressure
}

func keepCovers(under pressure: PressureMonitor) throws {
  // snippet.show
  let covers = PurgeableCache<String, [UInt8]>(
    "covers", limit: 64 << 20, cost: .readFromDisk, under: pressure
  ) { cover in cover.count }

  let cover = try covers.value(for: "978-0") { try readCover("978-0") }
  // snippet.hide
  print("The cover has \(cover.count) bytes.")
}

func keepArticles(under pressure: PressureMonitor) async throws {
  let articles = PurgeableCache<String, String>(
    "articles", limit: 1 << 20, cost: .fetched, under: pressure
  ) { article in article.utf8.count }
  // snippet.show
  let article = try await articles.fetchValue(for: "opening hours") { try await fetchArticle() }
  // snippet.hide
  print(article)
}

func keepIndex(under pressure: PressureMonitor) throws {
  // snippet.show
  let index = PurgeableValue(
    "index", cost: .computed, under: pressure, size: { index in index.count * 16 },
    make: { makeIndex() })

  let books = try index.value()
  let count = try index.withValue { index in index.count }  // stays while it is used
  // snippet.hide
  print("\(count) books are in the index, Momo of \(books["Momo"] ?? 0) among them.")
}

let pressure = begin()
try keepCovers(under: pressure)
try await keepArticles(under: pressure)
try keepIndex(under: pressure)
