internal import Stagecraft

enum Cover {}
enum Biography {}

/// Fetches a cover or a biography: two types, neither of which has a manager of its own.
struct Fetch<Kind>: AsyncOperation {
  let title: String
  let barrier: Barrier
  let logbook: Logbook

  func run(_ context: OperationContext) async throws -> String {
    await logbook.note(title) { await barrier.arrive() }
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

/// Prints a label, together with two others on a sheet.
struct LabelPrint: AsyncOperation {
  let book: String
  let sheet: LabelSheet
  let logbook: Logbook

  func schedule(_ ready: ReadyOperation<LabelPrint>, in manager: OperationManager) {
    for label in sheet.add(ready) { label.start() }
  }

  func run(_ context: OperationContext) async throws {
    await logbook.note(book) { await sheet.barrier.arrive() }
  }
}

/// Collects three labels.
final class LabelSheet: Sendable {
  /// Where the labels wait, so that the scene can see that all three are printed together.
  let barrier = Barrier(of: 3)
  private let waiting = Locked<[ReadyOperation<LabelPrint>]>([])

  /// Adds a label, and returns all three once the sheet is full.
  func add(_ label: ReadyOperation<LabelPrint>) -> [ReadyOperation<LabelPrint>] {
    waiting.withLock { waiting in
      waiting.append(label)
      guard waiting.count == 3 else { return [] }
      defer { waiting = [] }
      return waiting
    }
  }
}

extension ManagersScene {
  func playShared(_ narrator: Narrator) async throws {
    narrator.chapter("Ours: types that name no manager share the global one")
    narrator.record(OperationManager.shared, as: "shared manager")
    let logbook = Logbook()
    let barrier = Barrier(of: 4)
    let covers = ["Emma", "Persuasion"].map {
      Fetch<Cover>(title: $0, barrier: barrier, logbook: logbook).submit()
    }
    let biographies = ["Austen", "Brontë"].map {
      Fetch<Biography>(title: $0, barrier: barrier, logbook: logbook).submit()
    }
    var managers: Set<String> = []
    for fetch in covers + biographies { managers.insert(try await fetch.value) }
    narrator.promise(
      """
      Two covers and two biographies ran in “\(managers.joined(separator: ", "))”, \
      \(logbook.running.peak) at a time.
      """, isKept: managers == ["shared"] && logbook.running.peak == 4)
  }

  func playOwn(_ narrator: Narrator) async throws {
    narrator.chapter("A type with its own manager")
    narrator.record(CatalogueWrite.manager, as: "catalogue")
    narrator.show(Listing("struct CatalogueWrite", in: "ManagersOurs.swift"))
    let logbook = Logbook()
    let writes = (1...6).map { CatalogueWrite(number: $0, logbook: logbook).submit() }
    var managers: Set<String> = []
    for write in writes { managers.insert(try await write.value) }
    narrator.promise(
      "All writes ran in “\(managers.joined(separator: ", "))”, one at a time, in order.",
      isKept: managers == ["catalogue"] && logbook.running.peak == 1
        && logbook.order == (1...6).map { "write \($0)" })
  }

  func playItself(_ narrator: Narrator) async throws {
    narrator.chapter("A type that schedules itself")
    narrator.show(Listing("func schedule", in: "ManagersOurs.swift"))
    let logbook = Logbook()
    func label(_ book: String, _ sheet: LabelSheet) -> OperationHandle<Void> {
      LabelPrint(book: book, sheet: sheet, logbook: logbook).submit()
    }
    let books = ["Emma", "Persuasion", "Middlemarch", "Villette", "Shirley", "Agnes Grey"]
    let first = LabelSheet()
    var labels = books.prefix(2).map { label($0, first) }
    let explanation = OperationManager.shared.explain(labels[0])
    let early = logbook.order.count
    labels.append(label(books[2], first))
    for label in labels { try await label.value }
    let second = LabelSheet()
    for label in books.suffix(3).map({ label($0, second) }) { try await label.value }
    let sheets = [Set(logbook.order.prefix(3)), Set(logbook.order.dropFirst(3))]
    let last = label("Cranford", LabelSheet())
    last.cancel()
    try await last.waitForEnd()
    narrator.show(explanation)
    narrator.promise(
      "No label was printed before its sheet was full; then \(logbook.running.peak) at a time.",
      isKept: early == 0 && sheets == [Set(books.prefix(3)), Set(books.suffix(3))]
        && logbook.running.peak == 3 && explanation.contains("waits to be started by its type"))
    narrator.promise(
      "A label that waits for its sheet can be cancelled.",
      isKept: last.cancellationReason?.kind == .requested)
  }
}
