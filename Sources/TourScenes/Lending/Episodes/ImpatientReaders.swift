internal import Stagecraft

/// All copies are out, and some of those in line only wait for so long.
struct ImpatientReaders: Sendable {
  struct Report: Sendable {
    /// The impatient readers, in the order in which they came.
    let impatient: [(patience: Duration, visit: Visit)]
    /// Those who had time.
    let patient: [Visit]
    let stock: Stock
  }

  /// How long the impatient ones wait.
  let patiences: [Duration]
  /// How many have time.
  let patientReaders: Int

  func run() async throws -> Report {
    let desk = LendingDesk(copies: 2)
    let first = try await desk.books.lease()
    let second = try await desk.books.lease()
    let crowd = Reader.crowd(of: patiences.count + patientReaders)
    let impatient = zip(crowd, patiences).map { reader, patience in
      (patience, Task { await desk.visit(reader, patience: .after(patience)) })
    }
    let patient = crowd.dropFirst(patiences.count).map { reader in
      Task { await desk.visit(reader) }
    }
    // The copies come back when the last impatient reader has gone.
    var left: [(patience: Duration, visit: Visit)] = []
    for (patience, task) in impatient { left.append((patience, await task.value)) }
    first.release()
    second.release()
    var stayed: [Visit] = []
    for task in patient { stayed.append(await task.value) }
    return Report(
      impatient: left, patient: stayed, stock: Stock(of: desk.books, owned: 2))
  }
}
