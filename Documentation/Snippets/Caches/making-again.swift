// Values that are created again after a purge.
// snippet.hide
import StagecraftCaches
import StagecraftMemory

struct Book: Identifiable {
  let id: String
  let coverFile: String
}

struct Cover: Sendable {
  let bytes: Int
  init(contentsOf file: String) throws { bytes = file.utf8.count * 1000 }
}

struct FloorPlan: Sendable {
  let bytes = 100_000
  init(contentsOf file: String) throws {}
  func shelf(of book: Book) -> Int { book.id.count }
}

struct Notices: Sendable {
  var first: String? = "The library is closed on Friday."
  var bytes: Int { first?.utf8.count ?? 0 }
}

struct Library: Sendable {
  func fetchNotices() async throws -> Notices { Notices() }
}

func keepCover(of book: Book, under pressure: PressureMonitor) throws {
  // snippet.show
  let covers = PurgeableCache<Book.ID, Cover>(
    "covers", limit: 64 << 20, cost: .readFromDisk, under: pressure
  ) { $0.bytes }

  let cover = try covers.value(for: book.id) { try Cover(contentsOf: book.coverFile) }
  // snippet.hide
  print("The cover has \(cover.bytes) bytes.")
}

func keepPlan(for book: Book, in file: String, under pressure: PressureMonitor) throws {
  // snippet.show
  let plan = PurgeableValue(
    "floor plan", cost: .readFromDisk, under: pressure, size: { $0.bytes },
    make: { try FloorPlan(contentsOf: file) })

  let shelf = try plan.withValue { $0.shelf(of: book) }
  // snippet.hide
  print("The book is on shelf \(shelf).")
}

func keepNotices(of library: Library, under pressure: PressureMonitor) async throws {
  // snippet.show
  let notices = PurgeableAsyncValue(
    "notices", cost: .fetched, under: pressure, size: { $0.bytes },
    make: { try await library.fetchNotices() })

  let first = try await notices.value().first
  // snippet.hide
  print(first ?? "There is no notice.")
}

let pressure = PressureMonitor(sources: .none)
let book = Book(id: "978-0", coverFile: "covers/978-0.png")
try keepCover(of: book, under: pressure)
try keepPlan(for: book, in: "plan.svg", under: pressure)
try await keepNotices(of: Library(), under: pressure)
