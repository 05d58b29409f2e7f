import TestSupport
import Testing

@testable import StagecraftLists

/// A row of a source list.
struct Copy: Identifiable, Sendable, Hashable, CustomStringConvertible {
  var id: Int
  /// One of a few values, so that orders have ties and groups have several rows.
  var shelf: Int

  var description: String { "\(id)@\(shelf)" }
}

struct Refusal: Error {}

extension LiveList<Copy> {
  /// Makes random edits of all kinds, also in transactions, and resets.
  func editSomehow(using generator: inout SeededGenerator, shelves: Int = 5) {
    if generator.oneIn(4) {
      let isRefused = generator.oneIn(4)
      var inner = generator
      try? transaction { draft throws(Refusal) in
        for _ in 0..<Int.random(in: 1...6, using: &inner) {
          self.editOnce(using: &inner, shelves: shelves)
        }
        if isRefused { throw Refusal() }
      }
      generator = inner
    } else {
      editOnce(using: &generator, shelves: shelves)
    }
  }

  private func editOnce(using generator: inout SeededGenerator, shelves: Int) {
    // Ids in a small range, so that removed rows are inserted again.
    let some = Copy(
      id: Int.random(in: 0..<60, using: &generator),
      shelf: Int.random(in: 0..<shelves, using: &generator))
    let other = Int.random(in: 0..<60, using: &generator)
    let place = Int.random(in: 0...60, using: &generator)
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<15: try? append(some)
    case 15..<25: try? insert(some, at: place)
    case 25..<30: try? insert(some, before: other)
    case 30..<35: try? insert(some, after: other)
    case 35..<45: upsert(some)
    case 45..<58: update(some.id) { $0.shelf = some.shelf }
    case 58..<64: try? move(some.id, to: place)
    case 64..<68: try? move(some.id, before: other)
    case 68..<72: try? move(some.id, after: other)
    case 72..<88: remove(some.id)
    case 88..<93: _ = try? remove(at: place)
    case 93..<95: removeAll { $0.shelf == some.shelf }
    case 95..<96: removeAll()
    default:
      var all = (0..<Int.random(in: 0...50, using: &generator)).map { _ in
        Copy(
          id: Int.random(in: 0..<60, using: &generator),
          shelf: Int.random(in: 0..<shelves, using: &generator))
      }
      if generator.oneIn(2) { all = Array(rows.filter { $0.id % 5 != some.shelf }) + [some] }
      replaceAll(with: all)
    }
  }

  private var rows: ListSnapshot<Copy> { snapshot() }
}

/// Reads a list repeatedly, and checks that its transitions match its rows.
struct FollowingProbe<List: ListReading> where List.Element: Equatable {
  let list: List
  private(set) var last: ListSnapshot<List.Element>

  init(_ list: List) {
    self.list = list
    last = list.snapshot()
  }

  /// Reads the list and compares it with the expected rows.
  mutating func expect(_ rows: [List.Element], _ comment: Comment? = nil) throws {
    let step = list.changes(since: last)
    try step.changes.validate()
    step.new.storage.tree.checkInvariants()
    try #require(Array(step.new) == rows, comment)
    try #require(step.old.isIdentical(to: last), comment)
    let replayed = step.changes.apply(to: Array(last)) { step.new[$0] }
    try #require(replayed == rows, comment)
    // Updates differ in content, and rows keep their identity.
    for update in step.changes.updates {
      try #require(last[update.old].id == step.new[update.new].id, comment)
    }
    for move in step.changes.moves {
      try #require(last[move.source].id == step.new[move.target].id, comment)
    }
    let now = list.snapshot()
    try #require(now.isIdentical(to: step.new), "nothing has changed since, \(Labels.text)")
    last = step.new
  }
}
