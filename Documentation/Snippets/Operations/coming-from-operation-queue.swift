// An `OperationQueue` with a barrier, expressed by a manager and edges.
// snippet.hide
import StagecraftOperations

func scan(_ page: Int) async throws -> String { "page \(page)" }
func bind(_ pages: [String]) { print("\(pages.count) pages are bound.") }
func closeScanner() { print("The scanner is closed.") }

func bindBook() async throws {
  // snippet.show
  let scanner = OperationManager("scanner", maximumConcurrency: 2)
  let pages = (1...3).map { page in
    scanner.submit("page \(page)") { try await scan(page) }
  }
  let book = scanner.prepare("bind") { bind(pages.compactMap { $0.outcome?.value }) }
  for page in pages { try book.addDependency(page) }
  book.submit()
  try await book.value
  // snippet.hide
  try await close(scanner)
}

func close(_ scanner: OperationManager) async throws {
  // snippet.show
  let barrier = scanner.prepare("close the scanner") { closeScanner() }
  for operation in scanner.operations where operation != barrier {
    try barrier.addDependency(following: operation)
  }
  barrier.submit()
  // snippet.hide
  try await barrier.value
}

try await bindBook()
