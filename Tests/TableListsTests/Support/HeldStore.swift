import StagecraftTableLists
import TestSupport

/// A store in memory whose calls can be held at a point, and that may find keys in any spelling.
final class HeldStore: TableStore {
  enum Point: Hashable, Sendable {
    /// The answer was computed, and is not received yet.
    case readAll, changes, rows, written
    /// Before anything is written.
    case writing
  }

  private struct State: Sendable {
    var gates: [Point: Gate] = [:]
    var waiting: [Gate] = []
    var isClosed = false
  }

  let memory: MemoryTableStore
  /// How the table spells a key.
  let spelling: @Sendable (TableValue) -> TableValue
  let longestSilence: Duration?
  /// The calls that have met a gate.
  let arrivals: AsyncStream<Point>
  private let arrived: AsyncStream<Point>.Continuation
  private let state = Locked(State())

  init(
    _ memory: MemoryTableStore, longestSilence: Duration? = nil,
    spelling: @escaping @Sendable (TableValue) -> TableValue = { $0 }
  ) {
    self.memory = memory
    self.longestSilence = longestSilence
    self.spelling = spelling
    (arrivals, arrived) = AsyncStream.makeStream()
  }

  /// The next call that reaches the point waits until the gate is open.
  func hold(_ point: Point) -> Gate {
    let gate = Gate()
    state.update { $0.gates[point] = gate }
    return gate
  }

  func arrival(at point: Point) async {
    for await arrival in arrivals where arrival == point { return }
  }

  func open(_ request: TableRequest) async throws(TableError) -> any FollowedTable {
    HeldTable(self, try await memory.open(request))
  }

  func remove(_ table: String) async throws(TableError) {}

  fileprivate func pass(_ point: Point) async throws(TableError) {
    let gate = state.update { state in
      let gate = state.gates.removeValue(forKey: point)
      if let gate { state.waiting.append(gate) }
      return gate
    }
    guard let gate else { return }
    arrived.yield(point)
    await gate.wait()
    if point == .writing, state.value.isClosed { throw TableError(.closed, "It is closed.") }
  }

  /// Ends calls that are under way.
  fileprivate func close() {
    let gates = state.update { state in
      state.isClosed = true
      return state.waiting
    }
    for gate in gates { gate.open() }
  }
}

private final class HeldTable: FollowedTable {
  let store: HeldStore
  let table: any FollowedTable

  init(_ store: HeldStore, _ table: any FollowedTable) {
    self.store = store
    self.table = table
  }

  var columns: [TableColumn] { table.columns }
  var keyColumn: Int { table.keyColumn }
  var signals: AsyncStream<Void> { table.signals }
  var longestSilence: Duration? { store.longestSilence }

  func readAll(
    inBatchesOf count: Int, _ receive: @escaping @Sendable ([TableRecord]) -> Void
  ) async throws(TableError) -> TablePosition {
    let position = try await table.readAll(inBatchesOf: count, receive)
    try await store.pass(.readAll)
    return position
  }

  func changes(since position: TablePosition) async throws(TableError) -> TableChanges {
    let changes = try await table.changes(since: position)
    try await store.pass(.changes)
    return changes
  }

  func rows(_ query: TableQuery) async throws(TableError) -> TableWindowRows {
    var query = query
    for index in query.conditions.indices
    where query.conditions[index].column == columns[keyColumn].name {
      query.conditions[index].values = query.conditions[index].values.map(store.spelling)
    }
    let rows = try await table.rows(query)
    try await store.pass(.rows)
    return rows
  }

  func write(_ edits: [TableEdit]) async throws(TableError) -> TableWriteResult {
    try await store.pass(.writing)
    let result = try await table.write(
      edits.map { edit in
        switch edit {
        case .insert: edit
        case .update(let key, let fields, let expected):
          .update(key: store.spelling(key), fields, expecting: withoutKey(expected))
        case .remove(let key, let expected):
          .remove(key: store.spelling(key), expecting: withoutKey(expected))
        }
      })
    try await store.pass(.written)
    return result
  }

  private func withoutKey(_ fields: [TableField]) -> [TableField] {
    fields.filter { $0.column != columns[keyColumn].name }
  }

  func close() async {
    await table.close()
    store.close()
  }
}
