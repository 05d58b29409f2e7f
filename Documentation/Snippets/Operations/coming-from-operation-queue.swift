// An `OperationQueue` with a barrier, expressed by a manager and edges.
// snippet.hide
import StagecraftOperations

func scan(_ page: Int) async throws -> String { "page \(page)" }
func bind(_ pages: [String]) { print("\(pages.count) pages are bound.") }
func closeScanner() { print("The scanner is closed.") }
func switchOff() { print("The scanner is off.") }

func bindBook() async throws {
  // snippet.show
  let scanner = OperationManager("scanner", maximumConcurrency: 2)
  let pages = (1...3).map { page in
    scanner.submit("page \(page)") { try await scan(page) }
  }
  let book = scanner.submit("bind", after: pages) { pages in bind(pages) }
  try await book.value
  // snippet.hide
  try await close(scanner)
}

func close(_ scanner: OperationManager) async throws {
  // snippet.show
  let barrier = scanner.submit("close", following: scanner.operations) { closeScanner() }
  scanner.submit("switch the scanner off", following: barrier) { switchOff() }
  // snippet.hide
  try await scanner.waitUntilIdle()
}

try await bindBook()
