package import Stagecraft
import StagecraftSQLiteStore
import Synchronization

/// Where a library is, and how it behaves.
package struct LibrarySettings: Sendable {
  /// The path of the file, whose folder exists.
  package var path: String
  package var seed: UInt64 = 1
  package var titles = 100_000
  package var manager = OperationManager("reader")
  package var now: @Sendable () -> Moment = { .now }
  /// Receives errors of work that no screen waits for.
  package var report: @Sendable (any Error) -> Void = { _ in }

  package init(path: String) { self.path = path }
}

/// The steps of a launch, of which the first frame needs the window alone.
package struct LibraryLaunch: Sendable {
  package let graph: OperationGraph
  package let firstFrame: OperationGraph.Milestone

  /// Builds the graph.
  ///
  /// - Parameters:
  ///   - settings: Where the library is.
  ///   - showWindow: Opens the window, without a row in it.
  ///   - show: Shows the library.
  /// - Throws: An error if the steps wait for each other, which is a mistake in this function.
  package init(
    _ settings: LibrarySettings, showWindow: @escaping @MainActor @Sendable () -> Void,
    show: @escaping @MainActor @Sendable (Library) -> Void
  ) throws {
    let parts = LibraryParts(settings)
    (graph, firstFrame) = try OperationGraph.build("launch") { graph in
      let window = graph.add("window", on: .main) { @MainActor in showWindow() }
      let pool = graph.add("copies", following: window) {
        // The store of the pool takes an empty file only, so it is first.
        parts.pool.set(
          try await SharedPool(
            "copies", at: SQLiteStore(settings.path),
            settings: SharedPoolSettings(ageing: .seconds(86_400)),
            configuration: SharedPoolConfiguration(job: "desk", waitTimeout: nil)))
      }
      let file = graph.add("file", on: .thread, after: pool) {
        try LibraryFile(
          path: settings.path, seed: settings.seed, titles: settings.titles,
          today: settings.now().day
        ).createIfMissing()
      }
      let titles = graph.add("titles", after: file, expected: .milliseconds(400)) {
        parts.titles.set(
          try await TableList("titles", at: parts.store, format: Title.format))
      }
      let loans = graph.add("loans", after: file) { try await parts.open(\.loans, "loans") }
      let holds = graph.add("holds", after: file) { try await parts.open(\.holds, "holds") }
      let readers = graph.add("readers", after: file) {
        try await parts.open(\.readers, "readers")
      }
      let favourites = graph.add("favourites", after: file) {
        try await parts.open(\.favourites, "favourites")
      }
      let reminders = graph.add("reminders", after: file) {
        try await parts.open(\.reminders, "reminders")
      }
      let branches = graph.add("branches", after: file) {
        try await parts.open(\.branches, "branches")
      }
      let orders = graph.add("orders", after: file) {
        try await parts.open(\.orders, "orders", .positions(in: "position"))
      }
      let library = graph.add(
        "library", after: titles, loans, holds, readers, favourites, reminders, branches, orders
      ) {
        let library = Library(parts)
        parts.library.set(library)
        // The first read of a derived list computes it: not on the main actor.
        _ = library.catalogue.shown.snapshot()
      }
      graph.add("show", on: .main, after: library) { @MainActor in show(parts.library.value) }
      return graph.milestone("first frame", after: window)
    }
  }
}

/// What the steps of a launch leave for each other.
final class LibraryParts: Sendable {
  /// A value that one step sets, and later ones read.
  final class Slot<Value: Sendable>: Sendable {
    private let content = Mutex<Value?>(nil)

    func set(_ value: Value) { content.withLock { $0 = value } }

    var value: Value {
      guard let value = content.withLock({ $0 }) else {
        preconditionFailure("The graph orders the step that sets \(Value.self) before this one.")
      }
      return value
    }
  }

  let settings: LibrarySettings
  let store: SQLiteTables
  let pool = Slot<SharedPool<String>>()
  let titles = Slot<TableList<Title>>()
  let loans = Slot<TableList<Loan>>()
  let holds = Slot<TableList<Hold>>()
  let readers = Slot<TableList<Reader>>()
  let favourites = Slot<TableList<Favourite>>()
  let reminders = Slot<TableList<Reminder>>()
  let branches = Slot<TableList<Branch>>()
  let orders = Slot<TableList<Order>>()
  let library = Slot<Library>()

  init(_ settings: LibrarySettings) {
    self.settings = settings
    store = SQLiteTables(settings.path)
  }

  func open<Row: Codable & Identifiable & Sendable>(
    _ slot: KeyPath<LibraryParts, Slot<TableList<Row>>>, _ table: String,
    _ order: TableRowOrder = .key
  ) async throws where Row.ID: Codable & Sendable {
    self[keyPath: slot].set(try await TableList<Row>(table, at: store, orderedBy: order))
  }
}
