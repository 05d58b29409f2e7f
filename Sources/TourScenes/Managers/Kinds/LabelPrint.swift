internal import Stagecraft

/// Prints a label on the back of a book.
///
/// It takes over its own scheduling: a sheet has room for three labels, and none is printed before
/// the sheet is full.
struct LabelPrint: AsyncOperation {
  let book: String
  let sheet: LabelSheet
  let logbook: Logbook

  var options: OperationOptions { OperationOptions("label of \(book)") }

  func schedule(_ ready: ReadyOperation<LabelPrint>, in manager: OperationManager) {
    for label in sheet.add(ready) { label.start() }
  }

  func run(_ context: OperationContext) async throws -> Int {
    logbook.begin("label", "label of \(book)")
    defer { logbook.end("label") }
    return await sheet.print(book)
  }
}

/// The sheets of the label printer.
final class LabelSheet: Sendable {
  static let room = 3

  private struct State: Sendable {
    var waiting: [ReadyOperation<LabelPrint>] = []
    var sheets: [String: (number: Int, printer: Meeting)] = [:]
    var full = 0
  }

  private let state = Locked(State())

  /// Adds a label.
  ///
  /// - Returns: the labels to print now: all of a full sheet, or none.
  func add(_ label: ReadyOperation<LabelPrint>) -> [ReadyOperation<LabelPrint>] {
    state.withLock { state in
      state.waiting.append(label)
      guard state.waiting.count == Self.room else { return [] }
      defer { state.waiting = [] }
      state.full += 1
      let printer = Meeting(of: Self.room)
      for label in state.waiting { state.sheets[label.operation.book] = (state.full, printer) }
      return state.waiting
    }
  }

  /// Throws the labels away that wait for a full sheet.
  func discard() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    // Their tickets end here, without the lock.
    _ = waiting
  }

  /// Prints a label, together with the others of its sheet.
  ///
  /// - Returns: the number of the sheet.
  func print(_ book: String) async -> Int {
    guard let sheet = state.withLock({ $0.sheets[book] }) else { return 0 }
    await sheet.printer.arrive()
    return sheet.number
  }
}
