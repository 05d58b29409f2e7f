import TestSupport

@testable import StagecraftLists

/// The steps of a rebuilder.
struct RebuildPlan {
  enum Step {
    case keep(Int)
    case drop(Int)
    case update
    case insert
    /// A row of the old list that is dropped elsewhere.
    case move(Int)
  }

  var steps: [Step] = []

  init(keeping rows: Int = 0) {
    if rows > 0 { steps.append(.keep(rows)) }
  }

  /// A random plan for a list with this number of rows.
  init(count: Int, using generator: inout SeededGenerator) {
    // How many rows of hundred change, and how many adjacent ones have the same fate.
    let density = [2, 10, 50, 100].randomElement(using: &generator) ?? 10
    let length = [1, 4, 30].randomElement(using: &generator) ?? 1
    var movers: [Int] = []
    var position = 0
    while position < count {
      let rows = min(count - position, Int.random(in: 1...length, using: &generator))
      defer { position += rows }
      if Int.random(in: 0..<100, using: &generator) >= density {
        steps.append(.keep(rows))
        continue
      }
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: steps += Array(repeating: .update, count: rows)
      case 1:
        steps.append(.drop(rows))
        movers += position..<position + rows
      case 2: steps.append(.drop(rows))
      default:
        steps += Array(repeating: .insert, count: rows)
        steps.append(.keep(rows))
      }
    }
    for mover in movers.shuffled(using: &generator) {
      // Each time at a random place.
      steps.insert(.move(mover), at: Int.random(in: 0...steps.count, using: &generator))
    }
  }
}

extension ListTreeModel {
  mutating func rebuild(using generator: inout SeededGenerator) {
    rebuild(RebuildPlan(count: books.count, using: &generator))
  }

  mutating func rebuild(_ plan: RebuildPlan) {
    var result: [Book<ID>] = []
    var rebuilder = TreeRebuilder(tree, version: version)
    var position = 0
    for step in plan.steps {
      switch step {
      case .keep(let rows):
        rebuilder.keep(rows)
        result += books[position..<position + rows]
        position += rows
      case .drop(let rows):
        rebuilder.drop(rows)
        position += rows
      case .update:
        let old = books[position]
        let book = Book(id: old.id, edition: old.edition + 1, object: tracker?.make())
        rebuilder.update(with: book)
        result.append(book)
        position += 1
      case .insert:
        let book = Book(id: ID(nextID), edition: 0, object: tracker?.make())
        nextID += 1
        rebuilder.insert(book, hash: ListTree<Book<ID>>.hash(of: book.id))
        result.append(book)
      case .move(let source):
        rebuilder.move(
          tree.place(at: source), hash: ListTree<Book<ID>>.hash(of: books[source].id))
        result.append(books[source])
      }
    }
    tree = rebuilder.finish(tree)
    books = result
  }
}
