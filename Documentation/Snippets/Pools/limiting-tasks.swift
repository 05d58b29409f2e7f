// A limit of tasks at a time, and of starts in a period.
// snippet.hide
import StagecraftPools

struct Book: Sendable {}
struct Cover: Sendable {}

func loadCover(of book: Book) async throws -> Cover { Cover() }
func ask(_ book: Book) async throws {}
func reindex() async throws {}

func limit(_ book: Book) async throws {
  // snippet.show
  let downloads = TaskLimiter("covers", limit: 4)
  let cover = try await downloads.withPermit { try await loadCover(of: book) }
  // snippet.hide
  print(cover)
  // snippet.show
  try await downloads.withPermit(weight: 4, timeout: .seconds(5)) { try await reindex() }
  // snippet.hide
}

func rate(_ book: Book) async throws {
  // snippet.show
  let requests = TaskLimiter("catalogue", limit: 4, starts: 10, per: .seconds(1))
  try await requests.withPermit { try await ask(book) }
  // snippet.hide
}

func giveUp(_ book: Book, _ downloads: TaskLimiter) async throws {
  // snippet.show
  do {
    try await downloads.withPermit(timeout: .zero) { try await ask(book) }
  } catch let error as TaskLimiter.TimeoutError {
    print("\(error.waiting) others wait.")
  }
  // snippet.hide
}

try await limit(Book())
try await rate(Book())
try await giveUp(Book(), TaskLimiter(limit: 1))
