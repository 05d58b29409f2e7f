internal import Stagecraft

/// What began in which order, and how much ran at a time.
final class Logbook: Sendable {
  private let names = Locked<[String]>([])
  let running = Gauge()

  var order: [String] { names.withLock { $0 } }

  func note<Result>(_ name: String, _ body: () async throws -> Result) async rethrows -> Result {
    names.withLock { $0.append(name) }
    running.enter()
    defer { running.leave() }
    return try await body()
  }
}

enum Cover {}
enum Life {}

/// Fetches a cover or a life: two types that say nothing about managers.
struct Fetch<Kind>: AsyncOperation {
  let title: String
  let meeting: Meeting
  let logbook: Logbook

  func run(_ context: OperationContext) async throws -> String {
    await logbook.note(title) { await meeting.arrive() }
    return context.manager.name
  }
}

/// Writes to the catalogue, one at a time.
struct CatalogueWrite: AsyncOperation {
  static let manager = OperationManager("catalogue", maximumConcurrency: 1)

  let number: Int
  let logbook: Logbook

  func run(_ context: OperationContext) async throws -> String {
    try await logbook.note("write \(number)") { try await Task.sleep(for: .milliseconds(1)) }
    return context.manager.name
  }
}

/// Prints a label, when there are three for a sheet; returns the number of the sheet.
struct LabelPrint: AsyncOperation {
  let book: String
  let sheet: LabelSheet
  let logbook: Logbook

  func schedule(_ ready: ReadyOperation<LabelPrint>, in manager: OperationManager) {
    for label in sheet.add(ready) { label.start() }
  }

  func run(_ context: OperationContext) async throws -> Int {
    await logbook.note("label of \(book)") { await sheet.print(book) }
  }
}

final class LabelSheet: Sendable {
  private struct State: Sendable {
    var waiting: [ReadyOperation<LabelPrint>] = []
    var sheets: [String: (number: Int, printer: Meeting)] = [:]
    var full = 0
  }

  private let state = Locked(State())

  /// Adds a label, and returns those of a full sheet.
  func add(_ label: ReadyOperation<LabelPrint>) -> [ReadyOperation<LabelPrint>] {
    state.withLock { state in
      state.waiting.append(label)
      guard state.waiting.count == 3 else { return [] }
      defer { state.waiting = [] }
      state.full += 1
      let printer = Meeting(of: 3)
      for label in state.waiting { state.sheets[label.operation.book] = (state.full, printer) }
      return state.waiting
    }
  }

  /// Prints a label together with the others of its sheet.
  func print(_ book: String) async -> Int {
    guard let sheet = state.withLock({ $0.sheets[book] }) else { return 0 }
    await sheet.printer.arrive()
    return sheet.number
  }
}
