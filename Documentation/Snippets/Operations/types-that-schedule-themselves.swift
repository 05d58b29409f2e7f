// Types that decide when and where they start.
// snippet.hide
import StagecraftOperations

struct Page: Sendable { var number: Int }
func scan(_ number: Int) async throws -> Page { Page(number: number) }
func indexAll() async throws { print("The catalogue is indexed.") }

// snippet.show
struct ScanOperation: AsyncOperation {
  static let manager = OperationManager("scanner", maximumConcurrency: 1)
  let number: Int

  var options: OperationOptions { OperationOptions("scan page \(number)", priority: .high) }

  func run(_ context: OperationContext) async throws -> Page {
    try await scan(number)
  }
}
// snippet.hide

// snippet.show
/// Starts only while the library is closed.
actor NightShift {
  private var waiting: [ReadyOperation<IndexOperation>] = []
  private var isNight = false

  func admit(_ ready: ReadyOperation<IndexOperation>) {
    if isNight { ready.start() } else { waiting.append(ready) }
  }

  func nightFalls() {
    isNight = true
    for ready in waiting { ready.start() }
    waiting = []
  }
}

struct IndexOperation: AsyncOperation {
  let shift: NightShift

  func run(_ context: OperationContext) async throws { try await indexAll() }

  func schedule(_ ready: ReadyOperation<IndexOperation>, in manager: OperationManager) {
    Task { await shift.admit(ready) }
  }
}
// snippet.hide

func submit() async throws {
  let shift = NightShift()
  // snippet.show
  let page = ScanOperation(number: 1).submit()  // in the scanner's manager
  let index = IndexOperation(shift: shift).submit(following: page)  // in the shared one
  // snippet.hide
  print(try await page.value.number)
  await shift.nightFalls()
  try await index.value
}

try await submit()
